/* design: see the header for the contract. */
#include "grid/design.h"

#include <stdlib.h>
#include <string.h>

void design_destroy(struct design *design)
{
    if (design == NULL)
        return;
    grid_destroy(&design->grid);
    netlist_destroy(&design->nets);
    MEM_FREE(design->name, design->grid_path);
    memset(design, 0, sizeof *design);
}

cost_t design_shown_cost(const struct design *design, uint32_t net, cost_t cost)
{
    assert(net < design->nets.net_count);
    if (design->format != FORMAT_COURSE)
        return cost;
    struct pin root = design->nets.pins[design->nets.nets[net].first_pin];
    return cost + grid_weight(&design->grid, root.cell);
}
