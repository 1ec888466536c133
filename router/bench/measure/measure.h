/* measure: measures one wave of one engine on one case.
 *
 *     open -> a growing prefix of the nets, which warms up -> compare -> repeats -> median
 *
 * The speeds of waves differ by a factor of a thousand, so each wave searches only the first nets
 * of a case: those that the reference has answered, until the time is over. Waves are compared by
 * nets per second. Answers are compared with the reference's before times are measured. Times are
 * wall-clock times, but processor time for one CPU thread. Limits are wall-clock times. */
#pragma once

#include "router/bench/measure/reference.h"
#include "router/bench/measure/row.h"

/* How much is measured, and with what. */
struct bench_effort {
    unsigned threads; /* workers of the CPU's waves */
    unsigned cores;   /* workers of the reference and of a GPU's engine on the host */
    unsigned repeats; /* maximum number of repeats, 1..BENCH_REPEATS_MAX */
    double budget;    /* seconds after which no repeat is started */
    double limit;     /* seconds until a run is stopped (BENCH_SLOW); for a whole design 6 times */
    unsigned block_queue;          /* entries of a GPU block's queue; 0: the default */
    struct engine_devices devices; /* the GPUs to use */
    const struct engine_ops *host; /* host engine to pair with (engine_pair.h), or NULL */
};

/* A case, and how its waves are measured. */
struct bench_subject {
    struct bench_workload workload;
    struct bench_reference reference; /* of searches */
    struct routes expected;           /* of a whole design: what each wave must give; empty: the
                                         first run that the independent checker accepts fills it */
    struct bench_watch *watch;
    const struct bench_effort *effort;
};

/* Makes the row of a measurement that begins. */
struct bench_row bench_row_of(const struct bench_subject *subject, const struct engine_ops *engine,
                              const char *wave);

/* The options to open an engine with. *engine may become that of several devices or the host. */
struct engine_options bench_options(const struct bench_subject *subject, const char *wave,
                                    const struct engine_ops **engine);

/* Measures a wave on the first nets of a workload and fills the row. Returns STATUS_OK even if the
 * wave is too slow or unsupported (row->state), STATUS_FAILED if an answer differs from the
 * reference, without memory or if a device fails, STATUS_INTERRUPTED after a signal. */
enum status bench_measure_search(struct bench_row *row, struct bench_subject *subject,
                                 const struct engine_ops *engine, const char *wave,
                                 struct error *error);

/* The same for a whole design. */
enum status bench_measure_route(struct bench_row *row, struct bench_subject *subject,
                                const struct engine_ops *engine, const char *wave,
                                struct error *error);
