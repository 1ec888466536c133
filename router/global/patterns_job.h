/* patterns_job: the input and the result of passes of patterns in plain arrays, for a device.
 *
 * The device computes the prices from capacities and uses, and ends with the wirings that the host
 * would end with (patterns.h). All arrays belong to the caller. */
#pragma once

#include "router/global/pattern_rules.h"
#include "router/global/price.h"

/* The tracks of a layer: parallel, one behind the other. */
struct patterns_layer {
    uint32_t first, first_track; /* first tile and first track, counted through all layers */
    uint32_t tracks, length;     /* number of tracks; tiles of a track */
    uint32_t demand;             /* of a wire */
};

enum { PATTERNS_JOB_LAYERS = 16 }; /* of a job, at most */

struct patterns_job {
    struct pattern_view view; /* without its arrays */
    struct patterns_layer layer[PATTERN_LAYERS];
    uint32_t tiles, tracks;
    const int32_t *capacity, *use;    /* [tiles] */
    const uint32_t *step[2];          /* [width], [height] price of the length of an edge */
    const struct price_table *tables; /* [layers] or NULL */
    uint32_t penalty, whole;          /* price of a missing track; a track in units of use */

    uint32_t nets, slices, passes;
    const uint32_t *from;  /* [slices + 1] nets of a slice */
    const uint32_t *first; /* [nets + 1] nodes of a net, the last of which only ends it */
    const struct pattern_node *nodes;
    struct pattern_wiring *wiring; /* [first[nets]] result */
    bool *wired;                   /* [nets] result */

    bool (*is_over)(void *context); /* called between two passes; true ends them */
    void *context;
    bool finished; /* result: is_over has not ended them */
};

/* Runs a job. Without one (NULL) only opens the device, which takes a while; another thread may do
 * so before the job. Fails with STATUS_FAILED if the device does, or has too little memory. */
typedef enum status patterns_device(struct patterns_job *job, struct error *error);
