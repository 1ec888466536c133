/* labels: passes each job through mark, search, trace and wipe, and widens the range of labels when
 * a cost does not fit.
 */
#include "gpu/wave/labels/labels.cuh"

#include "gpu/check.cuh"

#define STATES_MAX      0xFFFFFFFEULL /* states have numbers of 32 bits */
#define WIDE_SPAN_FIRST (1ULL << 58)  /* range of a job with labels of 64 bits, at first */
#define WIDE_SPAN_MAX   (1ULL << 62)  /* and at most */

/* Allocates labels of the present width; the next job fills them with ones. */
static enum status reserve_labels(struct labels *labels, struct error *error)
{
    size_t states = grid_cells(labels->each.head.engine->field->grid) * labels->axes;
    assert(labels->axes == 1 || labels->axes == AXES);
    labels->top = 0;
    return buffer_reserve(&labels->label, states * (labels->wide ? 8 : 4), "labels",
                          &labels->each.head.engine->account, error);
}

enum status labels_prepare(struct labels *labels, uint64_t span, struct error *error)
{
    struct gpu_engine *engine = labels->each.head.engine;
    const struct grid *grid = engine->field->grid;
    assert(span > 0 && span <= UINT32_MAX);
    labels->span = span;
    labels->axes = step_needs_axes(&grid->rules) ? AXES : 1;
    if ((uint64_t)grid_cells(grid) * labels->axes > STATES_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "the GPU searches at most %llu cells where bends cost, this grid has %zu",
                         STATES_MAX / AXES, grid_cells(grid));
    TRY(device_field_marks(&engine->copy, grid, &engine->account, engine->stream, error));
    TRY(buffer_reserve_host(&labels->control_host, sizeof(struct wave_control), "control",
                            &engine->account, error));
    return reserve_labels(labels, error);
}

void labels_release(struct labels *labels)
{
    struct memory_account *account = &labels->each.head.engine->account;
    for (struct buffer *buffer :
         {&labels->label, &labels->queue, &labels->near_plane, &labels->job})
        buffer_free(buffer, account);
    for (struct buffer *buffer : {&labels->job_host, &labels->control_host, &labels->report})
        buffer_free_host(buffer, account);
    each_release(&labels->each);
}

/* Makes the range of labels wider, after a search that did not fit into it. */
static enum status widen(struct labels *labels, struct error *error)
{
    uint64_t most = labels->wide ? WIDE_SPAN_MAX : UINT32_MAX;
    assert(labels->span > 0 && labels->span <= most);
    if (labels->span < most) {
        labels->span = labels->span > most / 64 ? most : labels->span * 64;
        labels->top = 0;
        return STATUS_OK;
    }
    if (labels->wide)
        return error_set(error, STATUS_FAILED, "a path costs more than %llu", WIDE_SPAN_MAX);
    labels->wide = true;
    labels->span = WIDE_SPAN_FIRST;
    return reserve_labels(labels, error);
}

enum status labels_search(struct gpu_wave *wave, const struct gpu_call *call, size_t i, bool *done,
                          struct error *error)
{
    struct labels *labels = (struct labels *)wave;
    struct job *job = call_job(call, i);
    struct job_view view;
    enum outcome outcome = OUTCOME_STOPPED;
    do {
        labels->too_narrow = false;
        TRY(labels_mark(labels, job, &view, error));
        TRY(relax_search(wave, &view, &outcome, error));
        assert(outcome != OUTCOME_FOUND || !labels->too_narrow);
        if (outcome == OUTCOME_FOUND)
            TRY(labels_trace(labels, &view, job, error));
        TRY(labels_wipe(labels, &view, error));
        if (labels->too_narrow)
            TRY(widen(labels, error));
    } while (labels->too_narrow);
    job->outcome = outcome;
    *done = true;
    return STATUS_OK;
}
