/* search_state: data shared by the parts of a search: labels, queue, present job. */
#pragma once

#include "router/detail/lattice/cell.h"
#include "router/detail/lattice/marks.h"
#include "router/detail/net/guide.h"
#include "router/detail/net/search.h"

enum {
    RING = 1 << 14,             /* buckets of the queue; a step costs less */
    STEP_MOST = RING / 2 - 256, /* largest cost of a step; higher costs are limited to it */
    LOOK_BACK = 12,             /* moves checked back from a via for holes that are too near */
    STAMP_SHIFT = 5,            /* bits of a move in label.from, below the stamp */
    MOVE_MASK = (1 << STAMP_SHIFT) - 1,
    /* Flags of a node: */
    NODE_TARGET = 1,    /* of the present job */
    NODE_NEAR_PIN = 2,  /* wires of class 0 may be here */
    NODE_NEAR_HOLE = 4, /* a via above is too near to one of the net's tree */
    NODE_VIA = 16,      /* an end of a via of the net's tree; only if stacks are limited */
    NODE_POCKET = 8,    /* in the pocket of the targets (estimate.h) */
    POCKET_MOST = 256,  /* maximum number of nodes of a pocket; larger ones are not used */
    /* Directions in which a path still needs a wire: */
    ESTIMATE_X = 1,
    ESTIMATE_Y = 2,
};

_Static_assert((int)MOVE_END <= (int)MOVE_MASK + 1, "a label has room for every move");

struct label {
    int32_t cost;
    uint32_t from; /* stamp of the search, and move */
};

struct open_entry {
    int32_t next; /* next entry of its bucket, or -1 */
    int32_t cost;
    uint16_t ix, iy;
    uint16_t layer;
};

/* An entry to be added to the queue. */
struct waiting_node {
    int32_t sum; /* cost and estimate */
    struct open_entry entry;
};

/* Terms of the lower bound of the cost to the targets (estimate.h). */
struct estimate {
    int32_t low_x, low_y, high_x, high_y; /* box of the targets, in units of cost */
    uint32_t low_layer, high_layer;
    int32_t rise[MODEL_LAYERS_MAX]; /* cost of vias to the targets' layers */
    bool beside[MODEL_LAYERS_MAX]; /* the layer is next to the pocket's and has another direction */
    uint32_t pocket_layer;         /* MODEL_NONE: there is no pocket */
    int32_t pocket_low, pocket_high; /* along the layer's direction, in units of cost */
    int32_t detour;                  /* cost of two vias */
    uint32_t weight;                 /* the bound grows by its part 1 / 2^weight */
    bool is_long;                 /* the window is large: `vias` replaces rise, beside and detour */
    int32_t near_x[2], near_y[2]; /* box of the targets, and the pocket along its direction */
    int32_t vias[MODEL_LAYERS_MAX + 1][4]; /* cost of vias, by layer (last: pocket), ESTIMATE_ */
    uint32_t known[4]; /* arguments of `vias`: three layers, plus 1, and the cost of a via */
    uint32_t pocket_count;
    struct access_spot pocket[POCKET_MOST];
};

struct detail_search {
    const struct lattice *lattice;
    struct guide guide;
    struct marks marks;   /* of the nodes that the net's searches entered */
    struct label *labels; /* by marks_at */
    uint32_t stamp;
    struct open_entry *entries;
    size_t entry_count, entry_room;
    int32_t unused; /* first of the list of removed entries, or -1 */
    int32_t head[RING];
    uint64_t any[RING / 64];      /* one bit per bucket, set if it has entries */
    int32_t at;                   /* the sum whose bucket is being emptied */
    size_t queued;                /* entries in the queue */
    struct waiting_node steps[4]; /* from the node being expanded */
    uint32_t step_count;
    struct detail_step *path;
    size_t path_room;
    uint64_t work;
    const struct lattice_stop *stop; /* or NULL */
    /* Of the present job: */
    const struct costs *costs;
    uint32_t own;
    uint32_t class;
    uint32_t no_wires;         /* a bit per layer with wires near the net's pins only */
    const struct cell *cells;  /* of the class */
    const struct cell *narrow; /* of class 0; NULL if that is the net's */
    struct node_span span[MODEL_LAYERS_MAX];   /* the window, by layer */
    struct node_span inside[MODEL_LAYERS_MAX]; /* the job's, by layer */
    struct estimate estimate;
};

/* The label of a node; its flags. */
static inline struct label *search_label(const struct detail_search *s, uint32_t node)
{
    return &s->labels[marks_at(&s->marks, node)];
}

static inline uint8_t search_flags(const struct detail_search *s, uint32_t node)
{
    return s->marks.flags[marks_at(&s->marks, node)];
}

/* True if a node has a label that costs no more. */
static inline bool search_is_known(const struct detail_search *s, uint32_t node, int32_t cost)
{
    const struct label *label = search_label(s, node);
    return label->from >> STAMP_SHIFT == s->stamp && label->cost <= cost;
}

/* True if the path to `spot` has a via whose hole is too near to one of cut layer `cut` at `spot`.
 * Checks the last LOOK_BACK moves, as long as they are near. */
bool search_hole_near(const struct detail_search *search, uint32_t cut, struct access_spot spot);

/* True if the via of a move on the cut layer has one hole. */
bool search_is_single(const struct detail_search *search, uint32_t cut, uint32_t move);

/* True if a via of one hole on the cut layer, from the end of the path to `spot`, would be one too
 * many in line. A via of the tree at the source counts as one. */
bool search_stack_full(const struct detail_search *search, uint32_t cut, struct access_spot spot);

/* Writes the path from a source to `spot` to search->path. Fails without memory. */
enum status search_trace(struct detail_search *search, struct access_spot spot, size_t *length,
                         struct error *error);
