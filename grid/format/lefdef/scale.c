/* scale: puts technology and library in the layout's units, and ties up what LEF said in pieces.
 *
 * With g the greatest common divisor of all lengths of LEF and of a database unit of DEF (in LEF's
 * units of 1/40000 micron), a unit of the layout is g / 2: every length is whole, and so is half of
 * each, which a wire's half width needs. At 1000 database units a micron and LEF values that are
 * multiples of 0.005, g is a database unit and a unit half of it.
 */
#include "grid/format/lefdef/reader.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "grid/layout/rect.h"
#include "grid/layout/rule_via.h"

/* ---- lengths -------------------------------------------------------------------------------- */

struct scaling {
    int32_t divisor;
    bool overflow;
};

/* A length of a rule; "no limit" stays what it is. */
static void scale(const struct scaling *scaling, int32_t *value)
{
    assert(scaling->divisor > 0);
    int64_t units = 2 * (int64_t)*value / scaling->divisor;
    if (*value != LENGTH_NONE)
        *value = (int32_t)(units > COORD_MAX || *value == COORD_MAX ? COORD_MAX
                           : units < -COORD_MAX                     ? -COORD_MAX
                                                                    : units);
}

static void scale_place(struct scaling *scaling, int32_t *value)
{
    int64_t units = 2 * (int64_t)*value / scaling->divisor;
    scaling->overflow |= units > CELL_MAX || units < -CELL_MAX;
    *value = (int32_t)(scaling->overflow ? 0 : units);
}

static void scale_rect(struct scaling *scaling, struct layout_rect *rect)
{
    scale_place(scaling, &rect->x0);
    scale_place(scaling, &rect->y0);
    scale_place(scaling, &rect->x1);
    scale_place(scaling, &rect->y1);
}

static void scale_area(const struct scaling *scaling, int64_t *area)
{
    assert(scaling->divisor > 0 && *area >= 0);
    int64_t square = (int64_t)scaling->divisor * scaling->divisor;
    *area = 4 * (*area / square) + (4 * (*area % square) + square - 1) / square;
}

static void scale_layers(struct scaling *s, struct tech *tech)
{
    for (uint32_t i = 0; i < tech->layer_names.count; i++) {
        struct tech_layer *layer = &tech->layers[i];
        if (layer->has_offset) {
            scale_place(s, &layer->offset_x);
            scale_place(s, &layer->offset_y);
        }
        scale(s, &layer->pitch_x);
        scale(s, &layer->pitch_y);
        scale(s, &layer->width);
        scale(s, &layer->min_width);
        scale(s, &layer->max_width);
        scale(s, &layer->wire_extension);
        scale(s, &layer->spacing);
        scale(s, &layer->same_net_spacing);
        scale_area(s, &layer->area);
        if (layer->min_width == 0)
            layer->min_width = layer->width;
    }
}

static void scale_rules(const struct scaling *s, struct tech *tech)
{
    for (uint32_t i = 0; i < tech->range_count; i++) {
        struct tech_range *r = &tech->ranges[i];
        int32_t *value[] = {&r->spacing, &r->lo, &r->hi, &r->other_lo, &r->other_hi, &r->influence};
        for (size_t k = 0; k < sizeof value / sizeof value[0]; k++)
            scale(s, value[k]);
    }
    for (uint32_t i = 0; i < tech->line_end_count; i++) {
        struct tech_line_end *r = &tech->line_ends[i];
        int32_t *value[] = {&r->spacing, &r->width, &r->within, &r->par_space, &r->par_within};
        for (size_t k = 0; k < sizeof value / sizeof value[0]; k++)
            scale(s, value[k]);
    }
    for (uint32_t i = 0; i < tech->number_count; i++)
        scale(s, &tech->numbers[i]);
    for (uint32_t i = 0; i < tech->cut_spacing_count; i++) {
        scale(s, &tech->cut_spacings[i].spacing);
        scale(s, &tech->cut_spacings[i].within);
        scale_area(s, &tech->cut_spacings[i].cut_area);
    }
    for (uint32_t i = 0; i < tech->enclosed_count; i++) {
        scale_area(s, &tech->enclosed[i].area);
        scale(s, &tech->enclosed[i].width);
    }
    for (uint32_t i = 0; i < tech->step_count; i++) {
        scale(s, &tech->steps[i].length);
        scale(s, &tech->steps[i].length_sum);
    }
    for (uint32_t i = 0; i < tech->minimum_cut_count; i++) {
        struct tech_minimum_cut *r = &tech->minimum_cuts[i];
        int32_t *value[] = {&r->width, &r->within, &r->length, &r->distance};
        for (size_t k = 0; k < sizeof value / sizeof value[0]; k++)
            scale(s, value[k]);
    }
    for (uint32_t i = 0; i < tech->rule_layer_count; i++) {
        scale(s, &tech->rule_layers[i].width);
        scale(s, &tech->rule_layers[i].spacing);
        scale(s, &tech->rule_layers[i].wire_extension);
    }
}

