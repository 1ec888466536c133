/* workers: a loop over an array, shared by a few threads of the host.
 *
 * For the searches of the CPU's engine, for trees that are made on the host, and for packing jobs
 * for a device, which one thread alone would need longer for than the device for the search. The
 * caller works, too; the others are started once and sleep between loops that do not follow each
 * other at once, so that a loop costs a microsecond to begin, or some where they sleep.
 */
#ifndef LEEWAY_ROUTER_ENGINE_WORKERS_H
#define LEEWAY_ROUTER_ENGINE_WORKERS_H

#include "grid/base.h"

enum { WORKERS_MAX = 1024 };

/* Does the elements first .. end - 1. Called by several threads at once, on different ranges. */
typedef void workers_body(void *context, size_t first, size_t end);

struct workers;

#ifdef __cplusplus
extern "C" {
#endif

/* Starts count - 1 threads (at most WORKERS_MAX - 1); where the system refuses one, fewer do the
 * work. Fails with STATUS_FAILED without memory. */
enum status workers_create(struct workers **workers, unsigned count, struct error *error);

/* Calls the body on ranges that cover 0 .. count - 1 and returns when all are done. Ranges are
 * short enough to keep the threads equally busy, but of `least` elements at least (but for the
 * last); where there is one range only, the caller does it alone. In loops of the same count a
 * range is mostly done by the same thread, which has what belongs to it in its cache. One thread at
 * a time, and not from a body. */
void workers_run(struct workers *workers, workers_body *body, void *context, size_t count,
                 size_t least);

/* Accepts NULL. */
void workers_destroy(struct workers *workers);

#ifdef __cplusplus
}
#endif

#endif
