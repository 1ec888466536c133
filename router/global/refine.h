/* refine: exchanges the paths of a net, one at a time, for cheaper ones.
 *
 * A path joins two key tiles: pins, the root, and tiles with three or more neighbours. Without it
 * the net is in two parts; the cheapest path between any tiles of the two replaces it, at exact
 * prices and with the net's own use removed. A path is kept without a search if its price is little
 * above the least for its length. */
#pragma once

#include "router/global/search.h"
#include "router/global/shape.h"

struct refine_rules {
    uint32_t margin;  /* of the search window around the path, in tiles */
    uint32_t slack;   /* price above its minimum up to which a path is kept without a search */
    bool over_only;   /* only paths with an edge over its capacity */
    uint32_t most;    /* maximum number of searches per net */
    bool fresh;       /* the net is not entered in the planes yet: no price has its own use */
    uint32_t longest; /* tiles: longer paths are kept */
    uint32_t labels;  /* a path is kept if its search would expand more; 0: any number */
};

/* Memory of one thread. */
struct refine {
    struct net_shape shape, other;
    struct global_search search;
    struct planes_use *own; /* of the net before its turn, ascending by edge */
    uint32_t own_count;
    size_t own_capacity;
    uint8_t *side; /* by tile: its part of the net */
    size_t side_capacity;
    uint32_t *map; /* by tile: its number in the new tree */
    size_t map_capacity;
    uint64_t *tried; /* paths that were searched in this turn, by their ends */
    size_t tried_capacity;
    uint32_t tried_count, path_count;
    uint32_t *path; /* tiles from the lower end to the upper one */
    size_t path_capacity;
    uint64_t searches;
    bool failed; /* without memory */
};

/* Refines the tree in refine->shape. True if it has changed. */
bool refine_net(struct refine *refine, const struct planes *planes, uint32_t net,
                const struct refine_rules *rules);

void refine_destroy(struct refine *refine); /* accepts a zeroed one */
