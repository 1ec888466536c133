/* groups: makes units of nets, and links units to groups, each thread in its own rows of bins. */
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

/* Makes a unit of the nets of each tile, and of each other net. */
static void make_units(struct making *it)
{
    struct maze_groups *groups = &it->plan->groups;
    groups->unit_count = 0;
    for (uint32_t i = 0; i < it->count; i++) {
        const bool tiled = maze_slice_is_tiled(it->plan->dealt[i].slice);
        if (tiled && i > 0 && it->plan->dealt[i].slice == it->plan->dealt[i - 1].slice)
            groups->units[groups->unit_count - 1].count++;
        else
            groups->units[groups->unit_count++] =
                (struct maze_unit){.first = i, .count = 1, .tiled = tiled};
    }
}

static void fill_units(void *context, size_t first, size_t end)
{
    struct making *it = context;
    const struct maze_plan *plan = it->plan;
    bool has_trees = false;
    for (size_t u = first; u < end; u++) {
        struct maze_unit *unit = &it->plan->groups.units[u];
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

/* ---- groups ---------------------------------------------------------------------------------- */

/* Calls `body` for each link in the rows of bins of the bands first .. end - 1, slice by slice. */
static inline void each_link(const struct making *it, size_t first, size_t end,
                             void body(struct maze_groups *groups, struct maze_bin *bin,
                                       uint32_t unit, uint32_t link, bool starts))
{
    struct maze_groups *groups = &it->plan->groups;
    const uint32_t y0 = (uint32_t)(groups->down * first / it->bands);
    const uint32_t y1 = (uint32_t)(groups->down * end / it->bands);
    for (uint32_t u = 0; u < groups->unit_count; u++) {
        const struct maze_unit *unit = &groups->units[u];
        const struct box w = unit->window;
        const uint32_t slice = (it->plan->dealt[unit->first].slice >> SLICE_TILE_BITS) + 1;
        const uint32_t low = w.y0 > y0 ? w.y0 : y0, high = w.y1 + 1 < y1 ? w.y1 + 1 : y1;
        for (uint32_t y = low; y < high; y++)
            for (uint32_t x = w.x0; x <= w.x1; x++) {
                struct maze_bin *bin = &groups->bins[(size_t)y * groups->across + x];
                const bool starts = bin->slice != slice;
                bin->slice = slice;
                body(groups, bin, u, unit->link + (y - w.y0) * (w.x1 - w.x0 + 1) + (x - w.x0),
                     starts);
            }
    }
}

static void count_link(struct maze_groups *groups, struct maze_bin *bin, uint32_t unit,
                       uint32_t link, bool starts)
{
    (void)groups;
    (void)unit;
    (void)link;
    bin->links++;
    bin->groups += starts;
}

static void count_links(void *context, size_t first, size_t end)
{
    each_link(context, first, end, count_link);
}

static void make_link(struct maze_groups *groups, struct maze_bin *bin, uint32_t unit,
                      uint32_t link, bool starts)
{
    if (starts)
        groups->groups[++bin->group] = (struct maze_group){0, bin->link, 0};
    groups->groups[bin->group].count++;
    groups->members[bin->link++] = unit;
    groups->group_of[link] = bin->group;
}

static void make_links(void *context, size_t first, size_t end)
{
    each_link(context, first, end, make_link);
}

enum status maze_groups_make(struct maze_plan *plan, uint32_t count, bool *has_trees,
                             struct error *error)
{
    struct maze_groups *groups = &plan->groups;
    struct making making = {.plan = plan, .count = count};
    const size_t bins = (size_t)groups->across * groups->down;
    uint32_t links = 0, all = 0;
    assert(count <= groups->nets);
    make_units(&making);
    workers_run(plan->workers, fill_units, &making, groups->unit_count, UNITS_PER_RANGE);
    *has_trees = making.has_trees;
    making.bands = groups->unit_count / UNITS_PER_RANGE + 1;
    making.bands = making.bands < plan->threads ? making.bands : plan->threads;
    for (uint32_t u = 0; u < groups->unit_count; u++) {
        groups->units[u].link = links;
        links += groups->units[u].links;
    }
    TRY(MEM_GROW(groups->group_of, groups->group_of_capacity, links, "slices of a round", error));
    TRY(MEM_GROW(groups->members, groups->members_capacity, links, "slices of a round", error));
    memset(groups->bins, 0, bins * sizeof *groups->bins);
    workers_run(plan->workers, count_links, &making, making.bands, 1);
    links = 0;
    for (size_t i = 0; i < bins; i++) {
        struct maze_bin *bin = &groups->bins[i];
        *bin = (struct maze_bin){.first = all,
                                 .link = links,
                                 .group = all - 1, /* wraps around before the first one */
                                 .groups = bin->groups,
                                 .links = bin->links};
        all += bin->groups + 1;
        links += bin->links;
    }
    TRY(MEM_GROW(groups->groups, groups->groups_capacity, all, "slices of a round", error));
    for (size_t i = 0; i < bins; i++)
        groups->groups[groups->bins[i].first + groups->bins[i].groups] = (struct maze_group){0};
    workers_run(plan->workers, make_links, &making, making.bands, 1);
    return STATUS_OK;
}

/* ---- memory --------------------------------------------------------------------------------- */

enum status maze_groups_create(struct maze_groups *it, const struct maze_map *map, uint32_t nets,
                               unsigned threads, struct error *error)
{
    *it = (struct maze_groups){.across = ((map->width - 1) >> BIN_SHIFT) + 1,
                               .down = ((map->height - 1) >> BIN_SHIFT) + 1,
                               .nets = nets};
    TRY(MEM_NEW(it->bins, (size_t)it->across * it->down, "bins of a map", error));
    TRY(MEM_NEW(it->units, nets, "nets of a round", error));
    return MEM_NEW(it->ready, (size_t)threads + 1, "threads", error);
}

void maze_groups_destroy(struct maze_groups *it)
{
    MEM_FREE(it->bins, it->units, it->ready, it->groups, it->group_of, it->members);
    *it = (struct maze_groups){0};
}

size_t maze_groups_bytes(const struct maze_groups *it)
{
    return (size_t)it->across * it->down * sizeof *it->bins + it->nets * sizeof *it->units +
           it->groups_capacity * sizeof *it->groups + it->group_of_capacity * sizeof *it->group_of +
           it->members_capacity * sizeof *it->members;
}
