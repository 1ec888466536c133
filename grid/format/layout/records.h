/* records: which fields the statements of a layout have (fields.h), for the writer and the reader.
 *
 * Enumerations and indices that a structure holds in other types go through the members of struct
 * record: set before writing, taken after reading.
 */
#pragma once

#include "grid/format/layout/fields.h"

/* The words of enum layer_kind, step_kind, pin_use, pin_direction, orient, place_status. */
extern const char *const record_layer_kinds[],
    *const record_step_kinds[], *const record_uses[], *const record_directions[],
                                                          *const record_orients[],
                                                              *const record_places[];

/* What stands between a structure and its fields. */
struct record {
    const struct layout *layout;
    struct fields fields;
    int32_t word, word2; /* an enumeration */
    uint32_t name;       /* a layer, a rule */
    int32_t number;
};

/* Each makes record->fields over the structure. */
void record_layer(struct record *record, struct tech_layer *layer); /* word: direction */
void record_range(struct record *record, struct tech_range *range);
void record_line_end(struct record *record, struct tech_line_end *end);
void record_cut_space(struct record *record, struct tech_cut_spacing *cut); /* name: other */
void record_hole(struct record *record, struct tech_enclosed *hole);
void record_step(struct record *record, struct tech_step *step); /* word: kind */
void record_cuts(struct record *record, struct tech_minimum_cut *cuts);
void record_via(struct record *record, struct tech_via *via);
void record_rule(struct record *record, struct tech_rule *rule);
void record_rule_layer(struct record *record, struct tech_rule_layer *layer);
void record_shape(struct record *record, struct cell_shape *shape);
void record_pin(struct record *record, struct cell_pin *pin);         /* word: use, word2 */
void record_place(struct record *record, struct placed_component *c); /* word: orient, word2 */
void record_port(struct record *record, struct placed_port *port);    /* word: use, word2 */
void record_block(struct record *record, struct placed_blockage *block);
void record_net(struct record *record, struct placed_net *net); /* word: use, name: rule */

/* A wire or a via in place. word: status, of which RECORD_POWER is wiring of SPECIALNETS. */
enum { RECORD_POWER = WIRE_SHIELD + 1 };
void record_segment(struct record *record, struct placed_wire *wire, int32_t usual_width);
void record_via_at(struct record *record, struct placed_wire *wire); /* word2: orient */
void record_patch(struct record *record, struct placed_wire *wire);
