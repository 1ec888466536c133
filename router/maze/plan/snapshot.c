/* snapshot: copies the wires of all trees into one array, and back. */
#include "router/maze/plan/snapshot.h"

enum status snapshot_reserve(struct snapshot *snapshot, uint32_t nets, size_t wires,
                             struct error *error)
{
    if (snapshot->counts == NULL)
        TRY(MEM_NEW(snapshot->counts, nets, "a snapshot", error));
    return MEM_GROW(snapshot->wires, snapshot->wires_capacity, wires, "a snapshot", error);
}

/* Empties the snapshot and makes room for `nets` nets. */
static enum status begin(struct snapshot *snapshot, uint32_t nets, struct error *error)
{
    assert(snapshot->counts == NULL || snapshot->wires_capacity >= snapshot->wire_count);
    snapshot->wire_count = snapshot->routed = 0;
    return snapshot_reserve(snapshot, nets, 0, error);
}

/* Adds the next net with these wires, or without a tree. */
static enum status add(struct snapshot *snapshot, uint32_t rank, bool present,
                       const struct wire *wires, size_t count, struct error *error)
{
    snapshot->counts[rank] = UINT32_MAX;
    if (!present)
        return STATUS_OK;
    TRY(MEM_GROW(snapshot->wires, snapshot->wires_capacity, snapshot->wire_count + count,
                 "a snapshot", error));
    snapshot->counts[rank] = (uint32_t)count;
    snapshot->routed++;
    if (count > 0)
        memcpy(snapshot->wires + snapshot->wire_count, wires, count * sizeof *wires);
    snapshot->wire_count += count;
    return STATUS_OK;
}

enum status snapshot_take(struct snapshot *snapshot, const struct plan *plan, struct error *error)
{
    TRY(begin(snapshot, plan->count, error));
    snapshot->cost = plan_cost(plan);
    for (uint32_t rank = 0; rank < plan->count; rank++) {
        const struct tree *tree = &plan->trees[rank];
        TRY(add(snapshot, rank, tree->present, tree->wires, tree->count, error));
    }
    return STATUS_OK;
}

enum status snapshot_take_routes(struct snapshot *snapshot, const struct routes *routes,
                                 const uint32_t *nets, uint32_t count, struct error *error)
{
    assert(count == 0 || nets != NULL);
    TRY(begin(snapshot, count, error));
    for (uint32_t rank = 0; rank < count; rank++) {
        const struct route *route = &routes->nets[nets[rank]];
        const struct wire *wires = route->wire_count > 0 ? routes->wires + route->first_wire : NULL;
        TRY(add(snapshot, rank, route->state == ROUTE_ROUTED, wires, route->wire_count, error));
    }
    return STATUS_OK;
}

enum status snapshot_enter(const struct snapshot *snapshot, struct routes *routes,
                           const struct design *design, const uint32_t *nets, uint32_t count,
                           struct error *error)
{
    assert(snapshot->counts != NULL || count == 0);
    size_t first = 0;
    for (uint32_t rank = 0; rank < count; rank++) {
        if (snapshot->counts[rank] == UINT32_MAX)
            continue;
        TRY(routes_set_wires(routes, design, nets[rank], snapshot->wires + first,
                             snapshot->counts[rank], error));
        first += snapshot->counts[rank];
    }
    return STATUS_OK;
}

void snapshot_weigh(struct snapshot *snapshot, const struct plan *plan)
{
    assert(snapshot->counts != NULL || plan->count == 0);
    size_t first = 0;
    snapshot->routed = 0;
    snapshot->cost = 0;
    for (uint32_t rank = 0; rank < plan->count; rank++) {
        struct route route = {0};
        if (snapshot->counts[rank] == UINT32_MAX)
            continue;
        routes_measure(&route, plan->session->design, plan->nets[rank], snapshot->wires + first,
                       snapshot->counts[rank]);
        first += snapshot->counts[rank];
        snapshot->routed++;
        snapshot->cost += route.cost;
    }
}

enum status snapshot_restore(const struct snapshot *snapshot, struct plan *plan,
                             struct error *error)
{
    assert(snapshot->counts != NULL || plan->count == 0);
    size_t first = 0;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        TRY(plan_take_out(plan, rank, error));
    for (uint32_t rank = 0; rank < plan->count; rank++) {
        if (snapshot->counts[rank] == UINT32_MAX)
            continue;
        TRY(plan_put_in(plan, rank, snapshot->wires + first, snapshot->counts[rank], error));
        first += snapshot->counts[rank];
    }
    return STATUS_OK;
}

bool snapshot_is_worse(const struct snapshot *snapshot, const struct plan *plan)
{
    assert(snapshot->counts != NULL || plan->count == 0);
    uint32_t routed = plan_routed(plan);
    return routed > snapshot->routed ||
           (routed == snapshot->routed && plan_cost(plan) < snapshot->cost);
}

MEM_DESTROY(snapshot_destroy, snapshot, it->counts, it->wires)
