/* snapshot: the trees of a plan at one moment, to go back to. */
#ifndef LEEWAY_ROUTER_SNAPSHOT_H
#define LEEWAY_ROUTER_SNAPSHOT_H

#include "router/plan.h"

struct snapshot {
    uint32_t *counts;   /* [net count] wires of each tree; UINT32_MAX: no tree */
    struct wire *wires; /* of all trees, by rank */
    size_t wire_count, wires_capacity;
    uint32_t routed; /* nets with a tree */
    cost_t cost;
};

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the plan's trees down in place of what was there. Start with a zeroed snapshot. */
enum status snapshot_take(struct snapshot *snapshot, const struct plan *plan, struct error *error);

/* Makes the plan's trees those of the snapshot. */
enum status snapshot_restore(const struct snapshot *snapshot, struct plan *plan,
                             struct error *error);

/* True where the plan is better than the snapshot: more nets, or as many at less cost. */
bool snapshot_is_worse(const struct snapshot *snapshot, const struct plan *plan);

void snapshot_destroy(struct snapshot *snapshot);

#ifdef __cplusplus
}
#endif

#endif
