/* layout_dump: a layout as text: its own words, and what they do not say. */
#pragma once

#include "tests/support/layout_texts.h"

#include "grid/format/layout/layout_text.h"

static inline const char *dump_layer_name(const struct layout *layout, uint16_t layer)
{
    return layer == LAYER_NONE ? "-" : names_text(&layout->tech.layer_names, layer);
}

/* A text has no NUL within it. */
static inline char or_dash(char c)
{
    return c != '\0' ? c : '-';
}

static inline void dump_layers(FILE *out, const struct layout *layout)
{
    const struct tech *tech = &layout->tech;
    for (uint16_t i = 0; i < tech->layer_names.count; i++) {
        const struct tech_layer *layer = &tech->layers[i];
        fprintf(out, "layer %s below %s above %s level %d pitch %d %d offset %d %d %d",
                dump_layer_name(layout, i), dump_layer_name(layout, layer->below),
                dump_layer_name(layout, layer->above),
                layer->level == LAYER_NONE ? -1 : layer->level, layer->pitch_x, layer->pitch_y,
                layer->has_offset, layer->offset_x, layer->offset_y);
        fprintf(out, " max-width %d extension %d\n", layer->max_width, layer->wire_extension);
    }
    for (uint32_t i = 0; i < tech->site_names.count; i++)
        fprintf(out, "site %s %d %d\n", names_text(&tech->site_names, i), tech->sites[i].width,
                tech->sites[i].height);
    for (uint32_t i = 0; i < tech->rule_layer_count; i++)
        fprintf(out, "rule-layer extension %d\n", tech->rule_layers[i].wire_extension);
    fprintf(out, "lef-units %u characters %c%c%c levels %u rounded %llu\n", tech->lef_units,
            or_dash(tech->bus_open), or_dash(tech->bus_close), or_dash(tech->divider),
            tech->level_count, (unsigned long long)tech->rounded);
}

static inline void dump_vias(FILE *out, const struct layout *layout)
{
    const struct tech *tech = &layout->tech;
    for (uint32_t i = 0; i < tech->via_names.count; i++)
        fprintf(out, "via %s %s %s %s rule %d\n", names_text(&tech->via_names, i),
                dump_layer_name(layout, tech->vias[i].bottom),
                dump_layer_name(layout, tech->vias[i].cut),
                dump_layer_name(layout, tech->vias[i].top), (int)tech->vias[i].rule);
    for (uint32_t i = 0; i < tech->via_rule_count; i++) {
        const struct tech_via_rule *rule = &tech->via_rules[i];
        fprintf(out, "via-rule %s %d cut %s %d %d %d %d step %d %d\n",
                names_text(&tech->words, rule->name), rule->generate,
                dump_layer_name(layout, rule->cut), rule->cut_rect.x0, rule->cut_rect.y0,
                rule->cut_rect.x1, rule->cut_rect.y1, rule->cut_step_x, rule->cut_step_y);
        for (int k = 0; k < 2; k++)
            fprintf(out, "  metal %s way %d enclosure %d %d width %d %d\n",
                    dump_layer_name(layout, rule->metal[k].layer), (int)rule->metal[k].direction,
                    rule->metal[k].enclosure_x, rule->metal[k].enclosure_y,
                    rule->metal[k].width_min, rule->metal[k].width_max);
    }
}

