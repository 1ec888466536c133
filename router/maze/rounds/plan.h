/* plan: all nets of a design with their trees, and the map in which these are counted.
 */
#pragma once

#include "router/engine/workers.h"
#include "router/maze/rounds/knots.h"
#include "router/maze/tree/grow.h"

struct maze_plan {
    struct maze_map map;
    uint32_t count; /* nets */
    struct maze_net *nets;
    struct maze_spot *spots; /* of all pins */
    uint32_t *order;         /* [count] nets that have something to route, short ones first */
    uint32_t order_count;
    uint8_t *flagged; /* [count + MAZE_FLAGS], by rank: the net has a turn in the next round */
    bool full;        /* atomic: a user count is saturated (maze_plan_recount) */

    unsigned threads;
    struct workers *workers, *own_workers; /* own: if the caller gave none */
    struct maze_grower *growers;           /* [threads] */

    struct maze_knots knots;
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

/* What a run routes. Zeroed: all nets of the design. */
struct maze_choice {
    const uint32_t *nets; /* [count] all different; NULL: all. The pins of the others are closed */
    uint32_t count;
    const uint64_t *closed; /* cells of no net, a plane like grid->blocked; NULL: that one */
    bool in_order;          /* nets of about the same length are routed in the order of `nets` */
};

C_NAMES_BEGIN

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

/* Counts a net's tree in the map. If it shares cells, the net and their owners are flagged. */
void maze_plan_put(struct maze_plan *plan, uint32_t net);
void maze_plan_take_out(struct maze_plan *plan, uint32_t net);
/* Adds `amount` to the history of each cell that the net shares. */
void maze_plan_add_history(struct maze_plan *plan, uint32_t net, uint32_t amount);
/* Makes the net the owner of its cells: one that shared them is gone. */
void maze_plan_own(struct maze_plan *plan, uint32_t net);
/* True if no tree in the map has a cell of the net's tree, which is not in the map. */
bool maze_plan_has_room(const struct maze_plan *plan, uint32_t net);

/* The user count of a cell saturates at 15, and does not fall again. If a count has saturated since
 * the last call, counts the users of all cells again; counts below 15 are exact then. O(1), else
 * O(cells + cells of all trees). */
void maze_plan_recount(struct maze_plan *plan);
bool maze_plan_in_conflict(const struct maze_plan *plan, uint32_t net);
/* A lower bound of the cost of a net's trees; 0 for nets of more than two pins. */
uint64_t maze_plan_bound_of(const struct maze_map *map, const struct maze_net *net);
uint64_t maze_plan_cost_of(const struct maze_plan *plan, const struct maze_net *net);

C_NAMES_END
