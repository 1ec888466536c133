/* lines: on which columns and rows each layer may run, and how its nodes are numbered. */
#pragma once

#include "router/detail/lattice/lattice.h"

/* Fills the layers of a lattice whose model and classes are set: lines, nodes, units of cost. Fails
 * without memory, or where there are no tracks or too many crossings. */
enum status lines_make(struct lattice *lattice, const struct lattice_extra *extra, size_t extras,
                       struct error *error);
