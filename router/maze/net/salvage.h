/* salvage: what stays of a net's tree when some of its cells are lost, to be joined again.
 *
 *     lost cells go, and with them each branch up to the next pin or fork
 *     the parts that are left: the one with the root is the tree so far, the others are targets
 *     while a part is missing:  search from the tree to the nearest part, and join all of it
 *
 * A net of many pins that is pushed aside loses a branch, seldom more. To search for that is one
 * search for a path over a short distance, where a new tree takes one for each pin. Exchanging one
 * branch of a tree for a cheaper one is the classic local search for Steiner trees (key paths).
 *
 * The tree is held cell by cell:
 *
 *     cells   [ root | next | ... ]     in the order of the wires, away from the root
 *     parent  [ none | 0    | ... ]     place of the cell that it hangs on
 *     part    [ 0    | 0    | ... ]     part that the cell is in, or none: it is gone
 *
 * A pin that is in all layers hangs together without wires.
 */
#pragma once

#include "grid/routes.h"

struct growth;

#define SALVAGE_NONE UINT32_MAX

struct salvage {
    const struct design *design;
    uint32_t net;
    uint32_t *place;   /* [cells of the grid] place of the cell in the tree + 1; 0: not in it */
    cell_t *cells;     /* [count] */
    uint32_t *parent;  /* [count] */
    uint32_t *child;   /* [count] the last of those that hang on it, and ... */
    uint32_t *sibling; /* [count] ... those before it */
    uint32_t *part;    /* [count] */
    uint32_t *degree;  /* [count] cells that it is joined with */
    uint8_t *kind;     /* [count] set of SALVAGE_ */
    uint32_t *stack;   /* [2 * count] of a walk */
    uint32_t count, capacity;
    uint32_t parts;
};

/* Makes room for trees in this design. 4 bytes a cell. */
enum status salvage_create(struct salvage *salvage, const struct design *design,
                           struct error *error);
void salvage_destroy(struct salvage *salvage); /* accepts a zeroed one */

/* Takes over the tree of a net: wires as grid/routes.h wants them. *whole is false where they are
 * no tree of the net's cells, each once: then it holds nothing. O(cells of the tree + pins). */
enum status salvage_take(struct salvage *salvage, uint32_t net, const struct wire *wires,
                         size_t count, bool *whole, struct error *error);

/* Loses a cell of the tree, which is no pin, after the tree has been taken over. */
void salvage_lose(struct salvage *salvage, uint32_t place);

/* True for a cell that can be lost. */
bool salvage_can_lose(const struct salvage *salvage, uint32_t place);

/* Drops what hangs on nothing any more, and counts the parts. O(cells of the tree). */
void salvage_part(struct salvage *salvage);

/* What the lost cells cost with these tolls [cells of the grid]: with them all parts would be
 * joined as they were, so no path costs more, turns aside. O(cells of the tree). */
cost_t salvage_lost_cost(const struct salvage *salvage, const uint32_t *toll);

/* Gives a growth that connect_begin has just started the part of the root for its tree and the
 * others for its targets. The salvage serves it until the growth is begun again. */
enum status salvage_begin(struct salvage *salvage, struct growth *growth, struct error *error);

/* Joins the part that holds this cell: its wires, away from the cell, go to the growth's tree, and
 * its targets go. */
enum status salvage_join(struct salvage *salvage, struct growth *growth, cell_t cell,
                         struct error *error);
