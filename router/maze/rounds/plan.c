/* plan: the state of all nets of a large grid: adds each tree to the user counts of its cells in
 * the map, and sorts the nets by half perimeter. */
#include "router/maze/rounds/plan.h"

#include "router/maze/rounds/slices.h"
#include "router/search/field.h"

enum {
    NETS_PER_RANGE = 1024, /* minimum number of nets that a thread fills at a time */
};

/* ---- trees in the map ----------------------------------------------------------------------- */

void maze_plan_flag(struct maze_plan *plan, uint32_t net)
{
    assert(net < plan->count);
    /* Several threads may write 1. */
    __atomic_store_n(&plan->flagged[plan->nets[net].rank], 1, __ATOMIC_RELAXED);
}

/* Adds a user to a cell; true if the count is saturated then. */
static bool add_user(uint16_t *state)
{
    if ((*state & STATE_USERS) < STATE_USERS)
        *state = (uint16_t)(*state + STATE_USER);
    return (*state & STATE_USERS) == STATE_USERS;
}

void maze_plan_put(struct maze_plan *plan, uint32_t net)
{
    bool met = false, full = false;
    for (uint32_t i = 0, cell; maze_next_cell(&plan->nets[net], &i, &cell);) {
        uint16_t *state = &plan->map.state[cell];
        if ((*state & STATE_USERS) != 0) {
            met = true;
            if (plan->map.owner[cell] != net)
                maze_plan_flag(plan, plan->map.owner[cell]);
        }
        full |= add_user(state);
        plan->map.owner[cell] = net;
    }
    if (full)
        __atomic_store_n(&plan->full, true, __ATOMIC_RELAXED);
    if (met)
        maze_plan_flag(plan, net);
}

void maze_plan_take_out(struct maze_plan *plan, uint32_t net)
{
    for (uint32_t i = 0, cell; maze_next_cell(&plan->nets[net], &i, &cell);) {
        uint16_t *state = &plan->map.state[cell];
        assert((*state & STATE_USERS) != 0);
        if ((*state & STATE_USERS) < STATE_USERS)
            *state = (uint16_t)(*state - STATE_USER);
    }
}

void maze_plan_own(struct maze_plan *plan, uint32_t net)
{
    for (uint32_t i = 0, cell; maze_next_cell(&plan->nets[net], &i, &cell);)
        plan->map.owner[cell] = net;
}

void maze_plan_add_history(struct maze_plan *plan, uint32_t net, uint32_t amount)
{
    assert(amount <= STATE_HISTORY);
    for (uint32_t i = 0, cell; maze_next_cell(&plan->nets[net], &i, &cell);) {
        uint16_t *state = &plan->map.state[cell];
        const uint32_t history = (*state & STATE_HISTORY) + amount;
        if ((*state & STATE_USERS) > STATE_USER)
            *state = (uint16_t)((*state & ~(uint32_t)STATE_HISTORY) |
                                (history < STATE_HISTORY ? history : STATE_HISTORY));
    }
}

void maze_plan_recount(struct maze_plan *plan)
{
    const size_t cells = (size_t)plan->map.width * plan->map.height * plan->map.layers;
    if (!__atomic_exchange_n(&plan->full, false, __ATOMIC_RELAXED))
        return;
    for (size_t i = 0; i < cells; i++)
        plan->map.state[i] &= (uint16_t)~STATE_USERS;
    for (uint32_t net = 0; net < plan->count; net++)
        for (uint32_t i = 0, cell;
             plan->nets[net].routed && maze_next_cell(&plan->nets[net], &i, &cell);)
            if (add_user(&plan->map.state[cell]))
                __atomic_store_n(&plan->full, true, __ATOMIC_RELAXED);
}

/* True if a cell of the net's tree has more users; `users` is a value of the bits STATE_USERS. */
static bool has_users_above(const struct maze_plan *plan, uint32_t net, uint32_t users)
{
    assert(net < plan->count);
    for (uint32_t i = 0, cell; maze_next_cell(&plan->nets[net], &i, &cell);)
        if ((plan->map.state[cell] & STATE_USERS) > users)
            return true;
    return false;
}

bool maze_plan_has_room(const struct maze_plan *plan, uint32_t net)
{
    return !has_users_above(plan, net, 0);
}

bool maze_plan_in_conflict(const struct maze_plan *plan, uint32_t net)
{
    return has_users_above(plan, net, STATE_USER);
}

