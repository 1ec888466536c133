/* workers: a loop over an array, shared by a few threads of the host.
 *
 * It serves the searches of the CPU's engine, trees that are made on the host, and the packing of
 * jobs for a device, which takes one thread longer than the device takes for the search. The caller
 * works, too. The other threads start with the first loop that has something for them, some 0.1 ms
 * each, and sleep between loops. A loop costs a microsecond to begin, or some microseconds where
 * threads have to be woken.
 */
#pragma once

#include "grid/base.h"

enum { WORKERS_MAX = 1024 };

/* Does the elements first .. end - 1. Called by several threads at once, on different ranges. */
typedef void workers_body(void *context, size_t first, size_t end);

struct workers;

C_NAMES_BEGIN

/* For `count` threads, the caller's with them (1 to WORKERS_MAX; more are taken for that). None is
 * started yet. Fails with STATUS_FAILED without memory. */
enum status workers_create(struct workers **workers, unsigned count, struct error *error);

/* How many threads work, at most; 1 for NULL. */
unsigned workers_count(const struct workers *workers);

/* Calls the body on ranges that cover 0 .. count - 1 and returns when all are done. Ranges are
 * short enough to keep the threads equally busy; all but the last have `least` elements or more.
 * Where there is only one range, or where workers is NULL, the caller does it alone; where the
 * system refuses to start a thread, or has no memory for it, fewer do the work. In loops of the
 * same count a range is mostly done by the same thread, whose cache holds its data. Must not be
 * called by two threads at once, nor from a body. */
void workers_run(struct workers *workers, workers_body *body, void *context, size_t count,
                 size_t least);

/* Accepts NULL. */
void workers_destroy(struct workers *workers);

C_NAMES_END
