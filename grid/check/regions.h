/* regions: the connected regions of the open cells of a grid. They are computed once for all nets;
 * a net then opens cells, joins regions and undoes its changes.
 *
 *     regions_init -> regions_close_net ... -> regions_find
 *         -> [ regions_open_pins, regions_open_net ... -> regions_join_pins -> regions_undo ]*
 *
 * After a failure (no memory) it is kept in `status`, and further calls do nothing. Steps that the
 * grid does not allow join no cells. */
#pragma once

#include "grid/routes.h"

/* An entry of the log: the old parent of a cell. */
struct change {
    uint32_t at, before;
};

struct regions {
    const struct grid *grid;
    uint32_t *parent; /* [cells] union-find */
    uint64_t *closed; /* bit plane of cells that are not open */
    bool logging;
    struct change *log; /* changes of parent while logging */
    size_t log_count, log_capacity;
    uint32_t *opened; /* cells opened by the current net */
    size_t opened_count, opened_capacity;
    uint32_t *joining; /* cells to be joined to their neighbours */
    size_t joining_count, joining_capacity;
    enum status status; /* STATUS_OK, or the first failure */
    struct error *error;
};

/* Starts with the blocked cells of the grid closed. parent: [cells], owned by the caller. Free with
 * regions_destroy. */
enum status regions_init(struct regions *regions, const struct grid *grid, uint32_t *parent,
                         struct error *error);

void regions_destroy(struct regions *regions);

/* Closes the cells of the pins and wires of a net. Must come before regions_find. */
void regions_close_net(struct regions *regions, const struct netlist *nets,
                       const struct routes *routes, uint32_t net);

/* Computes the regions of the open cells. O(cells), about 3 ns per cell. */
void regions_find(struct regions *regions);

/* Opens the cells of the pins of a net, even blocked ones, until regions_undo. */
void regions_open_pins(struct regions *regions, const struct netlist *nets, uint32_t net);

/* Removes a net: opens the cells of its pins and wires that are not blocked, until regions_undo. */
void regions_open_net(struct regions *regions, const struct netlist *nets,
                      const struct routes *routes, uint32_t net);

/* Joins the opened cells to their neighbours, and the cells of the "*" pins of the net. True if all
 * pins of the net are in one region (and status is STATUS_OK). */
bool regions_join_pins(struct regions *regions, const struct netlist *nets, uint32_t net);

/* A savepoint: regions_undo undoes the changes after it. Must be taken right after
 * regions_join_pins; all zero: the state after regions_find. */
struct regions_mark {
    size_t log_count, opened_count;
};
struct regions_mark regions_mark(const struct regions *regions);
void regions_undo(struct regions *regions, struct regions_mark mark);
