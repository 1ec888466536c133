/* layout_text: the native format of layouts: one text with the parts of a LEF and a DEF that
 * routing and checking need, in integers. `leeway convert` writes it.
 *
 *     chip counter                                   first statement: the design's name
 *     units 20000 1000 20                            units per micron, database units per micron,
 *                                                    units per database unit
 *     snap N                                         manufacturing grid
 *     wide-obstructions                              obstructions need the spacing of wide metal
 *     larger-corners                                 corner distance: the larger of dx and dy
 *     not-modelled COUNT WORDS...                    a kind of statements, not of a layer, that
 *                                                    wires could violate; not used
 *     layer NAME routing|cut|other FIELDS            from the lowest up; then its rules:
 *       range|line-end|cut-space|hole|step|cuts FIELDS
 *       runs LENGTH...                               a table by parallel run length, then its rows
 *       row WIDTH SPACE...
 *       pair WIDTH RUN SPACE...                      a row of a table by two widths; RUN -1: none
 *       ignored KEYWORD...                           a rule of LEF that is not obeyed
 *       antenna OXIDE ONLY ONLY PLUSCUT FACTOR FACTOR PLUS MINUS LIMIT LIMIT LIMIT LIMIT CURVES
 *                                                    the members of struct antenna_rule, -1: none;
 *                                                    a curve: COUNT TABLE DIFFUSION VALUE ...
 *     stack N LAYER LAYER                            vias of one cut in line between two layers
 *     via NAME FIELDS                                then its rectangles
 *     rule NAME FIELDS                               a nondefault rule, then
 *       on-layer LAYER FIELDS
 *       use VIA
 *     antenna-defaults GATE OUTPUT INOUT             default areas of pins
 *     cell NAME WIDTH HEIGHT [core]                  then its pins, each with its rectangles,
 *       pin NAME FIELDS
 *       antenna-pin PART OXIDE VALUE [LAYER]         gate, diffusion, area, side, cut, max-area,
 *                                                    max-side or max-cut of the pin
 *       obs                                          and its obstructions
 *     rect LAYER X0 Y0 X1 Y1 FIELDS                  of the via, pin, obs or port before it
 *     die X0 Y0 X1 Y1                                one or more
 *     lines vertical|horizontal START STEP COUNT LAYER...      tracks
 *     place NAME CELL X Y FIELDS                     a component
 *     port NAME FIELDS                               an I/O pin, then its rectangles
 *     block LAYER X0 Y0 X1 Y1 FIELDS
 *     net NAME FIELDS                                then its pins and its wiring:
 *       on COMPONENT PIN [unlisted]                  unlisted: a pin that NETS does not list
 *       on-port NAME [unlisted]
 *       wire LAYER X0 Y0 X1 Y1 FIELDS                by its centre line
 *       via-at VIA X Y FIELDS
 *       patch LAYER X0 Y0 X1 Y1 FIELDS
 *
 * Lines, comments, numbers and errors are those of the other native formats (grid/text/scan.h).
 * FIELDS are words with values, in any order; records.c lists them. Statements are in the order of
 * this list. Names are words without blanks and `#`. A layout that is written and read again has
 * the same layers, rules, shapes, nets and wires in the same order, so it is routed in the same
 * way. Not kept: what no router reads (rows, properties, groups, SUBNET, VPIN, unused cells, the
 * text).
 *
 * The result is a `.routes` file of this kind, also for a DEF:
 *
 *     routes counter                                 the design's name
 *     net NAME routed length L vias V patches P      in units; nets without wires are left out
 *       wire, via-at, patch                          as above
 *     net NAME unrouted REASON
 */
#pragma once

#include "grid/layout/layout.h"
#include "grid/text/scan.h"

enum { LAYOUT_IGNORED_MAX = 256 }; /* longest name of an ignored rule, with its NUL, in bytes */

/* Writes a layout with its wiring. Fails with STATUS_BAD_INPUT for a name that is not a word. Check
 * the stream for write errors. O(layout). */
enum status layout_text_write(FILE *stream, const struct layout *layout, struct error *error);

/* Reads a layout from its first statement on. placed.text stays empty. On failure *layout is empty.
 * Free with layout_destroy. */
enum status layout_text_read(struct layout *layout, struct scan *scan, struct error *error);

/* Returns the reason why a net has no wires, a word, or NULL to leave out the net. */
typedef const char *layout_routes_reason(const void *context, uint32_t net);

/* Writes the ROUTED wires of regular nets. reason may be NULL. Fails as layout_text_write does. */
enum status layout_routes_write(FILE *stream, const struct layout *layout,
                                layout_routes_reason *reason, const void *context,
                                struct error *error);

/* Reads a result from its first statement on and replaces the layout's ROUTED wires. Fails with
 * STATUS_BAD_INPUT for an unknown name, a coordinate off the database grid, and a net whose numbers
 * are not those of its wires. The layout's wires are undefined then. */
enum status layout_routes_read(struct layout *layout, struct scan *scan, struct error *error);
