/* device: a design on the device, for the files of this room. */
#pragma once

#include "gpu/buffers.h"
#include "gpu/rounds/turn.cuh"
#include "router/maze/rounds/device.h"

struct maze_device {
    int index;
    cudaStream_t stream, side; /* side: for what goes to the device while a kernel runs */
    struct memory_account account;
    struct maze_view view;
    uint32_t warps; /* of a launch at most */
    uint32_t order_count, list_count;
    uint32_t node_most; /* of a topology */

    struct buffer state, owner, pins, nets, nodes, edges, flagged, paths, arena, step, bound,
        counters;
    struct buffer order;                /* all nets with something to route, short ones first */
    struct buffer list;                 /* those of this round, in order */
    struct buffer keys[2], values[2];   /* of sorts */
    struct buffer scratch;              /* of the library's algorithms */
    struct buffer first;                /* [nets + 1] of a sequence: its first link */
    struct buffer missing, ready;       /* [nets]: links not passed yet; queue of who may start */
    struct buffer link_bin[2], link[2]; /* [links] of a sequence: their bins, sorted by them */
    struct buffer link_net, link_next;  /* [links] whose it is; who is next in the bin */
    struct buffer back;                 /* page-locked: what the host reads */
};

/* Kernels' view of a sequence of turns: nets[0 .. count), or backward from the last. */
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

/* Sorts the keys by their low bits, values with them; stable. From the first of each pair of
 * buffers; the result is in the second. */
enum status device_sort(struct maze_device *it, const uint32_t *keys_in, uint32_t *keys_out,
                        const uint32_t *values_in, uint32_t *values_out, uint32_t count, int bits,
                        struct error *error);

/* Sums before each of the values; may be in place. */
enum status device_sums(struct maze_device *it, const uint32_t *in, uint32_t *out, uint32_t count,
                        struct error *error);

/* The values whose flag is not 0, in order; their number to *count, on the device. */
enum status device_select(struct maze_device *it, const uint32_t *in, const uint32_t *flags,
                          uint32_t *out, uint32_t *count_out, uint32_t count, struct error *error);

/* ---- prepare.cu ----------------------------------------------------------------------------- */

/* Copies the design, makes the state, the nets, their order and their topologies. */
enum status device_prepare(struct maze_device *it, const struct grid *grid,
                           const struct netlist *nets, const struct maze_map *prices,
                           struct error *error);

/* Makes all topologies, with Steiner points or without. */
enum status device_topologies(struct maze_device *it, bool branch, struct error *error);

/* ---- schedule.cu ---------------------------------------------------------------------------- */

/* Sorts the list by tiles, into values[1]. With `batches`, windows that go in batches come last;
 * *batched: how many. */
enum status device_sort_by_tile(struct maze_device *it, bool batches, uint32_t *batched,
                                struct error *error);

/* Finds out who waits for whom, and puts those who wait for nobody into the queue. */
enum status device_link(struct maze_device *it, struct sequence sequence, struct error *error);

/* ---- turns.cu ------------------------------------------------------------------------------- */

/* Whether the run has to end. */
struct device_watch {
    bool (*is_over)(void *context); /* NULL: never */
    void *context;
};

/* Sets the kernels up; once for each device. */
enum status device_turns_open(struct error *error);

/* Turns in this order, as many side by side as do not meet. */
enum status device_turns(struct maze_device *it, struct sequence sequence, const struct turn *turn,
                         struct device_watch watch, struct error *error);

/* Turns of a batch: all leave, in order, then all are sought against the state as it is, then all
 * enter, in order. */
enum status device_batch(struct maze_device *it, struct sequence sequence, const struct turn *turn,
                         struct device_watch watch, struct error *error);

/* Waits for what was launched. Fails where a search found no room. */
enum status device_wait(struct maze_device *it, struct device_watch watch, struct error *error);

/* ---- trees.cu ------------------------------------------------------------------------------- */

/* All trees as wires, to memory of the host. */
enum status device_trees(struct maze_device *it, struct maze_result *result, struct error *error);
