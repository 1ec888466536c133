/* maze_route: routes all or some nets of a grid with mostly short nets at once.
 *
 *     all nets around each other -> rounds of the nets in conflict -> [ ejection chains ]
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
 * Memory: 6 bytes per cell, 4 per cell of a tree, and the largest search of each thread. */
#pragma once

#include "grid/wire.h"
#include "router/maze/rounds/chains.h"
#include "router/maze/rounds/rounds.h"

/* How much run time is spent on reducing cost. */
enum maze_effort { MAZE_FAST, MAZE_NORMAL, MAZE_BEST, MAZE_EFFORTS };

struct maze_request {
    enum maze_effort effort;
    struct maze_choice choice; /* the nets to route */
    unsigned threads;          /* at least 1 */
    struct workers *workers;   /* the threads; NULL: started for this */
    uint32_t rounds_max;       /* maximum number of rounds; 0: one, at the highest price */
    bool crowded;              /* the design may have no solution: maze_rules */
    uint64_t chain_work;       /* maximum number of cells that chains expand to lower the cost */
    /* Returns true to end the run early. Called by several threads at once, after each net. */
    bool (*is_over)(void *context);
    /* Called by the calling thread after each round, with the nets in conflict; may be NULL. */
    void (*progress)(void *context, uint32_t round, uint32_t conflicts);
    void *context; /* of both */
};

/* Wall-clock seconds of the parts of a run. */
struct maze_seconds {
    double prepare;     /* the map and the lists of nets */
    double first_round; /* all nets */
    double rounds;      /* the later rounds, of nets in conflict */
    double refine;      /* ejection chains */
};

struct maze_trees {
    struct maze_plan plan;
    enum maze_chains_end end; /* why improvement by chains has ended */
    uint32_t rounds;          /* of negotiation */
    struct maze_seconds seconds;
    uint64_t searches; /* of all threads */
    uint64_t work;     /* of all threads, in cells expanded */
    size_t peak_bytes; /* estimated host memory */
};

/* For maze_wires: one per thread, zeroed at first; the caller frees `wires`. */
struct maze_buffer {
    struct wire *wires;
    size_t capacity;
};

/* True if maze_route suits the `count` chosen nets (NULL: all): a grid that the map can hold
 * (maze_map_suits) with some hundred thousand cells and at least two layers; nets that are short
 * compared with its sides; wires that will take less than half of the cells. Fewer cells and longer
 * nets suffice if a net has thousands of pins. False if few of the nets are chosen. O(pins). */
bool maze_suits(const struct grid *grid, const struct netlist *nets, const uint32_t *chosen,
                uint32_t count);

/* Routes all chosen nets of two pins or more in a grid for which maze_map_suits is true. Fails with
 * STATUS_FAILED without memory. Call maze_trees_destroy in any case. */
enum status maze_route(struct maze_trees *maze, const struct grid *grid, const struct netlist *nets,
                       const struct maze_request *request, struct error *error);

/* True if the net has a tree or needs none. */
static inline bool maze_has_tree(const struct maze_trees *maze, uint32_t net)
{
    return maze->plan.nets[net].routed;
}

/* The wires of the net's tree, in the order of grid/routes.h; valid until the next call with it. */
enum status maze_wires(const struct maze_trees *maze, uint32_t net, struct maze_buffer *buffer,
                       const struct wire **wires, size_t *count, struct error *error);

void maze_trees_destroy(struct maze_trees *maze); /* accepts a zeroed one */
