/* chains: implements the calls of eject.h for the trees of a plan, and rounds of chains. */
#include "router/maze/rounds/chains.h"

enum {
    MOVES_INSERT = 40, /* searches of a chain that inserts a net */
    MOVES = 8,         /* searches of a chain that lowers the cost */
    IDLE_INSERT = 4,   /* rounds without an inserted net after which inserting ends */
    TOLL_LAST = 500,   /* highest toll of another net's cell; with locks it fits a history */
    TOLLS = 3,         /* number of different tolls of rounds that lower the cost */
    GAIN_PARTS = 5000, /* improvement ends when rounds gain less than 1 / GAIN_PARTS of the cost */
    WIDER = 1,         /* doublings of the margin around a connection */
    LAG = 128          /* of searches of new trees, in cells */
};

/* ---- the calls of eject.h ------------------------------------------------------------------- */

/* Adds the lock to the history of the net's cells, or subtracts it. */
static void lock(struct maze_chains *it, uint32_t net, bool locks)
{
    const struct maze_net *own = &it->plan->nets[net];
    for (uint32_t i = 0, cell; own->routed && maze_next_cell(own, &i, &cell);) {
        uint16_t *state = &it->plan->map.state[cell];
        *state = (uint16_t)(locks ? *state + it->lock : *state - it->lock);
    }
}

static enum status keep(void *context, uint32_t net, size_t slot, bool *has_tree, uint64_t *cost,
                        struct error *error)
{
    struct maze_chains *it = context;
    const struct maze_net *own = &it->plan->nets[net];
    TRY(MEM_GROW(it->kept, it->kept_capacity, slot + 1, "moved nets", error));
    if (slot == it->kept_count)
        it->kept[it->kept_count++] = (struct maze_kept_tree){0};
    struct maze_kept_tree *kept = &it->kept[slot];
    *has_tree = own->routed;
    *cost = it->costs[net];
    kept->count = own->routed ? own->count : 0;
    TRY(MEM_GROW(kept->path, kept->capacity, kept->count, "moved nets", error));
    if (kept->count > 0)
        memcpy(kept->path, own->path, kept->count * sizeof *kept->path);
    return STATUS_OK;
}

static enum status take_out(void *context, uint32_t net, bool again, struct error *error)
{
    struct maze_chains *it = context;
    struct maze_net *own = &it->plan->nets[net];
    (void)error;
    if (!own->routed)
        return STATUS_OK;
    if (again)
        lock(it, net, false);
    maze_plan_take_out(it->plan, net);
    own->routed = false;
    return STATUS_OK;
}

/* The net that starts a chain exchanges paths; others get new trees, then exchange paths. */
static enum status search(void *context, struct eject_move move, bool *found, struct error *error)
{
    struct maze_chains *it = context;
    struct maze_net *own = &it->plan->nets[move.net];
    bool better = false;
    *found = !move.pushed && move.had_tree;
    if (!*found) {
        TRY(maze_grow(it->grower, own, &it->growth, found, error));
        if (*found)
            TRY(maze_take(it->grower, own, error));
    }
    if (!*found)
        return STATUS_OK;
    TRY(maze_regrow(it->grower, own, &it->growth.toll, &better, error));
    *found = better || move.pushed || !move.had_tree;
    if (better)
        TRY(maze_take(it->grower, own, error));
    own->routed = false;
    return STATUS_OK;
}

static void put(struct maze_chains *it, uint32_t net)
{
    struct maze_net *own = &it->plan->nets[net];
    own->routed = true;
    maze_plan_put(it->plan, net);
    it->costs[net] = maze_plan_cost_of(it->plan, own);
}

static enum status put_in(void *context, struct eject_move move, struct ejector *ejector,
                          struct error *error)
{
    struct maze_chains *it = context;
    const struct maze_map *map = &it->plan->map;
    const struct maze_net *own = &it->plan->nets[move.net];
    for (uint32_t i = 0, cell; maze_next_cell(own, &i, &cell);)
        if ((map->state[cell] & STATE_USERS) != 0)
            TRY(eject_push(ejector, map->owner[cell], error));
    put(it, move.net);
    lock(it, move.net, true);
    return STATUS_OK;
}

static enum status finish(void *context, uint32_t net, bool kept, struct error *error)
{
    struct maze_chains *it = context;
    lock(it, net, false);
    return kept ? STATUS_OK : take_out(it, net, false, error);
}

static enum status put_back(void *context, uint32_t net, size_t slot, struct error *error)
{
    struct maze_chains *it = context;
    struct maze_net *own = &it->plan->nets[net];
    const struct maze_kept_tree *kept = &it->kept[slot];
    assert(slot < it->kept_count && kept->count <= own->capacity);
    (void)error;
    memcpy(own->path, kept->path, kept->count * sizeof *kept->path);
    own->count = kept->count;
    put(it, net);
    return STATUS_OK;
}

static uint64_t cost_of(const void *context, uint32_t net)
{
    return ((const struct maze_chains *)context)->costs[net];
}

static uint64_t least_of(const void *context, uint32_t net)
{
    const struct maze_chains *it = context;
    return maze_plan_bound_of(&it->plan->map, &it->plan->nets[net]);
}

/* ---- rounds --------------------------------------------------------------------------------- */

/* Stores the cost of a tree in the map and makes its net the owner of its cells. After the rounds,
 * an owner may be a net that has been taken out. */
