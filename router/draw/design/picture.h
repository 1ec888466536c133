/* picture: a design and its routes as a picture that a person can read.
 *
 * Shown: blocked cells (dark; hatched in the layers' colours where only some layers are blocked),
 * weights (tints), walls (thick edges), pins (with the net's name where there is room), wires
 * (hue = layer, lightness = net, width by layer so that one above the other stays visible), vias,
 * and the flight lines of unrouted nets (dashed, a minimum spanning tree of their pins). Around
 * it: coordinates, the design's name, the counts and a legend. y runs upward.
 *
 * The same design, routes and options give the same bytes: no time, no engine, no device.
 *
 * Scale: one cell is `scale` pixels wide, and more than one cell shares a pixel where the part
 * shown has more than PICTURE_SIDE_MAX cells a side and no scale is asked for. A thin wire never
 * vanishes then: a pixel shows a wire wherever one of its cells has one, and the share of blocked
 * cells as a grey.
 */
#pragma once

#include "grid/routes.h"
#include "router/draw/design/picture_options.h"
#include "router/draw/paint/paint.h"

/* Draws the design (routes may be NULL) and writes path, whole or not at all, in the format that
 * its suffix names (paint_file.h); "-" is standard output. options may be NULL: all defaults. Fails
 * with STATUS_BAD_INPUT for a scale, a crop box or a picture over its limit (the message says
 * which, and what would fit) and for a highlighted net that does not exist; with STATUS_FAILED for
 * memory, disk, or a terminal as the target. Time O(cells + pixels + steps of all wires), memory 1
 * byte a pixel (at most CANVAS_AREA_MAX) and 1 byte a net. */
enum status picture_draw(const struct design *design, const struct routes *routes,
                         const struct picture_options *options, const char *path,
                         struct error *error);

/* The same onto any paint; the last call to it. */
enum status picture_paint(struct paint *paint, const struct design *design,
                          const struct routes *routes, const struct picture_options *options,
                          struct error *error);

/* The same into a new canvas, which the caller destroys. */
enum status picture_render(struct canvas *canvas, const struct design *design,
                           const struct routes *routes, const struct picture_options *options,
                           struct error *error);
