/* round_bins: where a round's nets lie, in bins of the die on each layer: what changed there, who
 * wants them.
 *
 * A tree's bins are those on the layers of its metal in which that counts. What counts at via sites
 * beyond these layers is read by nobody whose bins are apart. They are listed when the tree is
 * made, as they are asked for more often; each call costs their number.
 */
#pragma once

#include "router/detail/round.h"

/* Lists the bins of a net anew; to be called whenever its tree is another one. The grower says
 * which thread calls. Fails without memory. */
enum status round_list(struct round *round, uint32_t net, const struct grower *grower,
                       struct error *error);

/* Has nothing changed about a net's tree since it was seen free of conflicts? */
bool round_still_clean(struct round *round, uint32_t net);

/* Notes that a net's tree changes in this turn. */
void round_change(struct round *round, uint32_t net);

/* Claims for this turn the bins about a net's pins and its tree; false if a net before it in this
 * turn wants one of them. */
bool round_claim(struct round *round, uint32_t position);

/* Are all bins of the net's tree claimed by it alone, or last? */
bool round_owns(struct round *round, uint32_t position);
