/* run: what all stages of a run share: the design, two lanes to search in, the clock.
 *
 * A lane is a field and an engine that searches it.
 *
 *     hard   wires are walls; no tolls, so every wave that fits the design can serve
 *     soft   wires may be crossed at a toll; opened only when negotiation starts. Its wave is
 *            the one asked for where that knows tolls, else the engine's own choice
 */
#ifndef LEEWAY_ROUTER_PLAN_RUN_H
#define LEEWAY_ROUTER_PLAN_RUN_H

#include "router/net/connect.h"
#include "router/field.h"
#include "router/route.h"

/* Why a run has to end, if it has to. */
enum run_state { RUN_GOES_ON, RUN_TIME_IS_UP, RUN_STOPPED };

struct lane {
    struct design seen; /* the run's design, with the costs of steps that the lane is searched by;
                           its arrays are the run's design's */
    struct field_store store;
    struct engine *engine;
    struct box *dirty; /* boxes that changed since the engine was told */
    size_t dirty_count, dirty_capacity;
};

struct run {
    const struct design *design;
    const struct route_options *options;
    struct lane hard, soft;
    double start; /* seconds of a clock that never goes back */
    uint64_t searches;
    uint64_t work;    /* labels that the searches may have set: a measure of effort that is the same
                         on every machine */
    struct job *jobs; /* of run_grow, kept for the next */
    size_t *which;
    size_t jobs_capacity, which_capacity;
    char device[128]; /* of the engine that said most of where it ran; see run_note_device */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Opens the hard lane. On failure the run is to be closed all the same. */
enum status run_open(struct run *run, const struct design *design,
                     const struct route_options *options, struct error *error);

/* Opens the soft lane, with tolls of 0. */
enum status run_open_soft(struct run *run, struct error *error);

/* Has the soft lane searched by these costs of steps from now on. Opens its engine again. */
enum status run_set_soft_rules(struct run *run, const struct step_rules *rules,
                               struct error *error);

/* Keeps the device that the lane's engine names, if it has one, where it says more than those
 * before: a pair opens, or loses, an engine in one lane and perhaps not in the next. To be called
 * before an engine is closed whose device is to be told. */
void run_note_device(struct run *run, const struct lane *lane);

void run_close(struct run *run);

double run_seconds(const struct run *run);

/* Looks at the stop flag and at the clock. */
enum run_state run_state(const struct run *run);

/* Notes that a lane's field changed inside the box (nothing where it is empty). */
enum status lane_touch(struct lane *lane, struct box box, struct error *error);

/* The same for the cells of these wires: a box a wire, or one for some that lie close together. A
 * tree's own box is mostly cells that did not change, and engines copy what is in boxes. */
enum status lane_touch_wires(struct lane *lane, const struct wire *wires, size_t count,
                             struct error *error);

/* Nets are searched in batches, and what is done within one is lost by a kill. run_first_batch: how
 * many nets to search at once before it is known how long that takes (at least 1).
 * run_next_batch: after `batch` nets since the moment `begun`, up to twice as many, `most` at most,
 * or half as many where they took more than RUN_BATCH_SECONDS. */
#define RUN_BATCH_SECONDS 5.0
uint32_t run_first_batch(const struct run *run);
uint32_t run_next_batch(const struct run *run, uint32_t batch, uint32_t most, double begun);

/* Tells the lane's engine what changed, and searches. */
enum status run_expand(struct run *run, struct lane *lane, struct job *jobs, size_t count,
                       struct error *error);

/* Counts labels that a net's searches may have set. */
static inline void run_count_work(struct run *run, struct growth *growth, uint64_t labels)
{
    run->work += labels;
    growth->work += labels;
}

/* Grows many nets in step against the lane's field as it stands, one search of each at a time,
 * each in its own window. Ends with every growth's outcome set: FOUND where its tree is complete,
 * NONE where a pin cannot be reached, STOPPED where the run has to end. The growths do not see
 * each other. windows NULL: the whole grid. */
enum status run_grow(struct run *run, struct lane *lane, struct growth *growths,
                     const struct box *windows, size_t count, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
