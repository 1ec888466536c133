/* judged: what the checker of layouts finds wrong in the wires is routed again elsewhere.
 *
 * The search knows many rules, not all, and not how all of them meet. So the checker, which shares
 * no code with it, looks at the wires before they are handed out. A net with a fault loses its
 * wires, what broke the rule becomes dear, and it is routed anew; after some turns the nets that
 * still have faults stay without wires and are named.
 */
#pragma once

#include "router/detail/output.h"

/* Fills *result from a flow that has routed; on return the checker finds nothing wrong in it,
 * unless options->stop ended the work before it was asked. Costs a check, and one for each turn in
 * which there are faults. Fails without memory. */
enum status judged_route(struct detail_result *result, const struct layout *layout,
                         const struct layout_model *model, struct flow *flow,
                         const struct flow_options *options, struct error *error);
