/* picture_options: what a caller may choose about the picture of a design. */
#pragma once

#include "grid/grid.h"

enum {
    PICTURE_SCALE_MAX = 256, /* pixels a cell */
    PICTURE_SIDE_MAX = 4096, /* pixels a side that the chosen scale stays within, margins apart */
};

#define PICTURE_LAYER_EACH UINT32_MAX /* a map a layer, side by side, and one of all */

/* The question that a picture answers. All but the first need routes. */
enum picture_show {
    SHOW_ROUTES,
    SHOW_FAILURES,   /* unrouted nets, and the nets in their way, ranked */
    SHOW_CONGESTION, /* cells in use of cells free, as a map without wires */
    SHOW_DETOURS,    /* nets in the colour of their length over half the box of their pins */
    SHOW_DIFF,       /* nets that differ from those of `other`, whose wires lie below in grey */
};

struct routes;
struct layout;
struct paint;

/* A piece of a film that knows its frames: wires of a net, shown from one frame to another. */
struct picture_span {
    uint32_t net, from, to; /* frames, both included */
    size_t first, count;    /* in the routes' wires */
    bool conflict;          /* the net shares cells with another */
};

struct picture_options {
    enum picture_show show;
    const struct routes *other;        /* with SHOW_DIFF; of the same design */
    const struct layout *other_layout; /* the same of a layout */
    uint32_t layer;                    /* with SHOW_CONGESTION: of this layer, from 1; 0: of all;
                                          PICTURE_LAYER_EACH */
    const char *caption;               /* a line above the picture, or NULL */
    const struct picture_span *spans; /* of a film on a paint with frames, instead of the routes' */
    size_t span_count;
    void (*span_start)(struct paint *paint, uint32_t from, uint32_t to);
    bool film;       /* a frame of a film: nets without wires are not yet routed; nets
                        that share cells have the colour of unrouted ones */
    uint32_t scale;  /* pixels a cell, 1 .. PICTURE_SCALE_MAX; 0: chosen by size */
    uint32_t width;  /* pixels that the picture is wide, with scale 0; 0: as wide as it gets */
    uint32_t fit;    /* with scale 0: pixels that the longer side may have; 0: chosen */
    bool has_crop;   /* draw only the cells of crop (inside the grid) */
    struct box crop; /* inclusive */
    const char *const *highlight; /* names of nets to show strong, all others pale; may be NULL */
    size_t highlight_count;
    const char *subject; /* name of the net that it is about: its pins have frames; or NULL */
    bool bare;           /* the layout alone: no margin, coordinates, title or legend */
};
