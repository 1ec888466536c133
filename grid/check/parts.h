/* parts: the parts of the checker that check.c calls in turn.
 *
 *     check.c      goes through the nets, counts, gives the verdict
 *     clean.c      sees quickly, in most results, that all routed nets are right
 *     tree.c       judges the wires of one routed net
 *     reasons.c    judges the reasons of the unrouted ones, with
 *     regions.c    which finds connected regions of open cells
 */
#pragma once

#include "grid/check/judge.h"

/* True where all routed nets are right, so that judge_tree would find no fault with any; needs no
 * marks, which it does not touch. False where one is not or where this cannot tell. O(cells of all
 * wires and pins), one bit a cell of the grid. */
bool judge_is_clean(const struct judge *judge);

/* Judges the wires and numbers of judge->net, which claims to be routed. Its pins are marked.
 * O(cells of its wires and pins). */
void judge_tree(struct judge *judge);

/* Judges the claims `no-path` and `blocked-by` of all nets, once everything else is right. The
 * marks, which it makes where there are none, are overwritten. Fails without memory only. */
enum status judge_reasons(struct judge *judge, struct error *error);
