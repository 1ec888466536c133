/* exchange: the tree as cells with parents; removes a path, joins the parts again, and roots the
 * tree again. */
#include "router/maze/tree/exchange.h"

#include "router/search/field.h"

static const uint32_t NONE = UINT32_MAX;

enum { TRIES_PER_PIN = 8 }; /* maximum number of exchanges that are tried, per pin of the net */

static struct maze_spot spot_of(const struct maze_map *map, uint32_t cell)
{
    const uint32_t column = cell / map->layers;
    return (struct maze_spot){(uint16_t)(column % map->width), (uint16_t)(column / map->width),
                              (uint16_t)(cell % map->layers), 0};
}

static uint32_t find_cell(const struct maze_exchange *it, uint32_t cell)
{
    for (uint32_t i = 0; i < it->count; i++)
        if (it->cells[i].cell == cell)
            return i;
    return NONE;
}

/* ---- the tree ------------------------------------------------------------------------------- */

static enum status add_cell(struct maze_exchange *it, uint32_t cell, struct error *error)
{
    TRY(MEM_GROW(it->cells, it->cell_capacity, it->count + 1, "a tree", error));
    it->cells[it->count++] = (struct exchange_cell){.cell = cell};
    return STATUS_OK;
}

static enum status add_edge(struct maze_exchange *it, uint32_t a, uint32_t b, bool is_link,
                            struct error *error)
{
    assert(a < it->count && b < it->count && a != b);
    TRY(MEM_GROW(it->edges, it->edge_capacity, it->edge_count + 1, "a tree", error));
    it->edges[it->edge_count++] = (struct exchange_edge){a, b, is_link};
    return STATUS_OK;
}

/* Lists the ends of edges at each cell i: e = first[i], then next[e]. e / 2 is the edge, e % 2
 * states which end leads away from the cell. */
static enum status list_edges(struct maze_exchange *it, struct error *error)
{
    TRY(MEM_GROW(it->first, it->first_capacity, it->count, "a tree", error));
    TRY(MEM_GROW(it->next, it->next_capacity, 2 * (size_t)it->edge_count + 1, "a tree", error));
    for (uint32_t i = 0; i < it->count; i++)
        it->first[i] = NONE;
    for (uint32_t e = it->edge_count; e-- > 0;)
        for (uint32_t end = 0; end < 2; end++) {
            const uint32_t from = end == 0 ? it->edges[e].b : it->edges[e].a;
            it->next[2 * e + end] = it->first[from];
            it->first[from] = 2 * e + end;
        }
    return STATUS_OK;
}

/* Sorts the cells in depth-first order from the root, cell 0, and sets their parents. Drops cells
 * that are not connected with it. */
static enum status root_tree(struct maze_exchange *it, struct error *error)
{
    TRY(list_edges(it, error));
    TRY(MEM_GROW(it->spare, it->spare_capacity, it->count, "a tree", error));
    TRY(MEM_GROW(it->stack, it->stack_capacity, 2 * (size_t)it->count, "a tree", error));
    uint32_t *const place = it->stack + it->count; /* index of a cell in spare + 1; 0: not there */
    uint32_t count = 0, depth = 0;
    for (uint32_t i = 0; i < it->count; i++)
        place[i] = 0;
    it->spare[count++] = it->cells[0];
    it->spare[0].parent = it->spare[0].children = 0;
    it->spare[0].is_link = false;
    place[0] = count;
    it->stack[depth++] = 0;
    while (depth > 0) {
        const uint32_t from = it->stack[depth - 1], e = it->first[from];
        if (e == NONE) {
            depth--;
            continue;
        }
        it->first[from] = it->next[e];
        const struct exchange_edge edge = it->edges[e / 2];
        const uint32_t to = e % 2 == 0 ? edge.a : edge.b;
        if (place[to] != 0)
            continue;
        it->spare[count] = it->cells[to];
        it->spare[count].parent = place[from] - 1;
        it->spare[count].children = 0;
        it->spare[count].is_link = edge.is_link;
        it->spare[place[from] - 1].children++;
        place[to] = ++count;
        it->stack[depth++] = to;
    }
    struct exchange_cell *const cells = it->cells;
    const size_t capacity = it->cell_capacity;
    it->cells = it->spare;
    it->cell_capacity = it->spare_capacity;
    it->spare = cells;
    it->spare_capacity = capacity;
    it->count = count;
    return STATUS_OK;
}

