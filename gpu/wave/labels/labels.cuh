/* labels: the way of a job for a wave that gives each state it reaches a label in device memory.
 *
 * A state is a cell, or, where bends cost, a cell and the axis of the step that entered it. One job
 * goes through four steps, all on one stream:
 *
 *     mark     its sources and targets: bits of the field's own and target planes, label of the
 *              sources, first frontier
 *     search   the wave: labels, until the targets' labels are final
 *     trace    picks the target, walks back, leaves the knots in the host's memory
 *     wipe     the marks
 *
 * Labels are not cleared between jobs. A job's labels lie in [base, top), where base + d stands for
 * a cost of d, and the next job's range ends where this one begins. So a label that an earlier job
 * left is at or above top, which means "not reached", and atomicMin overwrites it:
 *
 *     0 ........ base2 |<- job 2 ->| top2 = base1 |<- job 1 ->| top1 ........ all ones
 *
 * Only when the range is used up are the labels filled with ones again. Where a search finds that a
 * cost does not fit into the range, the range becomes 64 times as wide, at last with labels of 64
 * bits, and the job is searched again.
 */
#pragma once

#include "gpu/wave/each.cuh"
#include "gpu/wave/terminal.cuh"

/* What a wave's kernels tell each other and the host; reset for each job. */
struct wave_control {
    unsigned long long best;   /* least label of a target so far; top where none */
    unsigned long long far[3]; /* least label that waits beyond the threshold, in turns */
    uint32_t tail[3];          /* entries of the frontier: being read, being written, next */
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

/* Labels every state whose cost is less than the nearest target's, and that target; or, where there
 * is no path, all that can be reached. *outcome tells which. */
typedef enum status labels_search(struct gpu_wave *wave, const struct job_view *job,
                                  enum outcome *outcome, struct error *error);

/* The first member of such a wave's workspace. The wave itself allocates the queue, for as many
 * entries as its frontier may have. */
struct labels {
    struct each each;
    labels_search *search;

    uint32_t axes;       /* states a cell: 1, or AXES where bends cost */
    bool wide;           /* labels of 64 bits instead of 32 */
    uint64_t top;        /* labels at or above are not of the next job */
    uint64_t span;       /* size of the next job's range */
    bool too_narrow;     /* the last search needs a wider range of labels; search sets it */
    struct buffer label; /* [cells * axes] */

    struct buffer queue;      /* of uint32_t: states of the frontier */
    struct buffer near_plane; /* a bit a state, in which sources are set, too; or none */

    struct buffer job;          /* device: wave_control, then the terminals */
    struct buffer job_host;     /* page-locked: the same, being packed */
    struct buffer control_host; /* page-locked: wave_control on its way back */
    struct buffer report;       /* page-locked, mapped: trace_report and knots */
};

/* Allocates labels of 32 bits and the field's planes of marks. span: the first range of labels.
 * Fails, beside for memory, for more than 2^32 - 2 states. */
enum status labels_prepare(struct labels *labels, labels_search *search, uint64_t span,
                           struct error *error);

void labels_release(struct labels *labels);

/* The table's expand() of such a wave, which leaves nothing. */
enum status labels_expand(struct gpu_wave *wave, const struct gpu_call *call,
                          struct gpu_answer *answer, struct error *error);

/* Copies the control back and waits for it; the pointer is good until the next call. */
enum status labels_control(struct labels *labels, const struct job_view *view,
                           const struct wave_control **control, struct error *error);

/* ---- labels_mark.cu ------------------------------------------------------------------------- */

/* Packs the job, picks its range of labels, marks its cells and puts the sources into the
 * frontier (entries 0 .. control->tail[0]). */
enum status labels_mark(struct labels *labels, const struct job *job, struct job_view *view,
                        struct error *error);

/* Wipes the marks. */
enum status labels_wipe(struct labels *labels, const struct job_view *view, struct error *error);

/* ---- labels_trace.cu ------------------------------------------------------------------------ */

/* Fills the job's outcome, cost, target, reached and knot_count from the labels and appends its
 * knots to labels->each.path. */
enum status labels_trace(struct labels *labels, const struct job_view *view, struct job *job,
                         struct error *error);
