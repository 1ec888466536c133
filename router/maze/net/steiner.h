/* steiner: the cheapest tree of all for a net of a few pins.
 *
 *     cost[S][v] = least cost of a tree that hangs on cell v and holds the pins S
 *                = min( cost[A][v] + cost[S - A][v]              two trees meet at v
 *                     , cost[S][w] + step from v into w )         the tree hangs on a neighbour w
 *
 * Sets are taken in order of size; for each, the second line is a search over the window (Dreyfus
 * and Wagner 1971, with Dijkstra's search as Erickson, Monma and Veinott 1987 have it). Growing a
 * tree pin by pin can be a third dearer.
 *
 * The labels of a set are a field of distances, which is swept row by row in vectors
 * (steiner_sweep.h). The tree is read back from labels alone.
 *
 * Where a turn costs something the cost of a tree is no sum over its cells, where a pin is in all
 * layers its cells cost nothing to pass, and labels have 16 bits: such nets, nets where a via or a
 * wrong way costs more than SWEEP_EXTRA_MAX and dear nets are left to connect. Ties: the smallest
 * set A first, then EAST, WEST, NORTH, SOUTH, UP, DOWN.
 */
#pragma once

#include "router/maze/net/connect.h"

enum {
    STEINER_PINS_MAX = 6,
    STEINER_LABELS_MAX = 1 << 20, /* cells of the window times sets of pins: 4 MiB */
};

struct steiner; /* workspace, grows to the largest window; 2 bytes a label and 4 a cell, with walls
                   another 2 a cell */

enum status steiner_create(struct steiner **steiner, struct error *error);
void steiner_destroy(struct steiner *steiner); /* accepts NULL */

/* True where the net in this window is one for steiner_grow. */
bool steiner_suits(const struct design *design, uint32_t net, struct box window);

/* Gives a growth that connect_begin has just started its tree, in one go: wires, cost (tolls
 * included), no target left. Cells that are closed in the field are left out, the net's own pins
 * aside. Where there is no tree, or none that costs less than about 28 000, the growth stays as it
 * was begun and is left to connect. O(3^p) times the cells of the window, for p + 1 pins. */
enum status steiner_grow(struct steiner *steiner, const struct field *field, struct box window,
                         struct growth *growth, struct error *error);

/* What a search costs, in the measure of a run's work (session.h). It depends on nothing else: how
 * many labels a search really sets may differ with what is searched beside it. */
uint64_t steiner_work(const struct design *design, uint32_t net, struct box window);
