/* layout_global: compares the crowding of a layout with limits, and limits the search for its plan.
 */
#include "router/route/layout_global.h"

/* By measurement (router/detail/NOTES.md). */
enum {
    CROWDED = 55,       /* least share of the worst line with which auto makes a plan, in percent */
    CROWDED_MOST = 100, /* the same: largest share; guides do not help beyond */
    HOPELESS = 125,     /* the same: least share with which auto routes nothing */
    CROWDED_NETS = 2000, /* layouts with fewer nets are routed in seconds in any case */
    FINE_PITCHES = 1,    /* side of the tiles of such a layout, in pitches */
    PLAN_PART = 4,       /* a plan takes at most 1 / PLAN_PART of a time limit */
    ROUNDS = 16,         /* rounds of a plan with `on`, whose overflow is printed */
    ROUNDS_AUTO = 2,     /* with `auto`: more cost as much time as they save in most layouts */
};

/* Nets across the worst line in percent of its free tracks; 0 if auto does not look at it. */
static uint64_t share_of(const struct layout_global *it, const struct layout_run *run)
{
    if (it->mode != LAYOUT_GLOBAL_AUTO || run->kept_first != NULL ||
        run->placed.placed.net_names.count < CROWDED_NETS)
        return 0;
    return 100 * (uint64_t)it->worst.nets / (it->worst.tracks > 0 ? it->worst.tracks : 1);
}

enum status layout_global_judge(struct layout_global *it, struct layout_run *run,
                                struct error *error)
{
    struct tiling tiling = it->tiling;
    struct tile_graph graph = {0};
    if (run->placed.placed.net_names.count < CROWDED_NETS) /* few tiles would have few lines */
        tiling.pitches = FINE_PITCHES;
    const enum status status = layout_tiles_make(&graph, &it->worst, &run->placed, &tiling, error);
    tile_graph_destroy(&graph);
    TRY(status);
    run->hopeless = share_of(it, run) >= HOPELESS;
    return STATUS_OK;
}

bool layout_global_plans(const struct layout_global *it, const struct layout_run *run)
{
    const uint64_t share = share_of(it, run);
    assert(it->mode <= LAYOUT_GLOBAL_OFF);
    return !run->hopeless && run->how.guides == NULL &&
           (it->mode == LAYOUT_GLOBAL_ON || (share >= CROWDED && share <= CROWDED_MOST));
}

enum status layout_global_plan(struct layout_plan *plan, const struct layout_global *it,
                               const struct layout_run *run, double start, double limit,
                               const volatile sig_atomic_t *stop, struct error *error)
{
    assert(layout_global_plans(it, run));
    return layout_plan_make(plan, &run->placed, &it->tiling, run->how.threads,
                            it->mode == LAYOUT_GLOBAL_ON ? ROUNDS : ROUNDS_AUTO,
                            limit > 0 ? start + limit / PLAN_PART : 0, stop, error);
}
