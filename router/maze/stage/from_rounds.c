/* from_rounds: runs the rounds, and converts their trees to routes or to a plan. */
#include "router/maze/stage/from_rounds.h"

#include <pthread.h>
#include <stdatomic.h>

#include "grid/clock.h"
#include "router/maze/stage/directions.h"
#include "router/maze/rounds/maze_route.h"
#include "router/maze/stage/repair.h"

enum {
    ROUNDS_MOST = 1000,    /* maximum number of rounds of negotiation */
    TRY_CELLS = 1 << 16,   /* largest grid for from_rounds_try, in cells */
    CHAIN_WORK = 200000000 /* improvement at ROUTE_BEST, in cells expanded: about ten seconds */
};

bool from_rounds_takes(const struct design *design, const struct route_options *options,
                       const uint32_t *chosen, uint32_t count)
{
    return !options->alone && !design->alone &&
           maze_suits(&design->grid, &design->nets, chosen, count);
}

enum { REPORT_EACH = 64 }; /* turns of the calling thread between two reports */

/* Progress of a run. All threads count the turns of nets; the calling thread reports. */
struct rounds_progress {
    const struct schedule *schedule;
    pthread_t caller;
    atomic_uint turns;         /* in this round */
    uint32_t round, conflicts; /* of the last round */
    uint32_t own;              /* turns of the calling thread */
};

static void report(struct rounds_progress *it)
{
    const uint32_t total = it->round > 0 ? it->conflicts : it->schedule->count;
    const uint32_t turns = atomic_load(&it->turns);
    const struct route_progress progress = {.phase = it->round > 0 ? "negotiate" : "route",
                                            .iteration = it->round,
                                            .done = turns < total ? turns : total,
                                            .total = total > 0 ? total : 1,
                                            .conflicts = it->conflicts};
    session_report(it->schedule->session, progress);
}

static bool is_over(void *context)
{
    struct rounds_progress *it = context;
    atomic_fetch_add_explicit(&it->turns, 1, memory_order_relaxed);
    if (pthread_equal(pthread_self(), it->caller) && ++it->own % REPORT_EACH == 0)
        report(it);
    return session_state(it->schedule->session) != SESSION_GOES_ON;
}

static void on_round(void *context, uint32_t round, uint32_t conflicts)
{
    struct rounds_progress *it = context;
    atomic_store(&it->turns, 0);
    it->round = round;
    it->conflicts = conflicts;
    report(it);
}

/* ---- trees to routes ------------------------------------------------------------------------
 *
 * Each thread takes PART trees at a time and collects their wires, which are copied to the pool
 * when their number is known. */

enum { PART = 1024 }; /* trees that one thread enters at a time */

/* The wires of PART nets. */
struct enter_part {
    struct wire *wires;
    size_t count, capacity;
    size_t first; /* index of the first of them in the pool of wires */
};

struct entering {
    const struct schedule *schedule;
    const struct maze_trees *maze;
    bool all; /* all nets of the netlist, in its order; else those of the schedule */
    struct enter_part *parts;
    atomic_bool failed; /* no memory */
};

static struct route *route_of(const struct entering *it, size_t index, uint32_t *net)
{
    *net = it->all ? (uint32_t)index : it->schedule->nets[index];
    return &it->schedule->routes->nets[*net];
}

/* Collects a net's wires in the part. The route holds their index in the part until that in the
 * pool is known. */
static enum status collect(const struct entering *it, struct enter_part *part, size_t index,
                           struct maze_buffer *buffer)
{
    uint32_t net;
    struct route *route = route_of(it, index, &net);
    const struct wire *wires;
    size_t count;
    assert(route->wire_count == 0 && maze_has_tree(it->maze, net));
    TRY(maze_wires(it->maze, net, buffer, &wires, &count, NULL));
    TRY(MEM_GROW(part->wires, part->capacity, part->count + count, "wires", NULL));
    if (count > 0)
        memcpy(part->wires + part->count, wires, count * sizeof *wires);
    *route = (struct route){.state = ROUTE_ROUTED, .first_wire = part->count, .wire_count = count};
    routes_measure(route, it->schedule->session->design, net, wires, count);
    part->count += count;
    return STATUS_OK;
}

