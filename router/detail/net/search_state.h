/* search_state: what the parts of a search share: labels, queue, the present job. */
#pragma once

#include "router/detail/net/guide.h"
#include "router/detail/net/search.h"

enum {
    RING = 1 << 14,             /* buckets; a step costs less */
    STEP_MOST = RING / 2 - 256, /* dearer steps are taken for this */
    LOOK_BACK = 12,             /* moves that are followed back for holes that are too near */
    STAMP_SHIFT = 5,            /* of label.from, over the move */
    MOVE_MASK = (1 << STAMP_SHIFT) - 1,
    /* Flags of a node: */
    NODE_TARGET = 1,    /* of this job */
    NODE_NEAR_PIN = 2,  /* wires of class 0 may be here */
    NODE_NEAR_HOLE = 4, /* the via above it would be too near to one of this net */
    NODE_POCKET = 8,    /* in the pocket of this job's targets */
    POCKET_MOST = 256,  /* nodes of a pocket */
};

_Static_assert((int)MOVE_END <= (int)MOVE_MASK + 1, "a label has room for every move");

struct label {
    int32_t cost;
    uint32_t from; /* stamp of the search, and the move */
};

struct open_entry {
    int32_t next; /* in its bucket, or -1 */
    int32_t cost;
    uint16_t ix, iy;
    uint16_t layer;
};

/* An entry that is not in the queue yet. */
struct waiting_node {
    int32_t sum; /* cost and estimate */
    struct open_entry entry;
};

/* What is left of the way to the targets, at least (estimate.h). */
struct estimate {
    int32_t low_x, low_y, high_x, high_y; /* box about the targets, in units of cost */
    uint32_t low_layer, high_layer;
    int32_t rise[MODEL_LAYERS_MAX];  /* vias to the targets' layers */
    bool beside[MODEL_LAYERS_MAX];   /* next to the pocket's layer, with another direction */
    uint32_t pocket_layer;           /* MODEL_NONE: there is no pocket */
    int32_t pocket_low, pocket_high; /* along the layer's direction, in units of cost */
    int32_t detour;                  /* two vias */
    uint32_t pocket_count;
    struct access_spot pocket[POCKET_MOST];
};

/* The window as indices of a layer; x1 and y1 are not in it. */
struct span {
    uint32_t x0, y0, x1, y1;
};

struct detail_search {
    const struct lattice *lattice;
    struct guide guide;
    struct label *labels;
    uint8_t *flags; /* by node */
    uint32_t stamp;
    struct open_entry *entries;
    size_t entry_count, entry_room;
    int32_t head[RING];
    uint64_t any[RING / 64]; /* a bit for each bucket with entries */
    int32_t at;              /* the estimate whose bucket is emptied at present */
    size_t queued;
    struct waiting_node steps[4]; /* of the node at work */
    uint32_t step_count;
    struct detail_step *path;
    size_t path_room;
    uint64_t work;
    /* of the present job */
    const struct costs *costs;
    uint32_t own;
    uint32_t class;
    const struct cell *cells;  /* of the class */
    const struct cell *narrow; /* of class 0; NULL if that is the net's */
    struct span span[MODEL_LAYERS_MAX];
    struct estimate estimate;
};

/* May a net with this number for owner be where `own` says? */
static inline bool search_open(uint32_t own, uint32_t me)
{
    return own == LATTICE_FREE || own == me;
}

/* Does the way to a node come from a via of the same cut whose hole is too near to one here? The
 * way is followed back as long as it stays near. */
bool search_hole_near(const struct detail_search *search, uint32_t cut, struct access_spot spot);

/* Writes the way from a source to the spot to search->path. */
enum status search_trace(struct detail_search *search, struct access_spot spot, size_t *length,
                         struct error *error);
