/* generate: makes designs, a grid of some kind and a netlist, in integer arithmetic: the same
 * options give the same design on every machine.
 *
 *     open         nothing blocked
 *     random       cells blocked at random with a density, default 20 %
 *     macro        a floorplan: macros with pins on their edges, rows of cells, pads; at least
 *                  24 x 24
 *     maze         a perfect maze: corridors one cell wide, exactly one path between any two cells
 *     serpentine   one corridor, one cell wide, back and forth through the whole grid
 *     capacity     a tile graph: pins in clusters, macros, a capacity per layer
 *     chip         pins, spans and macros with the statistics of a chip; at least 64 x 64
 *
 * open, random, macro: layers alternate between horizontal and vertical; with several layers a via
 * costs 4 and a wrong-way step 3. open, random: pins are uniform over the free cells of layer 1,
 * two per net unless more are allowed. macro: nets of 2 to 12 pins, mostly few and near each other.
 * chip: vias and wrong-way steps cost 2, nets have 2 to 20 pins; one net per 40 cells of four
 * layers can be routed at every size.
 *
 * maze, serpentine: no costs; rooms are the cells of even x, y and layer (from 0), so that an even
 * side leaves a blocked border. The first net of a maze runs from the first to the last corner; the
 * others are uniform, and most of them conflict. The nets of a serpentine get equal parts of its
 * length and can all be routed; only their inner pins depend on the seed. */
#pragma once

#include "grid/design.h"

enum generate_kind {
    GENERATE_OPEN,
    GENERATE_RANDOM,
    GENERATE_MACRO,
    GENERATE_MAZE,
    GENERATE_SERPENTINE,
    GENERATE_CHIP,
    GENERATE_CAPACITY,
    GENERATE_KINDS
};

enum {
    GENERATE_DENSITY_DEFAULT = 20, /* percent of blocked cells of random */
    GENERATE_USE_DEFAULT = 40,     /* percent of capacity that nets of capacity need */
    GENERATE_DENSITY_MAX = 95,     /* percent */
    GENERATE_PINS_MAX = 64,        /* pins of a net */
    GENERATE_MACRO_LEAST = 24,     /* smallest side of macro, in cells */
    GENERATE_CHIP_LEAST = 64       /* smallest side of chip, in cells */
};

struct generate_options {
    enum generate_kind kind;
    uint32_t width, height;
    uint32_t layers;  /* 0: 3 for macro, 4 for chip and capacity, else 1 */
    uint32_t nets;    /* at least 1 */
    uint32_t pins;    /* most of a net, 2..64; 0: 12 for macro, 20 chip, 8 capacity, else 2 */
    uint32_t density; /* percent, 0..GENERATE_DENSITY_MAX; random: of the cells that are blocked;
                         capacity: of the capacity that half perimeters of nets need, at least 1 */
    uint64_t seed;
};

/* The name of a kind, as in the list above; NULL from GENERATE_KINDS on. */
const char *generate_kind_name(unsigned kind);

/* Makes a design, to be freed with design_destroy; its name is NULL. No two pins share a cell,
 * except in the kind capacity; pins are on free cells, those of macros on the blocked edge of the
 * macro. Nets are named n1, n2 and so on. Fails with STATUS_BAD_INPUT if a value is over its limit
 * or the nets do not fit (the message gives the number of pins that do), and with STATUS_FAILED
 * without memory; *design is then empty. Time O(cells / 16 + pins), for a maze O(cells). */
enum status generate_design(struct design *design, const struct generate_options *options,
                            struct error *error);
