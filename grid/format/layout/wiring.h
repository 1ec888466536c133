/* wiring: the statements `wire`, `via-at` and `patch`, of native layouts and their results. */
#pragma once

#include "grid/format/layout/records.h"

/* Writes a wire, via or patch. special: it is wiring of SPECIALNETS. */
void wiring_write(struct emit *emit, const struct layout *layout, const struct placed_wire *wire,
                  bool special);

/* Reads the rest of a statement that begins with `word`. *known is false, and nothing is read, if
 * the word is none of the three. */
enum status wiring_read(const struct layout *layout, struct scan *scan, const struct word *word,
                        struct placed_wire *wire, bool *special, bool *known, struct error *error);
