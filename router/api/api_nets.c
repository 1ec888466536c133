/* api_nets: adds nets in memory. The pins of a wrong net are removed again. */
#include "grid/wire.h"
#include "grid/text/place.h"
#include "router/api/handles.h"

/* Makes the name table and the plane of pins for the nets that the design has. */
static enum status make_index(struct leeway_design *handle, struct error *error)
{
    assert(handle->indexed <= handle->design.nets.net_count);
    const struct design *design = &handle->design;
    uint32_t earlier;
    if (handle->indexed == design->nets.net_count && (handle->taken != NULL || design->alone))
        return STATUS_OK;
    if (handle->taken == NULL && !design->alone)
        TRY(MEM_NEW(handle->taken, grid_plane_words(&design->grid), "cells of the pins", error));
    for (uint32_t net = 0; net < design->nets.net_count; net++)
        TRY(name_table_add(&handle->names, &design->nets, net, &earlier, error));
    for (uint32_t pin = 0; pin < design->nets.pin_count && !design->alone; pin++)
        plane_set(handle->taken,
                  plane_run(&design->grid, pin_wire(&design->grid, design->nets.pins[pin])));
    handle->indexed = design->nets.net_count;
    return STATUS_OK;
}

static enum status read_pin(const struct grid *grid, const uint32_t xyz[3], struct pin *pin,
                            struct error *error)
{
    const bool every = xyz[2] == LEEWAY_EVERY_LAYER;
    if (!api_is_cell(grid, (const uint32_t[]){xyz[0], xyz[1], every ? 0 : xyz[2]}))
        return error_refuse(
            error,
            "expected a pin inside the grid of %u x %u x %u cells, found x %u, y %u, layer %u",
            grid->width, grid->height, grid->layers, xyz[0], xyz[1], xyz[2]);
    *pin = (struct pin){grid_cell(grid, xyz[0], xyz[1], every ? 0 : xyz[2]), every};
    return STATUS_OK;
}

/* Adds pins to the last net, whose pin_count is right even on failure. */
static enum status add_pins(struct leeway_design *handle, const uint32_t *pins, size_t count,
                            struct error *error)
{
    assert(handle->design.nets.net_count > 0);
    const struct grid *grid = &handle->design.grid;
    for (size_t i = 0; i < count; i++) {
        struct pin pin = {0};
        TRY(read_pin(grid, pins + 3 * i, &pin, error));
        struct plane_run run = plane_run(grid, pin_wire(grid, pin));
        char place[PLACE_TEXT_MAX];
        place_text(grid, pin.cell, place);
        if (handle->taken != NULL && plane_meets(handle->taken, NULL, run))
            return error_refuse(error,
                                "expected a new pin cell, found %s%s, which is a pin already",
                                place, pin.all_layers ? " on every layer" : "");
        TRY(netlist_add_pins(&handle->design.nets, &pin, 1, error));
        if (handle->taken != NULL)
            plane_set(handle->taken, run);
    }
    return STATUS_OK;
}

/* Removes the last net and its pins. names_size: before it was added. */
static void remove_last(struct leeway_design *handle, size_t names_size)
{
    assert(handle->design.nets.net_count > 0 && names_size <= handle->design.nets.names_size);
    struct netlist *nets = &handle->design.nets;
    const struct net *last = &nets->nets[nets->net_count - 1];
    for (uint32_t i = 0; i < last->pin_count && handle->taken != NULL; i++) {
        struct wire wire = pin_wire(&handle->design.grid, nets->pins[last->first_pin + i]);
        struct plane_run run = plane_run(&handle->design.grid, wire);
        size_t at = run.first;
        for (size_t word = 0; word < run.count; word++, at += run.stride)
            handle->taken[at] &= ~plane_run_mask(&run, word);
    }
    nets->pin_count = last->first_pin;
    nets->names_size = names_size;
    nets->net_count--;
}

