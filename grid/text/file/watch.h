/* watch: a stop flag, a time limit and a memory limit for readers.
 *
 * The watch is thread-local, so that only the code that starts a reader and the inner loops use it.
 * It may end a reader early; results do not change. `memory`: also the thread's mem_limit. */
#pragma once

#include <signal.h>

#include "grid/base.h"

struct watch {
    const volatile sig_atomic_t *stop; /* stop flag, or NULL */
    double until;                      /* time limit, by clock_seconds; 0: none */
    uint64_t memory;                   /* bytes for cells and data; 0: no limit */
    uint64_t cell_bytes;               /* bytes of memory per cell of a grid */
};

/* Sets the watch of this thread, which must stay valid, or NULL. Returns the one before. */
const struct watch *watch_set(const struct watch *watch);

/* STATUS_INTERRUPTED if the flag is raised, STATUS_FAILED after the time limit (in *error), else
 * STATUS_OK. About 50 ns. */
enum status watch_check(struct error *error);

/* STATUS_FAILED, with both numbers in *error, if `cells` cells need more memory than the limit. */
enum status watch_cells(uint64_t cells, struct error *error);
