/* steiner_sweep: what the cheapest tree of every set of pins costs, for every cell of a window.
 * Internal to steiner. Pin i > 0 is bit i - 1 of a set; in the place of set 0 stand the labels of
 * the root, pin 0, alone.
 *
 * Labels of one set over a window are a field of distances, and what joins two sets is a sum cell
 * by cell: work for vectors (sweep_field.h). Labels count the cell itself here,
 *
 *     field[S][v] = cost to enter v + label(v, S)
 *
 * so that field[A][v] + field[B][v] - cost to enter v joins two trees. For each set the search
 * leads to the pins outside: what cannot reach them within the cost of a tree that is known is
 * dropped.
 *
 * Fields are 16 bits wide. What costs too much for that is not found.
 *
 * Measured on one core of a shared Xeon at 2.6 GHz, 2026-11-22, at commit c30aa89, over all
 * searches of a run on netlists/design.net; microseconds, before: label by label, with a heap:
 *
 *     pins   cells of the window   before   AVX-512   AVX2   plain
 *        3                28 000   11 800       190    270     690
 *        4                43 000   32 300       520    810    2100
 *        5                39 000   43 500       870   1300    3100
 *
 * The run took 79 s and takes 3.8 s, with the same bytes. Tried: one search over all sets at once,
 * led by half perimeters (Hougardy, Silvanus and Vygen 2017): it sets a third of the labels, at 120
 * to 200 ns each.
 */
#pragma once

#include "router/maze/net/steiner.h"
#include "router/wave/sweep/sweep_field.h"

/* A cell of the window, from its corner. */
struct steiner_spot {
    uint32_t x, y, z;
};

struct steiner_sweep {
    struct sweep_rows rows;
    struct lower_bound bound;
    uint16_t *arena, *fields; /* [sets][rows.plane]; the root's in the place of set 0 */
    size_t arena_capacity;
    const struct pin *pins; /* the net's; the first is the root */
    uint32_t pin_count;
    struct steiner_spot meeting;
    uint32_t enough; /* cost of a tree that is known, its root's cell counted */
};

/* True where the grid is one for fields. */
bool steiner_sweep_suits(const struct grid *grid);

/* Fills the fields for a net's pins. *found: the cheapest tree's cost fits; it is enough less what
 * it costs to enter the root, and meets the root's path at `meeting`. */
enum status steiner_sweep_search(struct steiner_sweep *sweep, const struct field *field,
                                 struct box window, const struct growth *growth, bool *found,
                                 struct error *error);

/* Where a pin of the last search stands. */
struct steiner_spot steiner_sweep_spot(const struct steiner_sweep *sweep, uint32_t pin);

void steiner_sweep_destroy(struct steiner_sweep *sweep);

static inline uint16_t *steiner_field(const struct steiner_sweep *sweep, uint32_t set)
{
    return sweep->fields + set * sweep->rows.plane;
}
