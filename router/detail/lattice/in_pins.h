/* in_pins: the via sites at which a pad lies within a pin.
 *
 * Two things depend on that. A pin may lie in an obstruction of its own cell: metal that adds
 * nothing to the pin comes no nearer to the obstruction, so a via may stand there, and nothing else
 * of the net. And a via that lies across a layer of rectangles (model_via.in_pins) may stand
 * nowhere but there.
 */
#pragma once

#include "router/detail/lattice/metal.h"

/* By via site: bit 0 where the pad below lies within a pin that an obstruction meets, bit 1 the
 * same of the pad above. NULL for a variant without such sites. */
struct in_pins {
    uint8_t *held[MODEL_LAYERS_MAX][LATTICE_SITES];
};

/* Finds the pins that an obstruction meets, and their sites. Work grows with the metal near pins.
 * Fails without memory; destroy it in any case. */
enum status in_pins_find(struct in_pins *in, const struct lattice *lattice,
                         const struct metal *metal, struct error *error);
void in_pins_destroy(struct in_pins *in);

/* Does an obstruction let a pad of the site (0: below, 1: above) be? */
static inline bool in_pins_holds(const struct in_pins *in, uint32_t cut, uint32_t variant,
                                 uint32_t site, uint32_t side)
{
    return in->held[cut][variant] != NULL && (in->held[cut][variant][site] >> side & 1) != 0;
}

/* Of the vias that have to lie within pins: leaves each site to the pin's net, or closes it. */
void in_pins_close_others(struct lattice *lattice);
