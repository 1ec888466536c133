/* session: the state that all stages of one call of route_design share.
 *
 * A searcher is a field and the engine that searches it.
 *
 *     hard   wires are closed; no tolls, so every wave that supports the design can search
 *     soft   wires may be crossed at a toll; opened only when negotiation starts. Its wave is
 *            the one requested if that supports tolls, else the engine's own choice
 */
#pragma once

#include "grid/workers.h"
#include "router/maze/net/connect.h"
#include "router/maze/plan/route_options.h"
#include "router/search/field.h"

/* Whether a run has to end, and why. */
enum session_state { SESSION_GOES_ON, SESSION_TIME_IS_UP, SESSION_STOPPED };

struct searcher {
    struct design seen; /* the run's design, with the costs of steps that the searcher is searched
                           by; its arrays are the run's design's */
    struct field_store store;
    struct engine *engine;
    struct box *dirty; /* boxes that changed since the engine's last update */
    size_t dirty_count, dirty_capacity;
};

struct session {
    const struct design *design;
    const struct route_options *options;
    struct searcher hard, soft;
    struct workers *workers; /* the run's threads, for loops over nets */
    double start;            /* clock_seconds when the run began */
    uint64_t searches;
    uint64_t work;      /* effort in labels that searches may set: the same on every machine */
    size_t peak_rounds; /* bytes that router/maze/rounds has held */
    struct route_parts parts;
    struct job *jobs; /* of session_grow; kept to reuse the memory */
    size_t *which;    /* [jobs] the growth of a job */
    size_t jobs_capacity, which_capacity;
    char device[128];          /* longest name of a device; see session_note_device */
    const char *ended;         /* why improvement ended, static; NULL: it did not run */
    char lost[ROUTE_LOST_MAX]; /* devices that failed, and why */
};

/* Opens the hard searcher. Close the session also after a failure. */
enum status session_open(struct session *session, const struct design *design,
                         const struct route_options *options, struct error *error);

/* Opens the soft searcher, with tolls of 0. */
enum status session_open_soft(struct session *session, struct error *error);

/* Sets the step costs of the soft searcher. Opens its engine again. */
enum status session_set_soft_rules(struct session *session, const struct step_rules *rules,
                                   struct error *error);

/* Notes the names of the searcher's device and of lost devices for the report. The longest names
 * are kept, because a pair may open, or lose, an engine in one searcher only. Must be called before
 * an engine is closed. */
void session_note_device(struct session *session, const struct searcher *searcher);

void session_close(struct session *session);

/* Calls the progress callback of the options, if there is one. */
void session_report(const struct session *session, struct route_progress progress);

double session_seconds(const struct session *session);

/* Reads the stop flag and the clock. */
enum session_state session_state(const struct session *session);

/* Records that a searcher's field changed inside the box, which may be empty. */
enum status searcher_touch(struct searcher *searcher, struct box box, struct error *error);

/* The same for the cells of these wires: one box per wire, or for several close wires. The box of a
 * tree is mostly cells that did not change, and engines copy all cells of a box. */
enum status searcher_touch_wires(struct searcher *searcher, const struct wire *wires, size_t count,
                                 struct error *error);

/* Nets are searched in batches; a kill loses the work of one batch. session_first_batch: number of
 * nets of the first batch, at least 1. session_next_batch: that of the next one, after a batch of
 * `batch` nets that began at `begun`: half of `batch` if that took longer than
 * SESSION_BATCH_SECONDS, else up to twice `batch`, at most `most`. */
#define SESSION_BATCH_SECONDS 5.0
uint32_t session_first_batch(const struct session *session);
uint32_t session_next_batch(const struct session *session, uint32_t batch, uint32_t most,
                            double begun);

/* Adds labels that a net's searches may have set. */
static inline void session_count_work(struct session *session, struct growth *growth,
                                      uint64_t labels)
{
    session->work += labels;
    growth->work += labels;
}

/* Grows many nets side by side in the searcher's present field, one search per net at a time, each
 * in its own window (windows NULL: the whole grid). Sets the outcome of every growth: FOUND if its
 * tree is complete, NONE if a pin cannot be reached, STOPPED if the run has to end. The growths do
 * not affect each other. */
enum status session_grow(struct session *session, struct searcher *searcher, struct growth *growths,
                         const struct box *windows, size_t count, struct error *error);
