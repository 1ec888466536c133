/* grow: a net's tree, edge by edge of its topology, each joined to the tree as it stands. */
#pragma once

#include "router/chip/net/many_pins.h"
#include "router/chip/net/tree_pool.h"

/* A net: its pins and its tree. A tree is a list of paths, each the cells from one that is in the
 * tree already (with PATH_START) to a place. */
struct chip_net {
    const struct chip_spot *pins; /* the first is the root; z SPOT_ANY_LAYER: on all layers */
    uint32_t pin_count;
    uint32_t count, capacity; /* cells of the tree */
    uint32_t rank;            /* in the plan's order */
    uint32_t *path;           /* [capacity] in the pool of the thread that grew it */
    struct chip_rect box;     /* of the pins */
    uint16_t margin;          /* cells that its window is wider by */
    uint32_t searches;        /* so far */
    bool routed, failed;
};

enum {
    CHIP_NEAR = 8,      /* cells around a connection in which it is sought first, ... */
    CHIP_NEAR_SHARE = 8 /* ... and a part of its length */
};

/* How it is grown. */
struct chip_growth {
    struct chip_toll toll;
    uint32_t lag;   /* of its searches (search.h) */
    bool branch;    /* with Steiner points */
    uint32_t wider; /* so many times the margin around a connection is doubled, up to 16 */
};

/* Cells first .. first + count - 1, of which the first is where it starts. */
struct chip_path {
    uint32_t first, count;
    bool to_pin; /* not to a branching point */
};

/* A thread's workspace. */
struct chip_grower {
    struct chip_search search;
    struct chip_topology topology;
    struct many_pins many; /* of nets of more than TOPOLOGY_LOOP_PINS */
    bool is_many;
    uint8_t *joined;         /* [nodes] */
    struct chip_path *paths; /* [path_count] in the search's `path` */
    uint32_t path_count;
    size_t joined_capacity, paths_capacity;
    struct chip_tree_pool trees; /* what it has given to nets */
};

#ifdef __cplusplus
extern "C" {
#endif

enum status chip_grower_create(struct chip_grower *it, const struct chip_map *map,
                               struct error *error);
void chip_grower_destroy(struct chip_grower *it); /* accepts a zeroed one */

struct chip_rect chip_window(const struct chip_map *map, const struct chip_net *net);

/* Grows a tree for the net inside its window. *found: all pins are joined; the paths are in the
 * search's `path` then. The net itself is not changed, and must not be in the map. */
enum status chip_grow(struct chip_grower *it, const struct chip_net *net,
                      const struct chip_growth *growth, bool *found, struct error *error);

/* Gives the net the paths that were grown. */
enum status chip_take(struct chip_grower *it, struct chip_net *net, struct error *error);

#ifdef __cplusplus
}
#endif
