/* guide: the guides of a net, which a global router made, decide conflicts.
 *
 * A conflict outside of a net's guides costs more, so of two nets in conflict the one that has its
 * guides elsewhere leaves. Steps cost the same everywhere: guides are made of tiles and are detours
 * for short nets, and a search whose bound is the straight line floods them (../NOTES.md).
 *
 * Squares of LATTICE_TILE columns and rows that touch the guides and a margin are marked with a
 * number when a search for the net begins. Marks of other nets are older numbers and need not be
 * cleared. */
#pragma once

#include "router/detail/lattice/lattice.h"

enum {
    GUIDE_MARGIN = 2,                          /* margin around guides, in pitches */
    GUIDE_TIMES = 2,                           /* factor of the cost of a conflict outside */
    GUIDE_NODES = LATTICE_TILE * LATTICE_TILE, /* nodes with the same mark */
};

struct guide {
    uint32_t *mark; /* by node / GUIDE_NODES; NULL if the design has no guides */
    uint32_t turn;  /* the number that marks the present net; 0 if it has no guides */
    uint32_t turns; /* the last number used */
    uint32_t net;   /* the present net */
};

/* Fails without memory. */
enum status guide_create(struct guide *guide, const struct lattice *lattice, struct error *error);
void guide_destroy(struct guide *guide);

/* Marks the squares of the net's guides, unless it is the present net. O(squares). */
void guide_enter(struct guide *guide, const struct lattice *lattice, uint32_t net);

/* The bounding box of a net's guides and `box`. */
struct layout_rect guide_window(const struct model *model, uint32_t net, struct layout_rect box);

/* True if a node is outside the present net's guides. */
static inline bool guide_outside(const struct guide *guide, uint32_t node)
{
    return guide->turn > 0 && guide->mark[node / GUIDE_NODES] != guide->turn;
}
