/* made_tech: technologies of a test's own, from 2 to 180 nm: LEF from a seed.
 *
 * The seed chooses the number of layers (2 to 9), which way the first one runs, widths, spaces,
 * pitches that do not divide each other, offsets, and which rules the layers state. All numbers are
 * invented. A technology is kind enough that a design of moderate density can be routed: pitches
 * leave room for a wire beside a wire, and pins for a via.
 */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "tests/support/splitmix.h"

enum { MADE_LAYERS = 9, MADE_CELLS = 6, MADE_PINS = 8 };

struct made_text {
    char *at;
    size_t length, room;
};

struct made_layer {
    bool vertical;
    int width, space, pitch, offset;
};

struct made_cut {
    int size, space;
    int along, across[2]; /* enclosure along the layer's direction, and across it: below, above */
};

/* A rectangle of a cell. */
struct made_rect {
    int layer, x1, y1, x2, y2;
};

struct made_cell {
    char name[16];
    bool block;
    int width, height, pins;
    struct made_rect pin[MADE_PINS];
};

struct made {
    uint64_t state;
    uint64_t number; /* of the seed */
    int times;       /* as wide and high as the smallest */
    int dbu, grid, layers;
    int site, height; /* of a site and a row */
    bool straight;    /* layers above m1 want rectangles on tracks only */
    struct made_layer layer[MADE_LAYERS];
    struct made_cut cut[MADE_LAYERS];
    int cells;
    struct made_cell cell[MADE_CELLS];
    struct made_text lef, def;
};

__attribute__((format(printf, 2, 3))) static inline void made_put(struct made_text *text,
                                                                  const char *format, ...)
{
    char line[512];
    va_list list;
    va_start(list, format);
    size_t length = (size_t)vsnprintf(line, sizeof line, format, list);
    va_end(list);
    assert(length < sizeof line);
    if (text->length + length + 1 > text->room) {
        text->room = 2 * text->room + length + 4096;
        text->at = realloc(text->at, text->room);
        assert(text->at != NULL);
    }
    memcpy(text->at + text->length, line, length + 1);
    text->length += length;
}

/* low .. high, each as likely. */
static inline int made_in(struct made *made, int low, int high)
{
    return low + (int)splitmix_below(&made->state, (uint32_t)(high - low + 1));
}

/* True once in `of` times. */
static inline bool made_once(struct made *made, int of)
{
    return splitmix_below(&made->state, (uint32_t)of) == 0;
}

/* A length in microns. */
static inline double made_um(const struct made *made, int length)
{
    return (double)length / made->dbu;
}

static inline int made_larger(int a, int b)
{
    return a > b ? a : b;
}

/* The length rounded up to an even number of manufacturing grids, so that its half is on the grid.
 */
static inline int made_even(const struct made *made, int length)
{
    int step = 2 * made->grid;
    return (length + step - 1) / step * step;
}

