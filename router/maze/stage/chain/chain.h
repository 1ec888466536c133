/* chain: ejection chains of a legal plan (router/improve/eject.h). A net is searched where the
 * cells of other nets may be used at a toll, and the nets whose cells it takes are pushed. Nets
 * that moved in a chain cost more to push again, so the chain settles.
 *
 * A net that is pushed keeps the cells of its tree that no other net took and is searched for paths
 * that join the parts (salvage.h), which takes a fourth of the time of a new tree.
 */
#pragma once

#include "router/improve/eject.h"
#include "router/maze/net/salvage.h"
#include "router/maze/plan/plan.h"

struct chain_rules {
    struct eject_rules limits;
    uint32_t lock; /* what a cell of a net that has moved in this chain costs more, in steps */
    bool mends;    /* nets keep what they can of their trees */
    bool anew;     /* but the nets that the chain starts with get new trees */
    uint64_t draw; /* chooses the branch that these lose otherwise */
};

/* Wires of a tree before the chain. */
struct chain_tree {
    struct wire *wires;
    size_t count, capacity;
};

/* The workspace of chains. It must stay where it was created. */
struct maze_chain {
    struct plan *plan;
    const struct chain_rules *rules; /* of the present chain */
    struct growth growth;            /* of the net that moves */
    struct salvage salvage;          /* what stays of its tree */
    struct chain_tree *kept;         /* by slot of eject.h */
    size_t kept_count, kept_capacity;
    struct eject_table table;
    struct ejector ejector;
};

/* Takes over a legal plan, which notes owners until the chain is destroyed. 4 bytes per cell and
 * per net. */
enum status chain_create(struct maze_chain *it, struct plan *plan, struct error *error);
void chain_destroy(struct maze_chain *it); /* accepts a zeroed one */

/* True if nets are to keep what they can of their trees: not on grids of a few cells, where a
 * new tree takes hardly longer and is better. */
bool chain_should_mend(const struct plan *plan);

/* Runs the chain that starts with the nets of these ranks, as eject does. A net that comes to be
 * routed counts as better, whatever it costs. */
enum status chain_run(struct maze_chain *it, const uint32_t *ranks, uint32_t count,
                      const struct chain_rules *rules, int64_t *gain, bool *kept,
                      struct error *error);
