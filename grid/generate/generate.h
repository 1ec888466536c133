/* generate: makes designs to route: a grid of some kind and a netlist on it. The same options
 * give the same design on every machine.
 *
 *     open         nothing blocked
 *     random       each cell blocked with the given density, 20 % if none is given
 *     macro        a layout: macros with pins on their edges, rows of cells between them, pads
 *                  around; at least 24 x 24
 *     maze         a perfect maze: corridors one cell wide, exactly one way between any two cells
 *     serpentine   one corridor, one cell wide, to and fro through the whole grid
 *     layout         pins, spans and macros with the statistics of a layout; at least 64 x 64
 *
 * open, random and macro: the layers run horizontal and vertical by turns; with several of them a
 * via costs 4 and a step the wrong way 3. open and random: pins are uniform over the free cells
 * of layer 1, two a net unless more are allowed. macro: nets of 2 to 12 pins, most of them small
 * and near, by integer odds that resemble real netlists. layout: a via and a step the wrong way
 * cost 2, nets have 2 to 20 pins; a net to some 40 cells of four layers leaves a design that can be
 * routed, at every size.
 *
 * maze and serpentine fill the cells of even x, y and layer (from 0) and what they open between
 * them, so an even side leaves a blocked border; they have no costs. The first net of a maze runs
 * from the first to the last corner, the others are uniform and will mostly be in each other's way.
 * The nets of a serpentine share its length equally and all fit; only their inner pins
 * depend on the seed.
 */
#pragma once

#include "grid/design.h"

enum generate_kind {
    GENERATE_OPEN,
    GENERATE_RANDOM,
    GENERATE_MACRO,
    GENERATE_MAZE,
    GENERATE_SERPENTINE,
    GENERATE_CHIP,
    GENERATE_KINDS
};

enum {
    GENERATE_DENSITY_DEFAULT = 20, /* percent, of random */
    GENERATE_DENSITY_MAX = 95,
    GENERATE_PINS_MAX = 64,    /* of a net */
    GENERATE_MACRO_LEAST = 24, /* cells, of either side */
    GENERATE_CHIP_LEAST = 64   /* the same */
};

struct generate_options {
    enum generate_kind kind;
    uint32_t width, height;
    uint32_t layers;  /* 0: 3 for macro, 4 for layout, else 1 */
    uint32_t nets;    /* at least 1 */
    uint32_t pins;    /* the most of a net, 2..64; 0: 12 for macro, 20 for layout, else 2 */
    uint32_t density; /* percent of random's blocked cells, 0..GENERATE_DENSITY_MAX */
    uint64_t seed;
};

/* "open", "random", ... */
const char *generate_kind_name(enum generate_kind kind);

/* The kind of this name, or GENERATE_KINDS. */
enum generate_kind generate_kind_find(const char *name);

/* Makes the design (design_destroy it); its name is NULL. No two pins share a cell; pins lie on
 * free cells, those of macros on the macro's blocked edge. Nets are named n1, n2, ... Fails with
 * STATUS_BAD_INPUT where a value is over its limit or there is no room for the nets (the message
 * says for how many pins there is), with STATUS_FAILED without memory. *design is then empty. Time
 * O(cells / 16 + pins), for a maze O(cells). */
enum status generate_design(struct design *design, const struct generate_options *options,
                            struct error *error);
