/* layout_picture: small designs of one routing layer by chance, and pictures of them: a bit for
 * each square unit. Rectangles become cells here and nothing else, so that a judge of pictures
 * shares no geometry with the checker of layouts.
 *
 *     PICTURE_NETS nets of one or two pins, one rectangle each; patches as their wiring; blockages
 */
#pragma once

#include <math.h>

#include "tests/support/layout_rules.h"
#include "tests/support/splitmix.h"

enum { PICTURE_SIDE = 24, PICTURE_NETS = 3, PICTURE_BOXES = 24, PICTURE_TEXT = 8192 };

enum box_kind { BOX_PIN, BOX_BLOCKAGE, BOX_WIRE };

struct drawing_box {
    struct layout_rect rect;
    int net; /* -1: of a blockage */
    enum box_kind kind;
    int pin; /* of a pin: its number; two boxes may be of one */
};

/* Bit x of row y: the square unit between x and x + 1, y and y + 1 has metal. */
struct picture {
    uint32_t row[PICTURE_SIDE];
};

struct drawing {
    uint64_t state; /* of the dice */
    struct drawing_box box[PICTURE_BOXES];
    int count, pins;
    bool twos, of_two; /* pins may have two boxes; one has */
};

static inline int dice(struct drawing *drawing, int from, int to)
{
    return from + (int)splitmix_below(&drawing->state, (uint32_t)(to - from + 1));
}

static inline bool picture_has(const struct picture *picture, int x, int y)
{
    return x >= 0 && y >= 0 && x < PICTURE_SIDE && y < PICTURE_SIDE &&
           (picture->row[y] >> x & 1) != 0;
}

/* A row of the picture; outside of it nothing is. */
static inline uint32_t row_of(const struct picture *picture, int y)
{
    return y >= 0 && y < PICTURE_SIDE ? picture->row[y] : 0;
}

static inline void picture_add(struct picture *picture, struct layout_rect r)
{
    for (int y = r.y0; y < r.y1; y++)
        for (int x = r.x0; x < r.x1; x++)
            picture->row[y] |= UINT32_C(1) << x;
}

static inline struct picture picture_of(struct layout_rect r)
{
    struct picture picture = {0};
    picture_add(&picture, r);
    return picture;
}

static inline struct picture picture_with(struct picture a, struct picture b)
{
    for (int y = 0; y < PICTURE_SIDE; y++)
        a.row[y] |= b.row[y];
    return a;
}

static inline struct picture picture_without(struct picture a, struct picture b)
{
    for (int y = 0; y < PICTURE_SIDE; y++)
        a.row[y] &= ~b.row[y];
    return a;
}

static inline int picture_area(struct picture picture)
{
    int area = 0;
    for (int y = 0; y < PICTURE_SIDE; y++)
        for (int x = 0; x < PICTURE_SIDE; x++)
            area += picture_has(&picture, x, y);
    return area;
}

/* Two pictures share a cell, or cells of theirs share an edge. */
static inline bool picture_meets(const struct picture *a, const struct picture *b)
{
    for (int y = 0; y < PICTURE_SIDE; y++) {
        uint32_t row = b->row[y] | b->row[y] << 1 | b->row[y] >> 1;
        if (y > 0)
            row |= b->row[y - 1];
        if (y + 1 < PICTURE_SIDE)
            row |= b->row[y + 1];
        if ((a->row[y] & row) != 0)
            return true;
    }
    return false;
}

/* The square of the least distance of their cells, at most `most`. */
static inline int picture_distance(const struct picture *a, const struct picture *b, int most)
{
    int least = most;
    for (int y = 0; y < PICTURE_SIDE; y++)
        for (int v = 0; v < PICTURE_SIDE && a->row[y] != 0; v++) {
            int dy = abs(v - y) > 1 ? abs(v - y) - 1 : 0, dx = 0;
            uint32_t near = a->row[y] | a->row[y] << 1 | a->row[y] >> 1;
            if (b->row[v] == 0)
                continue;
            for (; (near & b->row[v]) == 0 && dx * dx < least; dx++)
                near |= near << 1 | near >> 1;
            if (dx * dx + dy * dy < least)
                least = dx * dx + dy * dy;
        }
    return least;
}