static void scale_vias(struct scaling *s, struct tech *tech)
{
    for (uint32_t i = 0; i < tech->via_rect_count; i++)
        scale_rect(s, &tech->via_rects[i].rect);
    for (uint32_t i = 0; i < tech->via_rule_count; i++) {
        struct tech_via_rule *rule = &tech->via_rules[i];
        scale_rect(s, &rule->cut_rect);
        scale(s, &rule->cut_step_x);
        scale(s, &rule->cut_step_y);
        for (int k = 0; k < 2; k++) {
            scale(s, &rule->metal[k].enclosure_x);
            scale(s, &rule->metal[k].enclosure_y);
            scale(s, &rule->metal[k].width_min);
            scale(s, &rule->metal[k].width_max);
        }
    }
    for (uint32_t i = 0; i < tech->site_names.count; i++) {
        scale_place(s, &tech->sites[i].width);
        scale_place(s, &tech->sites[i].height);
    }
    scale(s, &tech->manufacturing_grid);
}

static void scale_library(struct scaling *s, struct library *library)
{
    for (uint32_t i = 0; i < library->macro_names.count; i++) {
        scale_place(s, &library->macros[i].width);
        scale_place(s, &library->macros[i].height);
        scale_place(s, &library->macros[i].origin_x);
        scale_place(s, &library->macros[i].origin_y);
    }
    for (uint32_t i = 0; i < library->shape_count; i++) {
        scale_rect(s, &library->shapes[i].rect);
        scale(s, &library->shapes[i].spacing);
        scale(s, &library->shapes[i].rule_width);
    }
}

/* ---- order ---------------------------------------------------------------------------------- */

/* Sorts rules by their layer, the first member of each, and gives each layer its slice: counting
 * sort, so that rules of one layer stay in LEF's order. */
static enum status sort_rules(struct lefdef_reader *reader, void *rules, uint32_t count,
                              size_t size, size_t slice_at)
{
    struct tech *tech = &reader->layout->tech;
    char *sorted = mem_alloc(count, size, "rules", reader->error);
    if (sorted == NULL)
        return STATUS_FAILED;
    const char *from = rules;
    uint32_t start = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < count; i++) {
            uint16_t layer;
            memcpy(&layer, from + i * size, sizeof layer);
            assert(layer < tech->layer_names.count);
            struct slice *slice = (struct slice *)((char *)&tech->layers[layer] + slice_at);
            if (pass == 1)
                memcpy(sorted + (slice->first + slice->count) * size, from + i * size, size);
            slice->count++;
        }
        for (uint32_t l = 0; l < tech->layer_names.count && pass == 0; l++) {
            struct slice *slice = (struct slice *)((char *)&tech->layers[l] + slice_at);
            start += slice->count;
            *slice = (struct slice){start - slice->count, 0};
        }
    }
    assert(start == count);
    if (count > 0)
        memcpy(rules, sorted, count * size);
    free(sorted);
    return STATUS_OK;
}

#define SORT(reader, tech, array, count, slice)                                                    \
    sort_rules(reader, (tech)->array, (tech)->count, sizeof *(tech)->array,                        \
               offsetof(struct tech_layer, slice))

static enum status sort_all(struct lefdef_reader *reader)
{
    struct tech *tech = &reader->layout->tech;
    TRY(SORT(reader, tech, ranges, range_count, ranges));
    TRY(SORT(reader, tech, line_ends, line_end_count, line_ends));
    TRY(SORT(reader, tech, cut_spacings, cut_spacing_count, cut_spacings));
    TRY(SORT(reader, tech, enclosed, enclosed_count, enclosed));
    TRY(SORT(reader, tech, steps, step_count, steps));
    return SORT(reader, tech, minimum_cuts, minimum_cut_count, minimum_cuts);
}

enum status scale_layout(struct lefdef_reader *reader, struct token at, int64_t dbu)
{
    assert(dbu >= 1 && reader->layout->placed.scale == 0); /* once */
    struct layout *layout = reader->layout;
    if (LEF_UNITS % dbu != 0)
        return lex_expected(&reader->lex, at, "database units of a micron that divide %d",
                            LEF_UNITS);
    if (layout->tech.lef_units % dbu != 0)
        return lex_expected(&reader->lex, at, "database units of a micron that divide LEF's (%u)",
                            layout->tech.lef_units);
    int32_t per_dbu = (int32_t)(LEF_UNITS / dbu);
    struct scaling scaling = {.divisor = common_divisor(per_dbu, reader->divisor)};
    layout->placed.dbu = (uint32_t)dbu;
    layout->placed.scale = 2 * per_dbu / scaling.divisor;
    layout->tech.units_per_micron = (uint32_t)(2 * LEF_UNITS / scaling.divisor);
    assert(scaling.divisor > 0 && per_dbu % scaling.divisor == 0);
    scale_layers(&scaling, &layout->tech);
    scale_rules(&scaling, &layout->tech);
    scale_vias(&scaling, &layout->tech);
    scale_library(&scaling, &layout->library);
    if (scaling.overflow)
        return lex_fail(&reader->lex, at,
                        "expected cells within %u microns of the origin, LEF has larger ones",
                        CELL_MAX / layout->tech.units_per_micron);
    TRY(sort_all(reader));
    TRY(tech_link_layers(&layout->tech, reader->error));
    return rule_vias_add(&layout->tech, layout->placed.scale, reader->error);
}
