/* scene: what a picture shows and where each cell lies in it.
 *
 *     cell (x, y)  ->  pixels [view_x, view_x + scale) x [view_y, view_y + scale)
 *
 * With shrink > 1 (then scale is 1) shrink x shrink cells share a pixel.
 *
 * Wires of several layers must stay visible where they lie above each other. Where a cell is large,
 * they share the cell's middle and narrow from layer to layer, so that the lower one is seen on
 * both sides. Where it is small, each layer has a strip of its own, one or more pixels wide:
 *
 *     large, 2 layers:  . 1 1 2 2 1 1 .        small, 2 layers:  1 2 .
 *
 * Everything that a net has on a layer - wires, their ends, vias, pins - lies in that layer's strip
 * in both directions, and layers are drawn from the lowest: so the corner of a layer's square in a
 * cell is covered by no other layer, and of each step the outer rows. A cell with too few pixels
 * for its layers (`apart` is false) shows the uppermost ones.
 */
#pragma once

#include "grid/routes.h"
#include "router/draw/design/picture_options.h"
#include "router/draw/frame/heat.h"

/* Place and width of a layer's wires inside a cell, in pixels from its left and upper edge. */
struct strip {
    uint32_t offset, width;
};

/* Kinds of walls that are seen. */
struct survey_walls {
    bool all_layers, some_layers; /* edges of cells, there on all layers or on some */
    bool vias;                    /* between layers */
    bool cells;                   /* cells too small for edges are grey */
};

/* What the legend has to explain, found before anything is drawn. */
struct survey {
    bool blocked;        /* some cell is blocked on every layer */
    bool partly_blocked; /* some cell is blocked on some layers only */
    uint32_t weight_max; /* the heaviest weight; 1 if there is none */
    struct survey_walls walls;
    bool vias, pins, unrouted;
};

struct scene {
    const struct design *design;
    const struct routes *routes; /* or NULL */
    struct frame frame;          /* the layout and what stands around it */
    struct box box;              /* the cells shown */
    uint32_t scale, shrink;
    uint32_t flight_every; /* of the unrouted nets that are strong each so-many-th has lines */
    int64_t boost; /* pixels that a shadow of thin wires, below them, is wider on both sides */
    bool nested;   /* strips lie within each other */
    bool apart;    /* no layer covers another's strip */
    enum picture_show show;
    const struct routes *other; /* with SHOW_DIFF */
    bool film;
    const struct picture_options *options;
    uint8_t *tone;    /* [nets] colours of wires whatever their layer, or NULL */
    struct heat heat; /* with SHOW_CONGESTION */
    char why[512];    /* a line above the layout */
    uint8_t *upmost;  /* [cells of box, rows from y0] layers up to the uppermost with metal there,
                         one more below pins; NULL where no names lie on wires */
    bool *strong;     /* [nets] highlighted, or NULL: all are alike */
    struct survey survey;
    struct strip strips[GRID_LAYERS_MAX];
};

/* Chooses nets and colours for the question that is asked; draws what lies below the wires;
 * explains the colours. */
enum status why_prepare(struct scene *scene, struct error *error);
void why_draw(struct scene *scene);
void why_items(struct text_flow *flow, const struct scene *scene);

/* The cells where unrouted nets are stuck; with SHOW_FAILURES, behind tracks_draw. */
enum status stuck_draw(const struct scene *scene, struct error *error);

/* The maps of SHOW_CONGESTION: counted, after which the frame has its size; drawn; with axes.
 * across: maps beside each other. */
uint32_t congestion_across(const struct scene *scene);
enum status congestion_prepare(struct scene *scene, struct error *error);
void congestion_draw(const struct scene *scene);
void congestion_axes(const struct scene *scene);

/* Half the box of a net's pins: no tree of the net is shorter. */
uint64_t why_least_length(const struct design *design, uint32_t net);

/* The passes of a picture, in this order; why_draw comes after the first. */
void ground_draw(const struct scene *scene);
void tracks_draw(const struct scene *scene);        /* wires, vias and pins, layer by layer */
void tracks_draw_strong(const struct scene *scene); /* of highlighted nets the wires alone */
enum status flight_draw(const struct scene *scene, struct error *error);
void rings_draw(const struct scene *scene); /* what would be too small to be found */
void legend_draw(const struct scene *scene);

/* Coordinates at the lower and at the left edge, and the pixels that they take there. */
void axes_draw(const struct scene *scene, bool lower, bool left);
int64_t axes_width(const struct scene *scene);

/* Finds the place of the layout, scene->frame.left and top, and the picture's size. */
struct frame_sizes legend_measure(struct scene *scene);

/* Finds out what is there to be seen, and how sparse the wires are, which must be chosen after the
 * scale. O(cells / 64 + wires), O(cells) with weights. */
void scene_survey(struct scene *scene);

/* Chooses scale, shrink, size and strips for scene->box. */
enum status scene_fit(struct scene *scene, const struct picture_options *options,
                      struct error *error);

/* Chooses flight_every: few unrouted nets all have their lines, of many at most FLIGHT_LINES_MAX
 * lines are drawn. Beside highlighted nets the lines of all others would hide them: these have
 * none. */
enum { FLIGHT_LINES_MAX = 5000 };
void flight_prepare(struct scene *scene);

