/* def_write: a placed DEF with its wiring: the text that was read, byte for byte, in which only
 * the wiring of regular nets (and new VIAS) differs.
 *
 *     - n1 ( u1 Y ) ( u2 A )                    - n1 ( u1 Y ) ( u2 A )
 *       + USE SIGNAL ;                            + USE SIGNAL
 *                                      ->           + ROUTED metal1 ( 100 200 ) ( 500 * ) M2_M1
 *                                                     NEW metal2 ( 500 200 ) ( * 900 ) ;
 *
 * Segments that meet end to end, vias that stand at an end of the path, and rectangles are joined
 * to one path where they follow one another; order within a net is the caller's.
 */
#pragma once

#include <stdio.h>

#include "grid/layout/layout.h"

/* Wiring of the regular nets: that of net n is wires[first[n]] .. wires[first[n + 1] - 1].
 * Segments have the net's width on their layer (that of its nondefault rule, or with taper the
 * layer's): DEF cannot state another. Rectangles are written relative to the end of the wire
 * before them in the net, or to their own lower left corner. */
struct def_wiring {
    const struct placed_wire *wires;
    const uint32_t *first; /* [net_names.count + 1] */
    const bool *keep;      /* [net_names.count]: nets whose wiring of the text stays as it is and
                              gains nothing; NULL: none */
};

/* Writes the layout's DEF with the wiring. ROUTED wiring of the text is replaced, FIXED and COVER
 * wiring stays. Vias with from_rule that are used are added to VIAS. Write errors show in the
 * stream. O(text + wires). */
enum status def_write(FILE *stream, const struct layout *layout, const struct def_wiring *wiring,
                      struct error *error);
