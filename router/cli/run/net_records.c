/* net_records: see the header for the contract. */
#include "router/cli/run/net_records.h"

#include <inttypes.h>
#include <string.h>

#include "grid/text/harmless.h"
#include "router/cli/run/report.h"

/* ---- writing -------------------------------------------------------------------------------- */

/* Microns have four digits, cells none. */
static int digits(const struct net_records *records)
{
    return records->layout ? 4 : 0;
}

static void csv_name(FILE *out, const char *name)
{
    if (name[strcspn(name, ",\"\r\n \t")] == '\0') {
        fputs(name, out);
        return;
    }
    fputc('"', out);
    for (; *name != '\0'; name++)
        fputs(*name == '"' ? "\"\"" : (char[]){*name, '\0'}, out);
    fputc('"', out);
}

void net_records_csv(FILE *out, const struct net_records *records)
{
    const int d = digits(records);
    fputs(records->layout ? "net,state,pins,length_um,vias,x0,y0,x1,y1,least_length_um,over_um\n"
                          : "net,state,pins,cost,length,vias,bends,x0,y0,x1,y1,least_length,over,"
                            "searches\n",
          out);
    for (uint64_t i = 0; i < records->count; i++) {
        struct net_record r = {0};
        records->fill(records->context, i, &r);
        csv_name(out, r.net);
        fprintf(out, ",%s,%" PRIu64, r.state, r.pins);
        if (!records->layout)
            fprintf(out, ",%" PRIu64, r.cost);
        fprintf(out, ",%.*f,%" PRIu64, d, r.length, r.vias);
        if (!records->layout)
            fprintf(out, ",%" PRIu64, r.bends);
        fprintf(out, ",%.*f,%.*f,%.*f,%.*f,%.*f,%.*f", d, r.box[0], d, r.box[1], d, r.box[2], d,
                r.box[3], d, r.least_length, d, r.routed ? r.length - r.least_length : 0);
        if (!records->layout)
            fprintf(out, ",%" PRIu64, r.searches);
        fputc('\n', out);
    }
}

void net_records_json(FILE *out, const struct net_records *records, int indent)
{
    const int d = digits(records);
    const char *unit = records->layout ? "_um" : "";
    fprintf(out, "%*s \"net_records\": [", indent, "");
    for (uint64_t i = 0; i < records->count; i++) {
        struct net_record r = {0};
        records->fill(records->context, i, &r);
        fprintf(out, "%s\n%*s  {\"net\": ", i > 0 ? "," : "", indent, "");
        harmless_json(out, r.net);
        fprintf(out, ", \"state\": \"%s\", \"pins\": %" PRIu64, r.state, r.pins);
        if (!records->layout)
            fprintf(out, ", \"cost\": %" PRIu64 ", \"bends\": %" PRIu64 ", \"searches\": %" PRIu64,
                    r.cost, r.bends, r.searches);
        fprintf(out,
                ", \"vias\": %" PRIu64 ", \"length%s\": %.*f, \"least_length%s\": %.*f, "
                "\"over%s\": %.*f, \"box%s\": [%.*f, %.*f, %.*f, %.*f]}",
                r.vias, unit, d, r.length, unit, d, r.least_length, unit, d,
                r.routed ? r.length - r.least_length : 0, unit, d, r.box[0], d, r.box[1], d,
                r.box[2], d, r.box[3]);
    }
    fputs("],\n", out);
}

/* ---- a grid's nets -------------------------------------------------------------------------- */

static void take_in(const struct grid *grid, struct box *box, cell_t cell)
{
    const uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell);
    box->x0 = x < box->x0 ? x : box->x0;
    box->y0 = y < box->y0 ? y : box->y0;
    box->x1 = x > box->x1 ? x : box->x1;
    box->y1 = y > box->y1 ? y : box->y1;
}

static void fill(const void *context, uint64_t net, struct net_record *record)
{
    const struct task_report *report = context;
    const struct grid *grid = &report->design->grid;
    const struct netlist *nets = &report->design->nets;
    assert(net < nets->net_count && report->routes->net_count == nets->net_count);
    const struct net *n = &nets->nets[net];
    const struct route *route = &report->routes->nets[net];
    const bool routed = route->state == ROUTE_ROUTED;
    const bool skipped = !routed && report->skip != NULL && report->skip[net];
    struct box box = {UINT32_MAX, UINT32_MAX, 0, 0};
    for (uint32_t i = 0; i < n->pin_count; i++)
        take_in(grid, &box, nets->pins[n->first_pin + i].cell);
    *record = (struct net_record){
        .net = netlist_name(nets, (uint32_t)net),
        .state = skipped ? "skipped" : route_state_name(route->state),
        .pins = n->pin_count,
        .vias = route->vias,
        .bends = route->bends,
        .cost = routed ? design_shown_cost(report->design, (uint32_t)net, route->cost) : 0,
        .searches = report->searches != NULL ? report->searches[net] : 0,
        .length = (double)route->length,
        .least_length = (double)(box.x1 - box.x0) + (box.y1 - box.y0),
        .routed = routed};
    for (size_t i = 0; i < route->wire_count; i++) {
        take_in(grid, &box, report->routes->wires[route->first_wire + i].from);
        take_in(grid, &box, report->routes->wires[route->first_wire + i].to);
    }
    record->box[0] = box.x0;
    record->box[1] = box.y0;
    record->box[2] = box.x1;
    record->box[3] = box.y1;
}

struct net_records net_records_of(const struct task_report *report)
{
    return (struct net_records){
        .count = report->design->nets.net_count, .fill = fill, .context = report};
}
