/* global: the phases of a run, and several runs in other orders for a design of few nets. */
#include "grid/clock.h"
#include "grid/random.h"
#include "router/global/global.h"
#include "router/global/overflow_proof.h"
#include "router/global/pass.h"

enum {
    PENALTY_FIRST = 32, /* price of a missing track in the first round; PRICE_STEP: one step */
    PENALTY_MAX = 4096, /* its maximum, 64 steps: from there on history moves nets */
    HISTORY = 32,       /* history per round and missing track, and penalty / HISTORY_PART */
    HISTORY_PART = 40,
    HISTORY_PROVED = 12, /* times this much once cuts are proved: other overflow is avoidable */
    MARGIN = 4,          /* margin of search windows in the first round, in tiles */
    MARGIN_MAX = 40,
    STALLED = 4,     /* rounds without less overflow after which the penalty rises faster */
    CUTS_EVERY = 10, /* rounds without less overflow after which cuts are tried */
    STALL = 40,      /* rounds without less overflow after which the run ends */
    ROUNDS_MAX = 200,
    ATTEMPTS = 64,           /* maximum number of attempts of a design of few nets */
    ATTEMPT_SEARCHES = 5000, /* searches after which no other attempt starts */
    PATHS = 64,              /* maximum number of searches per net and pass */
    LONG_FIRST = 192,        /* tiles: longest path that refinement searches */
    LABELS = 40000,          /* labels of a search of refinement: about 4 ms */
    LONG_PATH = 64,          /* tiles: the same in its second pass */
    FEW_NETS = 50000,        /* designs of fewer nets take more and cheaper rounds */
    GAIN_PARTS = 500,        /* passes end if fewer than one net in this many changed */
    GAIN_PARTS_MANY = 100,   /* the same for many nets */
    SLOW = 8,                /* a round is slow if it removes less than this part of the overflow */
};

/* How a negotiation raises its prices. */
struct global_pace {
    uint32_t percent;   /* the penalty of a round in percent of the one before */
    uint32_t stalled;   /* the same after STALLED rounds without less overflow */
    uint32_t over_from; /* from this round on only nets on edges over capacity have a turn */
    uint32_t slack;     /* as in refine_rules */
    uint32_t margin;    /* tiles by which the margin grows per round */
};

static const struct global_pace FEW_PACE = {103, 120, 8, 2, 2}, MANY_PACE = {200, 200, 2, 32, 3};

struct global_run {
    const struct global_options *options;
    struct global_outcome *outcome;
    uint32_t number; /* of the attempt */
    struct pass pass;
    struct global_state at;
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
        run->options->progress(run->options->context, run->at.rounds, overflow.total,
                               overflow.worst);
    run->at.rounds++;
}

static void set_penalty(struct pass *pass, uint32_t penalty)
{
    pass->planes.penalty = penalty;
    planes_touch_all(&pass->planes);
    planes_update(&pass->planes, pass->workers);
}

/* Keeps the routes if they have less overflow than all before: copies those that have changed. */
static enum status keep_best(struct global_run *run, uint64_t overflow, struct error *error)
{
    const struct tile_routes *routes = run->pass.routes;
    struct tile_routes *best = &run->at.best;
    if (overflow >= run->at.best_overflow)
        return STATUS_OK;
    run->at.best_overflow = overflow;
    const bool all = best->nets == NULL;
    if (all)
        TRY(tile_routes_create(best, routes->net_count, error));
    for (uint32_t net = 0; net < routes->net_count; net++)
        if ((all || run->pass.moved[net]) && routes->nets[net].state == TILE_ROUTED) {
            TRY(tile_routes_set(best, net, routes->wires + routes->nets[net].first_wire,
                                routes->nets[net].wire_count, error));
            run->pass.moved[net] = false;
        }
    return STATUS_OK;
}

/* Replaces the last result by the best one. */
static void take_best(struct global_run *run)
{
    struct tile_routes *routes = run->pass.routes;
    if (run->at.best.nets == NULL || run->at.best_overflow >= run->outcome->overflow)
        return;
    struct tile_routes swapped = *routes;
    *routes = run->at.best;
    run->at.best = swapped;
    run->outcome->overflow = run->at.best_overflow;
}

static bool is_few(const struct global_run *run)
{
    return run->pass.order.count < FEW_NETS || run->options->effort == GLOBAL_BEST;
}

