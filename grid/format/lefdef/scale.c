/* scale: converts technology and library from LEF's units to the layout's, and sorts the rules by
 * layer.
 *
 * Let g be the greatest common divisor of all lengths of LEF and of a database unit of DEF, in LEF
 * units of 1/40000 micron. A unit of the layout is g / 2, so that each length and half of each
 * length (a wire's half width) are whole. With 1000 database units per micron and LEF values that
 * are multiples of 0.005 micron, g is one database unit. */
#include "grid/format/lefdef/reader.h"

#include "grid/format/layout/records.h"
#include "grid/layout/rule_via.h"

struct scaling {
    int32_t divisor;
    bool overflow;
};

/* Scales a length of a rule. LENGTH_NONE and COORD_MAX ("no limit") stay as they are. */
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
    assert(scaling->divisor > 0);
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

static void scale_each(const struct scaling *scaling, int32_t *const *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        scale(scaling, values[i]);
}

#define SCALE(scaling, ...)                                                                        \
    scale_each(scaling, (int32_t *[]){__VA_ARGS__},                                                \
               sizeof((int32_t *[]){__VA_ARGS__}) / sizeof(int32_t *))

static void scale_layers(struct scaling *s, struct tech *tech)
{
    for (uint32_t i = 0; i < tech->layer_names.count; i++) {
        struct tech_layer *l = &tech->layers[i];
        if (l->has_offset) {
            scale_place(s, &l->offset_x);
            scale_place(s, &l->offset_y);
        }
        SCALE(s, &l->pitch_x, &l->pitch_y, &l->width, &l->min_width, &l->max_width,
              &l->wire_extension, &l->spacing, &l->same_net_spacing);
        scale_area(s, &l->area);
        if (l->min_width == 0)
            l->min_width = l->width;
    }
}

static void scale_fields(const struct scaling *scaling, const struct record_field *fields,
                         char *record)
{
    for (const struct record_field *field = fields; field->word != NULL; field++) {
        void *at = record + field->at;
        if (field->kind == FIELD_LENGTH)
            scale(scaling, at);
        else if (field->kind == FIELD_AREA)
            scale_area(scaling, at);
    }
}

static void scale_rules(const struct scaling *s, struct tech *tech)
{
    for (const struct record_rules *kind = record_rules; kind < record_rules + RECORD_RULES; kind++)
        for (uint32_t i = 0; i < *record_rule_count(kind, tech); i++)
            scale_fields(s, kind->fields, record_rule_at(kind, tech, i));
    for (uint32_t i = 0; i < tech->number_count; i++)
        scale(s, &tech->numbers[i]);
    for (uint32_t i = 0; i < tech->rule_layer_count; i++) {
        struct tech_rule_layer *r = &tech->rule_layers[i];
        SCALE(s, &r->width, &r->spacing, &r->wire_extension);
    }
}

static void scale_vias(struct scaling *s, struct tech *tech)
{
    for (uint32_t i = 0; i < tech->via_rect_count; i++)
        scale_rect(s, &tech->via_rects[i].rect);
    for (uint32_t i = 0; i < tech->via_rule_count; i++) {
        struct tech_via_rule *rule = &tech->via_rules[i];
        scale_rect(s, &rule->cut_rect);
        SCALE(s, &rule->cut_step_x, &rule->cut_step_y);
        for (int k = 0; k < 2; k++) {
            struct tech_rule_metal *m = &rule->metal[k];
            SCALE(s, &m->enclosure_x, &m->enclosure_y, &m->width_min, &m->width_max);
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

/* Sorts rules by layer, their first member, and sets each layer's slice. A counting sort keeps the
 * rules of one layer in LEF's order. */
static enum status sort_rules(struct lefdef_reader *reader, void *rules, uint32_t count,
                              size_t size, size_t slice_at)
{
    char *sorted;
    TRY(MEM_NEW(sorted, count * size, "rules", reader->error));
    const char *from = rules;
    uint32_t start = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < count; i++) {
            uint16_t layer;
            memcpy(&layer, from + i * size, sizeof layer);
            assert(layer < reader->tech->layer_names.count);
            struct slice *slice = (struct slice *)((char *)&reader->tech->layers[layer] + slice_at);
            if (pass == 1)
                memcpy(sorted + (slice->first + slice->count) * size, from + i * size, size);
            slice->count++;
        }
        for (uint32_t l = 0; l < reader->tech->layer_names.count && pass == 0; l++) {
            struct slice *slice = (struct slice *)((char *)&reader->tech->layers[l] + slice_at);
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

static enum status sort_all(struct lefdef_reader *reader)
{
    struct tech *tech = reader->tech;
    for (const struct record_rules *kind = record_rules; kind < record_rules + RECORD_RULES; kind++)
        if (*record_rule_count(kind, tech) > 0)
            TRY(sort_rules(reader, record_rule_at(kind, tech, 0), *record_rule_count(kind, tech),
                           kind->size, kind->slice_at));
    return sort_rules(reader, tech->antenna_rules, tech->antenna_rule_count,
                      sizeof *tech->antenna_rules, offsetof(struct tech_layer, antenna));
}

enum status scale_layout(struct lefdef_reader *reader, struct token at, int64_t dbu)
{
    assert(dbu >= 1 && reader->placed->scale == 0); /* called once */
    struct layout *layout = reader->layout;
    if (LEF_UNITS % dbu != 0)
        return lex_expected(&reader->lex, at, "database units per micron that divide %d",
                            LEF_UNITS);
    if (layout->tech.lef_units % dbu != 0)
        return lex_expected(&reader->lex, at, "database units per micron that divide LEF's (%u)",
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
