/* layout_read_place: reads the statements of cells, die, tracks, components, ports, blockages and
 * nets of a native layout (layout_text.h). */
#include "grid/format/layout/layout_reader.h"

enum status layout_read_cell(struct layout_reader *r)
{
    struct library *library = r->library;
    uint32_t number = 0;
    struct word word;
    TRY(layout_reader_new_name(r, "a cell", &library->macro_names, &number));
    TRY(LAYOUT_ROOM(r, library->macros, library->capacity.macros, number, "cells"));
    struct cell_macro *macro = &library->macros[number];
    *macro = (struct cell_macro){.pins = {library->pin_count, 0}, .obs = {library->shape_count, 0}};
    r->has_cell = true;
    r->holder = HOLDER_NONE;
    TRY(layout_reader_number(r, "the cell's width", 0, CELL_MAX, &macro->width));
    TRY(layout_reader_number(r, "the cell's height", 0, CELL_MAX, &macro->height));
    TRY(scan_word(r->scan, &word, r->error));
    macro->core = word_is(&word, "core");
    return word.length == 0 || macro->core ? STATUS_OK
                                           : scan_expected(r->scan, &word, r->error, "core");
}

enum status layout_read_pin(struct layout_reader *r)
{
    struct library *library = r->library;
    struct word word;
    struct cell_pin pin = {.must_join = NAME_NONE,
                           .ports = {library->port_count, 1},
                           .shapes = {library->shape_count, 0}};
    if (!r->has_cell || r->holder == HOLDER_OBS)
        return scan_fail(r->scan, NULL, r->error, "expected pins between their cell and its obs");
    struct cell_macro *macro = &library->macros[library->macro_names.count - 1];
    TRY(scan_word(r->scan, &word, r->error));
    if (word.length == 0)
        return scan_expected(r->scan, &word, r->error, "the pin's name");
    TRY(names_add(&library->pin_names, word.text, word.length, &pin.name, r->error));
    if (library_find_pin(library, library->macro_names.count - 1, pin.name) != TECH_NONE)
        return scan_expected(r->scan, &word, r->error, "a pin of a new name");
    TRY(layout_reader_fields(r, record_pin, &pin));
    struct cell_port port = {{library->shape_count, 0}};
    macro->pins.count++;
    r->holder = HOLDER_PIN;
    TRY(LAYOUT_APPEND(library, ports, port_count, port, "pins", r->error));
    return LAYOUT_APPEND(library, pins, pin_count, pin, "pins", r->error);
}

enum status layout_read_obs(struct layout_reader *r)
{
    struct library *library = r->library;
    if (!r->has_cell || r->holder == HOLDER_OBS)
        return scan_fail(r->scan, NULL, r->error, "expected obs once in a cell");
    library->macros[library->macro_names.count - 1].obs = (struct slice){library->shape_count, 0};
    r->holder = HOLDER_OBS;
    return STATUS_OK;
}

static enum status add_cell_shape(struct layout_reader *r, struct cell_shape shape)
{
    assert(r->holder == HOLDER_PIN || r->holder == HOLDER_OBS);
    assert(r->has_cell && shape.layer < r->tech->layer_names.count);
    struct library *library = r->library;
    if (library->shape_count == UINT32_MAX)
        return error_set(r->error, STATUS_BAD_INPUT, "too many shapes");
    if (r->holder == HOLDER_PIN) {
        library->pins[library->pin_count - 1].shapes.count++;
        library->ports[library->port_count - 1].shapes.count++;
    } else {
        library->macros[library->macro_names.count - 1].obs.count++;
    }
    return LAYOUT_APPEND(library, shapes, shape_count, shape, "shapes", r->error);
}

static enum status add_port_shape(struct layout_reader *r, struct cell_shape shape)
{
    assert(r->holder == HOLDER_PORT && r->placed->port_names.count > 0);
    r->placed->ports[r->placed->port_names.count - 1].shapes.count++;
    return LAYOUT_APPEND(r->placed, port_shapes, port_shape_count, shape, "shapes of I/O pins",
                         r->error);
}

