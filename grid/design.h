/* design: a grid and its netlist: what there is to route. format/design_file.h reads one,
 * generate/generate.h makes one.
 */
#pragma once

#include "grid/netlist.h"

/* The format that the netlist was read from; a generated design counts as native. */
enum design_format { FORMAT_NATIVE, FORMAT_COURSE, FORMAT_MOVINGAI };

struct design {
    struct grid grid;
    struct netlist nets;
    enum design_format format;
    bool alone; /* nets are queries: each is routed as if it were the only one, pins may coincide */
    char *name; /* the netlist's file name without its folder, '?' for control characters */
    char *grid_path; /* the grid file as it was opened, so that no output overwrites it; or NULL */
};

C_NAMES_BEGIN

/* Frees what the design owns and clears it. Accepts a zeroed or half-read one. */
void design_destroy(struct design *design);

/* The cost of a net as summaries show it: the tree's cost; for the course format that plus the
 * weight of the first pin's cell, which that format counts too. net: one of the netlist's. */
cost_t design_shown_cost(const struct design *design, uint32_t net, cost_t cost);

C_NAMES_END
