/* layout_paths: small designs of two routing layers by chance: wires along one direction, vias of
 * three kinds, pins, a blockage; a die with a corner cut off; tracks; rules of cuts and hard
 * spacing.
 */
#pragma once

#include "tests/support/layout_picture.h"

enum { ITEMS = 24, SHAPES = 120, NETS = 3, M1 = 0, V1 = 1, M2 = 2, VIAS = 3, WIDTH = 2 };

/* A wire of one direction, or (via >= 0) a via. */
struct item {
    int net, layer, via;
    int x0, y0, x1, y1;
    bool taper;
};

/* A rectangle of an item, a pin (item -1, pin >= 0) or a blockage. */
struct flat {
    struct layout_rect rect;
    int layer, net, item, pin;
};

/* The rule of cuts that has words. */
struct words {
    int spacing, adjacent, within, area;
    bool centres, parallel, same;
};

struct paths_design {
    struct drawing dice;
    struct item item[ITEMS];
    struct flat flat[SHAPES];
    int items, flats, pins;
    int grid, spacing, same, hard, hard_net[NETS];
    struct words words;
    int track_start[2], track_step, track_count;
    int corner_x, corner_y; /* the die has nothing beyond both */
    bool power, except;
};

/* The vias: one cut; a larger one; two cuts, each of which meets the metal of one layer. */
static const struct flat via_rects[][4] = {
    {{{-2, -1, 2, 1}, M1, 0, 0, 0}, {{-1, -1, 1, 1}, V1, 0, 0, 0}, {{-1, -2, 1, 2}, M2, 0, 0, 0}},
    {{{-2, -2, 2, 2}, M1, 0, 0, 0}, {{-2, -2, 2, 2}, V1, 0, 0, 0}, {{-2, -2, 2, 2}, M2, 0, 0, 0}},
    {{{-3, -1, 0, 1}, M1, 0, 0, 0},
     {{-3, -1, -1, 1}, V1, 0, 0, 0},
     {{1, -1, 3, 1}, V1, 0, 0, 0},
     {{0, -1, 3, 1}, M2, 0, 0, 0}},
};

static inline int rects_of(int via)
{
    return via == 2 ? 4 : 3;
}

static inline void add_flat(struct paths_design *d, struct layout_rect rect, int layer, int net,
                            int item, int pin)
{
    assert_true(d->flats < SHAPES);
    d->flat[d->flats++] = (struct flat){rect, layer, net, item, pin};
}

static inline void add_item(struct paths_design *d, int net)
{
    struct item *item = &d->item[d->items];
    int from = 4, to = PICTURE_SIDE - 5;
    *item = (struct item){net, dice(&d->dice, 0, 1) * M2, -1, 0, 0, 0, 0, !dice(&d->dice, 0, 3)};
    item->x0 = item->x1 = dice(&d->dice, from, to);
    item->y0 = item->y1 = dice(&d->dice, from, to);
    if (d->items > 0 && dice(&d->dice, 0, 1)) {
        item->x0 = item->x1 = item[-1].x1;
        item->y0 = item->y1 = item[-1].y1;
    }
    if (dice(&d->dice, 0, 2) == 0) {
        item->layer = M1;
        item->via = dice(&d->dice, 0, VIAS - 1);
        for (int i = 0; i < rects_of(item->via); i++) {
            struct layout_rect r = via_rects[item->via][i].rect;
            add_flat(d,
                     (struct layout_rect){r.x0 + item->x0, r.y0 + item->y0, r.x1 + item->x0,
                                          r.y1 + item->y0},
                     via_rects[item->via][i].layer, net, d->items, -1);
        }
    } else {
        int *end = dice(&d->dice, 0, 1) ? &item->x1 : &item->y1, start = *end;
        while (*end == start)
            *end = dice(&d->dice, from, to);
        struct layout_rect r = {
            item->x0 < item->x1 ? item->x0 : item->x1, item->y0 < item->y1 ? item->y0 : item->y1,
            item->x0 > item->x1 ? item->x0 : item->x1, item->y0 > item->y1 ? item->y0 : item->y1};
        add_flat(d, rect_grow(r, WIDTH / 2), item->layer, net, d->items, -1);
    }
    d->items++;
}

