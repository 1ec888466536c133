/* judged: checks the routed layout, and routes nets with violations again.
 *
 * The search does not know all rules and combinations of rules. The layout checker, which shares no
 * code with it, checks the wires. A net with a violation is ripped up, the wires and vias that
 * caused it are penalised, and it is routed again. Nets that still have violations after the last
 * turn are left without wires.
 */
#pragma once

#include "router/detail/result/output.h"

/* Fills *result from a flow after flow_route. The checker then finds no violation in it, unless
 * options->stop ended the run first. Runs the checker once, and once more for each turn in which it
 * finds violations. Fails without memory. */
enum status judged_route(struct detail_result *result, const struct layout *layout,
                         const struct layout_model *model, struct flow *flow,
                         const struct flow_options *options, struct error *error);
