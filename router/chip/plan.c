/* plan: trees in the map, tiles and phases. */
#include "router/chip/plan.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    TILE_SHIFT = 7, /* the smallest tile has sides of 128 */
    TILINGS = 4,
    MARGIN = 6,
    MARGIN_SHARE = 16,
};

/* ---- trees in the map ----------------------------------------------------------------------- */

void chip_plan_flag(struct chip_plan *plan, uint32_t net)
{
    __atomic_store_n(&plan->flagged[net], 1, __ATOMIC_RELAXED); /* several threads may write 1 */
}

void chip_plan_put(struct chip_plan *plan, uint32_t net)
{
    const struct chip_net *it = &plan->nets[net];
    uint16_t *state = plan->map.state;
    uint32_t *owner = plan->map.owner;
    bool met = false;
    for (uint32_t i = 0; i < it->count; i++) {
        uint32_t cell = it->path[i];
        if ((cell & (uint32_t)PATH_START) != 0)
            continue;
        if ((state[cell] & STATE_USERS) != 0) {
            met = true;
            if (owner[cell] != net)
                chip_plan_flag(plan, owner[cell]);
        }
        state[cell] = (uint16_t)(state[cell] + STATE_USER);
        owner[cell] = net;
    }
    if (met)
        chip_plan_flag(plan, net);
}

void chip_plan_take_out(struct chip_plan *plan, uint32_t net)
{
    const struct chip_net *it = &plan->nets[net];
    for (uint32_t i = 0; i < it->count; i++)
        if ((it->path[i] & (uint32_t)PATH_START) == 0)
            plan->map.state[it->path[i]] = (uint16_t)(plan->map.state[it->path[i]] - STATE_USER);
}

bool chip_plan_in_conflict(const struct chip_plan *plan, uint32_t net)
{
    const struct chip_net *it = &plan->nets[net];
    for (uint32_t i = 0; i < it->count; i++)
        if ((it->path[i] & (uint32_t)PATH_START) == 0 &&
            (plan->map.state[it->path[i]] & STATE_USERS) > STATE_USER)
            return true;
    return false;
}

uint64_t chip_plan_cost_of(const struct chip_plan *plan, const struct chip_net *net)
{
    const struct chip_map *map = &plan->map;
    const uint32_t row = map->width * map->layers;
    uint64_t cost = 0;
    uint32_t last = 0, z = 0;
    for (uint32_t i = 0; i < net->count; i++) {
        uint32_t cell = net->path[i] & INT32_MAX, step = cell - last;
        if ((net->path[i] & (uint32_t)PATH_START) != 0)
            z = cell % map->layers;
        else if (step == map->layers || -step == map->layers)
            cost += map->step[z][EAST];
        else if (step == row || -step == row)
            cost += map->step[z][NORTH];
        else {
            cost += step == 1 ? map->step[z][UP] : map->step[z][DOWN];
            z += step;
        }
        last = cell;
    }
    return cost;
}

/* ---- the plan ------------------------------------------------------------------------------- */

static void fill_net(struct chip_plan *plan, const struct grid *grid, const struct netlist *nets,
                     uint32_t index)
{
    const struct net *net = &nets->nets[index];
    struct chip_net *it = &plan->nets[index];
    it->pins = plan->spots + net->first_pin;
    it->pin_count = net->pin_count;
    it->box = (struct chip_rect){UINT32_MAX, UINT32_MAX, 0, 0};
    for (uint32_t i = net->first_pin; i < net->first_pin + net->pin_count; i++) {
        struct pin pin = nets->pins[i];
        uint32_t x = grid_x(grid, pin.cell), y = grid_y(grid, pin.cell);
        uint32_t z = pin.all_layers ? SPOT_ANY_LAYER : grid_z(grid, pin.cell);
        plan->spots[i] = (struct chip_spot){(uint16_t)x, (uint16_t)y, (uint16_t)z, 0};
        it->box.x0 = x < it->box.x0 ? x : it->box.x0;
        it->box.y0 = y < it->box.y0 ? y : it->box.y0;
        it->box.x1 = x > it->box.x1 ? x : it->box.x1;
        it->box.y1 = y > it->box.y1 ? y : it->box.y1;
    }
    uint32_t half = it->box.x1 - it->box.x0 + it->box.y1 - it->box.y0;
    it->margin = (uint16_t)(MARGIN + half / MARGIN_SHARE);
    it->routed = it->pin_count < 2;
    if (!it->routed)
        plan->order[plan->order_count++] = index;
}

