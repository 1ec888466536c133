/* enter: threads copy the wires of different trees at once. */
#include "router/maze/stage/enter.h"

#include <stdatomic.h>

enum { PART = 1024 }; /* trees that one thread enters at a time */

/* The wires of PART nets. */
struct enter_part {
    struct wire *wires;
    size_t count, capacity;
    size_t first; /* index of the first of them in the pool of wires */
};

struct entering {
    struct routes *routes;
    const struct design *design;
    const struct maze_trees *maze;
    const uint32_t *nets; /* or NULL */
    uint32_t count;
    struct enter_part *parts;
    atomic_bool failed; /* no memory */
};

static struct route *route_of(const struct entering *it, size_t index, uint32_t *net)
{
    *net = it->nets != NULL ? it->nets[index] : (uint32_t)index;
    return &it->routes->nets[*net];
}

/* Collects a net's wires in the part. The route holds their index in the part until that in the
 * pool is known. */
static enum status collect(const struct entering *it, struct enter_part *part, size_t index,
                           struct maze_buffer *buffer)
{
    uint32_t net;
    struct route *route = route_of(it, index, &net);
    const struct wire *wires;
    size_t count;
    assert(route->wire_count == 0 && maze_has_tree(it->maze, net));
    TRY(maze_wires(it->maze, net, buffer, &wires, &count, NULL));
    TRY(MEM_GROW(part->wires, part->capacity, part->count + count, "wires", NULL));
    if (count > 0)
        memcpy(part->wires + part->count, wires, count * sizeof *wires);
    *route = (struct route){.state = ROUTE_ROUTED, .first_wire = part->count, .wire_count = count};
    routes_measure(route, it->design, net, wires, count);
    part->count += count;
    return STATUS_OK;
}

static void take_parts(void *context, size_t first, size_t end)
{
    struct entering *it = context;
    struct maze_buffer buffer = {0};
    for (size_t i = first * PART; i < end * PART && i < it->count; i++)
        if (collect(it, &it->parts[i / PART], i, &buffer) != STATUS_OK) {
            atomic_store(&it->failed, true);
            break;
        }
    free(buffer.wires);
}

static void place_parts(void *context, size_t first, size_t end)
{
    const struct entering *it = context;
    uint32_t net;
    for (size_t part = first; part < end; part++)
        if (it->parts[part].count > 0)
            memcpy(it->routes->wires + it->parts[part].first, it->parts[part].wires,
                   it->parts[part].count * sizeof *it->routes->wires);
    for (size_t i = first * PART; i < end * PART && i < it->count; i++)
        route_of(it, i, &net)->first_wire += it->parts[i / PART].first;
}

static enum status enter_parts(struct entering *it, size_t parts, struct workers *workers,
                               struct error *error)
{
    size_t all = 0, first;
    TRY(MEM_NEW(it->parts, parts, "wires of the nets", error));
    workers_run(workers, take_parts, it, parts, 1);
    if (atomic_load(&it->failed))
        return error_fail(error, "out of memory for the wires of the nets");
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

enum status enter_trees(struct routes *routes, const struct design *design,
                        const struct maze_trees *maze, const uint32_t *nets, uint32_t count,
                        struct workers *workers, struct error *error)
{
    struct entering it = {
        .routes = routes, .design = design, .maze = maze, .nets = nets, .count = count};
    assert(count <= routes->net_count && (nets != NULL || count == routes->net_count));
    const size_t parts = ((size_t)count + PART - 1) / PART;
    const enum status status = enter_parts(&it, parts, workers, error);
    for (size_t i = 0; it.parts != NULL && i < parts; i++)
        free(it.parts[i].wires);
    free(it.parts);
    return status;
}
