/* from_rounds: starts a schedule with the trees of router/maze/rounds.
 *
 * In a large, sparse grid (maze_suits), maze_route replaces the first stages. The later stages
 * route the nets that it leaves without a tree. */
#pragma once

#include "router/maze/stage/schedule.h"

/* True if a run of `count` chosen nets (NULL: all) may start with the rounds. This does not depend
 * on engine, wave or threads, so the result does not either. O(nets). */
bool from_rounds_takes(const struct design *design, const struct route_options *options,
                       const uint32_t *chosen, uint32_t count);

/* Routes the nets and sets the next stage, which is not begun. If all nets have a tree, the trees
 * become routes and there is no plan; otherwise a plan gets the trees. */
enum status from_rounds_start(struct schedule *it, struct error *error);

/* An attempt of the stage ROUNDS: if the rounds route more nets than the plan, which is legal,
 * their trees become those of the plan. */
enum status from_rounds_once(struct schedule *it, struct error *error);
