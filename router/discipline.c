/* discipline: costs of vias and wrong ways. */
#include "router/discipline.h"

enum { WRONG_WAY = 2, VIA_LEAST = 2, VIA_MOST = 4 }; /* in steps */

bool discipline_rules(const struct grid *grid, bool strictly, struct step_rules *rules)
{
    const struct step_rules *own = &grid->rules;
    *rules = *own;
    if (own->horizontal == 0 || own->vertical == 0)
        return false;
    bool dear = own->via > VIA_LEAST && !strictly;
    rules->via = !dear ? VIA_LEAST : own->via < VIA_MOST ? own->via : VIA_MOST;
    rules->wrong_way = WRONG_WAY;
    rules->bend = 0;
    return rules->via != own->via || rules->wrong_way != own->wrong_way || own->bend != 0;
}
