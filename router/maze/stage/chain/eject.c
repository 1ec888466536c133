/* eject: chains of nets that push each other, with a log to undo them. */
#include "router/maze/stage/chain/eject.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "router/maze/plan/plan_check.h"

enum { MEND_CELLS = 4096 }; /* grids of so many cells are not small */

enum status ejector_create(struct ejector *ejector, struct plan *plan, struct error *error)
{
    DEBUG_ASSERT(plan_is_legal(plan));
    *ejector = (struct ejector){.plan = plan};
    TRY(MEM_NEW(ejector->place, plan->count, "moved nets", error));
    enum status status = plan_note_owners(plan, error);
    THEN(status, salvage_create(&ejector->salvage, plan->session->design, error));
    if (status != STATUS_OK)
        ejector_destroy(ejector);
    return status;
}

void ejector_destroy(struct ejector *ejector)
{
    for (size_t i = 0; i < ejector->log_made; i++)
        free(ejector->log[i].before.wires);
    connect_destroy(&ejector->growth);
    salvage_destroy(&ejector->salvage);
    if (ejector->plan != NULL)
        plan_drop_owners(ejector->plan);
    MEM_FREE(ejector->place, ejector->log, ejector->queue);
    *ejector = (struct ejector){0};
}

bool eject_should_mend(const struct plan *plan)
{
    return grid_cells(&plan->session->design->grid) >= MEND_CELLS;
}

static void lock_tree(struct ejector *ejector, uint32_t rank, int64_t amount)
{
    assert(rank < ejector->plan->count);
    const struct tree *tree = &ejector->plan->trees[rank];
    if (tree->present)
        congestion_lock(&ejector->plan->cong, tree->wires, tree->count, amount);
}

/* Notes a net's tree before its first change. */
static enum status log_net(struct ejector *ejector, uint32_t rank, struct error *error)
{
    assert(rank < ejector->plan->count);
    if (ejector->place[rank] != 0)
        return STATUS_OK;
    TRY(MEM_GROW(ejector->log, ejector->log_capacity, ejector->log_count + 1, "moved nets", error));
    struct ejected *entry = &ejector->log[ejector->log_count];
    if (ejector->log_count == ejector->log_made) {
        *entry = (struct ejected){0};
        ejector->log_made++;
    }
    const struct tree *tree = &ejector->plan->trees[rank];
    struct tree *before = &entry->before;
    TRY(mem_grow((void **)&before->wires, &before->capacity, tree->count, sizeof *tree->wires,
                 "moved nets", error));
    if (tree->count > 0)
        memcpy(before->wires, tree->wires, tree->count * sizeof *tree->wires);
    before->count = tree->count;
    before->cost = tree->cost;
    before->present = tree->present;
    entry->rank = rank;
    entry->queued = false;
    ejector->place[rank] = (uint32_t)++ejector->log_count;
    return STATUS_OK;
}

/* Takes a net out and queues it. */
static enum status queue_net(struct ejector *ejector, uint32_t rank, uint32_t lock,
                             struct error *error)
{
    assert(rank < ejector->plan->count);
    bool moved = ejector->place[rank] != 0;
    TRY(log_net(ejector, rank, error));
    TRY(MEM_GROW(ejector->queue, ejector->queue_capacity, ejector->queue_count + 1, "moved nets",
                 error));
    if (moved)
        lock_tree(ejector, rank, -(int64_t)lock);
    ejector->queue[ejector->queue_count++] = rank;
    ejector->log[ejector->place[rank] - 1].queued = true;
    return plan_take_out(ejector->plan, rank, error);
}

/* Ejects every net that has a cell of the tree, in the order in which its wires meet them. */
static enum status eject_owners(struct ejector *ejector, const struct growth *growth, uint32_t lock,
                                struct error *error)
{
    const struct plan *plan = ejector->plan;
    for (size_t i = 0; i < growth->wire_count; i++) {
        struct wire_walk walk = wire_walk_rest(plan->cong.grid, growth->wires[i]);
        for (; walk.left > 0; wire_next(&walk))
            if (plan->owner[walk.cell] != 0)
                TRY(queue_net(ejector, plan->owner[walk.cell] - 1, lock, error));
    }
    return STATUS_OK;
}

/* Has a tree that was taken over lose what other nets have of it or, where that is nothing, one
 * cell by the draw. */
static void lose_cells(struct ejector *ejector, uint64_t draw)
{
    const uint32_t *owner = ejector->plan->owner;
    struct salvage *salvage = &ejector->salvage;
    bool lost = false;
    for (uint32_t i = 0; i < salvage->count; i++)
        if (owner[salvage->cells[i]] != 0 && salvage_can_lose(salvage, i)) {
            salvage_lose(salvage, i);
            lost = true;
        }
    for (uint32_t i = 0; i < salvage->count && !lost; i++) {
        const uint32_t at = (uint32_t)((draw + i) % salvage->count);
        if (salvage_can_lose(salvage, at)) {
            salvage_lose(salvage, at);
            lost = true;
        }
    }
}

/* Searches for paths that join what stays of a net's tree; *found is false where there are none.
 * Of a net of two pins nothing stays, and what two pins want is one path anyway. */
