/* grow: joins the edges of the topology one by one, each by a search in a window around it, and
 * removes branches that lead to no pin. */
#include "router/maze/tree/grow.h"

#include "router/search/field.h"

enum { ROOM_PARTS = 8 }; /* spare memory of a tree: 1 / ROOM_PARTS of its cells */

struct box maze_window(const struct maze_map *map, const struct maze_net *net)
{
    assert(net->box.x0 <= net->box.x1 && net->box.x1 < map->width && net->box.y1 < map->height);
    return box_grow((struct box){0, 0, map->width - 1, map->height - 1}, net->box, net->margin);
}

/* The box that a connection between two nodes may use. */
static struct box around(struct maze_spot a, struct maze_spot b, uint32_t length, struct box window,
                         uint32_t wider)
{
    const uint32_t margin = (MAZE_NEAR + length / MAZE_NEAR_SHARE) << wider;
    const struct box ends =
        box_join((struct box){a.x, a.y, a.x, a.y}, (struct box){b.x, b.y, b.x, b.y});
    return box_grow(window, ends, margin);
}

/* ---- pins ----------------------------------------------------------------------------------- */

/* Opens the pins of one cell, so that a path may run through them. */
static enum status open_pins(struct maze_grower *it, const struct maze_net *net,
                             struct error *error)
{
    for (uint32_t i = 0; i < net->pin_count; i++)
        if (net->pins[i].z != SPOT_ANY_LAYER)
            TRY(maze_search_open(&it->search, net->pins[i], error));
    return STATUS_OK;
}

/* Opens all cells of a pin, the target of the next search, or plants them. */
static enum status each_cell(struct maze_grower *it, struct maze_spot spot,
                             enum status (*call)(struct maze_search *, struct maze_spot,
                                                 struct error *),
                             struct error *error)
{
    if (spot.z != SPOT_ANY_LAYER)
        return call(&it->search, spot, error);
    for (uint32_t z = 0; z < it->search.map->layers; z++) {
        spot.z = (uint16_t)z;
        TRY(call(&it->search, spot, error));
    }
    return STATUS_OK;
}

static void note_joined(struct maze_grower *it, uint32_t node)
{
    if (!it->joined[node])
        many_pins_joined(&it->many, node);
    it->joined[node] = true;
}

/* Marks the pins in the cells of the last path as joined. */
static void note_pins(struct maze_grower *it, size_t first)
{
    const struct maze_map *map = it->search.map;
    const uint64_t *pins;
    for (size_t i = first; i < it->search.path_count; i++) {
        const uint32_t cell = it->search.path[i] & INT32_MAX;
        if ((map->state[cell] & STATE_BLOCKED) == 0)
            continue;
        for (uint32_t left = many_pins_at(&it->many, cell, &pins); left > 0; left--)
            note_joined(it, (uint32_t)*pins++);
    }
}

/* ---- edges ---------------------------------------------------------------------------------- */

/* True if a cell of a Steiner point, on any layer, may be entered. */
static bool is_open(const struct maze_map *map, struct maze_spot spot, const struct maze_toll *toll)
{
    const uint32_t closed = STATE_BLOCKED | (toll->hard ? STATE_USERS : 0);
    for (uint32_t z = 0; z < map->layers; z++)
        if ((map->state[maze_map_cell(map, spot.x, spot.y, z)] & closed) == 0)
            return true;
    return false;
}

/* Joins the edge's far node to the tree. A Steiner point that cannot be joined is skipped. */
static enum status join_edge(struct maze_grower *it, const struct maze_net *net, uint32_t a,
                             uint32_t b, uint32_t length, const struct maze_growth *growth,
                             bool *found, struct error *error)
{
    struct maze_search *search = &it->search;
    const struct maze_spot from = it->topology.nodes[a], to = it->topology.nodes[b];
    const bool is_pin = b < net->pin_count;
    *found = true;
    if (!is_pin && !is_open(search->map, to, &growth->toll))
        return STATUS_OK;
    if (is_pin && to.z == SPOT_ANY_LAYER)
        TRY(each_cell(it, to, maze_search_open, error));
    struct box near = around(from, to, length, search->window, growth->wider);
    size_t first = search->path_count;
    TRY(maze_search_connect(search, to, near, growth->lag, found, error));
    if (!*found && is_pin)
        TRY(maze_search_connect(search, to, search->window, MAZE_LAG_NONE, found, error));
    if (!*found) {
        *found = !is_pin;
        return STATUS_OK;
    }
    TRY(MEM_GROW(it->paths, it->paths_capacity, it->path_count + 1, "paths of a tree", error));
    it->paths[it->path_count++] =
        (struct maze_path){(uint32_t)first, (uint32_t)(search->path_count - first), is_pin};
    if (is_pin && to.z == SPOT_ANY_LAYER)
        TRY(each_cell(it, to, maze_search_plant, error));
    note_pins(it, first);
    return STATUS_OK;
}

