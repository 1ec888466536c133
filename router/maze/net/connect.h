/* connect: one net's tree, grown pin by pin.
 *
 *     tree = first pin
 *     while a pin is missing:  search from the whole tree to the missing pins,
 *                              add the path to the nearest (ties: pin order)
 *
 * This is Prim's rule with paths as edges (S. B. Akers 1972): for two pins a cheapest path, for
 * more a tree of at most twice the least cost.
 *
 * The state between two searches is visible, so that many nets can grow in step: the caller
 * collects one job of each, searches them at once, and takes each path.
 *
 *     TRY(connect_begin(&growth, design, net, error));
 *     while (!connect_is_done(&growth)) {
 *         struct job job = connect_job(&growth, window);
 *         TRY(engine->ops->expand(engine, &job, 1, error));
 *         if (job.outcome != OUTCOME_FOUND)
 *             break;
 *         TRY(connect_take(&growth, &job, error));
 *     }
 *     connect_destroy(&growth);
 */
#pragma once

#include "grid/routes.h"
#include "router/search/engine.h"

struct salvage;

struct growth {
    const struct design *design;
    uint32_t net;
    struct wire *joined; /* joined pins and the wires: all cells that a path may start from. They
                            share no cells except their ends */
    size_t joined_count, joined_capacity;
    struct wire *wires; /* the paths, in the order of grid/routes.h */
    size_t wire_count, wires_capacity;
    struct wire *targets; /* pins not yet joined, in pin order */
    size_t target_count, targets_capacity;
    cost_t cost;   /* of the paths, tolls included */
    cost_t guess;  /* for the next search (engine.h); 0 after each */
    uint64_t work; /* labels that its searches may have set; kept by session_grow (session.h) */
    struct salvage *salvage; /* targets are parts of a tree (salvage.h); NULL: they are pins */
    enum outcome outcome;    /* FOUND as long as no search failed; kept by session_grow */
};

/* Starts a net. The growth is zeroed, or was used before; its memory is reused. */
enum status connect_begin(struct growth *growth, const struct design *design, uint32_t net,
                          struct error *error);

/* The search for the next path, valid until the next connect_take. */
struct job connect_job(const struct growth *growth, struct box window);

/* Adds the path of a job with OUTCOME_FOUND. O(knots + pins). */
enum status connect_take(struct growth *growth, const struct job *job, struct error *error);

void connect_destroy(struct growth *growth);

static inline bool connect_is_done(const struct growth *growth)
{
    return growth->target_count == 0;
}
