/* turn: the steps of a net's turn (steps.h). It has a turn if it has no tree or shares a cell; each
 * such cell gets history. A net without a new tree is flagged.
 */
#pragma once

#include <stdatomic.h>

#include "router/maze/rounds/rounds.h"
#include "router/negotiate/steps.h"

/* The turns of a round. */
struct maze_turns {
    struct maze_plan *plan;
    const struct maze_round *round;
    atomic_bool failed; /* no memory */
};

/* One step of a net; the grower is for the search. A net whose search is due when the run has to
 * end gets no tree. */
void maze_turn_step(struct maze_turns *it, uint32_t net, enum turn_step step,
                    struct maze_grower *grower);
