/* name_table: finds nets by name in O(1); a hash table of net numbers over the netlist's names. */
#ifndef LEEWAY_GRID_FORMAT_NAME_TABLE_H
#define LEEWAY_GRID_FORMAT_NAME_TABLE_H

#include "grid/chip/keyed_hash.h"
#include "grid/netlist.h"

/* A net, UINT32_MAX where the slot is empty, and part of its name's hash: a table grows, and mostly
 * sees that names differ, without a look at the names. */
struct name_slot {
    uint32_t hash, net;
};

/* slots: a power of two, at most two thirds are used. All zero is an empty table. */
struct name_table {
    struct name_slot *slot;
    size_t slots, used;
    struct hash_key key; /* of this table; made with its first slots */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Enters the net's name. *earlier is the net that has the same name, which then stays the one
 * that is found, or UINT32_MAX. Amortised O(length); 12 to 36 bytes a net. */
enum status name_table_add(struct name_table *table, const struct netlist *nets, uint32_t net,
                           uint32_t *earlier, struct error *error);

/* The net of this name (length bytes), or UINT32_MAX. */
uint32_t name_table_find(const struct name_table *table, const struct netlist *nets,
                         const char *name, size_t length);

/* Frees the table and clears it. Accepts a zeroed one. */
void name_table_destroy(struct name_table *table);

#ifdef __cplusplus
}
#endif

#endif
