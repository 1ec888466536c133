/* round: one turn of pathfinder over all nets, by one thread or several.
 *
 *     changed   [ bin | bin | ... ]   the last turn of a net whose wires in the bin changed
 *     clean     [ net | net | ... ]   the turn in which the net was seen free of conflicts
 *
 * A net is clean as long as no bin about its tree changed in a later turn. Nets that are not go in
 * batches; pins and trees of a batch's nets are apart, their ways may cross. A batch has three
 * steps, and threads share the nets of each:
 *
 *     take out    nets in conflict lose their counts; their trees are apart
 *     search      all nets of the batch, in the lattice as it stands now; nobody writes to it
 *     put in      the new trees count; those that came near others one after the other
 *
 * In the first round a net waits for all before it that it meets, so that short nets come first.
 * Later it waits for those of the batch alone: else nets that meet form chains, and most batches
 * are of one or two nets.
 *
 * Two nets of a batch may choose the same place, which the next round sees. Batches do not depend
 * on the number of threads, so that the result does not, either.
 */
#pragma once

#include "router/detail/pathfinder.h"

struct round_bins {
    uint32_t x0, y0, x1, y1;
};

/* The bins about a net: `tree` of them about its tree, then those about its pins alone. */
struct round_net {
    uint32_t *bins;
    size_t tree, count, room;
};

struct workers;

struct round;

/* A step of a batch, for the net at a position in order. */
typedef enum status round_step(struct round *round, uint32_t position, struct grower *grower,
                               struct error *error);

struct round {
    struct pathfinder *all;
    const uint32_t *order; /* nets, in the order in which they are routed */
    uint32_t count;
    struct layout_rect *window; /* by net: its wires stay within */
    int64_t *clean;             /* by net: turn, or -1 */
    uint64_t *spent;            /* by net: nodes that its last search expanded, and one */
    int64_t *changed;           /* by bin */
    struct layout_rect *pins;   /* by pin: the box about its accesses */
    int64_t *claimed;           /* by bin: the turn in which a net wants it */
    uint32_t *owner;            /* by bin: the position of the last net that wanted it */
    struct round_net *nets;     /* by net */
    uint32_t *seen;             /* by thread and bin: the last list of the thread that has it */
    uint32_t *stamp;            /* by thread: lists made */
    int64_t turn; /* of the present batch: even; what changes in it has the next number */
    int32_t bin_size;
    int32_t reach[MODEL_LAYERS_MAX]; /* by layer: round_reach, but a few pitches at least */
    uint32_t columns, rows;
    struct workers *workers;
    /* of the present round */
    struct costs costs;
    int32_t toll;
    round_step *step;
    uint32_t *pending, *chosen; /* positions in order */
    uint32_t pending_count, chosen_count;
    uint32_t batch; /* nets in a batch, at most */
    bool rerouting; /* not the first round: nets may overtake each other */
    bool refused;   /* the claim at work met that of another net */
    bool *grown;    /* by position: routed in this round */
    bool *entered;  /* by position: and counted */
    bool *idle;     /* by grower; guarded by a lock */
    void *lock;
    enum status status;
    struct error *error;
};

/* The part of the die that a net's wires stay in as long as they can: the box about its pins and a
 * margin. */
struct layout_rect round_window(const struct lattice *lattice, const struct access *access,
                                uint32_t net);

/* How far metal of a net on a layer and what it asks for reach beyond its nodes, at most: what
 * routing may add, which is thin. */
int32_t round_reach(const struct lattice *lattice, uint32_t layer);

/* order has count nets. Fails without memory; destroy it in any case. */
enum status round_create(struct round *round, struct pathfinder *all, const uint32_t *order,
                         uint32_t count, struct error *error);
void round_destroy(struct round *round);

/* Routes what has no tree or is in conflict, at these costs; what is in conflict pays toll. *left
 * is the number of nets that were routed. */
enum status round_run(struct round *round, const struct costs *costs, int32_t toll, size_t *left,
                      struct error *error);
