/* round: one round of PathFinder over all nets, by one or more threads.
 *
 *     changed   [ bin | bin | ... ]   the last turn in which wires in the bin changed
 *     clean     [ net | net | ... ]   the last turn in which the net had no conflict
 *
 * A net stays clean until a bin of its tree changes. The other nets are routed in batches. The bins
 * of the pins and old trees of a batch's nets are disjoint; their new paths may cross. A batch has
 * three steps, and the threads share the nets of each:
 *
 *     take out    rips up the nets in conflict
 *     search      routes them; the lattice is read only
 *     put in      counts the new trees; a tree in bins of others is counted after the step
 *
 * In the first round a net waits for every earlier net whose bins it shares, so that short nets are
 * routed first. In later rounds it waits only for nets of the same batch; otherwise chains of
 * waiting nets would leave most batches with one or two nets.
 *
 * Conflicts between nets of one batch are found in the next round. Batches, and so results, do not
 * depend on the number of threads.
 */
#pragma once

#include <pthread.h>

#include "router/detail/pathfinder.h"

struct round_bins {
    uint32_t x0, y0, x1, y1;
};

/* The bins of a net: `tree` bins of its tree, then those of its pins only. */
struct round_net {
    uint32_t *bins;
    size_t tree, count, room;
};

struct workers;

struct round;

/* A step of a batch, for the net order[position]. */
typedef enum status round_step(struct round *round, uint32_t position, struct grower *grower,
                               struct error *error);

struct round {
    struct pathfinder *all;
    const uint32_t *order; /* nets, in routing order */
    uint32_t count;
    struct layout_rect *window; /* by net: the search window */
    int64_t *clean;             /* by net: see above; -1: not clean */
    uint64_t *spent;            /* by net: 1 + nodes that its last search expanded */
    int64_t *changed;           /* by bin: see above */
    struct layout_rect *pins;   /* by pin: the bounding box of its access nodes */
    int64_t *claimed;           /* by bin: the last turn in which a net claimed it */
    uint32_t *owner;            /* by bin: the position of the net that claimed it */
    struct round_net *nets;     /* by net */
    uint32_t *seen;             /* by thread and bin: the stamp of the last list with the bin */
    uint32_t *stamp;            /* by thread: number of lists made */
    int64_t turn;               /* of the present batch: even; its changes have the next number */
    int32_t bin_size;
    int32_t reach[MODEL_LAYERS_MAX]; /* by layer: round_reach, at least a few pitches */
    uint32_t columns, rows;
    struct workers *workers;
    /* Of the present round: */
    struct costs costs;
    int32_t toll;
    round_step *step;
    uint32_t *pending, *chosen; /* positions in order */
    uint32_t pending_count, chosen_count;
    uint32_t batch;       /* maximum number of nets per batch */
    bool rerouting;       /* from the second round on: a net may be routed before an earlier one */
    bool refused;         /* the current claim includes a claimed bin */
    bool *grown;          /* by position: the net was routed in this round */
    bool *entered;        /* by position: its new tree is counted in the lattice */
    bool *idle;           /* by grower; guarded by lock */
    pthread_mutex_t lock; /* of idle, status and error */
    enum status status;
    struct error *error;
};

/* The search window of a net: the bounding box of its pins and guides, with a margin. */
struct layout_rect round_window(const struct lattice *lattice, const struct access *access,
                                uint32_t net);

/* The distance from its nodes up to which a net on the layer can be in conflict with another: metal
 * and spacing of the shapes that routing adds. */
int32_t round_reach(const struct lattice *lattice, uint32_t layer);

/* Makes a round for the nets of `all`, which must outlive it. Fails without memory; destroy it in
 * any case. */
enum status round_create(struct round *round, struct pathfinder *all, struct error *error);
void round_destroy(struct round *round);

/* Routes the nets that have no tree or are in conflict, at these costs. Nodes in conflict gain
 * `toll` as history cost. *left: number of nets that were routed. */
enum status round_run(struct round *round, const struct costs *costs, int32_t toll, size_t *left,
                      struct error *error);
