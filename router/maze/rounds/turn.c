/* turn: the steps of one net, and what refinement does differently. */
#include "router/maze/rounds/turn.h"

static bool goes_on(const struct maze_turns *it)
{
    return !atomic_load(&it->failed) && !it->plan->is_over(it->plan->context);
}

/* Whether the net is to be searched. In refinement, a net with a tree of least cost is not. */
static bool has_turn(const struct maze_plan *plan, uint32_t net, const struct maze_round *round)
{
    const struct maze_net *it = &plan->nets[net];
    if (round->refines)
        return it->routed && maze_plan_cost_of(plan, it) > maze_plan_bound_of(&plan->map, it);
    return !it->routed || maze_plan_in_conflict(plan, net);
}

static void choose(struct maze_turns *it, uint32_t net)
{
    struct maze_plan *plan = it->plan;
    struct maze_net *own = &plan->nets[net];
    const bool over = !goes_on(it);
    own->turn = !over && has_turn(plan, net, it->round);
    if (over && own->routed)
        maze_plan_flag(plan, net);
    else if (!own->turn && own->routed && !it->round->refines)
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
    own->out = own->routed = it->round->refines;
    own->count = it->round->refines ? own->count : 0;
}

/* Exchanges the net's tree and its other one. */
static void swap_trees(struct maze_net *net)
{
    const struct maze_net was = *net;
    net->path = was.other;
    net->count = was.other_count;
    net->capacity = was.other_capacity;
    net->other = was.path;
    net->other_count = was.count;
    net->other_capacity = was.capacity;
}

/* Searches a tree for the net; `turn` is true after it if there is a new one. In refinement, that
 * is only a cheaper one, and the tree before it becomes the other one. */
static enum status search(struct maze_turns *it, struct maze_grower *grower, struct maze_net *net)
{
    const uint64_t before = grower->search.searches;
    net->turn = false;
    TRY(it->round->exchanges ? maze_regrow(grower, net, &it->round->growth.toll, &net->turn, NULL)
                             : maze_grow(grower, net, &it->round->growth, &net->turn, NULL));
    net->searches += (uint32_t)(grower->search.searches - before);
    if (it->round->refines) {
        const struct maze_net grown = {.path = grower->search.path,
                                       .count = (uint32_t)grower->search.path_count};
        net->turn =
            net->turn && maze_plan_cost_of(it->plan, &grown) < maze_plan_cost_of(it->plan, net);
        if (net->turn)
            swap_trees(net);
    } else {
        net->failed = !net->turn;
    }
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

/* In refinement, puts back the tree that the net had. Around others, the new one comes in if its
 * cells are still free; else the net has lost it, which `turn` without a tree says. */
static void put(struct maze_turns *it, uint32_t net)
{
    struct maze_net *own = &it->plan->nets[net];
    if (it->round->refines) {
        if (own->out && own->turn)
            swap_trees(own);
        if (own->out)
            maze_plan_put(it->plan, net);
        own->out = false;
    } else if (it->round->growth.toll.hard && own->turn && !maze_plan_has_room(it->plan, net)) {
        own->routed = false;
        own->count = 0;
    } else if (own->turn) {
        maze_plan_put(it->plan, net);
    } else if (!own->routed && !it->round->growth.toll.hard) {
        maze_plan_flag(it->plan, net);
    }
}

/* The new tree replaces the one before if its cells are free. */
static void exchange(struct maze_turns *it, uint32_t net)
{
    struct maze_net *own = &it->plan->nets[net];
    if (!own->turn)
        return;
    maze_plan_take_out(it->plan, net);
    swap_trees(own);
    if (!maze_plan_has_room(it->plan, net))
        swap_trees(own);
    maze_plan_put(it->plan, net);
}

void maze_turn_step(struct maze_turns *it, uint32_t net, enum maze_step step,
                    struct maze_grower *grower)
{
    assert(net < it->plan->count && step < maze_turn_steps(it));
    assert(grower != NULL);
    switch (step) {
    case STEP_CHOOSE:
        choose(it, net);
        break;
    case STEP_LEAVE:
        leave(it, net);
        break;
    case STEP_SEARCH:
        search_if_due(it, net, grower);
        break;
    case STEP_PUT:
        put(it, net);
        break;
    default:
        exchange(it, net);
    }
}
