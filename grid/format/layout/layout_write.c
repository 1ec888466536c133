/* layout_write: writes a native layout (layout_text.h): names are checked first, then cells, places
 * and nets are written. */
#include "grid/format/layout/layout_text.h"
#include "grid/format/layout/layout_writer.h"

static void write_shapes(struct layout_writer *w, const struct cell_shape *shapes,
                         struct slice slice)
{
    for (uint32_t i = slice.first; i < slice.first + slice.count; i++)
        layout_write_rect(w, shapes[i].layer, shapes[i].rect, &shapes[i]);
}

static void write_cell(struct layout_writer *w, uint32_t number)
{
    const struct library *library = &w->layout->library;
    assert(number < library->macro_names.count);
    const struct cell_macro *macro = &library->macros[number];
    emit_format(&w->emit, "cell %s %d %d%s\n", names_text(&library->macro_names, number),
                macro->width, macro->height, macro->core ? " core" : "");
    for (uint32_t p = macro->pins.first; p < macro->pins.first + macro->pins.count; p++) {
        const struct cell_pin *pin = &library->pins[p];
        emit_format(&w->emit, "pin %s", names_text(&library->pin_names, pin->name));
        layout_write_fields(w, record_pin, pin);
        layout_write_antenna_pin(w, pin);
        write_shapes(w, library->shapes, pin->shapes);
    }
    if (macro->obs.count > 0)
        emit_text(&w->emit, "obs\n");
    write_shapes(w, library->shapes, macro->obs);
}

static enum status write_cells(struct layout_writer *w, struct error *error)
{
    const struct placed *placed = &w->layout->placed;
    uint32_t macros = w->layout->library.macro_names.count;
    bool *used;
    TRY(MEM_NEW(used, macros, "cells", error));
    for (uint32_t c = 0; c < placed->component_names.count; c++)
        used[placed->components[c].macro] = true;
    layout_write_antenna_defaults(w);
    for (uint32_t m = 0; m < macros; m++)
        if (used[m])
            write_cell(w, m);
    free(used);
    return STATUS_OK;
}

static void write_lines(struct layout_writer *w)
{
    const struct placed *placed = &w->layout->placed;
    for (uint32_t i = 0; i < placed->die_count; i++)
        emit_format(&w->emit, "die %d %d %d %d\n", placed->die[i].x0, placed->die[i].y0,
                    placed->die[i].x1, placed->die[i].y1);
    for (uint32_t i = 0; i < placed->track_count; i++) {
        const struct placed_tracks *tracks = &placed->tracks[i];
        emit_format(&w->emit, "lines %s %d %d %d", tracks->vertical ? "vertical" : "horizontal",
                    tracks->start, tracks->step, tracks->count);
        for (uint32_t k = 0; k < tracks->layers.count; k++)
            emit_format(&w->emit, " %s",
                        layout_writer_layer(w, placed->track_layers[tracks->layers.first + k]));
        emit_char(&w->emit, '\n');
    }
}

static void write_places(struct layout_writer *w)
{
    const struct placed *placed = &w->layout->placed;
    for (uint32_t c = 0; c < placed->component_names.count; c++) {
        const struct placed_component *component = &placed->components[c];
        emit_format(&w->emit, "place %s %s %d %d", names_text(&placed->component_names, c),
                    names_text(&w->layout->library.macro_names, component->macro), component->x,
                    component->y);
        layout_write_fields(w, record_place, component);
    }
    for (uint32_t p = 0; p < placed->port_names.count; p++) {
        emit_format(&w->emit, "port %s", names_text(&placed->port_names, p));
        layout_write_fields(w, record_port, &placed->ports[p]);
        write_shapes(w, placed->port_shapes, placed->ports[p].shapes);
    }
    for (uint32_t b = 0; b < placed->blockage_count; b++) {
        const struct placed_blockage *block = &placed->blockages[b];
        if (block->layer == LAYER_NONE || block->fills || block->slots)
            continue;
        emit_format(&w->emit, "block %s %d %d %d %d", layout_writer_layer(w, block->layer),
                    block->rect.x0, block->rect.y0, block->rect.x1, block->rect.y1);
        layout_write_fields(w, record_block, block);
    }
}

static void write_member(struct layout_writer *w, uint32_t number, bool listed)
{
    assert(number < w->layout->placed.pin_count);
    struct layout_pin pin = layout_pin(w->layout, number);
    const struct layout *layout = w->layout;
    if (pin.component == TECH_NONE)
        emit_format(&w->emit, "on-port %s", names_text(&layout->placed.port_names, pin.pin));
    else
        emit_format(&w->emit, "on %s %s",
                    names_text(&layout->placed.component_names, pin.component),
                    names_text(&layout->library.pin_names, layout->library.pins[pin.pin].name));
    emit_text(&w->emit, listed ? "\n" : " unlisted\n");
}

