/* eject: the queue of nets that move, and a log of their trees to undo the chain. */
#include "router/improve/eject.h"

enum status ejector_create(struct ejector *it, const struct eject_table *table, struct error *error)
{
    assert(table->search != NULL && table->put_in != NULL && table->put_back != NULL);
    *it = (struct ejector){.table = table};
    return MEM_NEW(it->place, table->count, "moved nets", error);
}

MEM_DESTROY(ejector_destroy, ejector, it->place, it->log, it->queue)

/* Keeps a net's tree before its first change. */
static enum status log_net(struct ejector *it, uint32_t net, struct error *error)
{
    assert(it->place[net] == 0);
    const struct eject_table *table = it->table;
    struct eject_entry entry = {.net = net};
    TRY(MEM_GROW(it->log, it->log_capacity, it->log_count + 1, "moved nets", error));
    TRY(table->keep(table->context, net, it->log_count, &entry.had_tree, &entry.before, error));
    it->log[it->log_count++] = entry;
    it->place[net] = (uint32_t)it->log_count;
    return STATUS_OK;
}

static enum status queue_net(struct ejector *it, uint32_t net, struct error *error)
{
    assert(net < it->table->count);
    const bool again = it->place[net] != 0;
    if (!again)
        TRY(log_net(it, net, error));
    struct eject_entry *entry = &it->log[it->place[net] - 1];
    assert(!entry->queued);
    TRY(MEM_GROW(it->queue, it->queue_capacity, it->queue_count + 1, "moved nets", error));
    it->queue[it->queue_count++] = net;
    entry->queued = true;
    return it->table->take_out(it->table->context, net, again, error);
}

enum status eject_push(struct ejector *it, uint32_t net, struct error *error)
{
    assert(it->starters > 0);
    it->full |= it->log_count - it->starters >= it->pushed_most && it->place[net] == 0;
    return it->full ? STATUS_OK : queue_net(it, net, error);
}

/* Moves the queue's first net. */
static enum status move_net(struct ejector *it, bool *found, struct error *error)
{
    const struct eject_table *table = it->table;
    const uint32_t net = it->queue[it->queue_first];
    struct eject_entry *entry = &it->log[it->place[net] - 1];
    const struct eject_move move = {net, it->queue_first >= it->starters, entry->had_tree};
    *found = false;
    TRY(table->search(table->context, move, found, error));
    if (!*found)
        return STATUS_OK;
    it->queue_first++;
    entry->queued = false;
    TRY(table->put_in(table->context, move, it, error));
    *found = !it->full;
    return STATUS_OK;
}

struct balance {
    uint32_t routed_before, routed; /* queued nets count: they will be */
    uint64_t before, least;         /* cost before, and the least that can come of it */
};

/* The least cost of a queued net. */
static uint64_t least_of(const struct ejector *it, const struct eject_entry *entry, bool wary)
{
    const uint64_t least = it->table->least(it->table->context, entry->net);
    const bool gains = !wary || entry == it->log || !entry->had_tree;
    return gains || entry->before < least ? least : entry->before;
}

static struct balance weigh(const struct ejector *it, bool wary)
{
    struct balance balance = {.routed = (uint32_t)it->log_count};
    for (size_t i = 0; i < it->log_count; i++) {
        const struct eject_entry *entry = &it->log[i];
        balance.routed_before += entry->had_tree;
        balance.before += entry->had_tree ? entry->before : 0;
        balance.least += entry->queued ? least_of(it, entry, wary)
                                       : it->table->cost(it->table->context, entry->net);
    }
    return balance;
}

static bool is_worth(const struct balance *balance, uint64_t slack)
{
    return balance->routed > balance->routed_before || balance->least <= balance->before + slack;
}

/* Ends the chain; unless it is kept, all trees that it touched are put back. */
static enum status finish(struct ejector *it, bool kept, struct error *error)
{
    const struct eject_table *table = it->table;
    for (size_t i = 0; i < it->log_count; i++) {
        it->place[it->log[i].net] = 0;
        TRY(table->finish(table->context, it->log[i].net, kept, error));
    }
    for (size_t i = 0; i < it->log_count && !kept; i++)
        if (it->log[i].had_tree)
            TRY(table->put_back(table->context, it->log[i].net, i, error));
    it->log_count = it->queue_first = it->queue_count = 0;
    return STATUS_OK;
}

enum status eject(struct ejector *it, const uint32_t *nets, uint32_t count,
                  const struct eject_rules *rules, int64_t *gain, bool *kept, struct error *error)
{
    assert(count >= 1 && nets != NULL && it->log_count == 0 && it->queue_count == 0);
    struct balance balance = {0};
    *gain = 0;
    *kept = true;
    it->starters = count;
    it->pushed_most = rules->pushed_most;
    it->full = false;
    for (uint32_t i = 0; i < count; i++)
        TRY(queue_net(it, nets[i], error));
    for (uint32_t move = 0; *kept && it->queue_first < it->queue_count; move++) {
        bool found = false;
        if (move < rules->moves)
            TRY(move_net(it, &found, error));
        balance = weigh(it, rules->wary);
        *kept = found && is_worth(&balance, rules->slack);
    }
    *gain = *kept ? (int64_t)balance.before - (int64_t)balance.least : 0;
    return finish(it, *kept, error);
}
