/* checkpoint_words: the layout of a checkpoint, for writing and reading alike (words.h).
 *
 *     magic, number of nets, hash of the design, kind of run
 *     stage, how far it is, counters, what the stage's next step depends on
 *     margins and ideals of the plan
 *     trees, kept trees, history, reasons
 */
#ifndef LEEWAY_ROUTER_CHECKPOINT_CONTENT_H
#define LEEWAY_ROUTER_CHECKPOINT_CONTENT_H

#include "router/stage/schedule.h"
#include "router/checkpoint/codec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* True where there is a plan, where it is open, in GENTLE and CROWDED, where all trees are in
 * routes, where there are kept trees, and where these are each net's alone. */
bool schedule_has_plan(const struct schedule *course);
bool schedule_is_open(const struct schedule *course);
bool schedule_negotiates(const struct schedule *course);
bool schedule_has_routes(const struct schedule *course);
bool schedule_has_kept(const struct schedule *course);
bool schedule_keeps_alone(const struct schedule *course);

/* All but the reasons. now: the trees; *done: nets that the stage is done with. */
void schedule_words(struct codec *words, struct schedule *course, struct snapshot *now,
                    uint32_t *done);

/* Why nets are not routed, of those that EXPLAIN is done with. To be read when the trees are in
 * routes. */
void schedule_reason_words(struct codec *words, struct schedule *course);

#ifdef __cplusplus
}
#endif

#endif
