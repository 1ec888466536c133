/* repair: lowers the antenna ratios of a routed layout below their limits (hop.h).
 *
 * In each round the antenna checker lists the ratios above their limits, and each net with one is
 * changed. Metal patches are made again, and the layout checker judges the result. A net with a
 * new fault gets its old wires back, and so does one whose antenna violations are not fewer; the
 * next round changes them in another way. Violations that remain are for the caller to name. */
#pragma once

#include "router/detail/result/judged.h"

/* Changes the trees of the flow and *result after judged_route. A result without faults stays
 * without faults, and no net loses its wires. Ends early at options->stop. Fails without memory. */
enum status antenna_repair(struct detail_result *result, const struct layout *layout,
                           const struct layout_model *model, struct flow *flow,
                           const struct flow_options *options, uint32_t percent,
                           struct error *error);
