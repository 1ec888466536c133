/* layout_scene: a layout as a scene: which part is shown, and where a unit is on the picture.
 *
 *     x units  ->  pixel  left + (x - view.x0) * pixels / units
 *     y units  ->  pixel  top + (view.y1 - y) * pixels / units
 *
 * Integers only: the floor of the exact quotient, so that equal layouts give equal bytes. */
#pragma once

#include "grid/check/layout/layout_marks.h"
#include "router/draw/scene/scene.h"

enum { LAYOUT_MARKS_NUMBERED = 10 }; /* maximum of places with a number and a line in the list */

/* A layer's colour from a file (picture_options.colours). */
struct layout_colour {
    struct rgb colour;
    unsigned fit; /* match of the layer's name in the file: 0 none, 1 a part, 2 all */
};

struct layout_scene {
    struct scene base;
    struct paint *paint; /* that of the frame */
    const struct layout *layout;
    const struct layout_marks *marks; /* or NULL */
    struct shapes shapes;
    struct layout_rect view;                   /* units shown */
    int64_t pixels, units;                     /* the scale: `pixels` pixels for `units` units */
    bool used[TECH_LAYERS_MAX];                /* [layers]: has metal */
    unsigned low, high;                        /* levels shown, inclusive */
    struct layout_colour own[TECH_LAYERS_MAX]; /* [levels] */
    int64_t least;                             /* least width of a wire in pixels */
};

static inline struct layout_scene *layout_scene(struct scene *scene)
{
    return (struct layout_scene *)scene;
}

static inline const struct layout_scene *layout_of(const struct scene *scene)
{
    return (const struct layout_scene *)scene;
}

/* Draw the body, in this order; flight_draw comes before layout_faults_draw. */
void layout_cells_draw(const struct layout_scene *scene);
enum status layout_metal_draw(const struct layout_scene *scene, struct error *error);
void layout_faults_draw(const struct layout_scene *scene);
void layout_crowded_draw(const struct layout_scene *scene);
void layout_asked_draw(const struct scene *scene, int64_t least, int64_t rim, uint8_t colour);

/* A flight line between points in half pixels, in the colour of unrouted nets. */
void layout_line(const void *scene, struct scene_point from, struct scene_point to);

/* The legend's items of a layout, and the list of numbered places. */
void layout_legend(const struct scene *scene, struct text_flow *flow);

/* layout_count.c: the calls `tile` and `count` of scene_ops. */
int64_t layout_map_tile(const struct scene *scene, char *text, size_t room);
enum status layout_count(struct scene *scene, struct error *error);

/* layout_colours.c: reads the colours of the .lyp file of the options, if any; fails with
 * STATUS_BAD_INPUT for wrong XML and colours and if no layer of the design is in it. */
enum status layout_colours_read(struct layout_scene *scene, struct error *error);
/* The colour of a level's wires; shade: any number, such as a net's, or LAYOUT_DIM: dimmed. */
#define LAYOUT_DIM UINT32_MAX
uint8_t layout_colour(const struct layout_scene *scene, unsigned level, uint32_t shade);
uint8_t layout_pin_colour(const struct layout_scene *scene, uint16_t layer);

/* Bands along a wire whose layer repeats a hue (palette.h). */
void layout_bands(const struct layout_scene *scene, struct pixels at, unsigned level);

/* layout_names.c: true for a cell that the picture leaves out. layout_hide_check: fails for a
 * pattern that no cell matches. layout_name_*: write names of cells, pins and nets inside their
 * shapes if the letters can be NAME_LEAST pixels high. */
bool layout_hides(const struct layout_scene *scene, uint32_t component);
enum status layout_hide_check(const struct layout_scene *scene, struct error *error);
void layout_name_cells(const struct layout_scene *scene);
void layout_name_metal(const struct layout_scene *scene, const struct shape *shape,
                       struct pixels at, uint8_t colour);

/* The box of a placed cell, in units. */
struct layout_rect layout_cell_rect(const struct layout *layout, uint32_t component);
void layout_cut(const struct layout_scene *scene, struct pixels at, bool highlighted);

/* Draws a blockage with stripes, so that shapes below it stay visible. */
void layout_blockage(const struct layout_scene *scene, struct pixels at);

/* Pixels of a number of units, rounded down. */
static inline int64_t layout_view_length(const struct layout_scene *scene, int64_t units)
{
    assert(scene->pixels > 0 && scene->units > 0);
    int64_t whole = units * scene->pixels;
    return whole >= 0 ? whole / scene->units : -((-whole + scene->units - 1) / scene->units);
}

/* The pixels of a rectangle, at least one on a side. */
static inline struct pixels layout_view_rect(const struct layout_scene *scene, struct layout_rect r)
{
    const struct layout_rect view = scene->view;
    int64_t x0 = layout_view_length(scene, (int64_t)r.x0 - view.x0);
    int64_t x1 = layout_view_length(scene, (int64_t)r.x1 - view.x0);
    int64_t y0 = layout_view_length(scene, (int64_t)view.y1 - r.y1);
    int64_t y1 = layout_view_length(scene, (int64_t)view.y1 - r.y0);
    return (struct pixels){scene->base.frame.left + x0, scene->base.frame.top + y0,
                           x1 > x0 ? x1 - x0 : 1, y1 > y0 ? y1 - y0 : 1};
}