/* Adds the cells of a pin; links those of a pin on all layers. */
static enum status add_pin(struct maze_exchange *it, const struct maze_map *map,
                           struct maze_spot pin, struct error *error)
{
    const bool all = pin.z == SPOT_ANY_LAYER;
    const uint32_t low = all ? 0 : pin.z, high = all ? map->layers - 1 : pin.z;
    for (uint32_t z = low; z <= high; z++) {
        TRY(add_cell(it, maze_map_cell(map, pin.x, pin.y, z), error));
        it->cells[it->count - 1].is_pin = true;
        if (z > low)
            TRY(add_edge(it, it->count - 2, it->count - 1, true, error));
    }
    return STATUS_OK;
}

/* Adds the cells and edges of the paths. Each path starts at a cell that has been added. */
static enum status build(struct maze_exchange *it, const struct maze_map *map,
                         const struct exchange_tree *tree, struct error *error)
{
    it->count = it->edge_count = 0;
    for (uint32_t i = 0; i < tree->pin_count; i++)
        TRY(add_pin(it, map, tree->pins[i], error));
    const uint32_t pins = it->count;
    uint32_t last = NONE;
    for (uint32_t i = 0; i < tree->count; i++) {
        const uint32_t cell = tree->path[i] & INT32_MAX;
        uint32_t at = NONE;
        if ((tree->path[i] & (uint32_t)PATH_START) != 0) {
            last = find_cell(it, cell);
            assert(last != NONE);
            continue;
        }
        for (uint32_t pin = 0; pin < pins && at == NONE; pin++)
            at = it->cells[pin].cell == cell ? pin : NONE;
        if (at == NONE) {
            at = it->count;
            TRY(add_cell(it, cell, error));
        }
        TRY(add_edge(it, last, at, false, error));
        last = at;
    }
    return root_tree(it, error);
}

/* Writes the tree as paths of the search. */
static enum status write_paths(const struct maze_exchange *it, struct maze_search *search,
                               struct error *error)
{
    uint32_t last = NONE;
    search->path_count = 0;
    for (uint32_t i = 1; i < it->count; i++) {
        const struct exchange_cell *cell = &it->cells[i];
        if (cell->is_link)
            continue;
        TRY(MEM_GROW(search->path, search->path_capacity, search->path_count + 2, "a path", error));
        if (cell->parent != last)
            search->path[search->path_count++] =
                it->cells[cell->parent].cell | (uint32_t)PATH_START;
        search->path[search->path_count++] = cell->cell;
        last = i;
    }
    return STATUS_OK;
}

/* ---- one exchange --------------------------------------------------------------------------- */

/* True if paths end at the cell: a pin, a leaf or a branching cell. */
static bool is_key(const struct exchange_cell *cell)
{
    return cell->is_pin || cell->children != 1;
}

/* The cost of the path that ends at cell `end`, without the weight of `end`, and its first cell. */
static uint32_t cost_of_path(const struct maze_exchange *it, const struct maze_search *search,
                             uint32_t end, uint32_t *first)
{
    const struct maze_map *map = search->map;
    uint64_t cost = 0;
    uint32_t at = end, before = 0;
    assert(map->layers > 0);
    do {
        const struct exchange_cell *cell = &it->cells[at];
        const uint32_t from = it->cells[cell->parent].cell, step = cell->cell - from;
        const bool east = step == map->layers || -step == map->layers;
        const bool via = step == 1 || -step == 1;
        const uint32_t axis = via && map->layers > 1 ? AXIS_NONE : east ? AXIS_X : AXIS_Y;
        cost += axis == AXIS_NONE ? map->step[0][UP]
                                  : map->step[from % map->layers][axis == AXIS_X ? EAST : NORTH];
        cost += at != end ? maze_search_price(search, cell->cell) : 0;
        cost += before + axis == AXIS_X + AXIS_Y ? map->bend : 0;
        before = axis;
        at = cell->parent;
    } while (!is_key(&it->cells[at]) && at != 0);
    *first = at;
    return cost < MAZE_COST_MAX ? (uint32_t)cost : MAZE_COST_MAX;
}

