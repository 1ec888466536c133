/* tech: the technology of a layout from LEF: layers with their rules, vias, via rules, nondefault
 * rules, sites. Vias and nondefault rules that DEF defines follow those of LEF in the same arrays.
 *
 *     layers   poly  metal1  via1  metal2 ...      in LEF's order, from the lowest
 *     rules    [ of layer 1 | of layer 3 | ... ]   a flat array per kind, sorted by layer;
 *                ^ layer.ranges.first, .count      a layer has a slice of each
 *
 * Lengths are in units (rect.h), areas in square units, rounded up. LENGTH_NONE: LEF states no
 * value. Layers, vias, nondefault rules and sites have the numbers of their names, so that
 * names_find(&tech->via_names, ...) is the index of a via. */
#pragma once

#include "grid/layout/antenna.h"
#include "grid/layout/names.h"
#include "grid/layout/rect.h"

#define LENGTH_NONE (-1) /* a length that is not stated */
#define LAYER_NONE  UINT16_MAX
#define TECH_NONE   UINT32_MAX /* no via, table, rule and so on */

enum { TECH_LAYERS_MAX = 1024 }; /* layers of all kinds */

/* Elements first .. first + count - 1 of a flat array. */
struct slice {
    uint32_t first, count;
};

/* LAYER_OTHER: masterslice, overlap and so on. */
enum layer_kind { LAYER_OTHER, LAYER_ROUTING, LAYER_CUT };
enum layer_direction { DIRECTION_ANY, DIRECTION_HORIZONTAL, DIRECTION_VERTICAL };

struct tech_layer {
    enum layer_kind kind;
    enum layer_direction direction; /* of routing layers; ANY if LEF states none or a diagonal */
    uint16_t below, above;    /* next routing layer (of a cut) or cut (of a routing layer) in LEF's
                                 order, or LAYER_NONE; several cut layers can be between two */
    uint16_t level;           /* routing layers count from 0; a cut has the level below it, or
                                 LAYER_NONE under all routing layers */
    int32_t pitch_x, pitch_y; /* distance of vertical and of horizontal lines; LENGTH_NONE */
    int32_t offset_x, offset_y; /* of the lines from the origin; only with has_offset */
    bool has_offset;
    int32_t width;            /* of wires, or of a cut; 0 if LEF states none */
    int32_t min_width;        /* MINWIDTH, else width */
    int32_t max_width;        /* or LENGTH_NONE (not supported: listed in unknown) */
    int32_t wire_extension;   /* WIREEXTENSION, or LENGTH_NONE: half the width */
    int32_t spacing;          /* SPACING without further words (the largest), 0 if none */
    int32_t same_net_spacing; /* SPACING .. SAMENET, or in the SPACING section; LENGTH_NONE */
    bool same_net_pg_only;    /* only for power and ground nets (PGONLY) */
    bool rect_only;           /* LEF58 RECTONLY: merged metal must be a rectangle */
    bool rect_only_not_pins;  /* .. EXCEPTNONCOREPINS */
    bool right_way_on_grid;   /* LEF58 RIGHTWAYONGRIDONLY: wires along its direction on tracks */
    int64_t area;             /* AREA, 0 if none */
    int64_t thickness;        /* THICKNESS in billionths of a micron, 0 if none */
    uint32_t run_table;       /* SPACINGTABLE PARALLELRUNLENGTH in tables, or TECH_NONE */
    uint32_t width_table;     /* SPACINGTABLE TWOWIDTHS, or TECH_NONE */
    struct slice ranges, line_ends, cut_spacings, enclosed, steps, minimum_cuts, antenna;
};

