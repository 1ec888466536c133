/* joined: which pins of a net its FIXED wiring connects before routing.
 *
 *     pin u1/A ---FIXED--- pin u2/B        pin u3/C      two pins for the router: {A, wire, B}, {C}
 *
 * Metal hangs together where it touches by more than a corner; all shapes of a pin do, all of a
 * via, and the rails of a net with its power pins. Wiring that DEF calls ROUTED does not count.
 */
#pragma once

#include "grid/layout/shape.h"

#define JOINED_NONE UINT32_MAX       /* wiring that reaches no pin */
#define JOINED_RAIL (UINT32_MAX - 1) /* the rails of the net */

struct joined {
    uint32_t *pin;  /* by pin of the layout: the first pin that it hangs together with, itself where
                       there is none before it, or JOINED_RAIL */
    uint32_t *wire; /* by shape of wiring, from shapes.first_wire: the same, or JOINED_NONE */
};

/* signal[p]: wires have to reach pin p; others are rails where their net is special. Fails without
 * memory; destroy it in any case. O(n log n) for the shapes of nets with FIXED wiring, where few
 * lie above each other. */
enum status joined_find(struct joined *joined, const struct layout *layout,
                        const struct shapes *shapes, const bool *signal, struct error *error);

void joined_destroy(struct joined *joined);
