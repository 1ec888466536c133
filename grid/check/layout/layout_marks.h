/* layout_marks: the checker's verdict on a layout's wiring with a list of its faults: open nets and
 * places that violate a rule. Pictures draw them; the router drops nets with faults. */
#pragma once

#include "grid/check/layout/layout_check.h"

struct layout_mark {
    enum layout_fault kind;
    uint32_t net;             /* NET_NONE: none */
    uint16_t layer;           /* LAYER_NONE: an open net or another fault without a place */
    struct layout_rect place; /* in units */
    char *text;               /* the sentence of the fault (layout_violation.text); owned */
};

/* All zero: a layout that is not routed. */
struct layout_marks {
    struct layout_mark *at;
    size_t count, capacity;
    bool judged;         /* layout_judge has filled the numbers below */
    uint32_t nets, open; /* nets to route; open: those that are not connected */
    int64_t length;      /* of all wires, in units */
    uint64_t vias;
    uint64_t faults; /* without open nets */
};

/* Judges routed against placed (or NULL: its wires only) and fills *marks, which must be empty: a
 * mark for each fault and each open net. lose: NULL, or as in struct layout_checking; it gets all
 * marks, and those of nets that lose their wires are dropped. Returns that of layout_check_all. */
typedef const bool *layout_marks_lose(void *context, const struct layout_marks *all);
enum status layout_judge(const struct layout *placed, const struct layout *routed,
                         struct layout_marks *marks, layout_marks_lose *lose, void *context,
                         unsigned threads, struct error *error);

void layout_marks_destroy(struct layout_marks *marks); /* accepts a zeroed one */
