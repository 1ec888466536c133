/* guide: where a global router wants a net: nodes outside cost more.
 *
 * The nodes within a net's guides, grown by a margin, are marked when the net's turn comes; the
 * marks of earlier nets are older numbers, so nothing has to be cleared.
 */
#pragma once

#include "router/detail/lattice/lattice.h"

enum {
    GUIDE_MARGIN = 2, /* pitches by which guides are grown */
    GUIDE_TIMES = 2,  /* what a step outside costs more, in its lengths; a via, in vias */
};

struct guide {
    uint32_t *mark; /* by node; NULL: the design has no guides */
    uint32_t turn;  /* marks of the present net; 0: the net has no guides */
    uint32_t turns;
    uint32_t net;
};

/* Fails without memory. */
enum status guide_create(struct guide *guide, const struct lattice *lattice, struct error *error);
void guide_destroy(struct guide *guide);

/* Marks the nodes of the net's guides. O(nodes within them); nothing if the net is the same as
 * before. */
void guide_enter(struct guide *guide, const struct lattice *lattice, uint32_t net);

/* The box about a net's guides and `box`. */
struct layout_rect guide_window(const struct model *model, uint32_t net, struct layout_rect box);

/* Does a node lie outside the present net's guides? */
static inline bool guide_outside(const struct guide *guide, uint32_t node)
{
    return guide->turn > 0 && guide->mark[node] != guide->turn;
}
