/* records: per statement a table of fields with defaults and least values; a new field is a row. */
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

const struct record_field record_layer[] = {
    WORD("dir", tech_layer, direction, layer_directions),
    LENGTH("width", tech_layer, width, 0, 1),
    LENGTH("min-width", tech_layer, min_width, 0, 1),
    LENGTH("space", tech_layer, spacing, 0, 0),
    LENGTH("same-net-space", tech_layer, same_net_spacing, LENGTH_NONE, 0),
    FLAG("same-net-power", tech_layer, same_net_pg_only),
    FLAG("rect-only", tech_layer, rect_only),
    FLAG("rect-only-core", tech_layer, rect_only_not_pins),
    FLAG("right-way", tech_layer, right_way_on_grid),
    AREA("area", tech_layer, area),
    AREA("thickness", tech_layer, thickness),
    {0},
};

static const struct record_field ranges[] = {
    LENGTH("space", tech_range, spacing, 0, 0),
    LENGTH("from", tech_range, lo, 0, 0),
    LENGTH("to", tech_range, hi, COORD_MAX, 0),
    LENGTH("other-from", tech_range, other_lo, 0, 0),
    LENGTH("other-to", tech_range, other_hi, COORD_MAX, 0),
    LENGTH("influence", tech_range, influence, LENGTH_NONE, 0),
    FLAG("threshold", tech_range, length_threshold),
    {0},
};

static const struct record_field line_ends[] = {
    LENGTH("space", tech_line_end, spacing, 0, 0),
    LENGTH("width", tech_line_end, width, 0, 0),
    LENGTH("within", tech_line_end, within, 0, 0),
    LENGTH("beside", tech_line_end, par_space, LENGTH_NONE, 0),
    LENGTH("beside-within", tech_line_end, par_within, LENGTH_NONE, 0),
    FLAG("both", tech_line_end, two_edges),
    {0},
};

static const struct record_field cut_spacings[] = {
    LENGTH("space", tech_cut_spacing, spacing, 0, 0),
    FIELD("layer", FIELD_LAYER, tech_cut_spacing, other, LAYER_NONE, 0, NULL),
    COUNT("adjacent", tech_cut_spacing, adjacent_cuts, 0, 1),
    LENGTH("within", tech_cut_spacing, within, 0, 0),
    AREA("area", tech_cut_spacing, cut_area),
    FLAG("center", tech_cut_spacing, center_to_center),
    FLAG("same-net", tech_cut_spacing, same_net),
    FLAG("stack", tech_cut_spacing, stack),
    FLAG("parallel", tech_cut_spacing, parallel_overlap),
    FLAG("except-same-power", tech_cut_spacing, except_same_pg_net),
    LENGTH("width", tech_cut_spacing, of[0].width, 0, 0),
    LENGTH("length", tech_cut_spacing, of[0].length, 0, 0),
    LENGTH("to-width", tech_cut_spacing, of[1].width, 0, 0),
    LENGTH("to-length", tech_cut_spacing, of[1].length, 0, 0),
    LENGTH("run", tech_cut_spacing, run, 0, -COORD_MAX),
    FLAG("beyond", tech_cut_spacing, beyond),
    FLAG("up-to", tech_cut_spacing, up_to),
    {0},
};

static const struct record_field holes[] = {
    AREA("area", tech_enclosed, area),
    LENGTH("width", tech_enclosed, width, LENGTH_NONE, 0),
    {0},
};

static const struct record_field steps[] = {
    LENGTH("length", tech_step, length, 0, 0),
    WORD("corner", tech_step, kind, step_kinds),
    LENGTH("sum", tech_step, length_sum, LENGTH_NONE, 0),
    COUNT("edges", tech_step, max_edges, -1, 0),
    {0},
};

