/* stuck: the cells that an unrouted net's pin reaches without crossing another net, where that is
 * no way to any other pin of the net. Of the pins for which this is so, the one with the fewest
 * cells tells; of its cells those are marked that lie beside a wire in the way of an unrouted net.
 * Cells that are free of all nets fall into regions that no step leaves, found once; a pin reaches
 * the regions beside it. O(cells + pins), 4 bytes a cell. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "router/draw/grid/grid_scene.h"

static const uint32_t TAKEN = UINT32_MAX;    /* blocked, a net's wire or a net's pin */
static const uint32_t OWN = UINT32_MAX - 1;  /* a pin of the net that is looked at */
static const uint32_t WALL = UINT32_MAX - 2; /* the wire of a net in the way */

struct stuck_regions {
    const struct grid *grid;
    uint32_t *of;      /* [cells] 0: not known yet; a region from 1 on; or as above */
    uint32_t *cells;   /* [count] of a region */
    uint32_t *touched; /* [count] the last pin beside it, from 1 on, ... */
    bool *many;        /* [count] ... and whether it is not its net's only one */
    bool *stuck;       /* [count] to be shown */
    uint32_t count;    /* of regions, and one: number 0 is none */
    cell_t *list;      /* cells that are to be gone on from */
    size_t list_capacity;
    size_t cells_capacity;
};

/* ---- regions -------------------------------------------------------------------------------- */

static void take_pins(struct stuck_regions *it, const struct netlist *nets, uint32_t net,
                      uint32_t mark)
{
    const size_t plane = (size_t)it->grid->width * it->grid->height;
    const uint32_t first = nets->nets[net].first_pin, end = first + nets->nets[net].pin_count;
    for (uint32_t i = first; i < end; i++)
        for (uint32_t z = 0; z < (nets->pins[i].all_layers ? it->grid->layers : 1); z++)
            it->of[nets->pins[i].cell + z * plane] = mark;
}

static void take_nets(struct stuck_regions *it, const struct grid_scene *scene)
{
    const struct grid *grid = it->grid;
    const struct netlist *nets = &scene->design->nets;
    const struct routes *routes = scene->routes;
    for (size_t cell = 0; cell < grid_cells(grid); cell++)
        it->of[cell] = grid_is_blocked(grid, (cell_t)cell) ? TAKEN : 0;
    for (uint32_t net = 0; net < nets->net_count; net++)
        take_pins(it, nets, net, TAKEN);
    for (uint32_t net = 0; net < routes->net_count; net++)
        for (size_t i = 0; i < routes->nets[net].wire_count; i++) {
            struct wire wire = routes->wires[routes->nets[net].first_wire + i];
            for (struct wire_walk walk = wire_walk(grid, wire); walk.left > 0; wire_next(&walk))
                it->of[walk.cell] = scene->base.highlighted[net] ? WALL : TAKEN;
        }
}

/* Gives the region of a cell its number. */
static enum status flood(struct stuck_regions *it, cell_t start, struct error *error)
{
    size_t listed = 1;
    TRY(MEM_GROW(it->cells, it->cells_capacity, (size_t)it->count + 1, "regions", error));
    TRY(MEM_GROW(it->list, it->list_capacity, listed, "cells of a region", error));
    it->list[0] = start;
    it->of[start] = it->count;
    it->cells[it->count] = 1;
    while (listed > 0) {
        const cell_t cell = it->list[--listed];
        TRY(MEM_GROW(it->list, it->list_capacity, listed + DIRECTIONS, "cells of a region", error));
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            if (!grid_step_exists(it->grid, cell, direction))
                continue;
            const cell_t next = grid_neighbour(it->grid, cell, direction);
            if (it->of[next] != 0)
                continue;
            it->of[next] = it->count;
            it->cells[it->count]++;
            it->list[listed++] = next;
        }
    }
    it->count++;
    return STATUS_OK;
}

static enum status find_regions(struct stuck_regions *it, const struct grid_scene *scene,
                                struct error *error)
{
    const size_t cells = grid_cells(it->grid);
    TRY(MEM_NEW(it->of, cells, "regions", error));
    take_nets(it, scene);
    it->count = 1;
    for (size_t cell = 0; cell < cells; cell++)
        if (it->of[cell] == 0)
            TRY(flood(it, (cell_t)cell, error));
    TRY(MEM_NEW(it->touched, it->count, "regions", error));
    TRY(MEM_NEW(it->many, it->count, "regions", error));
    return MEM_NEW(it->stuck, it->count, "regions", error);
}

/* ---- pins ----------------------------------------------------------------------------------- */

/* What is done with a region beside a pin. Returns what is added up. */
typedef uint64_t region_visit(struct stuck_regions *it, uint32_t region, uint32_t pin,
                              uint32_t first);

