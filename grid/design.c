/* design: appends pins and nets to a netlist, and finds nets by name. */
#include "grid/design.h"

enum status netlist_add_net(struct netlist *nets, const char *name, size_t length,
                            struct error *error)
{
    assert(length >= 1 && length <= NET_NAME_MAX && memchr(name, '\0', length) == NULL);
    if (nets->net_count >= NETLIST_NETS_MAX || nets->names_size > NETLIST_NAMES_MAX)
        return error_refuse(error,
                            "too many nets: at most %d, with %d bytes of names, are supported",
                            NETLIST_NETS_MAX, NETLIST_NAMES_MAX);
    TRY(MEM_GROW(nets->nets, nets->nets_capacity, (size_t)nets->net_count + 1, "nets", error));
    TRY(mem_grow((void **)&nets->names, &nets->names_capacity, nets->names_size + length + 1, 1,
                 "names", error));
    nets->nets[nets->net_count++] = (struct net){(uint32_t)nets->names_size, nets->pin_count, 0};
    memcpy(nets->names + nets->names_size, name, length);
    nets->names[nets->names_size + length] = '\0';
    nets->names_size += length + 1;
    return STATUS_OK;
}

enum status netlist_add_pins(struct netlist *nets, const struct pin *pins, uint32_t count,
                             struct error *error)
{
    assert(nets->net_count > 0 && count > 0 && pins[0].cell != CELL_NONE);
    assert(nets->pin_count <= NETLIST_PINS_MAX);
    if (count > NETLIST_PINS_MAX - nets->pin_count)
        return error_refuse(error, "too many pins: at most %d are supported", NETLIST_PINS_MAX);
    TRY(MEM_GROW(nets->pins, nets->pins_capacity, (size_t)nets->pin_count + count, "pins", error));
    memcpy(nets->pins + nets->pin_count, pins, count * sizeof *pins);
    nets->pin_count += count;
    nets->nets[nets->net_count - 1].pin_count += count;
    return STATUS_OK;
}

void netlist_drop_net(struct netlist *nets)
{
    assert(nets->net_count > 0 && nets->nets[nets->net_count - 1].pin_count == 0);
    nets->names_size = nets->nets[--nets->net_count].name;
}

MEM_DESTROY(netlist_destroy, netlist, it->nets, it->pins, it->names)

uint32_t netlist_find(const struct netlist *nets, const char *name)
{
    for (uint32_t net = 0; net < nets->net_count; net++)
        if (strcmp(netlist_name(nets, net), name) == 0)
            return net;
    return UINT32_MAX;
}

void design_destroy(struct design *design)
{
    if (design == NULL)
        return;
    grid_destroy(&design->grid);
    netlist_destroy(&design->nets);
    MEM_CLEAR(design, design->name, design->grid_path);
}

cost_t design_shown_cost(const struct design *design, uint32_t net, cost_t cost)
{
    assert(net < design->nets.net_count);
    if (design->format != FORMAT_COURSE)
        return cost;
    struct pin root = design->nets.pins[design->nets.nets[net].first_pin];
    return cost + grid_weight(&design->grid, root.cell);
}
