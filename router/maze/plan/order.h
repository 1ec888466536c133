/* order: in which order nets are routed. A net that is routed early goes straight and takes its
 * cells from those that come after it; which order does least harm is a rule of thumb, so there
 * is a table of them. All are total orders (ties: netlist order), so a result never depends on
 * how a sort was made.
 */
#pragma once

#include "grid/design.h"
#include "router/engine/workers.h"

enum order {
    ORDER_SHORT,   /* smallest half perimeter of the pins' bounding box first: the default */
    ORDER_NETLIST, /* as the netlist has them */
    ORDER_REVERSE, /* the netlist's last first */
    ORDER_LONG,    /* largest half perimeter first */
    ORDER_PINS,    /* most pins first, then shortest */
    ORDER_INNER,   /* fewest foreign pins inside the bounding box first, then shortest */
    ORDERS
};

/* "short", "netlist", ...; NULL where there is no such order: count up from 0 to list them. */
const char *order_name(unsigned order);

/* Finds an order by its name; ORDERS where there is none. */
enum order order_find(const char *name);

/* Fills nets[net_count] with all net indices in this order. O(n); ORDER_INNER, besides,
 * O(width * height) memory (4 bytes each) and time. workers: threads that help, or NULL. */
enum status order_nets(const struct design *design, enum order order, struct workers *workers,
                       uint32_t *nets, struct error *error);
