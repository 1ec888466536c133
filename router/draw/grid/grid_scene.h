/* grid_scene: a routed grid as a scene: which cells are shown, and where a cell is on the picture.
 *
 *     cell (x, y)  ->  pixels [view_x, view_x + scale) x [view_y, view_y + scale)
 *
 * With shrink > 1 (then scale is 1) shrink x shrink cells share a pixel.
 *
 * Wires of several layers must stay visible where they cross. In large cells they share the cell's
 * middle and get narrower from layer to layer; in small cells each layer has a lane of its own:
 *
 *     large, 2 layers:  . 1 1 2 2 1 1 .        small, 2 layers:  1 2 .
 *
 * All shapes of a net on a layer (wires, their ends, vias, pins) are in that layer's lane, along x
 * and along y, and layers are drawn from the lowest. So no layer hides another one completely. A
 * cell with too few pixels for its layers (`apart` is false) shows the uppermost ones. */
#pragma once

#include "router/draw/scene/scene.h"
#include "router/search/field.h"

/* Place and width of a layer's wires inside a cell, in pixels from its left and upper edge. */
struct lane {
    uint32_t offset, width;
};

/* How a wall is drawn: as an edge of the cell (a wall on all layers, on some layers), as a bar (a
 * wall between layers), or as a grey cell if cells are too small for edges. */
enum wall_kind { WALL_ALL, WALL_SOME, WALL_VIA, WALL_CELL, WALL_KINDS };

struct survey {
    bool blocked;        /* some cell is blocked on every layer */
    bool partly_blocked; /* some cell is blocked on some layers only */
    uint32_t weight_max; /* the heaviest weight; 1 without weights */
    bool walls[WALL_KINDS];
    bool vias, pins;
};

struct grid_scene {
    struct scene base;
    struct paint *paint; /* that of the frame */
    const struct design *design;
    const struct routes *routes; /* or NULL */
    struct box box;              /* the cells shown */
    uint32_t scale, shrink;      /* pixels per cell; cells per pixel along a side */
    int64_t boost;   /* pixels by which the shadow below a thin wire is wider on each side */
    bool nested;     /* the lanes of higher layers are within those of lower ones */
    bool apart;      /* no layer covers another's lane */
    uint8_t *upmost; /* [cells of box, rows from y0] layers up to the uppermost with metal, one more
                        below pins; NULL: wires have no names */
    struct survey survey;
    struct lane lanes[GRID_LAYERS_MAX];
};

static inline struct grid_scene *grid_scene(struct scene *scene)
{
    return (struct grid_scene *)scene;
}

static inline const struct grid_scene *grid_of(const struct scene *scene)
{
    return (const struct grid_scene *)scene;
}

static inline uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* fit.c: chooses scale, shrink and lanes for scene->box, and the frame's sizes. */
enum status grid_fit(struct grid_scene *scene, struct error *error);

/* survey.c: fills scene->survey but for walls, and boost. O(cells + wires). */
void grid_survey(struct grid_scene *scene);

/* Draw the body, in this order. */
void ground_draw(const struct grid_scene *scene);
void tracks_draw(const struct grid_scene *scene); /* wires, vias and pins, layer by layer */
enum status stuck_draw(const struct grid_scene *scene, struct error *error); /* SHOW_FAILURES */
void rings_draw(const struct grid_scene *scene); /* rings.c: around small nets and pins */

/* The metal of the nets in question: scene_ops.metal. */
void tracks_draw_asked(const struct scene *scene, int64_t least, int64_t rim, uint8_t colour);

/* Draws only the wires of highlighted nets, `grow` pixels wider on each side. */
void tracks_draw_highlighted(const struct grid_scene *scene, int64_t grow);
void grid_legend(const struct scene *scene, struct text_flow *flow);

/* Sets the kinds of walls that ground_draw shows. O(cells of the box) if the grid has walls. */
enum { GROUND_WALLS_FROM = 3 }; /* least pixels per cell with edges */
void ground_walls(const struct grid_scene *scene, bool kinds[WALL_KINDS]);

/* Steep stripes over a square of `size` pixels, in the colours of the set of blocked layers,
 * continuous from cell to cell. Smaller cells are grey. */
enum { GROUND_HATCH_FROM = 6 };
void ground_hatch(const struct grid_scene *scene, int64_t left, int64_t top, int64_t size,
                  uint64_t layers);

/* Colour of a net's wires on a layer: hue by layer; on a grid of one layer hue by net. style_shade:
 * the same for any number of a net, ignoring scene->colour: a shade of the layer in the legend. */
uint8_t style_colour(const struct grid_scene *scene, uint32_t layer, uint32_t net);
uint8_t style_shade(const struct grid_scene *scene, uint32_t layer, uint32_t number);

/* Width in pixels of the casing, a rim in the ground's colour along wires; 0: none. */
int64_t style_casing(const struct grid_scene *scene);

/* A via's disc around a middle given in half pixels, `size` pixels wide, from layer low to high. */
void style_via(const struct grid_scene *scene, int64_t x2, int64_t y2, int64_t size, uint32_t low,
               uint32_t high);
bool style_has_discs(const struct grid_scene *scene); /* otherwise vias are dark squares */

/* "2 metal2, vertical, strict" */
void style_layer_text(const struct grid *grid, uint32_t z, char *text, size_t room);

/* Fills upmost if cells are large enough for names. O(metal). */
enum status labels_prepare(struct grid_scene *scene, struct error *error);

/* Writes the net's name inside `at`, the pixels of one of its wires, in the middle of the longest
 * piece that no pin and no higher layer covers; writes nothing if it does not fit. */
void labels_draw(const struct grid_scene *scene, uint32_t net, uint32_t layer, struct pixels at);

enum { PIN_NAMES_FROM = 14 }; /* least side of a pin's square with a name, in pixels */

/* The pins of a net on a layer; those of all layers are on the uppermost. */
void pins_draw(const struct grid_scene *scene, uint32_t net, uint32_t layer);

/* A pin's mark in a layer's lane of a cell. A via stack above a pin has it, too. */
void pins_mark(const struct grid_scene *scene, uint32_t net, uint32_t x, uint32_t y, uint32_t layer,
               bool all_layers);

/* A flight line between points in half pixels, in the colour of unrouted nets. */
void style_line(const struct grid_scene *scene, struct scene_point from, struct scene_point to,
                double thick);

/* True if the cell is on the layer. Does not divide: large pictures call it 10^7 times. */
static inline bool scene_is_on(const struct grid *grid, cell_t cell, uint32_t layer)
{
    const uint32_t plane = grid->width * grid->height;
    return cell - layer * plane < plane;
}

/* Left pixel of a column; columns left of the box are negative. */
static inline int64_t view_x(const struct grid_scene *scene, uint32_t x)
{
    int64_t columns = (int64_t)x - scene->box.x0;
    return scene->base.frame.left +
           (scene->shrink > 1 ? columns / scene->shrink : columns * (int64_t)scene->scale);
}

static inline int64_t view_y(const struct grid_scene *scene, uint32_t y)
{
    int64_t rows = (int64_t)scene->box.y1 - y;
    return scene->base.frame.top +
           (scene->shrink > 1 ? rows / scene->shrink : rows * (int64_t)scene->scale);
}
