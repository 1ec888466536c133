/* layout_plan: routes the tile graph of a layout, and makes guides for the detailed router.
 *
 *     struct layout_plan plan;
 *     status = layout_plan_make(&plan, &layout, &tiling, threads, rounds, 0, NULL, &error);
 *     THEN(status, layout_plan_guides(&guides, &plan, &layout, &error));
 *     layout_plan_free(&plan);
 *
 * A net has a box per wire, per tile of a via, and on the layer of each pin and the two above it.
 * The guides do not depend on the number of threads. */
#pragma once

#include <signal.h>

#include "grid/capacity/layout_tiles.h"
#include "grid/check/capacity/tile_check.h"
#include "grid/format/guides.h"

struct layout_plan {
    struct tile_graph graph;
    struct tile_routes routes;
    struct crossing crossing;    /* the line with the most nets per free track */
    struct tile_verdict verdict; /* overflow in tracks, and the worst edges */
    uint32_t across, down;       /* tiles */
    double proven;               /* overflow that no plan avoids; 0: not known */
    double seconds;
    bool made; /* false: the members above are not set */
};

/* Makes a plan by at most `rounds` rounds of negotiation. Fails without memory, or if the die has
 * too many tiles. Call layout_plan_free in any case. deadline (by clock_seconds; 0: none) and stop
 * (NULL: none) end the search early. */
enum status layout_plan_make(struct layout_plan *plan, const struct layout *layout,
                             const struct tiling *tiling, unsigned threads, uint32_t rounds,
                             double deadline, const volatile sig_atomic_t *stop,
                             struct error *error);

/* Makes the guides of the plan's nets. Destroy *guides in any case. */
enum status layout_plan_guides(struct guides *guides, const struct layout_plan *plan,
                               const struct layout *layout, struct error *error);

/* Up to `most` nets of the layout with a wire across the edge that starts at a tile. */
uint32_t layout_plan_nets(const struct layout_plan *plan, cell_t tile, uint32_t *nets,
                          uint32_t most);

/* Frees the graph and its routes; the numbers stay. Accepts a zeroed plan. */
void layout_plan_free(struct layout_plan *plan);
