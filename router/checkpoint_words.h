/* checkpoint_words: the layout of a checkpoint, for writing and reading alike (words.h).
 *
 *     magic, number of nets, hash of the design, kind of run
 *     stage, how far it is, counters, what the stage's next step depends on
 *     margins and ideals of the plan
 *     trees, kept trees, history, reasons
 */
#ifndef LEEWAY_ROUTER_CHECKPOINT_WORDS_H
#define LEEWAY_ROUTER_CHECKPOINT_WORDS_H

#include "router/course.h"
#include "router/words.h"

#ifdef __cplusplus
extern "C" {
#endif

/* True where there is a plan, where it is open, in GENTLE and CROWDED, where all trees are in
 * routes, where there are kept trees, and where these are each net's alone. */
bool course_has_plan(const struct course *course);
bool course_is_open(const struct course *course);
bool course_haggles(const struct course *course);
bool course_has_routes(const struct course *course);
bool course_has_kept(const struct course *course);
bool course_keeps_alone(const struct course *course);

/* All but the reasons. now: the trees; *done: nets that the stage is done with. */
void course_words(struct words *words, struct course *course, struct snapshot *now, uint32_t *done);

/* Why nets are not routed, of those that EXPLAIN is done with. To be read when the trees are in
 * routes. */
void course_reason_words(struct words *words, struct course *course);

#ifdef __cplusplus
}
#endif

#endif
