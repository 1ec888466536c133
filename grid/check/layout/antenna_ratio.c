/* antenna_ratio: the arithmetic of antenna ratios in integers, areas of pins, and texts. */
#include "grid/check/layout/antenna.h"

#include <inttypes.h>
#include <stdio.h>

enum { ROUNDING = 16 }; /* rounding of a ratio and its limit, in billionths */

#define RATIO_MAX (INT64_MAX / 4) /* upper limit of ratios and areas; larger ones become this */

/* The value of a piecewise linear curve, which must have a point, at an area of diffusion. */
static int64_t curve_at(const struct tech *tech, struct antenna_curve curve, int64_t diffusion)
{
    const struct antenna_point *points = tech->antenna_points + curve.first_point;
    assert(curve.point_count > 0);
    if (diffusion <= points[0].diffusion)
        return points[0].value;
    for (uint32_t i = 1; i < curve.point_count; i++) {
        const struct antenna_point a = points[i - 1], b = points[i];
        if (diffusion > b.diffusion)
            continue;
        if (a.diffusion == b.diffusion)
            return b.value;
        const antenna_wide rise = (antenna_wide)(b.value - a.value) * (diffusion - a.diffusion);
        return a.value + (int64_t)(rise / (b.diffusion - a.diffusion));
    }
    return points[curve.point_count - 1].value;
}

int64_t antenna_ratio_of(const struct tech *tech, const struct antenna_rule *rule, bool side,
                         antenna_wide drawn, int64_t gate, int64_t diffusion)
{
    const antenna_wide most = (antenna_wide)RATIO_MAX * 1000;
    const bool diffuse_only = side ? rule->side_diffuse_only : rule->area_diffuse_only;
    antenna_wide area = drawn < most ? drawn : most;
    assert(drawn >= 0 && gate > 0 && diffusion >= 0);
    if (!diffuse_only || diffusion > 0)
        area = area * (side ? rule->side_factor : rule->area_factor) / ANTENNA_ONE;
    area = area < most ? area : most;
    if (rule->reduce.point_count > 0)
        area = area * curve_at(tech, rule->reduce, diffusion) / ANTENNA_ONE;
    area -= (antenna_wide)rule->area_minus_diff * diffusion / (ANTENNA_ONE / 1000);
    if (area <= 0)
        return 0;
    area = area < most ? area : most;
    const antenna_wide below = gate + (antenna_wide)rule->gate_plus_diff * diffusion / ANTENNA_ONE;
    const antenna_wide ratio = area * (ANTENNA_ONE / 1000) / below;
    return ratio < RATIO_MAX ? (int64_t)ratio : RATIO_MAX;
}

int64_t antenna_limit_of(const struct tech *tech, const struct antenna_rule *rule,
                         enum antenna_ratio kind, int64_t diffusion, bool *diff)
{
    const struct antenna_curve curve = rule->diff_limit[kind];
    assert(kind < ANTENNA_RATIOS);
    *diff = diffusion > 0 || (rule->limit[kind] == ANTENNA_NONE && curve.is_table);
    if (*diff)
        return curve.point_count > 0 ? curve_at(tech, curve, diffusion) : 0;
    return rule->limit[kind] == ANTENNA_NONE ? 0 : rule->limit[kind];
}

struct antenna_rule antenna_rule_of(const struct tech *tech, uint16_t layer, uint8_t oxide)
{
    const struct slice rules = tech->layers[layer].antenna;
    for (uint32_t i = rules.first; i < rules.first + rules.count; i++)
        if (tech->antenna_rules[i].oxide == oxide)
            return tech->antenna_rules[i];
    return (struct antenna_rule){.layer = layer,
                                 .area_factor = ANTENNA_ONE,
                                 .side_factor = ANTENNA_ONE,
                                 .limit = {ANTENNA_NONE, ANTENNA_NONE, ANTENNA_NONE, ANTENNA_NONE}};
}

bool antenna_is_above(int64_t ratio, int64_t limit)
{
    return ratio > limit + limit / ANTENNA_ONE + ROUNDING;
}

bool antenna_has_limits(const struct tech *tech)
{
    for (uint32_t i = 0; i < tech->antenna_rule_count; i++)
        for (int r = 0; r < ANTENNA_RATIOS; r++)
            if (tech->antenna_rules[i].limit[r] != ANTENNA_NONE ||
                tech->antenna_rules[i].diff_limit[r].point_count > 0)
                return true;
    return false;
}

/* The library's default area for a pin that states none. */
static int64_t default_area(const struct library *library, const struct cell_pin *pin,
                            enum antenna_part part, uint8_t oxide)
{
    const bool signal = pin->use == USE_SIGNAL || pin->use == USE_CLOCK;
    if (part == ANTENNA_GATE)
        return oxide == 0 && signal && pin->direction == PIN_INPUT
                   ? library->antenna_defaults.input_gate
                   : 0;
    return pin->direction == PIN_OUTPUT  ? library->antenna_defaults.output_diffusion
           : pin->direction == PIN_INOUT ? library->antenna_defaults.inout_diffusion
                                         : 0;
}

