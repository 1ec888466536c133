/* picture: a routed grid or layout as a picture that a person can read.
 *
 * A grid shows blocked cells (dark; hatched if only some layers are blocked), weights (tints),
 * walls (thick edges), pins with names, wires (hue by layer, lightness by net, width by layer),
 * vias, and dashed flight lines between the pins of each unrouted net. A layout shows the die,
 * cells, power rails (dimmed), pins, wires and vias at their true width in the colour of their
 * layer; the pins of open nets are joined by dashed lines, places that violate a rule ringed and
 * numbered. Around both: coordinates (cells, or microns), the name, the counts and a legend. y runs
 * upward.
 *
 * A cell, or a micron, is `scale` pixels wide. If no scale is given and a grid has more than
 * PICTURE_SIDE_MAX cells on a side, several cells share a pixel, which shows a wire if one of them
 * has one, and the share of blocked cells as a grey.
 *
 * The same subject, result and options give the same bytes: no time, no engine, no device. */
#pragma once

#include "grid/routes.h"
#include "router/draw/paint/paint_file.h"

enum {
    PICTURE_SCALE_MAX = 256, /* largest scale, in pixels per cell or micron */
    PICTURE_SIDE_MAX = 4096, /* longest side of a grid at a chosen scale, in pixels, no margins */
};

#define PICTURE_LAYER_EACH UINT32_MAX /* one map per layer and their sum, side by side */

/* The question that a picture answers. All but the first need a result. */
enum picture_show {
    SHOW_ROUTES,
    SHOW_FAILURES,   /* unrouted nets, and the nets in their way, ranked */
    SHOW_CONGESTION, /* the share of free room in use, as a map without wires */
    SHOW_DETOURS,    /* each net in the colour of its length over the least possible length */
    SHOW_DIFF,       /* nets that differ from those of `other`, whose wires are grey, below */
};

/* Wires of a net that a film shows from one frame to another. */
struct picture_span {
    uint32_t net, from, to; /* first and last frame */
    size_t first, count;    /* index of the first wire in the routes; number of wires */
    bool conflict;          /* the net shares cells with another */
};

struct picture_options {
    enum picture_show show;
    const void *other;    /* with SHOW_DIFF: another result (struct routes, struct layout) */
    uint32_t layer;       /* with SHOW_CONGESTION: from 1; 0: all, summed; or PICTURE_LAYER_EACH */
    FILE *numbers;        /* with SHOW_CONGESTION: gets the numbers of the maps as CSV; or NULL */
    const char *caption;  /* a line above the picture, or NULL */
    const bool *conflict; /* [nets] or NULL; of a film: nets that share cells are marked, and nets
                             without wires are not yet routed */
    const struct picture_span *spans; /* of a film on a paint with frames, instead of all wires */
    size_t span_count;
    void (*span_start)(struct paint *paint, uint32_t from, uint32_t to);
    uint32_t scale;  /* pixels per cell or micron, 1 .. PICTURE_SCALE_MAX; 0: chosen by size */
    uint32_t width;  /* with scale 0: width of the whole picture in pixels; 0: chosen */
    uint32_t fit;    /* with scale 0: maximum of the body's longer side in pixels; 0: chosen */
    bool has_crop;   /* draw only the part `crop` */
    struct box crop; /* corners included, in cells, or microns of a layout */
    const char *const *highlight; /* names of nets to highlight; all others are dimmed */
    size_t highlight_count;
    const char *const *hide; /* of a layout: patterns of cells that are left out */
    size_t hide_count;
    const char *colours; /* of a layout: a .lyp file with colours of layers, or NULL */
    const char *layers;  /* of a layout: A-B, the layers to show; NULL: all */
    const char *subject; /* the net whose pins get frames, or NULL */
    bool bare;           /* no margin, coordinates, title or legend */
    /* Of a layout: a line that is drawn across it, or NULL. */
    const struct crossing *crowded;
};

struct layout;
struct layout_marks;
struct scene_ops;

/* A design and its result, which both outlive the call. */
struct picture_subject {
    const struct scene_ops *ops;
    const void *design, *result; /* result: NULL if there is none */
};

/* routes: of this design, or NULL. */
struct picture_subject picture_of_grid(const struct design *design, const struct routes *routes);

/* marks: the checker's verdict (layout_marks.h), or NULL. */
struct picture_subject picture_of_layout(const struct layout *layout,
                                         const struct layout_marks *marks);

struct tile_graph;

/* The result that a picture of a tile graph shows besides the graph. All zero: no result. */
struct tiles_shown {
    const struct tile_routes *routes;
    const struct tile_check *check; /* of routes */
    const char *line;               /* numbers of the result for the line below the title */
};

/* options->show must be SHOW_CONGESTION. */
struct picture_subject picture_of_tiles(const struct tile_graph *graph,
                                        const struct tiles_shown *shown);

/* Draws the subject and writes path, whole or not at all, in the format of its suffix
 * (paint_file.h); "-" is standard output. options may be NULL: all defaults. Fails with
 * STATUS_BAD_INPUT for a scale, layer, crop box or size over its limit and for a highlighted net
 * that does not exist; with STATUS_FAILED for memory, disk, or a terminal as the target. Time
 * O(cells + wires + shapes + pixels); memory: pixels, nets and shapes. */
enum status picture_draw(struct picture_subject subject, const struct picture_options *options,
                         const char *path, struct error *error);

/* The same onto any paint, on which nothing may be drawn afterwards. */
enum status picture_paint(struct paint *paint, struct picture_subject subject,
                          const struct picture_options *options, struct error *error);

/* The same into a new canvas, which the caller destroys. */
enum status picture_render(struct canvas *canvas, struct picture_subject subject,
                           const struct picture_options *options, struct error *error);

/* The same in memory, in any format but PAINT_GIF: *bytes, which the caller frees. */
enum status picture_encode(struct picture_subject subject, const struct picture_options *options,
                           enum paint_format format, uint8_t **bytes, size_t *size,
                           struct error *error);

/* Fails with STATUS_BAD_INPUT as picture_draw would for these options; draws nothing. */
enum status picture_check(struct picture_subject subject, const struct picture_options *options,
                          struct error *error);
