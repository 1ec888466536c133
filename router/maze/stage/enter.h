/* enter: converts the trees of the rounds to routes, with all threads.
 *
 * Each thread takes 1024 trees at a time and collects their wires, which are copied to the pool
 * when their number is known. */
#pragma once

#include "grid/routes.h"
#include "router/engine/workers.h"
#include "router/maze/rounds/maze_route.h"

/* Gives nets[0 .. count) (NULL: all nets), which have trees in maze and no wires in routes, their
 * wires. No net comes twice. Fails with STATUS_FAILED without memory. The result is the same for
 * any number of threads. */
enum status enter_trees(struct routes *routes, const struct design *design,
                        const struct maze_trees *maze, const uint32_t *nets, uint32_t count,
                        struct workers *workers, struct error *error);
