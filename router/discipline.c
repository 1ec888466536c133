/* discipline: costs of vias and wrong ways. */
#include "router/discipline.h"

enum { COST = 2 }; /* in steps: 4 takes longer, and leaves more nets over */

bool discipline_rules(const struct grid *grid, struct step_rules *rules)
{
    const struct step_rules *own = &grid->rules;
    *rules = *own;
    if (own->horizontal == 0 || own->vertical == 0)
        return false;
    rules->via = COST;
    rules->wrong_way = COST;
    rules->bend = 0;
    return rules->via != own->via || rules->wrong_way != own->wrong_way || own->bend != 0;
}
