/* parts: the parts of the DEF reader. Each reads one kind of statement whose first word has been
 * read, up to and with its `;`. */
#pragma once

#include "grid/format/lefdef/reader.h"

/* `( * pin )` of a special net. */
struct wildcard {
    uint32_t pin_name, net;
};

struct def {
    struct lefdef_reader *reader;
    struct lexer *lex;
    struct tech *tech;
    struct library *library;
    struct placed *placed;
    bool seen[KEY_COUNT]; /* sections */
    bool has_units, ended;
    bool numbered; /* pins have their numbers: components and ports are complete */
    char bus_open, bus_close;
    struct names port_nets; /* names of the nets that PINS names */
    uint32_t *port_net;     /* [ports]: number in port_nets */
    size_t port_net_capacity;
    struct wildcard *wildcards;
    uint32_t wildcard_count;
    size_t wildcard_capacity;
};

/* Offset of a token in the text. */
static inline uint64_t def_offset(const struct def *def, struct token token)
{
    return (uint64_t)(token.text - def->lex->text);
}

/* Passes over the words of a part, up to the next `+` or `;`, which stays the next word. */
enum status def_skip_part(struct def *def);

/* The word behind a `+`. */
enum status def_option(struct def *def, enum keyword *key);

/* The word behind an option; fails where the statement or the option ends instead. */
enum status def_value(struct def *def, struct token *value);

/* The next word must be this one. */
enum status def_expect(struct def *def, enum keyword key);

/* ---- statements of the header: their first word has been read, `word` where it matters ---- */
enum status def_units(struct def *def, struct token word);
enum status def_design(struct def *def);
enum status def_die(struct def *def, struct token word);
enum status def_row(struct def *def);
enum status def_tracks(struct def *def);
enum status def_gcells(struct def *def);
enum status def_bus_characters(struct def *def);

/* ---- statements of sections: the `-` has been read ---- */
enum status def_component(struct def *def);
enum status def_port(struct def *def);
enum status def_blockage(struct def *def);
enum status def_via(struct def *def);
enum status def_rule(struct def *def);
enum status def_net(struct def *def, struct token dash, bool special);

/* Wiring after ROUTED, FIXED, .. of a net, up to a `+` that does not belong to it, or `;`. */
enum status def_wiring(struct def *def, uint32_t net, bool special, enum wire_status state);

/* A shape of a special net that stands for itself: RECT, POLYGON or VIA has been read. */
enum status def_net_shape(struct def *def, uint32_t net, enum keyword key);

/* Numbers the pins: once, when the first net or the end comes. */
enum status def_number_pins(struct def *def);

/* Gives each pin that no net has named its net: wildcards, nets of ports, power by name. */
enum status def_finish_nets(struct def *def);