/* Sizes of all layers. */
static inline void made_sizes(struct made *made)
{
    static const int nodes[] = {2, 3, 5, 7, 16, 28, 45, 65, 90, 130, 180};
    int node = nodes[made_in(made, 0, 10)];
    made->dbu = node < 10 ? 4000 : node < 45 && made_once(made, 2) ? 2000 : 1000;
    made->grid = node < 45 ? 1 : 5;
    made->layers = made_in(made, 2, MADE_LAYERS);
    made->straight = made->layers > 3 && made_once(made, 5);
    bool vertical = made_once(made, 2);
    /* Wires of the lowest layer: half a pitch of 20 nm at 2 nm, of 460 nm at 180 nm. */
    int width = made_even(made, made->dbu * (9 + node) / 1000);
    for (int l = 0; l < made->layers; l++) {
        struct made_layer *layer = &made->layer[l];
        if (l > 0 && made_once(made, 3))
            width = made_even(made, width * made_in(made, 11, 20) / 10);
        layer->vertical = vertical;
        vertical = !vertical;
        layer->width = width;
        layer->space = made_even(made, width * made_in(made, 10, 12) / 10);
        layer->pitch = layer->width + layer->space;
        made->cut[l].size = made_even(made, width * made_in(made, 7, 10) / 10);
        if (made->cut[l].size > width)
            made->cut[l].size = width;
        made->cut[l].space = made_even(made, made->cut[l].size * made_in(made, 10, 13) / 10);
        made->cut[l].along = made_even(made, width * made_in(made, 2, 5) / 10);
    }
    for (int l = 0; l + 1 < made->layers; l++) {
        int more = made_even(made, made->layer[l].width / 10);
        more = made->straight || made_once(made, 2) ? 0 : more;
        for (int k = 0; k < 2; k++)
            made->cut[l].across[k] = (made->layer[l + k].width - made->cut[l].size) / 2 + more;
        made->cut[l].along += made->cut[l].across[1];
    }
    for (int l = 0; l < made->layers; l++) {
        struct made_layer *layer = &made->layer[l];
        if (made_once(made, 2) && l + 1 < made->layers) /* room for a pad beside a wire */
            layer->pitch += made->cut[l].size / 2 + made->cut[l].across[0] - layer->width / 2;
        if (made_once(made, 2))
            layer->pitch += made_even(made, layer->width * made_in(made, 1, 4) / 10);
        layer->offset = made_once(made, 3) ? 0 : made_in(made, -1, 1) * (layer->pitch / 2);
        layer->offset -= layer->offset % made->grid;
        if (made_once(made, 4))
            layer->offset -= 3 * layer->pitch;
    }
}

/* num / den of a length in microns, on the manufacturing grid. */
static inline double made_part(const struct made *made, int length, int num, int den)
{
    return made_um(made, made_even(made, length * num / den));
}

/* The spacing of a routing layer: plain, by widths, by a table. */
static inline void made_spacing(struct made *made, int l)
{
    struct made_text *t = &made->lef;
    int width = made->layer[l].width, space = made->layer[l].space;
    double w = made_um(made, width), s = made_um(made, space);
    double more = made_part(made, space, 3, 2);
    switch (made_in(made, 0, 4)) {
    case 0:
        made_put(t, " SPACINGTABLE PARALLELRUNLENGTH 0 %f %f\n", 3 * w, 9 * w);
        made_put(t, "  WIDTH 0 %f %f %f\n  WIDTH %f %f %f %f ;\n", s, s, s, 2 * w, s, more, 2 * s);
        break;
    case 1:
        made_put(t, " SPACINGTABLE TWOWIDTHS\n  WIDTH 0 %f %f\n", s, more);
        made_put(t, "  WIDTH %f PRL %f %f %f ;\n", 2 * w, 3 * w, more, 2 * s);
        break;
    case 2:
        made_put(t, " SPACING %f ;\n SPACING %f RANGE %f 1000 ;\n", s, 2 * s,
                 2 * w + made_um(made, made->grid));
        break;
    default:
        made_put(t, " SPACING %f ;\n", s);
        break;
    }
}

/* All rules of a routing layer. */
static inline void made_rules(struct made *made, int l)
{
    struct made_text *t = &made->lef;
    int width = made->layer[l].width, space = made->layer[l].space;
    double w = made_um(made, width), end = made_um(made, width + made->grid);
    double within = made_part(made, width, 1, 4);
    made_spacing(made, l);
    if (made->straight && l > 0)
        made_put(t, " PROPERTY LEF58_RECTONLY \"RECTONLY ;\" ;\n"
                    " PROPERTY LEF58_RIGHTWAYONGRIDONLY \"RIGHTWAYONGRIDONLY ;\" ;\n");
    if (made_once(made, 3))
        made_put(t, " SPACING %f ENDOFLINE %f WITHIN %f ;\n", made_part(made, space, 11, 10), end,
                 within);
    else if (made_once(made, 3))
        made_put(t, " SPACING %f ENDOFLINE %f WITHIN %f PARALLELEDGE %f WITHIN %f ;\n",
                 made_part(made, space, 13, 10), end, within, made_part(made, space, 11, 10), w);
    if (l > 3 && made_once(made, 6)) /* of a length that hardly fits */
        made_put(t, " AREA %.8f ;\n", w * w * 600);
    else if (made_once(made, 2))
        made_put(t, " AREA %.8f ;\n", w * w * made_in(made, 2, 6));
    if (made_once(made, 4))
        made_put(t, " MINENCLOSEDAREA %.8f ;\n", w * w * made_in(made, 2, 9));
    if (made_once(made, 4))
        made_put(t, " MINIMUMCUT 2 WIDTH %f ;\n", w * made_in(made, 3, 6));
    if (made_once(made, 4))
        made_put(t, " MINSTEP %f MAXEDGES 1 ;\n", made_part(made, width, 1, made_in(made, 2, 4)));
}

