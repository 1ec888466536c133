/* design: all nets of a large, sparse design of local nets, at once.
 *
 *     tolls from the first net on -> rounds of what is in conflict -> [ refinement ]
 *
 * A placed design has many nets, most of them short, and room for all. There the stages that first
 * route every net alone and then sort out who is in whose way do most of their work twice. Here a
 * net is routed once, around what is there, and again only where it met another (rounds.h). Nets of
 * different places go side by side (plan.h). A search pays for its path, not for its window
 * (search.h).
 *
 * The result depends on the design and on the rules alone, not on the number of threads; where the
 * run is ended early, on how far it came. It is legal: no two trees share a cell. A net may be left
 * without a tree, then other stages are asked.
 *
 *     struct maze_trees design;
 *     struct maze_buffer buffer = {0};
 *     status = maze_route(&design, &design->grid, &design->nets, &request, error);
 *     if (status == STATUS_OK && maze_has_tree(&design, net))
 *         status = maze_wires(&design, net, &buffer, &wires, &count, error);
 *     maze_trees_destroy(&design);
 *     free(buffer.wires);
 *
 * Memory: 6 bytes a cell, 4 for each cell of a tree, and for each thread what its largest search
 * touched.
 */
#pragma once

#include "router/maze/rounds/device.h"

/* How much time goes into cost: `fast` little, `best` as much as helps. */
enum maze_effort { MAZE_FAST, MAZE_NORMAL, MAZE_BEST, MAZE_EFFORTS };

struct maze_request {
    enum maze_effort effort;
    unsigned threads;                     /* at least 1 */
    struct workers *workers;              /* the threads; NULL: started for this */
    uint32_t rounds_max;                  /* of negotiation, at least 1 */
    const struct maze_device_ops *device; /* who routes, NULL: the host's threads */
    uint64_t devices;                     /* of its devices these may: bit D for D; 0: any */
    bool device_alone; /* where the device cannot, the host does not do it instead */
    /* Whether the run has to end now. Called by several threads at once, after each net. */
    bool (*is_over)(void *context);
    /* Called by the calling thread after each round: nets still in conflict; may be NULL. */
    void (*progress)(void *context, uint32_t round, uint32_t conflicts);
    void *context; /* of both */
};

/* Seconds by the clock of a run's parts. */
struct maze_seconds {
    double prepare;     /* the map and the lists of nets, on a device its opening, too */
    double first_round; /* all nets */
    double rounds;      /* those after it, of nets in conflict */
    double refine;
};

struct maze_trees {
    struct maze_plan plan;     /* of a run on the host */
    struct maze_result result; /* of one on a device */
    bool on_device;
    struct error loss; /* why it was not on the device that was asked for; else empty */
    uint32_t width, height;
    uint32_t rounds; /* of negotiation */
    struct maze_seconds seconds;
    uint64_t searches; /* of all threads */
    size_t peak_bytes; /* of memory on the host, about */
};

/* Of maze_wires: one a thread, zeroed at first; who has it frees `wires`. */
struct maze_buffer {
    struct wire *wires;
    size_t capacity;
};

/* True where the design is one for maze_route, by what it shows: a grid that the map can hold
 * (maze_map_suits), some hundred thousand cells, at least two layers; nets that are short against
 * its sides; wires that will take less than half of the cells. Where a net has thousands of pins,
 * also with fewer cells and longer nets. O(pins). */
bool maze_suits(const struct grid *grid, const struct netlist *nets);

/* Seconds that so many threads of the host would take: a guess by the number of nets. */
double maze_estimate(const struct netlist *nets, unsigned threads);

/* Routes all nets of two pins or more. Needs maze_map_suits alone. What a device cannot do, for
 * lack of memory or because it fails, the host does, unless the device is to do it alone: then it
 * fails with STATUS_FAILED, as it does without memory. In any case the design is to be destroyed.
 */
enum status maze_route(struct maze_trees *maze, const struct grid *grid, const struct netlist *nets,
                       const struct maze_request *request, struct error *error);

/* False where the net was left without a tree. */
static inline bool maze_has_tree(const struct maze_trees *maze, uint32_t net)
{
    return maze->on_device ? maze->result.routed[net] != 0 : maze->plan.nets[net].routed;
}

/* The wires of the net's tree, in the order of grid/routes.h; valid until the next call with this
 * buffer. */
enum status maze_wires(const struct maze_trees *maze, uint32_t net, struct maze_buffer *buffer,
                       const struct wire **wires, size_t *count, struct error *error);

void maze_trees_destroy(struct maze_trees *maze); /* accepts a zeroed one */
