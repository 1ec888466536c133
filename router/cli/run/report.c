/* report: see the header for the contract. */
#include "router/cli/run/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "grid/text/harmless.h"
#include "grid/text/utf8.h"
#include "router/cli/run/net_records.h"
#include "router/maze/net/explain.h"

/* Nets without any path are certified as long as that takes a second or so. */
#define CERTIFIED_CELLS UINT64_C(100000000)

static bool is_skipped(const struct task_report *report, uint32_t net)
{
    return report->skip != NULL && report->skip[net];
}

void report_measure(struct task_report *report)
{
    assert(report->routes->net_count == report->design->nets.net_count);
    report->nets = report->routed = 0;
    report->length = report->vias = report->bends = report->cost = 0;
    for (uint32_t net = 0; net < report->routes->net_count; net++) {
        const struct route *route = &report->routes->nets[net];
        report->nets += route->state == ROUTE_ROUTED || !is_skipped(report, net);
        if (route->state != ROUTE_ROUTED)
            continue;
        report->routed++;
        report->length += route->length;
        report->vias += route->vias;
        report->bends += route->bends;
        report->cost += design_shown_cost(report->design, net, route->cost);
    }
}

void report_summary(FILE *out, const struct task_report *report)
{
    harmless_line(out,
                  "%s: routed %" PRIu32 " of %" PRIu32 " nets, length %" PRIu64 ", vias %" PRIu64
                  ", cost %" PRIu64 ", %.3f s, %s/%s%s%s",
                  report->design->name, report->routed, report->nets, report->length, report->vias,
                  report->cost, report->seconds[PHASE_TOTAL], report->engine, report->route.wave,
                  report->routes->alone ? ", each alone" : "",
                  report->status == STATUS_INTERRUPTED  ? ", interrupted"
                  : report->route.end == ROUTE_END_TIME ? ", ended by the time limit"
                                                        : "");
}

static void print_pin(FILE *out, const struct grid *grid, struct pin pin)
{
    fprintf(out, "%" PRIu32 ",%" PRIu32 ",", grid_x(grid, pin.cell), grid_y(grid, pin.cell));
    if (pin.all_layers)
        fputc('*', out);
    else
        fprintf(out, "%" PRIu32, grid_z(grid, pin.cell) + 1);
}

/* Which pin is out of reach of the first one, and how many cells are within. Without memory for
 * that, nothing. */
