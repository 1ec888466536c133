/* speculate: nets of a list searched in order, several at a time.
 *
 * In effect each net is searched when all before it have their trees in the plan. To keep many
 * threads or a device busy, the next nets are searched early, against the current plan:
 *
 *     list     [ in the plan | window: searched early | not yet searched ]
 *
 *     while nets are left:
 *         search what is new in the window, and what is stale, all at once
 *         put in from the front, up to the first that is stale
 *
 * A tree is stale if its cost has risen since its search. If it is not stale, it is the tree that a
 * search would find now: cells that others take only cost more, so no better tree can exist, and
 * of equals the same is chosen. The front of a window is never stale, so each round puts in one net
 * at least. In a crowded design it is about two, however wide the window: one net in five wants
 * cells of the one before it.
 *
 * The last cost of a net predicts its cost now, since tolls change little. A search with such a
 * guess visits fewer cells.
 *
 * The result is the same for any width of the window. It is the same idea as optimistic
 * concurrency control (Kung and Robinson 1981): compute, check, and compute again if it was stale.
 */
#pragma once

#include "router/maze/plan/plan.h"

struct speculation {
    struct plan *plan;
    uint32_t width;          /* of the window, at least 1 */
    struct growth *searched; /* [width] of the window's nets, by place */
    struct growth *round;    /* [width] of a round's searches */
    cost_t *found;           /* [plan's nets] cost, with tolls, that a net was last found a tree
                                for; 0: it was not */
};

/* The window is at most three nets wide, and at most the preferred batch of the plan's soft engine.
 */
enum status speculate_create(struct speculation *it, struct plan *plan, struct error *error);

/* Gives the first *entered of these nets, one at least, their trees at the present tolls, in this
 * order; all are without trees, and one without any path stays without. Each counts once in the
 * run's work. The next call is for what is left of the list, or for another list when nothing is:
 * the window goes along. Where the run has to end, nets are left without a tree. */
enum status speculate_once(struct speculation *it, const uint32_t *ranks, uint32_t count,
                           uint32_t *entered, struct error *error);

void speculate_destroy(struct speculation *it);
