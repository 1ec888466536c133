/* rule_via: the vias that LEF's VIARULE GENERATE statements allow, one cut each.
 *
 * The two numbers of an ENCLOSURE may stand either way: `<rule>_1x1` is long along both layers, and
 * where that makes a difference another via lies across the lower one, as pins often do. Each after
 * the first has a number behind its name, and so has the first where its name is taken. Where LEF
 * has a DEFAULT via between the two layers, and metal of a layer has to be a rectangle (LEF58
 * RECTONLY), there are only those that lie across such a layer, the lower or the upper: a pin
 * across its layer takes no other via.
 *
 * A DEF that uses such a via has to define it. Where its corners lie between two database units,
 * the cut is moved to a multiple of one and of the manufacturing grid, by less than that multiple
 * (by less than a unit where the cut is no multiple), and the metal is made as much larger; where
 * the cut's size is no whole number of database units the via stays as it is, and DEF cannot hold
 * it.
 */
#pragma once

#include "grid/layout/tech.h"

/* Makes these vias, for rules whose metal stays within CELL_MAX, and marks them is_default and
 * from_rule. scale: units of a database unit. The readers call it after LEF, when the scale is
 * known. Fails without memory. */
enum status rule_vias_add(struct tech *tech, int32_t scale, struct error *error);