/* Visits each cell's region beside the pin; the sum of what the visits return. */
static uint64_t visit_around(struct stuck_regions *it, const struct netlist *nets, uint32_t pin,
                             uint32_t first, region_visit *visit)
{
    const struct grid *grid = it->grid;
    const size_t plane = (size_t)grid->width * grid->height;
    uint64_t sum = 0;
    for (uint32_t z = 0; z < (nets->pins[pin].all_layers ? grid->layers : 1); z++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            const cell_t cell = (cell_t)(nets->pins[pin].cell + z * plane);
            if (!grid_step_exists(grid, cell, direction))
                continue;
            const uint32_t region = it->of[grid_neighbour(grid, cell, direction)];
            if (region != TAKEN && region != WALL)
                sum += visit(it, region, pin, first);
        }
    return sum;
}

static uint64_t touch(struct stuck_regions *it, uint32_t region, uint32_t pin, uint32_t first)
{
    if (region == OWN)
        return 0;
    assert(region > 0 && region < it->count);
    if (it->touched[region] <= first)
        it->many[region] = false; /* by no pin of this net so far */
    else
        it->many[region] |= it->touched[region] != pin + 1;
    it->touched[region] = pin + 1;
    return 0;
}

static uint64_t count_shared(struct stuck_regions *it, uint32_t region, uint32_t pin,
                             uint32_t first)
{
    (void)pin;
    (void)first;
    return region == OWN || it->many[region];
}

/* One that lies at several sides counts as often: it only says which pin has little room. */
static uint64_t count_cells(struct stuck_regions *it, uint32_t region, uint32_t pin, uint32_t first)
{
    (void)pin;
    (void)first;
    return it->cells[region];
}

static uint64_t show(struct stuck_regions *it, uint32_t region, uint32_t pin, uint32_t first)
{
    (void)pin;
    (void)first;
    it->stuck[region] = true;
    return 0;
}

static void find_stuck(struct stuck_regions *it, const struct netlist *nets, uint32_t net)
{
    const uint32_t first = nets->nets[net].first_pin, end = first + nets->nets[net].pin_count;
    uint32_t best = end;
    uint64_t least = UINT64_MAX;
    take_pins(it, nets, net, OWN);
    for (uint32_t pin = first; pin < end; pin++)
        visit_around(it, nets, pin, first, touch);
    for (uint32_t pin = first; pin < end; pin++) {
        if (visit_around(it, nets, pin, first, count_shared) > 0)
            continue;
        const uint64_t cells = visit_around(it, nets, pin, first, count_cells);
        if (cells < least) {
            least = cells;
            best = pin;
        }
    }
    if (best < end)
        visit_around(it, nets, best, first, show);
    take_pins(it, nets, net, TAKEN);
}

/* ---- the picture ---------------------------------------------------------------------------- */

static bool is_stuck(const struct stuck_regions *it, cell_t cell)
{
    const uint32_t region = it->of[cell];
    if (region >= it->count || !it->stuck[region])
        return false;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        const cell_t next = grid_neighbour(it->grid, cell, direction);
        if (next != CELL_NONE && it->of[next] == WALL)
            return true;
    }
    return false;
}

/* A dot in the middle of each cell, at least a pixel. */
static void paint_stuck(const struct stuck_regions *it, const struct grid_scene *scene)
{
    const struct box *box = &scene->box;
    const int64_t size = scene->scale < 3 ? 1 : (int64_t)scene->scale / 3;
    const int64_t inset = ((int64_t)scene->scale - size) / 2;
    paint_part(scene->paint, PART_MARKS, 0, PAINT_NO_NET);
    for (uint32_t y = box->y0; y <= box->y1; y++)
        for (uint32_t x = box->x0; x <= box->x1; x++) {
            bool stuck = false;
            for (uint32_t z = 0; z < it->grid->layers && !stuck; z++)
                stuck = is_stuck(it, grid_cell(it->grid, x, y, z));
            if (stuck)
                paint_rect(scene->paint, view_x(scene, x) + inset, view_y(scene, y) + inset, size,
                           size, COLOUR_UNROUTED);
        }
}

enum status stuck_draw(const struct grid_scene *scene, struct error *error)
{
    assert(scene->routes != NULL && scene->base.highlighted != NULL);
    struct stuck_regions it = {.grid = &scene->design->grid};
    enum status status = STATUS_OK;
    if (scene->base.open_count > 0 && !scene->design->alone) {
        status = find_regions(&it, scene, error);
        for (uint32_t net = 0; status == STATUS_OK && net < scene->routes->net_count; net++)
            if (scene->routes->nets[net].state != ROUTE_ROUTED)
                find_stuck(&it, &scene->design->nets, net);
        if (status == STATUS_OK)
            paint_stuck(&it, scene);
    }
    MEM_FREE(it.of, it.cells, it.touched, it.many, it.stuck, it.list);
    return status;
}
