/* regions: union-find with path halving (van Leeuwen and Tarjan 1984); the lowest index is the
 * root. Changes of a net are logged and undone. Walls and strict layers forbid a step both ways, so
 * regions are well defined. */
#include "grid/check/regions.h"

#include "grid/check/checker.h"

static void set_parent(struct regions *regions, uint32_t at, uint32_t parent)
{
    DEBUG_ASSERT(parent <= at); /* the lower index is the root */
    if (regions->logging) {
        regions->status = MEM_GROW(regions->log, regions->log_capacity, regions->log_count + 1,
                                   "regions of a net", regions->error);
        if (regions->status != STATUS_OK)
            return;
        regions->log[regions->log_count++] = (struct change){at, regions->parent[at]};
    }
    regions->parent[at] = parent;
}

static uint32_t find_region(struct regions *regions, uint32_t cell)
{
    while (regions->status == STATUS_OK && regions->parent[cell] != cell) {
        uint32_t above = regions->parent[regions->parent[cell]];
        if (above != regions->parent[cell])
            set_parent(regions, cell, above);
        cell = above;
    }
    return cell;
}

static void join_regions(struct regions *regions, uint32_t a, uint32_t b)
{
    a = find_region(regions, a);
    b = find_region(regions, b);
    if (a != b && regions->status == STATUS_OK)
        set_parent(regions, a > b ? a : b, a > b ? b : a);
}

static bool is_open(const struct regions *regions, cell_t cell)
{
    return !grid_plane_get(regions->grid, regions->closed, cell);
}

/* Joins an open cell to the open cells one allowed step away. */
static void join_neighbours(struct regions *regions, cell_t cell)
{
    for (int direction = EAST; direction < DIRECTIONS; direction++) {
        cell_t next = grid_neighbour(regions->grid, cell, direction);
        if (next != CELL_NONE && is_open(regions, next) &&
            checker_step_allowed(regions->grid, cell, direction))
            join_regions(regions, cell, next);
    }
}

/* A row of cells: its bits in `closed`, those of the row to the south and of the row below (NULL at
 * the border), and whether the layer rules allow steps along x and y. */
struct row {
    const uint64_t *closed, *south, *under;
    cell_t first; /* its first cell */
    bool walls;   /* the grid has walls: checker_step_allowed decides each step */
    bool along_x, along_y, under_along_x;
};

static bool row_open(const uint64_t *closed, uint32_t x)
{
    return closed != NULL && (closed[x / 64] >> x % 64 & 1) == 0;
}

/* Joins the cells of a row to each other and to the rows before it. If two neighbours in the row
 * are joined, and the two cells south of them as well, one union between the pairs is enough: about
 * one union per pair of touching runs is left. */
static void join_row(struct regions *regions, const struct row *row)
{
    const struct grid *grid = regions->grid;
    cell_t plane = grid->width * grid->height, run = row->first;
    bool south_before = false, under_before = false;
    for (uint32_t x = 0; x < grid->width; x++) {
        cell_t cell = row->first + x;
        bool open = row_open(row->closed, x), west = false, south = false, under = false;
        if (open) {
            west = x > 0 && row->along_x && row_open(row->closed, x - 1) &&
                   (!row->walls || checker_step_allowed(grid, cell, WEST));
            south = row->along_y && row_open(row->south, x) &&
                    (!row->walls || checker_step_allowed(grid, cell, SOUTH));
            under =
                row_open(row->under, x) && (!row->walls || checker_step_allowed(grid, cell, DOWN));
        }
        if (!west)
            run = cell;
        regions->parent[cell] = run;
        if (south && !(west && south_before &&
                       (!row->walls || checker_step_allowed(grid, cell - grid->width, WEST))))
            join_regions(regions, cell, cell - grid->width);
        if (under && !(west && under_before && row->under_along_x &&
                       (!row->walls || checker_step_allowed(grid, cell - plane, WEST))))
            join_regions(regions, cell, cell - plane);
        south_before = south;
        under_before = under;
    }
}

void regions_find(struct regions *regions)
{
    const struct grid *grid = regions->grid;
    assert(regions->log_count == 0 && regions->opened_count == 0);
    regions->logging = false;
    for (uint32_t z = 0; z < grid->layers; z++) {
        cell_t corner = grid_cell(grid, 0, 0, z);
        cell_t below = z > 0 ? grid_cell(grid, 0, 0, z - 1) : corner;
        struct row row = {.walls = grid->walls != NULL};
        row.along_x = row.walls || grid->width < 2 || checker_step_allowed(grid, corner, EAST);
        row.along_y = row.walls || grid->height < 2 || checker_step_allowed(grid, corner, NORTH);
        row.under_along_x = row.walls || grid->width < 2 || checker_step_allowed(grid, below, EAST);
        for (uint32_t y = 0; y < grid->height; y++) {
            row.first = grid_cell(grid, 0, y, z);
            row.closed = regions->closed + grid_word(grid, row.first);
            row.south = y > 0 ? row.closed - grid->row_words : NULL;
            row.under = z > 0 ? row.closed - grid->height * grid->row_words : NULL;
            join_row(regions, &row);
        }
    }
    regions->logging = true;
}

