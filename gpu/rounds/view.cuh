/* view: a design on the device, and how its nets are stored there.
 *
 *     state, owner    as in router/maze/rounds/map.h, 6 bytes per cell
 *     nets            a record per net; its tree is a run of places in `paths`
 *     nodes, edges    topologies (router/maze/tree/topology.h), from 2 * first_pin of each net on
 *     arena           workspace of the searches
 *
 * A place is a cell as layer 4 | y 13 | x 13, so that neighbours are computed without divisions. In
 * a tree the first place of each path has PATH_START, as on the host.
 */
#pragma once

#include "gpu/rounds/simt.cuh"
#include "router/maze/tree/topology.h"

enum {
    PLACE_Y = 13,
    PLACE_Z = 26,
    PLACE_SIDE = (1 << PLACE_Y) - 1,
    PLACE_BITS = 30,
    STEP_STRIDE = 8, /* entries per layer of the table of steps */
    BOUND_SIDE = BOUND_SPAN + 1,
    BOUND_LAYER = BOUND_SIDE * BOUND_SIDE,
    BOUND_TABLE = MAZE_LAYERS_MAX * BOUND_LAYER,
};

struct device_net {
    uint32_t first_pin, pin_count;
    uint32_t path, count, capacity; /* its tree: paths[path .. path + count) */
    uint16_t x0, y0, x1, y1;        /* bounding box of its pins */
    uint16_t margin;
    uint8_t routed, failed;
    uint32_t node_count, edge_count; /* nodes and edges of its topology */
};

struct device_counters {
    uint32_t arena;   /* units taken; may exceed the capacity */
    uint32_t full;    /* not 0: the run cannot continue for lack of room */
    uint32_t next;    /* net or place of a queue that is taken next */
    uint32_t pushed;  /* entries of the queue of ready nets */
    uint32_t count;   /* length of a list that a kernel makes */
    uint32_t left;    /* nets of a batch for which there was no room */
    uint32_t stop;    /* not 0: the run ends early */
    uint32_t crowded; /* not 0: a cell has had more users than its state can count */
    uint64_t free_squares, free_pieces; /* stacks of returned units: turns 32 | unit 32 */
    uint64_t paths;                     /* places taken of `paths`; may exceed the capacity */
    uint64_t searches;                  /* connections searched */
    uint64_t expanded;                  /* cells expanded */
};

struct maze_view {
    uint32_t width, height, layers;
    uint32_t branch_near; /* as in maze_map */
    uint32_t net_count, pin_count;
    uint16_t *state;
    uint32_t *owner;
    const struct maze_spot *pins;
    struct device_net *nets;
    struct maze_spot *nodes;
    struct maze_edge *edges;
    uint8_t *flagged;
    uint32_t *paths;
    uint64_t path_capacity;
    uint4 *arena; /* unit 0 is not used */
    uint32_t arena_units;
    const uint32_t *step;  /* [layers][STEP_STRIDE] */
    const uint16_t *bound; /* [layers + 1][BOUND_TABLE], as in struct maze_bound */
    struct device_counters *counters;
};

static __device__ __forceinline__ uint32_t place_of(uint32_t x, uint32_t y, uint32_t z)
{
    return z << PLACE_Z | y << PLACE_Y | x;
}

static __device__ __forceinline__ uint32_t place_x(uint32_t place)
{
    return place & PLACE_SIDE;
}

static __device__ __forceinline__ uint32_t place_y(uint32_t place)
{
    return place >> PLACE_Y & PLACE_SIDE;
}

static __device__ __forceinline__ uint32_t place_z(uint32_t place)
{
    return place >> PLACE_Z & (MAZE_LAYERS_MAX - 1);
}

static __device__ __forceinline__ uint32_t place_cell(const struct maze_view &view, uint32_t place)
{
    return (place_y(place) * view.width + place_x(place)) * view.layers + place_z(place);
}

static __device__ __forceinline__ bool is_start(uint32_t place)
{
    return (place & (uint32_t)PATH_START) != 0;
}

/* The state changes while kernels run, also on other multiprocessors, so it is never read from the
 * first-level cache. */
static __device__ __forceinline__ uint32_t state_at(const struct maze_view &view, uint32_t cell)
{
    return __ldcg(view.state + cell);
}

static __device__ __forceinline__ uint32_t distance_of(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

/* As maze_window. */
static __device__ __forceinline__ struct box window_of(const struct maze_view &view,
                                                       const struct device_net &net)
{
    const uint32_t margin = net.margin;
    struct box box;
    box.x0 = net.x0 > margin ? net.x0 - margin : 0;
    box.y0 = net.y0 > margin ? net.y0 - margin : 0;
    box.x1 = net.x1 + margin < view.width ? net.x1 + margin : view.width - 1;
    box.y1 = net.y1 + margin < view.height ? net.y1 + margin : view.height - 1;
    return box;
}
