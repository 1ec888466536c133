/* batch: thousands to millions of nets together, each by a few lanes of a warp [1].
 *
 * For jobs of one source cell and one target cell on grids of one layer where every step costs 1. A
 * net's pins and window are packed into 24 bytes. The device bins the nets by the frame that their
 * search needs (64, 128, ... 2048 cells per side), searches and traces them, and returns 16 bytes
 * per net and the knots of all paths, one after the other:
 *
 *     host    pack chunk 2        unpack chunk 0   pack chunk 3
 *     copies        nets 2 in          knots 1 out
 *     device            search 1                  search 2
 *
 * Nets that no frame holds, and nets that need too many levels, are left to other waves. Paths are
 * the canonical ones of router/search/engine.h.
 *
 * [1] F. O. Hadlock, A shortest path algorithm for grid graphs, 1977. */
#pragma once

#include <atomic>

#include "gpu/wave/wave.cuh"
#include "grid/workers.h"

enum {
    BATCH_CLASSES = 6,     /* classes of frames, of 64 << class cells per side */
    BATCH_CHUNK = 1 << 17, /* nets per chunk */
    BATCH_PATH = 512,      /* room for knots of a path, per lane of the net */
    BATCH_JOBS_MIN = 4,    /* least number of jobs for a batch */
};

/* A net as it is sent to the device. source is CELL_NONE if the job is not for a batch. */
struct batch_net {
    uint32_t source, target;
    struct box window;
};

enum batch_outcome {
    BATCH_FOUND,
    BATCH_NONE, /* no path */
    BATCH_LEFT, /* left to another wave */
    BATCH_FULL, /* no room for the knots */
};

/* The answer for a net, as it is sent to the host. */
struct gpu_batch_result {
    uint32_t cost;
    uint32_t first, count; /* index and number of its knots */
    uint32_t outcome;      /* enum batch_outcome */
};

/* Counters of a chunk on the device. */
struct batch_counters {
    uint32_t listed[BATCH_CLASSES]; /* nets in the list of each class */
    uint32_t taken[BATCH_CLASSES];  /* nets that warps have taken from each list */
    uint32_t knots; /* knots of all paths; more than the capacity if some did not fit */
    uint32_t left;  /* nets of outcome BATCH_LEFT */
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
    uint64_t *planes; /* workspace: rows of the larger frames */
    uint32_t *paths;  /* workspace: knots of paths, target first */
};

/* A chunk of a call in progress. */
struct batch_slot {
    struct gpu_call call; /* the whole call */
    size_t chunk;         /* number of the chunk in the call */
    size_t first, count;  /* range of its jobs */
    int class_max;
    struct buffer nets_host, nets, results_host, results, lists, counters_host, counters, knots;
    cudaEvent_t fetched;        /* the last copies to the host are complete */
    std::atomic<uint32_t> side; /* largest side of a window, minus 1 */
};

enum { BATCH_SLOTS = 3 }; /* chunks in progress: packed, searched, unpacked */

/* The workspace. All of it is allocated with the first jobs. */
struct batch_wave {
    struct gpu_wave head;
    bool asked;  /* the device has been examined; streams and workers exist if it is usable */
    bool usable; /* it has enough shared memory */
    struct workers *workers;
    cudaStream_t back; /* for copies of results and knots to the host */
    struct batch_slot slots[BATCH_SLOTS];
    struct buffer planes, paths;
    struct buffer *blocks; /* [chunks] page-locked knots */
    size_t block_count, blocks_capacity;
    uint32_t *left;
    size_t left_count, left_capacity;
};

/* Searches the jobs of the call that are pairs of cells, and answers them. Left are jobs that the
 * kernels cannot search, all jobs on devices of too little shared memory, and the jobs of `others`
 * (may be NULL). */
enum status batch_expand(struct batch_wave *batch, const struct gpu_call *call,
                         const struct gpu_call *others, struct gpu_answer *answer,
                         struct error *error);

/* The table's bytes() and release(). */
size_t batch_bytes(const struct gpu_wave *wave);
void batch_release(struct gpu_wave *wave);

/* Enqueues search and trace of a chunk on the engine's stream: bins the nets, then searches class
 * by class. class_max: the largest class that can occur. */
enum status batch_launch(const struct gpu_engine *engine, const struct batch_view *view,
                         int class_max, struct error *error);

/* Bytes that batch_launch needs: planes (for `nets` nets, classes up to class_max), paths, and
 * counters with the bins after them. */
size_t batch_plane_bytes(const struct gpu_engine *engine, int class_max, size_t nets);
size_t batch_path_bytes(const struct gpu_engine *engine);
size_t batch_counter_bytes(void);
