/* stuck: marks where unrouted nets are stuck. Cells free of all nets form connected regions, found
 * once. A pin is stuck if none of its neighbouring regions touches another pin of its net. Of a
 * net's stuck pins, the one with the fewest cells in these regions is shown: their cells beside a
 * wire of a highlighted net are marked. O(cells + pins), 4 bytes per cell. */
#include "router/draw/grid/grid_scene.h"

static const uint32_t TAKEN = UINT32_MAX;    /* blocked, a net's wire or a net's pin */
static const uint32_t OWN = UINT32_MAX - 1;  /* a pin of the net examined */
static const uint32_t WALL = UINT32_MAX - 2; /* a wire of a highlighted net */

struct stuck_regions {
    const struct grid *grid;
    uint32_t *of;      /* [cells] region from 1; 0: not known yet; or TAKEN, OWN, WALL */
    uint32_t *cells;   /* [count] cells of a region */
    uint32_t *touched; /* [count] the last pin beside it, from 1 */
    bool *many;        /* [count] other pins of the same net are beside it, too */
    bool *stuck;       /* [count] the region is to be shown */
    uint32_t count;    /* regions + 1 */
    cell_t *list;      /* cells whose neighbours are not yet visited */
    size_t list_capacity;
    size_t cells_capacity;
};

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

enum { AROUND_MAX = GRID_LAYERS_MAX * DIRECTIONS };

/* Lists the regions beside a pin, OWN included; a region at several sides is listed repeatedly. */
static uint32_t regions_around(const struct stuck_regions *it, struct pin pin,
                               uint32_t regions[AROUND_MAX])
{
    const struct grid *grid = it->grid;
    const size_t plane = (size_t)grid->width * grid->height;
    uint32_t count = 0;
    for (uint32_t z = 0; z < (pin.all_layers ? grid->layers : 1); z++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            const cell_t cell = (cell_t)(pin.cell + z * plane);
            if (!grid_step_exists(grid, cell, direction))
                continue;
            const uint32_t region = it->of[grid_neighbour(grid, cell, direction)];
            assert(region > 0);
            if (region != TAKEN && region != WALL)
                regions[count++] = region;
        }
    return count;
}

/* Sets `many` for the regions that are beside several pins of the net. */
static void touch_regions(struct stuck_regions *it, const struct netlist *nets, uint32_t first,
                          uint32_t end)
{
    uint32_t around[AROUND_MAX];
    for (uint32_t pin = first; pin < end; pin++)
        for (uint32_t count = regions_around(it, nets->pins[pin], around); count-- > 0;) {
            const uint32_t region = around[count];
            if (region == OWN)
                continue;
            if (it->touched[region] <= first)
                it->many[region] = false; /* by no pin of this net so far */
            else
                it->many[region] |= it->touched[region] != pin + 1;
            it->touched[region] = pin + 1;
        }
}

/* Cells of the regions beside the pin; UINT64_MAX if one of them is beside another pin, too. */
static uint64_t cells_around(const struct stuck_regions *it, struct pin pin)
{
    uint32_t around[AROUND_MAX];
    uint64_t cells = 0;
    for (uint32_t count = regions_around(it, pin, around); count-- > 0;) {
        if (around[count] == OWN || it->many[around[count]])
            return UINT64_MAX;
        cells += it->cells[around[count]];
    }
    return cells;
}

static void find_stuck(struct stuck_regions *it, const struct netlist *nets, uint32_t net)
{
    const uint32_t first = nets->nets[net].first_pin, end = first + nets->nets[net].pin_count;
    uint32_t best = end, around[AROUND_MAX];
    uint64_t least = UINT64_MAX;
    assert(first < end && it->count >= 1);
    take_pins(it, nets, net, OWN);
    touch_regions(it, nets, first, end);
    for (uint32_t pin = first; pin < end; pin++) {
        const uint64_t cells = cells_around(it, nets->pins[pin]);
        if (cells < least) {
            least = cells;
            best = pin;
        }
    }
    if (best < end)
        for (uint32_t count = regions_around(it, nets->pins[best], around); count-- > 0;)
            it->stuck[around[count]] = true;
    take_pins(it, nets, net, TAKEN);
}

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
