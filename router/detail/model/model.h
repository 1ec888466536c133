/* model: the router's input: a placed design and its rules, in flat arrays.
 *
 * It is made from a layout, which must outlive it. All lengths are in units of the layout
 * (grid/layout/rect.h); half the width of a wire is a whole number of them. Routing layers are
 * numbered from 0, the lowest; cut layer l is between routing layers l and l + 1. The level of a
 * shape is 2 l on routing layer l and 2 l + 1 on cut layer l. */
#pragma once

#include "grid/layout/tech.h"
#include "router/detail/model/near.h"

#define MODEL_NONE        UINT32_MAX       /* no net, pin, level, line or cut layer */
#define MODEL_OBSTRUCTION (UINT32_MAX - 1) /* the net of an obstruction or a blockage */
#define MODEL_FOREIGN     (UINT32_MAX - 2) /* the net of metal that no wire may touch */

enum {
    MODEL_LAYERS_MAX = 32,    /* routing layers */
    MODEL_STEP_MAX = 1 << 28, /* units */
    MODEL_CLASSES = 8,        /* of nets: 0 has default wires, others those of a nondefault rule */
    MODEL_SMALL_NETS = 2048,  /* nets of the largest small layout (model_is_small) */
};

/* A row of a SPACINGTABLE. PARALLELRUNLENGTH: for metal wider than `width`. TWOWIDTHS: for a shape
 * wider than `width` with a parallel run length to the other of more than `run` (-1: any). */
struct model_row {
    int32_t width, run;
    const int32_t *space; /* by column */
};

struct model_layer {
    const char *name;   /* for messages */
    bool vertical;      /* the preferred direction */
    bool straight;      /* wires run in that direction only */
    bool on_tracks;     /* and on tracks only */
    bool rectangles;    /* connected metal must be a rectangle, pins included (RECTONLY) */
    int32_t width;      /* of wires */
    int32_t minwidth;   /* the minimum width of any metal; 0: width */
    int32_t space;      /* the minimum spacing; tables may require more */
    int64_t area;       /* the minimum area of a polygon, in square units; 0: none */
    int64_t hole;       /* the minimum area of a hole in a polygon, in square units; 0: none */
    int32_t minstep;    /* the minimum length of an edge; 0: none */
    uint32_t run_count; /* columns of PARALLELRUNLENGTH: run lengths, ascending */
    const int32_t *runs;
    uint32_t row_count; /* its rows: widths ascending */
    struct model_row *rows;
    uint32_t pair_count; /* rows and columns of TWOWIDTHS */
    struct model_row *pairs;
    uint32_t range_count; /* SPACING ... RANGE: of each, spacing, lo and hi are used */
    const struct tech_range *ranges;
    uint32_t end_count; /* SPACING ... ENDOFLINE: the parallel edge is ignored */
    const struct tech_line_end *ends;
    uint32_t cut_count; /* MINIMUMCUT: rules with a length are ignored */
    const struct tech_minimum_cut *cuts;
    uint32_t x_count, y_count; /* tracks: coordinates, ascending, each once */
    int32_t *x, *y;
};

struct model_cut {
    int32_t space;
    int32_t below;    /* to cuts of the cut layer below; 0: no rule */
    bool below_stack; /* except if one is within the other */
};

/* A via at 0, 0: pads on routing layers cut and cut + 1, holes on cut layer `cut`. */
struct model_via {
    uint32_t cut;
    uint32_t class; /* of the nets that may use it */
    uint32_t holes;
    struct layout_rect pad[2]; /* below, above */
    struct layout_rect hole;   /* the bounding box of all holes */
    bool in_pins[2];           /* the pad below (above) must be within a pin; not both */
};

/* The wires of a class, by routing layer. */
struct model_class {
    int32_t width[MODEL_LAYERS_MAX];
    int32_t space[MODEL_LAYERS_MAX]; /* minimum spacing to other nets; 0: that of the layer */
    int32_t cuts[MODEL_LAYERS_MAX];  /* by cut layer: minimum number of holes of a via; 0: none */
    bool has_cuts;                   /* one of them is above 1: never class 0 instead */
};

struct model_shape {
    uint32_t level;
    struct layout_rect box;
    uint32_t net;  /* a net to route, MODEL_OBSTRUCTION or MODEL_FOREIGN */
    uint32_t pin;  /* its pin, or MODEL_NONE */
    int32_t space; /* spacing required instead of the layer's; -1: the layer's */
    int32_t width; /* width that spacing rules use; -1: its own */
    bool is_pin;   /* of a pin of a component or an I/O pin, not wiring */
};

/* A rectangle of a net's guides, from a global router. */
struct model_guide {
    uint32_t layer;
    struct layout_rect box;
};

