/* enter: converts the trees of many nets to routes, with all threads.
 *
 * Each thread takes 1024 trees at a time. A net's wires replace its old ones if they fit there. The
 * others are collected, and copied to the end of the pool when their number is known.
 */
#pragma once

#include "grid/routes.h"
#include "router/engine/workers.h"
#include "router/maze/rounds/maze_route.h"

struct enter_tree {
    uint32_t net;
    const struct wire *wires; /* in the order of grid/routes.h, not in the pool of routes */
    size_t count;
    struct route measured; /* cost, length, vias and bends */
};

struct enter_source {
    void *context;
    uint32_t count;
    /* Fills in tree `index`; *present is false if there is none. Its wires must stay until the
     * next call with this buffer, which belongs to one thread. May fail for memory. */
    enum status (*tree)(void *context, uint32_t index, struct maze_buffer *buffer,
                        struct enter_tree *tree, bool *present);
};

/* Gives each net its wires; no net comes twice. Fails with STATUS_FAILED without memory. The result
 * is the same for any number of threads. */
enum status enter_trees(struct routes *routes, const struct enter_source *source,
                        struct workers *workers, struct error *error);