static void print_certificate(FILE *out, const struct task_report *report, uint32_t net)
{
    const struct grid *grid = &report->design->grid;
    const struct net *n = &report->design->nets.nets[net];
    const struct pin *pins = report->design->nets.pins + n->first_pin;
    size_t words = grid_plane_words(grid);
    uint64_t *plane = mem_alloc(words, sizeof *plane, "cells within reach", NULL);
    uint64_t cells = 0;
    uint32_t lost = n->pin_count;
    if (plane != NULL)
        explain_closed_set(report->design, net, plane, &lost, NULL);
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

static void print_reason(FILE *out, const struct task_report *report, uint32_t net, bool certify)
{
    const struct netlist *nets = &report->design->nets;
    const struct route *route = &report->routes->nets[net];
    switch (route->state) {
    case ROUTE_NO_PATH:
        fputs("no path even in the empty design", out);
        if (certify)
            print_certificate(out, report, net);
        break;
    case ROUTE_BLOCKED_BY:
        fputs("blocked by", out);
        for (size_t i = 0; i < route->blocker_count; i++) {
            fputc(' ', out);
            harmless_print(out,
                           netlist_name(nets, report->routes->blockers[route->first_blocker + i]));
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

static bool is_file(const char *path)
{
    return path != NULL && strcmp(path, "none") != 0 && strcmp(path, "-") != 0;
}

void report_more(FILE *out, uint64_t more, const struct report_rest *rest)
{
    const char *file = is_file(rest->routes) ? rest->routes
                       : is_file(rest->json) ? rest->json
                                             : NULL;
    if (more > 0 && file != NULL)
        harmless_line(out, "unrouted: %" PRIu64 " more in %s", more, file);
    else if (more > 0)
        harmless_line(out, "unrouted: %" PRIu64 " more (--verbose names them)", more);
}

void report_unrouted(FILE *out, const struct task_report *report, const struct report_rest *rest)
{
    uint64_t cells = 0; /* looked at for certificates, at most */
    uint32_t named = 0, more = 0;
    for (uint32_t net = 0; net < report->routes->net_count; net++) {
        const struct route *route = &report->routes->nets[net];
        if (route->state == ROUTE_ROUTED || is_skipped(report, net))
            continue;
        if (rest->most > 0 && named == rest->most) {
            more++;
            continue;
        }
        named++;
        cells += route->state == ROUTE_NO_PATH ? grid_cells(&report->design->grid) : 0;
        fputs("unrouted: ", out);
        harmless_print(out, netlist_name(&report->design->nets, net));
        fputs(": ", out);
        print_reason(out, report, net, cells <= CERTIFIED_CELLS);
        fputc('\n', out);
    }
    report_more(out, more, rest);
}

static void json_unrouted(FILE *out, const struct task_report *report, int indent)
{
    const struct netlist *nets = &report->design->nets;
    const char *comma = "";
    fprintf(out, "%*s \"unrouted\": [", indent, "");
    for (uint32_t net = 0; net < report->routes->net_count; net++) {
        const struct route *route = &report->routes->nets[net];
        if (route->state == ROUTE_ROUTED || is_skipped(report, net))
            continue;
        fprintf(out, "%s\n%*s  {\"net\": ", comma, indent, "");
        harmless_json(out, netlist_name(nets, net));
        fprintf(out, ", \"reason\": \"%s\", \"blocked_by\": [", route_state_name(route->state));
        for (size_t i = 0; i < route->blocker_count; i++) {
            fputs(i > 0 ? ", " : "", out);
            harmless_json(out,
                          netlist_name(nets, report->routes->blockers[route->first_blocker + i]));
        }
        fputs("]}", out);
        comma = ",";
    }
    fputs("],\n", out);
}

static void json_seconds(FILE *out, const struct task_report *report, int indent)
{
    static const char *const names[PHASES] = {"read", "route", "check", "draw", "write", "total"};
    fprintf(out, "%*s \"seconds\": {", indent, "");
    for (int phase = 0; phase < PHASES; phase++)
        fprintf(out, "%s\"%s\": %.6f", phase > 0 ? ", " : "", names[phase], report->seconds[phase]);
    fputs("},\n", out);
}

void report_json(FILE *out, const struct task_report *report, int indent)
{
    const struct route_report *route = &report->route;
    const struct grid *grid = &report->design->grid;
    fputs("{\"version\": 1, \"netlist\": ", out);
    harmless_json(out, report->netlist);
    fprintf(out, ",\n%*s \"engine\": ", indent, "");
    harmless_json(out, report->engine);
    fputs(", \"wave\": ", out);
    harmless_json(out, route->wave);
    fputs(", \"device\": ", out);
    harmless_json(out, route->device);
    fprintf(out,
            ",\n%*s \"grid\": {\"width\": %" PRIu32 ", \"height\": %" PRIu32
            ", \"layers\": %" PRIu32 "},\n",
            indent, "", grid->width, grid->height, grid->layers);
    fprintf(out,
            "%*s \"nets\": %" PRIu32 ", \"routed\": %" PRIu32 ", \"length\": %" PRIu64
            ", \"vias\": %" PRIu64 ", \"bends\": %" PRIu64 ", \"cost\": %" PRIu64 ",\n",
            indent, "", report->nets, report->routed, report->length, report->vias, report->bends,
            report->cost);
    fprintf(out,
            "%*s \"alone\": %s, \"status\": %d, \"end\": \"%s\", \"iterations\": %" PRIu32 ",\n",
            indent, "", report->routes->alone ? "true" : "false", (int)report->status,
            route_end_name(route->end), route->iterations);
    json_unrouted(out, report, indent);
    const struct net_records records = net_records_of(report);
    if (report->with_nets)
        net_records_json(out, &records, indent);
    json_seconds(out, report, indent);
    fprintf(out, "%*s \"peak_bytes\": {\"host\": %zu, \"device\": %zu}}", indent, "",
            route->peak_host + grid_bytes(grid), route->peak_device);
}
