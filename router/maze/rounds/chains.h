/* chains: ejection chains (router/improve/eject.h) over the trees of the rounds.
 *
 * A net that starts a chain exchanges paths of its tree (tree/exchange.h), where cells of other
 * nets may be used at a toll. Nets whose cells it takes are searched again, and may push others.
 * The plan is legal before and after. Chains run one after the other, in order, so the result does
 * not depend on threads. */
#pragma once

#include "router/improve/eject.h"
#include "router/maze/rounds/plan.h"

/* A tree before the chain. */
struct maze_kept_tree {
    uint32_t *path;
    uint32_t count;
    size_t capacity;
};

struct maze_chains {
    struct maze_plan *plan;
    struct maze_grower *grower;
    uint64_t *costs;             /* [nets] costs of the trees in the map */
    struct maze_kept_tree *kept; /* by slot of eject.h */
    size_t kept_count, kept_capacity;
    struct eject_table table;
    struct ejector ejector;
    struct maze_growth growth;
    uint32_t lock; /* extra cost per cell of a net that the chain has moved */
};

/* Why improvement ended. */
enum maze_chains_end {
    CHAINS_NONE,    /* it did not run */
    CHAINS_NO_GAIN, /* a round at each toll gained too little */
    CHAINS_WORK,    /* the limit of work */
    CHAINS_OVER     /* is_over returned true */
};

/* Borrows a legal plan and sets its history costs to 0. *it must not be moved afterwards. */
enum status maze_chains_create(struct maze_chains *it, struct maze_plan *plan, struct error *error);
void maze_chains_destroy(struct maze_chains *it); /* accepts a zeroed one */

/* Gives trees to nets without one by chains with rising tolls, until all nets have one, four rounds
 * have inserted none, or `work` cells are expanded. */
enum status maze_chains_insert(struct maze_chains *it, uint64_t work, struct error *error);

/* Lowers the cost by rounds of chains, which expand at most `work` cells. */
enum status maze_chains_improve(struct maze_chains *it, uint64_t work, enum maze_chains_end *end,
                                struct error *error);
