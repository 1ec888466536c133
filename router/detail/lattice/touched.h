/* touched: the pins that obstructions touch, and the metal that these pins permit.
 *
 * A pad within a pin adds no metal: if an obstruction overlaps the pin, such a via is allowed.
 *
 * Obstructions of memories abut their pins, and blockages cover them. The pin wins: for metal of
 * the pin's net, the pin is cut out of each obstruction that it touches. The metal must not overlap
 * or abut the rest, and keeps the spacing to it only where it is farther from the pin than that
 * spacing. The layout checker has the same rule. */
#pragma once

#include "router/detail/lattice/metal.h"

struct touched_pin {
    struct layout_rect box;
    uint32_t net;
};

struct touched {
    uint32_t *first; /* shape s of the model is touched by pins[first[s]] .. [first[s + 1] - 1] */
    struct touched_pin *pins;
    size_t count;
    bool *covered;    /* by shape of a pin: an obstruction overlaps it */
    bool any_covered; /* one is */
};

/* True if the pad and its node are within a pin that an obstruction overlaps. origin: the pad of a
 * via at 0, 0. */
bool touched_holds(const struct touched *touched, const struct metal *metal, uint32_t layer,
                   struct layout_rect pad, struct layout_rect origin);

/* Finds the pins that touch each obstruction on a routing layer. The metal must have the fixed
 * shapes only. Fails without memory, with STATUS_INTERRUPTED after a stop; always destroy it. */
enum status touched_find(struct touched *touched, const struct metal *metal,
                         const struct lattice_stop *stop, struct error *error);
void touched_destroy(struct touched *touched);

/* The surroundings of the pins of one obstruction, as bits of a coarse grid. */
struct touched_mask {
    struct layout_rect area; /* of the pins, grown by `reach` */
    int64_t side;            /* of a bit, in units */
    uint64_t row[64];        /* [y] bit x */
};

/* Makes the mask of the obstruction with number `shape`. O(its pins). */
void touched_mask(struct touched_mask *mask, const struct touched *touched, uint32_t shape,
                  int32_t reach);

/* False only if no pin of the mask is within its reach of the metal. */
bool touched_near(const struct touched_mask *mask, struct layout_rect metal);

/* 1 + the only net that may have this metal beside an obstruction with `space`; LATTICE_CLOSED. */
uint32_t touched_owner(const struct touched *touched, const struct model *model, uint32_t shape,
                       struct layout_rect metal, int32_t space);
