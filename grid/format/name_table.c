/* name_table: open addressing with linear probing; a keyed hash (grid/chip/keyed_hash.h). */
#include "grid/format/name_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

/* The slot that holds the name, or the empty one where it belongs. */
static struct name_slot *find_slot(const struct name_table *table, const struct netlist *nets,
                                   const char *name, size_t length, uint32_t hash)
{
    size_t mask = table->slots - 1;
    assert(table->slots > 0 && (table->slots & mask) == 0 && table->used < table->slots);
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
        struct name_slot *slot = &table->slot[at];
        if (slot->net == UINT32_MAX)
            return slot;
        if (slot->hash != hash)
            continue;
        const char *known = netlist_name(nets, slot->net);
        if (strncmp(known, name, length) == 0 && known[length] == '\0')
            return slot;
    }
}

static uint32_t hash_of(const struct name_table *table, const char *name, size_t length)
{
    return (uint32_t)keyed_hash(&table->key, name, length);
}

static enum status grow(struct name_table *table, struct error *error)
{
    struct name_table larger = {.slots = table->slots > 0 ? 2 * table->slots : FIRST_SLOTS};
    larger.key = table->slots > 0 ? table->key : hash_key_make();
    larger.slot = mem_alloc(larger.slots, sizeof *larger.slot, "table of names", error);
    if (larger.slot == NULL)
        return STATUS_FAILED;
    memset(larger.slot, 0xFF, larger.slots * sizeof *larger.slot);
    for (size_t i = 0; i < table->slots; i++) {
        size_t at = table->slot[i].hash & (larger.slots - 1);
        if (table->slot[i].net == UINT32_MAX)
            continue;
        while (larger.slot[at].net != UINT32_MAX)
            at = (at + 1) & (larger.slots - 1);
        larger.slot[at] = table->slot[i];
    }
    larger.used = table->used;
    free(table->slot);
    *table = larger;
    return STATUS_OK;
}

enum status name_table_add(struct name_table *table, const struct netlist *nets, uint32_t net,
                           uint32_t *earlier, struct error *error)
{
    assert(net < nets->net_count);
    if (3 * (table->used + 1) > 2 * table->slots)
        TRY(grow(table, error));
    const char *name = netlist_name(nets, net);
    const size_t length = strlen(name);
    const uint32_t hash = hash_of(table, name, length);
    struct name_slot *slot = find_slot(table, nets, name, length, hash);
    *earlier = slot->net;
    if (slot->net == UINT32_MAX) {
        *slot = (struct name_slot){hash, net};
        table->used++;
    }
    return STATUS_OK;
}

uint32_t name_table_find(const struct name_table *table, const struct netlist *nets,
                         const char *name, size_t length)
{
    return table->slots > 0
               ? find_slot(table, nets, name, length, hash_of(table, name, length))->net
               : UINT32_MAX;
}

void name_table_destroy(struct name_table *table)
{
    if (table == NULL)
        return;
    free(table->slot);
    memset(table, 0, sizeof *table);
}
