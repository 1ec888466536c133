/* pieces: a flood finds the cells of each piece, then a scan of its cells finds its neighbours. */
#include "router/maze/net/pieces.h"

/* Workspace of pieces_find. */
struct finder {
    struct pieces *pieces;
    const struct grid *grid;
    uint32_t *owner; /* [cells] net + 1; 0: none */
    cell_t *cells;   /* [cells] of the pieces found so far, piece after piece */
    size_t count;
};

static void own_wire(struct finder *f, struct wire wire, uint32_t net)
{
    for (struct wire_walk walk = wire_walk(f->grid, wire); walk.left > 0; wire_next(&walk))
        f->owner[walk.cell] = net + 1;
}

static void own_cells(struct finder *f, const struct design *design, const struct routes *routes)
{
    for (uint32_t net = 0; net < design->nets.net_count; net++) {
        const struct net *n = &design->nets.nets[net];
        const struct route *route = &routes->nets[net];
        for (size_t i = 0; route->state == ROUTE_ROUTED && i < route->wire_count; i++)
            own_wire(f, routes->wires[route->first_wire + i], net);
        for (uint32_t i = 0; i < n->pin_count; i++)
            own_wire(f, pin_wire(f->grid, design->nets.pins[n->first_pin + i]), net);
    }
}

static void reach(struct finder *f, cell_t cell, uint32_t piece)
{
    f->pieces->of_cell[cell] = piece;
    f->cells[f->count++] = cell;
}

/* Makes a piece of the cell and all cells connected with it. */
static enum status find_piece(struct finder *f, cell_t first, struct error *error)
{
    DEBUG_ASSERT(first < grid_cells(f->grid));
    struct pieces *p = f->pieces;
    const struct piece piece = {f->owner[first], grid_is_blocked(f->grid, first)};
    const uint32_t number = p->count;
    TRY(MEM_APPEND(p->pieces, p->pieces_capacity, p->count, piece, "pieces of nets", error));
    size_t at = f->count;
    reach(f, first, number);
    for (; at < f->count; at++)
        for (int d = 0; d < DIRECTIONS; d++) {
            cell_t from = f->cells[at];
            cell_t to = grid_neighbour(f->grid, from, d);
            if (to != CELL_NONE && p->of_cell[to] == PIECE_NONE && f->owner[to] == piece.owner &&
                grid_is_blocked(f->grid, to) == piece.blocked && grid_step_exists(f->grid, from, d))
                reach(f, to, number);
        }
    return STATUS_OK;
}

/* Lists the neighbours of each piece. seen: [count] zeroed. */
static enum status find_neighbours(struct finder *f, uint32_t *seen, struct error *error)
{
    struct pieces *p = f->pieces;
    size_t edges = 0, at = 0;
    TRY(MEM_NEW(p->first_next, (size_t)p->count + 1, "pieces of nets", error));
    for (uint32_t number = 0; number < p->count; number++) {
        for (; at < f->count && p->of_cell[f->cells[at]] == number; at++)
            for (int d = 0; d < DIRECTIONS; d++) {
                cell_t to = grid_neighbour(f->grid, f->cells[at], d);
                uint32_t next = to != CELL_NONE ? p->of_cell[to] : PIECE_NONE;
                if (next == PIECE_NONE || next == number || seen[next] == number + 1 ||
                    !grid_step_exists(f->grid, f->cells[at], d))
                    continue;
                TRY(MEM_APPEND(p->next, p->next_capacity, edges, next, "pieces of nets", error));
                seen[next] = number + 1;
            }
        p->first_next[number + 1] = edges;
    }
    assert(at == f->count);
    return STATUS_OK;
}

static enum status find_all(struct finder *f, const struct design *design,
                            const struct routes *routes, uint32_t **seen, struct error *error)
{
    struct pieces *p = f->pieces;
    const cell_t cells = (cell_t)grid_cells(f->grid);
    TRY(MEM_NEW(p->of_cell, cells, "pieces of nets", error));
    TRY(MEM_NEW(f->owner, cells, "owners of cells", error));
    TRY(MEM_NEW(f->cells, cells, "pieces of nets", error));
    memset(p->of_cell, 0xff, cells * sizeof *p->of_cell);
    own_cells(f, design, routes);
    for (cell_t cell = 0; cell < cells; cell++)
        if (p->of_cell[cell] == PIECE_NONE &&
            (f->owner[cell] != 0 || !grid_is_blocked(f->grid, cell)))
            TRY(find_piece(f, cell, error));
    TRY(MEM_NEW(*seen, p->count, "pieces of nets", error));
    TRY(find_neighbours(f, *seen, error));
    return group_by(&p->pieces->owner, sizeof *p->pieces, p->count, design->nets.net_count + 1,
                    &p->first_of, &p->by_owner, "pieces of nets", error);
}

enum status pieces_find(struct pieces *pieces, const struct design *design,
                        const struct routes *routes, struct error *error)
{
    assert(routes->net_count == design->nets.net_count);
    struct finder f = {.pieces = pieces, .grid = &design->grid};
    uint32_t *seen = NULL;
    const enum status status = find_all(&f, design, routes, &seen, error);
    MEM_FREE(seen, f.owner, f.cells);
    return status;
}

MEM_DESTROY(pieces_destroy, pieces, it->of_cell, it->pieces, it->first_next, it->next, it->first_of,
            it->by_owner)
