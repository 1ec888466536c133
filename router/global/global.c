/* global: see global.h. */
#include <stdlib.h>
#include <string.h>

#include "grid/clock.h"
#include "router/global/global.h"
#include "router/global/pass.h"

enum {
    PENALTY_FIRST = 48, /* of a missing track, in 1 / PRICE_STEP */
    PENALTY_MAX = 4096, /* 64 steps: beyond that, history moves nets, which compares edges */
    HISTORY = 32,       /* of a missing track, per round, in 1 / PRICE_STEP */
    HISTORY_PART = 40,  /* and this part of the penalty */
    MARGIN = 4,         /* of search windows in the first round, in tiles; 2 more per round */
    MARGIN_MAX = 40,
    CUTS_EVERY = 10, /* rounds without less overflow after which cuts are tried */
    STALL = 40,      /* rounds without less overflow after which the run ends */
    ROUNDS_MAX = 200,
    PATHS = 64,       /* searches per net and pass */
    LONG_PATH = 48,   /* tiles */
    FEW_NETS = 50000, /* designs of fewer nets take more and cheaper rounds */
    POLISH_PASSES = 4,
    GAIN_PARTS = 500, /* passes end when less than one net in so many changes */
};

/* How a negotiation raises its prices. */
struct global_pace {
    uint32_t percent;   /* the penalty of a round in percent of the one before */
    uint32_t over_from; /* from this round on only nets on edges over capacity have a turn */
    uint32_t slack;     /* as in refine_rules */
};

static const struct global_pace FEW_PACE = {106, 8, 2}, MANY_PACE = {130, 2, 32};

struct global_run {
    const struct global_options *options;
    struct global_outcome *outcome;
    struct pass pass;
    struct tile_routes best; /* of a negotiation: the result with the least overflow */
    uint64_t best_overflow;
    uint64_t proved; /* overflow for which cuts were tried last */
};

static bool is_over(void *context)
{
    const struct global_run *run = context;
    if (stop_raised(run->options->stop)) {
        run->outcome->status = STATUS_INTERRUPTED;
        return true;
    }
    if (run->options->deadline > 0 && clock_seconds() >= run->options->deadline) {
        run->outcome->timed_out = true;
        return true;
    }
    return false;
}

static void report(struct global_run *run, struct planes_overflow overflow)
{
    run->outcome->overflow = overflow.total;
    if (run->options->progress != NULL)
        run->options->progress(run->options->context, run->outcome->rounds, overflow.total,
                               overflow.worst);
    run->outcome->rounds++;
}

/* One pass of refinement; *finished as in pass_run. */
static enum status refine_pass(struct global_run *run, const struct refine_rules *rules,
                               bool *finished, struct error *error)
{
    return pass_run(&run->pass, PASS_REFINE, rules, is_over, run, finished, error);
}

static void set_penalty(struct pass *pass, uint32_t penalty)
{
    pass->planes.penalty = penalty;
    planes_touch_all(&pass->planes);
    planes_update(&pass->planes, pass->workers);
}

/* Copies the routes if they have less overflow than all before. */
static enum status keep_best(struct global_run *run, uint64_t overflow, struct error *error)
{
    const struct tile_routes *routes = run->pass.routes;
    if (overflow >= run->best_overflow)
        return STATUS_OK;
    tile_routes_destroy(&run->best);
    TRY(tile_routes_create(&run->best, routes->net_count, error));
    for (uint32_t net = 0; net < routes->net_count; net++)
        if (routes->nets[net].state == TILE_ROUTED)
            TRY(tile_routes_set(&run->best, net, routes->wires + routes->nets[net].first_wire,
                                routes->nets[net].wire_count, error));
    run->best_overflow = overflow;
    return STATUS_OK;
}

static void take_best(struct global_run *run)
{
    struct tile_routes *routes = run->pass.routes;
    if (run->best.nets == NULL || run->best_overflow >= planes_overflow(&run->pass.planes).total)
        return;
    struct tile_routes swapped = *routes;
    *routes = run->best;
    run->best = swapped;
    run->outcome->overflow = run->best_overflow;
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
    return (p > q) - (p < q);
}

