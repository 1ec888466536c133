/* session: what all stages of one call of route_design share: the design, two searchers, the clock.
 *
 * A searcher is a field and the engine that searches it.
 *
 *     hard   wires are walls; no tolls, so every wave that fits the design can serve
 *     soft   wires may be crossed at a toll; opened only when negotiation starts. Its wave is
 *            the one asked for where that knows tolls, else the engine's own choice
 */
#pragma once

#include "router/engine/workers.h"
#include "router/maze/net/connect.h"
#include "router/search/field.h"
#include "router/maze/plan/route_options.h"

/* Why a run has to end, if it has to. */
enum session_state { SESSION_GOES_ON, SESSION_TIME_IS_UP, SESSION_STOPPED };

struct searcher {
    struct design seen; /* the run's design, with the costs of steps that the searcher is searched
                           by; its arrays are the run's design's */
    struct field_store store;
    struct engine *engine;
    struct box *dirty; /* boxes that changed since the engine was told */
    size_t dirty_count, dirty_capacity;
};

struct session {
    const struct design *design;
    const struct route_options *options;
    struct searcher hard, soft;
    struct workers *workers; /* the run's threads, for loops over nets */
    double start;            /* seconds of a clock that never goes back */
    uint64_t searches;
    uint64_t work; /* labels that the searches may have set: a measure of effort that is the same
                      on every machine */
    size_t peak_rounds; /* bytes that router/maze/rounds has held, beside all else */
    struct route_parts parts;
    struct job *jobs; /* of session_grow, kept for the next */
    size_t *which;
    size_t jobs_capacity, which_capacity;
    char device[128]; /* of the engine that said most of where it ran; see session_note_device */
    char lost[ROUTE_LOST_MAX]; /* what devices failed, and why */
};

/* Opens the hard searcher. On failure the run is to be closed all the same. */
enum status session_open(struct session *session, const struct design *design,
                         const struct route_options *options, struct error *error);

/* Opens the soft searcher, with tolls of 0. */
enum status session_open_soft(struct session *session, struct error *error);

/* Has the soft searcher searched by these costs of steps from now on. Opens its engine again. */
enum status session_set_soft_rules(struct session *session, const struct step_rules *rules,
                                   struct error *error);

/* Keeps the device that the searcher's engine names, if it has one, where it says more than those
 * before: a pair opens, or loses, an engine in one searcher and perhaps not in the next. The same
 * for what it has lost. To be called before an engine is closed whose device is to be told. */
void session_note_device(struct session *session, const struct searcher *searcher);

/* Keeps what has been lost, where it says more than what was lost before. */
void session_note_lost(struct session *session, const char *lost);

void session_close(struct session *session);

/* Calls the progress callback of the options, if there is one. */
void session_report(const struct session *session, struct route_progress progress);

double session_seconds(const struct session *session);

/* Looks at the stop flag and at the clock. */
enum session_state session_state(const struct session *session);

/* Notes that a searcher's field changed inside the box (nothing where it is empty). */
enum status searcher_touch(struct searcher *searcher, struct box box, struct error *error);

/* The same for the cells of these wires: a box a wire, or one for some that lie close together. A
 * tree's own box is mostly cells that did not change, and engines copy what is in boxes. */
enum status searcher_touch_wires(struct searcher *searcher, const struct wire *wires, size_t count,
                                 struct error *error);

/* Nets are searched in batches, and what is done within one is lost by a kill. session_first_batch:
 * how many nets to search at once before it is known how long that takes (at least 1).
 * session_next_batch: after `batch` nets since the moment `begun`, up to twice as many, `most` at
 * most, or half as many where they took more than SESSION_BATCH_SECONDS. */
#define SESSION_BATCH_SECONDS 5.0
uint32_t session_first_batch(const struct session *session);
uint32_t session_next_batch(const struct session *session, uint32_t batch, uint32_t most,
                            double begun);

/* Counts labels that a net's searches may have set. */
static inline void session_count_work(struct session *session, struct growth *growth,
                                      uint64_t labels)
{
    session->work += labels;
    growth->work += labels;
}

/* Grows many nets in step against the searcher's field as it stands, one search of each at a time,
 * each in its own window. Ends with every growth's outcome set: FOUND where its tree is complete,
 * NONE where a pin cannot be reached, STOPPED where the run has to end. The growths do not see
 * each other. windows NULL: the whole grid. */
enum status session_grow(struct session *session, struct searcher *searcher, struct growth *growths,
                         const struct box *windows, size_t count, struct error *error);
