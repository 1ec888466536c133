/* groups: links units to groups, each thread in its own rows of bins. */
#include "router/negotiate/groups.h"

enum { UNITS_A_RANGE = 256 }; /* minimum number of units that a thread links */

struct group_making {
    struct groups *groups;
    uint32_t bands;
};

/* Calls `body` for each link in the rows of bins of the bands first .. end - 1, slice by slice. */
static inline void each_link(const struct group_making *it, size_t first, size_t end,
                             void body(struct groups *groups, struct group_bin *bin, uint32_t unit,
                                       uint32_t link, bool starts))
{
    struct groups *groups = it->groups;
    const uint32_t y0 = (uint32_t)(groups->down * first / it->bands);
    const uint32_t y1 = (uint32_t)(groups->down * end / it->bands);
    for (uint32_t u = 0; u < groups->unit_count; u++) {
        const struct group_unit *unit = &groups->units[u];
        const struct box w = unit->window;
        const uint32_t slice = unit->slice + 1;
        const uint32_t low = w.y0 > y0 ? w.y0 : y0, high = w.y1 + 1 < y1 ? w.y1 + 1 : y1;
        for (uint32_t y = low; y < high; y++)
            for (uint32_t x = w.x0; x <= w.x1; x++) {
                struct group_bin *bin = &groups->bins[(size_t)y * groups->across + x];
                const bool starts = bin->slice != slice;
                bin->slice = slice;
                body(groups, bin, u, unit->link + (y - w.y0) * (w.x1 - w.x0 + 1) + (x - w.x0),
                     starts);
            }
    }
}

static void count_link(struct groups *groups, struct group_bin *bin, uint32_t unit, uint32_t link,
                       bool starts)
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

static void make_link(struct groups *groups, struct group_bin *bin, uint32_t unit, uint32_t link,
                      bool starts)
{
    if (starts)
        groups->groups[++bin->group] = (struct unit_group){0, bin->link, 0};
    groups->groups[bin->group].count++;
    groups->members[bin->link++] = unit;
    groups->group_of[link] = bin->group;
}

static void make_links(void *context, size_t first, size_t end)
{
    each_link(context, first, end, make_link);
}

/* Numbers the links of each unit; returns how many there are. */
static uint32_t number_links(struct groups *groups)
{
    uint32_t links = 0;
    for (uint32_t u = 0; u < groups->unit_count; u++) {
        struct group_unit *unit = &groups->units[u];
        const struct box w = unit->window;
        assert(w.x0 <= w.x1 && w.x1 < groups->across && w.y0 <= w.y1 && w.y1 < groups->down);
        assert(u == 0 || unit[-1].slice <= unit->slice);
        unit->link = links;
        unit->links = unit->waits = (w.x1 - w.x0 + 1) * (w.y1 - w.y0 + 1);
        links += unit->links;
    }
    return links;
}

enum status groups_make(struct groups *groups, struct workers *workers, struct error *error)
{
    struct group_making making = {.groups = groups};
    const size_t bins = (size_t)groups->across * groups->down;
    assert(groups->unit_count <= groups->unit_most);
    uint32_t links = number_links(groups), all = 0;
    making.bands = groups->unit_count / UNITS_A_RANGE + 1;
    making.bands = making.bands < groups->threads ? making.bands : groups->threads;
    TRY(MEM_GROW(groups->group_of, groups->group_of_capacity, links, "slices of a round", error));
    TRY(MEM_GROW(groups->members, groups->members_capacity, links, "slices of a round", error));
    memset(groups->bins, 0, bins * sizeof *groups->bins);
    workers_run(workers, count_links, &making, making.bands, 1);
    links = 0;
    for (size_t i = 0; i < bins; i++) {
        struct group_bin *bin = &groups->bins[i];
        *bin = (struct group_bin){.first = all,
                                  .link = links,
                                  .group = all - 1, /* wraps around before the first one */
                                  .groups = bin->groups,
                                  .links = bin->links};
        all += bin->groups + 1;
        links += bin->links;
    }
    TRY(MEM_GROW(groups->groups, groups->groups_capacity, all, "slices of a round", error));
    for (size_t i = 0; i < bins; i++)
        groups->groups[groups->bins[i].first + groups->bins[i].groups] = (struct unit_group){0};
    workers_run(workers, make_links, &making, making.bands, 1);
    return STATUS_OK;
}

/* ---- memory --------------------------------------------------------------------------------- */

enum status groups_create(struct groups *it, uint32_t across, uint32_t down, uint32_t units,
                          unsigned threads, struct error *error)
{
    assert(across > 0 && down > 0 && threads > 0);
    *it = (struct groups){.across = across, .down = down, .unit_most = units, .threads = threads};
    TRY(MEM_NEW(it->bins, (size_t)across * down, "bins of a map", error));
    TRY(MEM_NEW(it->units, units, "nets of a round", error));
    return MEM_NEW(it->ready, (size_t)threads + 1, "threads", error);
}

MEM_DESTROY(groups_destroy, groups, it->bins, it->units, it->ready, it->groups, it->group_of,
            it->members)

size_t groups_bytes(const struct groups *it)
{
    return (size_t)it->across * it->down * sizeof *it->bins + it->unit_most * sizeof *it->units +
           it->groups_capacity * sizeof *it->groups + it->group_of_capacity * sizeof *it->group_of +
           it->members_capacity * sizeof *it->members;
}
