/* planes: capacity, use and price of all edges while nets are routed.
 *
 * The tiles of a track are neighbours in memory, in every layer: a run of wires is a slice.
 *
 *     horizontal layer   index = first + y * width + x
 *     vertical layer     index = first + x * height + y
 *
 * A track has up to 64 parts. sum[index] is the price of the edges of its part before the tile,
 * part_sum that of all parts before it, so a run costs four reads, and a change of use changes the
 * sums of one part and some part sums. Prices are those of one more wire of the layer's least
 * width. They change only in planes_update, so all nets of a slice see the same ones.
 *
 * Memory: 24 bytes per tile and 528 per track. */
#pragma once

#include "grid/capacity/tile_graph.h"
#include "grid/workers.h"
#include "router/global/price.h"

/* Grows the array `array` of owner, with its member `array`_capacity. Without memory sets
 * owner->failed and is false. */
#define GLOBAL_GROW(owner, array, need)                                                            \
    (MEM_GROW((owner)->array, (owner)->array##_capacity, (size_t)(need), #array, NULL) ==          \
         STATUS_OK ||                                                                              \
     !((owner)->failed = true))

enum {
    PLANES_FIXED = 1,  /* history of an edge that planes_overflow does not raise */
    PLANES_PARTS = 64, /* parts of a track, at most */
};

struct planes_layer {
    enum axis axis;
    bool closed; /* without capacity, while another layer of its direction has some */
    uint32_t first, first_track; /* first tile and first track, counted through all layers */
    uint32_t tracks, length;     /* number of tracks; tiles of a track */
    uint32_t demand;             /* of a wire of least width, in units of capacity */
    uint32_t part_bits;          /* a track has parts of 2^part_bits edges */
};

/* A part of a net's demand. */
struct planes_use {
    uint32_t edge, track; /* the index of its tile; its track, counted through all layers */
    int32_t amount;       /* in units of capacity */
};

struct planes {
    const struct tile_graph *graph;
    uint32_t width, height, layers, cells;
    struct planes_layer layer[GRID_LAYERS_MAX];
    uint32_t via[GRID_LAYERS_MAX]; /* price of a via between z and z + 1 */
    uint32_t x_least, y_least;     /* price of the cheapest edge of each axis */
    uint32_t via_least;            /* price of the cheapest via */

    int32_t *capacity, *use;   /* [cells] of an edge, in units of capacity */
    uint32_t *price, *history; /* [cells] of an edge; history: a part of its price */
    uint64_t *sum, *part_sum;  /* [cells], [tracks * PLANES_PARTS] as above */
    /* 2024: price of the half tracks that a via up takes of its layer, by tile; or NULL. */
    uint32_t *load;
    uint32_t *x_price, *y_price; /* of the length of an edge, by its position */
    struct price_table *tables;  /* 2024 */
    uint32_t penalty;            /* of a missing track (other rules) */

    uint32_t *dirty;       /* [dirty_count] tracks with changed uses */
    uint64_t *dirty_parts; /* [tracks] a bit per part of the track that has changed */
    uint32_t dirty_count, tracks;
    uint32_t *full; /* [tracks] number of edges over capacity; not with `tables` */
};

static inline uint32_t planes_index(const struct planes *planes, uint32_t x, uint32_t y, uint32_t z)
{
    const struct planes_layer *layer = &planes->layer[z];
    return layer->axis == AXIS_Y ? layer->first + x * planes->height + y
                                 : layer->first + y * planes->width + x;
}

static inline uint32_t planes_track(const struct planes *planes, uint32_t x, uint32_t y, uint32_t z)
{
    const struct planes_layer *layer = &planes->layer[z];
    return layer->first_track + (layer->axis == AXIS_Y ? x : y);
}

struct planes_place {
    uint32_t x, y, z;
};

static inline struct planes_place planes_place(const struct planes *planes, cell_t cell)
{
    const struct grid *grid = &planes->graph->grid;
    return (struct planes_place){grid_x(grid, cell), grid_y(grid, cell), grid_z(grid, cell)};
}

/* The empty box, and a box with one more place. */
#define BOX_EMPTY ((struct box){UINT32_MAX, UINT32_MAX, 0, 0})
static inline struct box box_with(struct box box, uint32_t x, uint32_t y)
{
    return (struct box){x < box.x0 ? x : box.x0, y < box.y0 ? y : box.y0, x > box.x1 ? x : box.x1,
                        y > box.y1 ? y : box.y1};
}

/* The box of the first access points of the pins of a net. */
struct box planes_net_box(const struct tile_graph *graph, uint32_t net);

/* Allocates the planes of a graph, with use 0. The graph must outlive them. */
enum status global_planes_create(struct planes *planes, const struct tile_graph *graph,
                                 struct error *error);

void global_planes_destroy(struct planes *planes); /* accepts a zeroed one */

/* Adds `sign` times the uses, which ascend by edge; prices stay until planes_update. */
void planes_add(struct planes *planes, const struct planes_use *uses, size_t count, int sign);

/* Several threads may call the next three functions at once. */

/* Adds uses, as planes_add does; edges may come in any order within a layer. */
void planes_add_shared(struct planes *planes, const struct planes_use *uses, size_t count);

/* Adds an amount to the edges of a straight run on layer z. */
void planes_add_run(struct planes *planes, uint32_t z, uint32_t x0, uint32_t y0, uint32_t x1,
                    uint32_t y1, int32_t amount);

/* Adds `sign` times the half tracks of a stack of vias (2024; else nothing), except on the layers
 * of the set `wires`, where wires meet it. */
void planes_add_stack(struct planes *planes, uint32_t x, uint32_t y, uint32_t low, uint32_t high,
                      uint64_t wires, int sign);

/* Marks all tracks as changed: after a change of penalty or history. */
void planes_touch_all(struct planes *planes);

/* Recomputes the prices of all changed tracks. */
void planes_update(struct planes *planes, struct workers *workers);

/* The same by threads that take items: begin returns their number, or 0 if it has recomputed all
 * prices at once, as they were few; end follows when all items are done. */
uint32_t planes_begin_update(struct planes *planes);
void planes_update_item(struct planes *planes, uint32_t item);
static inline void planes_end_update(struct planes *planes)
{
    planes->dirty_count = 0;
}

/* The price of an edge of layer z at another use and for another demand. */
uint32_t planes_price(const struct planes *planes, uint32_t z, uint32_t edge, uint32_t position,
                      int32_t use, uint32_t demand);

/* The price of adding the uses, which ascend by edge, at present uses and not at those of the last
 * planes_update; without lengths and vias. */
uint64_t planes_cost(const struct planes *planes, const struct planes_use *uses, size_t count);

/* The layer that a track (counted through all layers) belongs to, which is z or above. */
static inline uint32_t planes_layer_of(const struct planes *planes, uint32_t z, uint32_t track)
{
    while (z + 1 < planes->layers && planes->layer[z + 1].first_track <= track)
        z++;
    return z;
}

/* Overflow of all edges and of the worst one, in units of capacity, and the number of edges over
 * capacity. Raises their history by `step` per missing track (2024: step must be 0). */
struct planes_overflow {
    uint64_t total;
    uint32_t worst, edges;
};
struct planes_overflow planes_overflow(struct planes *planes, uint32_t step);
