/* steiner_sweep: the cost of the cheapest tree of every set of pins, for every cell of a window.
 * Internal to steiner. Pin i > 0 is bit i - 1 of a set; the field of set 0 has the labels of the
 * root, pin 0.
 *
 * The labels of a set over a window are a field of distances, and two sets are joined by a sum cell
 * by cell, in vectors (sweep_field.h). A label includes the cell itself here,
 *
 *     field[S][v] = cost to enter v + label(v, S)
 *
 * so field[A][v] + field[B][v] - cost to enter v joins two trees. For each set the search is
 * directed to the pins outside: cells that cannot reach them within the cost of a known tree are
 * dropped.
 *
 * Fields are 16 bits wide; trees that cost more are not found. On one core of a Xeon at 2.6 GHz a
 * search of 4 pins in 43 000 cells takes 0.5 ms with AVX-512, 2.1 ms without vectors; label by
 * label with a heap it took 32 ms. Tried without gain: one search over all sets at once, led by
 * half perimeters (Hougardy, Silvanus and Vygen 2017). */
#pragma once

#include "router/maze/net/steiner.h"
#include "router/wave/sweep/sweep_field.h"

/* A cell of the window, from its corner. */
struct steiner_spot {
    uint32_t x, y, z;
};

struct steiner {
    struct sweep_rows rows;
    struct lower_bound bound;
    uint16_t *arena, *fields; /* [sets][rows.plane]; set 0: the root */
    size_t arena_capacity;
    const struct pin *pins; /* the net's; the first is the root */
    uint32_t pin_count;
    struct steiner_spot meeting;
    uint32_t enough; /* cost of the best known tree, including its root's cell */
};

/* True if the costs of the grid fit 16-bit fields. */
bool steiner_sweep_suits(const struct grid *grid);

/* Fills the fields for a net's pins. *found: the cheapest tree's cost fits; it is `enough` less the
 * cost to enter the root, and the tree meets the root's path at `meeting`. */
enum status steiner_sweep_search(struct steiner *sweep, const struct field *field,
                                 struct box window, const struct growth *growth, bool *found,
                                 struct error *error);

/* The cell of a pin of the last search. */
struct steiner_spot steiner_sweep_spot(const struct steiner *sweep, uint32_t pin);

void steiner_sweep_destroy(struct steiner *sweep);

static inline uint16_t *steiner_field(const struct steiner *sweep, uint32_t set)
{
    return sweep->fields + set * sweep->rows.plane;
}
