/* groups: which nets of a round wait for which other nets.
 *
 * A net's turn reads and changes cells in its window only. The map is cut into bins of 64 x 64
 * cells. A unit is what a thread takes at a time: the nets of a tile, or a net of a dealt slice
 * (slices.h). In each bin, the units whose windows touch it follow each other slice by slice: a
 * group is the units of one slice in one bin.
 *
 *     bin 0    | a b   | d   | f |       slices  { a b c }  { d e }  { f }
 *     bin 1    | b c   | e   | f |
 *
 * A unit has a link per bin of its window, to its group there.
 */
#pragma once

#include "router/engine/workers.h"
#include "router/maze/rounds/map.h"

/* A net of a round, sorted by slices (slices.h). */
struct maze_dealt {
    uint32_t slice, net;
};

struct maze_unit {
    struct box window;     /* in bins */
    uint32_t first, count; /* its nets: dealt[first .. first + count) */
    uint32_t link, links;  /* its links: one per bin of its window */
    uint32_t waits;        /* atomic: links on which the next step waits */
    uint32_t above, below; /* neighbours in a list of units that may take a step */
    uint8_t step;          /* next step */
    bool tiled;
};

struct maze_group {
    uint32_t done;         /* atomic: steps that its units have taken */
    uint32_t first, count; /* units: members[first .. first + count) */
};

struct maze_bin {
    uint32_t slice;       /* of the last unit so far, + 1 */
    uint32_t links;       /* units that touch the bin */
    uint32_t groups;      /* slices that they belong to */
    uint32_t first;       /* first group; after the last one comes an empty one */
    uint32_t link, group; /* next link, present group */
};

/* Units that may be searched. Threads change it under the lock. */
struct maze_ready {
    bool lock;            /* atomic */
    uint32_t top, bottom; /* UINT32_MAX: none */
    char pad[52];         /* a cache line for each list */
};

struct maze_groups {
    uint32_t across, down;   /* bins */
    struct maze_bin *bins;   /* [across * down] */
    struct maze_unit *units; /* of a round, slice by slice */
    uint32_t unit_count;
    struct maze_group *groups;
    uint32_t *group_of;       /* [links] group of a unit's link */
    uint32_t *members;        /* [links] units of the groups */
    struct maze_ready *ready; /* [threads + 1] for flow.h */
    uint32_t nets;
    size_t groups_capacity, group_of_capacity, members_capacity;
};

struct maze_plan;

C_NAMES_BEGIN

/* Makes room for rounds of up to `nets` nets. */
enum status maze_groups_create(struct maze_groups *it, const struct maze_map *map, uint32_t nets,
                               unsigned threads, struct error *error);
void maze_groups_destroy(struct maze_groups *it); /* accepts a zeroed one */
size_t maze_groups_bytes(const struct maze_groups *it);

/* Makes the units of the first `count` dealt nets of the plan, and the groups that join them.
 * *has_trees: a net has a tree. O(nets + links). */
enum status maze_groups_make(struct maze_plan *plan, uint32_t count, bool *has_trees,
                             struct error *error);

C_NAMES_END
