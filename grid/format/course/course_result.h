/* course_result: the course's result file, `.out`. For each net its id, then its path cell by
 * cell from the first pin to the second, then 0; a via is a line `3 x y` between its two layers:
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
 * The format knows no trees, numbers or reasons. So it is written for designs of the course only,
 * whose nets have two pins; a net without a path is read as ROUTE_INTERRUPTED, the one reason
 * that claims nothing; and the numbers of a routed net are measured while reading. A path may be
 * written from either pin, the nets in any order. Called by routes_file alone.
 */
#pragma once

#include "grid/text/emit.h"
#include "grid/routes.h"
#include "grid/text/scan.h"

/* Refuses (STATUS_BAD_INPUT) a design that the format cannot hold. */
enum status course_result_fits(const struct design *design, struct error *error);

/* Writes the text. The design must have passed course_result_fits. */
void course_result_write(const struct routes *routes, const struct design *design,
                         struct emit *emit);

/* Reads the text from its first word on into routes, made by routes_create. */
enum status course_result_read(struct routes *routes, const struct design *design,
                               struct scan *scan, struct error *error);
