/* in_pins: the via sites where a pad is within a pin.
 *
 * A pad within a pin adds no metal. So if an obstruction of the cell overlaps the pin, such a via
 * is still allowed, other metal of the net is not. A via with model_via.in_pins is allowed at such
 * sites only. */
#pragma once

#include "router/detail/lattice/metal.h"

/* By site: bit 0 is set if the pad below is within a pin that overlaps an obstruction, bit 1 for
 * the pad above. NULL for a variant without such sites. */
struct in_pins {
    uint8_t *held[MODEL_LAYERS_MAX][LATTICE_SITES];
};

/* Finds the sites in pins that overlap obstructions. Fails without memory; always destroy it. */
enum status in_pins_find(struct in_pins *in, const struct lattice *lattice,
                         const struct metal *metal, struct error *error);
void in_pins_destroy(struct in_pins *in);

/* True if obstructions do not close the site because of its pad (side 0: below, 1: above). */
static inline bool in_pins_holds(const struct in_pins *in, uint32_t cut, uint32_t variant,
                                 uint32_t site, uint32_t side)
{
    return in->held[cut][variant] != NULL && (in->held[cut][variant][site] >> side & 1) != 0;
}

/* For vias with model_via.in_pins: reserves sites in pins for the pin's net, closes all others.
 * Returns early after a stop. */
void in_pins_close_others(struct lattice *lattice, const struct lattice_stop *stop);
