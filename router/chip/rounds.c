/* rounds: turns of negotiation, of refinement, and what is left in the end. */
#include "router/chip/rounds.h"

#include <stdlib.h>

enum {
    TOLL_PARTS = 10, /* the toll of a user goes up to TOLL_RISE / TOLL_PARTS a round, ... */
    TOLL_RISE = 13,
    TOLL_RISE_FEW = 20, /* ... this where few are in conflict, one net in FEW_PARTS, ... */
    FEW_PARTS = 256,
    TOLL_LAST = 2000, /* ... up to this */
    HISTORY_STEP = 2, /* of a cell, for each turn of a net that shares it */
    HISTORY_LATE = 6, /* rounds: from then on a part of the toll, where that is more */
    HISTORY_PART = 2,
    WIDER_ROUND = 4, /* from this round on windows grow, ... */
    WIDER_STEP = 2,  /* ... by so many cells */
    WIDER_LAST = 2000,
    MARGIN_LAST = 30000,
    ROUNDS_LEAST = 8, /* before it may stall */
    STALL = 12,       /* rounds without fewer conflicts, ... */
    STALL_FEW = 60,   /* ... and where there are few nets */
    FEW = 50,
    LAG_DOUBLINGS = 6,
};

/* ---- a turn --------------------------------------------------------------------------------- */

struct turn_rules {
    struct chip_growth growth;
    uint32_t history; /* what a shared cell learns */
};

static void own_again(struct chip_plan *plan, uint32_t net)
{
    const struct chip_net *it = &plan->nets[net];
    for (uint32_t i = 0; i < it->count; i++)
        if ((it->path[i] & (uint32_t)PATH_START) == 0)
            plan->map.owner[it->path[i]] = net;
}

static void learn(struct chip_plan *plan, uint32_t net, uint32_t amount)
{
    const struct chip_net *it = &plan->nets[net];
    for (uint32_t i = 0; i < it->count; i++) {
        if ((it->path[i] & (uint32_t)PATH_START) != 0)
            continue;
        uint16_t *state = &plan->map.state[it->path[i]];
        if ((*state & STATE_USERS) <= STATE_USER)
            continue;
        uint32_t history = (*state & STATE_HISTORY) + amount;
        history = history < STATE_HISTORY ? history : STATE_HISTORY;
        *state = (uint16_t)((*state - (*state & STATE_HISTORY)) + history);
    }
}

static bool leave(struct chip_plan *plan, uint32_t net, const void *how)
{
    const struct turn_rules *rules = how;
    struct chip_net *it = &plan->nets[net];
    if (it->routed && !chip_plan_in_conflict(plan, net)) {
        own_again(plan, net); /* who shared its cells has left and may have been their owner */
        return false;
    }
    if (it->routed) {
        learn(plan, net, rules->history);
        chip_plan_take_out(plan, net);
        it->routed = false;
        it->count = 0;
    }
    return true;
}

static enum status seek(struct chip_plan *plan, struct chip_grower *grower, uint32_t net,
                        const void *how, struct error *error)
{
    const struct turn_rules *rules = how;
    struct chip_net *it = &plan->nets[net];
    bool found;
    TRY(chip_grow(grower, it, &rules->growth, &found, error));
    it->failed = !found;
    return found ? chip_take(grower, it, error) : STATUS_OK;
}

static void enter(struct chip_plan *plan, uint32_t net, const void *how)
{
    (void)how;
    if (plan->nets[net].routed)
        chip_plan_put(plan, net);
    else
        chip_plan_flag(plan, net);
}

static const struct chip_turn negotiate_turn = {leave, seek, enter, true};

/* ---- negotiation ---------------------------------------------------------------------------- */

/* The nets of the next round, in order; those that failed get wider windows, later all do. */
static uint32_t gather(struct chip_plan *plan, uint32_t round, uint32_t *nets)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < plan->order_count; i++) {
        uint32_t net = plan->order[i];
        struct chip_net *it = &plan->nets[net];
        if (!plan->flagged[net])
            continue;
        plan->flagged[net] = 0;
        uint32_t margin = it->margin;
        if (it->failed)
            margin = 2 * margin < MARGIN_LAST ? 2 * margin : MARGIN_LAST;
        else if (round > WIDER_ROUND && margin < WIDER_LAST)
            margin += WIDER_STEP;
        it->margin = (uint16_t)margin;
        it->failed = false;
        nets[count++] = net;
    }
    return count;
}

static bool has_room(const struct chip_plan *plan, uint32_t net)
{
    const struct chip_net *it = &plan->nets[net];
    for (uint32_t i = 0; i < it->count; i++)
        if ((it->path[i] & (uint32_t)PATH_START) == 0 &&
            (plan->map.state[it->path[i]] & STATE_USERS) != 0)
            return false;
    return true;
}

/* Takes trees out, one by one, the longest net first, until none shares a cell. Then those come
 * back, the shortest first, whose cells the others have left free. Lists the nets without a tree,
 * in order. */
static uint32_t drop_conflicts(struct chip_plan *plan, uint32_t *nets)
{
    uint32_t count = 0;
    for (uint32_t i = plan->order_count; i-- > 0;) {
        struct chip_net *it = &plan->nets[plan->order[i]];
        if (!it->routed || !chip_plan_in_conflict(plan, plan->order[i]))
            continue;
        chip_plan_take_out(plan, plan->order[i]);
        it->routed = false;
    }
    for (uint32_t i = 0; i < plan->order_count; i++) {
        const uint32_t net = plan->order[i];
        struct chip_net *it = &plan->nets[net];
        if (it->routed)
            continue;
        if (it->count > 0 && has_room(plan, net)) {
            chip_plan_put(plan, net);
            it->routed = true;
            continue;
        }
        it->count = 0;
        nets[count++] = net;
    }
    return count;
}

