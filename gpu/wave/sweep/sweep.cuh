/* sweep: a batch of searches at any costs, each by one block; whole designs are routed by it.
 *
 * For jobs of any sources and targets in windows of any size, on up to four layers: vias, wrong
 * ways, strict layers, walls, weights and tolls, no bends. A window is cut into tiles of 32 x 32
 * columns of cells. A warp loads a tile, sweeps it along y and x [1] until no label falls any more,
 * and wakes the neighbours whose edge it has improved [2, 3]. Cells that cannot get below the best
 * label of a target are skipped, and tiles that no path comes near are never read.
 *
 *     window    [ tile | tile | tile ]     one block per net: a round visits the awake tiles,
 *               [ tile | tile | tile ]     one warp each, the most promising first
 *
 * Labels have 15 bits. Left to another wave are nets whose path costs more, nets that need more
 * tiles than there is room for, and, if there are walls, nets that may have to enter a cell of cost
 * 1023 or more. At the end the labels on all cheapest paths are unique, whatever the order of
 * visits was, and the path is the canonical one of router/search/engine.h.
 *
 * On the device: sweep_tile.cuh has the sweeps, sweep_read.cuh a tile's first visit,
 * sweep_visit.cuh a visit, sweep_search.cuh the rounds, sweep_trace.cuh the walk back,
 * sweep_kernel.cu the launch. On the host: sweep_pick.cu chooses jobs for the wave, sweep.cu
 * repeats calls until all jobs are answered, sweep_call.cu makes a call, sweep_guess.cu guesses
 * costs.
 *
 * [1] H. Zhao, A fast sweeping method for eikonal equations, 2005.
 * [2] W.-K. Jeong, R. T. Whitaker, A fast iterative method for eikonal equations, 2008.
 * [3] S. Lin, J. Liu, E. F. Y. Young, M. D. F. Wong, GAMER: GPU-accelerated maze routing, 2022;
 *     there with a fixed number of sweeps.
 */
#pragma once

#include "gpu/wave/wave.cuh"

enum {
    SWEEP_LAYERS = 4,              /* maximum number of layers */
    SWEEP_SIDE = 32,               /* columns per side of a tile, and lanes of a warp */
    SWEEP_STRIDE = SWEEP_SIDE + 1, /* words per row in shared memory: columns use all banks */
    SWEEP_FAR = 0x7FFF,            /* label of a cell not reached, cost of a closed cell */
    SWEEP_WARPS = 12,        /* maximum of warps per block: their buffers fill shared memory */
    SWEEP_TILES_NEAR = 1024, /* maximum of tiles of a window with its table in shared memory */
    SWEEP_KNOTS = 1 << 14,   /* maximum number of knots of a path */
};

/* A straight run of cells of a job: a pin or a wire of its tree. */
struct sweep_run {
    uint16_t x, y;  /* first cell, with least x, y and layer */
    uint16_t steps; /* number of cells minus 1 */
    uint8_t z;
    uint8_t axis; /* 0, 1, 2: along x, y, layers */
};

struct sweep_box {
    uint16_t x0, y0, x1, y1;
};

/* A net as it is sent to the device. Its runs: sources, then targets. */
struct sweep_net {
    struct sweep_box window;
    struct sweep_box goal; /* bounding box of the target cells in the window */
    uint32_t below;        /* upper bound of the cost, exclusive, or SWEEP_NO_BOUND */
    uint32_t runs, source_count, target_count;
};

enum sweep_outcome {
    SWEEP_FOUND,
    SWEEP_NONE, /* no path */
    SWEEP_LEFT, /* left to another wave */
    SWEEP_FULL, /* no room for the knots */
    SWEEP_STOPPED,
};

/* The answer for a net, as it is sent to the host. */
struct sweep_result {
    uint32_t outcome; /* enum sweep_outcome */
    uint32_t cost, target, reached;
    uint32_t first, count; /* index and number of its knots, source first */
};

struct sweep_counters {
    uint32_t taken; /* nets that blocks have taken */
    uint32_t knots; /* knots of all paths; more than the capacity if some did not fit */
};

/* A block's table of the tiles of its window, [tiles] each. */
struct sweep_table {
    uint32_t *key;      /* least cost of a path through the tile, or SWEEP_ASLEEP */
    uint32_t *place;    /* number of its record, or SWEEP_UNREAD */
    uint32_t *awake[2]; /* lists of awake tiles, used in turn */
};

#define SWEEP_ASLEEP   0xFFFFFFFFU
#define SWEEP_UNREAD   0xFFFFFFFFU
#define SWEEP_HAS_GOAL 0x80000000U /* bit of a place: the tile holds targets */
#define SWEEP_NO_BOUND 0xFFFFFFFFU

/* A call as kernels see it; passed by value. */
struct sweep_view {
    const struct sweep_net *nets;
    const struct sweep_run *runs;
    uint32_t net_count;
    struct sweep_result *results; /* [net_count] */
    uint32_t *knots;
    uint32_t knot_capacity;
    struct sweep_counters *counters;
    char *records;    /* [blocks][room] */
    uint32_t room;    /* records per block */
    uint32_t *tables; /* [blocks][4 * tiles_most], if a window has many tiles */
    uint32_t tiles_most;
    uint32_t *paths; /* [blocks][SWEEP_KNOTS]: target first */
    const volatile uint32_t *stop_flag;
};

/* The shape of a launch. */
struct sweep_shape {
    unsigned blocks, warps;
    size_t shared_bytes, record_bytes;
};

struct gpu_sweep;

/* Searches jobs order[0 .. count), or the first `count` if order is NULL, answers them, and fills
 * *answer. Its list of jobs left and the knots are valid until the next call. */
enum status sweep_expand(struct gpu_sweep *sweep, struct job *jobs, const uint32_t *order,
                         size_t count, struct gpu_answer *answer, struct error *error);

/* Prepares the kernel; *shared_limit: bytes of dynamic shared memory per block at most. */
enum status sweep_prepare(const struct gpu_engine *engine, size_t *shared_limit,
                          struct error *error);

/* The launch for `nets` nets, the largest of tiles_most tiles. */
struct sweep_shape sweep_shape_of(const struct gpu_engine *engine, size_t shared_limit, size_t nets,
                                  uint32_t tiles_most);

/* Launches the kernel on the engine's stream. */
enum status sweep_launch(const struct gpu_engine *engine, const struct sweep_view *view,
                         const struct sweep_shape *shape, struct error *error);

static inline __host__ __device__ uint32_t sweep_tiles_across(uint32_t first, uint32_t last)
{
    assert(first <= last);
    return (last - first) / SWEEP_SIDE + 1;
}