struct by_size {
    uint32_t half, net;
};

static int compare_sizes(const void *a, const void *b)
{
    const struct by_size *p = a, *q = b;
    if (p->half != q->half)
        return p->half < q->half ? -1 : 1;
    return p->net < q->net ? -1 : p->net > q->net;
}

static enum status sort_nets(struct chip_plan *plan, struct error *error)
{
    struct by_size *all = mem_alloc(plan->order_count, sizeof *all, "the order of nets", error);
    if (all == NULL)
        return STATUS_FAILED;
    for (uint32_t i = 0; i < plan->order_count; i++) {
        struct chip_rect box = plan->nets[plan->order[i]].box;
        all[i] = (struct by_size){box.x1 - box.x0 + box.y1 - box.y0, plan->order[i]};
    }
    qsort(all, plan->order_count, sizeof *all, compare_sizes);
    for (uint32_t i = 0; i < plan->order_count; i++)
        plan->order[i] = all[i].net;
    free(all);
    return STATUS_OK;
}

enum status chip_plan_create(struct chip_plan *plan, const struct grid *grid,
                             const struct netlist *nets, unsigned threads, struct error *error)
{
    const uint32_t count = nets->net_count;
    *plan = (struct chip_plan){.count = count, .threads = threads};
    TRY(chip_map_create(&plan->map, grid, nets, error));
    plan->nets = mem_alloc(count, sizeof *plan->nets, "nets of a chip", error);
    plan->spots = mem_alloc(nets->pin_count, sizeof *plan->spots, "pins of a chip", error);
    plan->order = mem_alloc(count, sizeof *plan->order, "the order of nets", error);
    plan->flagged = mem_alloc(count, sizeof *plan->flagged, "nets of a round", error);
    plan->list = mem_alloc(count, sizeof *plan->list, "nets of a round", error);
    plan->sorted = mem_alloc(count, sizeof *plan->sorted, "nets of a round", error);
    plan->tile = mem_alloc(count, sizeof *plan->tile, "tiles of a round", error);
    plan->first = mem_alloc((size_t)count + 1, sizeof *plan->first, "tiles of a round", error);
    plan->growers = mem_alloc(threads, sizeof *plan->growers, "searches", error);
    if (plan->nets == NULL || plan->spots == NULL || plan->order == NULL || plan->flagged == NULL ||
        plan->list == NULL || plan->sorted == NULL || plan->tile == NULL || plan->first == NULL ||
        plan->growers == NULL)
        return STATUS_FAILED;
    for (unsigned i = 0; i < threads; i++)
        TRY(chip_grower_create(&plan->growers[i], &plan->map, error));
    TRY(workers_create(&plan->workers, threads, error));
    for (uint32_t net = 0; net < count; net++)
        fill_net(plan, grid, nets, net);
    return sort_nets(plan, error);
}

void chip_plan_destroy(struct chip_plan *plan)
{
    workers_destroy(plan->workers);
    for (unsigned i = 0; plan->growers != NULL && i < plan->threads; i++)
        chip_grower_destroy(&plan->growers[i]);
    for (uint32_t i = 0; plan->nets != NULL && i < plan->count; i++)
        free(plan->nets[i].path);
    free(plan->nets);
    free(plan->spots);
    free(plan->order);
    free(plan->flagged);
    free(plan->list);
    free(plan->sorted);
    free(plan->tile);
    free(plan->first);
    free(plan->growers);
    chip_map_destroy(&plan->map);
    *plan = (struct chip_plan){0};
}

/* ---- tiles ---------------------------------------------------------------------------------- */

enum { KEY_BITS = CHIP_TILE_BITS + 5 };

