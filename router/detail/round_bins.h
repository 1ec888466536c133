/* round_bins: the bins of each net, and the bins that changed or that a net has claimed.
 *
 * A bin is a square of the die on one layer. A tree's bins are those, on the layers of its metal,
 * in which it can be in conflict with others. Each call takes time proportional to the number of
 * bins of the net.
 */
#pragma once

#include "router/detail/round.h"

/* Lists the bins of a net; must be called whenever its tree changes. grower: that of the calling
 * thread. Fails without memory. */
enum status round_list(struct round *round, uint32_t net, const struct grower *grower,
                       struct error *error);

/* True if the net had no conflict and no bin of its tree has changed since. */
bool round_still_clean(struct round *round, uint32_t net);

/* Marks the bins of a net's tree as changed in this turn. */
void round_change(struct round *round, uint32_t net);

/* Claims for this turn the bins of the pins and tree of order[position]; false if an earlier net
 * has claimed one of them in this turn. */
bool round_claim(struct round *round, uint32_t position);

/* True if order[position] has the last claim on all bins of its tree. */
bool round_owns(struct round *round, uint32_t position);
