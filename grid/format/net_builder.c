/* net_builder: finds duplicate names with a hash table and pins on one cell with a bit per cell.
 * The earlier pin is searched for only to report an error. */
#include "grid/format/net_builder.h"

#include "grid/text/place.h"

enum status net_builder_open(struct net_builder *builder, struct design *design, struct scan *scan,
                             struct error *error)
{
    assert(design->grid.blocked != NULL || design->alone);
    *builder = (struct net_builder){.design = design, .scan = scan};
    if (design->alone || design->grid.capacity != NULL)
        return STATUS_OK;
    return MEM_NEW(builder->taken, grid_plane_words(&design->grid), "cells of the pins", error);
}

void net_builder_close(struct net_builder *builder)
{
    if (builder == NULL)
        return;
    name_table_destroy(&builder->names);
    MEM_CLEAR(builder, builder->taken, builder->lines);
}

enum status net_builder_net(struct net_builder *builder, const struct word *name,
                            struct error *error)
{
    assert(builder->design != NULL && builder->scan != NULL);
    struct netlist *nets = &builder->design->nets;
    char quoted[SCAN_FOUND_MAX];
    if (name->length == 0 || name->length > NET_NAME_MAX)
        return scan_expected(builder->scan, name, error, "the name of a net (1..%d bytes)",
                             NET_NAME_MAX);
    uint32_t net = nets->net_count, earlier = UINT32_MAX;
    enum status status = netlist_add_net(nets, name->text, name->length, error);
    TRY(scan_place(builder->scan, name, status, error));
    TRY(MEM_GROW(builder->lines, builder->lines_capacity, nets->net_count, "lines", error));
    TRY(name_table_add(&builder->names, nets, net, &earlier, error));
    builder->lines[net] = builder->scan->line;
    if (earlier != UINT32_MAX)
        return scan_fail(builder->scan, name, error,
                         "expected a new net name, found %s, which is used in line %llu",
                         word_quote(name, quoted), (unsigned long long)builder->lines[earlier]);
    return STATUS_OK;
}

/* The net that has an earlier pin on the cell; there must be one. */
static uint32_t net_at(const struct design *design, cell_t cell)
{
    const struct netlist *nets = &design->nets;
    size_t plane = (size_t)design->grid.width * design->grid.height;
    uint32_t net = 0;
    for (uint32_t i = 0; i < nets->pin_count; i++) {
        struct pin pin = nets->pins[i];
        while (i >= nets->nets[net].first_pin + nets->nets[net].pin_count)
            net++;
        if (pin.cell == cell || (pin.all_layers && pin.cell == cell % plane))
            break;
    }
    assert(net < nets->net_count);
    return net;
}

/* Reports the first cell of the pin that is taken; there must be one. */
static enum status fail_taken(struct net_builder *builder, const struct word *word, struct wire pin,
                              struct error *error)
{
    assert(builder->taken != NULL);
    const struct design *design = builder->design;
    char place[PLACE_TEXT_MAX];
    struct wire_walk walk = wire_walk(&design->grid, pin);
    while (!grid_plane_get(&design->grid, builder->taken, walk.cell))
        wire_next(&walk);
    place_text(&design->grid, walk.cell, place);
    uint32_t net = net_at(design, walk.cell);
    const char *name = netlist_name(&design->nets, net);
    if (net + 1 == design->nets.net_count)
        return scan_fail(builder->scan, word, error,
                         "expected a new pin cell, found %s a second time in net %s", place, name);
    return scan_fail(builder->scan, word, error,
                     "expected a free pin cell, found %s, which is a pin of net %s in line %llu",
                     place, name, (unsigned long long)builder->lines[net]);
}

enum status net_builder_pin(struct net_builder *builder, const struct word *word, struct pin pin,
                            struct error *error)
{
    const struct grid *grid = &builder->design->grid;
    assert(builder->design->nets.net_count > 0 && pin.cell < grid_cells(grid));
    struct wire wire = pin_wire(grid, pin);
    struct plane_run run = plane_run(grid, wire);
    if (builder->taken != NULL && plane_meets(builder->taken, NULL, run))
        return fail_taken(builder, word, wire, error);
    if (builder->taken != NULL)
        plane_set(builder->taken, run);
    enum status status = netlist_add_pins(&builder->design->nets, &pin, 1, error);
    return scan_place(builder->scan, word, status, error);
}
