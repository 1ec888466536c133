/* content: the layout of a checkpoint, for writing and reading alike (codec.h).
 *
 *     magic, number of nets, hash of the design, kind of run
 *     stage, how far it is, counters, what the stage's next step depends on
 *     margins and ideals of the plan
 *     trees, kept trees, history, reasons
 */
#pragma once

#include "router/maze/stage/schedule.h"
#include "router/checkpoint/codec.h"

/* All but the reasons. now: the trees; *done: nets that the stage is done with. */
void content_state(struct codec *codec, struct schedule *it, struct snapshot *now, uint32_t *done);

/* Why nets are not routed, of those that EXPLAIN is done with. To be read when the trees are in
 * routes. */
void content_reasons(struct codec *codec, struct schedule *it);