/* The phase (size and tiling) and the tile of a window, as one number that sorts by phase. */
static uint32_t tile_of(const struct chip_map *map, struct chip_rect window)
{
    for (uint32_t level = 0;; level++)
        for (uint32_t tiling = 0; tiling < TILINGS; tiling++) {
            uint32_t shift = TILE_SHIFT + level, half = UINT32_C(1) << (shift - 1);
            uint32_t ox = (tiling & 1) != 0 ? half : 0, oy = (tiling & 2) != 0 ? half : 0;
            uint32_t tx = (window.x0 + ox) >> shift, ty = (window.y0 + oy) >> shift;
            if ((window.x1 + ox) >> shift != tx || (window.y1 + oy) >> shift != ty)
                continue;
            uint32_t across = ((map->width + half) >> shift) + 1;
            return (level * TILINGS + tiling) << CHIP_TILE_BITS | (ty * across + tx);
        }
}

/* Sorts the nets by tile, those of one tile in the order given (counting sort of two digits). */
static void sort_by_tile(struct chip_plan *plan, const uint32_t *nets, uint32_t count)
{
    enum { DIGIT = KEY_BITS / 2, VALUES = 1 << DIGIT };
    uint32_t start[VALUES + 1];
    const uint32_t *from = nets;
    uint32_t *to = plan->list;
    for (uint32_t i = 0; i < count; i++)
        plan->tile[nets[i]] = tile_of(&plan->map, chip_window(&plan->map, &plan->nets[nets[i]]));
    for (uint32_t shift = 0; shift < KEY_BITS; shift += DIGIT) {
        memset(start, 0, sizeof start);
        for (uint32_t i = 0; i < count; i++)
            start[(plan->tile[from[i]] >> shift) % VALUES + 1]++;
        for (uint32_t v = 0; v < VALUES; v++)
            start[v + 1] += start[v];
        for (uint32_t i = 0; i < count; i++)
            to[start[(plan->tile[from[i]] >> shift) % VALUES]++] = from[i];
        from = to;
        to = plan->sorted;
    }
}

/* ---- phases --------------------------------------------------------------------------------- */

enum {
    BATCH = 64,       /* nets searched at once, ... */
    BATCH_SHARE = 8,  /* ... at most a part of those of the phases */
    BATCH_TILES = 32, /* phases of fewer tiles go in batches, ... */
    BATCH_LEVEL = 2,  /* ... from this size of tiles on */
};

struct phase {
    struct chip_plan *plan;
    const struct chip_turn *turn;
    const void *how;
    bool backward;
    uint32_t tiles;
    const uint32_t *nets; /* of a batch */
    uint32_t count;
    atomic_uint next;   /* tile, or net of a batch */
    atomic_bool failed; /* no memory */
};

static bool goes_on(const struct phase *phase)
{
    return !atomic_load(&phase->failed) && !phase->plan->is_over(phase->plan->context);
}

/* The turn's search, counted. */
static void seek(struct phase *phase, struct chip_grower *grower, uint32_t net)
{
    const uint64_t before = grower->search.searches;
    if (phase->turn->seek(phase->plan, grower, net, phase->how, NULL) != STATUS_OK)
        atomic_store(&phase->failed, true);
    phase->plan->nets[net].searches += (uint32_t)(grower->search.searches - before);
}

static void give_turn(struct phase *phase, struct chip_grower *grower, uint32_t net)
{
    if (!phase->turn->leave(phase->plan, net, phase->how))
        return;
    seek(phase, grower, net);
    phase->turn->enter(phase->plan, net, phase->how);
}

/* A thread's part of a phase: takes tiles until there are no more. */
static void run_tiles(void *context, size_t first, size_t end)
{
    struct phase *phase = context;
    struct chip_plan *plan = phase->plan;
    for (size_t runner = first; runner < end; runner++)
        for (uint32_t t; (t = atomic_fetch_add(&phase->next, 1)) < phase->tiles;) {
            uint32_t from = plan->first[t], to = plan->first[t + 1];
            for (uint32_t i = from; i < to && goes_on(phase); i++)
                give_turn(phase, &plan->growers[runner],
                          plan->sorted[phase->backward ? to - 1 - (i - from) : i]);
        }
}

