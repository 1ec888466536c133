/* salvage: partial rip-up: keeps the rest of a tree that has lost cells, and joins its parts again.
 *
 *     remove the lost cells, and each branch from there up to the next pin or fork
 *     the part with the root is the tree so far, the other parts are targets
 *     while a part is missing:  search from the tree to the nearest part, and join all of it
 *
 * A net of many pins that is pushed aside loses a branch, seldom more: one search over a short
 * distance replaces it, while a new tree takes one search per pin. Exchanging one branch of a tree
 * for a cheaper one is the classic local search for Steiner trees (key-path exchange).
 *
 * The tree is held cell by cell, in the order of the wires, away from the root; the place of a cell
 * is its index.
 *
 * The cells of a pin in all layers are connected without wires. */
#pragma once

#include "grid/routes.h"

struct growth;

#define SALVAGE_NONE UINT32_MAX

struct salvage_cell {
    cell_t cell;
    uint32_t parent;  /* place of the cell before it; SALVAGE_NONE: it is the root */
    uint32_t child;   /* place of its last child */
    uint32_t sibling; /* place of the child before it of the same parent */
    uint32_t part;    /* SALVAGE_NONE: it was removed */
    uint32_t degree;  /* number of cells that it is joined with */
    uint8_t kind;     /* set of KIND_ bits (salvage.c) */
};

struct salvage {
    const struct design *design;
    uint32_t net;
    uint32_t *place;            /* [cells of the grid] place of the cell in the tree + 1; 0: none */
    struct salvage_cell *cells; /* [count] by place */
    uint32_t *stack;            /* [2 * count] workspace of a walk */
    size_t cells_capacity, stack_capacity;
    uint32_t count;
    uint32_t parts; /* number of parts, after salvage_part */
};

/* Makes room for trees in this design. 4 bytes per cell. */
enum status salvage_create(struct salvage *salvage, const struct design *design,
                           struct error *error);
void salvage_destroy(struct salvage *salvage); /* accepts a zeroed one */

/* Takes over the tree of a net: wires in the order of grid/routes.h. *whole is false, and the
 * salvage empty, if they are not a tree with each cell once. O(cells of the tree + pins). */
enum status salvage_take(struct salvage *salvage, uint32_t net, const struct wire *wires,
                         size_t count, bool *whole, struct error *error);

/* Marks a cell of the tree as lost, for which salvage_can_lose must be true. */
void salvage_lose(struct salvage *salvage, uint32_t place);

/* True for a cell that does not belong to a pin. */
bool salvage_can_lose(const struct salvage *salvage, uint32_t place);

/* Removes lost and dangling cells, and counts the parts. O(cells of the tree). */
void salvage_part(struct salvage *salvage);

/* The cost of the removed cells with these tolls [cells of the grid]: apart from bends, an upper
 * bound of what the paths that join the parts cost. O(cells of the tree). */
cost_t salvage_lost_cost(const struct salvage *salvage, const uint32_t *toll);

/* Makes the part of the root the tree of a growth that connect_begin has just started, and the
 * others its targets. The salvage must stay until the growth is begun again. */
enum status salvage_begin(struct salvage *salvage, struct growth *growth, struct error *error);

/* Joins the part that holds this cell: adds its wires, away from the cell, to the growth's tree,
 * and removes its targets. */
enum status salvage_join(struct salvage *salvage, struct growth *growth, cell_t cell,
                         struct error *error);
