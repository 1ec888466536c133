/* wave: the interface of a search algorithm on the GPU, and the table of all of them.
 *
 * A wave takes the jobs of a call, answers those that it can, and returns which are left:
 *
 *     call  -->  wave  -- left -->  wave  -- left -->  wave
 *
 * A wave that is named is called first, then the wave named by its `rest`, and so on. With "auto",
 * all waves that support the features in force are called in the table's order, and each leaves the
 * jobs that another wave answers sooner. The last wave answers everything.
 *
 * Every wave gives the answers of router/search/engine.h to the byte, so the choice among waves
 * affects only the time. Only the wave itself knows what it allocates and how long it takes for a
 * job. The engine creates a wave's workspace at the wave's first call.
 *
 * A new wave is one file or folder that defines `gpu_wave_<name>`, and one line in GPU_WAVES. */
#pragma once

#include "gpu/engine.cuh"

/* The table, in the order in which "auto" calls the waves. With "auto", the summary names the first
 * wave that is for single jobs and supports the field's features. */
#define GPU_WAVES(row) row(batch) row(sweep) row(detour) row(relax)

/* The head of every wave's workspace: the first member of its struct. */
struct gpu_wave {
    struct gpu_engine *engine; /* outlives the wave */
};

/* The jobs of a call. */
struct gpu_call {
    struct job *jobs;
    const uint32_t *order; /* [count] indices of jobs; NULL: the first count */
    size_t count;
    unsigned features; /* features of the field at present */
    bool any;          /* "auto": no wave was named */
};

/* The answer of a wave to a call. */
struct gpu_answer {
    const uint32_t *left; /* [left_count] indices of jobs that it left, NULL: the first left_count;
                             owned by the wave, valid until its next call */
    size_t left_count;
};

/* Times of a wave: microseconds per call, per job, and per cell of a window's width and height (for
 * waves by levels); nanoseconds per cell of all windows (work that the whole device shares), and
 * per cell of the largest window (work of one net's blocks). They reproduce the tables of NOTES.md
 * within a factor of two, except a first call of many jobs, which allocates memory. */
struct gpu_times {
    double call, job, side, every, largest;
};

struct gpu_wave_ops {
    const char *name;
    unsigned features; /* FEATURE_ bits that it supports */
    bool many;         /* it searches many jobs together, and leaves single ones */
    const char *rest;  /* name of the wave for what this one leaves; NULL: it leaves nothing */

    /* True if the field is within the wave's limits other than features. NULL: every field is. */
    bool (*serves)(const struct field *field);

    /* True if with "auto" a call like this one goes to the wave, judged by its first job; count is
     * not 0. Only for estimates. NULL: every call that comes to it does. */
    bool (*likely)(const struct field *field, unsigned features, const struct job *jobs,
                   size_t count);

    struct gpu_times times; /* for estimates */

    size_t size; /* bytes of the workspace's struct, which the engine makes zeroed and frees */

    /* Allocates what the first search needs; release() is called even if it fails; or NULL. */
    enum status (*prepare)(struct gpu_wave *wave, struct error *error);

    /* Answers jobs and fills in their outcomes. A job that is left may be changed, but is not
     * OUTCOME_FOUND. Returns soon after the engine was stopped, with OUTCOME_STOPPED for the jobs
     * not searched. Knots belong to the wave and are valid until its next call. Fails for memory
     * and device only. */
    enum status (*expand)(struct gpu_wave *wave, const struct gpu_call *call,
                          struct gpu_answer *answer, struct error *error);

    /* Bytes of host memory in the workspace that are not in the engine's account. */
    size_t (*bytes)(const struct gpu_wave *wave);

    /* Frees what prepare and expand allocated; accepts a workspace that is zero after its head. */
    void (*release)(struct gpu_wave *wave);
};

#define GPU_WAVE_COUNT_ROW(name) +1
enum { GPU_WAVE_COUNT = 0 GPU_WAVES(GPU_WAVE_COUNT_ROW) };

#define GPU_WAVE_DECLARE_ROW(name) extern const struct gpu_wave_ops gpu_wave_##name;
GPU_WAVES(GPU_WAVE_DECLARE_ROW)

/* The wave of this index, NULL after the last. */
const struct gpu_wave_ops *gpu_wave_at(size_t index);

/* Index of the wave of this name, GPU_WAVE_COUNT if there is none or name is NULL. */
size_t gpu_wave_find(const char *name);

/* True if the wave supports the field with these features. */
bool gpu_wave_serves(const struct gpu_wave_ops *wave, const struct field *field, unsigned features);

/* Writes the names of the waves that support the features (0: all) as "a, b, c", cut to `size`
 * bytes. Returns text. */
const char *gpu_wave_names(char *text, size_t size, unsigned features);

/* Index of job i of the call, i below call->count. */
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

/* Leaves the whole call. */
static inline void answer_nothing(const struct gpu_call *call, struct gpu_answer *answer)
{
    *answer = {call->order, call->count};
}

/* Predicted seconds of a call by these times. O(jobs). */
double gpu_times_sum(const struct gpu_times *times, const struct field *field,
                     const struct job *jobs, size_t count);

/* Answers a job without a path. */
static inline void job_end(struct job *job, enum outcome outcome)
{
    assert(outcome != OUTCOME_FOUND);
    job->outcome = outcome;
    job->knots = NULL;
    job->knot_count = 0;
}

/* Answers a job with a path, all but the pointer to its knots. */
static inline void job_found(struct job *job, cost_t cost, uint32_t target, cell_t reached,
                             size_t knot_count)
{
    assert(target < job->target_count && knot_count > 0);
    job->outcome = OUTCOME_FOUND;
    job->cost = cost;
    job->target = target;
    job->reached = reached;
    job->knot_count = knot_count;
}