static void run_batch(void *context, size_t first, size_t end)
{
    struct phase *phase = context;
    struct chip_plan *plan = phase->plan;
    for (size_t runner = first; runner < end; runner++)
        for (uint32_t i; (i = atomic_fetch_add(&phase->next, 1)) < phase->count;)
            seek(phase, &plan->growers[runner], phase->nets[i]);
}

/* Nets first .. end - 1 of the sorted ones, some at a time. */
static void run_batches(struct phase *phase, uint32_t first, uint32_t end)
{
    struct chip_plan *plan = phase->plan;
    uint32_t nets[BATCH], part = (end - first) / BATCH_SHARE;
    const uint32_t most = part < 1 ? 1 : part < BATCH ? part : BATCH;
    for (uint32_t done = first; done < end && goes_on(phase);) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < most && done < end; i++, done++) {
            uint32_t net = plan->sorted[phase->backward ? end - 1 - (done - first) : done];
            if (phase->turn->leave(plan, net, phase->how))
                nets[count++] = net;
        }
        phase->nets = nets;
        phase->count = count;
        atomic_store(&phase->next, 0);
        if (count > 0)
            workers_run(plan->workers, run_batch, phase,
                        count < plan->threads ? count : plan->threads, 1);
        for (uint32_t i = 0; i < count; i++)
            phase->turn->enter(plan, nets[i], phase->how);
    }
}

/* The tiles of nets first .. end - 1 of the sorted ones. */
static uint32_t find_tiles(struct chip_plan *plan, uint32_t first, uint32_t end)
{
    uint32_t tiles = 0;
    for (uint32_t i = first; i < end; i++)
        if (i == first || plan->tile[plan->sorted[i]] != plan->tile[plan->sorted[i - 1]])
            plan->first[tiles++] = i;
    plan->first[tiles] = end;
    return tiles;
}

static uint32_t phase_of(const struct chip_plan *plan, uint32_t i)
{
    return plan->tile[plan->sorted[i]] >> CHIP_TILE_BITS;
}

/* The nets of a phase: first .. end - 1 of the sorted ones. */
struct range {
    uint32_t first, end;
};

/* The phase that is next when `done` nets have had their turns. */
static struct range next_phase(const struct chip_plan *plan, uint32_t count, uint32_t done,
                               bool backward)
{
    struct range range;
    range.first = backward ? count - 1 - done : done;
    range.end = range.first + 1;
    const uint32_t phase = phase_of(plan, range.first);
    while (backward && range.first > 0 && phase_of(plan, range.first - 1) == phase)
        range.first--;
    while (!backward && range.end < count && phase_of(plan, range.end) == phase)
        range.end++;
    return range;
}

/* Whether a phase has few tiles, and those are large. */
static bool is_for_batches(struct chip_plan *plan, struct range range)
{
    return phase_of(plan, range.first) / TILINGS >= BATCH_LEVEL &&
           find_tiles(plan, range.first, range.end) < BATCH_TILES;
}

enum status chip_plan_turns(struct chip_plan *plan, const uint32_t *nets, uint32_t count,
                            bool backward, const struct chip_turn *turn, const void *how,
                            struct error *error)
{
    struct phase phase = {.plan = plan, .turn = turn, .how = how, .backward = backward};
    sort_by_tile(plan, nets, count);
    for (uint32_t done = 0; done < count && goes_on(&phase);) {
        struct range range = next_phase(plan, count, done, backward);
        done += range.end - range.first;
        if (turn->batches && is_for_batches(plan, range)) {
            while (done < count) { /* with those that follow, so that batches are full */
                struct range more = next_phase(plan, count, done, backward);
                if (!is_for_batches(plan, more))
                    break;
                done += more.end - more.first;
                range.first = more.first < range.first ? more.first : range.first;
                range.end = more.end > range.end ? more.end : range.end;
            }
            run_batches(&phase, range.first, range.end);
            continue;
        }
        phase.tiles = find_tiles(plan, range.first, range.end);
        atomic_store(&phase.next, 0);
        workers_run(plan->workers, run_tiles, &phase,
                    phase.tiles < plan->threads ? phase.tiles : plan->threads, 1);
    }
    return atomic_load(&phase.failed)
               ? error_set(error, STATUS_FAILED, "out of memory for the searches of a chip")
               : STATUS_OK;
}
