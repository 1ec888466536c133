/* layout_contest: measures the wiring of a layout as the contests on detailed routing do:
 * S. Mantik, G. Posser, W.-K. Chow, Y. Ding and W.-H. Liu (ISPD 2018); W.-H. Liu, S. Mantik,
 * W.-K. Chow, Y. Ding, A. Farshidi and G. Posser (ISPD 2019). Lengths count in pitches of the
 * second routing layer:
 *
 *     0.5 wire + 0.5 off-track wire + wrong-way wire + out-of-guide wire
 *     + 2 vias (2019: 4 of one cut, 2 of several) + off-track vias + out-of-guide vias
 *
 * The contests add 500 per fault and per square pitch of shorts; the checker counts faults apart.
 * A wire against its layer's direction is wrong-way, any other one off-track if its centre line is
 * on no track. A via is off-track or out-of-guide if it is so on one of its two layers. A net
 * without guides has nothing outside. Rectangles (patches) count nothing.
 */
#pragma once

#include "grid/format/guides.h"

enum layout_amount {
    AMOUNT_WIRE, /* wire in units */
    AMOUNT_OFF_TRACK_WIRE,
    AMOUNT_WRONG_WAY_WIRE,
    AMOUNT_OUTSIDE_WIRE,
    AMOUNT_VIAS, /* numbers of vias */
    AMOUNT_OFF_TRACK_VIAS,
    AMOUNT_MULTI_CUT_VIAS,
    AMOUNT_OUTSIDE_VIAS,
    LAYOUT_AMOUNTS
};

struct layout_contest {
    int32_t pitch;   /* of the second routing layer, else the only one, in units */
    int64_t *layers; /* [layer_names.count]: wire of a routing layer, vias of a cut layer */
    int64_t amount[LAYOUT_AMOUNTS];
};

/* Measures the wiring of NETS. guides: read for the layout `placed`, whose nets have the same
 * names, or NULL. Fails without memory. Free `layers`. O(wires * (tracks + guides of the net)). */
enum status layout_contest_make(struct layout_contest *contest, const struct layout *layout,
                                const struct layout *placed, const struct guides *guides,
                                struct error *error);

/* The score by the rules of 2018 or 2019. */
double layout_contest_score(const struct layout_contest *contest, int year);
