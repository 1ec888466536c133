/* route: the library in forty lines. Reads a netlist, routes it on the CPU, checks the result and
 * prints each net's cost.
 *
 *     cc route.c $(pkg-config --cflags --libs --static leeway) -o route
 *     ./route netlists/maze.net
 */
#include <inttypes.h>
#include <stdio.h>

#include "grid/check/check.h"
#include "router/engine/engine_cpu.h"
#include "router/route.h"

static void print_nets(const struct design *design, const struct routes *routes)
{
    for (uint32_t net = 0; net < routes->net_count; net++) {
        const struct route *route = &routes->nets[net];
        printf("%s: %s", netlist_name(&design->nets, net), route_state_name(route->state));
        if (route->state == ROUTE_ROUTED)
            printf(", cost %" PRIu64 ", length %" PRIu64, route->cost, route->length);
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    struct error error = {0};
    struct design design = {0};
    struct routes routes = {0};
    struct route_options options = {
        .engine = engine_cpu(),
        .engine_options = {.wave = "auto", .threads = 1},
        .max_iterations = ROUTE_ITERATIONS_DEFAULT,
    };
    if (argc != 2) {
        fputs("usage: route NETLIST\n", stderr);
        return STATUS_BAD_INPUT;
    }
    enum status status = design_read(&design, argv[1], &error);
    if (status == STATUS_OK)
        status = route_design(&design, &options, &routes, NULL, &error);
    if (status == STATUS_OK || status == STATUS_UNROUTED)
        status = check_routes(&design, &routes, routes.alone, NULL, NULL, NULL, &error);
    if (status == STATUS_OK || status == STATUS_UNROUTED)
        print_nets(&design, &routes);
    else
        fprintf(stderr, "%s:%" PRIu64 ": %s\n", error.file, error.line, error.text);
    routes_destroy(&routes);
    design_destroy(&design);
    return (int)status;
}
