/* global: routes a tile graph (grid/capacity/tile_graph.h).
 *
 *     patterns     each net gets a tree (tree/topology.h), whose edges become L and Z on the layers
 *                  where they cost least, short nets first; all nets two or three times
 *                  (patterns.h), by threads or a GPU
 *     refinement   each path of a net is exchanged for the cheapest one (refine.h), in passes over
 *                  all nets (pass.h), while that gains
 *     negotiation  if the format counts overflow: the price of a missing track rises from round to
 *                  round, and edges over capacity get a history, until none is left. If overflow
 *                  no longer falls, cuts may prove that it is the least (grid/capacity/cut.h)
 *     polish       without overflow: refinement at a price that keeps wires off full edges
 *
 * Integers only. The result is the same for any number of threads, unless a time limit or a signal
 * ends the run; then it is the best one so far. */
#pragma once

#include <signal.h>

#include "grid/capacity/cut.h"
#include "grid/capacity/tile_routes.h"
#include "router/global/patterns_job.h"

enum global_effort { GLOBAL_FAST, GLOBAL_NORMAL, GLOBAL_BEST };

/* Called after each round. overflow and worst in units of capacity. */
typedef void global_progress(void *context, uint32_t round, uint64_t overflow, uint32_t worst);

enum global_phase { GLOBAL_NEGOTIATE, GLOBAL_POLISH, GLOBAL_REFINE, GLOBAL_END };

/* The state of a run between two passes. With the routes, a run resumes from it and ends with the
 * same result. */
struct global_state {
    uint32_t phase, round;   /* enum global_phase; finished passes of it */
    uint32_t rounds;         /* finished passes of all phases */
    uint32_t penalty;        /* price of a missing track, in 1 / 16 of planes->penalty */
    uint32_t stalled;        /* rounds without less overflow */
    uint64_t proven;         /* lower bound of the overflow by cuts; 0: unknown */
    uint64_t proved;         /* the overflow at which cuts were tried last */
    struct cut cut;          /* the cut of the largest overflow */
    uint64_t best_overflow;  /* least overflow of a round of negotiation, by `best` */
    struct tile_routes best; /* nets NULL: none */
    uint32_t *history;       /* [tiles] price of an edge, in the order of the planes; 2024: NULL */
};

/* Called between two passes; the state and the routes belong to the router. */
typedef void global_save(void *context, const struct tile_routes *routes,
                         struct global_state *state);

struct global_options {
    uint32_t threads; /* at least 1 */
    enum global_effort effort;
    uint32_t rounds; /* most rounds of negotiation; 0: until overflow no longer falls */
    double deadline; /* by clock_seconds; 0: none */
    const volatile sig_atomic_t *stop; /* NULL: none */
    const bool *skip;                  /* [net_count] nets that stay as they are, or NULL */
    global_progress *progress;         /* NULL: none */
    global_save *save;                 /* NULL: none */
    void *context;
    patterns_device *device;     /* for the patterns, or NULL */
    bool needs_device;           /* an error of the device ends the run; else the host continues */
    struct global_state *resume; /* continue from it and from `routes`; takes its arrays; or NULL */
};

struct global_outcome {
    enum status status; /* STATUS_OK, STATUS_UNROUTED (open nets or overflow), STATUS_INTERRUPTED */
    bool timed_out;
    uint32_t rounds;
    uint64_t searches;
    uint64_t overflow; /* in units of capacity */
    uint64_t proven;   /* overflow that no result avoids; 0: not known */
    struct cut cut;    /* the cut with most of it, if proven is not 0 */
    struct error lost; /* why the device did not do its part; empty if it did */
};

/* Routes the nets. routes has an entry per net; nets that it gives as routed are kept and refined,
 * except skipped ones, which stay. Fails with STATUS_FAILED without memory. */
enum status global_route(const struct tile_graph *graph, struct tile_routes *routes,
                         const struct global_options *options, struct global_outcome *outcome,
                         struct error *error);
