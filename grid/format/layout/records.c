/* records: a table of fields per statement, with their words, defaults and least values. */
#include "grid/format/layout/records.h"

const char *const record_layer_kinds[] = {"other", "routing", "cut", NULL};
static const char *const step_kinds[] = {"any", "inside", "outside", "step", NULL};
static const char *const uses[] = {"signal", "clock", "power", "ground",
                                   "analog", "scan",  "reset", NULL};
static const char *const directions[] = {"none", "input", "output", "inout", "feedthru", NULL};
static const char *const orients[] = {"N", "W", "S", "E", "FN", "FW", "FS", "FE", NULL};
static const char *const places[] = {"placed", "fixed", "cover", "unplaced", NULL};

static const char *const layer_directions[] = {"any", "horizontal", "vertical", NULL};
static const char *const statuses[] = {"routed",   "fixed", "cover", "noshield",
                                       "shielded", "power", NULL};

static struct fields *start(struct record *record)
{
    assert(record->layout != NULL);
    record->fields.count = 0;
    return &record->fields;
}

/* ---- technology ----------------------------------------------------------------------------- */

const struct fields *record_layer(struct record *record, struct tech_layer *layer)
{
    struct fields *f = start(record);
    fields_word(f, "dir", &record->word, layer_directions);
    fields_int(f, "width", &layer->width, 0, 1);
    fields_int(f, "min-width", &layer->min_width, 0, 1);
    fields_int(f, "space", &layer->spacing, 0, 0);
    fields_int(f, "same-net-space", &layer->same_net_spacing, LENGTH_NONE, 0);
    fields_flag(f, "same-net-power", &layer->same_net_pg_only);
    fields_flag(f, "rect-only", &layer->rect_only);
    fields_flag(f, "rect-only-core", &layer->rect_only_not_pins);
    fields_flag(f, "right-way", &layer->right_way_on_grid);
    fields_area(f, "area", &layer->area);
    fields_area(f, "thickness", &layer->thickness);
    return f;
}

const struct fields *record_range(struct record *record, struct tech_range *range)
{
    struct fields *f = start(record);
    fields_int(f, "space", &range->spacing, 0, 0);
    fields_int(f, "from", &range->lo, 0, 0);
    fields_int(f, "to", &range->hi, COORD_MAX, 0);
    fields_int(f, "other-from", &range->other_lo, 0, 0);
    fields_int(f, "other-to", &range->other_hi, COORD_MAX, 0);
    fields_int(f, "influence", &range->influence, LENGTH_NONE, 0);
    fields_flag(f, "threshold", &range->length_threshold);
    return f;
}

const struct fields *record_line_end(struct record *record, struct tech_line_end *end)
{
    struct fields *f = start(record);
    fields_int(f, "space", &end->spacing, 0, 0);
    fields_int(f, "width", &end->width, 0, 0);
    fields_int(f, "within", &end->within, 0, 0);
    fields_int(f, "beside", &end->par_space, LENGTH_NONE, 0);
    fields_int(f, "beside-within", &end->par_within, LENGTH_NONE, 0);
    fields_flag(f, "both", &end->two_edges);
    return f;
}

const struct fields *record_cut_space(struct record *record, struct tech_cut_spacing *cut)
{
    struct fields *f = start(record);
    fields_int(f, "space", &cut->spacing, 0, 0);
    fields_name(f, "layer", &record->name, &record->layout->tech.layer_names);
    fields_int(f, "adjacent", &cut->adjacent_cuts, 0, 1);
    fields_int(f, "within", &cut->within, 0, 0);
    fields_area(f, "area", &cut->cut_area);
    fields_flag(f, "center", &cut->center_to_center);
    fields_flag(f, "same-net", &cut->same_net);
    fields_flag(f, "stack", &cut->stack);
    fields_flag(f, "parallel", &cut->parallel_overlap);
    fields_flag(f, "except-same-power", &cut->except_same_pg_net);
    return f;
}

const struct fields *record_hole(struct record *record, struct tech_enclosed *hole)
{
    struct fields *f = start(record);
    fields_area(f, "area", &hole->area);
    fields_int(f, "width", &hole->width, LENGTH_NONE, 0);
    return f;
}

const struct fields *record_step(struct record *record, struct tech_step *step)
{
    struct fields *f = start(record);
    fields_int(f, "length", &step->length, 0, 0);
    fields_word(f, "corner", &record->word, step_kinds);
    fields_int(f, "sum", &step->length_sum, LENGTH_NONE, 0);
    fields_int(f, "edges", &step->max_edges, -1, 0);
    return f;
}

