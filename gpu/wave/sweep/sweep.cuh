/* sweep: a batch of searches at any costs, each by one block; whole designs are routed by it.
 *
 * For jobs of any sources and targets in windows of any size, on up to four layers: vias, wrong
 * ways, strict layers, walls, weights and tolls, no bends. A window is cut into tiles of 32 x
 * 32 columns of cells. A warp takes a tile into its registers, sweeps it along y and x until no
 * label falls any more, and wakes the neighbours whose edge it has improved. What cannot get below
 * the best label of a target is left alone, and tiles that no path comes near are never read.
 *
 *     window    [ tile | tile | tile ]     a block a net: a round visits the tiles that are awake,
 *               [ tile | tile | tile ]     a warp each, the most promising first
 *
 * Labels have 15 bits. Left to another wave are nets whose path costs more, nets that need more
 * tiles than there is room for, and, where there are walls, nets that may have to enter a cell of
 * cost 1023 or more. At the end the labels on all cheapest paths are unique, whatever the order of
 * visits was, and the path is the canonical one of router/search/engine.h.
 *
 * Where a call has few nets and the grid no walls, each net is searched by several blocks:
 * team.cuh.
 *
 * sweep_tile.cuh has the sweeps, sweep_read.cuh a tile's first visit, sweep_visit.cuh a visit,
 * sweep_search.cuh the rounds, sweep_trace.cuh the way back, sweep_kernel.cu the launch. On the
 * host's side sweep_guess.cu has what is searched and how far, sweep_call.cu a call, sweep.cu the
 * calls until all is answered, sweep_pick.cu which jobs are for the wave at all.
 *
 * References: H. Zhao, A fast sweeping method for eikonal equations, 2005; W.-K. Jeong and R. T.
 * Whitaker, A fast iterative method for eikonal equations, 2008 (tiles that wake each other);
 * S. Lin, J. Liu, E. F. Y. Young, M. D. F. Wong, GAMER, 2022 (maze routing by sweeps, there for a
 * fixed number of turns).
 */
#pragma once

#include "gpu/wave/wave.cuh"

enum {
    SWEEP_LAYERS = 4,
    SWEEP_SIDE = 32,               /* of a tile, and lanes of a warp */
    SWEEP_STRIDE = SWEEP_SIDE + 1, /* of a row in shared memory: columns lie in different banks */
    SWEEP_FAR = 0x7FFF,            /* a label or a cost: none */
    SWEEP_WARPS = 12,              /* of a block at most: their buffers fill the shared memory */
    SWEEP_TILES_NEAR = 1024,       /* tiles of a window whose table lies in shared memory */
    SWEEP_KNOTS = 1 << 14,         /* of a path */
};

/* A run of cells that belongs to a job: a pin or a wire of its tree. */
struct sweep_run {
    uint16_t x, y;  /* of its first cell: the one of least x, y and layer */
    uint16_t steps; /* cells less one */
    uint8_t z;
    uint8_t axis; /* 0, 1, 2: it goes on in x, y, layer */
};

struct sweep_box {
    uint16_t x0, y0, x1, y1;
};

/* A net on its way to the device. Its runs: sources, then targets. */
struct sweep_net {
    struct sweep_box window;
    struct sweep_box goal; /* holds all target cells inside the window */
    uint32_t below;        /* only paths that cost less are wanted, or SWEEP_NO_BOUND */
    uint32_t runs, source_count, target_count;
};

enum sweep_outcome {
    SWEEP_FOUND,
    SWEEP_NONE, /* no path */
    SWEEP_LEFT, /* for another wave */
    SWEEP_FULL, /* the knots did not fit */
    SWEEP_STOPPED,
};

/* The answer for a net, on its way back to the host. */
struct sweep_result {
    uint32_t outcome; /* enum sweep_outcome */
    uint32_t cost, target, reached;
    uint32_t first, count; /* its knots, source first */
};

struct sweep_counters {
    uint32_t taken; /* nets that a block has taken */
    uint32_t knots; /* wanted; more than the capacity where some did not fit */
};

/* A block's table of the tiles of its window, [tiles] each. */
struct sweep_table {
    uint32_t *key;      /* least label that may come of a visit, or SWEEP_ASLEEP */
    uint32_t *place;    /* of its record, or SWEEP_UNREAD */
    uint32_t *awake[2]; /* lists of tiles, by turns */
};

#define SWEEP_ASLEEP   0xFFFFFFFFU
#define SWEEP_UNREAD   0xFFFFFFFFU
#define SWEEP_HAS_GOAL 0x80000000U /* of a place: the tile holds targets */
#define SWEEP_NO_BOUND 0xFFFFFFFFU

/* A batch as kernels see it; passed by value. */
struct sweep_view {
    const struct sweep_net *nets;
    const struct sweep_run *runs;
    uint32_t net_count;
    struct sweep_result *results; /* [net_count] */
    uint32_t *knots;
    uint32_t knot_capacity;
    struct sweep_counters *counters;
    char *records;    /* [blocks][room] */
    uint32_t room;    /* records a block */
    uint32_t *tables; /* [blocks][4 * tiles_most], where a window has many tiles */
    uint32_t tiles_most;
    uint32_t *paths; /* [blocks][SWEEP_KNOTS]: target first */
    const volatile uint32_t *stop_flag;
};

/* What the kernel needs, for the host. */
struct sweep_shape {
    unsigned blocks, warps;
    size_t shared_bytes, record_bytes;
};

struct gpu_sweep;

/* True where the wave is for fields of these features. */
bool sweep_serves(const struct field *field, unsigned features);

/* Makes the workspace; *sweep is NULL where the device is too old or on failure. */
enum status sweep_open(struct gpu_sweep **sweep, struct gpu_engine *engine, struct error *error);

/* Searches jobs order[0 .. count), or the first count where order is NULL, and fills them. left:
 * the indices of those that are for another wave, *left_count of them; valid until the next call,
 * as the knots are. */
enum status sweep_expand(struct gpu_sweep *sweep, struct job *jobs, const uint32_t *order,
                         size_t count, const uint32_t **left, size_t *left_count,
                         struct error *error);

/* Milliseconds that the kernel took in the last call. */
double sweep_kernel_ms(const struct gpu_sweep *sweep);

/* Bytes of the host that it holds beside those in the engine's account. */
size_t sweep_bytes(const struct gpu_sweep *sweep);

/* Accepts NULL. */
void sweep_close(struct gpu_sweep *sweep);

/* Prepares the kernel, once; *shared_limit: the shared memory that a block may have. */
enum status sweep_prepare(const struct gpu_engine *engine, int *shared_limit, struct error *error);

/* The launch for so many nets, the largest of tiles_most tiles. */
struct sweep_shape sweep_shape_of(const struct gpu_engine *engine, int shared_limit, size_t nets,
                                  uint32_t tiles_most);

/* The launch, on the engine's stream. */
enum status sweep_launch(const struct gpu_engine *engine, const struct sweep_view *view,
                         const struct sweep_shape *shape, struct error *error);

static inline __host__ __device__ uint32_t sweep_tiles_across(uint32_t first, uint32_t last)
{
    return (last - first) / SWEEP_SIDE + 1;
}
