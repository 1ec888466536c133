/* wave: the interface of a search on the GPU, and the table of all of them.
 *
 * A wave takes the jobs of a call, answers those that it can, and says which are left:
 *
 *     call  -->  wave  -- left -->  wave  -- left -->  wave
 *
 * Where a wave is named, it is asked first, and then the wave that `rest` names, and so on. Where
 * none is named ("auto"), all waves that have the features in force are asked in the table's order.
 * A wave that was not named leaves the jobs that another wave answers sooner. The last wave in the
 * order answers everything.
 *
 * Every wave gives the answers of router/search/engine.h to the byte, so the choice among waves
 * decides about time alone. Only the wave itself knows what it allocates and how long it takes for
 * a job. The engine makes a wave's workspace when the wave is first asked.
 *
 * A new wave is one file or folder, which defines `gpu_wave_<name>`, and one line in GPU_WAVES.
 */
#pragma once

#include "gpu/engine.cuh"

/* The table: identifiers. Its order is that in which "auto" asks. Where no wave is named, the
 * summary tells the name of the first that is for single jobs and has the field's features. */
#define GPU_WAVES(row) row(batch) row(dial) row(sweep) row(detour) row(tiles) row(relax)

/* The head of every wave's workspace: its own struct begins with one. */
struct gpu_wave {
    struct gpu_engine *engine; /* outlives the wave */
};

/* Jobs to be searched. */
struct gpu_call {
    struct job *jobs;
    const uint32_t *order; /* [count] indices of jobs; NULL: the first count */
    size_t count;
    size_t even;       /* jobs order[even .. count) lie in windows that a wave found uneven
                          (router/search/mazelike.h); at most count, and count where no wave looked */
    unsigned features; /* of the field at present */
    bool any;          /* no wave was named */
};

/* What a wave has left. */
struct gpu_answer {
    const uint32_t *left; /* [left_count] indices of jobs, NULL: the first left_count; the wave's,
                             valid until it is next asked */
    size_t left_count;
    size_t even;      /* for the next call */
    double kernel_ms; /* that kernels for many jobs at once took; 0 for other waves */
};

struct gpu_wave_ops {
    const char *name;
    unsigned features; /* set of FEATURE_ bits that it searches exactly */
    bool many;         /* it searches many jobs at once, and leaves single ones */
    const char
        *rest; /* name of the wave that takes what this one leaves; NULL: it leaves nothing */

    /* True where the field is within the wave's limits beside the features. NULL: every field is.
     */
    bool (*serves)(const struct field *field);

    /* True where a call of "auto" like this one goes to the wave, told by its first job; count is
     * not 0. Only for estimates. NULL: every call that comes to it does. */
    bool (*likely)(const struct field *field, unsigned features, const struct job *jobs,
                   size_t count);

    /* Seconds that a call takes, by the sizes of its windows; count is not 0. Needs no device. */
    double (*estimate)(const struct field *field, const struct job *jobs, size_t count);

    size_t size; /* bytes of the workspace's struct; the engine allocates it, zeroed, sets its
                    head, and frees it in the end */

    /* Allocates what the first search needs; release() is called even where it failed. NULL:
     * nothing. */
    enum status (*prepare)(struct gpu_wave *wave, struct error *error);

    /* Fills in the jobs that it answers, all of their outcome; a job that is left may be changed,
     * but is not OUTCOME_FOUND. Gives up soon after the engine was stopped: what was not searched
     * is answered by OUTCOME_STOPPED. Knots are the wave's, valid until it is next asked. Fails for
     * memory and device only. */
    enum status (*expand)(struct gpu_wave *wave, const struct gpu_call *call,
                          struct gpu_answer *answer, struct error *error);

    /* Bytes of the host that the workspace holds beside those in the engine's account. */
    size_t (*bytes)(const struct gpu_wave *wave);

    /* Frees what prepare and expand allocated; accepts what is zero behind the head. */
    void (*release)(struct gpu_wave *wave);
};

#define GPU_WAVE_COUNT_ROW(name) +1
enum { GPU_WAVE_COUNT = 0 GPU_WAVES(GPU_WAVE_COUNT_ROW) };

#define GPU_WAVE_DECLARE_ROW(name) extern const struct gpu_wave_ops gpu_wave_##name;
GPU_WAVES(GPU_WAVE_DECLARE_ROW)

/* The wave of this index, NULL behind the last. */
const struct gpu_wave_ops *gpu_wave_at(size_t index);

/* Index of the wave of this name, GPU_WAVE_COUNT where there is none; NULL is no name. */
size_t gpu_wave_find(const char *name);

/* True where the wave is for the field while these features are in force. */
bool gpu_wave_serves(const struct gpu_wave_ops *wave, const struct field *field, unsigned features);

/* Writes "a, b, c": the waves that have the features (0: all), cut to size bytes. Returns text. */
const char *gpu_wave_names(char *text, size_t size, unsigned features);

/* Index of job i of the call. */
static inline uint32_t call_index(const struct gpu_call *call, size_t i)
{
    assert(i < call->count);
    return call->order != NULL ? call->order[i] : (uint32_t)i;
}

/* Job i of the call. */
static inline struct job *call_job(const struct gpu_call *call, size_t i)
{
    return &call->jobs[call_index(call, i)];
}

/* Leaves the whole call as it is. */
static inline void answer_nothing(const struct gpu_call *call, struct gpu_answer *answer)
{
    *answer = {call->order, call->count, call->even, 0};
}

/* Says that the job was stopped. */
static inline void job_stop(struct job *job)
{
    job->outcome = OUTCOME_STOPPED;
    job->knots = NULL;
    job->knot_count = 0;
}
