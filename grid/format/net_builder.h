/* net_builder: builds a netlist for the readers of all netlist formats. It rejects duplicate net
 * names and pin cells that are used twice; the message states both places. */
#pragma once

#include "grid/format/name_table.h"
#include "grid/text/scan.h"

struct net_builder {
    struct design *design; /* its grid is complete, nets are added to it */
    struct scan *scan;     /* the text, for messages */
    struct name_table names;
    uint64_t *taken; /* bit plane of the cells that are pins; NULL if they may coincide */
    uint64_t *lines; /* [net_count] line of each net */
    size_t lines_capacity;
};

/* Starts a netlist. The design's grid must have been read. With design->alone and in tile
 * graphs pins may coincide; otherwise it takes one bit of memory per cell. */
enum status net_builder_open(struct net_builder *builder, struct design *design, struct scan *scan,
                             struct error *error);

/* Starts a net with this name. */
enum status net_builder_net(struct net_builder *builder, const struct word *name,
                            struct error *error);

/* Adds a pin to the last net, which must exist. word: the pin in the text, for messages. */
enum status net_builder_pin(struct net_builder *builder, const struct word *word, struct pin pin,
                            struct error *error);

/* Frees the builder's own memory. Accepts a zeroed one. */
void net_builder_close(struct net_builder *builder);
