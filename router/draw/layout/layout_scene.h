/* layout_scene: what the passes of a layout's picture share, and where each unit lies on the
 * canvas.
 *
 *     x units  ->  pixel  left + (x - view.x0) * pixels / units
 *     y units  ->  pixel  top + (view.y1 - y) * pixels / units
 *
 * Whole numbers only: floor of the exact quotient, so that equal layouts give equal bytes.
 */
#pragma once

#include "grid/layout/shape.h"
#include "router/draw/layout/layout_picture.h"
#include "router/draw/frame/heat.h"

struct layout_scene {
    const struct layout *layout;
    const struct layout_marks *marks; /* or NULL */
    struct frame frame;               /* the layout and what stands around it */
    struct shapes shapes;
    struct layout_rect view;    /* units shown */
    int64_t pixels, units;      /* so many pixels for so many units */
    bool *strong;               /* [nets] highlighted, or NULL: all are alike */
    bool *open;                 /* [nets] not joined, or NULL: none is known to be */
    bool used[TECH_LAYERS_MAX]; /* [layers]: metal of it is shown */
    enum picture_show show;
    const struct layout *other; /* with SHOW_DIFF */
    uint32_t layer;             /* with SHOW_CONGESTION, as in picture_options */
    uint8_t *tone;              /* [nets] colours of wires whatever their layer, or NULL */
    struct heat heat;           /* with SHOW_CONGESTION */
    char why[512];              /* a line above the layout */
};

/* A rectangle of pixels. */
struct pixels {
    int64_t x, y, width, height;
};

/* Chooses nets and colours for the question that is asked, when there are shapes; draws what lies
 * below the metal, or all of a map; explains the colours. */
enum status layout_why_prepare(struct layout_scene *scene, struct error *error);
enum status layout_why_draw(struct layout_scene *scene, struct error *error);
void layout_why_items(struct text_flow *flow, const struct layout_scene *scene);

/* The maps of SHOW_CONGESTION: counted, after which the frame has its size; drawn; coordinates. */
enum status layout_congestion_prepare(struct layout_scene *scene, struct error *error);
void layout_congestion_draw(const struct layout_scene *scene);
void layout_congestion_axes(const struct layout_scene *scene);

/* The passes, in this order; layout_why_draw comes after the first. */
void layout_cells_draw(const struct layout_scene *scene);
enum status layout_metal_draw(const struct layout_scene *scene, struct error *error);
uint32_t
layout_marks_every(const struct layout_scene *scene); /* each so-many-th open net has lines */
enum status layout_marks_draw(const struct layout_scene *scene, struct error *error);
void layout_legend_draw(const struct layout_scene *scene);

/* Finds the place of the layout, scene->frame.left and top, and the picture's size. */
struct frame_sizes layout_legend_measure(struct layout_scene *scene);

/* Coordinates at the lower and at the left edge, and the pixels that they take there. */
void layout_axes_draw(const struct layout_scene *scene, bool lower, bool left);
int64_t layout_axes_width(const struct layout_scene *scene);

/* Colours of a layer: wires of a net, rails, pins. */
uint8_t layout_wire_colour(const struct layout_scene *scene, uint16_t layer, uint32_t net);
uint8_t layout_pin_colour(const struct layout_scene *scene, uint16_t layer);

/* Bands across a wire whose layer repeats a colour (palette.h). */
void layout_bands(const struct layout_scene *scene, struct pixels at, unsigned level);

/* Draws a cut; strong: not of a net that stands back. */
void layout_cut(const struct layout_scene *scene, struct pixels at, bool strong);

/* A blockage: striped, so that what lies below it stays visible. */
void layout_blockage(const struct layout_scene *scene, struct pixels at);

/* Pixels of a number of units, rounded down. */
static inline int64_t layout_view_length(const struct layout_scene *scene, int64_t units)
{
    assert(scene->pixels > 0 && scene->units > 0);
    int64_t whole = units * scene->pixels;
    return whole >= 0 ? whole / scene->units : -((-whole + scene->units - 1) / scene->units);
}

static inline int64_t layout_view_x(const struct layout_scene *scene, int32_t x)
{
    return scene->frame.left + layout_view_length(scene, (int64_t)x - scene->view.x0);
}

static inline int64_t layout_view_y(const struct layout_scene *scene, int32_t y)
{
    return scene->frame.top + layout_view_length(scene, (int64_t)scene->view.y1 - y);
}

/* The pixels of a rectangle: one at least a side. */
static inline struct pixels layout_view_rect(const struct layout_scene *scene, struct layout_rect r)
{
    int64_t x0 = layout_view_x(scene, r.x0), x1 = layout_view_x(scene, r.x1);
    int64_t y0 = layout_view_y(scene, r.y1), y1 = layout_view_y(scene, r.y0);
    return (struct pixels){x0, y0, x1 > x0 ? x1 - x0 : 1, y1 > y0 ? y1 - y0 : 1};
}

static inline bool layout_is_strong(const struct layout_scene *scene, uint32_t net)
{
    return scene->strong == NULL || (net != NET_NONE && scene->strong[net]);
}

static inline bool layout_is_open(const struct layout_scene *scene, uint32_t net)
{
    return scene->open != NULL && net != NET_NONE && scene->open[net];
}
