/* rule_via: makes single-cut vias from LEF's VIARULE GENERATE statements.
 *
 * Via `<rule>_1x1` has the longer side of each ENCLOSURE along the layer's direction. If it
 * differs, a second via is made that is long across the lower layer, as pins often are. Further
 * vias, and a first one whose name is taken, get a number after the name. If LEF has a DEFAULT via
 * between the two layers, vias are made in two cases only: across layers with LEF58 RECTONLY, whose
 * pins accept no other via; and for small pins, if the lower layer has a minimum area and the vias
 * are narrower on it than all DEFAULT vias.
 *
 * A DEF that uses such a via must define it. If its corners are between database units, the cut is
 * moved to the next multiple of the database unit and the manufacturing grid, and the metal is
 * enlarged to match. If the size of the cut is not a whole number of database units, the via stays
 * as it is and cannot be written to DEF. */
#pragma once

#include "grid/layout/tech.h"

/* Adds these vias, marked is_default and from_rule, for rules whose metal stays within CELL_MAX.
 * scale: units per database unit, at least 1. The readers call it after LEF, when the scale is
 * known. Fails without memory. */
enum status rule_vias_add(struct tech *tech, int32_t scale, struct error *error);
