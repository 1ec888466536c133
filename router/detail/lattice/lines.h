/* lines: the columns and rows of each layer, and the numbers of its nodes. */
#pragma once

#include "router/detail/lattice/lattice.h"

/* Fills layers, node_count, scale and pitch of a lattice whose model and classes are set. Fails
 * like lattice_create. */
enum status lines_make(struct lattice *lattice, const struct lattice_extra *extra, size_t extras,
                       struct error *error);
