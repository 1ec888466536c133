/* name_table: open addressing with linear probing; a keyed hash (grid/keyed_hash.h). */
#include "grid/format/name_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

/* The slot that holds the name, or the empty one where it belongs. */
static size_t find_slot(const struct name_table *table, const struct netlist *nets,
                        const char *name, size_t length)
{
    size_t mask = table->slots - 1;
    assert(table->slots > 0 && (table->slots & mask) == 0 && table->used < table->slots);
    for (size_t at = keyed_hash(&table->key, name, length) & mask;; at = (at + 1) & mask) {
        uint32_t net = table->slot[at];
        if (net == UINT32_MAX)
            return at;
        const char *known = netlist_name(nets, net);
        if (strncmp(known, name, length) == 0 && known[length] == '\0')
            return at;
    }
}

static enum status grow(struct name_table *table, const struct netlist *nets, struct error *error)
{
    struct name_table larger = {.slots = table->slots > 0 ? 2 * table->slots : FIRST_SLOTS};
    larger.key = table->slots > 0 ? table->key : hash_key_make();
    larger.slot = mem_alloc(larger.slots, sizeof *larger.slot, "table of names", error);
    if (larger.slot == NULL)
        return STATUS_FAILED;
    memset(larger.slot, 0xFF, larger.slots * sizeof *larger.slot);
    for (size_t i = 0; i < table->slots; i++) {
        uint32_t net = table->slot[i];
        if (net == UINT32_MAX)
            continue;
        const char *name = netlist_name(nets, net);
        larger.slot[find_slot(&larger, nets, name, strlen(name))] = net;
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
        TRY(grow(table, nets, error));
    const char *name = netlist_name(nets, net);
    uint32_t *slot = &table->slot[find_slot(table, nets, name, strlen(name))];
    *earlier = *slot;
    if (*slot == UINT32_MAX) {
        *slot = net;
        table->used++;
    }
    return STATUS_OK;
}

uint32_t name_table_find(const struct name_table *table, const struct netlist *nets,
                         const char *name, size_t length)
{
    return table->slots > 0 ? table->slot[find_slot(table, nets, name, length)] : UINT32_MAX;
}

void name_table_destroy(struct name_table *table)
{
    if (table == NULL)
        return;
    free(table->slot);
    memset(table, 0, sizeof *table);
}