/* The connected part of the picture that contains a cell; `corners`: cells with a common corner are
 * connected, too. */
static inline struct picture picture_part(const struct picture *picture, int x, int y, bool corners)
{
    struct picture part = {0};
    part.row[y] = UINT32_C(1) << x;
    for (bool grown = true; grown;) {
        grown = false;
        for (int v = 0; v < PICTURE_SIDE; v++)
            for (int u = 0; u < PICTURE_SIDE; u++) {
                bool near = picture_has(&part, u - 1, v) || picture_has(&part, u + 1, v) ||
                            picture_has(&part, u, v - 1) || picture_has(&part, u, v + 1);
                for (int i = 0; i < 4 && corners; i++)
                    near = near || picture_has(&part, u - 1 + i % 2 * 2, v - 1 + i / 2 * 2);
                if (near && picture_has(picture, u, v) && !picture_has(&part, u, v)) {
                    part.row[v] |= UINT32_C(1) << u;
                    grown = true;
                }
            }
    }
    return part;
}

/* Takes the next part out of *rest; false: none is left. */
static inline bool picture_next(struct picture *rest, bool corners, struct picture *part)
{
    for (int y = 0; y < PICTURE_SIDE; y++)
        for (int x = 0; x < PICTURE_SIDE; x++)
            if (picture_has(rest, x, y)) {
                *part = picture_part(rest, x, y, corners);
                *rest = picture_without(*rest, *part);
                return true;
            }
    return false;
}

/* All of the rectangle is metal; outside the picture nothing is. */
static inline bool picture_covers(const struct picture *picture, struct layout_rect r)
{
    for (int y = r.y0; y < r.y1; y++)
        for (int x = r.x0; x < r.x1; x++)
            if (!picture_has(picture, x, y))
                return false;
    return true;
}

static inline bool picture_enters(const struct picture *picture, struct layout_rect r)
{
    for (int y = r.y0; y < r.y1; y++)
        for (int x = r.x0; x < r.x1; x++)
            if (picture_has(picture, x, y))
                return true;
    return false;
}

/* All boxes of a net of these kinds. */
static inline struct picture picture_net(const struct drawing *drawing, int net, bool pins,
                                         bool wires)
{
    struct picture picture = {0};
    for (int i = 0; i < drawing->count; i++)
        if (drawing->box[i].net == net && ((pins && drawing->box[i].kind == BOX_PIN) ||
                                           (wires && drawing->box[i].kind == BOX_WIRE)))
            picture_add(&picture, drawing->box[i].rect);
    return picture;
}

/* ---- drawings ------------------------------------------------------------------------------- */

/* A box at any place, or beside or across the one before, so that they meet often. */
static inline struct layout_rect any_box(struct drawing *drawing, int largest)
{
    int w = dice(drawing, 1, largest), h = dice(drawing, 1, largest);
    int x = dice(drawing, 1, PICTURE_SIDE - 1 - w), y = dice(drawing, 1, PICTURE_SIDE - 1 - h);
    if (drawing->count > 0 && dice(drawing, 0, 2) > 0) {
        struct layout_rect r = drawing->box[drawing->count - 1].rect;
        x = dice(drawing, r.x0 - w - 1, r.x1 + 1);
        y = dice(drawing, r.y0 - h - 1, r.y1 + 1);
        if (x < 1 || y < 1 || x + w >= PICTURE_SIDE || y + h >= PICTURE_SIDE)
            return any_box(drawing, largest);
    }
    return (struct layout_rect){x, y, x + w, y + h};
}

static inline void draw_box(struct drawing *drawing, int net, enum box_kind kind, int largest)
{
    assert_true(drawing->count < PICTURE_BOXES);
    struct layout_rect rect = any_box(drawing, largest);
    drawing->box[drawing->count++] = (struct drawing_box){rect, net, kind, drawing->pins};
}

/* A pin of one box or of two, which meet or do not. */
static inline void draw_pin(struct drawing *drawing, int net, int largest)
{
    draw_box(drawing, net, BOX_PIN, largest);
    if (drawing->twos && dice(drawing, 0, 2) == 0) {
        draw_box(drawing, net, BOX_PIN, largest);
        drawing->of_two = true;
    }
    drawing->pins++;
}