static inline void dump_cells(FILE *out, const struct layout *layout)
{
    const struct library *library = &layout->library;
    for (uint32_t m = 0; m < library->macro_names.count; m++) {
        const struct cell_macro *macro = &library->macros[m];
        fprintf(out, "macro %s origin %d %d pins", names_text(&library->macro_names, m),
                macro->origin_x, macro->origin_y);
        for (uint32_t p = macro->pins.first; p < macro->pins.first + macro->pins.count; p++) {
            const struct cell_pin *pin = &library->pins[p];
            fprintf(out, " %s(", names_text(&library->pin_names, pin->name));
            uint32_t next = pin->shapes.first; /* a pin's shapes are those of its ports in turn */
            for (uint32_t i = pin->ports.first; i < pin->ports.first + pin->ports.count; i++) {
                const struct slice shapes = library->ports[i].shapes;
                assert_true(shapes.count == 0 || shapes.first == next);
                next += shapes.count;
                fprintf(out, " %u", shapes.count);
            }
            assert_int_equal(next, pin->shapes.first + pin->shapes.count);
            fprintf(out, " )%s%s", pin->must_join != NAME_NONE ? " with " : "",
                    pin->must_join != NAME_NONE ? names_text(&library->pin_names, pin->must_join)
                                                : "");
        }
        fprintf(out, "\n");
    }
    fprintf(out, "slanted %llu\n", (unsigned long long)library->slanted);
}

static inline void dump_design(FILE *out, const struct layout *layout)
{
    const struct placed *placed = &layout->placed;
    const struct layout_rect box = placed->die_box;
    fprintf(out, "die-box %d %d %d %d\n", box.x0, box.y0, box.x1, box.y1);
    for (uint32_t i = 0; i < placed->row_count; i++) {
        const struct placed_row *row = &placed->rows[i];
        fprintf(out, "row %d %d %d %d count %d %d step %d %d\n", (int)row->site, (int)row->orient,
                row->x, row->y, row->count_x, row->count_y, row->step_x, row->step_y);
    }
    for (uint32_t i = 0; i < placed->gcell_count; i++) {
        const struct placed_gcells *cells = &placed->gcells[i];
        fprintf(out, "gcells %d %d %d %d\n", cells->vertical, cells->start, cells->step,
                cells->count);
    }
    for (uint32_t i = 0; i < placed->blockage_count; i++) {
        const struct placed_blockage *b = &placed->blockages[i];
        fprintf(out, "blockage %s %d fills %d slots %d\n", dump_layer_name(layout, b->layer),
                b->rect.x0, b->fills, b->slots);
    }
    for (uint32_t i = 0; i < placed->port_names.count; i++)
        fprintf(out, "port %s net %d\n", names_text(&placed->port_names, i),
                (int)placed->ports[i].net);
    fprintf(out, "subnets %u vpins %u first-port %u pins %u regular %u\n", placed->subnet_count,
            placed->vpin_count, placed->first_port, placed->pin_count, placed->regular_count);
}

/* The places that the writer replaces: the first letters of each. */
static inline void dump_text(FILE *out, const struct placed *placed)
{
    const uint64_t at[] = {placed->nets_at, placed->vias_at, placed->vias_end};
    for (int i = 0; i < 3; i++)
        fprintf(out, "text \"%.8s\"\n", placed->text + at[i]);
    for (uint32_t i = 0; i < placed->net_names.count; i++) {
        const struct placed_net *net = &placed->nets[i];
        if (!net->regular)
            continue;
        fprintf(out, "net %s \"%.4s\" \"%.4s\"\n", names_text(&placed->net_names, i),
                placed->text + net->text_at, placed->text + net->text_end);
        for (uint32_t s = net->spans.first; s < net->spans.first + net->spans.count; s++)
            fprintf(out, "  span \"%.12s\" to \"%.9s\"\n", placed->text + placed->spans[s].from,
                    placed->text + placed->spans[s].to);
    }
    for (uint32_t i = 0; i < placed->special_wire_count; i++) {
        const struct placed_wire *wire = &placed->special_wires[i];
        fprintf(out, "special %d status %d layer %d\n", wire->kind, wire->status, wire->layer);
    }
}

/* All of it; to be freed. */
static inline char *layout_dump(const struct layout *layout)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct error error = {0};
    assert_non_null(out);
    if (layout_text_write(out, layout, &error) != STATUS_OK)
        fprintf(out, "%s\n", error.text);
    dump_layers(out, layout);
    dump_vias(out, layout);
    dump_cells(out, layout);
    dump_design(out, layout);
    dump_text(out, &layout->placed);
    assert_int_equal(fclose(out), 0);
    return text;
}
