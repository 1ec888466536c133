/* turn: the steps of a net's turn in a slice (slices.h).
 *
 *     choose    it has a turn if it has no tree or shares a cell; then each such cell gets history
 *     leave     its tree is taken out of the map
 *     search    a tree is searched against the map as it is now
 *     put       the tree is counted in the map; a net without one is flagged
 *
 * All nets of a slice take a step before one of them takes the next. They search side by side; in
 * the other steps, those whose windows overlap go in order.
 */
#pragma once

#include <stdatomic.h>

#include "router/maze/rounds/rounds.h"

enum maze_step { STEP_CHOOSE, STEP_LEAVE, STEP_SEARCH, STEP_PUT, STEPS };

/* The turns of a round. */
struct maze_turns {
    struct maze_plan *plan;
    const struct maze_round *round;
    atomic_bool failed; /* no memory */
};

C_NAMES_BEGIN

/* One step of a net; the grower is for the search. A net whose search is due when the run has to
 * end gets no tree. */
void maze_turn_step(struct maze_turns *it, uint32_t net, enum maze_step step,
                    struct maze_grower *grower);

C_NAMES_END