/* A round of negotiation. *finished: the pass was not cut short. */
static enum status negotiate(struct global_run *run, bool *finished, struct error *error)
{
    struct global_state *at = &run->at;
    struct pass *pass = &run->pass;
    const struct global_pace *pace = is_few(run) ? &FEW_PACE : &MANY_PACE;
    uint32_t margin = MARGIN + pace->margin * at->round;
    struct refine_rules rules = {.margin = margin < MARGIN_MAX ? margin : MARGIN_MAX,
                                 .slack = pace->slack,
                                 .over_only = at->round >= pace->over_from,
                                 .longest = UINT32_MAX,
                                 .most = PATHS};
    TRY(pass_run(pass, PASS_REFINE, &rules, is_over, run, finished, error));
    struct planes_overflow overflow = planes_overflow(&pass->planes, 0);
    const uint64_t least = at->best_overflow;
    bool slow = least != UINT64_MAX && overflow.total > least - least / SLOW;
    at->stalled = overflow.total < least ? 0 : at->stalled + 1;
    TRY(keep_best(run, overflow.total, error));
    report(run, overflow);
    if (!*finished)
        return STATUS_OK;
    if ((slow && (at->proved == 0 || overflow.total < at->proved - at->proved / 4)) ||
        (at->stalled > 0 && at->stalled % CUTS_EVERY == 0 && at->proved != overflow.total))
        TRY(overflow_prove(&pass->planes, overflow, at, error));
    at->round++;
    if (overflow.total == 0) {
        at->phase = GLOBAL_POLISH;
        at->round = 0;
        memset(pass->planes.history, 0, pass->planes.cells * sizeof *pass->planes.history);
        set_penalty(pass, PRICE_MAX);
    } else if (at->proven == at->best_overflow || at->stalled == STALL ||
               at->round == (run->options->rounds > 0 ? run->options->rounds : ROUNDS_MAX)) {
        at->phase = GLOBAL_END;
    } else {
        planes_overflow(&pass->planes, (HISTORY + pass->planes.penalty / HISTORY_PART) *
                                           (at->proven > 0 ? HISTORY_PROVED : 1));
        at->penalty = at->penalty * (at->stalled < STALLED ? pace->percent : pace->stalled) / 100;
        at->penalty = at->penalty < 16 * PENALTY_MAX ? at->penalty : 16 * PENALTY_MAX;
        set_penalty(pass, at->penalty / 16);
    }
    return STATUS_OK;
}

/* A pass without a change of prices, by the rules of 2024 or without overflow. Long paths take most
 * of the time of a pass; they gain nearly all in the first one. */
static enum status refine(struct global_run *run, bool *finished, struct error *error)
{
    static const uint32_t PASSES[2][3] = {{1, 2, 6}, {1, 4, 8}}; /* by kind and effort */
    struct global_state *at = &run->at;
    bool polish = at->phase == GLOBAL_POLISH;
    struct refine_rules rules = {.margin = polish ? 8 + 4 * at->round : 5 * at->round,
                                 .slack = polish           ? 0
                                          : at->round == 0 ? 1536
                                                           : 192,
                                 .longest = polish           ? UINT32_MAX
                                            : at->round == 1 ? LONG_PATH
                                                             : LONG_FIRST,
                                 .labels = polish ? 0 : LABELS,
                                 .most = PATHS};
    TRY(pass_run(&run->pass, PASS_REFINE, &rules, is_over, run, finished, error));
    report(run, planes_overflow(&run->pass.planes, 0));
    const uint64_t parts = is_few(run) ? GAIN_PARTS : GAIN_PARTS_MANY;
    if (++at->round == PASSES[polish][run->options->effort] ||
        run->pass.changes * parts < run->pass.order.count)
        at->phase = GLOBAL_END;
    return STATUS_OK;
}

/* Runs the passes of patterns, on the device if there is one. */
static enum status wire(struct global_run *run, struct patterns *all, bool *finished,
                        struct error *error)
{
    static const uint32_t PASSES[] = {3, 2, 3}; /* by effort */
    const struct global_options *options = run->options;
    const uint32_t passes = PASSES[options->effort];
    if (options->device != NULL) {
        enum status status = patterns_run(all, passes, options->device, is_over, run, finished,
                                          options->needs_device ? error : &run->outcome->lost);
        if (status == STATUS_OK || options->needs_device)
            return status;
    }
    return patterns_run(all, passes, NULL, is_over, run, finished, error);
}

