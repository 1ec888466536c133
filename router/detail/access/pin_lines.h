/* pin_lines: additional lines for pins that cannot be reached from the tracks.
 *
 * A line adds nodes across the whole die, so few are added. A pin needs a column, a row or both so
 * that the pad of a via is within one of its shapes. The shape and via with the fewest new lines
 * are chosen, and each line serves all pins that it can. Pins that still have no access get a
 * column and a row through the middle of each shape. */
#pragma once

#include "router/detail/access/access.h"

struct pin_lines {
    struct lattice_extra *lines;
    size_t count, room;
};

/* Adds lines for pins without a via, and for small pins without a pad in them: few: only the needed
 * lines; else lines through all shapes. Fails without memory; free lines->lines in any case. */
enum status pin_lines_add(struct pin_lines *lines, const struct access *access,
                          const struct lattice *lattice, bool few, struct error *error);