/* Wires of a net stand one after another. */
static inline void draw(struct drawing *drawing, uint64_t seed, int largest)
{
    *drawing = (struct drawing){.state = seed, .twos = seed % 4 == 0};
    for (int net = 0; net < PICTURE_NETS; net++)
        for (int i = dice(drawing, 1, 2); i > 0; i--)
            draw_pin(drawing, net, largest);
    for (int i = dice(drawing, 0, 2); i > 0; i--)
        draw_box(drawing, -1, BOX_BLOCKAGE, largest);
    for (int net = 0; net < PICTURE_NETS; net++)
        for (int i = dice(drawing, 0, 5); i > 0; i--)
            draw_box(drawing, net, BOX_WIRE, largest);
}

static inline void drawing_lef(const char *rules, char text[PICTURE_TEXT])
{
    snprintf(text, PICTURE_TEXT,
             "VERSION 5.8 ;\nUNITS\n DATABASE MICRONS 1000 ;\nEND UNITS\n"
             "PROPERTYDEFINITIONS\n LAYER LEF58_RECTONLY STRING ;\nEND PROPERTYDEFINITIONS\n"
             "LAYER m1\n TYPE ROUTING ;\n DIRECTION HORIZONTAL ;\n%s\nEND m1\nEND LIBRARY\n",
             rules);
}

static inline void drawing_def(const struct drawing *drawing, char text[PICTURE_TEXT])
{
    int blockages = 0, at = 0;
    for (int i = 0; i < drawing->count; i++)
        blockages += drawing->box[i].kind == BOX_BLOCKAGE;
#define PUT(...)                                                                                   \
    (at += snprintf(text + at, PICTURE_TEXT - (size_t)at, __VA_ARGS__),                            \
     assert_true(at < PICTURE_TEXT))
    PUT("VERSION 5.8 ;\nDIVIDERCHAR \"/\" ;\nBUSBITCHARS \"[]\" ;\nDESIGN drawing ;\n"
        "UNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( %d %d ) ;\n"
        "TRACKS Y 0 DO 4 STEP 5 LAYER m1 ;\nPINS %d ;\n",
        PICTURE_SIDE, PICTURE_SIDE, drawing->pins);
    for (int i = 0; i < drawing->count && drawing->box[i].kind == BOX_PIN; i++) {
        const struct drawing_box *box = &drawing->box[i];
        if (i == 0 || box[-1].pin != box->pin)
            PUT("- p%d + NET n%d", box->pin, box->net);
        PUT(" + LAYER m1 ( %d %d ) ( %d %d )", box->rect.x0, box->rect.y0, box->rect.x1,
            box->rect.y1);
        if (box[1].kind != BOX_PIN || box[1].pin != box->pin)
            PUT(" + PLACED ( 0 0 ) N ;\n");
    }
    PUT("END PINS\nBLOCKAGES %d ;\n", blockages);
    for (int i = 0; i < drawing->count; i++) {
        struct layout_rect r = drawing->box[i].rect;
        if (drawing->box[i].kind == BOX_BLOCKAGE)
            PUT("- LAYER m1 RECT ( %d %d ) ( %d %d ) ;\n", r.x0, r.y0, r.x1, r.y1);
    }
    PUT("END BLOCKAGES\nNETS %d ;\n", PICTURE_NETS);
    for (int net = 0; net < PICTURE_NETS; net++) {
        PUT("- n%d", net);
        for (int i = 0; i < drawing->count; i++)
            if (drawing->box[i].kind == BOX_PIN && drawing->box[i].net == net &&
                (i == 0 || drawing->box[i - 1].pin != drawing->box[i].pin))
                PUT(" ( PIN p%d )", drawing->box[i].pin);
        const char *word = "+ ROUTED";
        for (int i = 0; i < drawing->count; i++) {
            struct layout_rect r = drawing->box[i].rect;
            if (drawing->box[i].kind != BOX_WIRE || drawing->box[i].net != net)
                continue;
            PUT("\n %s m1 ( %d %d ) RECT ( 0 0 %d %d )", word, r.x0, r.y0, r.x1 - r.x0,
                r.y1 - r.y0);
            word = "NEW";
        }
        PUT(" ;\n");
    }
    PUT("END NETS\nEND DESIGN\n");
#undef PUT
}
