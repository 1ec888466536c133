/* measure: times cases of searches; measure_route.c times whole designs. */
#include "router/bench/measure/measure.h"

#include "grid/clock.h"
#include "router/bench/measure/times.h"
#include "router/engine/engine_pair.h"
#include "router/engine/engine_several.h"

enum {
    FIRST_NETS = 64,  /* nets of the first prefix */
    GROWTH_MOST = 32, /* largest factor from one prefix to the next */
};

struct trial {
    struct engine *engine;
    struct bench_subject *subject;
    struct bench_row *row;
};

/* One CPU thread, which is this one, is measured in its processor time: others use the machine. */
static double clock_of(const struct trial *trial)
{
    bool alone = trial->row->threads == 1 && strcmp(trial->row->engine, "cpu") == 0;
    return alone ? bench_thread_seconds() : clock_seconds();
}

/* Searches the first `count` nets, in calls of the case's size. compared: the answers are compared
 * with the reference's after each call, before the next call overwrites them. */
static enum status search(struct trial *trial, uint32_t count, bool compared, struct error *error)
{
    assert(count >= 1 && count <= trial->subject->workload.job_count);
    struct job *jobs = trial->subject->workload.jobs;
    const uint32_t call =
        trial->subject->workload.item->call > 0 ? trial->subject->workload.item->call : count;
    for (uint32_t first = 0; first < count; first += call) {
        uint32_t now = count - first < call ? count - first : call;
        TRY(trial->engine->ops->expand(trial->engine, jobs + first, now, error));
        if (compared)
            TRY(bench_reference_compare(&trial->subject->reference, trial->row->engine,
                                        trial->row->wave, jobs, first, now, error));
    }
    return STATUS_OK;
}

/* Searches the first `count` nets; sets BENCH_SLOW if the time limit was reached. */
static enum status run_once(struct trial *trial, uint32_t count, double *seconds,
                            struct error *error)
{
    bench_watch_limit(trial->subject->watch, trial->subject->effort->limit);
    double start = clock_of(trial);
    enum status status = search(trial, count, false, error);
    *seconds = clock_of(trial) - start;
    bench_watch_limit(trial->subject->watch, 0);
    if (status != STATUS_OK)
        return status;
    if (bench_watch_interrupted(trial->subject->watch))
        return STATUS_INTERRUPTED;
    for (uint32_t i = 0; i < count; i++)
        if (trial->subject->workload.jobs[i].outcome == OUTCOME_STOPPED)
            trial->row->state = BENCH_SLOW;
    return STATUS_OK;
}

/* Finds how many nets fit into `wanted` seconds by running more and more of them, which also warms
 * up. The jobs have the answers of the last run. */
static enum status find_prefix(struct trial *trial, double wanted, struct error *error)
{
    const uint32_t most = trial->subject->workload.job_count;
    uint32_t count = least(most, FIRST_NETS);
    uint32_t finished = 0; /* the longest prefix that ended in time */
    bool capped = false;   /* a longer one did not */
    for (;;) {
        double seconds = 0;
        TRY(run_once(trial, count, &seconds, error));
        if (trial->row->state == BENCH_SLOW && count > 1) {
            trial->row->state = BENCH_TIMED;
            count = finished > 0 ? finished : (count + 3) / 4;
            capped = true;
            continue;
        }
        finished = count;
        if (trial->row->state == BENCH_SLOW || capped || count == most || seconds * 2 > wanted)
            break;
        double growth = seconds * GROWTH_MOST > wanted ? wanted / seconds : GROWTH_MOST;
        double more = (double)count * growth;
        count = more < most ? (uint32_t)more : most;
    }
    trial->row->nets = count;
    return STATUS_OK;
}

/* Extends the reference as far as its time allows, and compares. The reference writes to the same
 * jobs, and only the last call's answers remain, so the wave searches again. */
static enum status compare(struct trial *trial, struct error *error)
{
    struct bench_reference *reference = &trial->subject->reference;
    struct bench_row *row = trial->row;
    if (row->nets <= reference->done && trial->subject->workload.item->call == 0)
        return bench_reference_compare(reference, row->engine, row->wave,
                                       trial->subject->workload.jobs, 0, row->nets, error);
    if (row->nets > reference->done)
        TRY(bench_reference_extend(reference, row->nets, error));
    row->nets = row->nets > reference->done ? reference->done : row->nets;
    enum status status = search(trial, row->nets, true, error);
    if (!bench_watch_interrupted(trial->subject->watch))
        return status;
    error_clear(error); /* answers differ because the search was stopped */
    return STATUS_INTERRUPTED;
}

