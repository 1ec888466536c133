/* rounds_enter: parts of the netlist. */
#include "router/maze/stage/rounds_enter.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 1024, RANGE = 4096 }; /* nets of a part; that one thread looks at, at least */

/* The wires of a part's nets, one net after the other. */
struct entering_part {
    struct wire *wires;
    size_t count, capacity;
    size_t first; /* where they go in the pool */
};

struct rounds_entering {
    const struct session *session;
    const struct maze_trees *maze;
    struct routes *routes;
    struct entering_part *parts;
    atomic_bool failed; /* no memory; in rounds_enter_suits: a net without a tree */
};

static void look_for_trees(void *context, size_t first, size_t end)
{
    struct rounds_entering *it = context;
    for (size_t net = first; net < end; net++)
        if (!maze_has_tree(it->maze, (uint32_t)net))
            atomic_store(&it->failed, true);
}

bool rounds_enter_suits(const struct session *session, const struct maze_trees *maze)
{
    struct rounds_entering it = {.maze = maze};
    workers_run(session->workers, look_for_trees, &it, session->design->nets.net_count, RANGE);
    return !atomic_load(&it.failed);
}

static enum status take_net(const struct rounds_entering *it, struct entering_part *part,
                            uint32_t net, struct maze_buffer *buffer)
{
    const struct wire *wires;
    size_t count;
    uint32_t *searches = it->session->options->net_searches;
    if (searches != NULL && !it->maze->on_device)
        searches[net] += it->maze->plan.nets[net].searches;
    TRY(maze_wires(it->maze, net, buffer, &wires, &count, NULL));
    TRY(MEM_GROW(part->wires, part->capacity, part->count + count, "wires of the nets", NULL));
    if (count > 0)
        memcpy(part->wires + part->count, wires, count * sizeof *wires);
    struct route *route = &it->routes->nets[net];
    *route = (struct route){.state = ROUTE_ROUTED, .first_wire = part->count, .wire_count = count};
    routes_measure(route, it->session->design, net, wires, count);
    part->count += count;
    return STATUS_OK;
}

static uint32_t end_of(const struct rounds_entering *it, size_t part)
{
    const uint32_t nets = it->routes->net_count;
    return nets - part * PART < PART ? nets : (uint32_t)(part + 1) * PART;
}

static void take_parts(void *context, size_t first, size_t end)
{
    struct rounds_entering *it = context;
    struct maze_buffer buffer = {0};
    for (size_t part = first; part < end; part++)
        for (uint32_t net = (uint32_t)part * PART; net < end_of(it, part); net++)
            if (take_net(it, &it->parts[part], net, &buffer) != STATUS_OK) {
                atomic_store(&it->failed, true);
                break;
            }
    free(buffer.wires);
}

static void place_parts(void *context, size_t first, size_t end)
{
    const struct rounds_entering *it = context;
    for (size_t i = first; i < end; i++) {
        struct entering_part *part = &it->parts[i];
        if (part->count > 0)
            memcpy(it->routes->wires + part->first, part->wires, part->count * sizeof *part->wires);
        for (uint32_t net = (uint32_t)i * PART; net < end_of(it, i); net++)
            it->routes->nets[net].first_wire += part->first;
    }
}

static enum status enter_parts(struct rounds_entering *it, size_t parts, struct error *error)
{
    size_t all = 0, first;
    TRY(MEM_NEW(it->parts, parts, "wires of the nets", error));
    workers_run(it->session->workers, take_parts, it, parts, 1);
    if (atomic_load(&it->failed))
        return error_set(error, STATUS_FAILED, "out of memory for the wires of the nets");
    for (size_t i = 0; i < parts; i++)
        all += it->parts[i].count;
    TRY(routes_add_room(it->routes, all, &first, error));
    for (size_t i = 0; i < parts; i++) {
        it->parts[i].first = first;
        first += it->parts[i].count;
    }
    workers_run(it->session->workers, place_parts, it, parts, 1);
    return STATUS_OK;
}

enum status rounds_enter(const struct session *session, const struct maze_trees *maze,
                         struct routes *routes, struct error *error)
{
    struct rounds_entering it = {.session = session, .maze = maze, .routes = routes};
    const size_t parts = ((size_t)routes->net_count + PART - 1) / PART;
    const enum status status = enter_parts(&it, parts, error);
    for (size_t i = 0; it.parts != NULL && i < parts; i++)
        free(it.parts[i].wires);
    free(it.parts);
    return status;
}
