/* result: converts trees and patches to wires of DEF, and lists the nets without wires. */
#pragma once

#include "router/detail/detail.h"
#include "router/detail/flow.h"
#include "router/detail/model/from_layout.h"

/* Clears *result and fills it from the flow. Fails without memory; clear *result then, too. */
enum status result_make(struct detail_result *result, const struct layout *layout,
                        const struct layout_model *model, const struct flow *flow,
                        struct error *error);
