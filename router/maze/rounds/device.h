/* device: what an engine offers that can route a design with its own processors.
 *
 * The rounds are the same (rounds.h), and so are the trees; who gives the turns differs. The
 * design goes there once, the trees come back once, in between the host sees numbers.
 */
#pragma once

#include "grid/wire.h"
#include "router/maze/rounds/rounds.h"

/* All trees as wires, in the order of grid/routes.h. Owned by who asked for them. */
struct maze_result {
    struct wire *wires;
    uint32_t *first;   /* [nets + 1] of each net in wires */
    uint8_t *routed;   /* [nets] */
    uint64_t searches; /* that were done */
};

struct maze_device_ops {
    /* Makes a work whose context is to be closed. `prices` has steps and bounds, no cells.
     * is_over and its context are as in maze_request. Fails with STATUS_FAILED, on any call: the
     * device has too little memory, or does not work. */
    enum status (*open)(struct maze_work *work, const struct grid *grid, const struct netlist *nets,
                        const struct maze_map *prices, struct error *error);
    enum status (*trees)(void *context, struct maze_result *result, struct error *error);
    void (*close)(void *context); /* accepts NULL */

    /* Seconds that it would take: a guess by the design's size, by which who asks chooses between
     * the device and the host. */
    double (*estimate)(const struct grid *grid, const struct netlist *nets);
};