/* Makes a cell of the smaller side a target. */
static enum status aim(struct maze_search *search, struct maze_spot spot, struct maze_targets *to,
                       struct error *error)
{
    to->z = box_is_empty(to->box) || to->z == spot.z ? spot.z : SPOT_ANY_LAYER;
    to->box = box_join(to->box, (struct box){spot.x, spot.y, spot.x, spot.y});
    return maze_search_aim(search, spot, error);
}

/* Removes the path that ends at cell `end`: the smaller side becomes the targets of the search, the
 * other its tree. */
static enum status part(struct maze_exchange *it, struct maze_search *search, uint32_t end,
                        uint32_t first, struct maze_targets *to, struct error *error)
{
    uint32_t apart = 0;
    *to = (struct maze_targets){.box = box_empty()};
    maze_search_forget(search);
    for (uint32_t i = 0; i < it->count; i++) {
        it->cells[i].side = i == end || (i > 0 && it->cells[it->cells[i].parent].side == SIDE_FAR)
                                ? SIDE_FAR
                                : SIDE_NEAR;
        apart += it->cells[i].side == SIDE_FAR;
    }
    for (uint32_t at = it->cells[end].parent; at != first; at = it->cells[at].parent)
        it->cells[at].side = SIDE_NONE;
    const enum exchange_side side = 2 * apart <= it->count ? SIDE_FAR : SIDE_NEAR;
    for (uint32_t i = 0; i < it->count; i++) {
        const struct exchange_cell *cell = &it->cells[i];
        const struct maze_spot spot = spot_of(search->map, cell->cell);
        assert(cell->side != SIDE_NONE || !cell->is_pin);
        TRY(cell->side == SIDE_NONE ? maze_search_renew(search, spot, error)
            : cell->side == side    ? aim(search, spot, to, error)
                                    : maze_search_plant(search, spot, error));
    }
    return STATUS_OK;
}

/* Replaces the edges of the path that ends at `end` by those of the path that was found. */
static enum status join(struct maze_exchange *it, const struct maze_search *search, uint32_t end,
                        struct error *error)
{
    it->edge_count = 0;
    it->cells[end].side = SIDE_NONE;
    for (uint32_t i = 1; i < it->count; i++)
        if (it->cells[i].side != SIDE_NONE)
            TRY(add_edge(it, it->cells[i].parent, i, it->cells[i].is_link, error));
    const uint32_t tree = it->count;
    uint32_t last = find_cell(it, search->path[0] & INT32_MAX);
    for (size_t i = 1; i < search->path_count; i++) {
        const bool ends = i + 1 == search->path_count;
        const uint32_t at = ends ? find_cell(it, search->path[i]) : it->count;
        assert(last != NONE && at != NONE && tree > 0);
        if (!ends)
            TRY(add_cell(it, search->path[i], error));
        TRY(add_edge(it, last, at, false, error));
        last = at;
    }
    return root_tree(it, error);
}

static enum status try_path(struct maze_exchange *it, struct maze_search *search, uint32_t end,
                            bool *found, struct error *error)
{
    uint32_t first;
    struct maze_targets targets;
    const uint32_t cost = cost_of_path(it, search, end, &first);
    TRY(part(it, search, end, first, &targets, error));
    search->path_count = 0;
    TRY(maze_search_join(search, &targets, cost, found, error));
    return *found ? join(it, search, end, error) : STATUS_OK;
}

enum status maze_exchange(struct maze_exchange *it, struct maze_search *search,
                          const struct exchange_tree *tree, bool *found, struct error *error)
{
    assert(tree->pin_count >= 2 && tree->count > 0);
    uint32_t idle = 0, tries = TRIES_PER_PIN * tree->pin_count;
    *found = false;
    if (tree->pin_count > EXCHANGE_PINS_MAX || tree->count > EXCHANGE_CELLS_MAX)
        return STATUS_OK;
    TRY(build(it, search->map, tree, error));
    for (uint32_t at = it->count - 1; idle < it->count && tries > 0; idle++) {
        bool better = false;
        if (at > 0 && is_key(&it->cells[at]) && !it->cells[at].is_link) {
            TRY(try_path(it, search, at, &better, error));
            tries--;
        }
        *found |= better;
        idle = better ? 0 : idle;
        at = better || at == 0 ? it->count - 1 : at - 1;
    }
    return *found ? write_paths(it, search, error) : STATUS_OK;
}

MEM_DESTROY(maze_exchange_destroy, maze_exchange, it->cells, it->spare, it->edges, it->first,
            it->next, it->stack)
