/* records: the fields (fields.h) of each statement of a native layout, for its reader and its
 * writer.
 *
 * Enumerations and indices that a structure holds in other types are copied through the members of
 * struct record: set them before writing, and use them after reading.
 */
#pragma once

#include "grid/format/layout/fields.h"

/* The words of enum layer_kind. */
extern const char *const record_layer_kinds[];

struct record {
    const struct layout *layout;
    struct fields fields;
    int32_t word, word2; /* enumerations */
    uint32_t name;       /* a layer or a nondefault rule */
};

/* Each function makes record->fields over the structure, and returns them. */
const struct fields *record_layer(struct record *record,
                                  struct tech_layer *layer); /* word: direction */
const struct fields *record_range(struct record *record, struct tech_range *range);
const struct fields *record_line_end(struct record *record, struct tech_line_end *end);
const struct fields *record_cut_space(struct record *record,
                                      struct tech_cut_spacing *cut); /* name: other */
const struct fields *record_hole(struct record *record, struct tech_enclosed *hole);
const struct fields *record_step(struct record *record, struct tech_step *step); /* word: kind */
const struct fields *record_cuts(struct record *record, struct tech_minimum_cut *cuts);
const struct fields *record_via(struct record *record, struct tech_via *via);
const struct fields *record_rule(struct record *record, struct tech_rule *rule);
const struct fields *record_rule_layer(struct record *record, struct tech_rule_layer *layer);
const struct fields *record_shape(struct record *record, struct cell_shape *shape);
const struct fields *record_pin(struct record *record);   /* word: use, word2: direction */
const struct fields *record_place(struct record *record); /* word: orient, word2: place_status */
const struct fields *record_port(struct record *record,
                                 struct placed_port *port); /* as record_pin */
const struct fields *record_block(struct record *record, struct placed_blockage *block);
const struct fields *record_net(struct record *record,
                                struct placed_net *net); /* word: use, name: rule */

/* Wires. word: the status, where RECORD_POWER means wiring of SPECIALNETS. usual_width: the layer's
 * width, the default of the width and, halved, of the extensions. */
enum { RECORD_POWER = WIRE_SHIELD + 1 };
const struct fields *record_segment(struct record *record, struct placed_wire *wire,
                                    int32_t usual_width);
const struct fields *record_via_at(struct record *record,
                                   struct placed_wire *wire); /* word2: orient */
const struct fields *record_patch(struct record *record, struct placed_wire *wire);
