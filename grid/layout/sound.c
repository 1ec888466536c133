/* sound: checks that indices and slices of a layout are inside their arrays (layout_is_sound). */
#include "grid/layout/layout.h"

/* Returns false from the caller if the condition is wrong for one i below count. */
#define EACH(count, ...)                                                                           \
    for (uint32_t i = 0; i < (count); i++)                                                         \
        if (!(__VA_ARGS__))                                                                        \
            return false;

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
    const struct antenna_point *point = tech->antenna_points + curve.first_point;
    if (!is_within((struct slice){curve.first_point, curve.point_count}, tech->antenna_point_count))
        return false;
    EACH(curve.point_count, i == 0 || point[i - 1].diffusion <= point[i].diffusion)
    return true;
}

static bool is_antenna_sound(const struct tech *tech, const struct antenna_rule *rule)
{
    EACH(ANTENNA_RATIOS, is_curve_sound(tech, rule->diff_limit[i]) && rule->limit[i] != 0)
    return rule->layer < tech->layer_names.count && rule->oxide < ANTENNA_OXIDES &&
           is_curve_sound(tech, rule->reduce) && rule->area_factor >= 0 && rule->side_factor >= 0 &&
           rule->gate_plus_diff >= 0 && rule->area_minus_diff >= 0;
}

static bool is_table_sound(const struct tech *tech, const struct tech_table *t)
{
    const uint64_t numbers = t->two_widths
                                 ? (uint64_t)t->rows * (t->columns + UINT64_C(2))
                                 : (uint64_t)t->rows * (t->columns + UINT64_C(1)) + t->columns;
    return t->layer < tech->layer_names.count && t->rows > 0 && t->columns > 0 &&
           (!t->two_widths || t->rows == t->columns) && t->first + numbers <= tech->number_count;
}

/* The rules of layers: numbers of layers and tables, no negative lengths. */
static bool are_rules_sound(const struct tech *tech)
{
    const uint32_t layers = tech->layer_names.count;
    const struct tech_cut_spacing *cut = tech->cut_spacings;
    const struct tech_line_end *end = tech->line_ends;
    EACH(tech->table_count, is_table_sound(tech, &tech->tables[i]))
    EACH(tech->cut_spacing_count, cut[i].layer < layers &&
                                      (cut[i].other == LAYER_NONE || cut[i].other < layers) &&
                                      cut[i].spacing >= 0 && cut[i].within >= 0)
    EACH(tech->line_end_count, end[i].layer < layers && end[i].spacing >= 0 && end[i].within >= 0 &&
                                   is_length(end[i].par_space))
    EACH(tech->minimum_cut_count,
         tech->minimum_cuts[i].layer < layers && is_length(tech->minimum_cuts[i].within))
    EACH(tech->antenna_rule_count, is_antenna_sound(tech, &tech->antenna_rules[i]))
    return true;
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
    EACH(layers, is_layer_sound(tech, (uint16_t)i))
    EACH(tech->via_names.count, is_via_sound(tech, &tech->vias[i]))
    EACH(tech->via_rect_count, tech->via_rects[i].layer < layers)
    EACH(tech->rule_names.count, is_within(tech->rules[i].layers, tech->rule_layer_count) &&
                                     is_within(tech->rules[i].vias, tech->rule_via_count))
    EACH(tech->rule_layer_count, tech->rule_layers[i].layer < layers)
    EACH(tech->rule_via_count, tech->rule_vias[i] < tech->via_names.count)
    return layers <= TECH_LAYERS_MAX && tech->units_per_micron > 0 && are_rules_sound(tech);
}

static bool are_shapes_sound(const struct cell_shape *shapes, uint32_t count, uint32_t layers)
{
    EACH(count, shapes[i].layer < layers && shapes[i].rect.x0 <= shapes[i].rect.x1 &&
                    shapes[i].rect.y0 <= shapes[i].rect.y1 && is_length(shapes[i].spacing) &&
                    is_length(shapes[i].rule_width))
    return true;
}

