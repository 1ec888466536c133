/* shape: the tiles of one net as a tree, each tile after its parent.
 *
 * Runs are added one after the other. A run never gets an edge to a tile that the tree already has,
 * so loops and repeated edges cannot arise; ends that lead to no pin are removed by shape_finish.
 *
 *     shape_begin(&shape, &planes, x, y, z);
 *     tile = shape_run(&shape, 0, x, y2, z, error) ...
 *     shape_finish(&shape, net);
 */
#pragma once

#include "router/global/planes.h"
#include "grid/wire.h"

#define SHAPE_NONE UINT32_MAX

enum shape_flag {
    SHAPE_PIN = 1,  /* a pin is reached here, or it is the root */
    SHAPE_WIRE = 2, /* a wire of the net runs on the layer */
    SHAPE_UP = 4,   /* a via leads up */
};

struct shape_tile {
    uint16_t x, y;
    uint8_t z, flags;
    uint16_t children;
    uint32_t parent; /* SHAPE_NONE for tile 0 */
    uint32_t index;  /* in the planes */
};

struct net_shape {
    const struct planes *planes;
    struct shape_tile *tiles;
    uint32_t count;
    size_t tiles_capacity;

    /* Tiles by index: a hash table of which a slot counts if its stamp is the present one. */
    struct shape_slot {
        uint32_t stamp, tile;
    } * slots;
    uint32_t mask, stamp;

    uint32_t *scratch; /* by tile */
    size_t scratch_capacity;
    struct wire *wires; /* of shape_wires */
    uint32_t wire_count;
    size_t wires_capacity;
    struct planes_use *uses; /* of shape_uses */
    uint32_t use_count;
    uint64_t price; /* of the lengths and vias, without the use of edges */
    size_t uses_capacity;
    bool failed; /* without memory */
};

/* Starts a tree of one tile. */
void shape_begin(struct net_shape *shape, const struct planes *planes, uint32_t x, uint32_t y,
                 uint32_t z);

/* The tile at a place, or SHAPE_NONE. */
uint32_t shape_find(const struct net_shape *shape, uint32_t x, uint32_t y, uint32_t z);

/* Adds the straight run from a tile to (x, y, z) and returns the tile there. Without memory sets
 * `failed` and returns SHAPE_NONE; a call with tile SHAPE_NONE does nothing. */
uint32_t shape_run(struct net_shape *shape, uint32_t tile, uint32_t x, uint32_t y, uint32_t z);

/* Appends a tile that the tree does not have yet. */
uint32_t shape_append(struct net_shape *shape, uint32_t parent, uint32_t x, uint32_t y, uint32_t z);

/* Marks the pins of the net, removes ends that reach none, sets the flags and counts of children.
 * False if a pin is not reached. */
bool shape_finish(struct net_shape *shape, uint32_t net);

/* Makes the tree of a net from its wires, which may be in any order, cross and form loops. False if
 * they do not join the pins. */
bool shape_load(struct net_shape *shape, const struct planes *planes, uint32_t net,
                const struct wire *wires, uint32_t count);

/* Fills `wires`: straight runs, each from a tile of an earlier one. */
void shape_wires(struct net_shape *shape);

/* Fills `uses`: what the net takes of the edges, each edge once, ascending; and `price`. */
void shape_uses(struct net_shape *shape, uint32_t net);

void shape_destroy(struct net_shape *shape); /* accepts a zeroed one */
