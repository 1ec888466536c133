/* guides: reads the guides of a global router in the format of the ISPD 2018 contest: for each net
 * the boxes in which its wires should be, in database units, each on one layer.
 *
 *     net1
 *     (
 *     0 0 9000 9000 metal2
 *     0 6000 27000 9000 metal3
 *     )
 *
 * A net without guides may be left out. */
#pragma once

#include "grid/layout/layout.h"

struct guide_box {
    struct layout_rect rect; /* in units of the layout */
    uint16_t layer;          /* a routing layer of tech */
};

struct guides {
    struct slice *nets; /* [net_names.count] slices of boxes */
    struct guide_box *boxes;
    uint32_t count;
    size_t capacity;
};

/* Reads the guides at path ("-" is standard input). Fails with STATUS_BAD_INPUT, line and column
 * for an unknown net or layer, a coordinate out of range, a net stated twice, and a list without
 * end. The layout must be read. Destroy *guides in any case. O(bytes). */
enum status guides_read(struct guides *guides, const struct layout *layout, const char *path,
                        struct error *error);

/* Frees the guides. Accepts zeroed ones. */
void guides_destroy(struct guides *guides);
