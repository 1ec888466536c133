/* grid_record: fills the record of a grid's result, per net and in total, with reasons in words. */
#include "grid/text/harmless.h"
#include "router/cli/subject/grid/grid_subject.h"
#include "router/maze/net/explain.h"

/* Maximum number of cells visited to prove that nets have no path: about one second. */
#define CERTIFIED_CELLS UINT64_C(100000000)

static void put_box(int64_t to[4], struct box box)
{
    const int64_t side[4] = {box.x0, box.y0, box.x1, box.y1};
    memcpy(to, side, sizeof side);
}

static bool is_skipped(const struct task *task, uint32_t net)
{
    return task->skip != NULL && task->skip[net];
}

enum status grid_task_net(struct task *task, uint32_t net, struct net_record *facts,
                          struct error *error)
{
    const struct grid_task *it = grid_of(task);
    const struct design *design = &it->design;
    (void)error;
    assert(net < design->nets.net_count);
    struct box box = box_of_pins(&design->grid, &design->nets, net);
    *facts = (struct net_record){.net = netlist_name(&design->nets, net),
                                 .state = "unrouted",
                                 .pins = design->nets.nets[net].pin_count,
                                 .least = (int64_t)(box.x1 - box.x0) + (box.y1 - box.y0)};
    put_box(facts->pin_box, box);
    if (it->has_routes) {
        const struct route *route = &it->routes.nets[net];
        facts->routed = route->state == ROUTE_ROUTED;
        facts->state =
            !facts->routed && is_skipped(task, net) ? "skipped" : route_state_name(route->state);
        facts->vias = route->vias;
        facts->bends = route->bends;
        facts->cost = facts->routed ? design_shown_cost(design, net, route->cost) : 0;
        facts->searches = it->searches != NULL ? it->searches[net] : 0;
        facts->length = (int64_t)route->length;
        for (size_t i = 0; i < route->wire_count; i++)
            box =
                box_join(box, box_of_wire(&design->grid, it->routes.wires[route->first_wire + i]));
    }
    put_box(facts->box, box);
    return STATUS_OK;
}

static void add_up(const struct task *task, struct run_record *record)
{
    const struct grid_task *it = grid_of(task);
    for (uint32_t net = 0; net < it->routes.net_count; net++) {
        const struct route *route = &it->routes.nets[net];
        record->nets += route->state == ROUTE_ROUTED || !is_skipped(task, net);
        if (route->state != ROUTE_ROUTED)
            continue;
        record->routed++;
        record->length += route->length;
        record->vias += route->vias;
        record->bends += route->bends;
        record->cost += design_shown_cost(&it->design, net, route->cost);
    }
}

static enum status list_open(const struct task *task, struct run_record *record,
                             struct error *error)
{
    const struct grid_task *it = grid_of(task);
    const struct netlist *nets = &it->design.nets;
    assert(record->open == NULL && record->routed <= record->nets);
    const size_t count = record->nets - record->routed;
    TRY(MEM_NEW(record->open, count, "unrouted nets", error));
    TRY(MEM_NEW(record->blockers, it->routes.blocker_count, "unrouted nets", error));
    for (uint32_t net = 0; net < it->routes.net_count; net++) {
        const struct route *route = &it->routes.nets[net];
        if (route->state == ROUTE_ROUTED || is_skipped(task, net))
            continue;
        record->open[record->open_count++] =
            (struct open_record){.number = net,
                                 .net = netlist_name(nets, net),
                                 .reason = route_state_name(route->state),
                                 .blocker_count = (uint32_t)route->blocker_count};
        for (size_t i = 0; i < route->blocker_count; i++)
            record->blockers[record->blocker_count++] =
                netlist_name(nets, it->routes.blockers[route->first_blocker + i]);
    }
    assert(record->open_count == count && record->blocker_count <= it->routes.blocker_count);
    return STATUS_OK;
}

enum status grid_task_record(struct task *task, struct run_record *record, struct error *error)
{
    const struct grid_task *it = grid_of(task);
    const struct grid *grid = &it->design.grid;
    const struct route_report *report = &it->report;
    assert(it->routes.net_count == it->design.nets.net_count);
    record->name = it->design.name;
    record->engine = it->engine != NULL ? it->engine : "";
    record->wave = report->wave;
    record->device = report->device;
    record->end = route_end_name(report->end);
    record->width = grid->width;
    record->height = grid->height;
    record->layers = grid->layers;
    record->iterations = report->iterations;
    record->alone = it->routes.alone;
    record->peak_host = report->peak_host + grid_bytes(grid);
    record->peak_device = report->peak_device;
    add_up(task, record);
    return list_open(task, record, error);
}

static void print_pin(FILE *out, const struct grid *grid, struct pin pin)
{
    fprintf(out, "%u,%u,", grid_x(grid, pin.cell), grid_y(grid, pin.cell));
    if (pin.all_layers)
        fputc('*', out);
    else
        fprintf(out, "%u", grid_z(grid, pin.cell) + 1);
}

/* Names a pin that the first one cannot reach, and how many cells that one reaches. O(cells). */
static void print_certificate(FILE *out, const struct design *design, uint32_t net)
{
    const struct grid *grid = &design->grid;
    const struct net *n = &design->nets.nets[net];
    const struct pin *pins = design->nets.pins + n->first_pin;
    const size_t words = grid_plane_words(grid);
    uint64_t *plane = mem_alloc(words, sizeof *plane, "cells within reach", NULL);
    uint64_t cells = 0;
    uint32_t lost = n->pin_count;
    if (plane != NULL)
        explain_closed_set(design, net, plane, &lost, NULL);
    for (size_t i = 0; lost < n->pin_count && i < words; i++)
        cells += (uint64_t)__builtin_popcountll(plane[i]);
    free(plane);
    if (lost == n->pin_count)
        return;
    fputs(cells == 1 ? ": no step leaves " : ": ", out);
    if (cells > 1) {
        print_pin(out, grid, pins[lost]);
        fprintf(out, " is not among the %" PRIu64 " cells in reach of ", cells);
    }
    print_pin(out, grid, pins[0]);
}

void grid_task_why(struct task *task, const struct open_record *net, FILE *out)
{
    struct grid_task *it = grid_of(task);
    assert(it->has_routes && net->number < it->routes.net_count);
    const struct route *route = &it->routes.nets[net->number];
    switch (route->state) {
    case ROUTE_NO_PATH:
        fputs("no path even in the empty design", out);
        it->certified += grid_cells(&it->design.grid);
        if (it->certified <= CERTIFIED_CELLS)
            print_certificate(out, &it->design, net->number);
        break;
    case ROUTE_BLOCKED_BY:
        fputs("blocked by", out);
        for (size_t i = 0; i < route->blocker_count; i++) {
            fputc(' ', out);
            harmless_print(
                out, netlist_name(&it->design.nets, it->routes.blockers[route->first_blocker + i]));
        }
        break;
    case ROUTE_TIME_LIMIT:
        fputs("time limit", out);
        break;
    default:
        fputs("interrupted", out);
        break;
    }
}
