/* device: the state of a run on the device (struct maze_device) and the host functions of each .cu
 * file of this folder, which only these files call. */
#pragma once

#include "gpu/buffers.h"
#include "gpu/rounds/turn.cuh"
#include "router/maze/rounds/device.h"

struct maze_device {
    int index;
    cudaStream_t stream, side; /* side: for copies to the device while a kernel runs */
    struct memory_account account;
    struct maze_view view;
    uint32_t warps; /* warps per launch at most */
    uint32_t order_count, list_count;
    uint32_t node_most; /* most nodes of a topology */

    struct buffer state, owner, pins, nets, nodes, edges, flagged, paths, arena, step, bound,
        counters;
    struct buffer order;              /* all nets with something to route, short ones first */
    struct buffer list;               /* nets of this round, in order */
    struct buffer keys[2], values[2]; /* keys and values of sorts */
    struct buffer scratch;            /* workspace of CUB */
    struct buffer first;              /* [nets + 1] first link of each net of a sequence */
    struct buffer missing, ready; /* [nets] links not yet released; queue of nets that may start */
    struct buffer link_bin[2],
        link[2]; /* [links] bins of the links of a sequence, and the links sorted by bin */
    struct buffer link_net, link_next; /* [links] net of a link; next net in its bin */
    struct buffer back;                /* page-locked: results for the host */
};

/* A sequence of turns as kernels see it: nets[0 .. count), or backward from the last. */
struct sequence {
    const uint32_t *nets;
    uint32_t count;
    bool backward;
};

static __device__ __forceinline__ uint32_t net_at(const struct sequence &sequence, uint32_t i)
{
    return sequence.nets[sequence.backward ? sequence.count - 1 - i : i];
}

/* ---- sort.cu -------------------------------------------------------------------------------- */

/* Sorts the keys by their low bits, with their values; stable. Reads the first of each pair of
 * buffers; the result is in the second. */
enum status device_sort(struct maze_device *it, const uint32_t *keys_in, uint32_t *keys_out,
                        const uint32_t *values_in, uint32_t *values_out, uint32_t count, int bits,
                        struct error *error);

/* Exclusive prefix sums; may be in place. */
enum status device_sums(struct maze_device *it, const uint32_t *in, uint32_t *out, uint32_t count,
                        struct error *error);

/* Copies the values whose flag is not 0, in order; their number to *count, on the device. */
enum status device_select(struct maze_device *it, const uint32_t *in, const uint32_t *flags,
                          uint32_t *out, uint32_t *count_out, uint32_t count, struct error *error);

/* ---- prepare.cu ----------------------------------------------------------------------------- */

/* Copies the design, and computes the state, the nets, their order and their topologies. */
enum status device_prepare(struct maze_device *it, const struct grid *grid,
                           const struct netlist *nets, const struct maze_map *prices,
                           struct error *error);

/* Computes all topologies, with Steiner points or without. */
enum status device_topologies(struct maze_device *it, bool branch, struct error *error);

/* ---- schedule.cu ---------------------------------------------------------------------------- */

/* Sorts the list by tiles, into values[1]. With `batches`, windows that go in batches come last;
 * *batched is their number. */
enum status device_sort_by_tile(struct maze_device *it, bool batches, uint32_t *batched,
                                struct error *error);

/* Computes which net waits for which, and puts those that wait for none into the queue. */
enum status device_link(struct maze_device *it, struct sequence sequence, struct error *error);

/* ---- turns.cu ------------------------------------------------------------------------------- */

/* Stops a run early: the kernels end soon after is_over returns true. */
struct device_watch {
    bool (*is_over)(void *context); /* NULL: never */
    void *context;
};

/* Prepares the kernels; once per device. */
enum status device_turns_open(struct error *error);

/* Runs the turns in this order; turns whose windows do not overlap run side by side. */
enum status device_turns(struct maze_device *it, struct sequence sequence, const struct turn *turn,
                         struct device_watch watch, struct error *error);

/* Runs the turns of a batch: all nets are ripped up, in order, then all are searched against the
 * same state, then all are committed, in order. */
enum status device_batch(struct maze_device *it, struct sequence sequence, const struct turn *turn,
                         struct device_watch watch, struct error *error);

/* ---- trees.cu ------------------------------------------------------------------------------- */

/* Copies all trees as wires to host memory. */
enum status device_trees(struct maze_device *it, struct maze_result *result, struct error *error);
