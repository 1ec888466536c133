/* device: the calls of a device that routes a large grid with its own processors.
 *
 * The rounds are the same (rounds.h), and so are the trees; the turns run on the device. The design
 * is copied there once and the trees are copied back once; in between the host gets counts.
 */
#pragma once

#include "grid/wire.h"
#include "router/maze/rounds/rounds.h"

/* All trees as wires, in the order of grid/routes.h. The caller owns them. */
struct maze_result {
    struct wire *wires;
    uint32_t *first;   /* [nets + 1] of each net in wires */
    uint8_t *routed;   /* [nets] */
    uint64_t searches; /* number of searches */
};

/* A run on the device. */
struct maze_device_task {
    const struct grid *grid;
    const struct netlist *nets;
    const struct maze_map *prices; /* steps and bounds, no cells */
    const struct maze_rules *rules;
    uint64_t devices; /* allowed devices: bit D for device D; 0: any */
};

struct maze_device_ops {
    /* Fills all of the table but is_over, progress and caller, which the caller has set. The
     * caller closes its context, also after a failure; the context borrows the task. Each call
     * fails with STATUS_FAILED if the device has too little memory or does not work. */
    enum status (*open)(struct negotiator *table, const struct maze_device_task *task,
                        struct error *error);
    enum status (*trees)(void *context, struct maze_result *result, struct error *error);
    void (*close)(void *context); /* accepts NULL */

    /* Predicted run time in seconds, by the size of the design: the caller uses it to choose
     * between the device and the host. */
    double (*estimate)(const struct grid *grid, const struct netlist *nets);
};
