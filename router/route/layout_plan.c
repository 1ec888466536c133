/* layout_plan: calls the global router, and writes its wires as boxes. */
#include "router/route/layout_plan.h"

#include "grid/clock.h"
#include "router/global/global.h"

enum { PIN_LAYERS = 3 }; /* layers of the boxes at pins */

void layout_plan_free(struct layout_plan *plan)
{
    tile_routes_destroy(&plan->routes);
    tile_graph_destroy(&plan->graph);
}

enum status layout_plan_make(struct layout_plan *plan, const struct layout *layout,
                             const struct tiling *tiling, unsigned threads, uint32_t rounds,
                             double deadline, const volatile sig_atomic_t *stop,
                             struct error *error)
{
    const double since = clock_seconds();
    const struct global_options how = {.threads = threads,
                                       .effort = GLOBAL_FAST,
                                       .rounds = rounds,
                                       .deadline = deadline,
                                       .stop = stop};
    struct global_outcome outcome = {0};
    struct tile_check check = {0};
    *plan = (struct layout_plan){0};
    TRY(layout_tiles_make(&plan->graph, &plan->crossing, layout, tiling, error));
    TRY(tile_routes_create(&plan->routes, plan->graph.net_count, error));
    TRY(global_route(&plan->graph, &plan->routes, &how, &outcome, error));
    const enum status status = tile_check(&check, &plan->graph, &plan->routes, threads, error);
    plan->verdict = check.verdict;
    tile_check_destroy(&check);
    plan->across = plan->graph.grid.width;
    plan->down = plan->graph.grid.height;
    plan->proven = (double)outcome.proven / TILE_TRACK;
    plan->seconds = clock_seconds() - since;
    plan->made = status != STATUS_FAILED;
    return plan->made ? STATUS_OK : status;
}

/* Adds the box from tile a to tile b, a the lower one, on the layer of both. */
static enum status add_box(struct guides *guides, const struct layout_plan *plan,
                           const struct layout *layout, uint32_t net, size_t a, size_t b,
                           struct error *error)
{
    const struct guide_box box = {
        rect_join(layout_tile(&plan->graph, (cell_t)a), layout_tile(&plan->graph, (cell_t)b)),
        layout->tech.levels[grid_z(&plan->graph.grid, (cell_t)a)]};
    guides->nets[net].count++;
    return MEM_APPEND(guides->boxes, guides->capacity, guides->count, box, "guides", error);
}

static enum status add_net(struct guides *guides, const struct layout_plan *plan,
                           const struct layout *layout, uint32_t n, struct error *error)
{
    const struct tile_graph *graph = &plan->graph;
    const struct tile_route *route = &plan->routes.nets[n];
    const size_t plane = (size_t)graph->grid.width * graph->grid.height;
    const uint32_t net = graph->nets[n].id, first = graph->nets[n].first_pin;
    guides->nets[net] = (struct slice){guides->count, 0};
    for (uint32_t i = 0; i < route->wire_count; i++) {
        const struct wire wire = plan->routes.wires[route->first_wire + i];
        const bool via = wire.to - wire.from >= plane;
        for (size_t cell = wire.from; via && cell <= wire.to; cell += plane)
            TRY(add_box(guides, plan, layout, net, cell, cell, error));
        if (!via)
            TRY(add_box(guides, plan, layout, net, wire.from, wire.to, error));
    }
    for (uint32_t pin = first; pin < first + graph->nets[n].pin_count; pin++) {
        const size_t cell = graph->access[tile_pin_first(graph, pin)];
        for (size_t at = cell; at < cell + PIN_LAYERS * plane && at < grid_cells(&graph->grid);
             at += plane)
            TRY(add_box(guides, plan, layout, net, at, at, error));
    }
    return STATUS_OK;
}

enum status layout_plan_guides(struct guides *guides, const struct layout_plan *plan,
                               const struct layout *layout, struct error *error)
{
    assert(plan->made && plan->routes.net_count == plan->graph.net_count);
    *guides = (struct guides){0};
    TRY(MEM_NEW(guides->nets, layout->placed.net_names.count, "guides", error));
    for (uint32_t n = 0; n < plan->graph.net_count; n++)
        TRY(add_net(guides, plan, layout, n, error));
    return STATUS_OK;
}

uint32_t layout_plan_nets(const struct layout_plan *plan, cell_t tile, uint32_t *nets,
                          uint32_t most)
{
    const struct tile_graph *graph = &plan->graph;
    const uint32_t stride = tile_stride(graph, grid_z(&graph->grid, tile));
    uint32_t count = 0;
    assert(plan->made && tile_has_edge(graph, tile));
    for (uint32_t n = 0; n < graph->net_count; n++) {
        const struct tile_route *route = &plan->routes.nets[n];
        for (uint32_t i = 0; i < route->wire_count && count < most; i++) {
            const struct wire wire = plan->routes.wires[route->first_wire + i];
            if (wire.from <= tile && tile < wire.to && (tile - wire.from) % stride == 0 &&
                wire.to - wire.from < (size_t)graph->grid.width * graph->grid.height &&
                wire_stride(&graph->grid, wire) == stride) {
                nets[count++] = graph->nets[n].id;
                break;
            }
        }
    }
    return count;
}
