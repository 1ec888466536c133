/* breakable: finds ENCLOSURE and MAXWIDTH rules of LEF that a wire could violate. The router
 * ignores these rules. An enclosure that the metal of every via has is never violated, because
 * wires only add metal; neither is a maximum above every width in use. */
#include "grid/format/lef/parts.h"

/* ENCLOSURE [ABOVE | BELOW] a b [WIDTH w [EXCEPTEXTRACUT d] | LENGTH l] ; It is met by metal with
 * all conditions if it is met by the via alone, so the conditions are not read. */
enum status lef_enclosure(struct lefdef_reader *reader)
{
    struct lefdef_enclosure rule = {.layer = reader->layer, .above = true, .below = true};
    const struct token side = lex_peek(&reader->lex);
    if (token_is_word(side, "ABOVE") || token_is_word(side, "BELOW")) {
        lex_next(&reader->lex);
        rule.above = token_is_word(side, "ABOVE");
        rule.below = !rule.above;
    }
    TRY(read_distance(reader, &rule.a));
    TRY(read_distance(reader, &rule.b));
    if (!token_is_char(lex_peek(&reader->lex), ';'))
        TRY(statement_skip_rest(reader, SECTION_LAYER, reader->word));
    else
        TRY(statement_end(reader, SECTION_LAYER));
    return MEM_APPEND(reader->enclosures, reader->enclosure_capacity, reader->enclosure_count, rule,
                      "enclosures", reader->error);
}

static bool has_overhang(const struct lefdef_enclosure *rule, int32_t x, int32_t y)
{
    return (x >= rule->a && y >= rule->b) || (x >= rule->b && y >= rule->a);
}

/* True if one rectangle of the via on this layer encloses the cut by the rule. */
static bool encloses(const struct tech *tech, const struct tech_via *via, uint16_t layer,
                     struct layout_rect cut, const struct lefdef_enclosure *rule)
{
    bool found = layer == LAYER_NONE; /* no metal of a routing layer, so no wire */
    for (uint32_t i = via->rects.first; i < via->rects.first + via->rects.count && !found; i++) {
        const struct layout_rect metal = tech->via_rects[i].rect;
        const int32_t left = cut.x0 - metal.x0, right = metal.x1 - cut.x1;
        const int32_t low = cut.y0 - metal.y0, high = metal.y1 - cut.y1;
        found = tech->via_rects[i].layer == layer &&
                has_overhang(rule, left < right ? left : right, low < high ? low : high);
    }
    return found;
}

static bool via_meets(const struct tech *tech, const struct tech_via *via,
                      const struct lefdef_enclosure *rule)
{
    bool met = true;
    for (uint32_t i = via->rects.first; i < via->rects.first + via->rects.count && met; i++) {
        const struct tech_via_rect *cut = &tech->via_rects[i];
        if (cut->layer == rule->layer)
            met = (!rule->below || encloses(tech, via, via->bottom, cut->rect, rule)) &&
                  (!rule->above || encloses(tech, via, via->top, cut->rect, rule));
    }
    return met;
}

/* A via rule of which vias are made: metal[0] is below the cut. */
static bool rule_meets(const struct tech_via_rule *made, const struct lefdef_enclosure *rule)
{
    bool met = true;
    for (int i = 0; i < 2 && made->generate && made->cut == rule->layer; i++) {
        const struct tech_rule_metal *metal = &made->metal[i];
        if (metal->layer != LAYER_NONE && (i == 0 ? rule->below : rule->above))
            met &= has_overhang(rule, metal->enclosure_x, metal->enclosure_y);
    }
    return met;
}

enum status lef_note_enclosures(struct lefdef_reader *reader)
{
    const struct tech *tech = reader->tech;
    const struct token word = {"ENCLOSURE", 9}, met = {"that every via meets", 20};
    for (size_t k = 0; k < reader->enclosure_count; k++) {
        const struct lefdef_enclosure *rule = &reader->enclosures[k];
        bool all = true;
        for (uint32_t i = 0; i < tech->via_names.count && all; i++)
            all = via_meets(tech, &tech->vias[i], rule);
        for (uint32_t i = 0; i < tech->via_rule_count && all; i++)
            all = rule_meets(&tech->via_rules[i], rule);
        reader->layer = rule->layer;
        TRY(all ? statement_note(reader, NOTE_OTHER, SECTION_LAYER, word, met)
                : lef_unknown(reader, word, NO_OPTION));
    }
    reader->enclosure_count = 0;
    return STATUS_OK;
}

/* The largest width of wires on the layer: its own, those of rules, and those of the wiring. */
static int32_t widest(const struct layout *layout, uint16_t layer)
{
    const struct tech *tech = &layout->tech;
    const struct placed *placed = &layout->placed;
    int32_t width = tech->layers[layer].width;
    for (uint32_t i = 0; i < tech->rule_layer_count; i++)
        if (tech->rule_layers[i].layer == layer && tech->rule_layers[i].width > width)
            width = tech->rule_layers[i].width;
    const struct placed_wire *const lists[] = {placed->wires, placed->special_wires};
    const uint32_t counts[] = {placed->wire_count, placed->special_wire_count};
    for (int list = 0; list < 2; list++)
        for (uint32_t i = 0; i < counts[list]; i++) {
            const struct placed_wire *w = &lists[list][i];
            const int32_t x = w->x1 - w->x0, y = w->y1 - w->y0;
            const int32_t across = w->kind == WIRE_SEGMENT ? w->width : x < y ? x : y;
            if (w->layer == layer && w->kind != WIRE_VIA && across > width)
                width = across;
        }
    return width;
}

enum status lef_note_max_widths(struct lefdef_reader *reader)
{
    const struct layout *layout = reader->layout;
    const struct token word = {"MAXWIDTH", 8}, above = {"above every width in use", 24};
    for (uint16_t i = 0; i < layout->tech.layer_names.count; i++) {
        const int32_t most = layout->tech.layers[i].max_width;
        reader->layer = i;
        if (most == LENGTH_NONE)
            continue;
        TRY(widest(layout, i) <= most
                ? statement_note(reader, NOTE_OTHER, SECTION_LAYER, word, above)
                : lef_unknown(reader, word, NO_OPTION));
    }
    return STATUS_OK;
}