/* A layer without any statement. */
static inline struct tech_layer tech_layer_blank(void)
{
    return (struct tech_layer){.below = LAYER_NONE,
                               .above = LAYER_NONE,
                               .level = LAYER_NONE,
                               .pitch_x = LENGTH_NONE,
                               .pitch_y = LENGTH_NONE,
                               .offset_x = LENGTH_NONE,
                               .offset_y = LENGTH_NONE,
                               .max_width = LENGTH_NONE,
                               .wire_extension = LENGTH_NONE,
                               .same_net_spacing = LENGTH_NONE,
                               .run_table = TECH_NONE,
                               .width_table = TECH_NONE};
}

/* Routing SPACING spacing RANGE lo hi: for shapes of widths lo..hi; hi is at most COORD_MAX. */
struct tech_range {
    uint16_t layer;
    int32_t spacing, lo, hi;
    int32_t other_lo, other_hi; /* RANGE .. RANGE: width of the other shape; else 0, COORD_MAX */
    int32_t influence;          /* INFLUENCE, or LENGTH_NONE for an ordinary range */
    bool length_threshold;      /* USELENGTHTHRESHOLD */
};

/* Routing SPACING spacing ENDOFLINE width WITHIN within [PARALLELEDGE par_space WITHIN par_within
 * [TWOEDGES]]; also LEF58_SPACING without further words. An edge shorter than width is a line end:
 * no other metal may be in front of it within `spacing`, and `within` to both sides. */
struct tech_line_end {
    uint16_t layer;
    int32_t spacing, width, within;
    int32_t par_space, par_within; /* LENGTH_NONE: without PARALLELEDGE */
    bool two_edges;
};

/* A spacing table in tech.numbers from `first` on:
 * - PARALLELRUNLENGTH: run lengths [columns], then per row its width and spacings [columns]. The
 *   row is the last with a width below that of the wider shape (else the first), the column the
 *   last with a run length below the common one (else the first).
 * - TWOWIDTHS: per row its width, its PRL (or LENGTH_NONE) and spacings [columns]; columns == rows.
 */
struct tech_table {
    uint16_t layer;
    bool two_widths;
    uint32_t rows, columns;
    uint32_t first; /* in numbers */
};

/* The narrow and the long side of the cuts of a class; width 0: any cut. */
struct tech_cut_class {
    int32_t width, length;
};

/* SPACING of a cut layer with further words other than SAMENET; plain ones are layer.spacing. Also
 * an entry of LEF58_SPACINGTABLE: between a cut of either class and one of the other, with `beyond`
 * (`up_to`) if their run length is more (not more) than `run`. */
struct tech_cut_spacing {
    uint16_t layer;
    uint16_t other; /* LAYER name: to cuts of that layer; else LAYER_NONE */
    int32_t spacing;
    int32_t adjacent_cuts; /* ADJACENTCUTS n WITHIN within: if n cuts are that near; else 0 */
    int32_t within;
    int64_t cut_area; /* AREA: for cuts of at least this area; else 0 */
    bool center_to_center, same_net, stack, parallel_overlap;
    bool except_same_pg_net;
    struct tech_cut_class of[2];
    int32_t run; /* negative: corner to corner */
    bool beyond, up_to;
};

/* MINENCLOSEDAREA area [WIDTH width]: of a hole in metal wider than width (LENGTH_NONE: any). */
struct tech_enclosed {
    uint16_t layer;
    int64_t area;
    int32_t width;
};

enum step_kind { STEP_ANY, STEP_INSIDE_CORNER, STEP_OUTSIDE_CORNER, STEP_STEP };

/* MINSTEP length [INSIDECORNER | OUTSIDECORNER | STEP] [LENGTHSUM sum] [MAXEDGES n]: edges shorter
 * than length are steps. */
struct tech_step {
    uint16_t layer;
    enum step_kind kind;
    int32_t length;
    int32_t length_sum; /* or LENGTH_NONE */
    int32_t max_edges;  /* maximum number of steps in a row; -1: not stated */
};

/* MINIMUMCUT cuts WIDTH width [WITHIN within] [FROMABOVE | FROMBELOW] [LENGTH length WITHIN
 * distance]. */