struct model {
    int32_t unit;           /* units per database unit of the DEF file */
    int32_t grid;           /* manufacturing grid; 0: none */
    bool thin_obstructions; /* obstructions need the spacing of thin metal (USEMINSPACING OBS) */
    struct layout_rect die; /* centre lines of wires stay within it */
    uint32_t die_count;     /* rectangles of a polygonal die; 0 or 1: the die is `die` */
    const struct layout_rect *dies;
    uint32_t layer_count;
    struct model_layer *layers;
    struct model_cut *cuts; /* layer_count - 1 */
    uint32_t via_count;
    struct model_via *vias; /* vias that the router may use, best first within a class */
    uint32_t stack_most;    /* maximum number of stacked vias of one hole on cut layers stack_low ..
                               stack_high - 1; 0: no limit */
    uint32_t stack_low, stack_high;
    uint32_t class_count;        /* without class 0 */
    struct model_class *classes; /* index 0 is class 1 */
    uint8_t *net_class;          /* by net; NULL: all 0 */
    uint32_t *no_wires; /* by net: a bit per layer on which it may have wires only near its pins */
    int32_t jog;        /* "near its pins": up to this distance, in units */
    uint32_t net_count;
    uint32_t pin_count;
    uint32_t *pin_net;  /* by pin, in the order of nets */
    uint32_t *net_pins; /* net n has pins net_pins[n] .. net_pins[n + 1] - 1 */
    uint32_t shape_count;
    struct model_shape *shapes; /* in the order of pins; shapes without a pin are last */
    uint32_t *pin_shapes;       /* like net_pins, for the shapes of a pin */
    struct model_guide *guides; /* NULL: no guides */
    uint32_t *net_guides;       /* like net_pins, for guides */
};

/* True if the layout is small: routing takes seconds in any case, so it takes some more for shorter
 * wires and fewer vias (../README.md, "Small layouts"). */
static inline bool model_is_small(const struct model *model)
{
    return model->net_count <= MODEL_SMALL_NETS;
}

static inline bool model_is_net(uint32_t net)
{
    return net < MODEL_FOREIGN;
}

/* The class of a net, which must be a net to route. */
static inline uint32_t model_class_of(const struct model *model, uint32_t net)
{
    assert(net < model->net_count);
    return model->net_class == NULL ? 0 : model->net_class[net];
}

static inline uint32_t model_no_wires(const struct model *model, uint32_t net)
{
    assert(net < model->net_count);
    return model->no_wires == NULL ? 0 : model->no_wires[net];
}

/* The width of a class's wires, and their minimum spacing (0: that of the layer's rules). */
static inline int32_t model_width(const struct model *model, uint32_t layer, uint32_t class)
{
    assert(layer < model->layer_count && class <= model->class_count);
    return class == 0 ? model->layers[layer].width : model->classes[class - 1].width[layer];
}

static inline int32_t model_class_space(const struct model *model, uint32_t layer, uint32_t class)
{
    return class == 0 ? 0 : model->classes[class - 1].space[layer];
}

/* The minimum number of holes of a class's vias on a cut layer, or 0. */
static inline int32_t model_class_cuts(const struct model *model, uint32_t cut, uint32_t class)
{
    assert(cut < model->layer_count && class <= model->class_count);
    return class == 0 ? 0 : model->classes[class - 1].cuts[cut];
}

/* True if nets of this class may have class 0 instead. */
static inline bool model_may_narrow(const struct model *model, uint32_t class)
{
    return class > 0 && !model->classes[class - 1].has_cuts;
}

/* The end of a wire of this width, relative to its node. */
static inline struct layout_rect model_wire_end(int32_t width)
{
    int32_t half = width / 2;
    return (struct layout_rect){-half, -half, width - half, width - half};
}

/* The minimum width of metal on a layer. */
static inline int32_t model_min_width(const struct model_layer *layer)
{
    return layer->minwidth > 0 ? layer->minwidth : layer->width;
}

/* The width of a shape that spacing rules use. */
static inline int32_t model_rule_width(const struct model *model, const struct model_shape *shape)
{
    bool thin = shape->net == MODEL_OBSTRUCTION && model->thin_obstructions;
    return shape->width >= 0 ? shape->width : thin ? 0 : rect_narrow(shape->box);
}

/* The least common multiple of database unit and manufacturing grid, at most MODEL_STEP_MAX. */
int32_t model_step(const struct model *model);

/* The spacing that the layer's rules require between shapes of two widths with a parallel run
 * length of `run` units (negative: corner to corner). */
int32_t model_space(const struct model_layer *layer, int32_t width0, int32_t width1, int32_t run);

/* The number of cuts, at least 1, that the layer requires of a via to the layer above (below) on
 * metal of `width`. */
uint32_t model_cuts(const struct model_layer *layer, int32_t width, bool above);

/* The largest spacing that the layer's rules can require between metal up to a width. */
int32_t model_reach(const struct model_layer *layer, int32_t width);
