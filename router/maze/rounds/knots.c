/* knots: groups the nets of tiles into units, and links units to knots, each thread in its own rows
 * of bins. */
#include "router/maze/rounds/slices.h"

enum {
    BIN_SHIFT = 6,         /* log2 of the side of a bin in cells */
    UNITS_PER_RANGE = 256, /* minimum number of units that a thread fills or links */
};

struct making {
    struct maze_plan *plan;
    uint32_t count, bands;
    bool has_trees; /* atomic */
};

/* ---- units ---------------------------------------------------------------------------------- */

/* Groups the nets of a tile. */
static void make_units(struct making *it)
{
    struct maze_knots *knots = &it->plan->knots;
    knots->unit_count = 0;
    for (uint32_t i = 0; i < it->count; i++) {
        const bool tiled = maze_slice_is_tiled(it->plan->dealt[i].slice);
        if (tiled && i > 0 && it->plan->dealt[i].slice == it->plan->dealt[i - 1].slice)
            knots->units[knots->unit_count - 1].count++;
        else
            knots->units[knots->unit_count++] =
                (struct maze_unit){.first = i, .count = 1, .tiled = tiled};
    }
}

static void fill_units(void *context, size_t first, size_t end)
{
    struct making *it = context;
    const struct maze_plan *plan = it->plan;
    bool has_trees = false;
    for (size_t u = first; u < end; u++) {
        struct maze_unit *unit = &it->plan->knots.units[u];
        struct box all = {UINT32_MAX, UINT32_MAX, 0, 0};
        for (uint32_t i = unit->first; i < unit->first + unit->count; i++) {
            struct maze_net *net = &plan->nets[it->plan->dealt[i].net];
            const struct box window = maze_window(&plan->map, net);
            all.x0 = window.x0 < all.x0 ? window.x0 : all.x0;
            all.y0 = window.y0 < all.y0 ? window.y0 : all.y0;
            all.x1 = window.x1 > all.x1 ? window.x1 : all.x1;
            all.y1 = window.y1 > all.y1 ? window.y1 : all.y1;
            net->turn = true;
            has_trees |= net->routed;
        }
        unit->window = (struct box){all.x0 >> BIN_SHIFT, all.y0 >> BIN_SHIFT, all.x1 >> BIN_SHIFT,
                                    all.y1 >> BIN_SHIFT};
        unit->links =
            (unit->window.x1 - unit->window.x0 + 1) * (unit->window.y1 - unit->window.y0 + 1);
        unit->waits = unit->links;
    }
    if (has_trees)
        __atomic_store_n(&it->has_trees, true, __ATOMIC_RELAXED);
}

/* ---- knots ---------------------------------------------------------------------------------- */

/* Calls `body` for each link in the rows of bins of the bands first .. end - 1, slice by slice. */
static inline void each_link(const struct making *it, size_t first, size_t end,
                             void body(struct maze_knots *knots, struct maze_bin *bin,
                                       uint32_t unit, uint32_t link, bool starts))
{
    struct maze_knots *knots = &it->plan->knots;
    const uint32_t y0 = (uint32_t)(knots->down * first / it->bands);
    const uint32_t y1 = (uint32_t)(knots->down * end / it->bands);
    for (uint32_t u = 0; u < knots->unit_count; u++) {
        const struct maze_unit *unit = &knots->units[u];
        const struct box w = unit->window;
        const uint32_t slice = (it->plan->dealt[unit->first].slice >> SLICE_TILE_BITS) + 1;
        const uint32_t low = w.y0 > y0 ? w.y0 : y0, high = w.y1 + 1 < y1 ? w.y1 + 1 : y1;
        for (uint32_t y = low; y < high; y++)
            for (uint32_t x = w.x0; x <= w.x1; x++) {
                struct maze_bin *bin = &knots->bins[(size_t)y * knots->across + x];
                const bool starts = bin->slice != slice;
                bin->slice = slice;
                body(knots, bin, u, unit->link + (y - w.y0) * (w.x1 - w.x0 + 1) + (x - w.x0),
                     starts);
            }
    }
}

