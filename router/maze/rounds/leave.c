/* leave: takes out one tree, or the trees of a list with all threads. */
#include "router/maze/rounds/leave.h"

#include <stdlib.h>

enum { NETS_LEAST = 32 }; /* fewer leave one after the other */

/* The net that shared these cells is gone; makes this net their owner again. */
static void own(struct maze_plan *plan, uint32_t net)
{
    const struct maze_net *it = &plan->nets[net];
    for (uint32_t i = 0; i < it->count; i++)
        if ((it->path[i] & (uint32_t)PATH_START) == 0)
            plan->map.owner[it->path[i]] = net;
}

static bool is_shared(const struct maze_plan *plan, uint32_t cell)
{
    return (cell & (uint32_t)PATH_START) == 0 && (plan->map.state[cell] & STATE_USERS) > STATE_USER;
}

static void add_history(struct maze_plan *plan, uint32_t cell, uint32_t amount)
{
    uint16_t *state = &plan->map.state[cell];
    const uint32_t history = (*state & STATE_HISTORY) + amount;
    *state = (uint16_t)((*state - (*state & STATE_HISTORY)) +
                        (history < STATE_HISTORY ? history : STATE_HISTORY));
}

static void forget_tree(struct maze_net *net)
{
    net->routed = false;
    net->count = 0;
}

bool maze_leave(struct maze_plan *plan, uint32_t net, uint32_t history)
{
    assert(net < plan->count && history <= STATE_HISTORY);
    struct maze_net *it = &plan->nets[net];
    if (!it->routed)
        return true;
    if (!maze_plan_in_conflict(plan, net)) {
        own(plan, net);
        return false;
    }
    for (uint32_t i = 0; i < it->count; i++)
        if (is_shared(plan, it->path[i]))
            add_history(plan, it->path[i], history);
    maze_plan_take_out(plan, net);
    forget_tree(it);
    return true;
}

/* ---- many nets ------------------------------------------------------------------------------ */

struct leaving {
    struct maze_plan *plan;
    const uint32_t *nets;
    uint32_t *shared;           /* cells of the nets that others use, too */
    uint32_t first[MAZE_BATCH]; /* of a net in `shared` */
    uint32_t count[MAZE_BATCH]; /* number of them */
    bool stays[MAZE_BATCH];
};

static void list_shared(void *context, size_t first, size_t end)
{
    struct leaving *it = context;
    for (size_t i = first; i < end; i++) {
        const struct maze_net *net = &it->plan->nets[it->nets[i]];
        uint32_t *shared = it->shared + it->first[i], count = 0;
        for (uint32_t c = 0; c < net->count; c++)
            if (is_shared(it->plan, net->path[c]))
                shared[count++] = net->path[c];
        it->count[i] = count;
    }
}

/* The net's turn at the cells that were shared as the list began. */
static void leave_shared(struct leaving *it, uint32_t i, uint32_t history)
{
    const uint32_t *shared = it->shared + it->first[i];
    uint16_t *state = it->plan->map.state;
    it->stays[i] = it->plan->nets[it->nets[i]].routed;
    for (uint32_t c = 0; c < it->count[i] && it->stays[i]; c++)
        it->stays[i] = !is_shared(it->plan, shared[c]);
    for (uint32_t c = 0; c < it->count[i] && !it->stays[i]; c++) {
        if (is_shared(it->plan, shared[c]))
            add_history(it->plan, shared[c], history);
        if ((state[shared[c]] & STATE_USERS) < STATE_USERS)
            state[shared[c]] = (uint16_t)(state[shared[c]] - STATE_USER);
    }
}

/* Takes out what the nets had for themselves. */
static void leave_others(void *context, size_t first, size_t end)
{
    struct leaving *it = context;
    for (size_t i = first; i < end; i++) {
        struct maze_net *net = &it->plan->nets[it->nets[i]];
        const uint32_t *shared = it->shared + it->first[i], *last = shared + it->count[i];
        if (it->stays[i]) {
            own(it->plan, it->nets[i]);
            continue;
        }
        for (uint32_t c = 0; c < net->count; c++) {
            const uint32_t cell = net->path[c];
            uint16_t *state = &it->plan->map.state[cell & INT32_MAX];
            if (shared < last && *shared == cell)
                shared++;
            else if ((cell & (uint32_t)PATH_START) == 0)
                *state = (uint16_t)(*state - STATE_USER);
        }
        forget_tree(net);
    }
}

uint32_t maze_leave_all(struct maze_plan *plan, uint32_t *nets, uint32_t count, uint32_t history)
{
    struct leaving it = {.plan = plan, .nets = nets};
    uint32_t left = 0, cells = 0;
    assert(count <= MAZE_BATCH);
    for (uint32_t i = 0; i < count; i++) {
        it.first[i] = cells;
        cells += plan->nets[nets[i]].count;
    }
    if (plan->threads > 1 && count >= NETS_LEAST && cells > 0)
        it.shared = malloc(cells * sizeof *it.shared); /* without memory it goes as below */
    if (it.shared == NULL) {
        for (uint32_t i = 0; i < count; i++)
            if (maze_leave(plan, nets[i], history))
                nets[left++] = nets[i];
        return left;
    }
    workers_run(plan->workers, list_shared, &it, count, 1);
    for (uint32_t i = 0; i < count; i++)
        leave_shared(&it, i, history);
    workers_run(plan->workers, leave_others, &it, count, 1);
    for (uint32_t i = 0; i < count; i++)
        if (!it.stays[i])
            nets[left++] = nets[i];
    free(it.shared);
    return left;
}
