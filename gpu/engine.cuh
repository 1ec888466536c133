/* engine: what the parts of the GPU engine share; nothing here is seen outside gpu/.
 *
 * One job goes through four steps, all on one stream:
 *
 *     mark     its sources and targets: bits of the field's own and target planes, label of the
 *              sources, first frontier
 *     search   the wave: labels, until the targets' labels are final
 *     trace    picks the target, walks back, leaves the knots in the host's memory
 *     wipe     the marks
 *
 * Labels are never cleared between jobs. A job's labels lie in [base, top), where base + d stands
 * for a cost of d, and the next job's range ends where this one's begins. So whatever an earlier
 * job left is at or above top, which reads "not reached", and atomicMin overwrites it:
 *
 *     0 ........ base2 |<- job 2 ->| top2 = base1 |<- job 1 ->| top1 ........ all ones
 *
 * Only when the range is used up are the labels filled with ones again.
 */
#ifndef LEEWAY_GPU_ENGINE_CUH
#define LEEWAY_GPU_ENGINE_CUH

#include "gpu/field.cuh"
#include "gpu/gpu.h"
#include "router/backtrace.h"

/* A pin or tree wire of a job, ready to be walked on the device. */
struct terminal {
    uint32_t from;  /* first cell */
    int32_t stride; /* from one cell to the next */
    uint32_t steps; /* cells less one */
    uint32_t index; /* among the job's targets or sources */
};

/* What a wave's kernels tell each other and the host; reset for each job. */
struct wave_control {
    unsigned long long best;   /* least label of a target so far; top where none */
    unsigned long long far[3]; /* least label that waits beyond the threshold, in turns */
    uint32_t tail[3];          /* entries of the frontier: being read, being written, next */
    uint32_t found;            /* not 0: a target was entered */
    uint32_t overflow;         /* not 0: a label did not fit below top */
    uint32_t stopped;          /* not 0: the host asked to stop */
};

/* A job as kernels see it; passed by value. */
struct job_view {
    struct box window;
    const struct terminal *sources, *targets;
    uint32_t source_count, target_count;
    uint64_t base, top; /* range of its labels */
    struct wave_control *control;
};

struct gpu_engine;
struct batch;
struct sweep;

/* A wave: how the frontier moves. */
struct gpu_wave {
    const char *name;
    unsigned features; /* set of FEATURE_ bits that it searches exactly */

    /* Allocates what the wave alone needs, sets span; called once. */
    enum status (*prepare)(struct gpu_engine *engine, struct error *error);

    /* Labels every state whose cost is less than the nearest target's, and that target; or, where
     * there is no path, all that can be reached. *outcome tells which. */
    enum status (*search)(struct gpu_engine *engine, const struct job_view *job,
                          enum outcome *outcome, struct error *error);

    /* Answers a whole job in a way of its own, path included, and sets *done; or leaves it to
     * search. May be NULL. A wave that has it gets the memory of search only when it is needed. */
    enum status (*route)(struct gpu_engine *engine, struct job *job, bool *done,
                         struct error *error);
};

extern const struct gpu_wave gpu_wave_bqueue, gpu_wave_persistent, gpu_wave_detour, gpu_wave_tiles,
    gpu_wave_relax, gpu_wave_batch, gpu_wave_dial, gpu_wave_sweep;

/* Jobs of a call, by their indices; each list has room for all. */
struct sorted_jobs {
    uint32_t *together, *uneven, *rest; /* for the sweeps, for tiles, for the engine's wave */
    size_t together_count, uneven_count, rest_count;
    uint32_t *words; /* what they lie in */
    size_t capacity;
};

struct gpu_engine {
    struct engine head;
    const struct field *field;
    const struct gpu_wave *wave;
    struct engine_options options;
    bool chooses; /* the wave is not named: what seems best for each job */
    char device[GPU_NAME_MAX];
    int device_index, multiprocessors;
    cudaStream_t stream;
    struct memory_account account;
    struct device_field copy;

    /* labels */
    uint32_t axes;        /* states a cell: 1, or AXES where bends cost */
    bool wide;            /* labels of 64 bits instead of 32 */
    uint64_t top;         /* labels at or above are not of the next job */
    uint64_t span;        /* size of the next job's range */
    uint64_t delta;       /* width of a bucket of the relax wave */
    bool too_narrow;      /* the last search needs a wider range of labels */
    struct buffer labels; /* [cells * axes] */

    /* frontiers, shared by the waves */
    struct buffer taken; /* waves by levels: bits of closed and visited cells */
    struct buffer queue; /* uint32_t [states]; relax: two of them */
    struct buffer near_plane[2], far_plane,
        far_summary; /* relax: a bit for each state, a plane for each axis */

    struct buffer planes; /* detour, tiles: control, labels and what else their searches need */
    struct buffer mail;   /* detour: bits between neighbouring parts */
    uint32_t searches;    /* detour: that wrote to mail since it was cleared */
    bool detour_asked;    /* the next one is known */
    int detour_blocks;    /* of its search that the device holds at once */

    struct buffer job;          /* device: wave_control, then the terminals */
    struct buffer job_host;     /* page-locked: the same, being packed */
    struct buffer control_host; /* page-locked: wave_control on its way back */
    struct buffer stop_flag;    /* page-locked, mapped: one uint32_t, not 0 tells kernels to stop */
    struct buffer report;       /* page-locked, mapped: trace_report and knots */
    struct trace path;          /* knots of all jobs of this call */
    unsigned features;          /* of the field when the engine was opened */
    double batch_ms;            /* of the batches' kernels in the last call */
    bool batches;               /* many jobs at once go to the batch */
    bool dial;                  /* which is for costs */
    struct batch *batch;        /* NULL until there are some */
    bool sweeps;                /* jobs of the field go to the sweeps */
    bool sweeps_some;           /* only those that choose_sweeps says */
    struct sweep *sweep;        /* NULL until there are some */
    struct sorted_jobs sorted;
};

/* ---- jobs.cu: marks ------------------------------------------------------------------------- */

/* Packs the job, picks its range of labels, marks its cells and puts the sources into the
 * frontier (entries 0 .. control->tail[0]). */
enum status job_begin(struct gpu_engine *engine, const struct job *job, struct job_view *view,
                      struct error *error);

/* Wipes the marks. */
enum status job_end(struct gpu_engine *engine, const struct job_view *view, struct error *error);

/* Copies the control back and waits for it; the pointer is good until the next call. */
enum status job_control(struct gpu_engine *engine, const struct job_view *view,
                        const struct wave_control **control, struct error *error);

/* True where the caller of the engine wants it to stop. */
static inline bool engine_stopped(const struct gpu_engine *engine)
{
    return engine->options.stop != NULL && *engine->options.stop != 0;
}

/* Waits for a long kernel and passes a wish to stop on to it, through stop_flag. */
enum status engine_wait(struct gpu_engine *engine, struct error *error);

/* ---- trace.cu ------------------------------------------------------------------------------- */

/* Fills the job's outcome, cost, target, reached and knot_count from the labels and appends its
 * knots to engine->path. */
enum status job_trace(struct gpu_engine *engine, const struct job_view *view, struct job *job,
                      struct error *error);

/* ---- devices.cu ----------------------------------------------------------------------------- */

/* The first usable device, or -1 with the reason. */
int gpu_device_pick(struct gpu_device *device, const char **reason);

/* NULL where a device can be used, else why not. Static. */
const char *gpu_unusable(void);

#endif
