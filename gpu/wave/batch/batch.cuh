/* batch: thousands to millions of nets at once, each by a few lanes of a warp.
 *
 * For jobs of one source cell and one target cell on grids of one layer where every step costs 1.
 * A net's pins and window are packed into 24 bytes; the device bins the nets by the frame that
 * their search needs (64, 128, ... 2048 cells a side), searches and traces them, and hands back
 * 16 bytes a net and the knots of all paths, one after the other:
 *
 *     host    pack chunk 2        unpack chunk 0   pack chunk 3
 *     copies        nets 2 in          knots 1 out
 *     device            search 1                  search 2
 *
 * Nets that no frame holds, and nets that need too many levels, are left to other waves. Paths are
 * the canonical ones of router/search/engine.h.
 *
 * Reference: F. O. Hadlock, A shortest path algorithm for grid graphs, 1977.
 */
#pragma once

#include <atomic>

#include "gpu/wave/wave.cuh"
#include "router/engine/workers.h"

enum {
    BATCH_CLASSES = 6,        /* frames of 64 << class cells a side */
    BATCH_CHUNK = 1 << 17,    /* nets on the device at a time */
    BATCH_PATH = 512,         /* knots of a path that there is room for, a lane */
    BATCH_JOBS_MIN = 4,       /* fewer jobs are not worth a batch */
    BATCH_SIDE_MAX = 64 << 5, /* of a window */
};

/* A net on its way to the device. source is CELL_NONE where the job is not one for a batch. */
struct batch_net {
    uint32_t source, target;
    struct box window;
};

enum batch_outcome {
    BATCH_FOUND,
    BATCH_NONE, /* no path */
    BATCH_LEFT, /* for another wave */
    BATCH_FULL, /* the knots did not fit */
};

/* The answer for a net, on its way back to the host. */
struct gpu_batch_result {
    uint32_t cost;
    uint32_t first, count; /* its knots in the chunk's */
    uint32_t outcome;      /* enum batch_outcome */
};

/* Counters of a chunk on the device. */
struct batch_counters {
    uint32_t listed[BATCH_CLASSES]; /* nets in each class's list */
    uint32_t taken[BATCH_CLASSES];  /* of them, those that a warp has taken */
    uint32_t knots;                 /* wanted; more than the capacity where some did not fit */
    uint32_t left;                  /* nets of outcome BATCH_LEFT */
};

/* A chunk as kernels see it; passed by value. */
struct batch_view {
    const struct batch_net *nets;
    uint32_t net_count;
    struct gpu_batch_result *results; /* [net_count] */
    uint32_t *lists;                  /* [BATCH_CLASSES][net_count] */
    uint32_t *knots;
    uint32_t knot_capacity;
    struct batch_counters *counters;
    uint64_t *planes; /* scratch: rows of the larger frames */
    uint32_t *paths;  /* scratch: a path's knots, target first */
};

/* Enqueues the search and trace of a chunk on the engine's stream. class_max: the largest class
 * that can occur, below the launcher's number of classes. */
typedef enum status batch_launcher(const struct gpu_engine *engine, const struct batch_view *view,
                                   int class_max, struct error *error);

/* A chunk of a call on its way through the device. */
struct batch_slot {
    struct gpu_call call; /* the whole call */
    size_t chunk;         /* its number in the call */
    size_t first, count;  /* its jobs */
    int class_max;
    struct buffer nets_host, nets, results_host, results, lists, counters_host, counters, knots;
    cudaEvent_t begin, end;     /* around the kernels */
    cudaEvent_t fetched;        /* what was copied last is on the host */
    std::atomic<uint32_t> side; /* of the largest window, less one */
};

enum { BATCH_SLOTS = 3 };

/* The workspace of a wave of this kind. Its prepare() sets the first two, and allocates nothing:
 * the rest comes with the jobs. */
struct batch_wave {
    struct gpu_wave head;
    batch_launcher *launcher;
    int classes;        /* that the launcher has, 1 to BATCH_CLASSES */
    bool asked, usable; /* streams and workers were made; the device has enough shared memory */
    struct workers *workers;
    cudaStream_t back; /* on which knots leave */
    struct batch_slot slots[BATCH_SLOTS];
    struct buffer planes, paths;
    struct buffer *blocks; /* page-locked knots, [chunks] */
    size_t block_count, blocks_capacity;
    uint32_t *left;
    size_t left_count, left_capacity;
    double kernel_ms;
};

/* Searches the jobs of the call that are pairs of cells, and fills them. Left are those that the
 * kernels cannot do, all on devices of too little shared memory, and the jobs of `others`, unless
 * it is NULL. */
enum status batch_expand(struct batch_wave *batch, const struct gpu_call *call,
                         const struct gpu_call *others, struct gpu_answer *answer,
                         struct error *error);

/* The table's bytes() and release(). */
size_t batch_bytes(const struct gpu_wave *wave);
void batch_release(struct gpu_wave *wave);

/* The launcher of the batch: bins the nets, then searches class by class. See batch_kernels.cu. */
batch_launcher batch_launch;

/* Bytes that batch_launch needs: planes (for so many nets, classes up to class_max), paths, and
 * counters with what is kept behind them. */
size_t batch_plane_bytes(const struct gpu_engine *engine, int class_max, size_t nets);
size_t batch_path_bytes(const struct gpu_engine *engine);
size_t batch_counter_bytes(void);
