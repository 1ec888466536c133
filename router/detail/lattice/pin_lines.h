/* pin_lines: lines for the pins that tracks do not reach.
 *
 * A line costs nodes all over the die, so there should be few. A pin lacks a column, a row or both:
 * where no crossing lies so that a via's pad on it is within a shape of the pin. The shape and the
 * via that lack least are chosen, and one line serves all pins that it can. Pins that this does not
 * help, as other metal stands there, get a column and a row through the middle of each shape.
 */
#pragma once

#include "router/detail/lattice/access.h"

struct pin_lines {
    struct lattice_extra *lines;
    size_t count, room;
};

/* Adds lines for the pins that no via reaches, and those below the least area in which no pad of a
 * via lies: those that they lack (few), or all. Fails without memory; free lines in any case. */
enum status pin_lines_add(struct pin_lines *lines, const struct access *access,
                          const struct lattice *lattice, bool few, struct error *error);
