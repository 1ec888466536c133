/* records: the fields (fields.h) of each statement of a native layout, for its reader and its
 * writer, and the kinds of rules of a layer. */
#pragma once

#include "grid/format/layout/fields.h"

/* The words of enum layer_kind. */
extern const char *const record_layer_kinds[];

/* Tables over struct tech_layer, tech_via, tech_rule, tech_rule_layer, cell_shape, cell_pin,
 * placed_component, placed_port, placed_blockage and placed_net. */
extern const struct record_field record_layer[], record_via[], record_rule[], record_rule_layer[],
    record_shape[], record_pin[], record_place[], record_port[], record_block[], record_net[];

/* Tables over struct placed_wire. In a text the status of wiring of SPECIALNETS is RECORD_POWER,
 * and a width and extensions that are the layer's are RECORD_USUAL. */
enum { RECORD_POWER = WIRE_SHIELD + 1, RECORD_USUAL = -1 };
extern const struct record_field record_segment[], record_via_at[], record_patch[];

/* A kind of rules, whose structs have the layer as first member. Offsets in struct tech: of the
 * array, of the number of rules and of the capacity; in struct tech_layer: of the slice. */
struct record_rules {
    const char *word;
    const struct record_field *fields;
    size_t size, array_at, count_at, capacity_at, slice_at;
};
enum { RECORD_RULES = 6 }; /* kinds of rules */
extern const struct record_rules record_rules[RECORD_RULES];

/* Rule i of a kind, and the slice of a layer. */
static inline void *record_rule_at(const struct record_rules *kind, const struct tech *tech,
                                   uint32_t i)
{
    return *(char *const *)(const void *)((const char *)tech + kind->array_at) + i * kind->size;
}

static inline uint32_t *record_rule_count(const struct record_rules *kind, struct tech *tech)
{
    return (uint32_t *)(void *)((char *)tech + kind->count_at);
}

static inline struct slice *record_rule_slice(const struct record_rules *kind,
                                              struct tech_layer *layer)
{
    return (struct slice *)(void *)((char *)layer + kind->slice_at);
}
