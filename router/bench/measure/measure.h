/* measure: one wave of one engine on one case.
 *
 *     open -> a growing prefix of the nets, which warms up -> compare -> repeats -> median
 *
 * Waves differ by a factor of a thousand, so each measures as many of a case's nets as fit into
 * its time, and no more than the reference, which takes all cores, has answers for in its own; what
 * is compared between waves is nets a second. No time is taken before the answers have been
 * compared with the reference's. The time is the clock's; of a single CPU thread it is what that
 * thread had of its processor. Limits are the clock's always.
 */
#pragma once

#include "grid/routes.h"
#include "router/bench/measure/reference.h"
#include "router/bench/measure/row.h"

/* How much is measured. */
struct bench_effort {
    unsigned threads; /* workers of the CPU's waves */
    unsigned cores;   /* of the machine: the reference uses them all, and so does what a GPU's
                         engine has to do on the host */
    unsigned repeats; /* at most, 1..BENCH_REPEATS_MAX */
    double budget;    /* seconds: after these no further repeat is begun */
    double limit; /* seconds: a single run over them is given up (BENCH_SLOW); a whole design has
             six times as many */
    unsigned block_queue;                 /* entries of a GPU block's queue; 0: the wave's choice */
    struct engine_devices devices;        /* the GPUs to use */
    const struct maze_device_ops *rounds; /* routes large grids on them; NULL: nobody */
    const struct engine_ops *host;        /* pairs the engine with this host engine (engine_pair.h);
                                             NULL: the engine alone */
};

/* What searches are measured on: an engine and a case. */
struct bench_subject {
    const struct engine_ops *engine;
    struct bench_workload *workload;
    struct bench_reference *reference;
    const struct bench_effort *effort;
};

/* What an engine is opened with, by whom: *engine becomes engine_several.h where several of its
 * devices are to be used. */
struct engine_options bench_options(const struct bench_effort *effort, const char *wave,
                                    struct bench_watch *watch, const struct engine_ops **engine);

/* Threads for an engine. */
unsigned bench_threads(const struct bench_effort *effort, const struct engine_ops *engine);

/* Measures a wave on the first nets of a workload, as many as fit into its time, and fills the row
 * (its item, engine, wave, threads and all measured values). STATUS_OK also if the wave is too slow
 * or unsupported: see row->state. STATUS_FAILED where an answer differs from the
 * reference, for memory and device, STATUS_INTERRUPTED where the user stopped it. */
enum status bench_measure_search(struct bench_row *row, const struct bench_subject *subject,
                                 const char *wave, struct error *error);

/* The same for a whole design, of the suites route and design. *expected are the routes that every
 * wave must give; where it is empty, this run makes it (and the independent checker judges it). */
enum status bench_measure_route(struct bench_row *row, const struct engine_ops *engine,
                                const char *wave, const struct bench_workload *workload,
                                struct routes *expected, struct bench_watch *watch,
                                const struct bench_effort *effort, struct error *error);
