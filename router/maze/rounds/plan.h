/* plan: all nets of a large grid with their trees, and the map (map.h) of the users of cells. */
#pragma once

#include "grid/workers.h"
#include "router/maze/rounds/map.h"
#include "router/maze/tree/grow.h"
#include "router/negotiate/groups.h"

/* A net of a round, sorted by slices (slices.h). */
struct maze_dealt {
    uint32_t slice, net;
};

struct maze_plan {
    struct maze_map map;
    uint32_t count; /* nets */
    struct maze_net *nets;
    struct maze_spot *spots; /* the pins of all nets */
    uint32_t *order; /* [order_count] nets to route, short ones first; the index is a rank */
    uint32_t order_count;
    uint8_t *flagged; /* [count + MAZE_FLAGS], by rank: the net has a turn in the next round */
    bool full;        /* atomic: a user count is saturated (maze_plan_recount) */

    unsigned threads;
    struct workers *workers, *own_workers; /* own: if the caller gave none */
    struct maze_grower *growers;           /* [threads] */

    struct groups groups;
    struct maze_dealt *dealt, *spare; /* [count] nets of a round, slice by slice (slices.h) */
    bool (*is_over)(void *context);   /* returns true to end the run early */
    void (*progress)(void *context, uint32_t round, uint32_t conflicts); /* or NULL */
    void *context;
};

enum {
    MAZE_FLAGS = 8,        /* flags per 64-bit read */
    MAZE_MARGIN = 6,       /* least margin of a net's window around its pins, in cells */
    MAZE_MARGIN_SHARE = 16 /* the margin grows by 1 / MAZE_MARGIN_SHARE of the half perimeter */
};

/* The nets that a run routes. Zeroed: all nets of the design. */
struct maze_choice {
    const uint32_t *nets; /* [count] all different; NULL: all. The pins of the others are closed */
    uint32_t count;
    const uint64_t *closed; /* plane of cells that no net may use; NULL: grid->blocked */
    bool in_order;          /* nets of about the same length are routed in the order of `nets` */
};

/* workers NULL: threads of its own. */
enum status maze_plan_create(struct maze_plan *plan, const struct grid *grid,
                             const struct netlist *nets, const struct maze_choice *choice,
                             unsigned threads, struct workers *workers, struct error *error);
void maze_plan_destroy(struct maze_plan *plan); /* accepts a zeroed one */

/* Estimated bytes of memory that the plan holds. No array shrinks, so this is also the peak. */
size_t maze_plan_bytes(const struct maze_plan *plan);

/* Gives the net a turn in the next round. */
void maze_plan_flag(struct maze_plan *plan, uint32_t net);

/* Several threads may call these at the same time for nets whose windows do not overlap. */

/* Puts a net's tree into the map: adds a user to each of its cells. If it shares cells, the net and
 * the owners of these cells are flagged. */
void maze_plan_put(struct maze_plan *plan, uint32_t net);
/* Takes a net's tree out of the map. */
void maze_plan_take_out(struct maze_plan *plan, uint32_t net);
/* Adds `amount` to the history of each cell that the net shares. */
void maze_plan_add_history(struct maze_plan *plan, uint32_t net, uint32_t amount);
/* Makes the net the owner of its cells, because a net that shared them has been taken out. */
void maze_plan_own(struct maze_plan *plan, uint32_t net);
/* True if no tree in the map has a cell of the net's tree, which is not in the map. */
bool maze_plan_has_room(const struct maze_plan *plan, uint32_t net);

/* The user count of a cell saturates at 15 and then does not fall again. If a count has saturated
 * since the last call, this counts the users of all cells again, so counts below 15 are exact.
 * O(1), or O(cells + cells of all trees) if it counts. */
void maze_plan_recount(struct maze_plan *plan);
bool maze_plan_in_conflict(const struct maze_plan *plan, uint32_t net);
/* A lower bound of the cost of any tree of a net; 0 for nets of more than two pins. */
uint64_t maze_plan_bound_of(const struct maze_map *map, const struct maze_net *net);
/* The cost of the net's tree. */
uint64_t maze_plan_cost_of(const struct maze_plan *plan, const struct maze_net *net);
