/* pass: gives every net a turn, slice by slice.
 *
 * Nets are sorted by class of length (powers of two of the half perimeter) and within a class by a
 * hash; a slice is a part of a class (2024: its longest nets come first). Prices are frozen while
 * the nets of a slice are routed, side by side on all threads; then they are entered one after the
 * other and the prices recomputed. A refined tree is entered only if it still costs less than the
 * old one at that moment: nets of a slice that moved to the same edges would otherwise move to and
 * fro. So the result does not depend on the number of threads, and a pass of refinement lowers the
 * sum of all prices.
 */
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
    uint32_t *order;      /* [net_count] nets that need a route, by slice */
    uint32_t *slice_from; /* [slice_count + 1] starts of the slices in `order` */
    uint32_t slice_count, net_count;
    struct pass_turn *turns; /* [turn_count] of the nets of a slice */
    uint32_t turn_count;

    const struct patterns *patterns; /* PASS_PATTERN: wirings of the nets; NULL: none */
    enum pass_kind kind;             /* of the current pass, like rules */
    const struct refine_rules *rules;
    pass_is_over *is_over;
    void *context;
    bool *finished;
    struct error *error;
    enum status status;
    uint32_t slice, from, count; /* slices begun; the current slice in `order` */
    bool updating;               /* prices are recomputed, after the turns of the slice */

    uint64_t price;   /* of all nets, up to PASS_FEW, without missing tracks */
    uint64_t changes; /* nets with a new tree, of the last pass */
};

enum { PASS_FEW = 64 /* nets of a design whose slices have one net each */ };

/* Prepares passes over the nets of the graph. routes, skip and graph must outlive it. attempt: 0
 * sorts the nets by length and hash, each other number by another hash alone. */
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
