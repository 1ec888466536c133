/* wiring: the statements of wires, which the text of a layout and that of a result share. */
#pragma once

#include "grid/format/layout/records.h"

/* Writes one wire, via or patch; special: wiring of SPECIALNETS. */
void wiring_write(struct emit *emit, const struct layout *layout, const struct placed_wire *wire,
                  bool special);

/* Reads one whose first word has been read. *known is false where that word is none of wiring's. */
enum status wiring_read(const struct layout *layout, struct scan *scan, const struct word *word,
                        struct placed_wire *wire, bool *special, bool *known, struct error *error);
