/* pass: gives every net a turn, slice by slice.
 *
 * Prices are frozen while the nets of a slice (net_slices.h) are routed, side by side on all
 * threads; then they are entered one after the other and the prices recomputed. A refined tree is
 * entered only if it still costs less than the old one at that moment: nets of a slice that moved
 * to the same edges would otherwise move to and fro. So the result does not depend on the number of
 * threads, and a pass of refinement lowers the sum of all prices. Trees of patterns are entered by
 * the threads that make them, as no net of the pass sees the prices. */
#pragma once

#include <signal.h>

#include "router/global/patterns.h"
#include "router/global/refine.h"
#include "grid/capacity/tile_routes.h"

enum pass_kind {
    PASS_KEEP,    /* make trees of the routes that exist, and enter them */
    PASS_RESUME,  /* enter the routes that exist, which an earlier run has made */
    PASS_PATTERN, /* wire nets without a route by patterns */
    PASS_REFINE,  /* refine the routes */
};

/* The steps of a slice, in this order; threads share the items of each. */
enum pass_step {
    PASS_TURNS,  /* the turns of its nets */
    PASS_WIRES,  /* patterns only: their wires are copied to the routes */
    PASS_PRICES, /* prices are recomputed, if they have changed and the next slice reads them */
};

/* The result of a net's turn, until the slice ends. */
struct pass_turn {
    bool changed, failed;
    struct planes_use *uses;       /* the uses of the old tree, then those of the new one */
    uint32_t old_count, new_count; /* of uses */
    uint64_t old_price, new_price; /* of lengths and vias */
    size_t uses_capacity;
    struct wire *wires;
    uint32_t wire_count;
    size_t wires_capacity;
    size_t place; /* of the wires of a pattern, behind those of the slice's nets before */
};

/* Memory of one thread. */
struct pass_slot {
    struct pattern pattern;
    struct refine refine;
};

/* Called between two slices; true ends the pass. */
typedef bool pass_is_over(void *context);

struct pass {
    struct planes planes;
    struct tile_routes *routes;
    const bool *skip; /* nets that stay as they are, or NULL */
    struct workers *workers;
    struct pass_slot *slots;
    uint32_t threads;
    struct net_slices order;
    struct pass_turn *turns; /* [order.most] of the nets of a slice */

    const struct patterns *patterns; /* PASS_PATTERN: wirings of the nets; NULL: none */
    enum pass_kind kind;             /* of the current pass, like rules */
    const struct refine_rules *rules;
    pass_is_over *is_over;
    void *context;
    bool *finished;
    struct error *error;
    enum status status;
    uint32_t slice, from, count; /* slices begun; the current slice of the order */
    enum pass_step step;         /* of the slice */
    size_t pool;                 /* where the wires of the slice begin */

    uint64_t price;   /* of all nets, up to NET_SLICES_FEW, without missing tracks */
    uint64_t changes; /* nets with a new tree, of the last pass */
    bool *moved;      /* [nets of the graph] has a new tree; the user of the pass clears it */
};

/* Prepares passes over the nets of the graph. routes, skip and graph must outlive it. attempt: as
 * for net_slices_create. */
enum status pass_create(struct pass *pass, const struct tile_graph *graph,
                        struct tile_routes *routes, const bool *skip, uint32_t threads,
                        uint32_t attempt, struct error *error);

/* Runs a pass. PASS_REFINE needs rules; PASS_PATTERN refines each net by them at once, unless they
 * are NULL. *finished: is_over has not ended it. Fails with STATUS_FAILED without memory. */
enum status pass_run(struct pass *pass, enum pass_kind kind, const struct refine_rules *rules,
                     pass_is_over *is_over, void *context, bool *finished, struct error *error);

/* Searches of all passes so far. */
uint64_t pass_searches(const struct pass *pass);

void pass_destroy(struct pass *pass); /* accepts a zeroed one */
