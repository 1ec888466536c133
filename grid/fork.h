/* fork: a loop over an array, shared by threads that are made for it and end with it.
 *
 * For loops of milliseconds and more where no threads wait for work: judging and writing a large
 * result. To make sixteen threads takes half a millisecond.
 */
#pragma once

#include <stddef.h>

/* Does the elements first .. end - 1. Called by several threads at once, on different ranges. */
typedef void fork_body(void *context, size_t first, size_t end);

/* Calls the body on ranges of `range` elements (at least 1) that cover 0 .. count - 1, in any
 * order, by up to `threads` threads, the caller among them. Where the system refuses a thread,
 * fewer do the work. */
void fork_loop(unsigned threads, fork_body *body, void *context, size_t count, size_t range);