static const struct record_field cuts[] = {
    COUNT("cuts", tech_minimum_cut, cuts, 0, 1),
    LENGTH("width", tech_minimum_cut, width, 0, 0),
    LENGTH("within", tech_minimum_cut, within, LENGTH_NONE, 0),
    FLAG("above", tech_minimum_cut, from_above),
    FLAG("below", tech_minimum_cut, from_below),
    LENGTH("length", tech_minimum_cut, length, LENGTH_NONE, 0),
    LENGTH("distance", tech_minimum_cut, distance, LENGTH_NONE, 0),
    {0},
};

#define RULES(word, fields, array, count)                                                          \
    {                                                                                              \
        word, fields, sizeof *((struct tech *)0)->array, offsetof(struct tech, array),             \
            offsetof(struct tech, count), offsetof(struct tech, capacity.array),                   \
            offsetof(struct tech_layer, array)                                                     \
    }
const struct record_rules record_rules[RECORD_RULES] = {
    RULES("range", ranges, ranges, range_count),
    RULES("line-end", line_ends, line_ends, line_end_count),
    RULES("cut-space", cut_spacings, cut_spacings, cut_spacing_count),
    RULES("hole", holes, enclosed, enclosed_count),
    RULES("step", steps, steps, step_count),
    RULES("cuts", cuts, minimum_cuts, minimum_cut_count),
};

const struct record_field record_via[] = {
    FLAG("default", tech_via, is_default),
    FLAG("of-design", tech_via, from_def),
    FLAG("of-rule", tech_via, from_rule),
    FLAG("nondefault", tech_via, nondefault),
    {0},
};

const struct record_field record_rule[] = {
    FLAG("hard", tech_rule, hard_spacing),
    FLAG("of-design", tech_rule, from_def),
    {0},
};

const struct record_field record_rule_layer[] = {
    LENGTH("width", tech_rule_layer, width, 0, 1),
    LENGTH("space", tech_rule_layer, spacing, LENGTH_NONE, 0),
    COUNT("cuts", tech_rule_layer, cuts, 0, 1),
    {0},
};

#define OBSTRUCTION(type)                                                                          \
    LENGTH("space", type, spacing, LENGTH_NONE, 0),                                                \
        LENGTH("rule-width", type, rule_width, LENGTH_NONE, 0),                                    \
        FLAG("except-power", type, except_pg)
const struct record_field record_shape[] = {OBSTRUCTION(cell_shape), {0}};
const struct record_field record_block[] = {
    OBSTRUCTION(placed_blockage), FLAG("fill", placed_blockage, metal), {0}};

const struct record_field record_pin[] = {
    WORD("use", cell_pin, use, uses),
    WORD("dir", cell_pin, direction, directions),
    {0},
};

const struct record_field record_port[] = {
    WORD("use", placed_port, use, uses),
    WORD("dir", placed_port, direction, directions),
    FLAG("special", placed_port, special),
    {0},
};

const struct record_field record_place[] = {
    WORD("orient", placed_component, orient, orients),
    WORD("status", placed_component, status, places),
    {0},
};

const struct record_field record_net[] = {
    WORD("use", placed_net, use, uses),
    FIELD("rule", FIELD_RULE, placed_net, rule, -1, 0, NULL),
    FLAG("regular", placed_net, regular),
    FLAG("special", placed_net, special),
    FLAG("fixed-bump", placed_net, fixed_bump),
    {0},
};

const struct record_field record_segment[] = {
    WORD("status", placed_wire, status, statuses),
    LENGTH("width", placed_wire, width, RECORD_USUAL, 1),
    LENGTH("ahead", placed_wire, ext0, RECORD_USUAL, 0),
    LENGTH("beyond", placed_wire, ext1, RECORD_USUAL, 0),
    FLAG("taper", placed_wire, taper),
    {0},
};

const struct record_field record_via_at[] = {
    WORD("status", placed_wire, status, statuses),
    WORD("orient", placed_wire, orient, orients),
    FLAG("taper", placed_wire, taper),
    {0},
};

const struct record_field record_patch[] = {
    WORD("status", placed_wire, status, statuses),
    FLAG("taper", placed_wire, taper),
    {0},
};
