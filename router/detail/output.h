/* output: from trees and patches to DEF's wires; why a net has none. */
#pragma once

#include "router/detail/detail.h"
#include "router/detail/flow.h"
#include "router/detail/model/from_layout.h"

/* Fills *result anew from what the flow has; what it held is freed. Fails without memory: then
 * *result is to be cleared. */
enum status output_make(struct detail_result *result, const struct layout *layout,
                        const struct layout_model *model, const struct flow *flow,
                        struct error *error);

/* Frees what a result owns and clears it. */
void output_clear(struct detail_result *result);
