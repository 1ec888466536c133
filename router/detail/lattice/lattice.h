/* lattice: the lines on which each layer may run, what may stand on them, and what stands there.
 *
 * A layer has columns and rows of its own: its tracks in its preferred direction, and across them
 * the tracks of its neighbours, where vias to them may stand. They need not be even. A node is a
 * crossing of the two; a wire runs from node to node, a via stands on a node that two layers share.
 *
 *     own[0] of a node: may a wire run from it to the next column; own[1]: to the next row
 *     own of a site: may a via of this variant stand here
 *         LATTICE_FREE  anybody;  LATTICE_CLOSED  nobody;  net + 1  this net alone
 *
 * Owners come from the metal that is there before routing. What routing adds is counted instead:
 * each wire and pad adds one to every node and site where metal of another net would come too near
 * to it. A node or a site with count 0 is free of conflicts. The offsets that count follow from
 * the rules of LEF: for each layer and pair of shapes (wire, pad of the via below, pad of the via
 * above) the space between them; cuts likewise, and these for the same net, too.
 *
 * Nets with a nondefault rule have wires and vias of their own (the model's classes). Each class
 * has nodes of its own on the same lines, and variants of its own: those of class c are the numbers
 * from c * LATTICE_VARIANTS on. What is routed counts in all classes.
 */
#pragma once

#include "grid/base.h"
#include "router/detail/model/model.h"

#define LATTICE_CLOSED UINT32_MAX

enum {
    LATTICE_FREE = 0,
    LATTICE_LINES_MAX = 65535, /* of a layer, along each axis */
    LATTICE_VARIANTS = 4,      /* vias of one cut layer that the search chooses from, by class */
    LATTICE_TILE = 4,
    LATTICE_SITES = LATTICE_VARIANTS * MODEL_CLASSES,
    /* Shapes on a layer, for each class: wire, pads below, pads above. */
    LATTICE_KINDS = (1 + 2 * LATTICE_VARIANTS) * MODEL_CLASSES,
};

/* Coordinates in ascending order, each once. */
struct axis {
    uint32_t count;
    int32_t *at;    /* coordinates */
    int32_t *place; /* the same in units of cost */
    uint32_t *up,
        *down;      /* index of the same coordinate on the layer above and below, or MODEL_NONE */
    uint32_t *part; /* what the line adds to the number of a node on it */
};

struct lattice_layer {
    struct axis x, y;
    uint32_t base;  /* index of its first node */
    uint32_t nodes; /* its numbers of nodes; some at the high sides are no nodes */
    bool vertical;
    struct layout_rect wire[MODEL_CLASSES]; /* the end of a wire about its node */
    int32_t end_width;                      /* edges shorter than this are line ends; 0: none are */
    int32_t end_space;                      /* what line ends ask for ahead, or 0 */
    int32_t end_within;                     /* and how far to their sides */
};

struct cell {
    uint32_t own[2];
    uint16_t wires; /* shapes that a wire through here would come too near to */
    uint16_t toll;  /* grows each time the node is in conflict */
};

struct site {
    uint32_t own;
    uint16_t count;
    uint16_t toll;
};

/* A shape that routing can make on a layer. */
struct kind {
    struct layout_rect box; /* about its node */
    uint32_t class;
    uint32_t cut;      /* MODEL_NONE: a wire */
    uint32_t variant;  /* of the cut's vias */
    bool end_x, end_y; /* are its edges that face along x (y) line ends? */
};

struct lattice_cut {
    uint32_t variants[MODEL_CLASSES];       /* of class c: from c * LATTICE_VARIANTS on */
    uint32_t via[LATTICE_SITES];            /* index in model->vias */
    struct layout_rect hole[MODEL_CLASSES]; /* the largest hole of the variants */
    int32_t space;                          /* between holes */
    int32_t below;                          /* to holes of the cut below */
    bool below_stack;                       /* which may stand right under one of this cut */
    bool tight; /* holes on neighbouring lines may be too near to each other */
    struct site *sites[LATTICE_SITES]; /* by node of the layer below, less its base */
};

