/* regions: the connected regions of a grid's open cells, for the checker's reasons. Found
 * once for all nets; a net then opens cells and joins regions for itself, and undoes it.
 *
 *     regions_open -> regions_close_net ... -> regions_find
 *         -> [ regions_open_pins, regions_open_net ... -> regions_join_pins -> regions_undo ]*
 *
 * A failure (no memory) stays in `status`; the calls after it do nothing, so that it needs to be
 * looked at once.
 */
#pragma once

#include "grid/routes.h"

struct change {
    uint32_t at, before;
};

struct regions {
    const struct grid *grid;
    uint32_t *parent; /* [cells] union-find */
    uint64_t *closed; /* bit plane of cells that nobody may enter */
    bool logging;
    struct change *log; /* of parent, while logging */
    size_t log_count, log_capacity;
    uint32_t *opened; /* cells that a net has opened */
    size_t opened_count, opened_capacity;
    uint32_t *joining; /* cells to be joined to their neighbours */
    size_t joining_count, joining_capacity;
    enum status status; /* of the log: memory may run out inside a union */
    struct error *error;
};

/* Starts with the grid's blocked cells closed. parent: [cells], owned by the caller. */
enum status regions_open(struct regions *regions, const struct grid *grid, uint32_t *parent,
                         struct error *error);

/* Frees what regions_open and the nets have made. */
void regions_close(struct regions *regions);

/* Closes the cells of a net's pins and wires for everybody. Before regions_find. */
void regions_close_net(struct regions *regions, const struct netlist *nets,
                       const struct routes *routes, uint32_t net);

/* Finds the regions of the open cells. O(cells), about 3 ns each. */
void regions_find(struct regions *regions);

/* Opens the cells of the net's own pins, also inside blocks, until regions_undo. */
void regions_open_pins(struct regions *regions, const struct netlist *nets, uint32_t net);

/* Takes a net away: opens the cells of its pins and wires that no block closes, until
 * regions_undo. */
void regions_open_net(struct regions *regions, const struct netlist *nets,
                      const struct routes *routes, uint32_t net);

/* Joins what was opened to its neighbours, and the cells of the net's "*" pins; true where all
 * pins of the net then lie in one region (and status is STATUS_OK). */
bool regions_join_pins(struct regions *regions, const struct netlist *nets, uint32_t net);

/* Puts everything back to what regions_find has found. */
void regions_undo(struct regions *regions);

/* A moment to go back to: regions_undo_to puts back what came after it. Taken right after
 * regions_join_pins, so that nothing waits to be joined. */
struct regions_mark {
    size_t log_count, opened_count;
};
struct regions_mark regions_mark(const struct regions *regions);
void regions_undo_to(struct regions *regions, struct regions_mark mark);
