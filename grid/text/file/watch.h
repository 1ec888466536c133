/* watch: what ends a long reading early: a flag that a signal raises, or a moment.
 *
 * A reader is a tree of many functions and runs in one thread. What it watches is kept with that
 * thread, so that only who starts the reading and who waits for bytes or paints cells know of it.
 * No result depends on it but where a reading ends. Its memory is the thread's mem_limit, too.
 */
#pragma once

#include <signal.h>

#include "grid/base.h"

struct watch {
    const volatile sig_atomic_t *stop; /* not 0: stop; or NULL */
    double until;                      /* by clock_seconds; 0: no limit */
    uint64_t memory;     /* bytes that cells, and what is read, may take; 0: no limit */
    uint64_t cell_bytes; /* bytes that a cell will take */
};

/* Readers of this thread obey this from now on, which must stay valid; NULL: nothing. Returns what
 * they obeyed before. */
const struct watch *watch_set(const struct watch *watch);

/* STATUS_OK, STATUS_INTERRUPTED where the flag is raised, STATUS_FAILED where the moment is past;
 * *error says which. About 50 ns. */
enum status watch_look(struct error *error);

/* STATUS_FAILED with both numbers where so many cells would take more than the limit. */
enum status watch_cells(uint64_t cells, struct error *error);