static inline void made_cut_rules(struct made *made, int l)
{
    struct made_text *t = &made->lef;
    int space = made->cut[l].space;
    made_put(t, "LAYER v%d\n TYPE CUT ;\n WIDTH %f ;\n SPACING %f ;\n", l + 1,
             made_um(made, made->cut[l].size), made_um(made, space));
    if (made_once(made, 4))
        made_put(t, " SPACING %f SAMENET ;\n", made_part(made, space, 3, 4));
    if (made_once(made, 4))
        made_put(t, " SPACING %f ADJACENTCUTS 3 WITHIN %f ;\n", made_part(made, space, 5, 4),
                 made_part(made, space, 6, 5));
    if (made_once(made, 4))
        made_put(t, " SPACING %f PARALLELOVERLAP ;\n", made_part(made, space, 6, 5));
    if (l > 0 && made_once(made, 3))
        made_put(t, " SPACING %f LAYER v%d STACK ;\n", made_part(made, space, 1, 2), l);
    made_put(t, "END v%d\n", l + 1);
}

/* The box of a pad about 0, 0. */
static inline struct made_rect made_pad(const struct made *made, int cut, int l, bool turned)
{
    const struct made_cut *c = &made->cut[cut];
    bool vertical = made->layer[l].vertical != turned;
    int x = c->size / 2 + (vertical ? c->across[l - cut] : c->along);
    int y = c->size / 2 + (vertical ? c->along : c->across[l - cut]);
    return (struct made_rect){l, -x, -y, x, y};
}

static inline void made_put_rect(struct made_text *t, const struct made *made, struct made_rect r)
{
    made_put(t, "   RECT %f %f %f %f ;\n", made_um(made, r.x1), made_um(made, r.y1),
             made_um(made, r.x2), made_um(made, r.y2));
}

/* Vias, or rules to make them. */
static inline void made_vias(struct made *made, int l)
{
    struct made_text *t = &made->lef;
    const struct made_cut *cut = &made->cut[l];
    int half = cut->size / 2;
    if (made_once(made, 3)) {
        made_put(t, "VIARULE r%d GENERATE DEFAULT\n", l + 1);
        for (int k = l; k <= l + 1; k++) { /* by direction, short one first, long one first */
            int way = (int)(made->number % 3);
            bool upright = way == 1 ? true : way == 2 ? false : made->layer[k].vertical;
            bool swap = upright == (cut->along > cut->across[k - l]);
            made_put(t, "  LAYER m%d ;\n   ENCLOSURE %f %f ;\n", k + 1,
                     made_um(made, swap ? cut->across[k - l] : cut->along),
                     made_um(made, swap ? cut->along : cut->across[k - l]));
        }
        made_put(t, "  LAYER v%d ;\n", l + 1);
        made_put_rect(t, made, (struct made_rect){l, -half, -half, half, half});
        double step = made_um(made, cut->size + cut->space);
        made_put(t, "   SPACING %f BY %f ;\nEND r%d\n", step, step, l + 1);
        return;
    }
    for (int turned = 0; turned < (made_once(made, 2) ? 4 : 1); turned++) {
        made_put(t, "VIA via%d_%d DEFAULT\n", l + 1, turned);
        for (int k = l; k <= l + 1; k++) {
            made_put(t, "  LAYER m%d ;\n", k + 1);
            made_put_rect(t, made, made_pad(made, l, k, (turned >> (k - l)) & 1));
        }
        made_put(t, "  LAYER v%d ;\n", l + 1);
        made_put_rect(t, made, (struct made_rect){l, -half, -half, half, half});
        made_put(t, "END via%d_%d\n", l + 1, turned);
    }
}