static void count_tree(struct maze_chains *it, uint32_t net)
{
    const struct maze_net *own = &it->plan->nets[net];
    it->costs[net] = maze_plan_cost_of(it->plan, own);
    for (uint32_t i = 0, cell; maze_next_cell(own, &i, &cell);) {
        assert((it->plan->map.state[cell] & STATE_USERS) == STATE_USER);
        it->plan->map.owner[cell] = net;
    }
}

enum status maze_chains_create(struct maze_chains *it, struct maze_plan *plan, struct error *error)
{
    const size_t cells = (size_t)plan->map.width * plan->map.height * plan->map.layers;
    assert(plan->growers != NULL);
    *it = (struct maze_chains){.plan = plan, .grower = &plan->growers[0]};
    it->table = (struct eject_table){.context = it,
                                     .count = plan->count,
                                     .keep = keep,
                                     .take_out = take_out,
                                     .search = search,
                                     .put_in = put_in,
                                     .cost = cost_of,
                                     .least = least_of,
                                     .finish = finish,
                                     .put_back = put_back};
    TRY(MEM_NEW(it->costs, plan->count, "costs of nets", error));
    for (size_t i = 0; i < cells; i++)
        plan->map.state[i] &= (uint16_t)~STATE_HISTORY;
    for (uint32_t net = 0; net < plan->count; net++)
        if (plan->nets[net].routed)
            count_tree(it, net);
    return ejector_create(&it->ejector, &it->table, error);
}

void maze_chains_destroy(struct maze_chains *it)
{
    for (size_t i = 0; i < it->kept_count; i++)
        free(it->kept[i].path);
    ejector_destroy(&it->ejector);
    MEM_CLEAR(it, it->kept, it->costs);
}

static void set_toll(struct maze_chains *it, uint32_t toll)
{
    it->lock = 2 * toll + 2;
    assert(it->lock <= STATE_HISTORY);
    it->growth = (struct maze_growth){
        .toll = {.present = toll, .history = true}, .lag = LAG, .wider = WIDER};
}

/* The typical cost of a detour: two steps and some vias. */
static uint32_t detour_of(const struct maze_map *map)
{
    const uint32_t via = map->layers > 1 ? map->step[0][UP] - 1 : 0;
    const uint32_t detour = 2 + via / map->unit / 4;
    return detour < TOLL_LAST ? detour : TOLL_LAST;
}

enum status maze_chains_insert(struct maze_chains *it, uint64_t work, struct error *error)
{
    const uint64_t last = it->grower->search.expanded + work;
    const struct eject_rules rules = {.moves = MOVES_INSERT, .pushed_most = UINT32_MAX};
    struct maze_plan *plan = it->plan;
    uint32_t toll = detour_of(&plan->map), missing = 1;
    for (uint32_t idle = 0;
         idle < IDLE_INSERT && missing > 0 && it->grower->search.expanded < last;) {
        uint32_t inserted = 0;
        missing = 0;
        set_toll(it, toll);
        for (uint32_t i = 0; i < plan->order_count && it->grower->search.expanded < last; i++) {
            if (plan->is_over(plan->context))
                return STATUS_OK;
            int64_t gain;
            bool kept = false;
            if (plan->nets[plan->order[i]].routed)
                continue;
            TRY(eject(&it->ejector, &plan->order[i], 1, &rules, &gain, &kept, error));
            inserted += kept;
            missing += !kept;
        }
        idle = inserted > 0 ? 0 : idle + 1;
        toll = inserted > 0 ? toll : toll * 2 < TOLL_LAST ? toll * 2 : TOLL_LAST;
    }
    return STATUS_OK;
}

/* One chain from each net that may gain. */
static enum status improve_all(struct maze_chains *it, uint64_t last, int64_t *gained,
                               struct error *error)
{
    struct maze_plan *plan = it->plan;
    const struct eject_rules rules = {.moves = MOVES, .pushed_most = UINT32_MAX, .wary = true};
    for (uint32_t i = 0; i < plan->order_count && it->grower->search.expanded < last; i++) {
        const uint32_t net = plan->order[i];
        int64_t gain = 0;
        bool kept;
        if (plan->is_over(plan->context))
            break;
        if (!plan->nets[net].routed || it->costs[net] <= least_of(it, net))
            continue;
        TRY(eject(&it->ejector, &net, 1, &rules, &gain, &kept, error));
        *gained += gain;
    }
    return STATUS_OK;
}

enum status maze_chains_improve(struct maze_chains *it, uint64_t work, enum maze_chains_end *end,
                                struct error *error)
{
    const uint32_t detour = detour_of(&it->plan->map);
    const uint32_t tolls[TOLLS] = {detour, (detour + 1) / 2, detour * 3 / 2};
    const uint64_t last = it->grower->search.expanded + work;
    uint64_t cost = 0;
    for (uint32_t net = 0; net < it->plan->count; net++)
        cost += it->costs[net];
    *end = CHAINS_NO_GAIN;
    for (uint32_t round = 0, quiet = 0; quiet < TOLLS; round++) {
        int64_t gained = 0;
        set_toll(it, tolls[round % TOLLS]);
        TRY(improve_all(it, last, &gained, error));
        quiet = gained * GAIN_PARTS > (int64_t)cost ? 0 : quiet + 1;
        if (it->plan->is_over(it->plan->context) || it->grower->search.expanded >= last) {
            *end = it->grower->search.expanded >= last ? CHAINS_WORK : CHAINS_OVER;
            break;
        }
    }
    return STATUS_OK;
}
