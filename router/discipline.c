/* discipline: bounds for vias and wrong ways. */
#include "router/discipline.h"

enum { COST_LEAST = 2, COST_MOST = 4 }; /* in steps */

static uint32_t clamp(uint32_t cost)
{
    return cost < COST_LEAST ? COST_LEAST : cost < COST_MOST ? cost : COST_MOST;
}

bool discipline_rules(const struct grid *grid, struct step_rules *rules)
{
    const struct step_rules *own = &grid->rules;
    *rules = *own;
    if (own->horizontal == 0 || own->vertical == 0)
        return false;
    rules->via = clamp(own->via);
    rules->wrong_way = clamp(own->wrong_way);
    rules->bend = 0;
    return rules->via != own->via || rules->wrong_way != own->wrong_way || own->bend != 0;
}
