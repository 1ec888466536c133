/* result_wires: collects the wires of one net of a result in the graph's layers, for readers.
 *
 * A layer of a file with wires in both directions is two layers of the graph. Its wires go to the
 * half of their direction, and a via is added wherever a wire of the vertical half meets a wire, a
 * via or a pin of the horizontal one. */
#pragma once

#include "grid/capacity/tile_routes.h"
#include "grid/text/scan.h"

/* An end of a wire as x, y and layer of the file, from 0. */
struct place {
    int64_t at[3];
};

struct result_wires {
    struct tile_routes *routes;
    const struct tile_graph *graph;
    struct scan *scan;               /* a whole text */
    uint32_t layers;                 /* of the file */
    uint32_t first[GRID_LAYERS_MAX]; /* layer of the graph of each layer of the file */
    struct wire *wires;              /* of the current net */
    size_t count, capacity;
    cell_t *touched; /* tiles of horizontal halves that the current net uses, sorted */
    size_t touched_count, touched_capacity;
};

void result_wires_open(struct result_wires *r, struct tile_routes *routes,
                       const struct tile_graph *graph, struct scan *scan);
void result_wires_close(struct result_wires *r);

/* Adds a wire to the current net. at: its text, for messages. upward: the lower end must be first.
 * STATUS_BAD_INPUT for a wire that is not straight, outside the grid or across its layer. */
enum status result_wires_add(struct result_wires *r, struct place a, struct place b, bool upward,
                             const char *at, struct error *error);

/* Sets the wires of the net, which is in line `line` of the file, and starts the next one. */
enum status result_wires_end(struct result_wires *r, uint32_t net, uint64_t line,
                             struct error *error);
