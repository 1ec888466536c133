/* snapshot: trees in one pool. */
#include "router/snapshot.h"

#include <stdlib.h>
#include <string.h>

enum status snapshot_take(struct snapshot *snapshot, const struct plan *plan, struct error *error)
{
    size_t total = 0;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        total += plan->trees[rank].present ? plan->trees[rank].count : 0;
    if (snapshot->counts == NULL)
        snapshot->counts = mem_alloc(plan->count, sizeof *snapshot->counts, "a snapshot", error);
    if (snapshot->counts == NULL ||
        mem_grow((void **)&snapshot->wires, &snapshot->wires_capacity, total,
                 sizeof *snapshot->wires, "a snapshot", error) != STATUS_OK)
        return STATUS_FAILED;
    snapshot->wire_count = snapshot->routed = 0;
    snapshot->cost = plan_cost(plan);
    for (uint32_t rank = 0; rank < plan->count; rank++) {
        const struct tree *tree = &plan->trees[rank];
        snapshot->counts[rank] = tree->present ? (uint32_t)tree->count : UINT32_MAX;
        if (!tree->present)
            continue;
        snapshot->routed++;
        if (tree->count > 0)
            memcpy(snapshot->wires + snapshot->wire_count, tree->wires,
                   tree->count * sizeof *tree->wires);
        snapshot->wire_count += tree->count;
    }
    return STATUS_OK;
}

enum status snapshot_restore(const struct snapshot *snapshot, struct plan *plan,
                             struct error *error)
{
    enum status status = STATUS_OK;
    size_t first = 0;
    for (uint32_t rank = 0; rank < plan->count && status == STATUS_OK; rank++)
        status = plan_take_out(plan, rank, error);
    for (uint32_t rank = 0; rank < plan->count && status == STATUS_OK; rank++) {
        if (snapshot->counts[rank] == UINT32_MAX)
            continue;
        status = plan_put_in(plan, rank, snapshot->wires + first, snapshot->counts[rank], error);
        first += snapshot->counts[rank];
    }
    return status;
}

bool snapshot_is_worse(const struct snapshot *snapshot, const struct plan *plan)
{
    uint32_t routed = plan_routed(plan);
    return routed > snapshot->routed ||
           (routed == snapshot->routed && plan_cost(plan) < snapshot->cost);
}

void snapshot_destroy(struct snapshot *snapshot)
{
    free(snapshot->counts);
    free(snapshot->wires);
    *snapshot = (struct snapshot){0};
}
