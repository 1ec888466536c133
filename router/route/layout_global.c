/* layout_global: limits for the crowding of a layout, and for the search of its plan. */
#include "router/route/layout_global.h"

/* By measurement (router/detail/NOTES.md). */
enum {
    CROWDED = 55,        /* percent of nets per free track from which auto makes a plan, .. */
    CROWDED_MOST = 100,  /* .. and up to which: guides do not help beyond */
    CROWDED_NETS = 2000, /* smaller layouts are routed in seconds in any case */
    FINE_PITCHES = 1,    /* side of the tiles whose borders are looked at then */
    HOPELESS = 125,      /* from which auto routes nothing */
    PLAN_PART = 4,       /* a plan takes at most 1 / PLAN_PART of a time limit */
    ROUNDS = 16,         /* of a plan that is asked for: its overflow is printed */
    ROUNDS_AUTO = 2,     /* more cost as much time as they save in most layouts */
};

/* True if auto looks at the line's share, in percent of its free tracks. */
static bool looks_at(const struct layout_global *it, const struct layout_run *run, uint64_t *share)
{
    *share = 100 * (uint64_t)it->worst.nets / (it->worst.tracks > 0 ? it->worst.tracks : 1);
    return it->mode == LAYOUT_GLOBAL_AUTO && run->placed.placed.net_names.count >= CROWDED_NETS &&
           run->kept_first == NULL;
}

enum status layout_global_judge(struct layout_global *it, struct layout_run *run,
                                struct error *error)
{
    struct tiling tiling = it->tiling;
    struct tile_graph graph = {0};
    uint64_t share;
    if (run->placed.placed.net_names.count < CROWDED_NETS) /* few tiles would have few lines */
        tiling.pitches = FINE_PITCHES;
    const enum status status = layout_tiles_make(&graph, &it->worst, &run->placed, &tiling, error);
    tile_graph_destroy(&graph);
    TRY(status);
    run->hopeless = looks_at(it, run, &share) && share >= HOPELESS;
    return STATUS_OK;
}

bool layout_global_plans(const struct layout_global *it, const struct layout_run *run)
{
    uint64_t share;
    assert(it->mode <= LAYOUT_GLOBAL_OFF);
    return !run->hopeless && run->how.guides == NULL &&
           (it->mode == LAYOUT_GLOBAL_ON ||
            (looks_at(it, run, &share) && share >= CROWDED && share <= CROWDED_MOST));
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