/* Has the technology a nondefault rule? By the seed's number, which leaves the dice alone. */
static inline bool made_has_rule(const struct made *made)
{
    return made->number % 3 == 0;
}

/* A nondefault rule: wider wires and spaces. It has its own vias for some seeds, and if metal must
 * be rectangular, which the default vias do not obey. */
static inline void made_rule(struct made *made)
{
    struct made_text *t = &made->lef;
    if (!made_has_rule(made))
        return;
    made_put(t, "NONDEFAULTRULE wide\n");
    if (made->number % 2 == 0)
        made_put(t, " HARDSPACING ;\n");
    for (int l = 0; l < made->layers; l++)
        made_put(t, " LAYER m%d\n  WIDTH %f ;\n  SPACING %f ;\n END m%d\n", l + 1,
                 made_part(made, made->layer[l].width, 3, 2),
                 made_part(made, made->layer[l].space, 3, 2), l + 1);
    bool vias = made->number % 6 < 3 || made->straight;
    for (int l = 0; l + 1 < made->layers && vias; l++) {
        const struct made_cut *cut = &made->cut[l];
        int half = cut->size / 2;
        made_put(t, " VIA wide%d\n", l + 1);
        for (int k = l; k <= l + 1; k++) {
            struct made_rect pad = made_pad(made, l, k, false);
            int side = made_even(made, made->layer[k].width * 3 / 2) / 2;
            pad.x1 = made_larger(-pad.x1, side), pad.x2 = pad.x1, pad.x1 = -pad.x1;
            pad.y1 = made_larger(-pad.y1, side), pad.y2 = pad.y1, pad.y1 = -pad.y1;
            made_put(t, "  LAYER m%d ;\n", k + 1);
            made_put_rect(t, made, pad);
        }
        made_put(t, "  LAYER v%d ;\n", l + 1);
        made_put_rect(t, made, (struct made_rect){l, -half, -half, half, half});
        made_put(t, " END wide%d\n", l + 1);
    }
    made_put(t, "END wide\n");
}

/* LEF but its cells. */
static inline void made_tech(struct made *made)
{
    struct made_text *t = &made->lef;
    made_put(t, "VERSION 5.8 ;\nBUSBITCHARS \"[]\" ;\nDIVIDERCHAR \"/\" ;\n");
    made_put(t, "UNITS\n DATABASE MICRONS %d ;\nEND UNITS\nMANUFACTURINGGRID %f ;\n", made->dbu,
             made_um(made, made->grid));
    made_put(t, "PROPERTYDEFINITIONS\n LAYER LEF58_RECTONLY STRING ;\n"
                " LAYER LEF58_RIGHTWAYONGRIDONLY STRING ;\nEND PROPERTYDEFINITIONS\n");
    if (made_once(made, 3))
        made_put(t, "USEMINSPACING OBS OFF ;\n");
    for (int l = 0; l < made->layers; l++) {
        const struct made_layer *y = &made->layer[l];
        made_put(t, "LAYER m%d\n TYPE ROUTING ;\n DIRECTION %s ;\n PITCH %f ;\n WIDTH %f ;\n",
                 l + 1, y->vertical ? "VERTICAL" : "HORIZONTAL", made_um(made, y->pitch),
                 made_um(made, y->width));
        made_rules(made, l);
        made_put(t, "END m%d\n", l + 1);
        if (l + 1 < made->layers)
            made_cut_rules(made, l);
    }
    for (int l = 0; l + 1 < made->layers; l++)
        made_vias(made, l);
    made_rule(made);
}
