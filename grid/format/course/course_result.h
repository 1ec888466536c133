/* course_result: reads and writes the course's result file, `.out`: for each net its id, its path
 * cell by cell from the first pin to the second, and 0. A via is a line `3 x y` between the two
 * layers:
 *
 *     2            number of nets
 *     1            id of a net
 *     1 0 4        layer x y
 *     3 0 4        via at x y
 *     2 0 4
 *     0            end of the net
 *     2
 *     0            a net without a path
 *
 * The format has no trees, numbers or reasons. It is written only for designs of the course, whose
 * nets have two pins, or one if both ends are one cell: its path is that cell. A net without a path
 * is read as ROUTE_INTERRUPTED, and the numbers of a routed net are computed from its path. The
 * nets may be in any order, and a path may begin at either pin.
 */
#pragma once

#include "grid/text/emit.h"
#include "grid/routes.h"
#include "grid/text/scan.h"

/* Fails with STATUS_BAD_INPUT if the design is not of the course. */
enum status course_result_fits(const struct design *design, struct error *error);

/* Writes the text. The design must be of the course (course_result_fits). */
void course_result_write(const struct routes *routes, const struct design *design,
                         struct emit *emit);

/* Reads the text from its first word on into routes, which routes_create must have made for this
 * design. */
enum status course_result_read(struct routes *routes, const struct design *design,
                               struct scan *scan, struct error *error);
