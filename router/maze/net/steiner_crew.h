/* steiner_crew: per-thread workspaces for cheapest trees of many nets at once.
 *
 * The trees of steiner.h are made on the host, about a millisecond each. Nets do not see each
 * other, so the trees are the same for any number of threads.
 */
#pragma once

#include "router/engine/workers.h"
#include "router/maze/net/steiner.h"

struct steiner_crew; /* a workspace of steiner.h for each thread that has been needed */

/* Makes a crew of these threads (NULL: the caller alone), which must outlive it. Destroy it
 * also after a failure. */
enum status steiner_crew_create(struct steiner_crew **crew, struct workers *workers,
                                struct error *error);
void steiner_crew_destroy(struct steiner_crew *crew); /* accepts NULL */

/* Calls steiner_grow for growths[which[0 .. count)] in windows[which[..]]. */
enum status steiner_crew_grow(struct steiner_crew *crew, const struct field *field,
                              const struct box *windows, struct growth *growths,
                              const uint32_t *which, uint32_t count, struct error *error);