static enum status add_via_rect(struct layout_reader *r, struct cell_shape shape)
{
    assert(r->holder == HOLDER_VIA && r->tech->via_names.count > 0);
    struct tech *tech = r->tech;
    uint32_t via = tech->via_names.count - 1;
    if (shape.rect.x0 == shape.rect.x1 || shape.rect.y0 == shape.rect.y1)
        return scan_fail(r->scan, NULL, r->error, "expected a rectangle with an area");
    TRY(LAYOUT_APPEND(tech, via_rects, via_rect_count,
                      ((struct tech_via_rect){shape.rect, shape.layer}), "vias", r->error));
    tech->vias[via].rects.count++;
    tech->vias[via].bottom = tech->vias[via].cut = tech->vias[via].top = LAYER_NONE;
    tech_finish_via(tech, via);
    return STATUS_OK;
}

enum status layout_read_rect(struct layout_reader *r)
{
    struct cell_shape shape = {.spacing = LENGTH_NONE, .rule_width = LENGTH_NONE};
    if (r->holder == HOLDER_NONE)
        return scan_fail(r->scan, NULL, r->error, "expected a via, pin, obs or port before rect");
    TRY(layout_reader_layer(r, &shape.layer));
    TRY(scan_rect(r->scan, r->holder == HOLDER_PORT ? COORD_MAX : CELL_MAX, &shape.rect, r->error));
    TRY(layout_reader_fields(r, record_shape, &shape));
    return r->holder == HOLDER_VIA    ? add_via_rect(r, shape)
           : r->holder == HOLDER_PORT ? add_port_shape(r, shape)
                                      : add_cell_shape(r, shape);
}

enum status layout_read_die(struct layout_reader *r)
{
    struct layout_rect rect;
    r->holder = HOLDER_NONE;
    TRY(scan_rect(r->scan, PLACE_MAX, &rect, r->error));
    if (rect.x0 == rect.x1 || rect.y0 == rect.y1)
        return scan_fail(r->scan, NULL, r->error, "expected a die with an area");
    r->placed->die_box = r->placed->die_count > 0 ? rect_join(r->placed->die_box, rect) : rect;
    return LAYOUT_APPEND(r->placed, die, die_count, rect, "die", r->error);
}

enum status layout_read_lines(struct layout_reader *r)
{
    static const char *const ways[] = {"horizontal", "vertical", NULL};
    struct placed_tracks tracks = {.layers = {r->placed->track_layer_count, 0}};
    int32_t way = 0;
    TRY(scan_choice(r->scan, ways, &way, r->error));
    tracks.vertical = way == 1;
    TRY(scan_length(r->scan, PLACE_MAX, &tracks.start, r->error));
    TRY(layout_reader_number(r, "the step between lines", 0, PLACE_MAX, &tracks.step));
    TRY(layout_reader_number(r, "the number of lines", 1, COORD_MAX, &tracks.count));
    if ((tracks.step == 0 && tracks.count > 1) ||
        tracks.start + (int64_t)(tracks.count - 1) * tracks.step > COORD_MAX)
        return scan_fail(r->scan, NULL, r->error,
                         "expected a step above 0 and lines within the range of coordinates");
    for (;; tracks.layers.count++) {
        struct word word;
        TRY(scan_word(r->scan, &word, r->error));
        if (word.length == 0)
            break;
        uint16_t layer = tech_find_layer(r->tech, word.text, word.length);
        if (layer == LAYER_NONE)
            return scan_expected(r->scan, &word, r->error, "a layer that is described above");
        TRY(LAYOUT_APPEND(r->placed, track_layers, track_layer_count, layer, "lines", r->error));
    }
    return LAYOUT_APPEND(r->placed, tracks, track_count, tracks, "lines", r->error);
}

enum status layout_read_place(struct layout_reader *r)
{
    struct placed *placed = r->placed;
    struct placed_component c = {0};
    uint32_t number = 0;
    TRY(layout_reader_new_name(r, "a component", &placed->component_names, &number));
    TRY(LAYOUT_ROOM(r, placed->components, placed->capacity.components, number, "components"));
    TRY(scan_name(r->scan, "a cell", &r->library->macro_names, &c.macro, r->error));
    TRY(scan_length(r->scan, PLACE_MAX, &c.x, r->error));
    TRY(scan_length(r->scan, PLACE_MAX, &c.y, r->error));
    TRY(layout_reader_fields(r, record_place, &c));
    placed->components[number] = c;
    return STATUS_OK;
}

