/* picture_options: what a caller may choose about the picture of a design. */
#ifndef LEEWAY_ROUTER_DRAW_DESIGN_PICTURE_OPTIONS_H
#define LEEWAY_ROUTER_DRAW_DESIGN_PICTURE_OPTIONS_H

#include "grid/grid.h"

enum {
    PICTURE_SCALE_MAX = 256, /* pixels a cell */
    PICTURE_SIDE_MAX = 4096, /* pixels a side that the chosen scale stays within, margins apart */
};

struct picture_options {
    uint32_t scale;  /* pixels a cell, 1 .. PICTURE_SCALE_MAX; 0: chosen by size */
    uint32_t width;  /* pixels that the picture is wide, with scale 0; 0: as wide as it gets */
    uint32_t fit;    /* with scale 0: pixels that the longer side may have; 0: chosen */
    bool has_crop;   /* draw only the cells of crop (inside the grid) */
    struct box crop; /* inclusive */
    const char *const *highlight; /* names of nets to show strong, all others pale; may be NULL */
    size_t highlight_count;
    bool bare; /* the layout alone: no margin, coordinates, title or legend */
};

#endif