struct lattice {
    const struct model *model;
    uint32_t layer_count;
    struct lattice_layer layers[MODEL_LAYERS_MAX];
    struct lattice_cut cuts[MODEL_LAYERS_MAX];
    uint32_t classes; /* at least 1 */
    uint32_t kind_count[MODEL_LAYERS_MAX];
    struct kind kinds[MODEL_LAYERS_MAX][LATTICE_KINDS];
    int32_t *space[MODEL_LAYERS_MAX]; /* [a * kind_count + b]: between two kinds */
    uint32_t node_count;
    struct cell *cells[MODEL_CLASSES];
    bool shared;   /* several threads count at once: by atomic additions */
    int32_t scale; /* units of length in a unit of cost */
    int32_t pitch; /* cost of a step from track to track, the least of all layers */
};

/* Extra lines for pins that lie off all tracks. */
struct lattice_extra {
    uint32_t layer;
    bool column; /* a column at x = at, or a row at y = at */
    int32_t at;
};

/* The number of a node among those of its layer; it grows with ix and with iy. Nodes lie in squares
 * of LATTICE_TILE columns and rows, so that neighbours along x and along y are near in memory. */
static inline uint32_t lattice_place(const struct lattice_layer *layer, uint32_t ix, uint32_t iy)
{
    return layer->x.part[ix] + layer->y.part[iy];
}

static inline uint32_t lattice_node(const struct lattice *lattice, uint32_t layer, uint32_t ix,
                                    uint32_t iy)
{
    const struct lattice_layer *l = &lattice->layers[layer];
    return l->base + lattice_place(l, ix, iy);
}

/* Makes the lines; owners.h finds the owners. The model must stay. Fails without memory, or where
 * there are no tracks. */
enum status lattice_create(struct lattice *lattice, const struct model *model,
                           const struct lattice_extra *extra, size_t extras, struct error *error);

void lattice_destroy(struct lattice *lattice);

/* The class of a variant. */
static inline uint32_t lattice_class(uint32_t variant)
{
    return variant / LATTICE_VARIANTS;
}

/* The first variant of a class, and the one behind its last. */
static inline uint32_t lattice_first_variant(uint32_t class)
{
    return class * LATTICE_VARIANTS;
}

static inline uint32_t lattice_end_variant(const struct lattice_cut *cut, uint32_t class)
{
    return class * LATTICE_VARIANTS + cut->variants[class];
}

/* Adds (by = 1) or takes away (by = -1) the counts of a wire between two nodes of a layer that
 * share a row or a column. */
void lattice_wire(struct lattice *lattice, uint32_t layer, uint32_t class, uint32_t ix0,
                  uint32_t iy0, uint32_t ix1, uint32_t iy1, int32_t by);

/* The same of a via on a node of the layer below it. */
void lattice_via(struct lattice *lattice, uint32_t cut, uint32_t variant, uint32_t ix, uint32_t iy,
                 int32_t by);

/* A hole: of which cut and class, and where. */
struct hole {
    uint32_t cut, class;
    int32_t x, y;
};

/* Are two holes too near to each other? The cuts are the same or the one is the next to the
 * other. */
bool lattice_holes_near(const struct lattice *lattice, struct hole a, struct hole b);

/* Sets (or clears) a bit in flags[node of the layer below] of the sites of the cut and of its
 * neighbours at which a hole of the class, or of class 0, would be too near to a hole here; its own
 * place included. */
void lattice_near_hole(const struct lattice *lattice, uint32_t cut, uint32_t class, uint32_t ix,
                       uint32_t iy, uint8_t *flags, uint8_t bit, bool set);

/* The metal of a wire and of a via's pad (0: below, 1: above). */
struct layout_rect lattice_wire_box(const struct lattice *lattice, uint32_t layer, uint32_t class,
                                    uint32_t ix0, uint32_t iy0, uint32_t ix1, uint32_t iy1);
struct layout_rect lattice_pad_box(const struct lattice *lattice, uint32_t cut, uint32_t variant,
                                   uint32_t ix, uint32_t iy, uint32_t side);

/* The first index of a coordinate of at least `at`. */
uint32_t axis_find(const struct axis *axis, int32_t at);