static void take_parts(void *context, size_t first, size_t end)
{
    struct entering *it = context;
    struct maze_buffer buffer = {0};
    for (size_t i = first * PART; i < end * PART && i < it->schedule->count; i++)
        if (collect(it, &it->parts[i / PART], i, &buffer) != STATUS_OK) {
            atomic_store(&it->failed, true);
            break;
        }
    free(buffer.wires);
}

static void place_parts(void *context, size_t first, size_t end)
{
    const struct entering *it = context;
    struct wire *wires = it->schedule->routes->wires;
    uint32_t net;
    for (size_t part = first; part < end; part++)
        if (it->parts[part].count > 0)
            memcpy(wires + it->parts[part].first, it->parts[part].wires,
                   it->parts[part].count * sizeof *wires);
    for (size_t i = first * PART; i < end * PART && i < it->schedule->count; i++)
        route_of(it, i, &net)->first_wire += it->parts[i / PART].first;
}

static enum status enter_parts(struct entering *it, size_t parts, struct error *error)
{
    struct workers *workers = it->schedule->session->workers;
    size_t all = 0, first;
    TRY(MEM_NEW(it->parts, parts, "wires of the nets", error));
    workers_run(workers, take_parts, it, parts, 1);
    if (atomic_load(&it->failed))
        return error_fail(error, "out of memory for the wires of the nets");
    for (size_t i = 0; i < parts; i++)
        all += it->parts[i].count;
    TRY(routes_add_room(it->schedule->routes, all, &first, error));
    for (size_t i = 0; i < parts; i++) {
        it->parts[i].first = first;
        first += it->parts[i].count;
    }
    workers_run(workers, place_parts, it, parts, 1);
    return STATUS_OK;
}

/* Gives the schedule's nets, which have trees in maze and no wires in routes, their wires. The
 * result is the same for any number of threads. */
static enum status enter_trees(const struct schedule *schedule, const struct maze_trees *maze,
                               struct error *error)
{
    const size_t parts = ((size_t)schedule->count + PART - 1) / PART;
    struct entering it = {
        .schedule = schedule, .maze = maze, .all = schedule->count == schedule->routes->net_count};
    const enum status status = enter_parts(&it, parts, error);
    for (size_t i = 0; it.parts != NULL && i < parts; i++)
        free(it.parts[i].wires);
    free(it.parts);
    return status;
}

/* ---- trees out of the rounds ---------------------------------------------------------------- */

/* The number of nets with a tree. */
static uint32_t count_trees(const struct schedule *it, const struct maze_trees *maze)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < it->count; i++)
        count += maze_has_tree(maze, it->nets[i]);
    return count;
}

static void count_searches(const struct schedule *it, const struct maze_trees *maze)
{
    uint32_t *searches = it->session->options->net_searches;
    for (uint32_t i = 0; i < it->count && searches != NULL; i++)
        searches[it->nets[i]] += maze->plan.nets[it->nets[i]].searches;
}

/* Gives the plan, which has no trees, those of the rounds. */
static enum status fill_plan(struct plan *plan, const struct maze_trees *maze, struct error *error)
{
    struct maze_buffer buffer = {0};
    enum status status = STATUS_OK;
    for (uint32_t rank = 0; rank < plan->count && status == STATUS_OK; rank++) {
        const struct wire *wires = NULL;
        size_t count = 0;
        if (!maze_has_tree(maze, plan->nets[rank]))
            continue;
        status = maze_wires(maze, plan->nets[rank], &buffer, &wires, &count, error);
        THEN(status, plan_put_in(plan, rank, wires, count, error));
    }
    free(buffer.wires);
    return status;
}

/* Converts the trees to routes if all nets have one, so that later stages have nothing to do and
 * need no plan. Else makes a plan with the existing trees. */
static enum status take_trees(struct schedule *it, const struct maze_trees *maze,
                              struct error *error)
{
    it->entered = count_trees(it, maze) == it->count;
    count_searches(it, maze);
    if (it->entered)
        return enter_trees(it, maze, error);
    TRY(plan_create(&it->plan, it->session, it->nets, it->count, error));
    TRY(fill_plan(&it->plan, maze, error));
    /* a net with a tree is not expected to do better, one without has a tree to be found */
    for (uint32_t rank = 0; rank < it->count; rank++)
        it->plan.ideals[rank] = it->plan.trees[rank].present ? it->plan.trees[rank].cost : 0;
    return STATUS_OK;
}

/* ---- the run -------------------------------------------------------------------------------- */

