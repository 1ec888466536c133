/* chain: ejection chains of a legal plan (router/improve/eject.h). A search may use the
 * cells of other nets at a toll, and the nets whose cells its path takes are ejected. A net that
 * the chain has moved costs more to eject again, so the chain ends.
 *
 * An ejected net keeps the cells of its tree that no other net took, and searches paths that join
 * the parts (salvage.h). That takes a quarter of the time of a new tree. */
#pragma once

#include "router/improve/eject.h"
#include "router/maze/net/salvage.h"
#include "router/maze/plan/plan.h"

struct chain_rules {
    struct eject_rules limits;
    uint32_t lock;   /* extra cost per cell of a net that this chain has moved, in steps */
    bool keep_parts; /* an ejected net keeps the part of its tree that is free */
    bool new_trees;  /* the first nets of the chain get new trees */
    uint64_t seed;   /* without new_trees: chooses the branch that the first nets lose */
};

/* Wires of a tree before the chain. */
struct chain_tree {
    struct wire *wires;
    size_t count, capacity;
};

/* The workspace of chains. It must stay where it was created. */
struct maze_chain {
    struct plan *plan;
    struct chain_rules rules; /* of the chain; set before eject, whose nets are ranks */
    struct growth growth;     /* of the net that moves */
    struct salvage salvage;   /* the kept parts of its tree */
    struct chain_tree *kept;  /* by slot of eject.h */
    size_t kept_count, kept_capacity;
    struct eject_table table;
    struct ejector ejector;
};

/* Borrows a legal plan and makes it record the owner of each cell until chain_destroy. 4 bytes per
 * cell and per net. */
enum status chain_create(struct maze_chain *it, struct plan *plan, struct error *error);
void chain_destroy(struct maze_chain *it); /* accepts a zeroed one */
