/* round: one turn of pathfinder over all nets, by one thread or several.
 *
 *     changed   [ bin | bin | ... ]   the last turn of a net whose wires in the bin changed
 *     clean     [ net | net | ... ]   the turn in which the net was seen free of conflicts
 *
 * A turn is a number that grows from net to net and round to round. A net is clean as long as no
 * bin about its tree changed in a later turn.
 */
#pragma once

#include "router/detail/pathfinder.h"

struct round_bins {
    int x1, y1, x2, y2;
};

struct workers;

struct round {
    struct pathfinder *all;
    const int *order; /* nets, in the order in which they are routed */
    int count;
    struct box *window; /* by net: its wires stay within */
    int64_t *clean;     /* by net: turn, or -1 */
    int64_t *changed;   /* by bin */
    int64_t *claimed;   /* by bin: the batch in which a net wants it */
    int64_t batch;
    int32_t bin_size, reach;
    int columns, rows;
    struct workers *workers;
    /* of the present round */
    struct costs costs;
    int toll;
    int64_t first_turn;
    int *pending, *chosen; /* positions in order */
    int pending_count, chosen_count;
    bool *grown; /* by position: routed in this round */
    bool *idle;  /* by grower; guarded by a lock */
    void *lock;
    enum status status;
    struct error *error;
};

/* The part of the die that a net's wires stay in as long as they can: the box about its pins and a
 * margin. */
struct box round_window(const struct lattice *lattice, const struct access *access, int net);

/* How far metal and its spaces reach beyond the nodes of a net's wires, at most. */
int32_t round_reach(const struct lattice *lattice);

/* order has count nets. Fails without memory; destroy it in any case. */
enum status round_create(struct round *round, struct pathfinder *all, const int *order, int count,
                         struct error *error);
void round_destroy(struct round *round);

/* Routes what has no tree or is in conflict, at these costs; what is in conflict pays toll. *left
 * is the number of nets that were routed. */
enum status round_run(struct round *round, const struct costs *costs, int toll, int64_t first_turn,
                      size_t *left, struct error *error);
