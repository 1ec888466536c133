/* grow: builds a net's tree, edge by edge of its topology. Each edge joins the tree so far. */
#pragma once

#include "router/maze/tree/exchange.h"
#include "router/maze/tree/many_pins.h"
#include "router/maze/tree/tree_pool.h"

/* A net: its pins and its tree. A tree is a list of paths, each the cells from one that is in the
 * tree already (with PATH_START) to a place. */
struct maze_net {
    const struct maze_spot *pins; /* the first is the root; z SPOT_ANY_LAYER: on all layers */
    uint32_t pin_count;
    uint32_t count, capacity; /* entries of `path` */
    uint32_t rank;            /* index in the plan's order */
    uint32_t *path;           /* [capacity] in the pool of the thread that grew it */
    struct box box;           /* of the pins */
    uint16_t margin;          /* cells by which the window exceeds the box, on each side */
    uint32_t searches;        /* number of searches so far */
    bool routed, failed;
    bool turn; /* in a slice: the net is to be searched; after the search: it has a new tree */
};

/* The walk over the cells of a net's tree, each once: finds the next cell, from entry *i on. */
static inline bool maze_next_cell(const struct maze_net *net, uint32_t *i, uint32_t *cell)
{
    while (*i < net->count && (net->path[*i] & (uint32_t)PATH_START) != 0)
        ++*i;
    *cell = *i < net->count ? net->path[*i] : 0;
    return (*i)++ < net->count;
}

enum {
    MAZE_NEAR = 8,      /* least margin of the first search around a connection, in cells */
    MAZE_NEAR_SHARE = 8 /* the margin grows by 1 / MAZE_NEAR_SHARE of the length */
};

/* How a tree is grown. */
struct maze_growth {
    struct maze_toll toll;
    uint32_t lag;   /* lag of its searches (search.h), in cells */
    uint32_t wider; /* number of times that the margin around a connection is doubled, 0 .. 16 */
};

/* Entries first .. first + count - 1 of the search's `path`; the first is the start cell. */
struct maze_path {
    uint32_t first, count;
    bool to_pin; /* ends at a pin, not at a Steiner point */
};

/* A thread's workspace. */
struct maze_grower {
    struct maze_search search;
    struct maze_topology topology;
    struct many_pins many;
    uint8_t *joined;         /* [nodes] */
    struct maze_path *paths; /* [path_count] in the search's `path` */
    uint32_t path_count;
    size_t joined_capacity, paths_capacity;
    struct maze_exchange exchange;
    struct maze_tree_pool trees; /* holds the trees that maze_take has given to nets */
};

enum status maze_grower_create(struct maze_grower *it, const struct maze_map *map,
                               struct error *error);
void maze_grower_destroy(struct maze_grower *it); /* accepts a zeroed one */

struct box maze_window(const struct maze_map *map, const struct maze_net *net);

/* Grows a tree for the net inside its window. *found: all pins are joined, and the
 * paths are in the search's `path`. Does not change the net, whose tree must not be in the map. */
enum status maze_grow(struct maze_grower *it, const struct maze_net *net,
                      const struct maze_growth *growth, bool *found, struct error *error);

/* Makes the net's tree cheaper by exchanging paths (exchange.h), inside its window. *found: it is
 * cheaper, and its paths are in the search's `path`. Otherwise as maze_grow. */
enum status maze_regrow(struct maze_grower *it, const struct maze_net *net,
                        const struct maze_toll *toll, bool *found, struct error *error);

/* Copies the paths of the last maze_grow or maze_regrow to the net, as its tree. */
enum status maze_take(struct maze_grower *it, struct maze_net *net, struct error *error);