uint64_t maze_plan_cost_of(const struct maze_plan *plan, const struct maze_net *net)
{
    const struct maze_map *map = &plan->map;
    const uint32_t row = map->width * map->layers;
    uint64_t cost = 0;
    uint32_t last = 0, z = 0, axis = AXIS_NONE;
    for (uint32_t i = 0; i < net->count; i++) {
        const uint32_t cell = net->path[i] & INT32_MAX, step = cell - last, before = axis;
        axis = AXIS_NONE;
        if ((net->path[i] & (uint32_t)PATH_START) != 0) {
            z = cell % map->layers;
        } else {
            cost += map->extra != NULL ? map->extra[cell] : 0;
            if (step == map->layers || -step == map->layers) {
                cost += map->step[z][EAST];
                axis = AXIS_X;
            } else if (step == row || -step == row) {
                cost += map->step[z][NORTH];
                axis = AXIS_Y;
            } else {
                cost += step == 1 ? map->step[z][UP] : map->step[z][DOWN];
                z += step;
            }
        }
        cost += before + axis == AXIS_X + AXIS_Y && before != axis ? map->bend : 0;
        last = cell;
    }
    return cost;
}

uint64_t maze_plan_bound_of(const struct maze_map *map, const struct maze_net *net)
{
    if (net->pin_count != 2)
        return 0;
    struct maze_spot a = net->pins[0], b = net->pins[1];
    if (a.z == SPOT_ANY_LAYER) {
        a = net->pins[1];
        b = net->pins[0];
    }
    if (a.z == SPOT_ANY_LAYER)
        return 0;
    uint32_t dx = maze_distance(a.x, b.x), dy = maze_distance(a.y, b.y);
    uint32_t i = dx < BOUND_SPAN ? dx : BOUND_SPAN, j = dy < BOUND_SPAN ? dy : BOUND_SPAN;
    const struct maze_bound *bound = &map->bound[b.z == SPOT_ANY_LAYER ? map->layers : b.z];
    return (uint64_t)dx + dy + bound->extra[a.z][i * (BOUND_SPAN + 1) + j];
}

/* ---- the plan ------------------------------------------------------------------------------- */

static uint32_t half_of(const struct maze_net *net)
{
    return net->box.x1 - net->box.x0 + net->box.y1 - net->box.y0;
}

static void fill_net(struct maze_plan *plan, const struct grid *grid, const struct netlist *nets,
                     uint32_t index)
{
    const struct net *net = &nets->nets[index];
    struct maze_net *it = &plan->nets[index];
    it->pins = plan->spots + net->first_pin;
    it->pin_count = net->pin_count;
    it->box = box_of_pins(grid, nets, index);
    for (uint32_t i = net->first_pin; i < net->first_pin + net->pin_count; i++) {
        struct pin pin = nets->pins[i];
        uint32_t x = grid_x(grid, pin.cell), y = grid_y(grid, pin.cell);
        uint32_t z = pin.all_layers ? SPOT_ANY_LAYER : grid_z(grid, pin.cell);
        plan->spots[i] = (struct maze_spot){(uint16_t)x, (uint16_t)y, (uint16_t)z, 0};
    }
    it->margin = (uint16_t)(MAZE_MARGIN + half_of(it) / MAZE_MARGIN_SHARE);
}

/* The key that sorts the nets: the half perimeter; in_order: only its number of binary digits. */
static uint32_t key_of(const struct maze_net *net, bool in_order)
{
    const uint32_t half = half_of(net);
    return !in_order || half == 0 ? half : 32 - (uint32_t)__builtin_clz(half);
}

struct filling {
    struct maze_plan *plan;
    const struct grid *grid;
    const struct netlist *nets;
};

static void fill_nets(void *context, size_t first, size_t end)
{
    const struct filling *it = context;
    for (size_t net = first; net < end; net++)
        fill_net(it->plan, it->grid, it->nets, (uint32_t)net);
}

/* Sets `routed` for nets that need no search: nets of one pin, and nets that are not chosen. */
static void choose_nets(struct maze_plan *plan, const struct maze_choice *choice)
{
    for (uint32_t net = 0; net < plan->count; net++)
        plan->nets[net].routed = choice->nets != NULL || plan->nets[net].pin_count < 2;
    for (uint32_t i = 0; i < choice->count && choice->nets != NULL; i++)
        plan->nets[choice->nets[i]].routed = plan->nets[choice->nets[i]].pin_count < 2;
}

