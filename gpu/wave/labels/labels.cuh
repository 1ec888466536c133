/* labels: how a job is processed by a wave that gives each state a label in device memory.
 *
 * A state is a cell, or, if bends cost, a cell and the axis of the step that entered it. One job
 * takes four steps, all on one stream:
 *
 *     mark     marks its sources and targets: bits of the field's own and target planes, labels of
 *              the sources, first frontier
 *     search   the wave `relax`: computes labels until the targets' labels are final
 *     trace    picks the target, walks back, writes the corners to host memory
 *     wipe     clears the marks
 *
 * Labels are not cleared between jobs. A job's labels are in [base, top), where base + d stands for
 * a cost of d, and the next job's range ends where this one begins. So a label of an earlier job is
 * at or above top, which means "not reached", and atomicMin overwrites it:
 *
 *     0 ........ base2 |<- job 2 ->| top2 = base1 |<- job 1 ->| top1 ........ all ones
 *
 * Only when the range is used up are the labels filled with ones again. If a search finds that a
 * cost does not fit into the range, the range becomes 64 times as wide, at last with labels of 64
 * bits, and the job is searched again. */
#pragma once

#include "gpu/wave/each.cuh"

/* State shared by the kernels and the host; reset for each job. */
struct wave_control {
    unsigned long long best;   /* least label of a target so far; top if none */
    unsigned long long far[3]; /* least label beyond the threshold; used in turn */
    uint32_t tail[3];          /* entries of the frontier that is read, written, and next */
    uint32_t overflow;         /* not 0: a label did not fit below top */
    uint32_t stopped;          /* not 0: the host asked to stop */
};

/* A pin or tree wire of a job as a straight run of cells on the device. */
struct terminal {
    uint32_t from;  /* first cell */
    int32_t stride; /* difference of cell numbers from one cell to the next */
    uint32_t steps; /* number of cells minus 1 */
    uint32_t index; /* index among the job's targets or sources */
};

static inline struct terminal terminal_of(const struct grid *grid, struct wire wire, uint32_t index)
{
    return {wire.from, (int32_t)wire_stride(grid, wire), wire_steps(grid, wire), index};
}

/* Cell i of a terminal, 0 <= i <= steps. */
static __device__ __forceinline__ uint32_t terminal_cell(const struct terminal &terminal,
                                                         uint32_t i)
{
    assert(i <= terminal.steps);
    return (uint32_t)((int64_t)terminal.from + (int64_t)terminal.stride * i);
}

/* A job as kernels see it; passed by value. */
struct job_view {
    struct box window;
    const struct terminal *sources, *targets;
    uint32_t source_count, target_count;
    uint64_t base, top; /* range of its labels */
    struct wave_control *control;
};

/* The workspace of the wave `relax`. */
struct labels {
    struct each each;
    uint32_t axes;       /* states per cell: 1, or AXES if bends cost */
    bool wide;           /* labels of 64 bits instead of 32 */
    uint64_t top;        /* end of the next job's range */
    uint64_t span;       /* size of the next job's range */
    bool too_narrow;     /* set by the search if it needs a wider range */
    struct buffer label; /* [cells * axes] */

    struct buffer queue;      /* uint32_t: states of the frontier: both near piles */
    struct buffer near_plane; /* a bit per state of the first near pile, sources included */
    struct buffer near_other; /* the bits of the second near pile */
    struct buffer far_plane, far_summary;
    uint64_t delta; /* width of a bucket */

    struct buffer job;          /* device: wave_control, then the terminals */
    struct buffer job_host;     /* page-locked: the same, while it is packed */
    struct buffer control_host; /* page-locked: copy of wave_control */
    struct buffer report;       /* page-locked, mapped: trace_report and knots */
};

/* Packs the job, takes its range of labels, marks its cells and writes the sources to the frontier
 * (entries 0 .. control->tail[0]). */
enum status labels_mark(struct labels *labels, const struct job *job, struct job_view *view,
                        struct error *error);

/* Clears the marks. */
enum status labels_wipe(struct labels *labels, const struct job_view *view, struct error *error);

/* Answers the job, all but the pointer to its knots, from the labels, and appends its knots to
 * labels->each.path. */
enum status labels_trace(struct labels *labels, const struct job_view *view, struct job *job,
                         struct error *error);
