/* layout_check: the order of the parts, and the verdict. */
#include "grid/check/layout/inspect.h"

#include <stdlib.h>

static void lists_destroy(struct lists *lists)
{
    MEM_FREE(lists->first, lists->at);
}

static void inspection_destroy(struct inspection *it)
{
    for (uint32_t layer = 0; it->bins != NULL && layer < it->layout->tech.layer_names.count;
         layer++)
        bins_destroy(&it->bins[layer]);
    MEM_FREE(it->bins, it->rects, it->piece_first, it->pieces.at, it->cluster, it->neck, it->heads);
    lists_destroy(&it->near);
    lists_destroy(&it->members);
    lists_destroy(&it->touched);
    polygon_destroy(&it->polygon);
    free(it->outline.at);
    shapes_destroy(&it->shapes);
}

/* The steps of the work; the caller is asked before each whether to go on. */
typedef enum status inspect_step(struct inspection *it, struct error *error);

static enum status kept(struct inspection *it, struct error *error)
{
    if (it->placed == NULL)
        return STATUS_OK;
    inspect_kept(it);
    return inspect_kept_text(it, error);
}

static enum status wires(struct inspection *it, struct error *error)
{
    (void)error;
    inspect_wires(it);
    return STATUS_OK;
}

static enum status spacing(struct inspection *it, struct error *error)
{
    TRY(inspect_spacing(it, error));
    inspect_hard_spacing(it);
    return STATUS_OK;
}

static enum status judge(struct inspection *it, struct error *error)
{
    static inspect_step *const steps[] = {kept,         inspect_metal,    wires,        spacing,
                                          inspect_cuts, inspect_outlines, inspect_opens};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (inspect_is_stopped(it))
            return STATUS_INTERRUPTED;
        TRY(steps[i](it, error));
    }
    return STATUS_OK;
}

static enum status run(struct inspection *it, struct error *error)
{
    assert(it->layout != NULL && it->verdict != NULL && it->tell > 0);
    struct layout_verdict *verdict = it->verdict;
    *verdict = (struct layout_verdict){0};
    it->at = (struct layout_fault_told){.net = NET_NONE, .layer = LAYER_NONE};
    enum status status = judge(it, error);
    inspection_destroy(it);
    if (status != STATUS_OK)
        return status;
    assert(verdict->open == verdict->faults[FAULT_OPEN] && verdict->open <= verdict->nets);
    for (int kind = 0; kind < LAYOUT_FAULTS; kind++)
        if (kind != FAULT_OPEN && verdict->faults[kind] > 0)
            return STATUS_BAD_INPUT;
    return verdict->open > 0 ? STATUS_UNROUTED : STATUS_OK;
}

enum status layout_check(const struct layout *placed, const struct layout *routed,
                         layout_report *report, void *context, struct layout_verdict *verdict,
                         struct error *error)
{
    assert(placed != NULL); /* layout_check_all judges wiring alone */
    DEBUG_ASSERT(layout_is_sound(placed) && layout_is_sound(routed));
    struct inspection it = {.placed = placed,
                            .layout = routed,
                            .report = report,
                            .context = context,
                            .tell = LAYOUT_FAULTS_TOLD,
                            .verdict = verdict};
    return run(&it, error);
}

enum status layout_check_all(const struct layout *placed, const struct layout *routed,
                             layout_report *report, bool (*stop)(void *context), void *context,
                             struct layout_verdict *verdict, struct error *error)
{
    DEBUG_ASSERT(layout_is_sound(routed));
    struct inspection it = {.placed = placed,
                            .layout = routed,
                            .report = report,
                            .stop = stop,
                            .context = context,
                            .tell = UINT64_MAX,
                            .verdict = verdict};
    return run(&it, error);
}
