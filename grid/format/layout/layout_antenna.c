/* layout_antenna: writes and reads the antenna statements of a native layout (layout_text.h). */
#include "grid/format/layout/layout_reader.h"
#include "grid/format/layout/layout_writer.h"

#define VALUE_MAX (INT64_MAX / 4) /* of a value in billionths */

enum { CURVE_REDUCE = ANTENNA_RATIOS, CURVES }; /* numbers of curves behind those of limits */

static const char *const parts[] = {"gate",     "diffusion", "area",    "side", "cut",
                                    "max-area", "max-side",  "max-cut", NULL};

_Static_assert(sizeof parts / sizeof *parts == ANTENNA_PARTS + 1, "a word for each part");

/* ---- writing -------------------------------------------------------------------------------- */

static void write_curve(struct layout_writer *w, int number, struct antenna_curve curve)
{
    const struct antenna_point *points = w->layout->tech.antenna_points + curve.first_point;
    if (curve.point_count == 0)
        return;
    emit_text(&w->emit, "antenna-curve");
    emit_number(&w->emit, number);
    emit_number(&w->emit, curve.is_table);
    for (uint32_t i = 0; i < curve.point_count; i++) {
        emit_number(&w->emit, points[i].diffusion);
        emit_number(&w->emit, points[i].value);
    }
    emit_char(&w->emit, '\n');
}

void layout_write_antennas(struct layout_writer *w, uint16_t layer)
{
    const struct tech *tech = &w->layout->tech;
    const struct slice rules = tech->layers[layer].antenna;
    assert(rules.first + rules.count <= tech->antenna_rule_count);
    for (uint32_t i = rules.first; i < rules.first + rules.count; i++) {
        const struct antenna_rule *rule = &tech->antenna_rules[i];
        const int64_t values[] = {rule->oxide,
                                  rule->area_diffuse_only,
                                  rule->side_diffuse_only,
                                  rule->routing_plus_cut,
                                  rule->area_factor,
                                  rule->side_factor,
                                  rule->gate_plus_diff,
                                  rule->area_minus_diff,
                                  rule->limit[0],
                                  rule->limit[1],
                                  rule->limit[2],
                                  rule->limit[3]};
        emit_text(&w->emit, "antenna");
        for (size_t v = 0; v < sizeof values / sizeof *values; v++)
            emit_number(&w->emit, values[v]);
        emit_char(&w->emit, '\n');
        for (int r = 0; r < ANTENNA_RATIOS; r++)
            write_curve(w, r, rule->diff_limit[r]);
        write_curve(w, CURVE_REDUCE, rule->reduce);
    }
}

void layout_write_antenna_defaults(struct layout_writer *w)
{
    const struct antenna_defaults *d = &w->layout->library.antenna_defaults;
    if (d->input_gate == 0 && d->output_diffusion == 0 && d->inout_diffusion == 0)
        return;
    emit_text(&w->emit, "antenna-defaults");
    emit_number(&w->emit, d->input_gate);
    emit_number(&w->emit, d->output_diffusion);
    emit_number(&w->emit, d->inout_diffusion);
    emit_char(&w->emit, '\n');
}

void layout_write_antenna_pin(struct layout_writer *w, const struct cell_pin *pin)
{
    for (uint32_t i = 0; i < pin->antenna.count; i++) {
        const struct antenna_area *area = &w->layout->library.antenna_areas[pin->antenna.first + i];
        emit_text(&w->emit, "antenna-pin ");
        emit_text(&w->emit, parts[area->part]);
        emit_number(&w->emit, area->oxide);
        emit_number(&w->emit, area->value);
        if (area->layer != LAYER_NONE) {
            emit_char(&w->emit, ' ');
            emit_text(&w->emit, layout_writer_layer(w, area->layer));
        }
        emit_char(&w->emit, '\n');
    }
}

/* ---- reading -------------------------------------------------------------------------------- */

static enum status read_value(struct layout_reader *r, int64_t low, int64_t high, int64_t *value)
{
    return scan_int(r->scan, "a number", low, high, value, r->error);
}

enum status layout_read_antenna(struct layout_reader *r)
{
    struct tech *tech = &r->layout->tech;
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
    rule.layer = (uint16_t)(tech->layer_names.count - 1);
    rule.oxide = (uint8_t)head[0];
    rule.area_diffuse_only = head[1] != 0;
    rule.side_diffuse_only = head[2] != 0;
    rule.routing_plus_cut = head[3] != 0;
    if (tech->layers[rule.layer].antenna.count++ == 0)
        tech->layers[rule.layer].antenna.first = tech->antenna_rule_count;
    return LAYOUT_APPEND(tech, antenna_rules, antenna_rule_count, rule, "antenna rules", r->error);
}

enum status layout_read_antenna_curve(struct layout_reader *r)
{
    struct tech *tech = &r->layout->tech;
    int64_t number = 0, table = 0;
    const uint32_t rules = tech->antenna_rule_count;
    if (rules == 0 || tech->antenna_rules[rules - 1].layer + 1u != tech->layer_names.count)
        return scan_fail(r->scan, NULL, r->error, "expected an antenna rule before its curves");
    TRY(read_value(r, 0, CURVES - 1, &number));
    TRY(read_value(r, 0, 1, &table));
    struct antenna_rule *rule = &tech->antenna_rules[rules - 1];
    struct antenna_curve *curve =
        number == CURVE_REDUCE ? &rule->reduce : &rule->diff_limit[number];
    *curve = (struct antenna_curve){tech->antenna_point_count, 0, table != 0};
    for (int64_t least = 0;;) {
        struct antenna_point point;
        struct word word;
        TRY(scan_word(r->scan, &word, r->error));
        if (word.length == 0)
            break;
        if (curve->point_count == ANTENNA_POINTS_MAX)
            return scan_expected(r->scan, &word, r->error, "at most %d points", ANTENNA_POINTS_MAX);
        TRY(scan_word_int(r->scan, &word, "an area in ascending order", least, VALUE_MAX,
                          &point.diffusion, r->error));
        TRY(read_value(r, 0, VALUE_MAX, &point.value));
        least = point.diffusion;
        curve->point_count++;
        TRY(LAYOUT_APPEND(tech, antenna_points, antenna_point_count, point, "antenna rules",
                          r->error));
    }
    return curve->point_count > 0 ? STATUS_OK
                                  : scan_fail(r->scan, NULL, r->error, "expected a point");
}

enum status layout_read_antenna_defaults(struct layout_reader *r)
{
    struct antenna_defaults *d = &r->layout->library.antenna_defaults;
    TRY(read_value(r, 0, VALUE_MAX, &d->input_gate));
    TRY(read_value(r, 0, VALUE_MAX, &d->output_diffusion));
    return read_value(r, 0, VALUE_MAX, &d->inout_diffusion);
}

enum status layout_read_antenna_pin(struct layout_reader *r)
{
    struct library *library = &r->layout->library;
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
        area.layer = tech_find_layer(&r->layout->tech, word.text, word.length);
        if (area.layer == LAYER_NONE)
            return scan_expected(r->scan, &word, r->error, "a layer");
    }
    area.part = (uint8_t)part;
    area.oxide = (uint8_t)oxide;
    struct cell_pin *pin = &library->pins[library->pin_count - 1];
    if (pin->antenna.count++ == 0)
        pin->antenna.first = library->antenna_area_count;
    return MEM_APPEND(library->antenna_areas, library->antenna_area_capacity,
                      library->antenna_area_count, area, "antenna areas", r->error);
}