/* Compares the overflow with the sum of cuts through edges over capacity, the worst first. */
static enum status prove(struct global_run *run, struct planes_overflow overflow,
                         struct error *error)
{
    const struct planes *planes = &run->pass.planes;
    const struct grid *grid = &planes->graph->grid;
    struct cuts cuts = {0};
    uint64_t *keys = NULL;
    cell_t *edges = NULL;
    uint32_t count = 0;
    enum status status = MEM_NEW(keys, overflow.edges, "edges over capacity", error);
    THEN(status, MEM_NEW(edges, overflow.edges, "edges over capacity", error));
    THEN(status, cuts_create(&cuts, planes->graph, error));
    for (cell_t cell = 0; status == STATUS_OK && cell < planes->cells; cell++) {
        uint32_t edge =
            planes_index(planes, grid_x(grid, cell), grid_y(grid, cell), grid_z(grid, cell));
        int32_t over = planes->use[edge] - planes->capacity[edge];
        if (over > 0 && tile_has_edge(planes->graph, cell))
            keys[count++] = (uint64_t)(UINT32_MAX - (uint32_t)over) << 32 | cell;
    }
    if (status == STATUS_OK) {
        struct cut cut;
        qsort(keys, count, sizeof *keys, compare_keys);
        for (uint32_t i = 0; i < count; i++)
            edges[i] = (cell_t)keys[i];
        int64_t proven = cuts_prove(&cuts, edges, count, &cut);
        if (proven > (int64_t)run->outcome->proven) {
            run->outcome->proven = (uint64_t)proven;
            run->outcome->cut = cut;
        }
    }
    run->proved = overflow.total;
    cuts_destroy(&cuts);
    MEM_FREE(keys, edges);
    return status;
}

/* Rounds at a rising price of overflow. *finished: not ended by is_over. */
static enum status negotiate(struct global_run *run, bool *finished, struct error *error)
{
    struct pass *pass = &run->pass;
    bool few = pass->net_count < FEW_NETS || run->options->effort == GLOBAL_BEST;
    const struct global_pace *pace = few ? &FEW_PACE : &MANY_PACE;
    uint64_t penalty = PENALTY_FIRST * 16; /* in sixteenths, so that small ones grow, too */
    uint32_t stalled = 0;
    for (uint32_t round = 0; round < ROUNDS_MAX && stalled < STALL; round++) {
        uint32_t margin = MARGIN + 2 * round;
        struct refine_rules rules = {.margin = margin < MARGIN_MAX ? margin : MARGIN_MAX,
                                     .slack = pace->slack,
                                     .over_only = round >= pace->over_from,
                                     .longest = UINT32_MAX,
                                     .most = PATHS};
        TRY(refine_pass(run, &rules, finished, error));
        struct planes_overflow overflow = planes_overflow(&pass->planes);
        stalled = overflow.total < run->best_overflow ? 0 : stalled + 1;
        TRY(keep_best(run, overflow.total, error));
        report(run, overflow);
        if (!*finished || overflow.total == 0)
            break;
        if (stalled > 0 && stalled % CUTS_EVERY == 0 && run->proved != overflow.total)
            TRY(prove(run, overflow, error));
        if (run->outcome->proven == run->best_overflow)
            break;
        planes_learn(&pass->planes, HISTORY + pass->planes.penalty / HISTORY_PART);
        penalty = penalty * pace->percent / 100;
        penalty = penalty < 16 * PENALTY_MAX ? penalty : 16 * PENALTY_MAX;
        set_penalty(pass, (uint32_t)(penalty / 16));
    }
    take_best(run);
    return STATUS_OK;
}

