/* api_routes: gives results as arrays, writes and reads their files, and checks them. */
#include "grid/check/check.h"
#include "grid/format/routes_file.h"
#include "grid/text/harmless.h"
#include "router/api/handles.h"

static_assert((int)LEEWAY_ROUTED == (int)ROUTE_ROUTED &&
                  (int)LEEWAY_NO_PATH == (int)ROUTE_NO_PATH &&
                  (int)LEEWAY_BLOCKED_BY == (int)ROUTE_BLOCKED_BY &&
                  (int)LEEWAY_TIME_LIMIT == (int)ROUTE_TIME_LIMIT &&
                  (int)LEEWAY_NOT_TRIED == (int)ROUTE_INTERRUPTED,
              "states have the same numbers");

struct leeway_routes *api_routes_create(const struct leeway_design *design, struct error *error)
{
    assert(design != NULL);
    struct leeway_routes *routes = mem_alloc(1, sizeof *routes, "a result", error);
    if (routes == NULL)
        return NULL;
    routes->width = design->design.grid.width;
    routes->height = design->design.grid.height;
    routes->layers = design->design.grid.layers;
    return routes;
}

void leeway_routes_destroy(struct leeway_routes *routes)
{
    if (routes == NULL)
        return;
    routes_destroy(&routes->routes);
    MEM_FREE(routes->nets, routes->wires, routes->blockers, routes);
}

static void put_cell(const struct leeway_routes *routes, cell_t cell, uint32_t xyz[3])
{
    assert(cell / routes->width / routes->height < routes->layers);
    xyz[0] = cell % routes->width;
    xyz[1] = cell / routes->width % routes->height;
    xyz[2] = cell / routes->width / routes->height;
}

/* Appends a net to the flat arrays. */
static void fill_net(struct leeway_routes *routes, uint32_t net)
{
    assert(net < routes->routes.net_count);
    const struct route *route = &routes->routes.nets[net];
    routes->nets[net] = (struct leeway_net){.state = (enum leeway_state)route->state,
                                            .cost = route->cost,
                                            .length = route->length,
                                            .vias = route->vias,
                                            .bends = route->bends,
                                            .first_wire = routes->wire_count,
                                            .wire_count = route->wire_count,
                                            .first_blocker = routes->blocker_count,
                                            .blocker_count = route->blocker_count};
    const struct wire *wires = routes->routes.wires + route->first_wire;
    uint32_t *to = routes->wires + 6 * routes->wire_count;
    for (size_t i = 0; i < route->wire_count; i++, to += 6) {
        put_cell(routes, wires[i].from, to);
        put_cell(routes, wires[i].to, to + 3);
    }
    if (route->blocker_count > 0)
        memcpy(routes->blockers + routes->blocker_count,
               routes->routes.blockers + route->first_blocker,
               route->blocker_count * sizeof *routes->blockers);
    routes->wire_count += route->wire_count;
    routes->blocker_count += route->blocker_count;
}

enum status api_routes_fill(struct leeway_routes *routes, struct error *error)
{
    const struct routes *from = &routes->routes;
    size_t wires = 0, blockers = 0;
    assert(routes->nets == NULL && routes->wires == NULL && routes->blockers == NULL);
    for (uint32_t net = 0; net < from->net_count; net++) {
        wires += from->nets[net].wire_count;
        blockers += from->nets[net].blocker_count;
    }
    TRY(MEM_NEW(routes->nets, from->net_count, "nets of a result", error));
    TRY(MEM_NEW(routes->wires, 6 * wires, "wires of a result", error));
    TRY(MEM_NEW(routes->blockers, blockers, "nets in the way", error));
    for (uint32_t net = 0; net < from->net_count; net++)
        fill_net(routes, net);
    assert(routes->wire_count == wires && routes->blocker_count == blockers);
    return STATUS_OK;
}

API_ARRAY(leeway_routes_nets, leeway_routes, struct leeway_net, it->nets, it->routes.net_count)
API_ARRAY(leeway_routes_wires, leeway_routes, uint32_t, it->wires, it->wire_count)
API_ARRAY(leeway_routes_blockers, leeway_routes, uint32_t, it->blockers, it->blocker_count)

const struct leeway_report *leeway_routes_report(const struct leeway_routes *routes)
{
    return routes != NULL ? &routes->report : NULL;
}

const char *leeway_state_name(enum leeway_state state)
{
    bool known = (unsigned)state <= LEEWAY_NOT_TRIED;
    return known ? route_state_name((enum route_state)state) : "unknown";
}

void api_fault(void *context, uint64_t line, const char *text)
{
    (void)line;
    struct api_faults *faults = context;
    char fault[ERROR_TEXT_MAX];
    snprintf(fault, sizeof fault, "%s", text);
    harmless(fault);
    if (faults->first[0] == '\0')
        memcpy(faults->first, fault, sizeof fault);
    if (faults->report != NULL)
        faults->report(faults->context, fault);
}

enum status api_fail_check(const struct api_faults *faults, uint64_t count, struct error *error)
{
    assert(count > 0);
    return error_refuse(error, "%" PRIu64 " fault%s: %.700s", count, count == 1 ? "" : "s",
                        faults->first);
}

API_BODY(leeway_check, (design, routes, report, context), const struct leeway_design *design,
         const struct leeway_routes *routes, void (*report)(void *context, const char *fault),
         void *context)
{
    struct api_faults faults = {.report = report, .context = context};
    struct check_summary summary = {0};
    TRY(api_need(design, "design", error));
    TRY(api_need(routes, "routes", error));
    TRY(api_check_routes(design, routes, "the routes to check", error));
    enum status status = check_routes(1, &design->design, &routes->routes, routes->routes.alone,
                                      api_fault, &faults, &summary, error);
    return status == STATUS_BAD_INPUT ? api_fail_check(&faults, summary.faults, error) : status;
}

API_BODY(leeway_routes_read, (routes, design, path), struct leeway_routes **routes,
         const struct leeway_design *design, const char *path)
{
    TRY(api_make(routes, "routes", error));
    TRY(api_need(design, "design", error));
    TRY(api_need(path, "path", error));
    struct leeway_routes *made = api_routes_create(design, error);
    enum status status =
        made != NULL ? routes_read(&made->routes, &design->design, path, error) : STATUS_FAILED;
    THEN(status, api_routes_fill(made, error));
    if (status == STATUS_OK)
        *routes = made;
    else
        leeway_routes_destroy(made);
    return status;
}

API_BODY(leeway_routes_write, (routes, design, path), const struct leeway_routes *routes,
         const struct leeway_design *design, const char *path)
{
    TRY(api_need(routes, "routes", error));
    TRY(api_need(design, "design", error));
    TRY(api_need(path, "path", error));
    TRY(api_check_routes(design, routes, "the routes to write", error));
    return routes_write(&routes->routes, &design->design, 1, path, error);
}
