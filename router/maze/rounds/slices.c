/* slices: finds the slice of each net, sorts the nets by slices (radix sort), and lists those that
 * have lost their trees. */
#include "router/maze/rounds/slices.h"

#include "router/search/field.h"

enum {
    NETS_PER_RANGE = 1024, /* nets whose slices a thread finds, at least */
    UNITS_PER_RANGE = 256, /* units that a thread fills, at least */
    DIGIT_BITS = 10,       /* bits per pass of the radix sort */
};

/* 1 + the number of the tile that holds the window in a tiling; 0: no tile holds it. */
static uint32_t tile_of(const struct maze_map *map, struct box window, uint32_t side,
                        uint32_t tiling)
{
    const uint32_t ox = (tiling & 1) != 0 ? side / 2 : 0, oy = (tiling & 2) != 0 ? side / 2 : 0;
    const uint32_t x = (window.x0 + ox) / side, y = (window.y0 + oy) / side;
    if ((window.x1 + ox) / side != x || (window.y1 + oy) / side != y)
        return 0;
    return y * (map->width / side + 2) + x + 1;
}

uint32_t maze_slice_of(const struct maze_plan *plan, uint32_t net, uint32_t round, uint32_t count)
{
    const struct maze_net *it = &plan->nets[net];
    uint32_t number = 0;
    for (uint32_t half = it->box.x1 - it->box.x0 + it->box.y1 - it->box.y0; half > SLICE_SHORT;
         half /= 2)
        number++;
    const uint32_t side = number < 2 ? (uint32_t)SLICE_TILE : (uint32_t)(2 * SLICE_TILE);
    for (uint32_t tiling = 0; tiling < SLICE_TILINGS && number < SLICE_TILED; tiling++) {
        const uint32_t tile = tile_of(&plan->map, maze_window(&plan->map, it), side, tiling);
        assert(tile >> SLICE_TILE_BITS == 0);
        if (tile != 0)
            return (number * SLICE_PARTS + tiling) << SLICE_TILE_BITS | tile;
    }
    uint32_t slices =
        (uint32_t)SLICES_MOST >> (number < SLICE_TILED ? 0 : number - SLICE_TILED + 1);
    if (round > 0 && number >= SLICE_LONG) {
        number = SLICE_LONG;
        slices = 0;
    }
    slices = slices > SLICES_LEAST ? slices : (uint32_t)SLICES_LEAST;
    slices = slices < count / SLICE_NETS + 1 ? slices : count / SLICE_NETS + 1;
    uint64_t hash =
        net * UINT64_C(0x9e3779b97f4a7c15) + ((uint64_t)round + 1) * UINT64_C(0xd1b54a32d192ed03);
    hash = (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return (number * SLICE_PARTS + SLICE_TILINGS + (uint32_t)(hash >> 32) % slices)
           << SLICE_TILE_BITS;
}

struct dealing {
    struct maze_plan *plan;
    const uint32_t *nets;
    uint32_t count, round;
};

static void find_slices(void *context, size_t first, size_t end)
{
    const struct dealing *it = context;
    for (size_t i = first; i < end; i++)
        it->plan->dealt[i] = (struct maze_dealt){
            maze_slice_of(it->plan, it->nets[i], it->round, it->count), it->nets[i]};
}

/* Sorts the nets by slices; those of a slice keep their order. */
static void deal(struct dealing *it)
{
    struct maze_plan *plan = it->plan;
    struct maze_dealt *from = plan->dealt, *to = plan->spare;
    workers_run(plan->workers, find_slices, it, it->count, NETS_PER_RANGE);
    for (uint32_t shift = 0; shift < SLICE_BITS; shift += DIGIT_BITS) {
        uint32_t start[(1 << DIGIT_BITS) + 1] = {0};
        const uint32_t mask = (1 << DIGIT_BITS) - 1;
        for (uint32_t i = 0; i < it->count; i++)
            start[(from[i].slice >> shift & mask) + 1]++;
        for (uint32_t digit = 0; digit < mask; digit++)
            start[digit + 1] += start[digit];
        for (uint32_t i = 0; i < it->count; i++)
            to[start[from[i].slice >> shift & mask]++] = from[i];
        struct maze_dealt *last = from;
        from = to;
        to = last;
    }
    plan->dealt = from;
    plan->spare = to;
}

/* ---- units ---------------------------------------------------------------------------------- */

struct slice_units {
    struct maze_plan *plan;
    bool has_trees; /* atomic */
};

/* Groups the nets of a tile. */
static void make_units(struct maze_plan *plan, uint32_t count)
{
    struct groups *groups = &plan->groups;
    groups->unit_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t slice = plan->dealt[i].slice;
        const bool tiled = maze_slice_is_tiled(slice);
        if (tiled && i > 0 && slice == plan->dealt[i - 1].slice)
            groups->units[groups->unit_count - 1].count++;
        else
            groups->units[groups->unit_count++] = (struct group_unit){
                .slice = slice >> SLICE_TILE_BITS, .first = i, .count = 1, .whole = tiled};
    }
}

static void fill_units(void *context, size_t first, size_t end)
{
    struct slice_units *it = context;
    const struct maze_plan *plan = it->plan;
    bool has_trees = false;
    for (size_t u = first; u < end; u++) {
        struct group_unit *unit = &it->plan->groups.units[u];
        struct box all = box_empty();
        for (uint32_t i = unit->first; i < unit->first + unit->count; i++) {
            struct maze_net *net = &plan->nets[it->plan->dealt[i].net];
            all = box_join(all, maze_window(&plan->map, net));
            net->turn = true;
            has_trees |= net->routed;
        }
        unit->window = (struct box){all.x0 >> SLICE_BIN_SHIFT, all.y0 >> SLICE_BIN_SHIFT,
                                    all.x1 >> SLICE_BIN_SHIFT, all.y1 >> SLICE_BIN_SHIFT};
    }
    if (has_trees)
        __atomic_store_n(&it->has_trees, true, __ATOMIC_RELAXED);
}

static void take_step(void *context, uint32_t net, enum turn_step step, unsigned thread)
{
    struct maze_turns *turns = context;
    maze_turn_step(turns, turns->plan->dealt[net].net, step, &turns->plan->growers[thread]);
}

enum status maze_give_turns(struct maze_plan *plan, uint32_t *nets, uint32_t count,
                            const struct maze_round *round, uint32_t *lost, struct error *error)
{
    assert((count == 0 || nets != NULL) && count <= plan->count && plan->is_over != NULL);
    struct maze_turns turns = {.plan = plan, .round = round};
    struct dealing dealing = {plan, nets, count, round->number};
    deal(&dealing);
    struct slice_units units = {.plan = plan};
    make_units(plan, count);
    workers_run(plan->workers, fill_units, &units, plan->groups.unit_count, UNITS_PER_RANGE);
    TRY(groups_make(&plan->groups, plan->workers, error));
    steps_run(&(struct steps){&plan->groups, take_step, &turns, !units.has_trees, false, NULL},
              plan->workers);
    *lost = 0;
    for (uint32_t i = 0; i < count && round->growth.toll.hard; i++)
        if (plan->nets[plan->dealt[i].net].turn && !plan->nets[plan->dealt[i].net].routed)
            nets[(*lost)++] = plan->dealt[i].net;
    return atomic_load(&turns.failed)
               ? error_set(error, STATUS_FAILED, "out of memory for the searches of a design")
               : STATUS_OK;
}
