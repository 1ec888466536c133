/* blockers: pieces, unions that can be taken back, and the names halved. */
#include "router/net/blockers.h"

#include <assert.h>
#include <stdlib.h>

#define PIECE_NONE UINT32_MAX

struct blockers {
    const struct design *design;
    const struct routes *routes;
    const uint32_t *owner;
    uint32_t *piece; /* [cells]; PIECE_NONE: blocked, and no net's */
    uint32_t piece_count;
    uint32_t *parent; /* [pieces] itself: a root */
    uint32_t *size;   /* [pieces] of a root: pieces below it */
    uint32_t *log;    /* [pieces] roots that were hung below others */
    size_t log_count;
    bool *away;   /* [net_count + 1] by owner: its cells may be entered */
    bool *marked; /* [net_count] by place in the list: kept, or not looked at yet */
};

/* ---- pieces --------------------------------------------------------------------------------- */

/* Cells that are still to be looked at; every cell enters once. */
struct todo {
    cell_t *cells;
    size_t count, capacity;
};

static enum status reach(struct blockers *b, struct todo *todo, cell_t cell, struct error *error)
{
    TRY(mem_grow((void **)&todo->cells, &todo->capacity, todo->count + 1, sizeof *todo->cells,
                 "cells of a piece", error));
    b->piece[cell] = b->piece_count;
    todo->cells[todo->count++] = cell;
    return STATUS_OK;
}

/* Gives the cell and all that hang together with it the number of a new piece. A pin inside a block
 * is a piece apart from the rest of its net: the block stays when the net is taken away. */
static enum status find_piece(struct blockers *b, struct todo *todo, cell_t first,
                              struct error *error)
{
    const struct grid *grid = &b->design->grid;
    const uint32_t owner = b->owner[first];
    const bool blocked = grid_is_blocked(grid, first);
    TRY(reach(b, todo, first, error));
    while (todo->count > 0) {
        cell_t from = todo->cells[--todo->count];
        for (int d = 0; d < DIRECTIONS; d++) {
            cell_t to = grid_step_exists(grid, from, d) ? grid_neighbour(grid, from, d) : CELL_NONE;
            if (to != CELL_NONE && b->piece[to] == PIECE_NONE && b->owner[to] == owner &&
                grid_is_blocked(grid, to) == blocked)
                TRY(reach(b, todo, to, error));
        }
    }
    b->piece_count++;
    return STATUS_OK;
}

static enum status find_pieces(struct blockers *b, struct error *error)
{
    const struct grid *grid = &b->design->grid;
    cell_t cells = (cell_t)grid_cells(grid);
    struct todo todo = {0};
    enum status status = STATUS_OK;
    for (cell_t cell = 0; cell < cells; cell++)
        b->piece[cell] = PIECE_NONE;
    for (cell_t cell = 0; cell < cells && status == STATUS_OK; cell++)
        if (b->piece[cell] == PIECE_NONE && (b->owner[cell] != 0 || !grid_is_blocked(grid, cell)))
            status = find_piece(b, &todo, cell, error);
    free(todo.cells);
    return status;
}

enum status blockers_create(struct blockers **blockers, const struct design *design,
                            const struct routes *routes, const uint32_t *owner, struct error *error)
{
    enum status status = STATUS_FAILED;
    struct blockers *b = *blockers = mem_alloc(1, sizeof *b, "nets in the way", error);
    if (b == NULL)
        return STATUS_FAILED;
    *b = (struct blockers){.design = design, .routes = routes, .owner = owner};
    b->piece = mem_alloc(grid_cells(&design->grid), sizeof *b->piece, "pieces of nets", error);
    b->away = mem_alloc((size_t)design->nets.net_count + 1, sizeof *b->away, "nets", error);
    b->marked = mem_alloc(design->nets.net_count, sizeof *b->marked, "nets", error);
    if (b->piece == NULL || b->away == NULL || b->marked == NULL ||
        find_pieces(b, error) != STATUS_OK)
        goto end;
    b->parent = mem_alloc(b->piece_count, sizeof *b->parent, "pieces of nets", error);
    b->size = mem_alloc(b->piece_count, sizeof *b->size, "pieces of nets", error);
    b->log = mem_alloc(b->piece_count, sizeof *b->log, "pieces of nets", error);
    if (b->parent == NULL || b->size == NULL || b->log == NULL)
        goto end;
    for (uint32_t piece = 0; piece < b->piece_count; piece++) {
        b->parent[piece] = piece;
        b->size[piece] = 1;
    }
    b->away[0] = true; /* cells of no net */
    status = STATUS_OK;
end:
    if (status != STATUS_OK) {
        blockers_destroy(b);
        *blockers = NULL;
    }
    return status;
}

void blockers_destroy(struct blockers *blockers)
{
    if (blockers == NULL)
        return;
    free(blockers->piece);
    free(blockers->parent);
    free(blockers->size);
    free(blockers->log);
    free(blockers->away);
    free(blockers->marked);
    free(blockers);
}

/* ---- unions --------------------------------------------------------------------------------- */

static uint32_t find_root(const struct blockers *b, uint32_t piece)
{
    while (b->parent[piece] != piece)
        piece = b->parent[piece];
    return piece;
}