/* Takes out what shares cells, and routes what has no tree around all others. */
static enum status settle(struct chip_plan *plan, const struct chip_rules *rules, uint32_t *nets,
                          struct error *error)
{
    const uint32_t count = drop_conflicts(plan, nets);
    const struct turn_rules hard = {
        .growth = {.toll = {.hard = true}, .lag = rules->lag, .branch = true}};
    const struct chip_turn turn = {leave, seek, enter, false};
    return chip_plan_turns(plan, nets, count, false, &turn, &hard, error);
}

/* Who still fights late may have to go far around, and searches more for it. */
static uint32_t lag_of(const struct chip_rules *rules, uint32_t round)
{
    uint32_t late = round > HISTORY_LATE ? round - HISTORY_LATE : 0;
    return late < LAG_DOUBLINGS ? rules->lag << late : CHIP_LAG_NONE;
}

enum status chip_negotiate(struct chip_plan *plan, const struct chip_rules *rules,
                           uint32_t rounds_max, uint32_t *rounds, struct error *error)
{
    uint32_t *nets = mem_alloc(plan->count, sizeof *nets, "nets of a round", error);
    if (nets == NULL)
        return STATUS_FAILED;
    uint32_t count = plan->order_count, least = UINT32_MAX, stalled = 0, round = 0;
    uint32_t toll = rules->first * 1024;
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < count; i++)
        nets[i] = plan->order[i];
    for (; count > 0 && round < rounds_max && status == STATUS_OK; round++) {
        if (plan->is_over(plan->context))
            break;
        const uint32_t present = toll / 1024, late = present / HISTORY_PART;
        const uint32_t lag = lag_of(rules, round);
        const struct turn_rules how = {
            .growth = {.toll = {.present = present, .history = true}, .lag = lag, .branch = true},
            .history = round > HISTORY_LATE && late > HISTORY_STEP ? late : HISTORY_STEP};
        status = chip_plan_turns(plan, nets, count, round % 2 == 1, &negotiate_turn, &how, error);
        count = gather(plan, round, nets);
        if (plan->progress != NULL)
            plan->progress(plan->context, round + 1, count);
        const bool few = (uint64_t)count * FEW_PARTS < plan->order_count;
        toll = toll / TOLL_PARTS * (few ? TOLL_RISE_FEW : TOLL_RISE);
        toll = toll < TOLL_LAST * 1024 ? toll : TOLL_LAST * 1024;
        if ((uint64_t)count * 50 < (uint64_t)least * 49) {
            least = count;
            stalled = 0;
        } else if (round > ROUNDS_LEAST && ++stalled >= (count > FEW ? STALL : STALL_FEW))
            break;
    }
    *rounds = round;
    if (status == STATUS_OK && (count > 0 || plan->is_over(plan->context)))
        status = settle(plan, rules, nets, error);
    free(nets);
    return status;
}

/* ---- refinement ----------------------------------------------------------------------------- */

/* Least cost that any tree of the net has, as far as it is known. */
static uint64_t bound_of(const struct chip_map *map, const struct chip_net *net)
{
    if (net->pin_count != 2)
        return 0;
    struct chip_spot a = net->pins[0], b = net->pins[1];
    if (a.z == SPOT_ANY_LAYER) {
        a = net->pins[1];
        b = net->pins[0];
    }
    if (a.z == SPOT_ANY_LAYER)
        return 0;
    uint32_t dx = chip_distance(a.x, b.x), dy = chip_distance(a.y, b.y);
    uint32_t i = dx < BOUND_SPAN ? dx : BOUND_SPAN, j = dy < BOUND_SPAN ? dy : BOUND_SPAN;
    const struct chip_bound *bound = &map->bound[b.z == SPOT_ANY_LAYER ? map->layers : b.z];
    return (uint64_t)dx + dy + bound->extra[a.z][i * (BOUND_SPAN + 1) + j];
}

static bool refine_leave(struct chip_plan *plan, uint32_t net, const void *how)
{
    struct chip_net *it = &plan->nets[net];
    (void)how;
    if (!it->routed || chip_plan_cost_of(plan, it) <= bound_of(&plan->map, it))
        return false;
    chip_plan_take_out(plan, net);
    return true;
}

static enum status refine_seek(struct chip_plan *plan, struct chip_grower *grower, uint32_t net,
                               const void *how, struct error *error)
{
    const struct turn_rules *rules = how;
    struct chip_net *it = &plan->nets[net];
    bool found;
    TRY(chip_grow(grower, it, &rules->growth, &found, error));
    const struct chip_net grown = {.path = grower->search.path,
                                   .count = (uint32_t)grower->search.path_count};
    if (!found || chip_plan_cost_of(plan, &grown) >= chip_plan_cost_of(plan, it))
        return STATUS_OK;
    return chip_take(grower, it, error);
}

static void refine_enter(struct chip_plan *plan, uint32_t net, const void *how)
{
    (void)how;
    if (plan->nets[net].routed) /* but where memory was out */
        chip_plan_put(plan, net);
}

enum status chip_refine(struct chip_plan *plan, const struct chip_rules *rules, struct error *error)
{
    static const struct chip_turn turn = {refine_leave, refine_seek, refine_enter, false};
    for (uint32_t round = 0; round < rules->refines && !plan->is_over(plan->context); round++) {
        const struct turn_rules how = {
            .growth = {.toll = {.hard = true}, .lag = rules->refine_lag, .branch = round % 2 == 0}};
        TRY(chip_plan_turns(plan, plan->order, plan->order_count, round % 2 == 1, &turn, &how,
                            error));
    }
    return STATUS_OK;
}
