/* relay: threads work through one phase after the other, item by item.
 *
 * The thread that ends the last item of a phase makes the next phase, so phases of microseconds
 * follow each other without a call and without waking threads: an idle thread polls, then yields.
 * Phases do not wait for threads that start late. */
#pragma once

#include "grid/workers.h"

struct relay {
    /* Works on an item of the present phase. `thread`, below workers_count, is that of the caller.
     */
    void (*take)(void *context, uint32_t item, unsigned thread);
    /* Ends a phase, alone; called first before any phase. Returns the number of items of the next
     * phase, or 0 to end the relay. */
    uint32_t (*next)(void *context);
    void *context;
};

/* Runs phases until `next` returns 0. */
void relay_run(const struct relay *relay, struct workers *workers);
