/* crossings: straight lines through the die that many nets have to cross. */
#pragma once

#include "grid/layout/shape.h"

enum { CROSSING_NETS = 5 };

struct crossing {
    bool vertical;               /* the line is x = at, else y = at */
    int32_t at;                  /* in units */
    uint32_t nets, tracks;       /* that cross it: nets with pins on both sides; free tracks */
    uint32_t net[CROSSING_NETS]; /* the first of these nets; their number is at most `nets` */
};

/* Finds the line with the most nets per free track among 128 each way. Nets of SPECIALNETS and
 * skipped ones (skip: by net, or NULL) do not count. Tracks are those of routing levels first ..
 * last above the lowest (without any of them in a direction, its lines do not count); one is free
 * if no pin, obstruction, blockage, fixed wire or special wiring with its spacing covers it at the
 * line. Fails without memory. O(pins + shapes * lines and tracks that one covers). */
enum status crossings_worst(struct crossing *worst, const struct layout *layout, const bool *skip,
                            uint32_t first, uint32_t last, struct error *error);
