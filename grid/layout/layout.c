/* layout: see the headers of the room. */
#include "grid/layout/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t library_find_pin(const struct library *library, uint32_t macro, uint32_t name)
{
    assert(macro < library->macro_names.count);
    struct slice pins = library->macros[macro].pins;
    assert(pins.first + pins.count <= library->pin_count);
    for (uint32_t i = 0; i < pins.count; i++)
        if (library->pins[pins.first + i].name == name)
            return i;
    return TECH_NONE;
}

enum status layout_number_pins(struct layout *layout, struct error *error)
{
    assert(layout->placed.pin_net == NULL); /* once */
    struct placed *placed = &layout->placed;
    uint64_t pins = 0;
    for (uint32_t c = 0; c < placed->component_names.count; c++) {
        placed->components[c].first_pin = (uint32_t)pins;
        assert(placed->components[c].macro < layout->library.macro_names.count);
        pins += layout->library.macros[placed->components[c].macro].pins.count;
        if (pins > UINT32_MAX / 2)
            return error_set(error, STATUS_BAD_INPUT, "too many pins: at most %u are supported",
                             UINT32_MAX / 2);
    }
    placed->first_port = (uint32_t)pins;
    assert(placed->port_names.count < UINT32_MAX - pins); /* 4 GiB of names */
    placed->pin_count = (uint32_t)pins + placed->port_names.count;
    TRY(MEM_NEW(placed->pin_net, placed->pin_count, "pins", error));
    memset(placed->pin_net, 0xFF, placed->pin_count * sizeof *placed->pin_net);
    return STATUS_OK;
}

struct layout_pin layout_pin(const struct layout *layout, uint32_t number)
{
    const struct placed *placed = &layout->placed;
    assert(number < placed->pin_count);
    if (number >= placed->first_port)
        return (struct layout_pin){TECH_NONE, number - placed->first_port};
    /* The last component whose first pin is not behind the number: components without pins share
     * theirs with the next one. */
    uint32_t low = 0, high = placed->component_names.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (placed->components[middle].first_pin <= number)
            low = middle;
        else
            high = middle;
    }
    const struct placed_component *component = &placed->components[low];
    struct slice pins = layout->library.macros[component->macro].pins;
    assert(component->first_pin <= number && number - component->first_pin < pins.count);
    return (struct layout_pin){low, pins.first + (number - component->first_pin)};
}

const char *layout_pin_name(const struct layout *layout, uint32_t number, char *text, size_t size)
{
    assert(size > 0);
    struct layout_pin pin = layout_pin(layout, number);
    if (pin.component == TECH_NONE)
        snprintf(text, size, "PIN/%s", names_text(&layout->placed.port_names, pin.pin));
    else
        snprintf(text, size, "%s/%s", names_text(&layout->placed.component_names, pin.component),
                 names_text(&layout->library.pin_names, layout->library.pins[pin.pin].name));
    return text;
}

void library_destroy(struct library *library)
{
    if (library == NULL)
        return;
    names_destroy(&library->macro_names);
    names_destroy(&library->pin_names);
    MEM_FREE(library->macros, library->pins, library->ports, library->shapes);
    memset(library, 0, sizeof *library);
}

int32_t placed_least_pitch(const struct placed *placed)
{
    int32_t least = INT32_MAX;
    for (uint32_t i = 0; i < placed->track_count; i++)
        if (placed->tracks[i].step > 0 && placed->tracks[i].step < least)
            least = placed->tracks[i].step;
    return least;
}

void placed_destroy(struct placed *placed)
{
    if (placed == NULL)
        return;
    names_destroy(&placed->component_names);
    names_destroy(&placed->port_names);
    names_destroy(&placed->net_names);
    void *arrays[] = {placed->design,     placed->die,           placed->rows,
                      placed->tracks,     placed->track_layers,  placed->gcells,
                      placed->components, placed->ports,         placed->port_shapes,
                      placed->blockages,  placed->nets,          placed->net_pins,
                      placed->wires,      placed->special_wires, placed->spans,
                      placed->pin_net,    placed->text};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
    memset(placed, 0, sizeof *placed);
}

void layout_destroy(struct layout *layout)
{
    if (layout == NULL)
        return;
    tech_destroy(&layout->tech);
    library_destroy(&layout->library);
    placed_destroy(&layout->placed);
}