static void count_routed(struct trial *trial)
{
    trial->row->routed = 0;
    for (uint32_t i = 0; i < trial->row->nets; i++)
        trial->row->routed += trial->subject->workload.jobs[i].outcome == OUTCOME_FOUND;
}

static enum status repeat(struct trial *trial, struct error *error)
{
    assert(trial->row->nets >= 1 && trial->row->nets <= trial->subject->workload.job_count);
    const struct bench_effort *effort = trial->subject->effort;
    struct bench_times times = {0};
    struct bench_row *row = trial->row;
    while (bench_times_more(&times, effort->repeats, effort->budget)) {
        double seconds = 0;
        enum status status = run_once(trial, row->nets, &seconds, error);
        if (status != STATUS_OK || row->state == BENCH_SLOW)
            return status;
        bench_times_add(&times, seconds);
    }
    row->repeats = times.count;
    bench_times_summary(&times, &row->seconds, &row->least, &row->most);
    return STATUS_OK;
}

static unsigned threads_of(const struct bench_effort *effort, const struct engine_ops *engine)
{
    return strcmp(engine->name, "cpu") == 0 ? effort->threads : effort->cores;
}

struct bench_row bench_row_of(const struct bench_subject *subject, const struct engine_ops *engine,
                              const char *wave)
{
    struct bench_row row = {.item = *subject->workload.item,
                            .engine = engine->name,
                            .threads = threads_of(subject->effort, engine),
                            .state = BENCH_TIMED,
                            .yardstick = ""};
    snprintf(row.wave, sizeof row.wave, "%s", wave);
    return row;
}

struct engine_options bench_options(const struct bench_subject *subject, const char *wave,
                                    const struct engine_ops **engine)
{
    assert(*engine != NULL && wave != NULL);
    const struct bench_effort *effort = subject->effort;
    struct engine_options options = {.wave = wave,
                                     .threads = threads_of(effort, *engine),
                                     .stop = &subject->watch->stop,
                                     .block_queue = effort->block_queue,
                                     .devices = effort->devices};
    *engine = engine_several_of(*engine, &options);
    if (effort->host != NULL) {
        options.host = effort->host;
        options.accelerator = *engine;
        *engine = &engine_pair;
    }
    return options;
}

/* Opens the engine, timed; sets BENCH_UNSUPPORTED if the wave does not support the workload. */
static enum status open_engine(struct trial *trial, const struct engine_ops *engine,
                               struct error *error)
{
    struct error refusal = {0};
    struct bench_row *row = trial->row;
    const struct bench_workload *workload = &trial->subject->workload;
    const struct engine_ops *opened = engine;
    const struct engine_options options = bench_options(trial->subject, row->wave, &opened);
    double start = clock_seconds();
    enum status status = opened->open(&trial->engine, &workload->field, &options, &refusal);
    row->open_seconds = clock_seconds() - start;
    if (status == STATUS_BAD_INPUT) {
        row->state = BENCH_UNSUPPORTED;
        return STATUS_OK;
    }
    if (status != STATUS_OK)
        return error_set(error, status, "%s: %s/%s: %.600s", workload->item->name, engine->name,
                         row->wave, refusal.text);
    snprintf(row->device, sizeof row->device, "%s", trial->engine->device);
    return STATUS_OK;
}

enum status bench_measure_search(struct bench_row *row, struct bench_subject *subject,
                                 const struct engine_ops *engine, const char *wave,
                                 struct error *error)
{
    assert(subject->effort->repeats >= 1 && subject->effort->repeats <= BENCH_REPEATS_MAX);
    struct trial trial = {.subject = subject, .row = row};
    *row = bench_row_of(subject, engine, wave);
    enum status status = open_engine(&trial, engine, error);
    if (status == STATUS_OK && row->state == BENCH_TIMED)
        status = find_prefix(&trial, subject->effort->budget, error);
    if (status == STATUS_OK && row->state == BENCH_TIMED) {
        status = compare(&trial, error);
        count_routed(&trial);
        THEN(status, repeat(&trial, error));
        trial.engine->ops->peak_bytes(trial.engine, &row->host_bytes, &row->device_bytes);
    }
    if (trial.engine != NULL)
        trial.engine->ops->close(trial.engine);
    return status;
}
