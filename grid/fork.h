/* fork: runs a loop over an array on threads that are created for it and end with it.
 *
 * For loops of milliseconds and more outside of the thread pools: checking and writing a large
 * result. Creating sixteen threads takes half a millisecond. */
#pragma once

#include "grid/base.h"

/* Processes elements first .. end - 1. Called by several threads at once, on disjoint ranges. */
typedef void fork_body(void *context, size_t first, size_t end);

/* Calls the body on ranges of `range` elements (at least 1) that cover 0 .. count - 1, in any
 * order, on up to `threads` threads including the caller. If the system refuses a thread, fewer
 * threads do the work. */
void fork_loop(unsigned threads, fork_body *body, void *context, size_t count, size_t range);
