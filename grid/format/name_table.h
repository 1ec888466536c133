/* name_table: finds nets by name in O(length), with a hash table over the netlist's names. */
#pragma once

#include "grid/layout/names.h"
#include "grid/design.h"

/* All zero: an empty table. */
struct name_table {
    struct name_index index;
};

static inline struct name_texts name_table_texts(const struct netlist *nets)
{
    return (struct name_texts){nets->names, &nets->nets[0].name, sizeof nets->nets[0]};
}

/* Enters a net's name. If another net has the same name, *earlier is that net, and it is still the
 * one that is found; else *earlier is UINT32_MAX. Amortised O(length); 12 to 36 bytes per net. */
static inline enum status name_table_add(struct name_table *table, const struct netlist *nets,
                                         uint32_t net, uint32_t *earlier, struct error *error)
{
    assert(net < nets->net_count);
    return name_index_add(&table->index, name_table_texts(nets), net, earlier, error);
}

/* The net of this name (length bytes), or UINT32_MAX. */
static inline uint32_t name_table_find(const struct name_table *table, const struct netlist *nets,
                                       const char *name, size_t length)
{
    return table->index.used > 0
               ? name_index_find(&table->index, name_table_texts(nets), name, length)
               : UINT32_MAX;
}

/* Frees the table and clears it. Accepts a zeroed one. */
static inline void name_table_destroy(struct name_table *table)
{
    if (table != NULL)
        name_index_destroy(&table->index);
}