/* Each attempt has other prices: those of the next effort. */
static enum maze_effort maze_effort(const struct schedule *it)
{
    const enum route_effort effort = it->session->options->effort;
    const uint32_t own = effort == ROUTE_FAST   ? MAZE_FAST
                         : effort == ROUTE_BEST ? MAZE_BEST
                                                : MAZE_NORMAL;
    return (enum maze_effort)((own + it->attempts) % MAZE_EFFORTS);
}

static void note_seconds(struct session *session, const struct maze_seconds *seconds, double wires)
{
    session->parts = (struct route_parts){.prepare = seconds->prepare,
                                          .first_round = seconds->first_round,
                                          .rounds = seconds->rounds,
                                          .refine = seconds->refine,
                                          .wires = wires};
}

static const char *const ENDED[] = {[CHAINS_NONE] = NULL,
                                    [CHAINS_NO_GAIN] = "chains of all tolls gain next to nothing",
                                    [CHAINS_WORK] = "limit of work",
                                    [CHAINS_OVER] = NULL};

/* crowded: as an attempt of the stage ROUNDS, which leaves half of the iterations to the next. */
static enum status run_rounds(struct schedule *it, struct maze_trees *maze, bool crowded,
                              struct error *error)
{
    struct session *session = it->session;
    const struct design *design = session->design;
    struct rounds_progress progress = {.schedule = it, .caller = pthread_self()};
    const uint32_t most = schedule_iterations_left(it), rounds = crowded ? (most + 1) / 2 : most;
    const bool best = session->options->effort == ROUTE_BEST;
    const bool in_order = session->options->order != ORDER_SHORT;
    const bool all = it->count == design->nets.net_count && !in_order;
    const struct maze_choice choice = {.nets = all ? NULL : it->nets,
                                       .count = it->count,
                                       .closed = session->hard.store.field.closed,
                                       .in_order = in_order};
    const struct maze_request request = {.effort = maze_effort(it),
                                         .choice = choice,
                                         .threads = session->options->engine_options.threads,
                                         .workers = session->workers,
                                         .rounds_max = rounds < ROUNDS_MOST ? rounds : ROUNDS_MOST,
                                         .crowded = crowded,
                                         .chain_work = best && !crowded ? CHAIN_WORK : 0,
                                         .is_over = is_over,
                                         .progress = on_round,
                                         .context = &progress};
    struct grid grid = design->grid;
    if (crowded && repair_is_large(&it->plan))
        directions_rules(&design->grid, it->attempts > 0, &grid.rules);
    report(&progress);
    const enum status status = maze_route(maze, &grid, &design->nets, &request, error);
    it->iterations += maze->rounds;
    session->searches += maze->searches;
    session->work += maze->work;
    session->peak_rounds = maze->peak_bytes;
    session->ended = ENDED[maze->end];
    return status;
}

enum status from_rounds_start(struct schedule *it, struct error *error)
{
    assert(!it->entered && it->plan.trees == NULL);
    struct maze_trees maze = {0};
    enum status status = run_rounds(it, &maze, false, error);
    const double routed = clock_seconds();
    THEN(status, take_trees(it, &maze, error));
    note_seconds(it->session, &maze.seconds, clock_seconds() - routed);
    maze_trees_destroy(&maze);
    if (status != STATUS_OK)
        return status;
    const uint32_t rounds = it->session->options->max_iterations;
    const bool over = session_state(it->session) != SESSION_GOES_ON || rounds == 0;
    const bool done = it->entered || over || repair_missing(&it->plan) == 0;
    /* the rounds have run chains in a large design; those of the stages take far longer */
    it->stage = done || repair_is_large(&it->plan) || it->session->options->effort == ROUTE_FAST
                    ? STAGE_SEQUENTIAL
                    : STAGE_IMPROVE;
    return STATUS_OK;
}

enum status from_rounds_once(struct schedule *it, struct error *error)
{
    struct maze_trees maze = {0};
    struct plan *plan = &it->plan;
    enum status status = run_rounds(it, &maze, true, error);
    if (status == STATUS_OK && count_trees(it, &maze) > plan_routed(plan)) {
        for (uint32_t rank = 0; rank < plan->count && status == STATUS_OK; rank++)
            status = plan_take_out(plan, rank, error);
        THEN(status, fill_plan(plan, &maze, error));
    }
    it->attempts++;
    it->conflicts = repair_missing(plan);
    maze_trees_destroy(&maze);
    return status;
}
