/* run: what all stages of a run share: the design, the engine, the field, the clock. */
#ifndef LEEWAY_ROUTER_RUN_H
#define LEEWAY_ROUTER_RUN_H

#include "router/connect.h"
#include "router/field.h"
#include "router/route.h"

/* Why a run has to end, if it has to. */
enum run_state { RUN_GOES_ON, RUN_TIME_IS_UP, RUN_STOPPED };

struct run {
    const struct design *design;
    const struct route_options *options;
    struct engine *engine;
    struct field_store store;
    double start; /* seconds of a clock that never goes back */
    uint64_t searches;
    struct box *dirty; /* boxes that changed since the engine was told */
    size_t dirty_count, dirty_capacity;
};

#ifdef __cplusplus
extern "C" {
#endif

/* Opens field and engine. On failure the run is to be closed all the same. */
enum status run_open(struct run *run, const struct design *design,
                     const struct route_options *options, struct error *error);
void run_close(struct run *run);

double run_seconds(const struct run *run);

/* Looks at the stop flag and at the clock. */
enum run_state run_state(const struct run *run);

/* Notes that the field changed inside the box (nothing where it is empty). */
enum status run_touch(struct run *run, struct box box, struct error *error);

/* Tells the engine what changed, and searches. */
enum status run_expand(struct run *run, struct job *jobs, size_t count, struct error *error);

/* Grows many nets in step against the field as it stands, one search of each at a time, each in
 * its own window. Ends with every growth's outcome set: FOUND where its tree is complete, NONE
 * where a pin cannot be reached, STOPPED where the run has to end. The growths do not see each
 * other. windows NULL: the whole grid. */
enum status run_grow(struct run *run, struct growth *growths, const struct box *windows,
                     size_t count, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
