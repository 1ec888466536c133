/* enter: threads copy the wires of different trees at once. */
#include "router/maze/stage/enter.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 1024 }; /* trees that one thread enters at a time */

/* Wires that go to the end of the pool. */
struct enter_part {
    struct wire *wires;
    size_t count, capacity;
    uint32_t *nets; /* whose they are */
    size_t net_count, net_capacity;
    size_t first; /* where they go in the pool */
};

struct entering {
    struct routes *routes;
    const struct enter_source *source;
    struct enter_part *parts;
    atomic_bool failed; /* no memory */
};

/* Keeps a tree's wires; the route has their place in the part until that of the pool is known. */
static enum status collect(struct enter_part *part, struct routes *routes,
                           const struct enter_tree *tree)
{
    assert(tree->count > 0);
    TRY(MEM_GROW(part->wires, part->capacity, part->count + tree->count, "wires", NULL));
    TRY(MEM_GROW(part->nets, part->net_capacity, part->net_count + 1, "wires", NULL));
    memcpy(part->wires + part->count, tree->wires, tree->count * sizeof *tree->wires);
    part->nets[part->net_count++] = tree->net;
    struct route *route = &routes->nets[tree->net];
    *route = tree->measured;
    route->state = ROUTE_ROUTED;
    route->first_wire = part->count;
    route->wire_count = tree->count;
    part->count += tree->count;
    return STATUS_OK;
}

static enum status take_tree(const struct entering *it, struct enter_part *part, uint32_t index,
                             struct maze_buffer *buffer)
{
    struct enter_tree tree = {0};
    bool present = false;
    TRY(it->source->tree(it->source->context, index, buffer, &tree, &present));
    if (!present)
        return STATUS_OK;
    assert(tree.net < it->routes->net_count && (tree.count == 0 || tree.wires != NULL));
    const struct route *route = &it->routes->nets[tree.net];
    if (tree.count > route->wire_count)
        return collect(part, it->routes, &tree);
    routes_set_wires_at(it->routes, tree.net, tree.wires, tree.count, &tree.measured,
                        route->first_wire);
    return STATUS_OK;
}

static void take_parts(void *context, size_t first, size_t end)
{
    struct entering *it = context;
    struct maze_buffer buffer = {0};
    for (size_t i = first * PART; i < end * PART && i < it->source->count; i++)
        if (take_tree(it, &it->parts[i / PART], (uint32_t)i, &buffer) != STATUS_OK) {
            atomic_store(&it->failed, true);
            break;
        }
    free(buffer.wires);
}

static void place_parts(void *context, size_t first, size_t end)
{
    const struct entering *it = context;
    for (size_t i = first; i < end; i++) {
        const struct enter_part *part = &it->parts[i];
        if (part->count > 0)
            memcpy(it->routes->wires + part->first, part->wires, part->count * sizeof *part->wires);
        for (size_t k = 0; k < part->net_count; k++)
            it->routes->nets[part->nets[k]].first_wire += part->first;
    }
}

static enum status enter_parts(struct entering *it, size_t parts, struct workers *workers,
                               struct error *error)
{
    size_t all = 0, first;
    TRY(MEM_NEW(it->parts, parts, "wires of the nets", error));
    workers_run(workers, take_parts, it, parts, 1);
    if (atomic_load(&it->failed))
        return error_set(error, STATUS_FAILED, "out of memory for the wires of the nets");
    for (size_t i = 0; i < parts; i++)
        all += it->parts[i].count;
    TRY(routes_add_room(it->routes, all, &first, error));
    for (size_t i = 0; i < parts; i++) {
        it->parts[i].first = first;
        first += it->parts[i].count;
    }
    workers_run(workers, place_parts, it, parts, 1);
    return STATUS_OK;
}

enum status enter_trees(struct routes *routes, const struct enter_source *source,
                        struct workers *workers, struct error *error)
{
    assert(source->tree != NULL);
    struct entering it = {.routes = routes, .source = source};
    const size_t parts = ((size_t)source->count + PART - 1) / PART;
    const enum status status = enter_parts(&it, parts, workers, error);
    for (size_t i = 0; it.parts != NULL && i < parts; i++)
        MEM_FREE(it.parts[i].wires, it.parts[i].nets);
    free(it.parts);
    return status;
}
