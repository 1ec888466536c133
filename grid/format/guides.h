/* guides: the guides of a global router, as the ISPD 2018 contest has them: for each net the boxes
 * in which its wires are wanted, in database units, each on one layer.
 *
 *     net1
 *     (
 *     0 0 9000 9000 metal2
 *     0 6000 27000 9000 metal3
 *     )
 *
 * A net may be left out: then it has no guides. */
#pragma once

#include "grid/layout/layout.h"

struct guide_box {
    struct layout_rect rect; /* in units */
    uint16_t layer;          /* a routing layer of tech */
};

struct guides {
    struct slice *nets; /* [net_names.count] of the layout, in boxes */
    struct guide_box *boxes;
    uint32_t count;
    size_t capacity;
};

/* Reads guides of the layout's nets; "-" is standard input. Fails with STATUS_BAD_INPUT, with line
 * and column, for a net, layer or place that the layout does not have, a net that stands twice, and
 * a list that does not end. Destroy it in any case. O(bytes). */
enum status guides_read(struct guides *guides, const struct layout *layout, const char *path,
                        struct error *error);

void guides_destroy(struct guides *guides); /* accepts a zeroed one */