static enum status mend(struct ejector *ejector, uint32_t rank, uint64_t draw, bool *found,
                        struct error *error)
{
    struct plan *plan = ejector->plan;
    struct session *session = plan->session;
    struct salvage *salvage = &ejector->salvage;
    struct growth *growth = &ejector->growth;
    const struct tree *tree = &plan->trees[rank];
    const uint32_t net = plan->nets[rank];
    *found = false;
    if (tree->count == 0 || session->design->nets.nets[net].pin_count < 3)
        return STATUS_OK;
    TRY(salvage_take(salvage, net, tree->wires, tree->count, found, error));
    if (!*found)
        return STATUS_OK;
    lose_cells(ejector, draw);
    salvage_part(salvage);
    TRY(connect_begin(growth, session->design, net, error));
    TRY(salvage_begin(salvage, growth, error));
    growth->guess = salvage_lost_cost(salvage, plan->cong.toll);
    struct box window = plan_window(plan, rank);
    for (size_t i = 0; i < tree->count; i++)
        window = box_join(window, box_of_wire(plan->cong.grid, tree->wires[i]));
    enum status status = plan_count(plan, window, error);
    THEN(status, session_grow(session, &session->soft, growth, &window, 1, error));
    *found = growth->outcome != OUTCOME_NONE;
    return status;
}

/* Searches the queue's first net and puts it in; *found tells whether it could be. */
static enum status move_net(struct ejector *ejector, const struct eject_rules *rules, bool *found,
                            struct error *error)
{
    struct plan *plan = ejector->plan;
    struct growth *growth = &ejector->growth;
    uint32_t rank = ejector->queue[ejector->queue_first];
    *found = false;
    /* a net that comes from outside the plan has no tree to mend, whatever wires it once had */
    const bool pushed = ejector->queue_first >= ejector->starters;
    const bool had_tree = pushed || ejector->log[ejector->place[rank] - 1].before.present;
    enum status status = rules->mends && had_tree && (pushed || !rules->anew)
                             ? mend(ejector, rank, rules->draw, found, error)
                             : STATUS_OK;
    if (status == STATUS_OK && !*found)
        status = plan_grow(plan, &rank, NULL, 1, growth, error);
    *found = status == STATUS_OK && growth->outcome == OUTCOME_FOUND;
    if (!*found)
        return status;
    ejector->queue_first++;
    ejector->log[ejector->place[rank] - 1].queued = false;
    status = eject_owners(ejector, growth, rules->lock, error);
    THEN(status, plan_put_in(plan, rank, growth->wires, growth->wire_count, error));
    if (status != STATUS_OK)
        return status;
    lock_tree(ejector, rank, rules->lock);
    return STATUS_OK;
}

struct balance {
    uint32_t routed_before, routed; /* queued nets count as routed: they will be */
    cost_t before, least;           /* cost before, and the least that can come of it */
};

/* What a queued net will cost at least: what it costs alone; where chains are to be short it is
 * expected to cost what it did, but for the first. */
static cost_t least_of(const struct ejector *ejector, const struct ejected *entry, bool wary)
{
    const cost_t ideal = ejector->plan->ideals[entry->rank];
    const bool gains = !wary || entry == ejector->log || !entry->before.present;
    return gains || entry->before.cost < ideal ? ideal : entry->before.cost;
}

static struct balance weigh(const struct ejector *ejector, bool wary)
{
    struct balance balance = {0};
    for (size_t i = 0; i < ejector->log_count; i++) {
        const struct ejected *entry = &ejector->log[i];
        balance.routed_before += entry->before.present;
        balance.before += entry->before.present ? entry->before.cost : 0;
        balance.routed++;
        balance.least +=
            entry->queued ? least_of(ejector, entry, wary) : ejector->plan->trees[entry->rank].cost;
    }
    return balance;
}

static bool is_worth(const struct balance *balance, cost_t slack)
{
    return balance->routed > balance->routed_before || balance->least <= balance->before + slack;
}

/* Takes everything out that the chain touched and, unless it is kept, puts it back as it was. */
static enum status settle(struct ejector *ejector, uint32_t lock, bool keep, struct error *error)
{
    struct plan *plan = ejector->plan;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < ejector->log_count && status == STATUS_OK; i++) {
        uint32_t rank = ejector->log[i].rank;
        const struct tree *tree = &plan->trees[rank];
        lock_tree(ejector, rank, -(int64_t)lock);
        if (tree->present)
            status = searcher_touch_wires(&plan->session->soft, tree->wires, tree->count, error);
        ejector->place[rank] = 0;
        if (!keep && status == STATUS_OK)
            status = plan_take_out(plan, rank, error);
    }
    for (size_t i = 0; i < ejector->log_count && status == STATUS_OK && !keep; i++) {
        const struct ejected *entry = &ejector->log[i];
        if (entry->before.present)
            status =
                plan_put_in(plan, entry->rank, entry->before.wires, entry->before.count, error);
    }
    ejector->log_count = 0;
    ejector->queue_first = ejector->queue_count = 0;
    return status;
}

enum status eject(struct ejector *ejector, const uint32_t *ranks, uint32_t count,
                  const struct eject_rules *rules, int64_t *gain, bool *kept, struct error *error)
{
    assert(count >= 1 && ranks != NULL);
    bool found = true;
    struct balance balance = {0};
    *gain = 0;
    *kept = false;
    enum status status = STATUS_OK;
    ejector->starters = count;
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++)
        status = queue_net(ejector, ranks[i], rules->lock, error);
    for (uint32_t move = 0; status == STATUS_OK && ejector->queue_first < ejector->queue_count;
         move++) {
        if (move < rules->moves)
            status = move_net(ejector, rules, &found, error);
        balance = weigh(ejector, rules->wary);
        if (move >= rules->moves || !found || !is_worth(&balance, rules->slack)) {
            found = false;
            break;
        }
    }
    if (status != STATUS_OK)
        return status;
    if (found) {
        *kept = true;
        *gain = (int64_t)balance.before - (int64_t)balance.least;
    }
    return settle(ejector, rules->lock, *kept, error);
}
