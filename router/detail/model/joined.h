/* joined: which pins of a net are connected before routing: by FIXED wiring, or because power pins
 * abut.
 *
 *     pin u1/A ---FIXED--- pin u2/B        pin u3/C      two pins for the router: {A, wire, B}, {C}
 *
 * Shapes are connected if they touch by more than a corner. All shapes of a pin are connected, all
 * shapes of a via, and the rails of a net with its power pins. ROUTED wiring is ignored. */
#pragma once

#include "grid/layout/shape.h"

#define JOINED_NONE UINT32_MAX       /* wiring connected to no pin */
#define JOINED_RAIL (UINT32_MAX - 1) /* the rails of the net */

struct joined {
    uint32_t *pin;  /* by pin of the layout: the first pin connected to it, or JOINED_RAIL */
    uint32_t *wire; /* by shape of wiring, from shapes.first_wire: the same, or JOINED_NONE */
};

/* signal[p]: pin p is to be routed; other pins of a special net belong to its rails. Fails without
 * memory; destroy it in any case. O(n log n) for n shapes of nets with FIXED wiring or power pins
 * in `signal`, if few overlap. */
enum status joined_find(struct joined *joined, const struct layout *layout,
                        const struct shapes *shapes, const bool *signal, struct error *error);

void joined_destroy(struct joined *joined);
