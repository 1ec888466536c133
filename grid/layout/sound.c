/* sound: checks that indices and slices of a layout are inside their arrays (layout_is_sound). */
#include "grid/layout/layout.h"

static bool is_within(struct slice slice, uint32_t count)
{
    return slice.first <= count && slice.count <= count - slice.first;
}

static bool is_length(int32_t length)
{
    return length >= 0 || length == LENGTH_NONE;
}

static bool is_layer_sound(const struct tech *tech, uint16_t number)
{
    const struct tech_layer *layer = &tech->layers[number];
    bool routing = layer->kind == LAYER_ROUTING;
    return is_within(layer->ranges, tech->range_count) &&
           is_within(layer->line_ends, tech->line_end_count) &&
           is_within(layer->cut_spacings, tech->cut_spacing_count) &&
           is_within(layer->enclosed, tech->enclosed_count) &&
           is_within(layer->steps, tech->step_count) &&
           is_within(layer->minimum_cuts, tech->minimum_cut_count) &&
           is_within(layer->antenna, tech->antenna_rule_count) && layer->thickness >= 0 &&
           (layer->run_table == TECH_NONE || layer->run_table < tech->table_count) &&
           (layer->width_table == TECH_NONE || layer->width_table < tech->table_count) &&
           layer->width >= 0 && layer->min_width >= 0 && layer->spacing >= 0 &&
           is_length(layer->same_net_spacing) && layer->area >= 0 &&
           (!routing || (layer->level < tech->level_count && tech->levels[layer->level] == number));
}

static bool is_curve_sound(const struct tech *tech, struct antenna_curve curve)
{
    bool sound =
        is_within((struct slice){curve.first_point, curve.point_count}, tech->antenna_point_count);
    for (uint32_t i = curve.first_point; sound && i + 1 < curve.first_point + curve.point_count;
         i++)
        sound = tech->antenna_points[i].diffusion <= tech->antenna_points[i + 1].diffusion;
    return sound;
}

static bool are_antennas_sound(const struct tech *tech)
{
    bool sound = true;
    for (uint32_t i = 0; i < tech->antenna_rule_count && sound; i++) {
        const struct antenna_rule *rule = &tech->antenna_rules[i];
        sound = rule->layer < tech->layer_names.count && rule->oxide < ANTENNA_OXIDES &&
                is_curve_sound(tech, rule->reduce) && rule->area_factor >= 0 &&
                rule->side_factor >= 0 && rule->gate_plus_diff >= 0 && rule->area_minus_diff >= 0;
        for (int r = 0; r < ANTENNA_RATIOS && sound; r++)
            sound = is_curve_sound(tech, rule->diff_limit[r]) && rule->limit[r] != 0;
    }
    return sound;
}

/* The rules of layers: numbers of layers and tables, no negative lengths. */
static bool are_rules_sound(const struct tech *tech)
{
    const uint32_t layers = tech->layer_names.count;
    bool sound = true;
    for (uint32_t i = 0; i < tech->table_count && sound; i++) {
        const struct tech_table *t = &tech->tables[i];
        uint64_t numbers = t->two_widths
                               ? (uint64_t)t->rows * (t->columns + UINT64_C(2))
                               : (uint64_t)t->rows * (t->columns + UINT64_C(1)) + t->columns;
        sound = t->layer < layers && t->rows > 0 && t->columns > 0 &&
                (!t->two_widths || t->rows == t->columns) &&
                t->first + numbers <= tech->number_count;
    }
    for (uint32_t i = 0; i < tech->cut_spacing_count && sound; i++) {
        const struct tech_cut_spacing *rule = &tech->cut_spacings[i];
        sound = rule->layer < layers && (rule->other == LAYER_NONE || rule->other < layers) &&
                rule->spacing >= 0 && rule->within >= 0;
    }
    for (uint32_t i = 0; i < tech->line_end_count && sound; i++)
        sound = tech->line_ends[i].layer < layers && tech->line_ends[i].spacing >= 0 &&
                tech->line_ends[i].within >= 0 && is_length(tech->line_ends[i].par_space);
    for (uint32_t i = 0; i < tech->minimum_cut_count && sound; i++)
        sound = tech->minimum_cuts[i].layer < layers && is_length(tech->minimum_cuts[i].within);
    return sound && are_antennas_sound(tech);
}

