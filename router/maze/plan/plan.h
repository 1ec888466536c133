/* plan: the nets under negotiation with their trees, and the cells these use.
 *
 * Nets are known here by their rank, the place in the order of routing. A tree that is put into
 * the plan is counted in congestion; two trees may hold the same cell, then they are in conflict.
 * A legal plan has no conflicts.
 *
 * Most designs need no negotiation. Tolls, history and users, 12 bytes a cell, and the engine that
 * searches by them come when the plan is opened. Even then most trees may stay uncounted: where a
 * few nets of a large design are pushed about, the searches see a small part of it, and what lies
 * outside their windows has no effect. A tree waits, with its box, until a window meets that. Who
 * looks at all trees, not through windows, asks for all of them first (plan_count).
 */
#pragma once

#include "router/maze/plan/congestion.h"
#include "router/maze/plan/session.h"
#include "router/maze/net/steiner_crew.h"

struct tree {
    struct wire *wires; /* in the order of grid/routes.h */
    size_t count, capacity;
    cost_t cost;                  /* without tolls */
    uint32_t length, vias, bends; /* fewer than the grid has cells */
    bool present;                 /* the net has a tree, and it is counted unless ... */
    bool waits;                   /* ... it waits for that */
};

/* A tree that waits to be counted, or waited when it was listed. */
struct waiting {
    struct box box; /* of its wires */
    uint32_t rank;
};

struct plan {
    struct session *session;
    const uint32_t *nets; /* [count] by rank; not owned */
    uint32_t count;
    struct tree *trees; /* [count] */
    struct box *boxes;  /* [count] bounding boxes of the pins */
    uint32_t *margins;  /* [count] cells that a search may leave its box by */
    cost_t *ideals;     /* [count] cost of the net alone; COST_NONE: no path at all */
    bool open;
    struct congestion cong; /* of the soft searcher, once the plan is open */
    struct waiting *waiting;
    uint32_t waiting_count;
    uint32_t *owner; /* [cells] rank + 1 of the tree that is counted in a cell, 0: none; or NULL */
    struct steiner_crew *crew;
    uint32_t *trees_for; /* nets of a call that are for the crew */
    size_t trees_for_capacity;
};

enum {
    PLAN_BATCH = 8,
    PLAN_RANGE = 1024, /* nets of a loop for one thread, at least */
};

/* Makes a plan without trees. */
enum status plan_create(struct plan *plan, struct session *session, const uint32_t *nets,
                        uint32_t count, struct error *error);
void plan_destroy(struct plan *plan);

/* Opens the run's soft searcher, where that has not been done; the trees that are present wait to
 * be counted in it. None of them may be closed in the hard searcher: what is closed there now stays
 * closed in the soft searcher, too. What asks for tolls or users needs an open plan. */
enum status plan_open(struct plan *plan, struct error *error);

/* Counts the trees that wait and may have a cell in the box, on any layer. O(trees that wait +
 * cells of those counted). */
enum status plan_count(struct plan *plan, struct box box, struct error *error);
enum status plan_count_all(struct plan *plan, struct error *error);

/* Notes from now on, in a plan that is open and legal, which net has each cell that is counted, or
 * stops to. 4 bytes a cell. */
enum status plan_note_owners(struct plan *plan, struct error *error);
void plan_drop_owners(struct plan *plan);

/* The window of a net's searches. */
struct box plan_window(const struct plan *plan, uint32_t rank);

/* Takes a net's tree out; nothing where it has none. Its wires stay readable in the tree. */
enum status plan_take_out(struct plan *plan, uint32_t rank, struct error *error);

/* Gives a net these wires (copied) for its tree. It must have none. */
enum status plan_put_in(struct plan *plan, uint32_t rank, const struct wire *wires, size_t count,
                        struct error *error);

/* The same with the wires' cost, length, vias and bends taken from `measured`. */
enum status plan_put_in_measured(struct plan *plan, uint32_t rank, const struct wire *wires,
                                 size_t count, const struct route *measured, struct error *error);

/* Searches trees for these nets (at most PLAN_BATCH, without trees) at the present tolls, and
 * leaves it at that: they are in growths, whose outcomes say whether there are any. They do not see
 * each other. A net without a path in its window has its margin raised until there is one or the
 * window is the grid. guesses NULL, or for each net what its first search will hardly cost more
 * than (engine.h). */
enum status plan_grow(struct plan *plan, const uint32_t *ranks, const cost_t *guesses,
                      uint32_t count, struct growth *growths, struct error *error);

/* Searches trees for nets of these ranks in these windows: the cheapest tree of all where steiner
 * can tell it, else pin by pin. Each of growths ends with its outcome. guesses as above. */
enum status plan_grow_in(struct plan *plan, struct searcher *searcher, const uint32_t *ranks,
                         const struct box *windows, const cost_t *guesses, uint32_t count,
                         struct growth *growths, struct error *error);

/* Prices all trees' cells anew where this is another price for sharing. */
enum status plan_set_present(struct plan *plan, uint32_t present, struct error *error);

/* True where the net shares a cell with another. */
bool plan_in_conflict(const struct plan *plan, uint32_t rank);

/* True where the net has no tree but could have one. */
static inline bool plan_is_missing(const struct plan *plan, uint32_t rank)
{
    return !plan->trees[rank].present && plan->ideals[rank] != COST_NONE;
}

/* Number of nets with a tree. */
uint32_t plan_routed(const struct plan *plan);

/* Forgets all history: it is 0 again, but for a noise of 1 on every cell where a
 * hash of cell and seed falls on one in `one_in` (0: no noise). From now on sharing has this price.
 * O(cells), but for nothing where there is no noise and no history. */
enum status plan_forget(struct plan *plan, uint64_t seed, uint32_t one_in, uint32_t present,
                        struct error *error);

/* Sum of the trees' costs. */
cost_t plan_cost(const struct plan *plan);
