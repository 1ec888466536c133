/* patterns: wires all nets by patterns, several times, before any net is refined.
 *
 * The trees of the nets are made once. In each pass, the nets of a slice are taken out together,
 * the prices recomputed, and the nets wired side by side at these prices; all of them then take
 * their edges. So a slice is the unit of work for threads, and for a GPU, which ends with the same
 * wirings. During the passes each run of a net over an edge takes it, so two runs take it twice.
 *
 *     patterns_create(&all, &planes, &order, leave, workers, error);
 *     patterns_run(&all, passes, device, is_over, context, &finished, error);
 *     patterns_shape(&all, &pattern, position, &shape);      for each net that is wired
 *     patterns_destroy(&all);
 *
 * Memory: 22 bytes per node, of which a net of n pins has fewer than 2 n; while the trees are made,
 * 32 bytes per pin. */
#pragma once

#include "router/global/net_slices.h"
#include "router/global/pattern.h"
#include "router/global/patterns_job.h"
#include "router/global/relay.h"

/* Called between two slices; true ends the passes. */
typedef bool patterns_is_over(void *context);

struct patterns {
    struct planes *planes;
    struct net_slices order;
    const bool *leave; /* [count] by position: these nets have no tree */
    struct workers *workers;
    struct pattern *patterns; /* [workers_count] */

    /* A net at position p of the order has nodes first[p] .. first[p + 1] - 1; the last one only
     * ends the children of the others. */
    uint32_t *first;
    struct pattern_node *nodes;
    struct pattern_wiring *wiring;
    bool *wired; /* [count] by position: the net has a wiring */

    patterns_is_over *is_over;
    void *context;
    struct pattern_view view;
    uint32_t turn, turns;         /* slices begun, of all passes; their number */
    uint32_t from, to;            /* positions of the slice at work */
    uint32_t item;                /* nets that a thread wires at a time */
    uint32_t out_from, out_count; /* of nets that are taken out meanwhile */
    bool updating;                /* prices are recomputed, before the turns of the slice */
    bool failed;                  /* without memory */
};

/* Makes the trees of all nets but those of `leave`, which must outlive `all`. The planes have the
 * uses of these and of nets outside the order; a net of the order has at least one pin. Fails with
 * STATUS_FAILED without memory. */
enum status patterns_create(struct patterns *all, struct planes *planes,
                            const struct net_slices *order, const bool *leave,
                            struct workers *workers, struct error *error);

/* Wires the nets: on a device, if that is not NULL, there are at most PATTERNS_JOB_LAYERS layers,
 * and all wires have the least width of their layer. The uses of the planes are afterwards as
 * before; planes_update must follow. *finished: is_over has not ended it; nets without a turn are
 * not wired. Fails with STATUS_FAILED without memory. */
enum status patterns_run(struct patterns *all, uint32_t passes, patterns_device *device,
                         patterns_is_over *is_over, void *context, bool *finished,
                         struct error *error);

/* The shape becomes the tree of tiles of the net at a position, which is wired. pattern: memory of
 * the calling thread. */
enum status patterns_shape(const struct patterns *all, struct pattern *pattern, uint32_t position,
                           struct net_shape *shape);

void patterns_destroy(struct patterns *all); /* accepts a zeroed one */