/* Lists the pins of each net that NETS does not list (group_by). */
static enum status find_unlisted(const struct layout *layout, uint32_t **first, uint32_t **member,
                                 struct error *error)
{
    const struct placed *placed = &layout->placed;
    uint32_t *net;
    TRY(MEM_NEW(net, placed->pin_count, "pins", error));
    for (uint32_t p = 0; p < placed->pin_count; p++)
        net[p] = placed->pin_net[p];
    for (uint32_t i = 0; i < placed->net_pin_count; i++)
        net[placed->net_pins[i]] = NET_NONE;
    enum status status = group_by(net, sizeof *net, placed->pin_count, placed->net_names.count,
                                  first, member, "pins", error);
    free(net);
    return status;
}

static void write_wires(struct layout_writer *w, const struct placed_wire *wires,
                        struct slice slice, bool special)
{
    for (uint32_t i = slice.first; i < slice.first + slice.count; i++)
        wiring_write(&w->emit, w->layout, &wires[i], special);
}

static enum status write_nets(struct layout_writer *w, struct error *error)
{
    const struct placed *placed = &w->layout->placed;
    uint32_t *first = NULL, *member = NULL;
    enum status status = find_unlisted(w->layout, &first, &member, error);
    for (uint32_t n = 0; n < placed->net_names.count && status == STATUS_OK; n++) {
        const struct placed_net *net = &placed->nets[n];
        assert(net->pins.first + net->pins.count <= placed->net_pin_count &&
               first[n] <= first[n + 1]);
        emit_format(&w->emit, "net %s", names_text(&placed->net_names, n));
        layout_write_fields(w, record_net, net);
        for (uint32_t i = 0; i < net->pins.count; i++)
            write_member(w, placed->net_pins[net->pins.first + i], true);
        for (uint32_t i = first[n]; i < first[n + 1]; i++)
            write_member(w, member[i], false);
        write_wires(w, placed->special_wires, net->special_wires, true);
        write_wires(w, placed->wires, net->wires, false);
    }
    MEM_FREE(first, member);
    return status;
}

enum status layout_check_design_name(const struct layout *layout, struct error *error)
{
    assert(layout->placed.design != NULL);
    if (emit_is_word(layout->placed.design))
        return STATUS_OK;
    return error_refuse(error,
                        "expected the design's name to be one word without #, found \"%.200s\"",
                        layout->placed.design);
}

enum status layout_check_names(const struct names *names, const char *what, struct error *error)
{
    for (uint32_t i = 0; i < names->count; i++)
        if (!emit_is_word(names_text(names, i)))
            return error_refuse(
                error, "expected the name of a %s to be one word without #, found \"%.200s\"", what,
                names_text(names, i));
    return STATUS_OK;
}

/* Names of ignored rules are words with single blanks between them. */
static enum status check_ignored(const struct names *words, struct error *error)
{
    for (uint32_t i = 0; i < words->count; i++) {
        const char *text = names_text(words, i), *from = text;
        bool right = text[0] != '\0' && strlen(text) < LAYOUT_IGNORED_MAX;
        while (right && *from != '\0') {
            char word[LAYOUT_IGNORED_MAX];
            const size_t length = strcspn(from, " ");
            memcpy(word, from, length);
            word[length] = '\0';
            right = emit_is_word(word);
            from += length + (from[length] == ' ');
        }
        if (!right)
            return error_refuse(
                error, "expected the name of a rule to be short words without #, found \"%.200s\"",
                text);
    }
    return STATUS_OK;
}

static enum status check_all_names(const struct layout *layout, struct error *error)
{
    const struct tech *tech = &layout->tech;
    const struct placed *placed = &layout->placed;
    TRY(layout_check_design_name(layout, error));
    TRY(layout_check_names(&tech->layer_names, "layer", error));
    TRY(layout_check_names(&tech->via_names, "via", error));
    TRY(layout_check_names(&tech->rule_names, "rule", error));
    TRY(check_ignored(&tech->words, error));
    TRY(layout_check_names(&layout->library.macro_names, "cell", error));
    TRY(layout_check_names(&layout->library.pin_names, "pin", error));
    TRY(layout_check_names(&placed->component_names, "component", error));
    TRY(layout_check_names(&placed->port_names, "port", error));
    return layout_check_names(&placed->net_names, "net", error);
}

enum status layout_text_write(FILE *stream, const struct layout *layout, struct error *error)
{
    assert(layout->placed.scale > 0); /* it has been read */
    TRY(check_all_names(layout, error));
    struct layout_writer w = {.layout = layout};
    emit_open(&w.emit, stream);
    layout_write_tech(&w);
    enum status status = write_cells(&w, error);
    if (status == STATUS_OK) {
        write_lines(&w);
        write_places(&w);
        status = write_nets(&w, error);
    }
    emit_flush(&w.emit);
    return status;
}
