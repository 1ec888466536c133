/* plan: all nets of a design with their trees, and the order in which they take their turns.
 *
 * Nets are grouped in tiles (tiles.h): nets of tiles that share no cell run in parallel, the nets
 * of one tile in order. So the result is the same as if one net ran after the other, for any number
 * of threads. Nets with the largest windows would all wait for each other. If a turn allows it,
 * nets that fit no tile of 256 cells are routed in batches, after all others, short nets first: all
 * nets of a batch are searched in the same state of the plan, then their trees are entered in
 * order. Conflicts between them are negotiated.
 */
#pragma once

#include "router/maze/rounds/tiles.h"

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

    struct maze_tiles tiles;        /* of a round */
    bool (*is_over)(void *context); /* returns true to end the run early */
    void (*progress)(void *context, uint32_t round, uint32_t conflicts); /* or NULL */
    void *context;
};

enum {
    MAZE_FLAGS = 8,         /* flags per 64-bit read */
    MAZE_MARGIN = 6,        /* least margin of a net's window around its pins, in cells */
    MAZE_MARGIN_SHARE = 16, /* the margin grows by 1 / MAZE_MARGIN_SHARE of the half perimeter */
    MAZE_BATCH = 1024,      /* largest batch, in nets */
    MAZE_BATCH_PARTS = 4,   /* a batch has at most 1 / MAZE_BATCH_PARTS of the batched nets */
    MAZE_BATCH_LEAST = 16   /* smallest batch, in nets */
};

/* Nets per batch, for `count` nets that are routed in batches. */
STEP_INLINE uint32_t maze_batch_of(uint32_t count)
{
    const uint32_t part = count / MAZE_BATCH_PARTS;
    return part < MAZE_BATCH_LEAST ? (uint32_t)MAZE_BATCH_LEAST
           : part < MAZE_BATCH     ? part
                                   : (uint32_t)MAZE_BATCH;
}

/* What a run routes. Zeroed: all nets of the design. */
struct maze_choice {
    const uint32_t *nets; /* [count] all different; NULL: all. The pins of the others are closed */
    uint32_t count;
    const uint64_t *closed; /* cells of no net, a plane like grid->blocked; NULL: that one */
    bool in_order;          /* nets of about the same length are routed in the order of `nets` */
};

struct maze_round;

/* A net's turn, in three steps. */
struct maze_turn {
    /* Takes the net's tree out of the map. Returns false if the net keeps its tree. */
    bool (*leave)(struct maze_plan *plan, uint32_t net, const struct maze_round *round);
    /* The same for nets in order, at most MAZE_BATCH; nets that need a search stay in the list, and
     * their number is returned. NULL: no batches. The searches of a batch do not see each other. */
    uint32_t (*leave_all)(struct maze_plan *plan, uint32_t *nets, uint32_t count,
                          const struct maze_round *round);
    /* Searches a tree. Changes the net only, not the map. */
    enum status (*seek)(struct maze_plan *plan, struct maze_grower *grower, uint32_t net,
                        const struct maze_round *round, struct error *error);
    /* Counts the tree in the map, if there is one (maze_plan_put). */
    void (*enter)(struct maze_plan *plan, uint32_t net, const struct maze_round *round);
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

/* Adds the net as a user to each cell of its tree. If it shares cells, the net and their owners are
 * flagged. */
void maze_plan_put(struct maze_plan *plan, uint32_t net);
/* The same for the routed nets of a list, in order, by all threads. */
void maze_plan_put_all(struct maze_plan *plan, const uint32_t *nets, uint32_t count);
void maze_plan_take_out(struct maze_plan *plan, uint32_t net);

/* The user count of a cell saturates at 15, and does not fall again. If a count has saturated since
 * the last call, counts the users of all cells again; counts below 15 are exact then. O(1), else
 * O(cells + cells of all trees). */
void maze_plan_recount(struct maze_plan *plan);
bool maze_plan_in_conflict(const struct maze_plan *plan, uint32_t net);
/* A lower bound of the cost of a net's trees; 0 for nets of more than two pins. */
uint64_t maze_plan_bound_of(const struct maze_map *map, const struct maze_net *net);
uint64_t maze_plan_cost_of(const struct maze_plan *plan, const struct maze_net *net);

/* Gives each of these nets (in order of rank) a turn, tile by tile; `backward`: everything in the
 * opposite order. If the run has to end, the rest get none; those with a tree are flagged. */
enum status maze_plan_turns(struct maze_plan *plan, const uint32_t *nets, uint32_t count,
                            bool backward, const struct maze_turn *turn,
                            const struct maze_round *round, struct error *error);

C_NAMES_END
