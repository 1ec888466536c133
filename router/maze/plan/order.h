/* order: the order in which nets are routed. Early nets get short paths and take cells from later
 * ones; which order is best depends on the design. All are total orders (ties: netlist order), so
 * results do not depend on the sort. */
#pragma once

#include "grid/design.h"
#include "grid/workers.h"

enum order {
    ORDER_SHORT,   /* smallest half perimeter of the pins' bounding box first: the default */
    ORDER_NETLIST, /* as the netlist has them */
    ORDER_REVERSE, /* the netlist's last first */
    ORDER_LONG,    /* largest half perimeter first */
    ORDER_PINS,    /* most pins first, then shortest */
    ORDER_INNER,   /* fewest foreign pins inside the bounding box first, then shortest */
    ORDERS
};

/* "short", "netlist", ...; then NULL. */
extern const char *const order_names[ORDERS + 1];

/* Fills nets[net_count] with all net indices in this order. O(nets); ORDER_INNER takes 4 bytes and
 * O(1) time more for each cell of a layer. workers may be NULL. */
enum status order_nets(const struct design *design, enum order order, struct workers *workers,
                       uint32_t *nets, struct error *error);
