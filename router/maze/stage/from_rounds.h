/* from_maze: a schedule that starts with trees that router/maze/rounds has made.
 *
 * If the design suits it (maze_suits) and all nets are to be routed, maze_route replaces the first
 * stages. What it leaves without a tree is left to those that come after.
 */
#pragma once

#include "router/maze/stage/schedule.h"

/* True for a run that may start so. It does not depend on engine, wave or threads, so the result
 * does not either. */
bool from_rounds_suits(const struct schedule *it);

/* True if a run that starts so is the host's: by the estimates, which ask no device, its threads
 * are done before one of the engine `away` would be. `all` nets are to be routed. O(nets). */
bool from_rounds_stays_home(const struct design *design, const struct route_options *options,
                            bool all, const struct maze_device_ops *device);

/* Routes the nets and sets the stage that is next; that one is not begun. Where all have a tree,
 * these are routes then, and there is no plan; else a plan is made that has the trees. */
enum status from_rounds_start(struct schedule *it, struct error *error);
