/* turn: the steps of one net. */
#include "router/maze/rounds/slices.h"

static bool goes_on(const struct maze_turns *it)
{
    return !atomic_load(&it->failed) && !it->plan->is_over(it->plan->context);
}

static void choose(struct maze_turns *it, uint32_t net)
{
    struct maze_plan *plan = it->plan;
    struct maze_net *own = &plan->nets[net];
    const bool over = !goes_on(it);
    own->turn = !over && (!own->routed || maze_plan_in_conflict(plan, net));
    if (over && own->routed)
        maze_plan_flag(plan, net);
    else if (!own->turn && own->routed)
        maze_plan_own(plan, net);
    else if (own->turn && own->routed && !it->round->growth.toll.hard)
        maze_plan_add_history(plan, net, it->round->history);
}

static void leave(struct maze_turns *it, uint32_t net)
{
    struct maze_net *own = &it->plan->nets[net];
    if (!own->turn || !own->routed)
        return;
    maze_plan_take_out(it->plan, net);
    own->routed = false;
    own->count = 0;
}

/* Searches a tree for the net; afterwards net->turn is true if a new tree was found. */
static enum status search(struct maze_turns *it, struct maze_grower *grower, struct maze_net *net)
{
    const uint64_t before = grower->search.searches;
    net->turn = false;
    TRY(maze_grow(grower, net, &it->round->growth, &net->turn, NULL));
    net->searches += (uint32_t)(grower->search.searches - before);
    net->failed = !net->turn;
    return net->turn ? maze_take(grower, net, NULL) : STATUS_OK;
}

static void search_if_due(struct maze_turns *it, uint32_t net, struct maze_grower *grower)
{
    struct maze_net *own = &it->plan->nets[net];
    if (own->turn && !goes_on(it))
        own->turn = false;
    else if (own->turn && search(it, grower, own) != STATUS_OK)
        atomic_store(&it->failed, true);
}

/* Puts the new tree into the map. With toll.hard only if its cells are still free: otherwise the
 * net has lost it, and `turn` is true while `routed` is false. */
static void put(struct maze_turns *it, uint32_t net)
{
    struct maze_net *own = &it->plan->nets[net];
    if (it->round->growth.toll.hard && own->turn && !maze_plan_has_room(it->plan, net)) {
        own->routed = false;
        own->count = 0;
    } else if (own->turn) {
        maze_plan_put(it->plan, net);
    } else if (!own->routed && !it->round->growth.toll.hard) {
        maze_plan_flag(it->plan, net);
    }
}

void maze_turn_step(struct maze_turns *it, uint32_t net, enum turn_step step,
                    struct maze_grower *grower)
{
    assert(net < it->plan->count && step < TURN_STEPS);
    assert(grower != NULL);
    switch (step) {
    case TURN_CHOOSE:
        choose(it, net);
        break;
    case TURN_LEAVE:
        leave(it, net);
        break;
    case TURN_SEARCH:
        search_if_due(it, net, grower);
        break;
    default:
        put(it, net);
    }
}
