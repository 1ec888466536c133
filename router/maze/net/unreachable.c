/* unreachable: explain_closed_set: floods from the first pin with two bit planes, one of the cells
 * that may be entered and one of the cells that are reached. */
#include "router/maze/net/explain.h"
#include "router/wave/job.h"

struct stack {
    cell_t *cells;
    size_t count, capacity;
};

static enum status reach(const struct grid *grid, struct stack *stack, uint64_t *plane, cell_t cell,
                         struct error *error)
{
    assert(cell < grid_cells(grid));
    plane[grid_word(grid, cell)] |= grid_bit(grid, cell);
    return MEM_APPEND(stack->cells, stack->capacity, stack->count, cell, "a stack of cells", error);
}

static enum status reach_wire(const struct grid *grid, struct stack *stack, uint64_t *plane,
                              struct wire wire, struct error *error)
{
    for (struct wire_walk walk = wire_walk(grid, wire); walk.left > 0; wire_next(&walk))
        if (!grid_plane_get(grid, plane, walk.cell))
            TRY(reach(grid, stack, plane, walk.cell, error));
    return STATUS_OK;
}

static bool wire_is_reached(const struct grid *grid, const uint64_t *plane, struct wire wire)
{
    return plane_meets(plane, NULL, plane_run(grid, wire));
}

/* Floods until the stack is empty. If one cell of a pin is reached, all its cells are. */
static enum status flood(const struct design *design, uint32_t net, const uint64_t *barred,
                         struct stack *stack, uint64_t *plane, struct error *error)
{
    assert(net < design->nets.net_count);
    const struct grid *grid = &design->grid;
    const struct net *n = &design->nets.nets[net];
    enum status status = STATUS_OK;
    while (stack->count > 0 && status == STATUS_OK) {
        cell_t from = stack->cells[--stack->count];
        for (int d = 0; d < DIRECTIONS && status == STATUS_OK; d++) {
            cell_t to = grid_step_exists(grid, from, d) ? grid_neighbour(grid, from, d) : CELL_NONE;
            if (to != CELL_NONE && !grid_plane_get(grid, barred, to) &&
                !grid_plane_get(grid, plane, to))
                status = reach(grid, stack, plane, to, error);
        }
        for (uint32_t i = 0; stack->count == 0 && i < n->pin_count && status == STATUS_OK; i++) {
            struct wire pin = pin_wire(grid, design->nets.pins[n->first_pin + i]);
            if (wire_is_reached(grid, plane, pin))
                status = reach_wire(grid, stack, plane, pin, error);
        }
    }
    return status;
}

enum status explain_closed_set(const struct design *design, uint32_t net, uint64_t *plane,
                               uint32_t *lost, struct error *error)
{
    assert(net < design->nets.net_count && plane != NULL);
    const struct grid *grid = &design->grid;
    const struct net *n = &design->nets.nets[net];
    const struct pin *pins = design->nets.pins + n->first_pin;
    size_t words = grid_plane_words(grid);
    struct stack stack = {0};
    uint64_t *barred;
    TRY(MEM_NEW(barred, words, "closed cells", error));
    memcpy(barred, grid->blocked, words * sizeof *barred);
    memset(plane, 0, words * sizeof *plane);
    for (uint32_t i = 0; i < n->pin_count; i++) {
        const struct wire pin = pin_wire(grid, pins[i]);
        wires_mark(grid, barred, &pin, 1, false);
    }
    enum status status = reach_wire(grid, &stack, plane, pin_wire(grid, pins[0]), error);
    THEN(status, flood(design, net, barred, &stack, plane, error));
    *lost = 0;
    while (*lost < n->pin_count && wire_is_reached(grid, plane, pin_wire(grid, pins[*lost])))
        ++*lost;
    MEM_FREE(stack.cells, barred);
    return status;
}
