/* layout_antenna: writes and reads the antenna statements of a native layout (layout_text.h). */
#include "grid/format/layout/layout_reader.h"
#include "grid/format/layout/layout_writer.h"

#define VALUE_MAX (INT64_MAX / 4) /* largest value, in billionths */

static const char *const parts[] = {"gate",     "diffusion", "area",    "side", "cut",
                                    "max-area", "max-side",  "max-cut", NULL};

_Static_assert(sizeof parts / sizeof *parts == ANTENNA_PARTS + 1, "a word for each part");

/* ` COUNT TABLE DIFFUSION VALUE ..` */
static void write_curve(struct layout_writer *w, struct antenna_curve curve)
{
    const struct antenna_point *points = w->layout->tech.antenna_points + curve.first_point;
    emit_format(&w->emit, " %u %d", curve.point_count, curve.is_table);
    for (uint32_t i = 0; i < curve.point_count; i++)
        emit_format(&w->emit, " %ld %ld", points[i].diffusion, points[i].value);
}

void layout_write_antennas(struct layout_writer *w, uint16_t layer)
{
    const struct tech *tech = &w->layout->tech;
    const struct slice rules = tech->layers[layer].antenna;
    assert(rules.first + rules.count <= tech->antenna_rule_count);
    for (uint32_t i = rules.first; i < rules.first + rules.count; i++) {
        const struct antenna_rule *rule = &tech->antenna_rules[i];
        emit_format(&w->emit, "antenna %d %d %d %d %ld %ld %ld %ld", rule->oxide,
                    rule->area_diffuse_only, rule->side_diffuse_only, rule->routing_plus_cut,
                    rule->area_factor, rule->side_factor, rule->gate_plus_diff,
                    rule->area_minus_diff);
        for (int r = 0; r < ANTENNA_RATIOS; r++)
            emit_format(&w->emit, " %ld", (long)rule->limit[r]);
        for (int r = 0; r < ANTENNA_RATIOS; r++)
            write_curve(w, rule->diff_limit[r]);
        write_curve(w, rule->reduce);
        emit_char(&w->emit, '\n');
    }
}

void layout_write_antenna_defaults(struct layout_writer *w)
{
    const struct antenna_defaults *d = &w->layout->library.antenna_defaults;
    if (d->input_gate == 0 && d->output_diffusion == 0 && d->inout_diffusion == 0)
        return;
    emit_format(&w->emit, "antenna-defaults %ld %ld %ld\n", d->input_gate, d->output_diffusion,
                d->inout_diffusion);
}

void layout_write_antenna_pin(struct layout_writer *w, const struct cell_pin *pin)
{
    for (uint32_t i = 0; i < pin->antenna.count; i++) {
        const struct antenna_area *area = &w->layout->library.antenna_areas[pin->antenna.first + i];
        emit_format(&w->emit, "antenna-pin %s %d %ld", parts[area->part], area->oxide, area->value);
        if (area->layer != LAYER_NONE)
            emit_format(&w->emit, " %s", layout_writer_layer(w, area->layer));
        emit_char(&w->emit, '\n');
    }
}

static enum status read_value(struct layout_reader *r, int64_t low, int64_t high, int64_t *value)
{
    return scan_int(r->scan, "a number", low, high, value, r->error);
}

static enum status read_curve(struct layout_reader *r, struct antenna_curve *curve)
{
    int64_t count = 0, table = 0;
    struct antenna_point point = {0, 0};
    TRY(read_value(r, 0, ANTENNA_POINTS_MAX, &count));
    TRY(read_value(r, 0, 1, &table));
    *curve = (struct antenna_curve){r->tech->antenna_point_count, (uint32_t)count, table != 0};
    for (int64_t i = 0; i < count; i++) {
        TRY(read_value(r, point.diffusion, VALUE_MAX, &point.diffusion)); /* ascending */
        TRY(read_value(r, 0, VALUE_MAX, &point.value));
        TRY(LAYOUT_APPEND(r->tech, antenna_points, antenna_point_count, point, "antenna rules",
                          r->error));
    }
    return STATUS_OK;
}

enum status layout_read_antenna(struct layout_reader *r)
{
    struct tech *tech = r->tech;
    struct antenna_rule rule = {0};
    int64_t head[4] = {0};
    int64_t *const values[] = {&rule.area_factor, &rule.side_factor, &rule.gate_plus_diff,
                               &rule.area_minus_diff};
    if (!r->has_layer)
        return scan_fail(r->scan, NULL, r->error, "expected a layer before its rules");
    for (int i = 0; i < 4; i++)
        TRY(read_value(r, 0, i == 0 ? ANTENNA_OXIDES - 1 : 1, &head[i]));
    for (int i = 0; i < 4; i++)
        TRY(read_value(r, 0, VALUE_MAX, values[i]));
    for (int i = 0; i < ANTENNA_RATIOS; i++) {
        TRY(read_value(r, ANTENNA_NONE, VALUE_MAX, &rule.limit[i]));
        rule.limit[i] = rule.limit[i] == 0 ? ANTENNA_NONE : rule.limit[i];
    }
    for (int i = 0; i < ANTENNA_RATIOS; i++)
        TRY(read_curve(r, &rule.diff_limit[i]));
    TRY(read_curve(r, &rule.reduce));
    rule.layer = (uint16_t)(tech->layer_names.count - 1);
    rule.oxide = (uint8_t)head[0];
    rule.area_diffuse_only = head[1] != 0;
    rule.side_diffuse_only = head[2] != 0;
    rule.routing_plus_cut = head[3] != 0;
    if (tech->layers[rule.layer].antenna.count++ == 0)
        tech->layers[rule.layer].antenna.first = tech->antenna_rule_count;
    return LAYOUT_APPEND(tech, antenna_rules, antenna_rule_count, rule, "antenna rules", r->error);
}

enum status layout_read_antenna_defaults(struct layout_reader *r)
{
    struct antenna_defaults *d = &r->library->antenna_defaults;
    TRY(read_value(r, 0, VALUE_MAX, &d->input_gate));
    TRY(read_value(r, 0, VALUE_MAX, &d->output_diffusion));
    return read_value(r, 0, VALUE_MAX, &d->inout_diffusion);
}

enum status layout_read_antenna_pin(struct layout_reader *r)
{
    struct antenna_area area = {.layer = LAYER_NONE};
    int32_t part = 0;
    int64_t oxide = 0;
    struct word word;
    if (r->holder != HOLDER_PIN)
        return scan_fail(r->scan, NULL, r->error, "expected a pin before its antenna values");
    TRY(scan_choice(r->scan, parts, &part, r->error));
    TRY(read_value(r, 0, ANTENNA_OXIDES - 1, &oxide));
    TRY(read_value(r, 0, VALUE_MAX, &area.value));
    TRY(scan_word(r->scan, &word, r->error));
    if (word.length > 0) {
        area.layer = tech_find_layer(r->tech, word.text, word.length);
        if (area.layer == LAYER_NONE)
            return scan_expected(r->scan, &word, r->error, "a layer");
    }
    area.part = (uint8_t)part;
    area.oxide = (uint8_t)oxide;
    struct cell_pin *pin = &r->library->pins[r->library->pin_count - 1];
    if (pin->antenna.count++ == 0)
        pin->antenna.first = r->library->antenna_area_count;
    return LAYOUT_APPEND(r->library, antenna_areas, antenna_area_count, area, "antenna areas",
                         r->error);
}
