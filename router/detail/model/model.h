/* model: what the detailed router reads: a placed design and its rules, in flat arrays.
 *
 * It is made from a design's LEF and DEF and is complete: nothing else of them is asked for. All
 * lengths are in one unit (box.h), in which all of LEF's and DEF's values are whole, half the
 * width of a wire too. Routing layers count from 0, the lowest; the cut layer between routing
 * layers l and l + 1 is l, too. A shape says with `level` where it lies: 2 l on routing layer l,
 * 2 l + 1 on the cut layer above it.
 */
#pragma once

#include <stddef.h>

#include "router/detail/model/near.h"

#define MODEL_NONE        UINT32_MAX       /* no net, pin, level, line or cut */
#define MODEL_OBSTRUCTION (UINT32_MAX - 1) /* the net of an obstruction or a blockage */
#define MODEL_FOREIGN     (UINT32_MAX - 2) /* the net of metal that no wire may touch */

enum {
    MODEL_LAYERS_MAX = 32, /* routing layers */
    MODEL_STEP_MAX = 1 << 28,
    MODEL_CLASSES = 8, /* of nets: class 0 has the layers' own wires, each other one those of a
                          nondefault rule */
};

/* Metal of this width or wider wants this space to metal that runs beside it. */
struct model_row {
    int32_t width;
    int32_t *space; /* one for each parallel run length */
};

/* A row of a table by both widths: it holds for a shape wider than `width` that runs beside the
 * other for more than `run` (-1: any length). */
struct model_pair_row {
    int32_t width, run;
    int32_t *space; /* one for each row that holds for the other shape */
};

struct model_range {
    int32_t space, low, high; /* for widths low .. high */
};

struct model_line_end {
    int32_t space, width,
        within; /* an edge shorter than width wants space, `within` to its sides */
};

/* A via to the layer above (below) on metal wider than this has so many cuts. */
struct model_minimum_cut {
    int32_t width;
    uint32_t cuts;
    bool above, below;
};

struct model_layer {
    const char *name;
    bool vertical;      /* the preferred direction */
    bool straight;      /* wires run in that direction only */
    bool on_tracks;     /* and on tracks only */
    bool rectangles;    /* metal that meets is a rectangle, that of pins included */
    int32_t width;      /* of wires */
    int32_t minwidth;   /* the least width of any metal; 0: width */
    int32_t space;      /* the least space; tables may ask for more */
    int64_t area;       /* the least area of a polygon, in square units; 0: none */
    int64_t hole;       /* the least area of a hole in a polygon; 0: none */
    int32_t minstep;    /* the least length of an edge; 0: none */
    uint32_t run_count; /* columns of the table by parallel run length: runs ascending */
    int32_t *runs;
    uint32_t row_count; /* its rows: widths ascending */
    struct model_row *rows;
    uint32_t pair_count; /* a table by both widths */
    struct model_pair_row *pairs;
    uint32_t range_count;
    struct model_range *ranges;
    uint32_t end_count;
    struct model_line_end *ends;
    uint32_t cut_count;
    struct model_minimum_cut *cuts;
    uint32_t x_count, y_count; /* tracks: coordinates, ascending, each once */
    int32_t *x, *y;
};

struct model_cut {
    const char *name;
    int32_t space;
    int32_t below;    /* to cuts of the cut layer below; 0: none asked for */
    bool below_stack; /* but where one lies within the other */
};

/* A via: pads on routing layers cut and cut + 1, holes in between, about its place at 0, 0. */
struct model_via {
    const char *name;
    uint32_t cut;
    uint32_t class; /* of the nets that use it */
    uint32_t holes;
    struct layout_rect pad[2]; /* below, above */
    struct layout_rect hole;   /* the box about all its holes */
    bool in_pins[2];           /* the pad below (above) has to lie within a pin; not both */
};

/* What the wires of a class are on each routing layer. */
struct model_class {
    int32_t width[MODEL_LAYERS_MAX];
    int32_t space[MODEL_LAYERS_MAX]; /* to other nets, at least; 0: as the layer */
};

struct model_shape {
    uint32_t level;
    struct layout_rect box;
    uint32_t net;  /* a net to route, or MODEL_OBSTRUCTION, MODEL_FOREIGN */
    uint32_t pin;  /* the pin that it belongs to, or MODEL_NONE */
    int32_t space; /* what the shape asks for instead of the layer's rule; -1: the rule */
    int32_t width; /* the width that the rule takes it for; -1: its own */
};

struct model_pin {
    const char *name;
    uint32_t net;
};

/* A box in which a global router wants wires of a net. */
struct model_guide {
    uint32_t layer;
    struct layout_rect box;
};

struct model {
    int32_t unit;           /* units in a unit of the DEF file */
    int32_t micron;         /* units in a micron */
    int32_t grid;           /* manufacturing grid; 0: none */
    bool thin_obstructions; /* obstructions ask for the space of thin metal (USEMINSPACING OBS) */
    struct layout_rect die; /* wires' centre lines stay within */
    uint32_t die_count;     /* parts of a die that is a polygon; 0 or 1: it is `die` */
    struct layout_rect *dies;
    uint32_t layer_count;
    struct model_layer *layers;
    struct model_cut *cuts; /* layer_count - 1 */
    uint32_t via_count;
    struct model_via *vias;      /* those that the router may use, by class, best first */
    uint32_t class_count;        /* classes beside class 0 */
    struct model_class *classes; /* of class 1, 2, ... */
    uint8_t *net_class;          /* by net; NULL: all 0 */
    uint32_t net_count;
    const char **nets; /* names */
    uint32_t pin_count;
    struct model_pin *pins; /* in the order of nets */
    uint32_t *net_pins;     /* pins of net n: net_pins[n] .. net_pins[n + 1] - 1 */
    uint32_t shape_count;
    struct model_shape *shapes; /* in the order of pins, those without one last */
    uint32_t *pin_shapes;       /* as net_pins, of shapes */
    struct model_guide *guides; /* NULL: none at all */
    uint32_t *net_guides;       /* as net_pins, of guides */
};

static inline bool model_is_net(uint32_t net)
{
    return net < MODEL_FOREIGN;
}

/* The class of a net's wires. */
static inline uint32_t model_class_of(const struct model *model, uint32_t net)
{
    return model->net_class == NULL ? 0 : model->net_class[net];
}

/* The width of a class's wires, and the least space about them (0: that of the layer's rules). */
static inline int32_t model_width(const struct model *model, uint32_t layer, uint32_t class)
{
    return class == 0 ? model->layers[layer].width : model->classes[class - 1].width[layer];
}

static inline int32_t model_class_space(const struct model *model, uint32_t layer, uint32_t class)
{
    return class == 0 ? 0 : model->classes[class - 1].space[layer];
}

/* Coordinates that DEF can state and that lie on the manufacturing grid are multiples of this; it
 * is at most MODEL_STEP_MAX. */
int32_t model_step(const struct model *model);

/* The space that the layer's rules ask for between shapes of two widths that run side by side for
 * `run` units (below 0: corner to corner). */
int32_t model_space(const struct model_layer *layer, int32_t width0, int32_t width1, int32_t run);

/* The cuts that the layer's rules want of a via to the layer above (below) on metal of a width; at
 * least 1. */
uint32_t model_cuts(const struct model_layer *layer, int32_t width, bool above);

/* The greatest space that the layer's rules can ask for. */
int32_t model_reach(const struct model_layer *layer);