API_BODY(leeway_design_add_net, (handle, name, pins, count), struct leeway_design *handle,
         const char *name, const uint32_t *pins, size_t count)
{
    TRY(api_need(handle, "design", error));
    struct netlist *nets = &handle->design.nets;
    char number[24];
    if (name == NULL) {
        snprintf(number, sizeof number, "%" PRIu64, (uint64_t)nets->net_count);
        name = number;
    }
    TRY(api_check_name(name, "the name of a net", NET_NAME_MAX, error));
    if (count == 0)
        return error_refuse(error, "net %s: expected at least one pin", name);
    if (count > grid_cells(&handle->design.grid))
        return error_refuse(error,
                            "net %s: expected at most %zu pins, the cells of the grid, found %zu",
                            name, grid_cells(&handle->design.grid), count);
    TRY(api_need(pins, "pins", error));
    TRY(make_index(handle, error));
    if (name_table_find(&handle->names, nets, name, strlen(name)) != UINT32_MAX)
        return error_refuse(error, "expected a new net name, found %s, which is a net already",
                            name);
    assert(handle->indexed == nets->net_count); /* make_index */
    const size_t names_size = nets->names_size;
    uint32_t earlier = UINT32_MAX;
    struct error reason = {0};
    TRY(netlist_add_net(nets, name, strlen(name), error));
    enum status status = add_pins(handle, pins, count, &reason);
    THEN(status, name_table_add(&handle->names, nets, nets->net_count - 1, &earlier, &reason));
    if (status == STATUS_OK) {
        handle->indexed = nets->net_count;
        return STATUS_OK;
    }
    remove_last(handle, names_size);
    return error_set(error, status, "net %s: %s", name, reason.text);
}

static enum status check_offsets(const uint64_t *first_pin, size_t net_count, size_t pin_count,
                                 struct error *error)
{
    TRY(api_need(first_pin, "first_pin", error));
    if (first_pin[0] != 0 || first_pin[net_count] != pin_count)
        return error_refuse(
            error,
            "first_pin: expected it to run from 0 to %zu, the number of pins, found %" PRIu64
            " to %" PRIu64,
            pin_count, first_pin[0], first_pin[net_count]);
    for (size_t i = 0; i < net_count; i++)
        if (first_pin[i] > first_pin[i + 1])
            return error_refuse(error,
                                "first_pin: expected it never to fall, found %" PRIu64
                                " before %" PRIu64 " at index %zu",
                                first_pin[i], first_pin[i + 1], i);
    return STATUS_OK;
}

API_BODY(leeway_design_add_nets, (design, net_count, names, first_pin, pins, pin_count),
         struct leeway_design *design, size_t net_count, const char *const *names,
         const uint64_t *first_pin, const uint32_t *pins, size_t pin_count)
{
    TRY(api_need(design, "design", error));
    if (net_count > LEEWAY_NETS_MAX || pin_count > LEEWAY_PINS_MAX)
        return error_refuse(error, "expected at most %d nets and %d pins, found %zu and %zu",
                            LEEWAY_NETS_MAX, LEEWAY_PINS_MAX, net_count, pin_count);
    TRY(check_offsets(first_pin, net_count, pin_count, error));
    assert(first_pin[net_count] == pin_count);
    for (size_t i = 0; i < net_count; i++) {
        if (names != NULL)
            TRY(api_need(names[i], "a name of a net", error));
        TRY(leeway_design_add_net_body(design, names != NULL ? names[i] : NULL,
                                       pins != NULL ? pins + 3 * first_pin[i] : NULL,
                                       (size_t)(first_pin[i + 1] - first_pin[i]), error));
    }
    return STATUS_OK;
}

API_BODY(leeway_design_set_alone, (design, alone), struct leeway_design *design, int alone)
{
    TRY(api_need(design, "design", error));
    if (design->design.nets.net_count > 0)
        return error_refuse(error, "alone: expected before the first net");
    design->design.alone = alone != 0;
    return STATUS_OK;
}