/* Shorter wires without overflow: no history, and a price that lets none return. */
static enum status polish(struct global_run *run, struct error *error)
{
    struct pass *pass = &run->pass;
    bool finished = true;
    uint32_t passes = run->options->effort == GLOBAL_FAST ? 1 : POLISH_PASSES;
    memset(pass->planes.history, 0, pass->planes.cells * sizeof *pass->planes.history);
    set_penalty(pass, PRICE_MAX);
    for (uint32_t i = 0; i < passes && finished; i++) {
        struct refine_rules rules = {
            .margin = 8 + 4 * i, .slack = 0, .longest = UINT32_MAX, .most = PATHS};
        TRY(refine_pass(run, &rules, &finished, error));
        report(run, planes_overflow(&pass->planes));
        if (pass->changes * GAIN_PARTS < pass->net_count)
            break;
    }
    return STATUS_OK;
}

/* Rules of 2024: passes at exact prices, while they gain. The second pass leaves out long paths,
 * which take most of the time of a pass and gained what they can in the first. */
static enum status refine_all(struct global_run *run, struct error *error)
{
    static const uint32_t PASSES[] = {1, 2, 6};
    bool finished = true;
    for (uint32_t i = 0; i < PASSES[run->options->effort] && finished; i++) {
        struct refine_rules rules = {.margin = 5 + 5 * i,
                                     .slack = i == 0 ? 1024 : 256,
                                     .longest = i == 1 ? LONG_PATH : UINT32_MAX,
                                     .most = PATHS};
        TRY(refine_pass(run, &rules, &finished, error));
        report(run, planes_overflow(&run->pass.planes));
        if (run->pass.changes * GAIN_PARTS < run->pass.net_count)
            break;
    }
    return STATUS_OK;
}

static enum status route(struct global_run *run, const struct tile_graph *graph,
                         struct error *error)
{
    struct pass *pass = &run->pass;
    bool finished = true, is_2024 = graph->rules == TILES_2024;
    for (uint32_t net = 0; net < graph->net_count; net++)
        if ((graph->nets[net].idle || graph->nets[net].pin_count == 0) &&
            pass->routes->nets[net].state != TILE_ROUTED)
            TRY(tile_routes_set(pass->routes, net, NULL, 0, error));
    TRY(pass_run(pass, PASS_KEEP, NULL, NULL, NULL, &finished, error));
    bool kept = pass->changes > 0;
    if (!is_2024)
        set_penalty(pass, kept ? PENALTY_MAX : PENALTY_FIRST);
    TRY(pass_run(pass, PASS_PATTERN, NULL, is_over, run, &finished, error));
    struct planes_overflow overflow = planes_overflow(&pass->planes);
    report(run, overflow);
    if (!finished)
        return STATUS_OK;
    if (is_2024)
        return refine_all(run, error);
    if (kept)
        TRY(keep_best(run, overflow.total, error));
    if (!kept || overflow.total > 0)
        TRY(negotiate(run, &finished, error));
    return finished && run->outcome->overflow == 0 ? polish(run, error) : STATUS_OK;
}

enum status global_route(const struct tile_graph *graph, struct tile_routes *routes,
                         const struct global_options *options, struct global_outcome *outcome,
                         struct error *error)
{
    assert(options->threads > 0 && routes->net_count == graph->net_count);
    struct global_run run = {.options = options, .outcome = outcome, .best_overflow = UINT64_MAX};
    *outcome = (struct global_outcome){.status = STATUS_OK};
    enum status status =
        pass_create(&run.pass, graph, routes, options->skip, options->threads, error);
    THEN(status, route(&run, graph, error));
    outcome->searches = pass_searches(&run.pass);
    bool open = false;
    for (uint32_t net = 0; net < graph->net_count; net++)
        open |= routes->nets[net].state != TILE_ROUTED &&
                (options->skip == NULL || !options->skip[net]);
    if (outcome->status == STATUS_OK &&
        (open || (outcome->overflow > 0 && graph->rules != TILES_2024)))
        outcome->status = STATUS_UNROUTED;
    tile_routes_destroy(&run.best);
    pass_destroy(&run.pass);
    return status;
}
