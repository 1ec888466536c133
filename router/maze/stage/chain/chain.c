/* chain: implements the calls of router/improve/eject.h for a plan. */
#include "router/maze/stage/chain/chain.h"

/* ---- trees in and out ----------------------------------------------------------------------- */

static void lock_tree(struct maze_chain *it, uint32_t rank, int64_t amount)
{
    const struct tree *tree = &it->plan->trees[rank];
    if (tree->present)
        congestion_lock(&it->plan->cong, tree->wires, tree->count, amount);
}

static enum status keep(void *context, uint32_t rank, size_t slot, bool *has_tree, cost_t *cost,
                        struct error *error)
{
    struct maze_chain *it = context;
    const struct tree *tree = &it->plan->trees[rank];
    assert(slot <= it->kept_count);
    TRY(MEM_GROW(it->kept, it->kept_capacity, slot + 1, "moved nets", error));
    if (slot == it->kept_count)
        it->kept[it->kept_count++] = (struct chain_tree){0};
    struct chain_tree *kept = &it->kept[slot];
    TRY(MEM_GROW(kept->wires, kept->capacity, tree->count, "moved nets", error));
    if (tree->count > 0)
        memcpy(kept->wires, tree->wires, tree->count * sizeof *tree->wires);
    kept->count = tree->count;
    *has_tree = tree->present;
    *cost = tree->cost;
    return STATUS_OK;
}

static enum status take_out(void *context, uint32_t rank, bool again, struct error *error)
{
    struct maze_chain *it = context;
    if (again)
        lock_tree(it, rank, -(int64_t)it->rules.lock);
    return plan_take_out(it->plan, rank, error);
}

static enum status put_in(void *context, struct eject_move move, struct ejector *ejector,
                          struct error *error)
{
    struct maze_chain *it = context;
    struct plan *plan = it->plan;
    const struct growth *growth = &it->growth;
    for (size_t i = 0; i < growth->wire_count; i++) {
        struct wire_walk walk = wire_walk_rest(plan->cong.grid, growth->wires[i]);
        for (; walk.left > 0; wire_next(&walk))
            if (plan->owner[walk.cell] != 0)
                TRY(eject_push(ejector, plan->owner[walk.cell] - 1, error));
    }
    TRY(plan_put_in(plan, move.net, growth->wires, growth->wire_count, error));
    lock_tree(it, move.net, it->rules.lock);
    return STATUS_OK;
}

static enum status finish(void *context, uint32_t rank, bool kept, struct error *error)
{
    struct maze_chain *it = context;
    const struct tree *tree = &it->plan->trees[rank];
    lock_tree(it, rank, -(int64_t)it->rules.lock);
    if (tree->present)
        TRY(searcher_touch_wires(&it->plan->session->soft, tree->wires, tree->count, error));
    return kept ? STATUS_OK : plan_take_out(it->plan, rank, error);
}

static enum status put_back(void *context, uint32_t rank, size_t slot, struct error *error)
{
    struct maze_chain *it = context;
    assert(slot < it->kept_count);
    return plan_put_in(it->plan, rank, it->kept[slot].wires, it->kept[slot].count, error);
}

static cost_t cost_of(const void *context, uint32_t rank)
{
    return ((const struct maze_chain *)context)->plan->trees[rank].cost;
}

static cost_t least_of(const void *context, uint32_t rank)
{
    return ((const struct maze_chain *)context)->plan->ideals[rank];
}

/* ---- searches ------------------------------------------------------------------------------- */

/* Marks the cells of the kept tree as lost that other nets have taken; if there are none, one cell
 * chosen by the seed. */
static void lose_cells(struct maze_chain *it)
{
    assert(it->plan->owner != NULL && it->salvage.count > 0);
    const uint32_t *owner = it->plan->owner;
    struct salvage *salvage = &it->salvage;
    bool lost = false;
    for (uint32_t i = 0; i < salvage->count; i++)
        if (owner[salvage->cells[i].cell] != 0 && salvage_can_lose(salvage, i)) {
            salvage_lose(salvage, i);
            lost = true;
        }
    for (uint32_t i = 0; i < salvage->count && !lost; i++) {
        const uint32_t at = (uint32_t)((it->rules.seed + i) % salvage->count);
        if (salvage_can_lose(salvage, at)) {
            salvage_lose(salvage, at);
            lost = true;
        }
    }
}

/* Searches for paths that join the parts of a net's tree; *found is false if there are none. A net
 * of two pins keeps nothing, because its tree is one path. */
static enum status mend(struct maze_chain *it, uint32_t rank, bool *found, struct error *error)
{
    struct plan *plan = it->plan;
    struct session *session = plan->session;
    struct salvage *salvage = &it->salvage;
    struct growth *growth = &it->growth;
    const struct tree *tree = &plan->trees[rank];
    const uint32_t net = plan->nets[rank];
    *found = false;
    if (tree->count == 0 || session->design->nets.nets[net].pin_count < 3)
        return STATUS_OK;
    TRY(salvage_take(salvage, net, tree->wires, tree->count, found, error));
    if (!*found)
        return STATUS_OK;
    lose_cells(it);
    salvage_part(salvage);
    TRY(connect_begin(growth, session->design, net, error));
    TRY(salvage_begin(salvage, growth, error));
    growth->guess = salvage_lost_cost(salvage, plan->cong.toll);
    struct box window = plan_window(plan, rank);
    for (size_t i = 0; i < tree->count; i++)
        window = box_join(window, box_of_wire(plan->cong.grid, tree->wires[i]));
    TRY(session_grow(session, &session->soft, growth, &window, 1, error));
    *found = growth->outcome != OUTCOME_NONE;
    return STATUS_OK;
}

/* Searches a tree for a net: mends its old one if keep_parts is set and it had one before the
 * chain, else grows a new one. */
static enum status search(void *context, struct eject_move move, bool *found, struct error *error)
{
    struct maze_chain *it = context;
    if (it->rules.keep_parts && (move.pushed || (move.had_tree && !it->rules.new_trees)))
        TRY(mend(it, move.net, found, error));
    if (!*found)
        TRY(plan_grow(it->plan, move.net, 0, &it->growth, error));
    *found = it->growth.outcome == OUTCOME_FOUND;
    return STATUS_OK;
}

/* ---- chains --------------------------------------------------------------------------------- */

enum status chain_create(struct maze_chain *it, struct plan *plan, struct error *error)
{
    assert(plan->open);
    DEBUG_ASSERT(plan_is_legal(plan));
    *it = (struct maze_chain){.plan = plan};
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
    enum status status = ejector_create(&it->ejector, &it->table, error);
    THEN(status, plan_note_owners(plan, error));
    THEN(status, salvage_create(&it->salvage, plan->session->design, error));
    if (status != STATUS_OK)
        chain_destroy(it);
    return status;
}

void chain_destroy(struct maze_chain *it)
{
    for (size_t i = 0; i < it->kept_count; i++)
        free(it->kept[i].wires);
    connect_destroy(&it->growth);
    salvage_destroy(&it->salvage);
    if (it->plan != NULL)
        plan_drop_owners(it->plan);
    ejector_destroy(&it->ejector);
    MEM_CLEAR(it, it->kept);
}