/* Goes to the next net with flight lines, from a zeroed walk to the first; false behind the last.
 * O(nets skipped). */
struct flight_walk {
    uint32_t net, next, seen;
};
bool flight_next(const struct scene *scene, struct flight_walk *walk);

/* Spanning edges of n >= 1 points: parent[i] < n for every i but the first, whose is 0. Minimum in
 * Manhattan distance up to FLIGHT_PINS_MAX points, O(n^2); a chain in the given order above. */
enum { FLIGHT_PINS_MAX = 1024 };
enum status flight_tree(const uint32_t *x, const uint32_t *y, uint32_t n, uint32_t *parent,
                        struct error *error);

/* Tint of a weight above 1: 0 .. PALETTE_TINTS - 1, by the logarithm. */
unsigned ground_tint(uint32_t weight, uint32_t weight_max);

/* The kinds of walls that ground_draw shows. From GROUND_WALLS_FROM pixels a cell on they are edges
 * and bars. O(cells of the box), with walls. */
enum { GROUND_WALLS_FROM = 3 };
struct survey_walls ground_walls(const struct scene *scene);

/* Steep stripes over a square, one colour a blocked layer, continuous from cell to cell. Cells
 * of GROUND_HATCH_FROM pixels and more are hatched; smaller ones are grey. */
enum { GROUND_HATCH_FROM = 6 };
void ground_hatch(const struct scene *scene, int64_t left, int64_t top, int64_t size,
                  uint64_t layers);

/* Colour of a net's wires on a layer: hue by layer; on a grid of one layer hue by net. */
uint8_t style_colour(const struct scene *scene, uint32_t layer, uint32_t net);
/* The same whatever is to be told of nets, for any number: what the legend shows of the layer. */
uint8_t style_shade(const struct scene *scene, uint32_t layer, uint32_t number);

/* Pieces of wire that picture and legend share. A run of a layer, with the layer's bands: layers
 * above PALETTE_HUES repeat its colours, each time with one band more across every cell. */
void style_bands(const struct scene *scene, uint32_t layer, int64_t x, int64_t y, int64_t width,
                 int64_t along, bool upright);

/* Pixels of the rim in the ground's colour along wires; 0: none. */
int64_t style_casing(const struct scene *scene);

/* Marks that picture and legend share, around a middle given in half pixels; size in pixels. */
void style_via(const struct scene *scene, int64_t x2, int64_t y2, int64_t size, uint32_t low,
               uint32_t high);
bool style_has_discs(const struct scene *scene); /* else vias are dark squares */

/* "2 metal2, vertical, strict" */
void style_layer_text(const struct grid *grid, uint32_t z, char *text, size_t room);

/* Finds out which wires lie above others, where cells are large enough for names. O(metal). */
enum status labels_prepare(struct scene *scene, struct error *error);

/* The net's name inside the pixels of one of its wires, where that is long: in the middle of its
 * longest piece that no pin and no higher layer covers. */
void labels_draw(const struct scene *scene, uint32_t net, uint32_t layer, int64_t x, int64_t y,
                 int64_t width, int64_t height);

enum { PIN_NAMES_FROM = 14 }; /* pixels of a pin's square that may hold a name */

/* The pins of a net on a layer; those of all layers lie on the uppermost. */
void pins_draw(const struct scene *scene, uint32_t net, uint32_t layer);

/* A pin's mark in a layer's strip of a cell: above its own pin a wire of the net looks so, too. */
void pins_mark(const struct scene *scene, uint32_t net, uint32_t x, uint32_t y, uint32_t layer,
               bool all_layers);
void flight_line(const struct scene *scene, int64_t x0, int64_t y0, int64_t x1, int64_t y1,
                 double thick);

/* Is the cell on that layer? No division: pictures of large designs ask this some ten million
 * times. */
static inline bool scene_is_on(const struct grid *grid, cell_t cell, uint32_t layer)
{
    const uint32_t plane = grid->width * grid->height;
    return cell - layer * plane < plane;
}

static inline bool scene_is_strong(const struct scene *scene, uint32_t net)
{
    return scene->strong == NULL || scene->strong[net];
}

static inline bool scene_is_unrouted(const struct scene *scene, uint32_t net)
{
    return scene->routes != NULL && !scene->film && scene->routes->nets[net].state != ROUTE_ROUTED;
}

/* Left pixel of a column; columns left of the box give what lies there. */
static inline int64_t view_x(const struct scene *scene, uint32_t x)
{
    int64_t columns = (int64_t)x - scene->box.x0;
    return scene->frame.left +
           (scene->shrink > 1 ? columns / scene->shrink : columns * (int64_t)scene->scale);
}

/* Upper pixel of a row. */
static inline int64_t view_y(const struct scene *scene, uint32_t y)
{
    int64_t rows = (int64_t)scene->box.y1 - y;
    return scene->frame.top +
           (scene->shrink > 1 ? rows / scene->shrink : rows * (int64_t)scene->scale);
}

static inline bool view_holds(const struct scene *scene, uint32_t x, uint32_t y)
{
    return x >= scene->box.x0 && x <= scene->box.x1 && y >= scene->box.y0 && y <= scene->box.y1;
}