static bool is_library_sound(const struct library *library, uint32_t layers)
{
    const struct cell_pin *pins = library->pins;
    const struct antenna_area *areas = library->antenna_areas;
    EACH(library->macro_names.count, is_within(library->macros[i].pins, library->pin_count) &&
                                         is_within(library->macros[i].obs, library->shape_count))
    EACH(library->pin_count, pins[i].name < library->pin_names.count &&
                                 is_within(pins[i].ports, library->port_count) &&
                                 is_within(pins[i].shapes, library->shape_count) &&
                                 is_within(pins[i].antenna, library->antenna_area_count))
    EACH(library->antenna_area_count, areas[i].part < ANTENNA_PARTS &&
                                          areas[i].oxide < ANTENNA_OXIDES &&
                                          (areas[i].layer == LAYER_NONE || areas[i].layer < layers))
    EACH(library->port_count, is_within(library->ports[i].shapes, library->shape_count))
    return are_shapes_sound(library->shapes, library->shape_count, layers);
}

static bool is_wire_sound(const struct tech *tech, const struct placed_wire *wire)
{
    const uint32_t layers = tech->layer_names.count;
    const bool straight = wire->x0 == wire->x1 || wire->y0 == wire->y1;
    return wire->kind == WIRE_VIA
               ? wire->via < tech->via_names.count && wire->orient <= ORIENT_FE &&
                     (wire->layer == LAYER_NONE || wire->layer < layers)
           : wire->kind == WIRE_SEGMENT ? wire->layer < layers && straight && wire->width > 0
                                        : wire->kind == WIRE_RECT && wire->layer < layers;
}

static bool are_nets_sound(const struct placed *placed, uint32_t rules)
{
    const struct placed_net *nets = placed->nets;
    const uint32_t *net = placed->pin_net;
    EACH(placed->net_names.count,
         is_within(nets[i].pins, placed->net_pin_count) &&
             is_within(nets[i].wires, placed->wire_count) &&
             is_within(nets[i].special_wires, placed->special_wire_count) &&
             is_within(nets[i].spans, placed->span_count) &&
             (nets[i].rule == TECH_NONE || nets[i].rule < rules))
    EACH(placed->net_pin_count, placed->net_pins[i] < placed->pin_count)
    EACH(placed->pin_count, net[i] == NET_NONE || net[i] < placed->net_names.count)
    return true;
}

static bool are_pins_sound(const struct layout *layout)
{
    const struct placed *placed = &layout->placed;
    uint64_t pin = 0;
    for (uint32_t c = 0; c < placed->component_names.count; c++) {
        const struct placed_component *component = &placed->components[c];
        if (component->macro >= layout->library.macro_names.count || component->first_pin != pin)
            return false;
        pin += layout->library.macros[component->macro].pins.count;
    }
    EACH(placed->port_names.count, is_within(placed->ports[i].shapes, placed->port_shape_count))
    return placed->first_port == pin && placed->pin_count == pin + placed->port_names.count;
}

bool layout_is_sound(const struct layout *layout)
{
    const struct tech *tech = &layout->tech;
    const struct placed *placed = &layout->placed;
    const struct placed_tracks *tracks = placed->tracks;
    const uint32_t layers = tech->layer_names.count;
    EACH(placed->wire_count, is_wire_sound(tech, &placed->wires[i]))
    EACH(placed->special_wire_count, is_wire_sound(tech, &placed->special_wires[i]))
    EACH(placed->blockage_count,
         placed->blockages[i].layer == LAYER_NONE || placed->blockages[i].layer < layers)
    EACH(placed->track_count,
         is_within(tracks[i].layers, placed->track_layer_count) && tracks[i].count > 0)
    EACH(placed->track_layer_count, placed->track_layers[i] < layers)
    return is_tech_sound(tech) && is_library_sound(&layout->library, layers) &&
           are_pins_sound(layout) && are_nets_sound(placed, tech->rule_names.count) &&
           are_shapes_sound(placed->port_shapes, placed->port_shape_count, layers) &&
           placed->design != NULL && placed->text != NULL && placed->scale >= 2 &&
           placed->scale % 2 == 0;
}