/* The layers that a via connects, which the router relies on. */
static bool is_via_sound(const struct tech *tech, const struct tech_via *via)
{
    if (!is_within(via->rects, tech->via_rect_count) ||
        (via->bottom == LAYER_NONE) != (via->top == LAYER_NONE))
        return false;
    if (via->cut != LAYER_NONE &&
        (via->cut >= tech->layer_names.count || tech->layers[via->cut].kind != LAYER_CUT))
        return false;
    return via->bottom == LAYER_NONE ||
           (via->bottom <= via->top && via->top < tech->layer_names.count &&
            tech->layers[via->bottom].kind == LAYER_ROUTING &&
            tech->layers[via->top].kind == LAYER_ROUTING);
}

static bool is_tech_sound(const struct tech *tech)
{
    const uint32_t layers = tech->layer_names.count;
    bool sound = layers <= TECH_LAYERS_MAX && tech->units_per_micron > 0 && are_rules_sound(tech);
    for (uint32_t i = 0; i < layers && sound; i++)
        sound = is_layer_sound(tech, (uint16_t)i);
    for (uint32_t i = 0; i < tech->via_names.count && sound; i++)
        sound = is_via_sound(tech, &tech->vias[i]);
    for (uint32_t i = 0; i < tech->via_rect_count && sound; i++)
        sound = tech->via_rects[i].layer < layers;
    for (uint32_t i = 0; i < tech->rule_names.count && sound; i++)
        sound = is_within(tech->rules[i].layers, tech->rule_layer_count) &&
                is_within(tech->rules[i].vias, tech->rule_via_count);
    for (uint32_t i = 0; i < tech->rule_layer_count && sound; i++)
        sound = tech->rule_layers[i].layer < layers;
    for (uint32_t i = 0; i < tech->rule_via_count && sound; i++)
        sound = tech->rule_vias[i] < tech->via_names.count;
    return sound;
}

static bool are_shapes_sound(const struct cell_shape *shapes, uint32_t count, uint32_t layers)
{
    bool sound = true;
    for (uint32_t i = 0; i < count && sound; i++)
        sound = shapes[i].layer < layers && shapes[i].rect.x0 <= shapes[i].rect.x1 &&
                shapes[i].rect.y0 <= shapes[i].rect.y1 && is_length(shapes[i].spacing) &&
                is_length(shapes[i].rule_width);
    return sound;
}

static bool is_library_sound(const struct library *library, uint32_t layers)
{
    bool sound = are_shapes_sound(library->shapes, library->shape_count, layers);
    for (uint32_t i = 0; i < library->macro_names.count && sound; i++)
        sound = is_within(library->macros[i].pins, library->pin_count) &&
                is_within(library->macros[i].obs, library->shape_count);
    for (uint32_t i = 0; i < library->pin_count && sound; i++)
        sound = library->pins[i].name < library->pin_names.count &&
                is_within(library->pins[i].ports, library->port_count) &&
                is_within(library->pins[i].shapes, library->shape_count) &&
                is_within(library->pins[i].antenna, library->antenna_area_count);
    for (uint32_t i = 0; i < library->antenna_area_count && sound; i++)
        sound = library->antenna_areas[i].part < ANTENNA_PARTS &&
                library->antenna_areas[i].oxide < ANTENNA_OXIDES &&
                (library->antenna_areas[i].layer == LAYER_NONE ||
                 library->antenna_areas[i].layer < layers);
    for (uint32_t i = 0; i < library->port_count && sound; i++)
        sound = is_within(library->ports[i].shapes, library->shape_count);
    return sound;
}

