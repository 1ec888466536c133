/* layout_write_tech: writes the technology of a native layout (layout_text.h): units, layers with
 * their rules, vias and nondefault rules. */
#include "grid/format/layout/layout_writer.h"

static void write_numbers(struct layout_writer *w, const char *word, const int32_t *number,
                          uint32_t count)
{
    emit_text(&w->emit, word);
    for (uint32_t i = 0; i < count; i++)
        emit_format(&w->emit, " %ld", (long)number[i]);
    emit_char(&w->emit, '\n');
}

static void write_tables(struct layout_writer *w, const struct tech_layer *layer)
{
    const struct tech *tech = &w->layout->tech;
    if (layer->run_table != TECH_NONE) {
        const struct tech_table *t = &tech->tables[layer->run_table];
        const int32_t *row = tech->numbers + t->first;
        write_numbers(w, "runs", row, t->columns);
        row += t->columns;
        for (uint32_t r = 0; r < t->rows; r++, row += t->columns + 1)
            write_numbers(w, "row", row, t->columns + 1);
    }
    if (layer->width_table != TECH_NONE) {
        const struct tech_table *t = &tech->tables[layer->width_table];
        const int32_t *row = tech->numbers + t->first;
        for (uint32_t r = 0; r < t->rows; r++, row += t->columns + 2)
            write_numbers(w, "pair", row, t->columns + 2);
    }
}

static void write_rules(struct layout_writer *w, struct tech_layer layer)
{
    for (const struct record_rules *kind = record_rules; kind < record_rules + RECORD_RULES;
         kind++) {
        const struct slice slice = *record_rule_slice(kind, &layer);
        for (uint32_t i = slice.first; i < slice.first + slice.count; i++) {
            emit_text(&w->emit, kind->word);
            layout_write_fields(w, kind->fields, record_rule_at(kind, &w->layout->tech, i));
        }
    }
}

static void write_layer(struct layout_writer *w, uint16_t number)
{
    const struct tech *tech = &w->layout->tech;
    const struct tech_layer *layer = &tech->layers[number];
    assert(layer->kind <= LAYER_CUT);
    emit_format(&w->emit, "layer %s %s", layout_writer_layer(w, number),
                record_layer_kinds[layer->kind]);
    layout_write_fields(w, record_layer, layer);
    write_rules(w, *layer);
    write_tables(w, layer);
    layout_write_antennas(w, number);
    for (uint32_t i = 0; i < tech->unknown_count; i++) {
        if (tech->unknown[i].layer != number)
            continue;
        emit_format(&w->emit, "ignored %s\n", names_text(&tech->words, tech->unknown[i].keyword));
    }
}

void layout_write_rect(struct layout_writer *w, uint16_t layer, struct layout_rect rect,
                       const struct cell_shape *like)
{
    const struct cell_shape plain = {.spacing = LENGTH_NONE, .rule_width = LENGTH_NONE};
    emit_format(&w->emit, "rect %s %d %d %d %d", layout_writer_layer(w, layer), rect.x0, rect.y0,
                rect.x1, rect.y1);
    layout_write_fields(w, record_shape, like != NULL ? like : &plain);
}

static void write_via(struct layout_writer *w, uint32_t number)
{
    const struct tech *tech = &w->layout->tech;
    const struct slice rects = tech->vias[number].rects;
    assert(rects.first + rects.count <= tech->via_rect_count);
    emit_format(&w->emit, "via %s", names_text(&tech->via_names, number));
    layout_write_fields(w, record_via, &tech->vias[number]);
    for (uint32_t i = rects.first; i < rects.first + rects.count; i++)
        layout_write_rect(w, tech->via_rects[i].layer, tech->via_rects[i].rect, NULL);
}

static void write_rule(struct layout_writer *w, uint32_t number)
{
    const struct tech *tech = &w->layout->tech;
    struct tech_rule rule = tech->rules[number];
    assert(rule.layers.first + rule.layers.count <= tech->rule_layer_count);
    assert(rule.vias.first + rule.vias.count <= tech->rule_via_count);
    emit_format(&w->emit, "rule %s", names_text(&tech->rule_names, number));
    layout_write_fields(w, record_rule, &rule);
    for (uint32_t i = rule.layers.first; i < rule.layers.first + rule.layers.count; i++) {
        emit_format(&w->emit, "on-layer %s", layout_writer_layer(w, tech->rule_layers[i].layer));
        layout_write_fields(w, record_rule_layer, &tech->rule_layers[i]);
    }
    for (uint32_t i = rule.vias.first; i < rule.vias.first + rule.vias.count; i++)
        emit_format(&w->emit, "use %s\n", names_text(&tech->via_names, tech->rule_vias[i]));
}

/* The number of layers with this ignored rule, each of which has a line for it. */
static uint32_t ignored_count(const struct tech *tech, const char *rule)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tech->unknown_count; i++)
        count += strcmp(names_text(&tech->words, tech->unknown[i].keyword), rule) == 0;
    return count;
}

/* Writes `not-modelled` for statements that wires could violate. Those of a layer are written as
 * `ignored`, and only further ones of the layer here. */
static void write_notes(struct layout_writer *w)
{
    const struct layout_notes *notes = &w->layout->notes;
    for (uint32_t i = 0; i < notes->texts.count; i++) {
        const char *text = names_text(&notes->texts, i);
        const bool of_layer = strncmp(text, "LAYER ", 6) == 0;
        const uint32_t written = of_layer ? ignored_count(&w->layout->tech, text + 6) : 0;
        const uint32_t count = notes->note[i].count > written ? notes->note[i].count - written : 0;
        if (notes->note[i].kind != NOTE_RULE || count == 0)
            continue;
        emit_format(&w->emit, "not-modelled %u ", count < INT32_MAX ? count : INT32_MAX);
        for (char before = ' '; *text != '\0'; before = *text++) {
            const bool blank = (unsigned char)*text <= ' '; /* inside of quotes */
            if (!blank || (unsigned char)before > ' ')
                emit_char(&w->emit, (char)(blank ? ' ' : *text == '#' ? '?' : *text));
        }
        emit_char(&w->emit, '\n');
    }
}

void layout_write_tech(struct layout_writer *w)
{
    const struct tech *tech = &w->layout->tech;
    const struct placed *placed = &w->layout->placed;
    emit_format(&w->emit, "chip %s\nunits %u %u %d\n", placed->design, tech->units_per_micron,
                placed->dbu, placed->scale);
    if (tech->manufacturing_grid > 0)
        emit_format(&w->emit, "snap %d\n", tech->manufacturing_grid);
    if (!tech->obs_min_spacing)
        emit_text(&w->emit, "wide-obstructions\n");
    if (tech->clearance_max_xy)
        emit_text(&w->emit, "larger-corners\n");
    write_notes(w);
    for (uint16_t l = 0; l < tech->layer_names.count; l++)
        write_layer(w, l);
    if (tech->stack_most > 0) {
        const bool all = tech->stack_low == LAYER_NONE;
        const uint16_t top = all ? tech->levels[tech->level_count - 1] : tech->stack_high;
        emit_format(&w->emit, "stack %d %s %s\n", tech->stack_most,
                    layout_writer_layer(w, all ? tech->levels[0] : tech->stack_low),
                    layout_writer_layer(w, top));
    }
    for (uint32_t v = 0; v < tech->via_names.count; v++)
        write_via(w, v);
    for (uint32_t r = 0; r < tech->rule_names.count; r++)
        write_rule(w, r);
}