/* Sorts the nets by length (counting sort); equal ones keep their order. */
static enum status sort_nets(struct maze_plan *plan, const struct maze_choice *choice,
                             struct error *error)
{
    const uint32_t listed = choice->nets != NULL ? choice->count : plan->count;
    const bool in_order = choice->in_order;
    const uint32_t longest = plan->map.width + plan->map.height;
    uint32_t *start;
    TRY(MEM_NEW(start, (size_t)longest + 1, "the order of nets", error));
    for (uint32_t net = 0; net < plan->count; net++)
        if (!plan->nets[net].routed)
            start[key_of(&plan->nets[net], in_order) + 1]++;
    for (uint32_t half = 0; half < longest; half++)
        start[half + 1] += start[half];
    plan->order_count = start[longest];
    for (uint32_t i = 0; i < listed; i++) {
        const uint32_t net = choice->nets != NULL ? choice->nets[i] : i;
        if (!plan->nets[net].routed) {
            struct maze_net *it = &plan->nets[net];
            it->rank = start[key_of(it, in_order)]++;
            plan->order[it->rank] = net;
        }
    }
    free(start);
    return STATUS_OK;
}

enum status maze_plan_create(struct maze_plan *plan, const struct grid *grid,
                             const struct netlist *nets, const struct maze_choice *choice,
                             unsigned threads, struct workers *workers, struct error *error)
{
    assert(threads >= 1);
    const uint32_t count = nets->net_count;
    const uint64_t *closed = choice->closed != NULL ? choice->closed : grid->blocked;
    *plan = (struct maze_plan){.count = count, .threads = threads, .workers = workers};
    if (workers == NULL) {
        TRY(workers_create(&plan->own_workers, threads, error));
        plan->workers = plan->own_workers;
    }
    TRY(maze_map_create(&plan->map, grid, closed, nets, plan->workers, error));
    TRY(MEM_NEW(plan->dealt, count, "nets of a round", error));
    TRY(MEM_NEW(plan->spare, count, "nets of a round", error));
    TRY(MEM_NEW(plan->nets, count, "nets of a design", error));
    TRY(MEM_NEW(plan->spots, nets->pin_count, "pins of a design", error));
    TRY(MEM_NEW(plan->order, count, "the order of nets", error));
    TRY(MEM_NEW(plan->flagged, (size_t)count + MAZE_FLAGS, "nets of a round", error));
    TRY(MEM_NEW(plan->growers, threads, "searches", error));
    for (unsigned i = 0; i < threads; i++)
        TRY(maze_grower_create(&plan->growers[i], &plan->map, error));
    TRY(groups_create(&plan->groups, ((plan->map.width - 1) >> SLICE_BIN_SHIFT) + 1,
                      ((plan->map.height - 1) >> SLICE_BIN_SHIFT) + 1, count, threads, error));
    struct filling filling = {plan, grid, nets};
    workers_run(plan->workers, fill_nets, &filling, count, NETS_PER_RANGE);
    choose_nets(plan, choice);
    return sort_nets(plan, choice, error);
}

void maze_plan_destroy(struct maze_plan *plan)
{
    workers_destroy(plan->own_workers);
    for (unsigned i = 0; plan->growers != NULL && i < plan->threads; i++)
        maze_grower_destroy(&plan->growers[i]);
    groups_destroy(&plan->groups);
    maze_map_destroy(&plan->map);
    MEM_CLEAR(plan, plan->nets, plan->spots, plan->order, plan->dealt, plan->spare, plan->flagged,
              plan->growers);
}

size_t maze_plan_bytes(const struct maze_plan *plan)
{
    const struct maze_map *map = &plan->map;
    const size_t cells = (size_t)map->width * map->height * map->layers;
    size_t bytes = groups_bytes(&plan->groups) +
                   cells * (sizeof *map->state + sizeof *map->owner +
                            (map->extra != NULL ? sizeof *map->extra : 0) +
                            (map->walls != NULL ? sizeof *map->walls : 0)) +
                   plan->count * (sizeof *plan->nets + sizeof *plan->order + sizeof *plan->flagged +
                                  2 * sizeof *plan->dealt);
    for (uint32_t net = 0; net < plan->count; net++)
        bytes += plan->nets[net].pin_count * sizeof *plan->spots;
    for (unsigned i = 0; i < plan->threads; i++)
        bytes += maze_search_bytes(&plan->growers[i].search) +
                 plan->growers[i].trees.cells * sizeof *plan->growers[i].trees.next;
    return bytes;
}