static void unite(struct blockers *b, cell_t one, cell_t other)
{
    uint32_t low = find_root(b, b->piece[one]), high = find_root(b, b->piece[other]);
    if (low == high)
        return;
    if (b->size[low] > b->size[high]) {
        uint32_t larger = low;
        low = high;
        high = larger;
    }
    b->parent[low] = high;
    b->size[high] += b->size[low];
    assert(b->log_count < b->piece_count);
    b->log[b->log_count++] = low;
}

/* Takes unions back, the last first, until so many are left. */
static void take_back(struct blockers *b, size_t left)
{
    while (b->log_count > left) {
        uint32_t low = b->log[--b->log_count];
        b->size[b->parent[low]] -= b->size[low];
        b->parent[low] = low;
    }
}

/* Unites the wire's cells with those around that may be entered. A blocked cell is its own net's
 * alone, and that net's only where it is `me`. */
static void unite_around(struct blockers *b, struct wire wire, uint32_t me)
{
    const struct grid *grid = &b->design->grid;
    for (struct wire_walk walk = wire_walk(grid, wire); walk.left > 0; wire_next(&walk)) {
        if (grid_is_blocked(grid, walk.cell) && b->owner[walk.cell] != me)
            continue;
        for (int d = 0; d < DIRECTIONS; d++) {
            cell_t to = grid_neighbour(grid, walk.cell, d);
            if (to != CELL_NONE && grid_step_exists(grid, walk.cell, d) && b->away[b->owner[to]] &&
                (!grid_is_blocked(grid, to) || b->owner[to] == me))
                unite(b, walk.cell, to);
        }
    }
}

static void take_away(struct blockers *b, uint32_t net, uint32_t me)
{
    const struct net *n = &b->design->nets.nets[net];
    const struct route *route = &b->routes->nets[net];
    b->away[net + 1] = true;
    for (size_t i = 0; route->state == ROUTE_ROUTED && i < route->wire_count; i++)
        unite_around(b, b->routes->wires[route->first_wire + i], me);
    for (uint32_t i = 0; i < n->pin_count; i++)
        unite_around(b, pin_wire(&b->design->grid, b->design->nets.pins[n->first_pin + i]), me);
}

/* ---- the names ------------------------------------------------------------------------------ */

static bool pins_are_joined(const struct blockers *b, uint32_t net)
{
    const struct net *n = &b->design->nets.nets[net];
    const struct pin *pins = b->design->nets.pins + n->first_pin;
    uint32_t root = find_root(b, b->piece[pins[0].cell]);
    for (uint32_t i = 1; i < n->pin_count; i++)
        if (find_root(b, b->piece[pins[i].cell]) != root)
            return false;
    return true;
}

/* Takes names[first .. end) away that are marked. */
static void take_marked_away(struct blockers *b, uint32_t me, const uint32_t *names,
                             const bool *marked, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (marked[i])
            take_away(b, names[i], me);
}

static void put_back(struct blockers *b, const uint32_t *names, size_t first, size_t end,
                     size_t unions)
{
    for (size_t i = first; i < end; i++)
        b->away[names[i] + 1] = false;
    take_back(b, unions);
}

/* Unmarks those of names[first .. end) that can be spared. All other marked names are away. */
static void sift(struct blockers *b, uint32_t net, const uint32_t *names, bool *marked,
                 size_t first, size_t end)
{
    size_t unions = b->log_count, middle = first + (end - first) / 2;
    if (end - first == 1) {
        marked[first] = !pins_are_joined(b, net);
        return;
    }
    take_marked_away(b, net + 1, names, marked, middle, end);
    sift(b, net, names, marked, first, middle);
    put_back(b, names, middle, end, unions);
    take_marked_away(b, net + 1, names, marked, first, middle);
    sift(b, net, names, marked, middle, end);
    put_back(b, names, first, middle, unions);
}

/* Opens the net's pins, whose cells hang together each. */
static void open_pins(struct blockers *b, uint32_t net)
{
    const struct grid *grid = &b->design->grid;
    const struct net *n = &b->design->nets.nets[net];
    take_away(b, net, net + 1);
    for (uint32_t i = 0; i < n->pin_count; i++) {
        struct wire pin = pin_wire(grid, b->design->nets.pins[n->first_pin + i]);
        for (struct wire_walk walk = wire_walk(grid, pin); walk.left > 0; wire_next(&walk))
            unite(b, pin.from, walk.cell);
    }
}

void blockers_sift(struct blockers *blockers, uint32_t net, uint32_t *names, size_t *count)
{
    struct blockers *b = blockers;
    size_t kept = 0;
    assert(net < b->design->nets.net_count && b->routes->nets[net].state != ROUTE_ROUTED);
    assert(*count < b->design->nets.net_count && b->log_count == 0);
    if (*count < 2)
        return;
    for (size_t i = 0; i < *count; i++) {
        assert(names[i] != net && names[i] < b->design->nets.net_count);
        b->marked[i] = true;
    }
    open_pins(b, net);
    sift(b, net, names, b->marked, 0, *count);
    for (size_t i = 0; i < *count; i++)
        if (b->marked[i])
            names[kept++] = names[i];
    assert(kept > 0);
    *count = kept;
    b->away[net + 1] = false;
    take_back(b, 0);
}
