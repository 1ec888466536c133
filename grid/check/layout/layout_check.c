/* layout_check: runs the steps of the checker in order, and returns the verdict. A new step of the
 * checker is a file and a call here. */
#include "grid/check/layout/inspect.h"

static void inspection_destroy(struct inspection *it)
{
    for (uint32_t layer = 0; it->bins != NULL && layer < it->layout->tech.layer_names.count;
         layer++)
        bins_destroy(&it->bins[layer]);
    MEM_FREE(it->bins, it->piece_first, it->pieces.at, it->cluster, it->neck, it->heads,
             it->near_first, it->near.at, it->members.first, it->members.at, it->touched.first,
             it->touched.at);
    inspect_scratch_destroy(it);
    shapes_destroy(&it->shapes);
}

/* A step of the check; before each one the caller can stop. */
typedef enum status inspect_step(struct inspection *it, struct error *error);

/* Compares placed and routed design (element 0), and makes the shapes meanwhile. */
static enum status keep_or_make(struct inspection *it, uint32_t i, struct error *error)
{
    struct inspection *whole = it->whole;
    if (i > 0)
        return shapes_make(&whole->shapes, it->layout, error);
    if (it->placed == NULL)
        return STATUS_OK;
    inspect_kept(it);
    return inspect_kept_text(it, error);
}

static enum status kept(struct inspection *it, struct error *error)
{
    const struct inspect_loop loop = {.body = keep_or_make, .whole = it, .count = 2, .least = 1};
    assert(it->shapes.shapes == NULL);
    return inspect_each(it, &loop, error);
}

static enum status wires(struct inspection *it, struct error *error)
{
    (void)error;
    inspect_wires(it);
    return STATUS_OK;
}

static enum status check_all(struct inspection *it, struct error *error)
{
    static inspect_step *const steps[] = {
        kept,         inspect_metal,    wires,        inspect_spacing, inspect_hard_spacing,
        inspect_cuts, inspect_outlines, inspect_opens};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (inspect_is_stopped(it))
            return STATUS_INTERRUPTED;
        TRY(steps[i](it, error));
    }
    return STATUS_OK;
}

static enum status run(struct inspection it, struct error *error)
{
    struct layout_verdict *verdict = it.verdict;
    assert(it.layout != NULL && verdict != NULL && it.reports_max > 0 && it.threads > 0);
    DEBUG_ASSERT(layout_is_sound(it.layout));
    *verdict = (struct layout_verdict){0};
    it.at = (struct layout_violation){.net = NET_NONE, .layer = LAYER_NONE};
    enum status status = check_all(&it, error);
    inspection_destroy(&it);
    if (status != STATUS_OK)
        return status;
    assert(verdict->open == verdict->faults[FAULT_OPEN] && verdict->open <= verdict->nets);
    for (int kind = 0; kind < LAYOUT_FAULTS; kind++)
        if (kind != FAULT_OPEN && verdict->faults[kind] > 0)
            return STATUS_BAD_INPUT;
    return verdict->open > 0 ? STATUS_UNROUTED : STATUS_OK;
}

enum status layout_check(const struct layout *placed, const struct layout *routed,
                         layout_report *report, void *context, unsigned threads,
                         struct layout_verdict *verdict, struct error *error)
{
    assert(placed != NULL); /* only layout_check_all accepts NULL */
    return run((struct inspection){.placed = placed,
                                   .layout = routed,
                                   .report = report,
                                   .context = context,
                                   .threads = threads > 0 ? threads : 1,
                                   .reports_max = LAYOUT_REPORTS_MAX,
                                   .verdict = verdict},
               error);
}

enum status layout_check_all(const struct layout *placed, const struct layout *routed,
                             layout_report *report, bool (*stop)(void *context), void *context,
                             unsigned threads, struct layout_verdict *verdict, struct error *error)
{
    return run((struct inspection){.placed = placed,
                                   .layout = routed,
                                   .report = report,
                                   .stop = stop,
                                   .context = context,
                                   .threads = threads > 0 ? threads : 1,
                                   .reports_max = UINT64_MAX,
                                   .verdict = verdict},
               error);
}
