/* design: the input of routing: a grid and the nets on it. format/design_file.h reads a design,
 * generate/generate.h makes one. The netlist is plain arrays; a net is a slice of the pins:
 *
 *     nets   [ n0 | n1 | ... ]          names  "alu\0bus7\0..."
 *               |                                ^ net.name
 *               v first_pin, pin_count
 *     pins   [ p p p | p p | ... ]      in the order of the file: pin 0 of a net is its root
 */
#pragma once

#include "grid/wire.h"

enum {
    NET_NAME_MAX = 255,             /* bytes of a net's name without its NUL */
    NETLIST_NETS_MAX = 16777216,    /* nets of a netlist */
    NETLIST_PINS_MAX = 67108864,    /* pins of all nets together */
    NETLIST_NAMES_MAX = 1073741824, /* bytes of all names together */
};

struct pin {
    cell_t cell;     /* with all_layers: the cell on the lowest layer */
    bool all_layers; /* the cells at x,y on every layer, joined at no cost ("*" in a file) */
};

struct net {
    uint32_t name;      /* offset in names */
    uint32_t first_pin; /* index in pins */
    uint32_t pin_count; /* at least 1 */
};

struct netlist {
    struct net *nets;
    uint32_t net_count;
    struct pin *pins;
    uint32_t pin_count;
    char *names;
    size_t names_size;
    size_t nets_capacity, pins_capacity, names_capacity;
};

/* The format that the netlist was read from; a generated design counts as native. */
enum design_format { FORMAT_NATIVE, FORMAT_COURSE, FORMAT_MOVINGAI };

struct design {
    struct grid grid;
    struct netlist nets;
    enum design_format format;
    bool alone; /* nets are queries: each is routed as if it were the only one; pins may coincide */
    char *name; /* the netlist's file name without its folder, '?' for control characters */
    char *grid_path; /* the grid file as it was opened, so that no output overwrites it; or NULL */
};

C_NAMES_BEGIN

/* Appends a net without pins. name: 1..NET_NAME_MAX bytes, not used yet (the caller checks:
 * net_builder.h). Amortised O(length). */
enum status netlist_add_net(struct netlist *nets, const char *name, size_t length,
                            struct error *error);

/* Appends `count` pins, at least 1, to the last net; there must be one. The pins must be in the
 * grid of the netlist, and with all_layers on its lowest layer. */
enum status netlist_add_pins(struct netlist *nets, const struct pin *pins, uint32_t count,
                             struct error *error);

/* Removes the last net, which must not have pins yet. */
void netlist_drop_net(struct netlist *nets);

void netlist_destroy(struct netlist *nets);

/* Index of the net with this name, or UINT32_MAX. O(nets). */
uint32_t netlist_find(const struct netlist *nets, const char *name);

void design_destroy(struct design *design);

/* The cost of a net as summaries show it: the cost of its tree; for the course format plus the
 * weight of the first pin's cell, which that format counts too. */
cost_t design_shown_cost(const struct design *design, uint32_t net, cost_t cost);

C_NAMES_END

static inline const char *netlist_name(const struct netlist *nets, uint32_t net)
{
    DEBUG_ASSERT(net < nets->net_count);
    return nets->names + nets->nets[net].name;
}

/* The cells of a pin as one wire: a single cell, or the via stack through all layers. */
static inline struct wire pin_wire(const struct grid *grid, struct pin pin)
{
    size_t plane = (size_t)grid->width * grid->height;
    DEBUG_ASSERT(pin.cell < (pin.all_layers ? plane : grid_cells(grid)));
    cell_t top = pin.all_layers ? (cell_t)(pin.cell + (grid->layers - 1) * plane) : pin.cell;
    return (struct wire){pin.cell, top};
}
