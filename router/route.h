/* route: a whole design, from its pins to a result. The one call that a front end makes.
 *
 *     order the nets -> route one after the other -> [ negotiate ] -> say why what is missing is
 *
 * The result depends on the design and on order, alone, skip, keep and max_iterations, and on
 * nothing else: not on the engine, the wave, the threads or the time it takes. Only where a run is
 * ended by the time limit or the stop flag it depends on how far it came.
 *
 * Nets that are not to be routed (skip) get no wires and are marked ROUTE_INTERRUPTED, the only
 * one of the file format's reasons that claims nothing about the design; their pins are
 * obstacles. A net that keep holds routed keeps its wires exactly, skipped or not, and is an
 * obstacle for the rest; keep's unrouted nets are as good as absent.
 */
#ifndef LEEWAY_ROUTER_ROUTE_H
#define LEEWAY_ROUTER_ROUTE_H

#include "grid/routes.h"
#include "router/engine.h"
#include "router/order.h"

enum {
    ROUTE_ITERATIONS_DEFAULT = 1000, /* rounds of negotiation and repair together */
    ROUTE_ITERATIONS_MAX = 1000000,
    ROUTE_TIME_LIMIT_MAX = 31536000, /* seconds: a year */
};

/* Where a run stands: for a progress line, and for the checkpoint. */
struct route_progress {
    const char *phase; /* "route", "negotiate", "insert", "improve": a static string */
    uint32_t iteration;
    uint32_t done, total; /* nets of this phase or iteration */
    uint32_t conflicts;   /* nets that still share cells; only "negotiate" */
    uint32_t routed;      /* nets routed in the best legal result so far */
    cost_t cost;          /* and what they cost */
};

/* All that a long run needs to go on from: bytes that only route_design understands. */
struct route_checkpoint {
    uint8_t *bytes;
    size_t size;
};

struct route_options {
    const struct engine_ops *engine;
    struct engine_options engine_options; /* its stop flag ends the run: best result so far */
    enum order order;
    bool alone;                /* every net as if it were the only one; never negotiates */
    const bool *skip;          /* [net_count] true: leave this net; or NULL */
    const struct routes *keep; /* wires that stay; or NULL. Must be right (check_routes) */
    double time_limit;         /* seconds; 0: none. Looked at between searches */
    uint32_t max_iterations;   /* 0: one pass, no negotiation */

    /* Called now and then from the calling thread; may be NULL. */
    void (*progress)(void *context, const struct route_progress *progress);
    /* Called when there is a new checkpoint: checkpoint to go on from, best is a legal result
     * (nets without wires are ROUTE_INTERRUPTED; as long as each net is searched alone that is all
     * but the kept ones). May be NULL. How often: about every checkpoint_seconds, and 0 is after
     * every step, which are some searches (course.h). */
    void (*checkpoint)(void *context, const struct routes *best,
                       const struct route_checkpoint *checkpoint);
    double checkpoint_seconds;
    void *context;                         /* of both */
    const struct route_checkpoint *resume; /* go on from here (same design and options), or NULL */
};

enum route_end {
    ROUTE_END_DONE,       /* nothing left to do */
    ROUTE_END_STALLED,    /* negotiation stopped making progress */
    ROUTE_END_ITERATIONS, /* max_iterations used up */
    ROUTE_END_TIME,       /* time limit */
    ROUTE_END_STOPPED,    /* stop flag */
    ROUTE_ENDS
};

struct route_report {
    char wave[32];    /* as the hard searcher's engine names it */
    char device[128]; /* as the engine names it that says most (session_note_device) */
    enum route_end end;
    uint32_t chosen, routed; /* nets that were to be routed (not skipped), and of these routed */
    uint32_t iterations;     /* of negotiation and improvement */
    uint32_t conflicts;      /* nets that shared cells when negotiation gave up; 0: it did not */
    uint64_t searches;       /* jobs given to the engine */
    double seconds;          /* opening the engine included */
    size_t peak_host, peak_device; /* bytes: the engine's and the router's own */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Routes the design. Makes *routes (routes_destroy it); it is right by construction, and whole
 * even where the run was stopped. report may be NULL. Returns
 *     STATUS_OK           every chosen net has its wires
 *     STATUS_UNROUTED     finished, or ended by the time limit; some have none, with the reason
 *     STATUS_INTERRUPTED  the stop flag was raised; the best result so far is in *routes
 *     STATUS_BAD_INPUT    the wave does not exist or does not support the design (*error); or
 *                         resume or keep are of another design
 *     STATUS_FAILED       memory or device (*error)
 * With the last two *routes is empty. Memory: two bits and, for negotiation, 14 bytes a
 * cell. */
enum status route_design(const struct design *design, const struct route_options *options,
                         struct routes *routes, struct route_report *report, struct error *error);

/* "done", "stalled", "iterations", "time-limit", "stopped". */
const char *route_end_name(enum route_end end);

#ifdef __cplusplus
}
#endif

#endif
