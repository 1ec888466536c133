/* content: the layout of a checkpoint, for writing and reading alike (codec.h).
 *
 *     magic, number of nets, hash of the design, kind of run
 *     stage, its progress, counters, the state of the stage
 *     margins and ideals of the plan (plan.h)
 *     trees, kept trees, history, reasons
 */
#pragma once

#include "router/maze/stage/schedule.h"
#include "router/checkpoint/codec.h"

/* Codes everything except the reasons. now: the trees; *done: nets that the stage has finished. */
void content_state(struct codec *codec, struct schedule *it, struct snapshot *now, uint32_t *done);

/* Codes the reasons of the unrouted nets that STAGE_EXPLAIN has finished. When reading, call it
 * after the trees have been entered in the routes. */
void content_reasons(struct codec *codec, struct schedule *it);