static bool are_wires_sound(const struct tech *tech, const struct placed_wire *wires,
                            uint32_t count)
{
    const uint32_t layers = tech->layer_names.count;
    bool sound = true;
    for (uint32_t i = 0; i < count && sound; i++) {
        const struct placed_wire *wire = &wires[i];
        bool straight = wire->x0 == wire->x1 || wire->y0 == wire->y1;
        sound = wire->kind == WIRE_VIA
                    ? wire->via < tech->via_names.count && wire->orient <= ORIENT_FE &&
                          (wire->layer == LAYER_NONE || wire->layer < layers)
                : wire->kind == WIRE_SEGMENT ? wire->layer < layers && straight && wire->width > 0
                                             : wire->kind == WIRE_RECT && wire->layer < layers;
    }
    return sound;
}

static bool are_nets_sound(const struct placed *placed, uint32_t rules)
{
    bool sound = true;
    for (uint32_t i = 0; i < placed->net_names.count && sound; i++) {
        const struct placed_net *net = &placed->nets[i];
        sound = is_within(net->pins, placed->net_pin_count) &&
                is_within(net->wires, placed->wire_count) &&
                is_within(net->special_wires, placed->special_wire_count) &&
                is_within(net->spans, placed->span_count) &&
                (net->rule == TECH_NONE || net->rule < rules);
    }
    for (uint32_t i = 0; i < placed->net_pin_count && sound; i++)
        sound = placed->net_pins[i] < placed->pin_count;
    for (uint32_t pin = 0; pin < placed->pin_count && sound; pin++)
        sound = placed->pin_net[pin] == NET_NONE || placed->pin_net[pin] < placed->net_names.count;
    return sound;
}

static bool are_pins_sound(const struct layout *layout)
{
    const struct placed *placed = &layout->placed;
    uint64_t pin = 0;
    bool sound = true;
    for (uint32_t c = 0; c < placed->component_names.count && sound; c++) {
        const struct placed_component *component = &placed->components[c];
        sound = component->macro < layout->library.macro_names.count && component->first_pin == pin;
        pin += sound ? layout->library.macros[component->macro].pins.count : 0;
    }
    for (uint32_t i = 0; i < placed->port_names.count && sound; i++)
        sound = is_within(placed->ports[i].shapes, placed->port_shape_count);
    return sound && placed->first_port == pin &&
           placed->pin_count == pin + placed->port_names.count;
}

bool layout_is_sound(const struct layout *layout)
{
    const struct tech *tech = &layout->tech;
    const struct placed *placed = &layout->placed;
    const uint32_t layers = tech->layer_names.count;
    if (!is_tech_sound(tech) || !is_library_sound(&layout->library, layers) ||
        !are_pins_sound(layout) || !are_nets_sound(placed, tech->rule_names.count) ||
        !are_shapes_sound(placed->port_shapes, placed->port_shape_count, layers) ||
        !are_wires_sound(tech, placed->wires, placed->wire_count) ||
        !are_wires_sound(tech, placed->special_wires, placed->special_wire_count))
        return false;
    bool sound = placed->design != NULL && placed->text != NULL && placed->scale >= 2 &&
                 placed->scale % 2 == 0;
    for (uint32_t i = 0; i < placed->blockage_count && sound; i++)
        sound = placed->blockages[i].layer == LAYER_NONE || placed->blockages[i].layer < layers;
    for (uint32_t i = 0; i < placed->track_count && sound; i++)
        sound = is_within(placed->tracks[i].layers, placed->track_layer_count) &&
                placed->tracks[i].count > 0;
    for (uint32_t i = 0; i < placed->track_layer_count && sound; i++)
        sound = placed->track_layers[i] < layers;
    return sound;
}
