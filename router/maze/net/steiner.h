/* steiner: a tree of minimum cost for a net of few pins.
 *
 *     cost[S][v] = least cost of a tree that joins cell v and the pins S
 *                = min( cost[A][v] + cost[S - A][v]              two trees meet at v
 *                     , cost[S][w] + step from v into w )         the tree continues at neighbour w
 *
 * Sets are taken in order of size; for each, the second line is a search over the window (Dreyfus
 * and Wagner 1971, with Dijkstra's search as in Erickson, Monma and Veinott 1987). A tree grown pin
 * by pin can cost a third more.
 *
 * The labels of a set are a field of distances, which is swept row by row in vectors
 * (steiner_sweep.h). The tree is derived from the labels.
 *
 * Not supported, and left to connect: bend costs (the cost of a tree is no sum over its cells
 * then), pins in all layers, via or wrong-way costs above SWEEP_EXTRA_MAX, and trees that do not
 * fit 16-bit labels. Ties: the smallest set A first, then EAST, WEST, NORTH, SOUTH, UP, DOWN. */
#pragma once

#include "router/maze/net/connect.h"

enum {
    STEINER_PINS_MAX = 6,         /* pins of a net */
    STEINER_LABELS_MAX = 1 << 20, /* cells of the window times sets of pins; 4 MiB */
};

/* A workspace. It grows to the largest window: 2 bytes per label and 4 per cell, with walls 6. */
struct steiner;

enum status steiner_create(struct steiner **steiner, struct error *error);
void steiner_destroy(struct steiner *steiner); /* accepts NULL */

/* True if steiner_grow supports the net in this window. */
bool steiner_suits(const struct design *design, uint32_t net, struct box window);

/* Completes the tree of a growth that connect_begin has just started: wires, cost (with tolls), no
 * target left. Cells that are closed in the field are not used, except the net's own pins. If there
 * is no tree of a cost below about 28 000, the growth does not change and is left to connect.
 * O(3^p) times the cells of the window, for p + 1 pins. */
enum status steiner_grow(struct steiner *steiner, const struct field *field, struct box window,
                         struct growth *growth, struct error *error);

/* The work of a search (session.h). It depends on the arguments alone. */
uint64_t steiner_work(const struct design *design, uint32_t net, struct box window);