struct tech_minimum_cut {
    uint16_t layer;
    int32_t cuts, width;
    int32_t within;              /* or LENGTH_NONE */
    bool from_above, from_below; /* both if neither is stated */
    int32_t length, distance;    /* or LENGTH_NONE */
};

/* A rule that is read but not supported, once per layer; electrical values are not rules. keyword:
 * the first word of the statement or the name of the property, in tech.words. */
struct tech_unknown {
    uint16_t layer;
    uint32_t keyword;
};

/* A via: rectangles about 0,0 in via_rects. */
struct tech_via {
    struct slice rects;
    uint16_t bottom, cut, top; /* lowest routing layer, a cut layer, highest one; or LAYER_NONE */
    uint32_t rule;             /* via rule that it was made from, or TECH_NONE */
    bool is_default;           /* DEFAULT: the router may use it anywhere */
    bool from_def;             /* defined in DEF's section VIAS */
    bool from_rule;            /* made by rule_vias_add: a DEF that uses it must define it */
    bool nondefault;           /* defined in a nondefault rule */
};

struct tech_via_rect {
    struct layout_rect rect;
    uint16_t layer;
};

/* A metal layer of a VIARULE. */
struct tech_rule_metal {
    uint16_t layer; /* LAYER_NONE: not stated */
    enum layer_direction direction;
    int32_t enclosure_x, enclosure_y; /* ENCLOSURE, any order; OVERHANG along it; LENGTH_NONE */
    int32_t width_min, width_max;     /* or LENGTH_NONE */
};

/* VIARULE. A GENERATE rule has a cut: its rectangle and the spacing between centres. */
struct tech_via_rule {
    uint32_t name; /* in tech.words */
    bool generate;
    struct tech_rule_metal metal[2]; /* [0] lower, [1] upper (after reading) */
    uint16_t cut;                    /* LAYER_NONE: no cut (a TURN rule) */
    struct layout_rect cut_rect;
    int32_t cut_step_x, cut_step_y; /* SPACING x BY y: between centres */
};

/* A layer of a nondefault rule. */
struct tech_rule_layer {
    uint16_t layer;
    int32_t width;          /* 0: that of the layer */
    int32_t spacing;        /* LENGTH_NONE: that of the layer */
    int32_t wire_extension; /* or LENGTH_NONE */
    int32_t cuts;           /* of a cut layer: MINCUTS, the minimum number of cuts of vias; or 0 */
};

/* NONDEFAULTRULE, numbered like its name in rule_names. */
struct tech_rule {
    struct slice layers; /* in rule_layers */
    struct slice vias;   /* in rule_vias: VIA and USEVIA */
    bool hard_spacing;
    bool from_def;
};

struct tech_site {
    int32_t width, height;
};

struct tech {
    uint32_t units_per_micron;      /* see rect.h */
    uint32_t lef_units;             /* LEF's DATABASE MICRONS, 0 if not stated */
    int32_t manufacturing_grid;     /* 0 if none */
    bool obs_min_spacing;           /* USEMINSPACING OBS ON (default): obstructions count as thin */
    int32_t stack_most;             /* MAXVIASTACK: most stacked single-cut vias; 0: no limit */
    uint16_t stack_low, stack_high; /* its RANGE; LAYER_NONE: of all layers */
    bool clearance_max_xy; /* CLEARANCEMEASURE MAXXY: corner distance is the larger of x, y */
    char bus_open, bus_close, divider;

    struct names layer_names, via_names, rule_names, site_names;
    struct names words; /* names of via rules, keywords of unknown rules */

    struct tech_layer *layers; /* [layer_names.count] */
    struct tech_via *vias;     /* [via_names.count] */
    struct tech_rule *rules;   /* [rule_names.count] */
    struct tech_site *sites;   /* [site_names.count] */