/* Wires the nets that have no route by patterns, and enters their trees. */
static enum status begin_by_patterns(struct global_run *run, bool *finished, struct error *error)
{
    struct pass *pass = &run->pass;
    struct patterns all;
    bool shaped, *leave = NULL;
    TRY(MEM_NEW(leave, (size_t)pass->order.count + 1, "nets", error));
    for (uint32_t at = 0; at < pass->order.count; at++)
        leave[at] = pass->routes->nets[pass->order.nets[at]].state == TILE_ROUTED ||
                    (pass->skip != NULL && pass->skip[pass->order.nets[at]]);
    enum status status =
        patterns_create(&all, &pass->planes, &pass->order, leave, pass->workers, error);
    THEN(status, wire(run, &all, finished, error));
    pass->patterns = &all;
    THEN(status, pass_run(pass, PASS_PATTERN, NULL, NULL, NULL, &shaped, error));
    pass->patterns = NULL;
    patterns_destroy(&all);
    MEM_FREE(leave);
    return status;
}

/* Enters the routes that exist, and gives the other nets a first one. */
static enum status begin(struct global_run *run, const struct tile_graph *graph, bool *finished,
                         struct error *error)
{
    struct global_state *at = &run->at;
    struct pass *pass = &run->pass;
    for (uint32_t net = 0; net < graph->net_count; net++)
        if ((graph->nets[net].idle || graph->nets[net].pin_count == 0) &&
            pass->routes->nets[net].state != TILE_ROUTED)
            TRY(tile_routes_set(pass->routes, net, NULL, 0, error));
    bool kept = false;
    for (uint32_t i = 0; i < pass->order.count && !kept; i++)
        kept = pass->routes->nets[pass->order.nets[i]].state == TILE_ROUTED;
    if (kept)
        TRY(pass_run(pass, PASS_KEEP, NULL, NULL, NULL, finished, error));
    kept = pass->changes > 0;
    at->penalty = 16 * PENALTY_FIRST;
    bool again = run->number > 0; /* each net goes around the nets before it */
    struct refine_rules around = {
        .margin = MARGIN_MAX, .most = PATHS, .longest = UINT32_MAX, .fresh = true};
    for (uint32_t i = 0; i < pass->planes.cells && again && pass->planes.history != NULL; i++)
        pass->planes.history[i] = random_hash((uint64_t)run->number << 32 | i) % 4; /* other ties */
    if (graph->rules != TILES_2024)
        set_penalty(pass, kept || again ? PENALTY_MAX : PENALTY_FIRST);
    TRY(again ? pass_run(pass, PASS_PATTERN, &around, is_over, run, finished, error)
              : begin_by_patterns(run, finished, error));
    struct planes_overflow overflow = planes_overflow(&pass->planes, 0);
    report(run, overflow);
    at->phase = graph->rules != TILES_2024 ? GLOBAL_NEGOTIATE : GLOBAL_REFINE;
    if (at->phase == GLOBAL_REFINE && run->options->effort == GLOBAL_FAST && !kept &&
        pass->order.count > NET_SLICES_FEW)
        at->phase = GLOBAL_END;
    if (!(kept || again) || graph->rules == TILES_2024)
        return STATUS_OK;
    TRY(keep_best(run, overflow.total, error));
    if (overflow.total == 0) {
        at->phase = GLOBAL_POLISH;
        set_penalty(pass, PRICE_MAX);
    }
    return STATUS_OK;
}

/* Continues from a state: the routes have been read, uses and prices follow from them. */
static enum status resume(struct global_run *run, struct global_state *from, struct error *error)
{
    struct pass *pass = &run->pass;
    bool finished;
    run->at = *from;
    from->history = NULL;
    from->best = (struct tile_routes){0};
    memset(pass->moved, true, pass->routes->net_count);
    TRY(pass_run(pass, PASS_RESUME, NULL, NULL, NULL, &finished, error));
    run->outcome->overflow = planes_overflow(&pass->planes, 0).total;
    if (pass->planes.history == NULL)
        return STATUS_OK;
    MEM_FREE(pass->planes.history);
    pass->planes.history = run->at.history;
    set_penalty(pass, run->at.phase == GLOBAL_POLISH ? PRICE_MAX : run->at.penalty / 16);
    return STATUS_OK;
}

