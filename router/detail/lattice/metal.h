/* metal: all metal of the routing layers in bins, to find what is near a place.
 *
 * Fixed shapes come first, then the wires and pads of all trees. A patch is added when it is made.
 * A query costs what lies in the bins it meets.
 */
#pragma once

#include "router/detail/lattice/lattice.h"

struct metal_piece {
    struct layout_rect box;
    uint32_t net;  /* as of a model_shape */
    int32_t space; /* as there */
    int32_t width; /* for which the rules take it */
    bool fixed;    /* not of routing */
    uint32_t pin;  /* as there */
};

struct metal {
    const struct lattice *lattice;
    struct metal_piece *pieces;
    size_t count, room;
    size_t fixed_count;
    struct metal_link { /* a piece in a bin */
        uint32_t piece;
        int32_t next;
    } * links;
    size_t link_count, link_room;
    size_t fixed_links;
    int32_t *heads, *fixed_heads; /* by layer and bin: first link or -1 */
    int32_t size;                 /* of a bin */
    uint32_t columns, rows;
    struct layout_rect area;
};

/* Takes in the fixed shapes. */
enum status metal_create(struct metal *metal, const struct lattice *lattice, struct error *error);
void metal_destroy(struct metal *metal);

/* Forgets all but the fixed shapes. */
void metal_clear(struct metal *metal);

enum status metal_add(struct metal *metal, uint32_t layer, const struct metal_piece *piece,
                      struct error *error);

/* Calls visit for each piece that may be within reach of the box, some more than once; stops when
 * it returns false and returns false. */
typedef bool metal_visit(void *context, const struct metal_piece *piece);
bool metal_near(const struct metal *metal, uint32_t layer, struct layout_rect box, int32_t reach,
                metal_visit *visit, void *context);
