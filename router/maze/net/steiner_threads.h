/* steiner_threads: cheapest trees of many nets at once, with one workspace per thread.
 *
 * A tree of steiner.h takes the host about a millisecond. A net's tree does not depend on those of
 * the other nets, so the trees are the same for any number of threads.
 */
#pragma once

#include "router/engine/workers.h"
#include "router/maze/net/steiner.h"

struct steiner_threads; /* the workspaces of steiner.h, each made at its thread's first net */

/* Makes the workspaces. It borrows the threads (NULL: the calling thread only). Destroy it also
 * after a failure. */
enum status steiner_threads_create(struct steiner_threads **it, struct workers *workers,
                                   struct error *error);
void steiner_threads_destroy(struct steiner_threads *it); /* accepts NULL */

/* Calls steiner_grow for growths[which[0 .. count)] in windows[which[..]]. */
enum status steiner_threads_grow(struct steiner_threads *it, const struct field *field,
                                 const struct box *windows, struct growth *growths,
                                 const uint32_t *which, uint32_t count, struct error *error);