static enum status route(struct global_run *run, const struct tile_graph *graph,
                         struct error *error)
{
    const struct global_options *options = run->options;
    bool finished = true;
    TRY(options->resume != NULL ? resume(run, options->resume, error)
                                : begin(run, graph, &finished, error));
    while (finished && run->at.phase != GLOBAL_END) {
        run->at.history = run->pass.planes.history;
        if (options->save != NULL && graph->net_count > NET_SLICES_FEW)
            options->save(options->context, run->pass.routes, &run->at);
        TRY(run->at.phase == GLOBAL_NEGOTIATE ? negotiate(run, &finished, error)
                                              : refine(run, &finished, error));
    }
    take_best(run);
    return STATUS_OK;
}

/* Routes once. *price: of the result. */
static enum status attempt(struct global_run *run, const struct tile_graph *graph,
                           struct tile_routes *routes, uint32_t number, uint64_t *price,
                           struct error *error)
{
    struct global_outcome *outcome = run->outcome;
    run->at = (struct global_state){.best_overflow = UINT64_MAX};
    run->number = number;
    *outcome = (struct global_outcome){.searches = outcome->searches};
    enum status status = pass_create(&run->pass, graph, routes, run->options->skip,
                                     run->options->threads, number, error);
    THEN(status, route(run, graph, error));
    outcome->searches += pass_searches(&run->pass);
    outcome->rounds = run->at.rounds;
    outcome->proven = run->at.proven;
    outcome->cut = run->at.cut;
    *price = run->pass.price;
    tile_routes_destroy(&run->at.best);
    pass_destroy(&run->pass);
    return status;
}

/* Few nets are routed several times in different orders; the best result counts. */
static enum status attempts(struct global_run *run, const struct tile_graph *graph,
                            struct tile_routes *routes, struct error *error)
{
    struct global_outcome first;
    uint64_t least, price;
    bool kept = run->options->resume != NULL;
    for (uint32_t net = 0; net < graph->net_count; net++)
        kept |= routes->nets[net].state == TILE_ROUTED;
    TRY(attempt(run, graph, routes, 0, &least, error));
    for (uint32_t i = 1; i < ATTEMPTS && !kept && graph->net_count <= NET_SLICES_FEW &&
                         run->outcome->searches < ATTEMPT_SEARCHES;
         i++) {
        struct tile_routes other = {0};
        first = *run->outcome;
        enum status status = tile_routes_create(&other, graph->net_count, error);
        THEN(status, attempt(run, graph, &other, i, &price, error));
        uint64_t overflow = graph->rules == TILES_2024 ? first.overflow : run->outcome->overflow;
        bool better = status == STATUS_OK && run->outcome->status == STATUS_OK &&
                      !run->outcome->timed_out &&
                      (overflow < first.overflow || (overflow == first.overflow && price < least));
        if (better) {
            struct tile_routes swapped = *routes;
            *routes = other;
            other = swapped;
            least = price;
        } else {
            first.searches = run->outcome->searches;
            first.timed_out |= run->outcome->timed_out;
            *run->outcome = first;
        }
        tile_routes_destroy(&other);
        TRY(status);
    }
    return STATUS_OK;
}

enum status global_route(const struct tile_graph *graph, struct tile_routes *routes,
                         const struct global_options *options, struct global_outcome *outcome,
                         struct error *error)
{
    assert(options->threads > 0 && routes->net_count == graph->net_count);
    struct global_run run = {.options = options, .outcome = outcome};
    *outcome = (struct global_outcome){.status = STATUS_OK};
    enum status status = attempts(&run, graph, routes, error);
    bool open = false;
    for (uint32_t net = 0; net < graph->net_count; net++)
        open |= routes->nets[net].state != TILE_ROUTED &&
                (options->skip == NULL || !options->skip[net]);
    if (open) /* cuts count all nets */
        outcome->proven = 0;
    if (outcome->status == STATUS_OK &&
        (open || (outcome->overflow > 0 && graph->rules != TILES_2024)))
        outcome->status = STATUS_UNROUTED;
    return status;
}
