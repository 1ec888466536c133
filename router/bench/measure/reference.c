/* reference: searches chunks of jobs and stores their answers. */
#include "router/bench/measure/reference.h"

#include "grid/clock.h"
#include "router/engine/engine_cpu.h"
#include "router/search/field.h"

enum {
    MUCH_CELLS = 1 << 22, /* cells of all windows from which `bucket` answers */
    CHUNK_CELLS = 1 << 28 /* cells of the windows searched between two polls of the stop flag */
};

enum status bench_reference_open(struct bench_reference *reference,
                                 const struct bench_workload *workload, unsigned threads,
                                 double patience, struct bench_watch *watch, struct error *error)
{
    assert(threads >= 1 && workload->job_count >= 1);
    uint64_t cells = 0;
    struct engine_options options = {.wave = "dijkstra", .threads = threads, .stop = &watch->stop};
    *reference =
        (struct bench_reference){.workload = workload, .watch = watch, .patience = patience};
    for (uint32_t i = 0; i < workload->job_count && cells < MUCH_CELLS; i++)
        cells += box_cells(workload->field.grid, workload->jobs[i].window);
    if (cells >= MUCH_CELLS)
        options.wave = "bucket";
    reference->wave = options.wave;
    return engine_cpu.open(&reference->engine, &workload->field, &options, error);
}

void bench_reference_close(struct bench_reference *reference)
{
    engine_cpu.close(reference->engine);
    MEM_CLEAR(reference, reference->answers, reference->knots);
}

static enum status keep(struct bench_reference *reference, const struct job *job,
                        struct error *error)
{
    assert(reference->done < reference->answers_capacity);
    struct bench_answer *answer = &reference->answers[reference->done];
    bool found = job->outcome == OUTCOME_FOUND;
    *answer = (struct bench_answer){.outcome = job->outcome,
                                    .cost = found ? job->cost : 0,
                                    .reached = found ? job->reached : CELL_NONE,
                                    .first_knot = reference->knot_count,
                                    .knot_count = found ? job->knot_count : 0};
    TRY(MEM_GROW(reference->knots, reference->knots_capacity,
                 reference->knot_count + answer->knot_count, "paths", error));
    if (answer->knot_count > 0)
        memcpy(reference->knots + reference->knot_count, job->knots,
               answer->knot_count * sizeof *job->knots);
    reference->knot_count += answer->knot_count;
    reference->done++;
    return STATUS_OK;
}

static uint32_t chunk_of(const struct bench_reference *reference, uint32_t count)
{
    uint64_t cells = 0;
    uint32_t i = reference->done;
    while (i < count && cells < CHUNK_CELLS)
        cells += box_cells(reference->workload->field.grid, reference->workload->jobs[i++].window);
    return i - reference->done;
}

enum status bench_reference_extend(struct bench_reference *reference, uint32_t count,
                                   struct error *error)
{
    assert(count <= reference->workload->job_count);
    enum status status = MEM_GROW(reference->answers, reference->answers_capacity, count,
                                  "answers of the reference", error);
    bench_watch_limit(reference->watch, 0);
    while (status == STATUS_OK && reference->done < count &&
           (reference->done == 0 || reference->seconds < reference->patience)) {
        double start = clock_seconds();
        struct job *jobs = reference->workload->jobs + reference->done;
        uint32_t chunk = chunk_of(reference, count);
        status = engine_cpu.expand(reference->engine, jobs, chunk, error);
        for (uint32_t i = 0; status == STATUS_OK && i < chunk; i++)
            status = jobs[i].outcome == OUTCOME_STOPPED ? STATUS_INTERRUPTED
                                                        : keep(reference, &jobs[i], error);
        reference->seconds += clock_seconds() - start;
    }
    if (reference->done == reference->workload->job_count) {
        engine_cpu.close(reference->engine); /* its labels may use a gigabyte */
        reference->engine = NULL;
    }
    return status;
}

/* NULL if a job has the reference's answer, else what differs. */
static const char *difference(const struct bench_reference *reference,
                              const struct bench_answer *answer, const struct job *job)
{
    if (job->outcome != answer->outcome)
        return job->outcome == OUTCOME_FOUND ? "finds a path where there is none"
                                             : "finds no path where there is one";
    if (job->outcome != OUTCOME_FOUND)
        return NULL;
    if (job->cost != answer->cost)
        return "has another cost";
    if (job->reached != answer->reached)
        return "reaches another cell";
    if (job->knot_count != answer->knot_count ||
        memcmp(job->knots, reference->knots + answer->first_knot,
               job->knot_count * sizeof *job->knots) != 0)
        return "has another path of the same cost";
    return NULL;
}

enum status bench_reference_compare(const struct bench_reference *reference, const char *engine,
                                    const char *wave, const struct job *jobs, uint32_t first,
                                    uint32_t count, struct error *error)
{
    const struct grid *grid = reference->workload->field.grid;
    assert(first <= reference->done && count <= reference->done - first);
    for (uint32_t i = first; i < first + count; i++) {
        const struct bench_answer *answer = &reference->answers[i];
        const char *what = difference(reference, answer, &jobs[i]);
        cell_t from = jobs[i].sources->from, to = jobs[i].targets->from;
        if (what != NULL)
            return error_fail(error,
                              "%s: %s/%s %s: net %u from %u,%u,%u to %u,%u,%u: cost %" PRIu64
                              ", that of %s is %" PRIu64,
                              reference->workload->item->name, engine, wave, what, i + 1,
                              grid_x(grid, from), grid_y(grid, from), grid_z(grid, from) + 1,
                              grid_x(grid, to), grid_y(grid, to), grid_z(grid, to) + 1,
                              jobs[i].outcome == OUTCOME_FOUND ? jobs[i].cost : 0, reference->wave,
                              answer->cost);
    }
    return STATUS_OK;
}
