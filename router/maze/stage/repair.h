/* repair: changes of a plan between the stages of a run, and tests that choose the next stage. */
#pragma once

#include "router/maze/plan/plan.h"

/* Takes out every net whose tree shares a cell with that of a net before it. 1 bit per cell; the
 * plan need not be open. */
enum status repair_drop_later(struct plan *plan, struct error *error);

/* Takes out nets that share cells, the one with the most shared cells first (ties: the later one),
 * until the plan, which is open, is legal. */
enum status repair_drop_worst(struct plan *plan, struct error *error);

/* Enters the plan's trees in routes; rest gets the nets without one, which are ROUTE_INTERRUPTED
 * until they are tried. If any, and the run continues, closes the trees in the hard searcher. */
enum status repair_enter(struct plan *plan, struct routes *routes, uint32_t *rest,
                         uint32_t *rest_count, struct error *error);

/* Copies the trees of the sequential stage to the plan, and opens the hard searcher again. */
enum status repair_take_over(struct plan *plan, const struct routes *routes, struct error *error);

/* True for a design of 200 nets or more: slow steps are left out. */
bool repair_is_large(const struct plan *plan);

/* True if a net has three pins or more: such trees are rarely the shortest at first. */
bool repair_has_branches(const struct plan *plan);

/* Number of nets without a tree that could have one. */
uint32_t repair_missing(const struct plan *plan);

/* True if no net is missing, and the sum of the costs is little more than the sum of the ideals. */
bool repair_is_close(const struct plan *plan);

/* True if few nets are missing, so that ejection chains can insert them in reasonable time. */
bool repair_few_missing(const struct plan *plan);
