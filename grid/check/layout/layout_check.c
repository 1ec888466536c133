/* layout_check: runs the steps of the checker in order, and returns the verdict. A new step of the
 * checker is a file and a call here. */
#include "grid/check/layout/inspect.h"

static void inspection_destroy(struct inspection *it)
{
    workers_destroy(it->workers);
    for (uint32_t layer = 0; it->bins != NULL && layer < it->layout->tech.layer_names.count;
         layer++)
        bins_destroy(&it->bins[layer]);
    MEM_FREE(it->bins, it->piece_first, it->pieces.at, it->cluster, it->neck, it->heads,
             it->net_heads, it->members.first, it->members.at, it->touched.first, it->touched.at,
             it->statements[0].at, it->statements[1].at);
    inspect_scratch_destroy(it);
    shapes_destroy(&it->shapes);
}

/* A step of the check; before each one the caller can stop. */
typedef enum status inspect_step(struct inspection *it, struct error *error);

/* The comparison of placed and routed design, by four elements of a loop. */
struct kept_comparing {
    struct inspection *it;
    const struct layout *judged; /* its wires are compared, too; NULL: the shapes are made */
};

/* 0, 1: lists the statements of a text; 2: compares all but wires; 3: see kept_comparing. */
static enum status keep(struct inspection *it, uint32_t i, struct error *error)
{
    const struct kept_comparing *keeping = it->whole;
    if (i == 3 && keeping->judged == NULL)
        return shapes_make(&keeping->it->shapes, it->layout, error);
    if (it->placed == NULL)
        return STATUS_OK;
    if (i < 2)
        return inspect_statements(&keeping->it->statements[i], i == 0 ? it->placed : it->layout,
                                  error);
    if (i == 2)
        inspect_kept(it);
    else
        inspect_copied(it, keeping->judged);
    return STATUS_OK;
}

static enum status keep_all(struct inspection *it, const struct layout *judged, struct error *error)
{
    struct kept_comparing keeping = {it, judged};
    const struct inspect_loop loop = {.body = keep, .whole = &keeping, .count = 4, .least = 1};
    assert(it->shapes.shapes == NULL);
    TRY(inspect_each(it, &loop, error));
    inspect_kept_text(it);
    return STATUS_OK;
}

static enum status check_all(struct inspection *it, struct error *error)
{
    static inspect_step *const steps[] = {inspect_metal,        inspect_wires, inspect_spacing,
                                          inspect_hard_spacing, inspect_cuts,  inspect_outlines,
                                          inspect_opens};
    TRY(keep_all(it, NULL, error));
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (inspect_is_stopped(it))
            return STATUS_INTERRUPTED;
        TRY(steps[i](it, error));
    }
    for (uint32_t n = 0; it->lost != NULL && n < it->layout->placed.net_names.count; n++)
        if (it->lost[n])
            inspect_count(it, n, -1);
    return STATUS_OK;
}

enum status layout_check_all(const struct layout *placed, const struct layout *routed,
                             const struct layout_checking *how, struct layout_verdict *verdict,
                             struct error *error)
{
    struct inspection it = {.placed = placed,
                            .layout = routed,
                            .how = *how,
                            .verdict = verdict,
                            .at = {.net = NET_NONE, .layer = LAYER_NONE}};
    assert(routed != NULL && verdict != NULL);
    DEBUG_ASSERT(layout_is_sound(routed));
    *verdict = (struct layout_verdict){0};
    enum status status = workers_create(&it.workers, how->threads > 0 ? how->threads : 1, error);
    THEN(status, check_all(&it, error));
    inspection_destroy(&it);
    if (status != STATUS_OK)
        return status;
    assert(verdict->open == verdict->faults[FAULT_OPEN] && verdict->open <= verdict->nets);
    for (int kind = 0; kind < LAYOUT_FAULTS; kind++)
        if (kind != FAULT_OPEN && verdict->faults[kind] > 0)
            return STATUS_BAD_INPUT;
    return verdict->open > 0 ? STATUS_UNROUTED : STATUS_OK;
}

enum status layout_check_copied(const struct layout *placed, const struct layout *judged,
                                const struct layout *routed, unsigned threads, bool *copied,
                                struct error *error)
{
    struct layout_verdict verdict = {0};
    struct inspection it = {.placed = placed, .layout = routed, .verdict = &verdict};
    assert(judged->placed.net_names.count == placed->placed.net_names.count);
    enum status status = workers_create(&it.workers, threads > 0 ? threads : 1, error);
    THEN(status, keep_all(&it, judged, error));
    inspection_destroy(&it);
    *copied = status == STATUS_OK && verdict.faults[FAULT_KEPT] == 0;
    return status;
}
