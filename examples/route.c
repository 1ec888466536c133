/* route: a small program that uses the library: reads a netlist, or makes a small design in memory,
 * routes it, checks it, and prints the cost of each net.
 *
 *     cc route.c $(pkg-config --cflags --libs leeway) -o route
 *     ./route netlists/tiny.net
 */
#include <inttypes.h>
#include <leeway.h>
#include <stdio.h>

static enum leeway_status make_design(struct leeway_design **design, struct leeway_error *error)
{
    const uint32_t clk[] = {0, 0, 0, 11, 0, 0}, d0[] = {0, 7, 0, 5, 7, 0, 11, 7, 0};
    enum leeway_status status = leeway_design_create(design, "made", 12, 8, 1, error);
    if (status == LEEWAY_OK)
        status = leeway_design_add_net(*design, "clk", clk, 2, error);
    return status == LEEWAY_OK ? leeway_design_add_net(*design, "d0", d0, 3, error) : status;
}

int main(int argc, char **argv)
{
    struct leeway_error error;
    struct leeway_design *design = NULL;
    struct leeway_routes *routes = NULL;
    enum leeway_status status =
        argc > 1 ? leeway_design_read(&design, argv[1], &error) : make_design(&design, &error);
    if (status == LEEWAY_OK)
        status = leeway_route(&routes, design, NULL, &error);
    if (routes != NULL)
        status = leeway_check(design, routes, NULL, NULL, &error);
    if (status != LEEWAY_OK && status != LEEWAY_UNROUTED)
        fprintf(stderr, "%s:%" PRIu64 ": %s\n", error.file, error.line, error.text);
    size_t count;
    const struct leeway_net *nets = leeway_routes_nets(routes, &count);
    for (uint32_t net = 0; net < count; net++) {
        printf("%s: %s", leeway_design_net_name(design, net), leeway_state_name(nets[net].state));
        if (nets[net].state == LEEWAY_ROUTED)
            printf(", cost %" PRIu64 ", length %" PRIu64, nets[net].cost, nets[net].length);
        putchar('\n');
    }
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
    return (int)status;
}
