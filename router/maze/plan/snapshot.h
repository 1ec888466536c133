/* snapshot: a copy of the trees of a plan, or of a result. */
#pragma once

#include "router/maze/plan/plan.h"

struct snapshot {
    uint32_t *counts;   /* [net count] wires of each tree; UINT32_MAX: no tree */
    struct wire *wires; /* of all trees, by rank */
    size_t wire_count, wires_capacity;
    uint32_t routed; /* nets with a tree */
    cost_t cost;
};

/* Copies the plan's trees; what the snapshot held is lost. Start with a zeroed snapshot. */
enum status snapshot_take(struct snapshot *snapshot, const struct plan *plan, struct error *error);

/* Makes the plan's trees those of the snapshot. */
enum status snapshot_restore(const struct snapshot *snapshot, struct plan *plan,
                             struct error *error);

/* The same of a result: rank i is the net nets[i], i < count. Leaves cost at 0. */
enum status snapshot_take_routes(struct snapshot *snapshot, const struct routes *routes,
                                 const uint32_t *nets, uint32_t count, struct error *error);

/* Gives these nets of a result the trees of the snapshot; others stay. */
enum status snapshot_enter(const struct snapshot *snapshot, struct routes *routes,
                           const struct design *design, const uint32_t *nets, uint32_t count,
                           struct error *error);

/* Makes room for `nets` nets and `wires` wires in a snapshot that the caller fills;
 * snapshot_weigh then sets `routed` and `cost`. */
enum status snapshot_reserve(struct snapshot *snapshot, uint32_t nets, size_t wires,
                             struct error *error);
void snapshot_weigh(struct snapshot *snapshot, const struct plan *plan);

/* True if the plan is better than the snapshot: more nets, or as many at less cost. */
bool snapshot_is_worse(const struct snapshot *snapshot, const struct plan *plan);

void snapshot_destroy(struct snapshot *snapshot);
