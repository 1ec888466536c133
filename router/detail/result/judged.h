/* judged: checks the routed layout, and routes nets with violations again.
 *
 * The search does not know all rules and combinations of rules. The layout checker, which shares no
 * code with it, checks the wires. A net with a violation is ripped up, the wires and vias that
 * caused it are penalised, and it is routed again. Nets that still have violations after the last
 * turn are left without wires.
 */
#pragma once

#include "router/detail/result/output.h"

/* Fills *result after flow_route, without violations unless options->stop ended the run. Runs the
 * checker in each turn until it finds none. Fails without memory. */
enum status judged_route(struct detail_result *result, const struct layout *layout,
                         const struct layout_model *model, struct flow *flow,
                         const struct flow_options *options, struct error *error);
