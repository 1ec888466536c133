/* directions: the costs of vias and wrong-way steps. */
#include "router/maze/stage/directions.h"

enum { WRONG_WAY = 2, VIA = 4, VIA_STRICTLY = 2 }; /* in steps */

bool directions_rules(const struct grid *grid, bool strictly, struct step_rules *rules)
{
    assert(grid->layers >= 1);
    const struct step_rules *own = &grid->rules;
    *rules = *own;
    if (own->horizontal == 0 || own->vertical == 0)
        return false;
    rules->via = strictly ? VIA_STRICTLY : VIA;
    rules->wrong_way = WRONG_WAY;
    rules->bend = 0;
    return rules->via != own->via || rules->wrong_way != own->wrong_way || own->bend != 0;
}
