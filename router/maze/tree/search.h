/* search: a cheapest path from a net's tree to a place, over the cells near the net.
 *
 * A* (P. E. Hart, N. J. Nilsson and B. Raphael 1968) with a queue of buckets, of which each is a
 * stack. The label and the toll of a cell share one word, which is copied from the map when the
 * search arrives, so that a step needs one memory access and one comparison:
 *
 *     word  =  label 16 | how it was reached 3 | closed 1 | toll 12
 *
 * A cell's toll includes its weight beyond 1. A wide map (map.h) has words of 64 bits:
 *
 *     word  =  label 31 | how it was reached 3 | closed 1 | toll 29
 *
 * The cost of a turn depends on the direction from which a cell was reached. A cell keeps one, so
 * with bend costs the path need not be the cheapest.
 *
 * A cell that may not be entered has the label 0, below every path: blocked cells, cells of the
 * tree, cells outside. A small net's window is one such field with a rim of 0. A large window is
 * cut into squares that are copied when a path enters them; their rims are portals to the next
 * squares.
 *
 * The queue is ordered by the cost paid and a lower bound of the rest, so the path is a cheapest
 * one in the window. A lag bounds the work: entries that are farther from the goal than the best so
 * far, by more than the lag in cells, are dropped. Then the path need not be the cheapest, and a
 * path may be missed. The result is defined by the order of the steps, in integers, so it is the
 * same on any machine. */
#pragma once

#include "router/maze/rounds/map.h"
#include "router/search/heap.h"
#include "router/wave/isa.h"

enum {
    SPOT_ANY_LAYER = UINT16_MAX,
    PATH_START = INT32_MIN,
    MAZE_LAG_NONE = INT32_MAX,
    MAZE_COST_MAX = INT32_MAX /* above every label */
};

struct maze_spot {
    uint16_t x, y, z, pad;
};

/* A box around all targets, and their layer; SPOT_ANY_LAYER if they are on several. */
struct maze_targets {
    struct box box;
    uint32_t z;
};

/* The cost of cells in use. */
struct maze_toll {
    uint32_t present; /* for each user of a cell */
    bool history;     /* and for its history */
    bool hard;        /* cells with users are closed */
};

struct maze_entry;

/* A thread's workspace. */
struct maze_search {
    const struct maze_map *map;
    struct maze_toll toll;
    enum isa isa;

    struct box window;       /* of the net */
    bool squares;            /* the window is cut into squares */
    uint32_t shift, mask;    /* of a coordinate in the window: which square, where in it */
    uint32_t side_x, side_y; /* cells of a square, or of the window */
    uint32_t across, down;   /* squares of the window */
    uint32_t *square;        /* [across * down] first word of the square, 0: not copied */
    size_t square_capacity;
    struct box near; /* squares that the search may enter */
    uint32_t *word;  /* of a map that is not wide */
    uint64_t *wide;  /* of a wide one */
    size_t words, word_capacity, wide_capacity;

    struct maze_entry *entries;
    size_t entry_count, entry_capacity;
    uint32_t *head; /* [buckets] last entry */
    uint64_t *filled;
    uint32_t far; /* list of entries beyond the last bucket; in a wide map a heap, by f: */
    struct ranked *far_heap;
    uint32_t far_count;
    size_t far_capacity;
    uint32_t limit; /* of maze_search_join: the path must cost less; falls to the best found */
    uint32_t met, met_cell; /* of the best path: the entry before the target, and the target */

    uint32_t *left_x, *left_y; /* [width], [height] bounds of columns and rows (search.c) */
    uint64_t *tree;            /* places of the tree's cells: paths start here */
    size_t tree_count, tree_capacity;
    /* lists of a large tree's cells by square (seeds.c): index in `tree` + 1, or 0 */
    uint32_t *last_seed, *seed_before;
    uint32_t *seeds; /* indices in `tree` of cells near the present search */
    size_t listed;   /* cells of the tree that are in these lists */
    size_t last_seed_capacity, seed_before_capacity, seeds_capacity;
    uint32_t *path; /* cells of all paths; the first of each has PATH_START */
    size_t path_count, path_capacity;

    uint64_t searches, expanded; /* numbers of searches and of expanded cells, never reset */
};

enum status maze_search_create(struct maze_search *search, const struct maze_map *map,
                               struct error *error);
void maze_search_destroy(struct maze_search *search); /* accepts a zeroed one */

/* Bytes of the arrays that grow with the searches. */
size_t maze_search_bytes(const struct maze_search *search);

/* Starts a net in this window, without a tree and without paths. */
enum status maze_search_begin(struct maze_search *search, struct box window, struct error *error);

/* Opens a blocked cell in the window, a pin of the net. */
enum status maze_search_open(struct maze_search *search, struct maze_spot spot,
                             struct error *error);

/* Makes a cell of the window part of the tree. */
enum status maze_search_plant(struct maze_search *search, struct maze_spot spot,
                              struct error *error);

/* Searches from the tree to the target (z SPOT_ANY_LAYER: any cell of the column) inside `near`,
 * rounded up to squares; lag in cells, MAZE_LAG_NONE for the cheapest path there. *found: there is
 * a path, which has been added to `path` and to the tree. O(cells expanded). */
enum status maze_search_connect(struct maze_search *search, struct maze_spot target,
                                struct box near, uint32_t lag, bool *found, struct error *error);

/* Empties the tree. Its words stay until cells are opened, planted or targets. */
void maze_search_forget(struct maze_search *search);

/* Copies a cell of the window from the map again. */
enum status maze_search_renew(struct maze_search *search, struct maze_spot spot,
                              struct error *error);

/* The toll of an open cell of the map, which includes its weight beyond 1. */
uint32_t maze_search_price(const struct maze_search *search, uint32_t cell);

/* Makes a cell of the window a target of maze_search_join, which must not be entered otherwise. */
enum status maze_search_aim(struct maze_search *search, struct maze_spot spot, struct error *error);

/* Searches a cheapest path from the tree to one of the targets that costs less than `limit`, at
 * most MAZE_COST_MAX, without the weight of its last cell. *found: there is one, and it has been
 * added to `path`. */
enum status maze_search_join(struct maze_search *search, const struct maze_targets *targets,
                             uint32_t limit, bool *found, struct error *error);