/* The sum of the values for this layer, or for all layers (LAYER_NONE); false if there are none. */
static bool sum_of(const struct library *library, const struct cell_pin *pin,
                   enum antenna_part part, uint8_t oxide, uint16_t layer, int64_t *sum)
{
    bool any = false;
    *sum = 0;
    for (uint32_t i = 0; i < pin->antenna.count; i++) {
        const struct antenna_area *area = &library->antenna_areas[pin->antenna.first + i];
        if (area->part != part || area->layer != layer ||
            (part == ANTENNA_GATE && area->oxide != oxide))
            continue;
        *sum = *sum < RATIO_MAX - area->value ? *sum + area->value : RATIO_MAX;
        any = true;
    }
    return any;
}

/* True if the pin has a statement of this part, of any oxide. */
static bool is_stated(const struct library *library, const struct cell_pin *pin,
                      enum antenna_part part)
{
    bool stated = false;
    for (uint32_t i = 0; i < pin->antenna.count; i++)
        stated |= library->antenna_areas[pin->antenna.first + i].part == part;
    return stated;
}

int64_t antenna_pin_area(const struct layout *layout, uint32_t pin, enum antenna_part part,
                         uint8_t oxide, uint16_t layer)
{
    const struct layout_pin at = layout_pin(layout, pin);
    const struct library *library = &layout->library;
    int64_t sum = 0;
    assert(part == ANTENNA_GATE || part == ANTENNA_DIFFUSION);
    if (at.component == TECH_NONE)
        return 0;
    const struct cell_pin *cell = &library->pins[at.pin];
    if (!is_stated(library, cell, part))
        return default_area(library, cell, part, oxide);
    if (sum_of(library, cell, part, oxide, layer, &sum) ||
        sum_of(library, cell, part, oxide, LAYER_NONE, &sum))
        return sum;
    for (uint16_t below = layer; below-- > 0;)
        if (sum_of(library, cell, part, oxide, below, &sum))
            return sum;
    return 0;
}

bool antenna_pin_has(const struct layout *layout, uint32_t pin, enum antenna_part part)
{
    const struct layout_pin at = layout_pin(layout, pin);
    if (at.component == TECH_NONE)
        return false;
    const struct cell_pin *cell = &layout->library.pins[at.pin];
    for (uint32_t i = 0; i < cell->antenna.count; i++) {
        const struct antenna_area *area = &layout->library.antenna_areas[cell->antenna.first + i];
        if (area->part == part && area->value > 0)
            return true;
    }
    return !is_stated(&layout->library, cell, part) &&
           default_area(&layout->library, cell, part, 0) > 0;
}

struct antenna_name antenna_name(const struct antenna_violation *violation)
{
    static const char *const names[ANTENNA_RATIOS][2] = {
        [ANTENNA_AREA] = {"ANTENNAAREARATIO", "ANTENNADIFFAREARATIO"},
        [ANTENNA_CUM_AREA] = {"ANTENNACUMAREARATIO", "ANTENNACUMDIFFAREARATIO"},
        [ANTENNA_SIDE] = {"ANTENNASIDEAREARATIO", "ANTENNADIFFSIDEAREARATIO"},
        [ANTENNA_CUM_SIDE] = {"ANTENNACUMSIDEAREARATIO", "ANTENNACUMDIFFSIDEAREARATIO"},
    };
    struct antenna_name name;
    assert(violation->kind < ANTENNA_RATIOS);
    const char *word = names[violation->kind][violation->diff];
    if (violation->oxide == 0)
        snprintf(name.text, sizeof name.text, "%s", word);
    else
        snprintf(name.text, sizeof name.text, "%s(OXIDE%d)", word, violation->oxide + 1);
    return name;
}

const char *antenna_text(const struct layout *layout, const struct antenna_violation *violation,
                         char *text, size_t size)
{
    char pin[160];
    const int64_t digits = ANTENNA_ONE / 10000; /* four decimals */
    const int64_t ratio = (violation->ratio + digits / 2) / digits;
    const int64_t limit = (violation->limit + digits / 2) / digits;
    snprintf(text, size,
             "pin %s on %.60s: %s %" PRId64 ".%04" PRId64 " is above %" PRId64 ".%04" PRId64 "%s",
             layout_pin_name(layout, violation->pin, pin, sizeof pin),
             names_text(&layout->tech.layer_names, violation->layer), antenna_name(violation).text,
             ratio / 10000, ratio % 10000, limit / 10000, limit % 10000,
             violation->by_pin ? "; it needs a diode" : "");
    return text;
}
