/* closed_pins: finds the pins that no wire or via can reach, and the shapes that close them. */
#pragma once

#include "router/detail/detail.h"
#include "router/detail/flow.h"
#include "router/detail/model/from_layout.h"

/* Calls options->closed for each pin of a master, and each I/O pin, without access. Fails without
 * memory. O(pins log pins). */
enum status closed_pins_report(const struct detail_options *options, const struct layout *layout,
                               const struct layout_model *model, const struct flow *flow,
                               struct error *error);
