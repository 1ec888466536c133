/* search: the cheapest way from a tree to a pin, over lines, steps and via sites of a lattice.
 *
 * A* (Hart, Nilsson, Raphael 1968) with a ring of buckets (Dial 1969). The estimate is the
 * distance to the box about the targets, and a via for each layer between; both never exceed what
 * is left. A step costs its length; against the layer's direction `wrong` times as much; a via
 * costs `via`. A node or a site in conflict with other nets costs `present` for each conflict and
 * the toll that it has gathered (PathFinder, McMurchie and Ebeling 1995).
 *
 * A net of a nondefault rule has the wires and vias of its class. Near its pins it may have those
 * of class 0 instead (DEF's TAPER), which cost more.
 *
 * The result depends on the lattice, the job and what was marked alone.
 */
#pragma once

#include "router/detail/lattice/access.h"

/* How a node was reached: a move of the table in search.c, or from a source. */
enum {
    MOVE_SOURCE = 0,
    MOVE_RIGHT = 1,
    MOVE_LEFT,
    MOVE_UP,
    MOVE_DOWN,
    MOVE_NARROW = MOVE_DOWN,                   /* added to these: by a wire of class 0 */
    MOVE_VIA_UP = MOVE_DOWN + MOVE_NARROW + 1, /* the class's variants, then those of class 0 */
    MOVE_VIA_DOWN = MOVE_VIA_UP + 2 * LATTICE_VARIANTS,
    MOVE_END = MOVE_VIA_DOWN + 2 * LATTICE_VARIANTS
};

struct costs {
    int32_t via;
    int32_t wrong;                   /* quarters: 8 is twice the length */
    int32_t present;                 /* for each conflict */
    bool strict;                     /* no conflict at all */
    bool keep;                       /* free paths of old trees stay (net_tree.h) */
    int32_t stack[MODEL_LAYERS_MAX]; /* for a layer left by a via on the node where one came */
};

struct detail_job {
    uint32_t net;
    const struct access_spot *sources;
    size_t source_count;
    const struct access_spot *targets;
    size_t target_count;
    struct layout_rect window; /* in units of length: nodes outside are not used */
};

/* One node of a path, and the move that led to it from the one before (from the source on). */
struct detail_step {
    struct access_spot spot;
    uint8_t move;
};

struct detail_search;

enum status search_create(struct detail_search **search, const struct lattice *lattice,
                          struct error *error);
void search_destroy(struct detail_search *search);

/* Finds a path: *path (owned by the search, valid until the next call) holds *length steps, the
 * first of which is a source. *length is 0 where there is none. Fails without memory. */
enum status search_path(struct detail_search *search, const struct costs *costs,
                        const struct detail_job *job, const struct detail_step **path,
                        size_t *length, struct error *error);

/* Marks the sites too near to a hole of the net that is being searched for, or clears them. A via
 * there is in conflict. */
void search_mark_hole(struct detail_search *search, uint32_t cut, uint32_t class, uint32_t ix,
                      uint32_t iy, bool set);

/* Marks the nodes within a box on some layers as near to a pin, or clears them. */
void search_mark_pin(struct detail_search *search, uint32_t low_layer, uint32_t high_layer,
                     struct layout_rect box, bool set);

/* The variant of a via's move of a net of this class. */
uint32_t search_variant(uint32_t class, uint32_t move);

/* Nodes expanded so far: a measure of work. */
uint64_t search_work(const struct detail_search *search);
