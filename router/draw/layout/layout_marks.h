/* layout_marks: what a checker found in a layout's wiring: open nets, and places that violate a
 * rule. A picture draws them. */
#pragma once

#include "grid/layout/layout.h"

enum { LAYOUT_MARKS_NUMBERED = 10 }; /* places with a number and a line in the list, at most */

struct layout_mark {
    uint32_t net;             /* NET_NONE: none */
    uint16_t layer;           /* LAYER_NONE: an open net or another fault without a place */
    struct layout_rect place; /* in units */
    char *text;               /* a line for the list */
};

/* All zero: a layout that is not routed. */
struct layout_marks {
    struct layout_mark *at;
    size_t count, capacity;
    bool judged;         /* the numbers below are known */
    uint32_t nets, open; /* nets to route; of these not connected */
    int64_t length;      /* of all wires, in units */
    uint64_t vias;
    uint64_t faults; /* may be more than there are marks */
};