static inline void make_design(struct paths_design *d, uint64_t seed)
{
    *d = (struct paths_design){.dice = {.state = seed}};
    for (int net = 0; net < NETS; net++)
        for (int i = dice(&d->dice, 1, 2); i > 0; i--)
            add_flat(d, any_box(&d->dice, 5), dice(&d->dice, 0, 1) * M2, net, -1, d->pins++);
    if (dice(&d->dice, 0, 1))
        add_flat(d, any_box(&d->dice, 6), M1, -1, -1, -1);
    for (int net = 0; net < NETS; net++) {
        d->hard_net[net] = dice(&d->dice, 0, 1);
        for (int i = dice(&d->dice, 0, 7); i > 0; i--)
            add_item(d, net);
    }
    d->grid = dice(&d->dice, 1, 3);
    d->spacing = dice(&d->dice, 0, 4);
    d->same = dice(&d->dice, 0, 1) ? dice(&d->dice, 1, 5) : 0;
    d->hard = dice(&d->dice, 2, 5);
    d->words.spacing = dice(&d->dice, 3, 7);
    int words = dice(&d->dice, 0, 3);
    if (words == 0) {
        d->words.adjacent = dice(&d->dice, 2, 3);
        d->words.within = dice(&d->dice, 3, 7);
    }
    d->words.centres = words == 1;
    d->words.same = words == 1 && dice(&d->dice, 0, 1);
    d->words.parallel = words == 2;
    d->words.area = words == 3 ? 5 : 0;
    for (int i = 0; i < 2; i++)
        d->track_start[i] = dice(&d->dice, 4, 7);
    d->track_step = dice(&d->dice, 2, 4);
    d->track_count = dice(&d->dice, 1, 5);
    d->corner_x = dice(&d->dice, 10, PICTURE_SIDE - 6);
    d->corner_y = dice(&d->dice, 10, PICTURE_SIDE - 6);
    d->power = dice(&d->dice, 0, 1);
    d->except = dice(&d->dice, 0, 1);
}

/* ---- the texts ------------------------------------------------------------------------------ */

#define PUT(...)                                                                                   \
    (at += snprintf(text + at, PICTURE_TEXT - (size_t)at, __VA_ARGS__),                            \
     assert_true(at < PICTURE_TEXT))

static inline void put_lef(const struct paths_design *d, char text[PICTURE_TEXT])
{
    static const char *const layers[] = {"m1", "v1", "m2"};
    const struct words *w = &d->words;
    int at = 0;
    PUT("VERSION 5.8 ;\nUNITS\n DATABASE MICRONS 1000 ;\nEND UNITS\nMANUFACTURINGGRID 0.%03d ;\n"
        "PROPERTYDEFINITIONS\n LAYER LEF58_RIGHTWAYONGRIDONLY STRING ;\nEND PROPERTYDEFINITIONS\n"
        "LAYER m1\n TYPE ROUTING ;\n DIRECTION HORIZONTAL ;\n WIDTH 0.002 ;\n"
        " PROPERTY LEF58_RIGHTWAYONGRIDONLY \"RIGHTWAYONGRIDONLY ;\" ;\nEND m1\n"
        "LAYER v1\n TYPE CUT ;\n SPACING 0.%03d ;\n",
        d->grid, d->spacing);
    if (d->same > 0)
        PUT(" SPACING 0.%03d SAMENET ;\n", d->same);
    PUT(" SPACING 0.%03d%s%s", w->spacing, w->centres ? " CENTERTOCENTER" : "",
        w->same ? " SAMENET" : "");
    if (w->adjacent > 0)
        PUT(" ADJACENTCUTS %d WITHIN 0.%03d", w->adjacent, w->within);
    if (w->parallel)
        PUT(" PARALLELOVERLAP");
    if (w->area > 0)
        PUT(" AREA 0.%06d", w->area);
    PUT(" ;\nEND v1\nLAYER m2\n TYPE ROUTING ;\n DIRECTION VERTICAL ;\n WIDTH 0.002 ;\nEND m2\n");
    for (int v = 0; v < VIAS; v++) {
        PUT("VIA w%d\n", v);
        for (int i = 0; i < rects_of(v); i++) {
            struct layout_rect r = via_rects[v][i].rect;
            PUT(" LAYER %s ;\n  RECT %.3f %.3f %.3f %.3f ;\n", layers[via_rects[v][i].layer],
                r.x0 / 1000.0, r.y0 / 1000.0, r.x1 / 1000.0, r.y1 / 1000.0);
        }
        PUT("END w%d\n", v);
    }
    PUT("END LIBRARY\n");
}