typedef void visit_cell(struct regions *regions, cell_t cell);

/* Calls visit for every cell of a wire. */
static void visit_wire(struct regions *regions, struct wire wire, visit_cell *visit)
{
    for (struct wire_walk walk = wire_walk(regions->grid, wire); walk.left > 0; wire_next(&walk))
        visit(regions, walk.cell);
}

static void visit_pins(struct regions *regions, const struct netlist *nets, uint32_t net,
                       visit_cell *visit)
{
    const struct net *n = &nets->nets[net];
    for (uint32_t i = 0; i < n->pin_count; i++)
        visit_wire(regions, pin_wire(regions->grid, nets->pins[n->first_pin + i]), visit);
}

static void visit_wires(struct regions *regions, const struct routes *routes, uint32_t net,
                        visit_cell *visit)
{
    const struct route *route = &routes->nets[net];
    for (size_t i = 0; i < route->wire_count; i++)
        visit_wire(regions, routes->wires[route->first_wire + i], visit);
}

static void close_cell(struct regions *regions, cell_t cell)
{
    regions->closed[grid_word(regions->grid, cell)] |= grid_bit(regions->grid, cell);
}

/* Opens a cell for the current net; regions_join_pins joins it to its neighbours. */
static void open_cell(struct regions *regions, cell_t cell)
{
    if (regions->status != STATUS_OK)
        return;
    regions->status = MEM_GROW(regions->joining, regions->joining_capacity,
                               regions->joining_count + 1, "cells of a net", regions->error);
    if (regions->status == STATUS_OK)
        regions->status = MEM_GROW(regions->opened, regions->opened_capacity,
                                   regions->opened_count + 1, "cells of a net", regions->error);
    if (regions->status != STATUS_OK)
        return;
    regions->joining[regions->joining_count++] = cell;
    if (!is_open(regions, cell)) {
        regions->opened[regions->opened_count++] = cell;
        regions->closed[grid_word(regions->grid, cell)] &= ~grid_bit(regions->grid, cell);
    }
}

/* The same for a removed net: a blocked cell stays closed. */
static void open_if_free(struct regions *regions, cell_t cell)
{
    if (!grid_is_blocked(regions->grid, cell))
        open_cell(regions, cell);
}

enum status regions_init(struct regions *regions, const struct grid *grid, uint32_t *parent,
                         struct error *error)
{
    assert(parent != NULL);
    size_t words = grid_plane_words(grid);
    *regions = (struct regions){.grid = grid, .parent = parent, .error = error};
    TRY(MEM_NEW(regions->closed, words, "closed cells", error));
    memcpy(regions->closed, grid->blocked, words * sizeof *regions->closed);
    return STATUS_OK;
}

MEM_DESTROY(regions_destroy, regions, it->closed, it->log, it->opened, it->joining)

void regions_close_net(struct regions *regions, const struct netlist *nets,
                       const struct routes *routes, uint32_t net)
{
    assert(regions->log_count == 0 && regions->opened_count == 0);
    visit_pins(regions, nets, net, close_cell);
    visit_wires(regions, routes, net, close_cell);
}

void regions_open_pins(struct regions *regions, const struct netlist *nets, uint32_t net)
{
    visit_pins(regions, nets, net, open_cell);
}

void regions_open_net(struct regions *regions, const struct netlist *nets,
                      const struct routes *routes, uint32_t net)
{
    visit_pins(regions, nets, net, open_if_free);
    visit_wires(regions, routes, net, open_if_free);
}

bool regions_join_pins(struct regions *regions, const struct netlist *nets, uint32_t net)
{
    for (size_t i = 0; i < regions->joining_count; i++)
        join_neighbours(regions, regions->joining[i]);
    regions->joining_count = 0;
    const struct net *n = &nets->nets[net];
    size_t plane = (size_t)regions->grid->width * regions->grid->height;
    for (uint32_t i = 0; i < n->pin_count; i++) {
        struct pin pin = nets->pins[n->first_pin + i];
        for (uint32_t z = 1; pin.all_layers && z < regions->grid->layers; z++)
            join_regions(regions, pin.cell, (cell_t)(pin.cell + z * plane));
    }
    uint32_t root = find_region(regions, nets->pins[n->first_pin].cell);
    for (uint32_t i = 1; i < n->pin_count; i++)
        if (find_region(regions, nets->pins[n->first_pin + i].cell) != root)
            return false;
    return regions->status == STATUS_OK;
}

struct regions_mark regions_mark(const struct regions *regions)
{
    assert(regions->joining_count == 0);
    return (struct regions_mark){regions->log_count, regions->opened_count};
}

void regions_undo(struct regions *regions, struct regions_mark mark)
{
    assert(regions->logging);
    assert(mark.log_count <= regions->log_count && mark.opened_count <= regions->opened_count);
    while (regions->log_count > mark.log_count) {
        struct change change = regions->log[--regions->log_count];
        regions->parent[change.at] = change.before;
    }
    while (regions->opened_count > mark.opened_count)
        close_cell(regions, regions->opened[--regions->opened_count]);
    regions->joining_count = 0;
}
