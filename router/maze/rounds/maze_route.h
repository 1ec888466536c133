/* maze_route: routes all nets of a large, sparse grid with mostly short nets at once.
 *
 *     all nets around each other -> rounds of the nets in conflict -> [ refinement ]
 *
 * The nets of a placed design are many and short, and there is room for all. Routing each net alone
 * first and solving conflicts afterwards would do most of the work twice. Here a net is routed
 * once, at a price for cells in use, and again only if it shares cells (rounds.h). Nets of
 * different places are routed in parallel (plan.h). Search time depends on the path length, not on
 * the window size (search.h).
 *
 * The result depends on the design and on the rules alone, not on the number of threads; if the run
 * is ended early, also on its progress. It is legal: no two trees share a cell. A net may be left
 * without a tree; later stages try it again.
 *
 *     struct maze_trees trees;
 *     struct maze_buffer buffer = {0};
 *     status = maze_route(&trees, &design->grid, &design->nets, &request, error);
 *     if (status == STATUS_OK && maze_has_tree(&trees, net))
 *         status = maze_wires(&trees, net, &buffer, &wires, &count, error);
 *     maze_trees_destroy(&trees);
 *     free(buffer.wires);
 *
 * Memory: 6 bytes per cell, 4 per cell of a tree, and per thread the cells of its largest search.
 */
#pragma once

#include "router/maze/rounds/device.h"

/* How much run time is spent on reducing cost. */
enum maze_effort { MAZE_FAST, MAZE_NORMAL, MAZE_BEST, MAZE_EFFORTS };

struct maze_request {
    enum maze_effort effort;
    unsigned threads;                     /* at least 1 */
    struct workers *workers;              /* the threads; NULL: started for this */
    uint32_t rounds_max;                  /* of negotiation, at least 1 */
    const struct maze_device_ops *device; /* routes; NULL: the host's threads route */
    uint64_t devices;                     /* allowed devices: bit D for device D; 0: any */
    bool device_alone;                    /* the host does not route if the device fails */
    /* Returns true to end the run early. Called by several threads at once, after each net. */
    bool (*is_over)(void *context);
    /* Called by the calling thread after each round, with the nets in conflict; may be NULL. */
    void (*progress)(void *context, uint32_t round, uint32_t conflicts);
    void *context; /* of both */
};

/* Wall-clock seconds of the parts of a run. */
struct maze_seconds {
    double prepare;     /* the map and the lists of nets; on a device, with opening it */
    double first_round; /* all nets */
    double rounds;      /* the later rounds, of nets in conflict */
    double refine;
};

struct maze_trees {
    struct maze_plan plan;     /* of a run on the host */
    struct maze_result result; /* of one on a device */
    bool on_device;
    struct error loss; /* why the device of the request was not used; else empty */
    uint32_t width, height;
    uint32_t rounds; /* of negotiation */
    struct maze_seconds seconds;
    uint64_t searches; /* of all threads */
    size_t peak_bytes; /* estimated host memory */
};

/* For maze_wires: one per thread, zeroed at first; the caller frees `wires`. */
struct maze_buffer {
    struct wire *wires;
    size_t capacity;
};

/* True if maze_route suits the design: a grid that the map can hold
 * (maze_map_suits), some hundred thousand cells, at least two layers; nets that are short against
 * its sides; wires that will take less than half of the cells. Where a net has thousands of pins,
 * also with fewer cells and longer nets. O(pins). */
bool maze_suits(const struct grid *grid, const struct netlist *nets);

/* Predicted run time on the host in seconds, by the number of nets. */
double maze_estimate(const struct netlist *nets, unsigned threads);

/* Routes all nets of two pins or more. Needs maze_map_suits alone. What a device cannot do, for
 * lack of memory or because it fails, the host does, unless the device is to do it alone: then it
 * fails with STATUS_FAILED, as it does without memory. In any case the design is to be destroyed.
 */
enum status maze_route(struct maze_trees *maze, const struct grid *grid, const struct netlist *nets,
                       const struct maze_request *request, struct error *error);

/* False if the net was left without a tree. */
static inline bool maze_has_tree(const struct maze_trees *maze, uint32_t net)
{
    return maze->on_device ? maze->result.routed[net] != 0 : maze->plan.nets[net].routed;
}

/* The wires of the net's tree, in the order of grid/routes.h; valid until the next call with this
 * buffer. */
enum status maze_wires(const struct maze_trees *maze, uint32_t net, struct maze_buffer *buffer,
                       const struct wire **wires, size_t *count, struct error *error);

void maze_trees_destroy(struct maze_trees *maze); /* accepts a zeroed one */
