/* search: the cheapest path from a tree to a pin in the track graph.
 *
 * A* (Hart, Nilsson and Raphael 1968) with a bucket queue (Dial 1969) and the bound of estimate.h.
 * A step costs its length, or wrong / 4 times its length against the layer's direction; a via costs
 * `via`. A node or via site also costs `present` per conflict with other nets, and its history cost
 * (McMurchie and Ebeling, PathFinder, 1995).
 *
 * A net of a nondefault rule uses the wires and vias of its class. Near its pins it may use those
 * of class 0 instead (TAPER), at a higher cost.
 *
 * The result depends only on the lattice, the costs, the job and the marks. */
#pragma once

#include "router/detail/access/access.h"

/* The move that led to a node. */
enum {
    MOVE_SOURCE = 0,
    MOVE_RIGHT = 1,
    MOVE_LEFT,
    MOVE_UP,
    MOVE_DOWN,
    MOVE_NARROW = MOVE_DOWN,                   /* added to these four: by a wire of class 0 */
    MOVE_VIA_UP = MOVE_DOWN + MOVE_NARROW + 1, /* plus the variant: of the class, then of class 0 */
    MOVE_VIA_DOWN = MOVE_VIA_UP + 2 * LATTICE_VARIANTS,
    MOVE_END = MOVE_VIA_DOWN + 2 * LATTICE_VARIANTS
};

struct costs {
    int32_t via;     /* of a via */
    int32_t wrong;   /* of a step against the direction, in quarters of its length */
    int32_t present; /* per conflict */
    int32_t most;    /* the search ends beyond this cost, without a path; 0: no limit */
    bool strict;     /* conflicts are forbidden */
    bool cheap;      /* conflicts cost little: searches may be less thorough */
    bool keep;       /* paths of old trees without conflicts stay (net_tree.h) */
    bool frame;      /* long connections stay near the sides of their box (net_tree.h) */
    int32_t stack[MODEL_LAYERS_MAX]; /* extra cost of two stacked vias, by the layer between */
};

struct detail_job {
    uint32_t net;
    const struct access_spot *sources;
    size_t source_count;
    const struct access_spot *targets;
    size_t target_count;
    struct layout_rect window; /* in units: nodes outside are not used */
    uint32_t no_wires;         /* a bit per layer on which there may be vias only */
    struct layout_rect inside; /* no wire enters these nodes of the window; empty: none */
};

/* A node of a path, and the move that led to it. */
struct detail_step {
    struct access_spot spot;
    uint8_t move;
};

struct detail_search;

/* Fails without memory; destroy it in any case. */
enum status search_create(struct detail_search **search, const struct lattice *lattice,
                          struct error *error);
void search_destroy(struct detail_search *search);

/* Finds a path of *length steps from a source; *length is 0 if there is none. The search owns
 * *path, valid until the next call. The job must have sources and targets. Fails without memory. */
enum status search_path(struct detail_search *search, const struct costs *costs,
                        const struct detail_job *job, const struct detail_step **path,
                        size_t *length, struct error *error);

/* Forgets the nodes of the last net; its marks must be cleared. Call it before the next net. */
void search_leave(struct detail_search *search);

/* The same, and frees the memory that searches keep from net to net. */
void search_rest(struct detail_search *search);

/* Ends searches early, without a path, once the stop is asked for; it must outlive the search. */
void search_set_stop(struct detail_search *search, const struct lattice_stop *stop);

/* Marks (or clears) via sites too near to a hole of the net's tree; a via there is a conflict. */
void search_mark_hole(struct detail_search *search, uint32_t cut, uint32_t class, uint32_t ix,
                      uint32_t iy, bool set);

/* Marks (or clears) the nodes within a box on layers low_layer .. high_layer as near to a pin. */
void search_mark_pin(struct detail_search *search, uint32_t low_layer, uint32_t high_layer,
                     struct layout_rect box, bool set);

/* The variant of the via of a move, for a net of this class. */
uint32_t search_variant(uint32_t class, uint32_t move);

/* Nodes expanded so far: a measure of work. */
uint64_t search_work(const struct detail_search *search);
