/* layout_text: layouts in the program's own words: one text that holds all that routing and
 * checking need of a LEF and a DEF, in whole numbers. `leeway convert` writes it.
 *
 *     layout counter                                   first statement: the design's name
 *     units 20000 1000 20                            units of a micron, database units of a micron,
 *                                                    units of a database unit
 *     snap N                                         manufacturing grid
 *     wide-obstructions                              obstructions ask for what wide metal does
 *     larger-corners                                 corners are measured by the larger distance
 *     layer NAME routing|cut|other FIELDS            from the lowest; then its rules:
 *       range|line-end|cut-space|hole|step|cuts FIELDS
 *       runs LENGTH...                               a table by parallel run length, then its rows
 *       row WIDTH SPACE...
 *       pair WIDTH RUN SPACE...                      a row of a table by both widths; RUN -1: none
 *       ignored KEYWORD...                           a rule of LEF that is not obeyed
 *     via NAME FIELDS                                then its rectangles
 *     rule NAME FIELDS                               a nondefault rule, then
 *       on-layer LAYER FIELDS
 *       use VIA
 *     cell NAME WIDTH HEIGHT [core]                  then its pins, each with its rectangles,
 *       pin NAME FIELDS
 *       obs                                          and its obstructions
 *     rect LAYER X0 Y0 X1 Y1 FIELDS                  of the via, pin, obs or port before it
 *     die X0 Y0 X1 Y1                                one or more
 *     lines vertical|horizontal START STEP COUNT LAYER...      tracks
 *     place NAME CELL X Y FIELDS                     a component
 *     port NAME FIELDS                               an I/O pin, then its rectangles
 *     block LAYER X0 Y0 X1 Y1 FIELDS
 *     net NAME FIELDS                                then its pins and its wiring:
 *       on COMPONENT PIN [unlisted]                  unlisted: a member that NETS does not name
 *       on-port NAME [unlisted]
 *       wire LAYER X0 Y0 X1 Y1 FIELDS                centre line
 *       via-at VIA X Y FIELDS
 *       patch LAYER X0 Y0 X1 Y1 FIELDS
 *
 * Lines, comments, numbers and errors are those of the other native formats (grid/text/scan.h).
 * FIELDS are words with their values, in any order, as records.c lists them. Statements stand in
 * the order of this list. Names are words without blanks and `#`. A layout that is written and read
 * has the same layers, rules, shapes, nets and wires, in the same order: it is routed to the same
 * wires. Not kept: what no router reads (text, rows, properties, groups, SUBNET,
 * VPIN, unused cells).
 *
 * Its result is a `.routes` of this kind, which is also that of a DEF:
 *
 *     routes counter                                 the design's name
 *     net NAME routed length L vias V patches P      in units; nets without wires are left out
 *       wire, via-at, patch                          as above
 *     net NAME unrouted REASON
 */
#pragma once

#include <stdio.h>

#include "grid/layout/layout.h"
#include "grid/text/scan.h"

enum { LAYOUT_IGNORED_MAX = 256 }; /* bytes of the name of a rule that is not obeyed, less one */

/* Writes a layout with its wiring. Fails with STATUS_BAD_INPUT for a name that cannot be a word.
 * Write errors show in the stream. O(layout). */
enum status layout_text_write(FILE *stream, const struct layout *layout, struct error *error);

/* Reads one; the scan stands before its first statement. On failure *layout is empty. Free with
 * layout_destroy. placed.text is empty. */
enum status layout_text_read(struct layout *layout, struct scan *scan, struct error *error);

/* Why a net has no wires: a word, or NULL for nets that are left out. */
typedef const char *layout_routes_reason(const void *context, uint32_t net);

/* Writes the ROUTED wires of regular nets. reason may be NULL. Fails as layout_text_write does. */
enum status layout_routes_write(FILE *stream, const struct layout *layout,
                                layout_routes_reason *reason, const void *context,
                                struct error *error);

/* Reads such a result onto a layout: its ROUTED wires become those of the text. Fails with
 * STATUS_BAD_INPUT for a name that the layout does not have, for a place between two database
 * units, and where a net's numbers are not those of its wires; then the layout's wires are unknown.
 */
enum status layout_routes_read(struct layout *layout, struct scan *scan, struct error *error);