static inline void put_def(const struct paths_design *d, char text[PICTURE_TEXT])
{
    int at = 0, side = PICTURE_SIDE - 6, blockage = -1;
    PUT("VERSION 5.8 ;\nDIVIDERCHAR \"/\" ;\nBUSBITCHARS \"[]\" ;\nDESIGN paths ;\n"
        "UNITS DISTANCE MICRONS 1000 ;\n"
        "DIEAREA ( 5 5 ) ( 5 %d ) ( %d %d ) ( %d %d ) ( %d %d ) ( %d 5 ) ;\n",
        side, d->corner_x, side, d->corner_x, d->corner_y, side, d->corner_y, side);
    PUT("TRACKS Y %d DO %d STEP %d LAYER m1 ;\nTRACKS X %d DO 9 STEP 2 LAYER m1 m2 ;\n"
        "TRACKS Y 11 DO 1 STEP 0 LAYER m2 m1 ;\n",
        d->track_start[0], d->track_count, d->track_step, d->track_start[1]);
    PUT("NONDEFAULTRULES 1 ;\n- hard + HARDSPACING + LAYER m1 WIDTH 2 SPACING %d ;\n"
        "END NONDEFAULTRULES\nPINS %d ;\n",
        d->hard, d->pins);
    for (int i = 0; i < d->flats; i++) {
        struct layout_rect r = d->flat[i].rect;
        if (d->flat[i].pin >= 0)
            PUT("- p%d + NET n%d + LAYER m%d ( %d %d ) ( %d %d ) + PLACED ( 0 0 ) N ;\n",
                d->flat[i].pin, d->flat[i].net, 1 + d->flat[i].layer / 2, r.x0, r.y0, r.x1, r.y1);
        blockage = d->flat[i].net < 0 ? i : blockage;
    }
    PUT("END PINS\n");
    if (blockage >= 0)
        PUT("BLOCKAGES 1 ;\n- LAYER m1%s RECT ( %d %d ) ( %d %d ) ;\nEND BLOCKAGES\n",
            d->except ? " + EXCEPTPGNET" : "", d->flat[blockage].rect.x0, d->flat[blockage].rect.y0,
            d->flat[blockage].rect.x1, d->flat[blockage].rect.y1);
    PUT("NETS %d ;\n", NETS);
    for (int net = 0; net < NETS; net++) {
        const char *word = "+ ROUTED";
        PUT("- n%d", net);
        for (int i = 0; i < d->flats; i++)
            if (d->flat[i].pin >= 0 && d->flat[i].net == net)
                PUT(" ( PIN p%d )", d->flat[i].pin);
        PUT("%s%s", net == 0 && d->power ? " + USE POWER" : "",
            d->hard_net[net] ? " + NONDEFAULTRULE hard" : "");
        for (int i = 0; i < d->items; i++) {
            const struct item *item = &d->item[i];
            if (item->net != net)
                continue;
            PUT("\n %s m%d%s ( %d %d )", word, 1 + item->layer / 2, item->taper ? " TAPER" : "",
                item->x0, item->y0);
            word = "NEW";
            if (item->via >= 0)
                PUT(" w%d", item->via);
            else
                PUT(" ( %d %d )", item->x1, item->y1);
        }
        PUT(" ;\n");
    }
    PUT("END NETS\nEND DESIGN\n");
}

#undef PUT
