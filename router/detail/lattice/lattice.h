/* lattice: the track graph, its blockage map, and the number of conflicts at each place.
 *
 * The lines of a layer are columns and rows: its tracks, and across them the tracks of its
 * neighbours, where vias to them are possible. Spacing of lines may be uneven. A node is a crossing
 * of a column and a row. A step is a wire between two neighbouring nodes; a via site is a node with
 * the same coordinates on two neighbouring layers.
 *
 * - Owner 0 of a node: the nets that may use the step to the next column; owner 1: to the next row.
 * - Owner of a site: the nets that may place a via of this variant.
 * - Values: LATTICE_FREE: any net; LATTICE_CLOSED: no net; n + 1: net n only.
 *
 * Owners are derived from the metal before routing (owners.h). Routed metal is counted: each wire
 * and pad adds one to the count of every node and site at which metal of another net would be too
 * near to it. The required spacing is tabulated by layer for each pair of kinds of shape (wire, pad
 * of a via below, pad of a via above). Spacing of holes also applies within a net.
 *
 * Each class of nets (nondefault rules) has its own nodes on the same lines, and its own variants
 * of vias: class c has the numbers from c * LATTICE_VARIANTS on. Routed metal counts in all. */
#pragma once

#include "grid/base.h"
#include "router/detail/lattice/pages.h"
#include "router/detail/model/model.h"

#define LATTICE_CLOSED UINT32_MAX /* an owner */

enum {
    LATTICE_FREE = 0,          /* an owner */
    LATTICE_LINES_MAX = 65535, /* lines of a layer along one axis; indices are 16 bits */
    LATTICE_VARIANTS = 4,      /* maximum number of vias per cut layer and class */
    LATTICE_LOOK = 1 << 16,    /* nodes between two tests for a stop */
    LATTICE_TILE = 4,          /* lines per side of a square of nodes that are near in memory */
    LATTICE_BLOCK = 16,        /* lines per side of a square of tiles, of about a page of memory */
    LATTICE_SITES = LATTICE_VARIANTS * MODEL_CLASSES,
    /* Kinds of shape on a layer: by class one wire, and the pads of vias below and above. */
    LATTICE_KINDS = (1 + 2 * LATTICE_VARIANTS) * MODEL_CLASSES,
};

/* Ends the making of lattice, owners and access early. */
struct lattice_stop {
    bool (*asked)(void *context); /* called often, by any thread; NULL: never stops */
    void *context;
};

static inline bool lattice_is_stopped(const struct lattice_stop *stop)
{
    return stop != NULL && stop->asked != NULL && stop->asked(stop->context);
}

/* The lines of a layer along one axis, ascending. */
struct lattice_axis {
    uint32_t count;
    uint64_t density; /* lines per unit, times 2^32 */
    int32_t *at;      /* coordinates */
    int32_t *place;   /* the same, from the die's edge, in units of cost */
    uint32_t *up;     /* line of the layer above with the same coordinate, or MODEL_NONE */
    uint32_t *down;   /* the same for the layer below */
    uint32_t *part;   /* summand of node numbers (lattice_place) */
    uint32_t *site;   /* the same for via sites (lattice_at), or MODEL_NONE if `up` is */
    uint32_t *pad;    /* the same for via sites of the layer below, or MODEL_NONE if `down` is */
};

struct lattice_layer {
    struct lattice_axis x, y;
    uint32_t base;  /* number of its first node */
    uint32_t nodes; /* numbers in use, including some without a node in the last blocks */
    uint32_t sites; /* the same of via sites to the layer above */
    bool vertical;
    bool shut[2];                           /* no wire may use the steps to the next column (row) */
    struct layout_rect wire[MODEL_CLASSES]; /* the end of a wire, relative to its node */
    int32_t reach;      /* the largest spacing required between metal of one net, but for patches */
    int32_t end_width;  /* edges shorter than this are line ends; 0: none */
    int32_t end_space;  /* spacing required ahead of line ends, or 0 */
    int32_t end_within; /* distance beside line ends to which that applies */
};

/* A node of a class, or a via site of a variant: owners, the count of routed shapes that metal here
 * would be too near to, and a history cost, which grows whenever it is in conflict (cell.h). */
struct cell {
    uint8_t bits;
};

/* A kind of shape that routing adds on a layer. */
struct kind {
    struct layout_rect box; /* relative to its node */
    uint32_t class;
    uint32_t cut;     /* MODEL_NONE: a wire */
    uint32_t variant; /* of the vias of `cut` */
    uint32_t alike; /* bit i: variant + i has this shape, too; 0: a bit of an earlier kind is set */
    bool end_x, end_y; /* its edges that face along x (y) are line ends */
};