    struct tech_range *ranges;
    struct tech_line_end *line_ends;
    struct tech_table *tables;
    int32_t *numbers; /* of tables */
    struct tech_cut_spacing *cut_spacings;
    struct tech_enclosed *enclosed;
    struct tech_step *steps;
    struct tech_minimum_cut *minimum_cuts;
    struct antenna_rule *antenna_rules;
    struct antenna_point *antenna_points;
    struct tech_unknown *unknown;
    struct tech_via_rect *via_rects;
    struct tech_via_rule *via_rules;
    struct tech_rule_layer *rule_layers;
    uint32_t *rule_vias; /* indices of vias */
    uint32_t range_count, line_end_count, table_count, number_count, cut_spacing_count,
        enclosed_count, step_count, minimum_cut_count, unknown_count, via_rect_count,
        via_rule_count, rule_layer_count, rule_via_count, antenna_rule_count, antenna_point_count;
    struct {
        size_t layers, vias, rules, sites, ranges, line_ends, tables, numbers, cut_spacings,
            enclosed, steps, minimum_cuts, unknown, via_rects, via_rules, rule_layers, rule_vias,
            antenna_rules, antenna_points;
    } capacity; /* elements allocated for these arrays */

    uint32_t level_count; /* routing layers */
    uint16_t *levels;     /* [level_count]: routing layers from the lowest */
    uint64_t rounded;     /* number of values that were rounded to units */
};

/* All arrays of a technology with their lengths. */
/* clang-format off */
#define TECH_ARRAYS(X) \
    X(layers, layer_names.count) X(vias, via_names.count) X(rules, rule_names.count) \
    X(sites, site_names.count) X(ranges, range_count) X(line_ends, line_end_count) \
    X(tables, table_count) X(numbers, number_count) X(cut_spacings, cut_spacing_count) \
    X(enclosed, enclosed_count) X(steps, step_count) X(minimum_cuts, minimum_cut_count) \
    X(unknown, unknown_count) X(via_rects, via_rect_count) X(via_rules, via_rule_count) \
    X(rule_layers, rule_layer_count) X(rule_vias, rule_via_count) X(levels, level_count) \
    X(antenna_rules, antenna_rule_count) X(antenna_points, antenna_point_count)
/* clang-format on */

/* Index of a layer, or LAYER_NONE. */
uint16_t tech_find_layer(const struct tech *tech, const char *name, size_t length);

/* Reads A-B, two routing layers by name, or A, which is A-A. A name may contain a dash. False if a
 * name is none of a routing layer. */
bool tech_find_range(const struct tech *tech, const char *text, unsigned *first, unsigned *last);

/* The bounding box of the shapes of a via on a layer; false if it has none there. */
bool tech_via_box(const struct tech *tech, uint32_t via, uint16_t layer, struct layout_rect *box);

/* True if MAXVIASTACK applies to a cut layer. */
static inline bool tech_limits_stack(const struct tech *tech, uint16_t cut)
{
    const struct tech_layer *layer = &tech->layers[cut];
    assert(cut < tech->layer_names.count);
    return tech->stack_most > 0 && layer->kind == LAYER_CUT && layer->level != LAYER_NONE &&
           (tech->stack_low == LAYER_NONE || (layer->level >= tech->layers[tech->stack_low].level &&
                                              layer->level < tech->layers[tech->stack_high].level));
}

/* The number of cuts of a via. O(rectangles). */
uint32_t tech_via_cuts(const struct tech *tech, uint32_t via);

/* MINCUTS of a nondefault rule (TECH_NONE: none) on a cut layer, 0 without one. */
int32_t tech_rule_cuts(const struct tech *tech, uint32_t rule, uint16_t cut);

/* Numbers the routing layers and links routing and cut layers. Call it once, after all layers. */
enum status tech_link_layers(struct tech *tech, struct error *error);

/* Finds the layers that a via connects from its rectangles. */
void tech_finish_via(struct tech *tech, uint32_t via);

void tech_destroy(struct tech *tech);
