/* plan: the routing state of all nets: their trees, and the cells that these use.
 *
 * Nets are identified by their rank, the index in routing order. A tree in the plan is counted in
 * congestion; two trees that hold the same cell are in conflict. A legal plan has no conflicts.
 *
 * Most designs need no negotiation, so the soft searcher (session.h) with tolls, history and users,
 * 12 bytes per cell, is made only when the plan is opened. */
#pragma once

#include "router/maze/plan/congestion.h"
#include "router/maze/plan/session.h"
#include "router/maze/net/steiner.h"

struct tree {
    struct wire *wires; /* in the order of grid/routes.h */
    size_t count, capacity;
    cost_t cost;  /* without tolls */
    bool present; /* the net has a tree */
};

struct plan {
    struct session *session;
    const uint32_t *nets; /* [count] by rank; not owned */
    uint32_t count;
    struct tree *trees; /* [count] */
    struct box *boxes;  /* [count] bounding boxes of the pins */
    uint32_t *margins;  /* [count] cells by which a net's window exceeds its box on each side */
    cost_t *ideals;     /* [count] cost of the net alone; COST_NONE: there is no path */
    bool open;
    struct congestion cong; /* of the soft searcher, once the plan is open */
    uint32_t *owner;        /* [cells] rank + 1 of the tree in a cell, 0: none; or NULL */
    struct steiner *steiner;
};

/* Makes a plan without trees. Destroy it also after a failure. */
enum status plan_create(struct plan *plan, struct session *session, const uint32_t *nets,
                        uint32_t count, struct error *error);
void plan_destroy(struct plan *plan);

/* Opens the run's soft searcher, if it is not open, and counts the trees that are present. None of
 * them may be closed in the hard searcher: cells that are closed there now stay closed in the soft
 * searcher, too. Tolls and users exist in open plans only. */
enum status plan_open(struct plan *plan, struct error *error);

/* Starts to keep the owner of each cell of a tree, in a plan that is open and legal, and stops it.
 * 4 bytes per cell. */
enum status plan_note_owners(struct plan *plan, struct error *error);
void plan_drop_owners(struct plan *plan);

/* The window of a net's searches. */
struct box plan_window(const struct plan *plan, uint32_t rank);

/* Takes a net's tree out, if it has one. Its wires stay readable in the tree. */
enum status plan_take_out(struct plan *plan, uint32_t rank, struct error *error);

/* Gives a net these wires (copied) as its tree. It must have none. */
enum status plan_put_in(struct plan *plan, uint32_t rank, const struct wire *wires, size_t count,
                        struct error *error);

/* Searches a tree for a net without one at the present tolls. The tree is in *growth, with its
 * outcome, and is not put in. If the net has no path in its window, its margin is raised until
 * there is one or the window is the grid. guess: 0, or the expected cost (engine.h). */
enum status plan_grow(struct plan *plan, uint32_t rank, cost_t guess, struct growth *growth,
                      struct error *error);

/* Searches trees for the nets of these ranks in these windows: a cheapest tree if steiner_suits,
 * else pin by pin. Sets the outcome of each growth. The searches do not affect each other. guess:
 * as above, for each net. */
enum status plan_grow_in(struct plan *plan, struct searcher *searcher, const uint32_t *ranks,
                         const struct box *windows, cost_t guess, uint32_t count,
                         struct growth *growths, struct error *error);

/* Sets the price of sharing, and updates the tolls of all trees' cells if it changes. */
enum status plan_set_present(struct plan *plan, uint32_t present, struct error *error);

/* True if the net shares a cell with another. */
bool plan_in_conflict(const struct plan *plan, uint32_t rank);

/* True if the net has no tree but could have one. */
static inline bool plan_is_missing(const struct plan *plan, uint32_t rank)
{
    return !plan->trees[rank].present && plan->ideals[rank] != COST_NONE;
}

/* Number of nets with a tree. */
uint32_t plan_routed(const struct plan *plan);

/* Resets all history to 0, or to a noise of 1 on one cell in `one_in`, chosen by a hash of cell and
 * seed (0: no noise), and sets the price of sharing. O(cells); O(1) without noise and history. */
enum status plan_forget(struct plan *plan, uint64_t seed, uint32_t one_in, uint32_t present,
                        struct error *error);

/* Sum of the trees' costs. */
cost_t plan_cost(const struct plan *plan);

/* For debug builds, between stages: both recompute everything from the trees' wires
 * (plan_check.c). plan_is_sound is true if
 *
 *   - each tree that is present costs what its wires say, and each margin is above 0;
 *   - in an open plan the users of each cell are the trees that hold it, its toll is right
 *     (congestion_is_sound) and, if owners are kept, its owner is a net whose tree holds it, or 0
 *     if there is none.
 *
 * No net may be locked (congestion_lock). Also true if there is no memory for the count. O(cells +
 * cells of all wires), 4 bytes per cell. */
bool plan_is_sound(const struct plan *plan);

/* True if no cell is in two trees: the plan is legal. O(cells of all wires), 1 bit per cell. */
bool plan_is_legal(const struct plan *plan);
