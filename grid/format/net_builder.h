/* net_builder: puts a netlist together word by word and refuses, at the word where it shows, what
 * every netlist format forbids: a net name used twice, a pin cell used twice. Both places are
 * named in the message.
 */
#pragma once

#include "grid/design.h"
#include "grid/format/name_table.h"
#include "grid/text/scan.h"

struct net_builder {
    struct design *design; /* its grid is complete; its nets grow */
    struct scan *scan;     /* where names and pins are read from */
    struct name_table names;
    uint64_t *taken; /* a bit plane as the grid's: cells that are pins; NULL with design->alone */
    uint64_t *lines; /* [net_count] line of each net */
    size_t lines_capacity;
};

/* Starts a netlist. With design->alone pins may coincide. Memory: a bit a cell of the grid. */
enum status net_builder_open(struct net_builder *builder, struct design *design, struct scan *scan,
                             struct error *error);

/* Starts the net of this name. */
enum status net_builder_net(struct net_builder *builder, const struct word *name,
                            struct error *error);

/* Adds a pin to it; word is where the pin stands in the text. */
enum status net_builder_pin(struct net_builder *builder, const struct word *word, struct pin pin,
                            struct error *error);

/* Frees the builder's own memory. Accepts a zeroed one. */
void net_builder_close(struct net_builder *builder);
