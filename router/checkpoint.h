/* checkpoint: all that improvement needs to go on from after a round, as bytes.
 *
 *     magic, number of nets, state, margins, trees of the plan, trees of the best
 *
 * 64-bit words in the machine's own order: a checkpoint is for the same program on the same
 * machine. Ideals are not in it, they are computed again at the start of the resumed run. What is
 * read is checked (sizes, cells, straight wires), so bytes of another design are refused.
 */
#ifndef LEEWAY_ROUTER_CHECKPOINT_H
#define LEEWAY_ROUTER_CHECKPOINT_H

#include "router/snapshot.h"

/* What the next round of improvement depends on besides the trees. */
struct improve_state {
    uint32_t cycle, round, warm; /* round counts within the cycle */
    uint64_t chains;             /* so far */
    cost_t before;               /* best cost a few rounds ago */
};

struct checkpoint_clock {
    double last; /* run_seconds of the last checkpoint */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Hands a checkpoint to the run's callback where there is one and it is time. */
enum status checkpoint_offer(struct checkpoint_clock *clock, const struct plan *plan,
                             const struct improve_state *state, const struct snapshot *best,
                             uint32_t used, struct error *error);

/* Makes all of these what they were when the checkpoint was made. STATUS_BAD_INPUT where the
 * bytes are not of this design. */
enum status checkpoint_read(const struct route_checkpoint *checkpoint, struct plan *plan,
                            struct improve_state *state, struct snapshot *best, uint32_t *used,
                            struct error *error);

#ifdef __cplusplus
}
#endif

#endif