enum status layout_read_port(struct layout_reader *r)
{
    struct placed *placed = r->placed;
    struct placed_port port = {.net = NET_NONE, .shapes = {placed->port_shape_count, 0}};
    uint32_t number = 0;
    TRY(layout_reader_new_name(r, "an I/O pin", &placed->port_names, &number));
    TRY(LAYOUT_ROOM(r, placed->ports, placed->capacity.ports, number, "I/O pins"));
    TRY(layout_reader_fields(r, record_port, &port));
    placed->ports[number] = port;
    r->holder = HOLDER_PORT;
    return STATUS_OK;
}

enum status layout_read_block(struct layout_reader *r)
{
    struct placed_blockage block = {0};
    r->holder = HOLDER_NONE;
    TRY(layout_reader_layer(r, &block.layer));
    TRY(scan_rect(r->scan, COORD_MAX, &block.rect, r->error));
    TRY(layout_reader_fields(r, record_block, &block));
    return LAYOUT_APPEND(r->placed, blockages, blockage_count, block, "blockages", r->error);
}

enum status layout_read_net(struct layout_reader *r)
{
    struct placed *placed = r->placed;
    uint32_t number = 0;
    TRY(layout_reader_new_name(r, "a net", &placed->net_names, &number));
    TRY(LAYOUT_ROOM(r, placed->nets, placed->capacity.nets, number, "nets"));
    struct placed_net *net = &placed->nets[number];
    *net = (struct placed_net){.pins = {placed->net_pin_count, 0},
                               .wires = {placed->wire_count, 0},
                               .special_wires = {placed->special_wire_count, 0}};
    TRY(layout_reader_fields(r, record_net, net));
    if (!net->regular && !net->special)
        return scan_fail(r->scan, NULL, r->error, "expected a net that is regular or special");
    placed->regular_count += net->regular;
    r->has_net = true;
    r->holder = HOLDER_NONE;
    return STATUS_OK;
}

static enum status add_member(struct layout_reader *r, uint32_t pin)
{
    assert(pin < r->placed->pin_count);
    struct placed *placed = r->placed;
    uint32_t net = placed->net_names.count - 1;
    struct word word;
    if (!r->has_net)
        return scan_fail(r->scan, NULL, r->error, "expected a net before its pins");
    if (placed->pin_net[pin] != NET_NONE)
        return scan_fail(r->scan, NULL, r->error, "expected a pin in one net, found it in net %s",
                         names_text(&placed->net_names, placed->pin_net[pin]));
    placed->pin_net[pin] = net;
    if (pin >= placed->first_port)
        placed->ports[pin - placed->first_port].net = net;
    TRY(scan_word(r->scan, &word, r->error));
    if (word_is(&word, "unlisted"))
        return STATUS_OK;
    if (word.length > 0)
        return scan_expected(r->scan, &word, r->error, "unlisted");
    if (!placed->nets[net].regular)
        return scan_fail(r->scan, NULL, r->error,
                         "expected unlisted: net %.200s is not regular, so it lists no pins",
                         names_text(&placed->net_names, net));
    placed->nets[net].pins.count++;
    return LAYOUT_APPEND(placed, net_pins, net_pin_count, pin, "pins", r->error);
}

enum status layout_read_on(struct layout_reader *r)
{
    uint32_t component = 0, name = 0;
    TRY(scan_name(r->scan, "a component", &r->placed->component_names, &component, r->error));
    TRY(scan_name(r->scan, "a pin", &r->library->pin_names, &name, r->error));
    uint32_t pin = library_find_pin(r->library, r->placed->components[component].macro, name);
    if (pin == TECH_NONE)
        return scan_fail(r->scan, NULL, r->error, "expected a pin of the component's cell");
    return add_member(r, r->placed->components[component].first_pin + pin);
}

enum status layout_read_on_port(struct layout_reader *r)
{
    uint32_t port = 0;
    TRY(scan_name(r->scan, "an I/O pin", &r->placed->port_names, &port, r->error));
    return add_member(r, r->placed->first_port + port);
}

enum status layout_read_wiring(struct layout_reader *r, const struct word *word, bool *known)
{
    assert(r->has_net);
    struct placed_net *net = &r->placed->nets[r->placed->net_names.count - 1];
    struct placed_wire wire;
    bool special = false;
    TRY(wiring_read(r->layout, r->scan, word, &wire, &special, known, r->error));
    if (!*known)
        return STATUS_OK;
    if (special) {
        net->special_wires.count++;
        return LAYOUT_APPEND(r->placed, special_wires, special_wire_count, wire, "wires", r->error);
    }
    net->wires.count++;
    return LAYOUT_APPEND(r->placed, wires, wire_count, wire, "wires", r->error);
}
