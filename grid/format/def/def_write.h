/* def_write: writes a placed DEF with wiring. The text is that of the DEF that was read, byte for
 * byte, except the wiring of regular nets and new VIAS.
 *
 *     - n1 ( u1 Y ) ( u2 A )                    - n1 ( u1 Y ) ( u2 A )
 *       + USE SIGNAL ;                            + USE SIGNAL
 *                                      ->           + ROUTED metal1 ( 100 200 ) ( 500 * ) M2_M1
 *                                                     NEW metal2 ( 500 200 ) ( * 900 ) ;
 *
 * Segments, vias and rectangles are written in the caller's order. If one begins where the previous
 * one ends, it continues the same path. */
#pragma once

#include "grid/layout/layout.h"

/* Wiring of the regular nets: that of net n is wires[first[n]] .. wires[first[n + 1] - 1]. Segments
 * must have the net's width on their layer (that of its nondefault rule, or with taper the
 * layer's), because DEF cannot state another. Rectangles are written relative to the end of the
 * wire before them in the net, or to their own lower left corner. */
struct def_wiring {
    const struct placed_wire *wires;
    const uint32_t *first; /* [net_names.count + 1] */
    const bool *keep; /* [net_names.count]: nets that keep the wiring of the text; NULL: none */
};

/* Writes the layout's DEF with the wiring. ROUTED wiring of the text is replaced, FIXED and COVER
 * wiring is kept. Used vias with from_rule are added to VIAS. The layout must have a DEF text, and
 * first[0] must be 0. Fails with STATUS_BAD_INPUT if a via of LEF's rules is not on database units,
 * and if memory is out. Check the stream for write errors. O(text + wires). */
enum status def_write(FILE *stream, const struct layout *layout, const struct def_wiring *wiring,
                      struct error *error);