struct lattice_cut {
    uint32_t variants[MODEL_CLASSES];       /* by class: number of variants */
    uint32_t via[LATTICE_SITES];            /* by variant: in model->vias */
    struct layout_rect hole[MODEL_CLASSES]; /* the bounding box of all variants' holes */
    int32_t space;                          /* required between holes */
    int32_t below;                          /* required to holes of the cut layer below; 0: none */
    bool below_stack;                  /* a hole may be exactly above one of the cut layer below */
    bool tight;                        /* holes on different sites can be too near to each other */
    uint32_t stride;                   /* variants of all classes */
    struct cell *sites[LATTICE_SITES]; /* by variant: its first site, or NULL (lattice_site) */
};

struct lattice {
    const struct model *model;
    uint32_t layer_count;
    uint32_t last; /* the highest layer that vias may lead to */
    struct lattice_layer layers[MODEL_LAYERS_MAX];
    struct lattice_cut cuts[MODEL_LAYERS_MAX];
    uint32_t classes; /* with class 0 */
    uint32_t kind_count[MODEL_LAYERS_MAX];
    struct kind kinds[MODEL_LAYERS_MAX][LATTICE_KINDS];
    int32_t *space[MODEL_LAYERS_MAX]; /* [a * kind_count + b]: required between kinds a and b */
    uint32_t node_count;
    struct cell *all;   /* of all classes, then the sites of all cut layers */
    struct cell *sites; /* the first of these */
    struct cell *cells[MODEL_CLASSES];
    struct cell_notes *notes;
    bool small_pages; /* many nodes will not be used: the cells are a sparse array (pages.h) */
    bool sparse;      /* nearly all nodes will not be used */
    int32_t scale;    /* units of length per unit of cost */
    int32_t pitch;    /* cost of a step between tracks, the least of all layers */
};

/* An additional line, for pins off the tracks. */
struct lattice_extra {
    uint32_t layer;
    bool column; /* a column at x = at, or a row at y = at */
    int32_t at;
};

/* The number of a node within its layer; it increases with ix and with iy. Nodes are numbered by
 * squares of LATTICE_BLOCK columns and rows, and in these by squares of LATTICE_TILE, so that
 * neighbours are near in memory. */
static inline uint32_t lattice_place(const struct lattice_layer *layer, uint32_t ix, uint32_t iy)
{
    return layer->x.part[ix] + layer->y.part[iy];
}

/* True if a node has the same coordinates as one of the layer above: a via may be there. */
static inline bool lattice_is_site(const struct lattice_layer *layer, uint32_t ix, uint32_t iy)
{
    return layer->x.up[ix] != MODEL_NONE && layer->y.up[iy] != MODEL_NONE;
}

/* The number of a via site within its cut layer; ix, iy: its node on the layer below. */
static inline uint32_t lattice_at(const struct lattice_layer *low, uint32_t ix, uint32_t iy)
{
    return low->x.site[ix] + low->y.site[iy];
}

/* The via site (lattice_at) whose pad above (or below) is at a node of the layer; or MODEL_NONE. */
static inline uint32_t lattice_pad(const struct lattice_layer *layer, uint32_t ix, uint32_t iy,
                                   bool above)
{
    const uint32_t x = above ? layer->x.pad[ix] : layer->x.site[ix];
    const uint32_t y = above ? layer->y.pad[iy] : layer->y.site[iy];
    return x == MODEL_NONE || y == MODEL_NONE ? MODEL_NONE : x + y;
}

static inline uint32_t lattice_node(const struct lattice *lattice, uint32_t layer, uint32_t ix,
                                    uint32_t iy)
{
    const struct lattice_layer *l = &lattice->layers[layer];
    return l->base + lattice_place(l, ix, iy);
}

/* The place of a node, as a rectangle without area. */
static inline struct layout_rect lattice_point(const struct lattice *lattice, uint32_t layer,
                                               uint32_t ix, uint32_t iy)
{
    int32_t x = lattice->layers[layer].x.at[ix], y = lattice->layers[layer].y.at[iy];
    return (struct layout_rect){x, y, x, y};
}

/* Makes the lines of the track graph, and the kinds of shape. The model must outlive it. Fails
 * without memory, tracks or numbers for all nodes. Destroy it in any case. */
enum status lattice_create(struct lattice *lattice, const struct model *model,
                           const struct lattice_extra *extra, size_t extras, struct error *error);

/* An estimate of the peak memory of routing with `threads` threads, in bytes (../NOTES.md). */
uint64_t lattice_need(const struct lattice *lattice, unsigned threads);

/* Makes the nodes and via sites, without owners. Fails without memory. */
enum status lattice_make_nodes(struct lattice *lattice, struct error *error);

/* Fails if memory ran out while owners, counts or history costs changed. */
enum status lattice_check(const struct lattice *lattice, struct error *error);

/* Frees the nodes, of which nothing may be asked then; the places of wires and vias stay. */
void lattice_drop_nodes(struct lattice *lattice);

void lattice_destroy(struct lattice *lattice);

/* For lattice_create only: fills layers, node_count, scale and pitch; model and classes must be
 * set. Fails like lattice_create. */
enum status lines_make(struct lattice *lattice, const struct lattice_extra *extra, size_t extras,
                       struct error *error);