const struct fields *record_cuts(struct record *record, struct tech_minimum_cut *cuts)
{
    struct fields *f = start(record);
    fields_int(f, "cuts", &cuts->cuts, 0, 1);
    fields_int(f, "width", &cuts->width, 0, 0);
    fields_int(f, "within", &cuts->within, LENGTH_NONE, 0);
    fields_flag(f, "above", &cuts->from_above);
    fields_flag(f, "below", &cuts->from_below);
    fields_int(f, "length", &cuts->length, LENGTH_NONE, 0);
    fields_int(f, "distance", &cuts->distance, LENGTH_NONE, 0);
    return f;
}

const struct fields *record_via(struct record *record, struct tech_via *via)
{
    struct fields *f = start(record);
    fields_flag(f, "default", &via->is_default);
    fields_flag(f, "of-design", &via->from_def);
    fields_flag(f, "of-rule", &via->from_rule);
    fields_flag(f, "nondefault", &via->nondefault);
    return f;
}

const struct fields *record_rule(struct record *record, struct tech_rule *rule)
{
    struct fields *f = start(record);
    fields_flag(f, "hard", &rule->hard_spacing);
    fields_flag(f, "of-design", &rule->from_def);
    return f;
}

const struct fields *record_rule_layer(struct record *record, struct tech_rule_layer *layer)
{
    struct fields *f = start(record);
    fields_int(f, "width", &layer->width, 0, 1);
    fields_int(f, "space", &layer->spacing, LENGTH_NONE, 0);
    fields_int(f, "cuts", &layer->cuts, 0, 1);
    return f;
}

/* ---- cells and places ----------------------------------------------------------------------- */

static const struct fields *obstruction(struct record *record, int32_t *spacing,
                                        int32_t *rule_width, bool *except_pg)
{
    struct fields *f = start(record);
    fields_int(f, "space", spacing, LENGTH_NONE, 0);
    fields_int(f, "rule-width", rule_width, LENGTH_NONE, 0);
    fields_flag(f, "except-power", except_pg);
    return f;
}

const struct fields *record_shape(struct record *record, struct cell_shape *shape)
{
    return obstruction(record, &shape->spacing, &shape->rule_width, &shape->except_pg);
}

const struct fields *record_block(struct record *record, struct placed_blockage *block)
{
    (void)obstruction(record, &block->spacing, &block->rule_width, &block->except_pg);
    fields_flag(&record->fields, "fill", &block->metal);
    return &record->fields;
}

const struct fields *record_pin(struct record *record)
{
    struct fields *f = start(record);
    fields_word(f, "use", &record->word, uses);
    fields_word(f, "dir", &record->word2, directions);
    return f;
}

const struct fields *record_place(struct record *record)
{
    struct fields *f = start(record);
    fields_word(f, "orient", &record->word, orients);
    fields_word(f, "status", &record->word2, places);
    return f;
}

const struct fields *record_port(struct record *record, struct placed_port *port)
{
    record_pin(record);
    fields_flag(&record->fields, "special", &port->special);
    return &record->fields;
}

const struct fields *record_net(struct record *record, struct placed_net *net)
{
    struct fields *f = start(record);
    fields_word(f, "use", &record->word, uses);
    fields_name(f, "rule", &record->name, &record->layout->tech.rule_names);
    fields_flag(f, "regular", &net->regular);
    fields_flag(f, "special", &net->special);
    fields_flag(f, "fixed-bump", &net->fixed_bump);
    return f;
}

/* ---- wires ---------------------------------------------------------------------------------- */

const struct fields *record_segment(struct record *record, struct placed_wire *wire,
                                    int32_t usual_width)
{
    assert(usual_width >= 0);
    struct fields *f = start(record);
    fields_word(f, "status", &record->word, statuses);
    fields_int(f, "width", &wire->width, usual_width, 1);
    fields_int(f, "ahead", &wire->ext0, usual_width / 2, 0);
    fields_int(f, "beyond", &wire->ext1, usual_width / 2, 0);
    fields_flag(f, "taper", &wire->taper);
    return f;
}

const struct fields *record_via_at(struct record *record, struct placed_wire *wire)
{
    struct fields *f = start(record);
    fields_word(f, "status", &record->word, statuses);
    fields_word(f, "orient", &record->word2, orients);
    fields_flag(f, "taper", &wire->taper);
    return f;
}

const struct fields *record_patch(struct record *record, struct placed_wire *wire)
{
    struct fields *f = start(record);
    fields_word(f, "status", &record->word, statuses);
    fields_flag(f, "taper", &wire->taper);
    return f;
}
