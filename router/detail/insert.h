/* insert: nets that are left without a way push others aside.
 *
 * A missing net is routed across others, where conflicts are dear. Those that it meets lose their
 * trees and are routed again around all. If each finds a way the net stays; else all is put back,
 * and the places where they met become dearer.
 */
#pragma once

#include "router/detail/pathfinder.h"

/* Tries all nets of order that are not complete, again and again, until a pass brings none in or
 * the searches have expanded `work` more nodes. All trees are free of conflicts before and after.
 * Costs about a look at each tree near a missing net's, besides the searches. */
enum status insert_missing(struct pathfinder *all, const uint32_t *order, uint32_t count,
                           uint64_t work, struct error *error);