static void count_link(struct maze_knots *knots, struct maze_bin *bin, uint32_t unit, uint32_t link,
                       bool starts)
{
    (void)knots;
    (void)unit;
    (void)link;
    bin->links++;
    bin->knots += starts;
}

static void count_links(void *context, size_t first, size_t end)
{
    each_link(context, first, end, count_link);
}

static void make_link(struct maze_knots *knots, struct maze_bin *bin, uint32_t unit, uint32_t link,
                      bool starts)
{
    if (starts)
        knots->knots[++bin->knot] = (struct maze_knot){0, bin->link, 0};
    knots->knots[bin->knot].count++;
    knots->members[bin->link++] = unit;
    knots->knot_of[link] = bin->knot;
}

static void make_links(void *context, size_t first, size_t end)
{
    each_link(context, first, end, make_link);
}

enum status maze_knots_make(struct maze_plan *plan, uint32_t count, bool *has_trees,
                            struct error *error)
{
    struct maze_knots *knots = &plan->knots;
    struct making making = {.plan = plan, .count = count};
    const size_t bins = (size_t)knots->across * knots->down;
    uint32_t links = 0, all = 0;
    assert(count <= knots->nets);
    make_units(&making);
    workers_run(plan->workers, fill_units, &making, knots->unit_count, UNITS_PER_RANGE);
    *has_trees = making.has_trees;
    making.bands = knots->unit_count / UNITS_PER_RANGE + 1;
    making.bands = making.bands < plan->threads ? making.bands : plan->threads;
    for (uint32_t u = 0; u < knots->unit_count; u++) {
        knots->units[u].link = links;
        links += knots->units[u].links;
    }
    TRY(MEM_GROW(knots->knot_of, knots->knot_of_capacity, links, "slices of a round", error));
    TRY(MEM_GROW(knots->members, knots->members_capacity, links, "slices of a round", error));
    memset(knots->bins, 0, bins * sizeof *knots->bins);
    workers_run(plan->workers, count_links, &making, making.bands, 1);
    links = 0;
    for (size_t i = 0; i < bins; i++) {
        struct maze_bin *bin = &knots->bins[i];
        *bin = (struct maze_bin){.first = all,
                                 .link = links,
                                 .knot = all - 1, /* wraps around before the first one */
                                 .knots = bin->knots,
                                 .links = bin->links};
        all += bin->knots + 1;
        links += bin->links;
    }
    TRY(MEM_GROW(knots->knots, knots->knots_capacity, all, "slices of a round", error));
    for (size_t i = 0; i < bins; i++)
        knots->knots[knots->bins[i].first + knots->bins[i].knots] = (struct maze_knot){0};
    workers_run(plan->workers, make_links, &making, making.bands, 1);
    return STATUS_OK;
}

/* ---- memory --------------------------------------------------------------------------------- */

enum status maze_knots_create(struct maze_knots *it, const struct maze_map *map, uint32_t nets,
                              unsigned threads, struct error *error)
{
    *it = (struct maze_knots){.across = ((map->width - 1) >> BIN_SHIFT) + 1,
                              .down = ((map->height - 1) >> BIN_SHIFT) + 1,
                              .nets = nets};
    TRY(MEM_NEW(it->bins, (size_t)it->across * it->down, "bins of a map", error));
    TRY(MEM_NEW(it->units, nets, "nets of a round", error));
    return MEM_NEW(it->ready, (size_t)threads + 1, "threads", error);
}

void maze_knots_destroy(struct maze_knots *it)
{
    MEM_FREE(it->bins, it->units, it->ready, it->knots, it->knot_of, it->members);
    *it = (struct maze_knots){0};
}

size_t maze_knots_bytes(const struct maze_knots *it)
{
    return (size_t)it->across * it->down * sizeof *it->bins + it->nets * sizeof *it->units +
           it->knots_capacity * sizeof *it->knots + it->knot_of_capacity * sizeof *it->knot_of +
           it->members_capacity * sizeof *it->members;
}