/* Finds the shortest edge that leads out of the tree, from a to b; false: there is none. */
static bool next_edge(struct maze_grower *it, uint32_t *a, uint32_t *b, uint32_t *length)
{
    uint32_t i = 0;
    if (!many_pins_edge(&it->many, it->joined, &i))
        return false;
    const struct maze_edge edge = it->topology.edges[i];
    *length = maze_edge_length(&it->topology, i);
    *a = it->joined[edge.a] ? edge.a : edge.b;
    *b = it->joined[edge.a] ? edge.b : edge.a;
    return true;
}

/* ---- stubs ---------------------------------------------------------------------------------- */

static bool starts_later(const struct maze_grower *it, uint32_t path, uint32_t cell)
{
    for (uint32_t p = path + 1; p < it->path_count; p++)
        if (it->paths[p].count > 0 && (it->search.path[it->paths[p].first] & INT32_MAX) == cell)
            return true;
    return false;
}

/* Cuts off stubs: the end of a path to a Steiner point where no later path starts and no pin is. */
static void cut_stubs(struct maze_grower *it)
{
    const struct maze_map *map = it->search.map;
    uint32_t *cells = it->search.path;
    for (uint32_t p = it->path_count; p-- > 0;) {
        struct maze_path *path = &it->paths[p];
        if (path->to_pin)
            continue;
        uint32_t count = path->count;
        while (count > 1) {
            uint32_t cell = cells[path->first + count - 1];
            if ((map->state[cell] & STATE_BLOCKED) != 0 || starts_later(it, p, cell))
                break;
            count--;
        }
        path->count = count > 1 ? count : 0;
    }
    size_t left = 0;
    for (uint32_t p = 0; p < it->path_count; p++) {
        memmove(cells + left, cells + it->paths[p].first, it->paths[p].count * sizeof *cells);
        left += it->paths[p].count;
    }
    it->search.path_count = left;
}

enum status maze_grow(struct maze_grower *it, const struct maze_net *net,
                      const struct maze_growth *growth, bool *found, struct error *error)
{
    assert(net->pin_count >= 2 && growth->lag > 0);
    it->search.toll = growth->toll;
    TRY(maze_search_begin(&it->search, maze_window(it->search.map, net), error));
    TRY(maze_topology_make(&it->topology, net->pins, net->pin_count, it->search.map->branch_near,
                           error));
    TRY(MEM_GROW(it->joined, it->joined_capacity, it->topology.node_count, "places joined", error));
    memset(it->joined, 0, it->topology.node_count);
    TRY(open_pins(it, net, error));
    TRY(each_cell(it, net->pins[0], maze_search_plant, error));
    TRY(many_pins_begin(&it->many, &it->topology, it->search.map, net->pins, net->pin_count,
                        error));
    note_joined(it, 0);
    it->path_count = 0;
    *found = true;
    uint32_t a = 0, b = 0, length = 0; /* set by next_edge; avoids a compiler warning */
    while (*found && next_edge(it, &a, &b, &length)) {
        TRY(join_edge(it, net, a, b, length, growth, found, error));
        note_joined(it, b);
    }
    if (*found && it->topology.node_count > net->pin_count)
        cut_stubs(it);
    return STATUS_OK;
}

enum status maze_regrow(struct maze_grower *it, const struct maze_net *net,
                        const struct maze_toll *toll, bool *found, struct error *error)
{
    assert(net->count > 0 && net->pin_count >= 2);
    const struct exchange_tree tree = {net->pins, net->pin_count, net->path, net->count};
    it->search.toll = *toll;
    TRY(maze_search_begin(&it->search, maze_window(it->search.map, net), error));
    TRY(open_pins(it, net, error));
    return maze_exchange(&it->exchange, &it->search, &tree, found, error);
}

enum status maze_take(struct maze_grower *it, struct maze_net *net, struct error *error)
{
    const size_t count = it->search.path_count, room = count + count / ROOM_PARTS;
    if (count > net->capacity) {
        net->path = maze_tree_pool_take(&it->trees, room, error);
        if (net->path == NULL) {
            net->count = net->capacity = 0;
            net->routed = false;
            return STATUS_FAILED;
        }
        net->capacity = (uint32_t)room;
    }
    memcpy(net->path, it->search.path, count * sizeof *net->path);
    net->count = (uint32_t)count;
    net->routed = true;
    return STATUS_OK;
}

enum status maze_grower_create(struct maze_grower *it, const struct maze_map *map,
                               struct error *error)
{
    *it = (struct maze_grower){0};
    return maze_search_create(&it->search, map, error);
}

void maze_grower_destroy(struct maze_grower *it)
{
    maze_search_destroy(&it->search);
    maze_tree_pool_destroy(&it->trees);
    maze_topology_destroy(&it->topology);
    many_pins_destroy(&it->many);
    maze_exchange_destroy(&it->exchange);
    MEM_CLEAR(it, it->joined, it->paths);
}
