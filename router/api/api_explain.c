/* api_explain: why a net has no wires, or is long. */
#include "router/api/handles.h"
#include "router/draw/layout/layout_across.h"
#include "router/maze/net/explain.h"
#include "router/search/field.h"

enum { CROWD_NETS = 6 }; /* nets that are named beside a long one */

/* A leeway_explanation and the arrays that it points to. */
struct api_explanation {
    struct leeway_explanation facts; /* the first member: its address is that of the whole */
    uint32_t *nets;                  /* [all nets] */
    uint64_t *amount;                /* [all nets] how much of the box around the pins each takes */
    const char **faults;
};

void leeway_explanation_destroy(const struct leeway_explanation *explanation)
{
    struct api_explanation *it = (struct api_explanation *)(uintptr_t)explanation;
    if (it != NULL)
        MEM_FREE(it->nets, it->amount, it->faults, it);
}

static enum status explain_open(struct api_explanation *it, const struct design *design,
                                const struct routes *routes, uint32_t net, struct error *error)
{
    struct explain *explain = NULL;
    const uint32_t *blockers = NULL;
    TRY(explain_create(&explain, design, routes, error));
    enum route_state state = explain_net(explain, net, &blockers, &it->facts.net_count);
    if (it->facts.net_count > 0)
        memcpy(it->nets, blockers, it->facts.net_count * sizeof *blockers);
    /* There is a path: the net was not tried. */
    it->facts.state = route_state_name(state == ROUTE_ROUTED ? ROUTE_INTERRUPTED : state);
    explain_destroy(explain);
    return STATUS_OK;
}

static enum status explain_grid(struct api_explanation *it, const struct design *design,
                                const struct leeway_routes *given, uint32_t net,
                                struct error *error)
{
    const struct box box = box_of_pins(&design->grid, &design->nets, net);
    struct routes none = {0};
    if (given == NULL)
        TRY(routes_create(&none, design->nets.net_count, error));
    const struct routes *routes = given != NULL ? &given->routes : &none;
    const struct route *route = &routes->nets[net];
    enum status status = STATUS_OK;
    it->facts.least = (uint64_t)(box.x1 - box.x0) + (box.y1 - box.y0);
    it->facts.length = route->length;
    it->facts.state = route_state_name(route->state);
    if (route->state != ROUTE_ROUTED)
        status = explain_open(it, design, routes, net, error);
    else if (route->length > it->facts.least)
        explain_crowd(design, routes, net, it->amount);
    routes_destroy(&none);
    return status;
}

static enum status explain_layout(struct api_explanation *it, const struct leeway_layout *handle,
                                  uint32_t net, struct error *error)
{
    const struct layout *layout = layout_run_shown(&handle->run);
    const struct layout_marks *marks = &handle->run.marks;
    struct shapes shapes;
    bool open = false, *across;
    TRY(MEM_NEW(it->faults, marks->count, "faults", error));
    it->facts.state = handle->nets[net].state;
    it->facts.length = handle->nets[net].length;
    it->facts.least = handle->nets[net].least;
    for (size_t i = 0; i < marks->count; i++)
        if (marks->at[i].net == net && marks->at[i].text != NULL) {
            it->faults[it->facts.fault_count++] = marks->at[i].text;
            open |= marks->at[i].layer == LAYER_NONE;
        }
    TRY(MEM_NEW(across, handle->report.net_count, "names of nets", error));
    enum status status = shapes_make(&shapes, layout, error);
    if (status == STATUS_OK && open)
        status = layout_why_across(layout, &shapes, net, across, error);
    else if (status == STATUS_OK && it->facts.length > it->facts.least)
        layout_crowd(layout, &shapes, net, it->amount);
    shapes_destroy(&shapes);
    for (uint32_t other = 0; other < handle->report.net_count; other++)
        if (across[other])
            it->nets[it->facts.net_count++] = other;
    free(across);
    return status;
}

/* One of design and layout is NULL. */
static enum status explain(const struct leeway_explanation **place,
                           const struct leeway_design *design, const struct leeway_routes *routes,
                           const struct leeway_layout *layout, uint32_t net, struct error *error)
{
    struct api_explanation *it;
    TRY(api_make(place, "explanation", error));
    const uint32_t count =
        design != NULL ? design->design.nets.net_count : layout->report.net_count;
    if (net >= count)
        return error_refuse(error, "net: expected one of %u nets, found %u", count, net);
    TRY(MEM_NEW(it, 1, "an explanation", error));
    enum status status = MEM_NEW(it->nets, count, "names of nets", error);
    THEN(status, MEM_NEW(it->amount, count, "names of nets", error));
    THEN(status, design != NULL ? explain_grid(it, &design->design, routes, net, error)
                                : explain_layout(it, layout, net, error));
    if (status != STATUS_OK) {
        leeway_explanation_destroy(&it->facts);
        return status;
    }
    if (it->facts.net_count == 0)
        it->facts.net_count = explain_largest(it->amount, count, it->nets, CROWD_NETS);
    it->facts.nets = it->nets;
    it->facts.faults = it->faults;
    *place = &it->facts;
    return STATUS_OK;
}

API_BODY(leeway_explain, (place, design, routes, net), const struct leeway_explanation **place,
         const struct leeway_design *design, const struct leeway_routes *routes, uint32_t net)
{
    TRY(api_need(design, "design", error));
    if (routes != NULL)
        TRY(api_check_routes(design, routes, "the routes to explain", error));
    return explain(place, design, routes, NULL, net, error);
}

API_BODY(leeway_layout_explain, (place, layout, net), const struct leeway_explanation **place,
         const struct leeway_layout *layout, uint32_t net)
{
    TRY(api_need(layout, "layout", error));
    return explain(place, NULL, NULL, layout, net, error);
}
