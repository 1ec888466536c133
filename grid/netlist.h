/* netlist: which pins belong together. Plain arrays; a net is a slice of the pins.
 *
 *     nets   [ n0 | n1 | ... ]          names  "alu\0bus7\0..."
 *               |                                ^ net.name
 *               v first_pin, pin_count
 *     pins   [ p p p | p p | ... ]      in the order of the file: pin 0 of a net is its root
 */
#ifndef LEEWAY_GRID_NETLIST_H
#define LEEWAY_GRID_NETLIST_H

#include "grid/grid.h"

enum {
    NET_NAME_MAX = 255,             /* bytes of a net's name without its NUL */
    NETLIST_NETS_MAX = 16777216,    /* nets of a netlist */
    NETLIST_PINS_MAX = 67108864,    /* pins of all nets together */
    NETLIST_NAMES_MAX = 1073741824, /* bytes of all names together */
};

/* One straight run of cells within a layer, or one via stack; both ends included. from == to is a
 * single cell. */
struct wire {
    cell_t from, to;
};

struct pin {
    cell_t cell;     /* with all_layers: the cell of the lowest layer */
    bool all_layers; /* the cells at x,y of every layer, joined at no cost ("*" in a file) */
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

#ifdef __cplusplus
extern "C" {
#endif

/* Appends a net without pins. name: 1..NET_NAME_MAX bytes; that it is not used yet is the
 * caller's to know (netlist_check). Amortised O(length). */
enum status netlist_add_net(struct netlist *nets, const char *name, size_t length,
                            struct error *error);

/* Appends a pin to the last net. */
enum status netlist_add_pin(struct netlist *nets, struct pin pin, struct error *error);

/* Frees what the netlist owns and clears it. Accepts a zeroed one. */
void netlist_destroy(struct netlist *nets);

/* Index of the net of this name, or UINT32_MAX. O(nets). */
uint32_t netlist_find(const struct netlist *nets, const char *name);

#ifdef __cplusplus
}
#endif

static inline const char *netlist_name(const struct netlist *nets, uint32_t net)
{
    return nets->names + nets->nets[net].name;
}

/* The cells of a pin as one wire: a single cell, or the via stack through all layers. */
static inline struct wire pin_wire(const struct grid *grid, struct pin pin)
{
    size_t plane = (size_t)grid->width * grid->height;
    cell_t top = pin.all_layers ? (cell_t)(pin.cell + (grid->layers - 1) * plane) : pin.cell;
    return (struct wire){pin.cell, top};
}

/* A straight wire: its direction, its steps, and the layer of its first cell. */
struct wire_shape {
    int direction; /* of no step: UP */
    uint32_t steps, z;
};

static inline struct wire_shape wire_shape(const struct grid *grid, struct wire wire)
{
    bool up = wire.from < wire.to;
    cell_t row = wire.from / grid->width, last_row = wire.to / grid->width;
    uint32_t rows = up ? last_row - row : row - last_row, z = row / grid->height;
    if (rows == 0 && wire.from != wire.to)
        return (struct wire_shape){up ? EAST : WEST, up ? wire.to - wire.from : wire.from - wire.to,
                                   z};
    if (rows < grid->height && rows > 0)
        return (struct wire_shape){up ? NORTH : SOUTH, rows, z};
    return (struct wire_shape){up || rows == 0 ? UP : DOWN, rows / grid->height, z};
}

/* Index distance between neighbouring cells of a wire, with its sign: walk a wire by
 * `for (cell = from;; cell = (cell_t)(cell + stride)) { ...; if (cell == to) break; }`.
 * 0 for a single cell. The wire must be straight. */
static inline int64_t wire_stride(const struct grid *grid, struct wire wire)
{
    if (wire.from == wire.to)
        return 0;
    bool up = wire.from < wire.to;
    cell_t row = wire.from / grid->width, last_row = wire.to / grid->width;
    uint32_t rows = up ? last_row - row : row - last_row;
    int64_t stride = rows == 0             ? 1
                     : rows < grid->height ? (int64_t)grid->width
                                           : (int64_t)grid->width * grid->height;
    return up ? stride : -stride;
}

/* Steps of a straight wire: its cells less one. */
static inline uint32_t wire_steps(const struct grid *grid, struct wire wire)
{
    return wire_shape(grid, wire).steps;
}

#endif