/* A site; at: lattice_at. */
static inline struct cell *lattice_site(const struct lattice_cut *cut, uint32_t variant,
                                        uint32_t at)
{
    return &cut->sites[variant][(size_t)at * cut->stride];
}

/* The class of a variant. */
static inline uint32_t lattice_class(uint32_t variant)
{
    return variant / LATTICE_VARIANTS;
}

/* The variants of a class: first .. end - 1. */
static inline uint32_t lattice_first_variant(uint32_t class)
{
    return class * LATTICE_VARIANTS;
}

static inline uint32_t lattice_end_variant(const struct lattice_cut *cut, uint32_t class)
{
    return class * LATTICE_VARIANTS + cut->variants[class];
}

/* Adds (by = 1) or subtracts (by = -1) the counts of a wire, which must be along one line. */
void lattice_wire(struct lattice *lattice, uint32_t layer, uint32_t class, uint32_t ix0,
                  uint32_t iy0, uint32_t ix1, uint32_t iy1, int32_t by);

/* The same for a via; ix, iy: its node on the layer below. */
void lattice_via(struct lattice *lattice, uint32_t cut, uint32_t variant, uint32_t ix, uint32_t iy,
                 int32_t by);

/* A hole of a via, at a place. */
struct hole {
    uint32_t cut, class;
    int32_t x, y;
};

/* The rectangle of a hole. */
static inline struct layout_rect lattice_hole_box(const struct lattice *lattice, struct hole hole)
{
    return rect_move(lattice->cuts[hole.cut].hole[hole.class], hole.x, hole.y);
}

/* The hole of a via; ix, iy: its node on the layer below. */
static inline struct hole lattice_hole(const struct lattice *lattice, uint32_t cut, uint32_t class,
                                       uint32_t ix, uint32_t iy)
{
    const struct lattice_layer *layer = &lattice->layers[cut];
    return (struct hole){cut, class, layer->x.at[ix], layer->y.at[iy]};
}

/* True if the holes are too near to each other. Their cut layers must be equal or neighbours. */
bool lattice_holes_near(const struct lattice *lattice, struct hole a, struct hole b);

/* Sets or clears `bit` in the flags of the nodes below via sites: of the site ix, iy, and of the
 * sites on this and the next cut layers whose hole, of this class or 0, would be too near to it. */
struct marks;
void lattice_near_hole(const struct lattice *lattice, uint32_t cut, uint32_t class, uint32_t ix,
                       uint32_t iy, struct marks *marks, uint8_t bit, bool set);

/* The metal of a wire, and of a via's pad (side 0: below, 1: above). */
struct layout_rect lattice_wire_box(const struct lattice *lattice, uint32_t layer, uint32_t class,
                                    uint32_t ix0, uint32_t iy0, uint32_t ix1, uint32_t iy1);
struct layout_rect lattice_pad_box(const struct lattice *lattice, uint32_t cut, uint32_t variant,
                                   uint32_t ix, uint32_t iy, uint32_t side);

/* The index of the first line at `at` or beyond; axis->count if there is none. */
uint32_t axis_find(const struct lattice_axis *axis, int32_t at);

/* The same, fast if the line `guess`, at most axis->count, is near. */
uint32_t axis_from(const struct lattice_axis *axis, uint32_t guess, int32_t at);

/* Nodes of a layer: columns x0 .. x1 - 1, rows y0 .. y1 - 1. */
struct node_span {
    uint32_t x0, y0, x1, y1;
};

/* The nodes within a box, edges included. */
static inline struct node_span lattice_span(const struct lattice_layer *layer,
                                            struct layout_rect box)
{
    return (struct node_span){axis_find(&layer->x, box.x0), axis_find(&layer->y, box.y0),
                              axis_find(&layer->x, box.x1 + 1), axis_find(&layer->y, box.y1 + 1)};
}

/* The cells of a kind of shape, by node: first[(x[ix] + y[iy]) * stride + i] for a wire (i = 0) or
 * the pad of variant + i; none if x[ix] or y[iy] is MODEL_NONE. */
struct kind_cells {
    struct cell *first;
    const uint32_t *x, *y;
    uint32_t stride;
};
struct kind_cells lattice_cells(const struct lattice *lattice, uint32_t l, const struct kind *kind);

/* Metal of a kind near a shape of its layer. */
struct lattice_near {
    struct layout_rect shape;
    struct node_span about; /* a guess of the nodes within it */
    const struct kind *kind;
    uint32_t step_x, step_y; /* 1: the kind is a wire, from its node to the next column (row) */
    int32_t space;           /* required; 0 or less: they must not touch */
    bool end_x, end_y;       /* edges of one of them that face along x (y) are line ends */
    bool tall;               /* visit rows along y, else along x */
};

/* Calls visit with each row of nodes, one line wide, where the metal is too near to the shape: on a
 * line these are in a row, so only its ends are tested. */
typedef void lattice_row(void *context, struct node_span row);
void lattice_rows(const struct lattice *lattice, uint32_t l, const struct lattice_near *near,
                  lattice_row *visit, void *context);
