/* layout_trim: the loose wires of a net.
 *
 * A wire is loose if other wires or pins of its net touch it at one end only, a via if they do so
 * on one layer only, a rectangle if nothing does.
 */
#pragma once

#include "grid/layout/shape.h"

/* Sets loose[i] for the ROUTED wires i, counted in placed.nets[net].wires, that are loose. Without
 * `tail` once; with it again and again without those found, until no more are loose: wires with
 * tail[i], which end on purpose, hold no others and are loose only if nothing else touches them.
 * Wires with loose[i] set before do not count. shapes: of the layout. Fails without memory. O(k log
 * k) for k rectangles of the net, if few overlap, and O(k) each time. */
enum status layout_trim(const struct layout *layout, const struct shapes *shapes, uint32_t net,
                        const bool *tail, bool *loose, struct error *error);
