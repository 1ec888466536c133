/* parts: what the files of the DEF reader share. A def_statement reads the rest of a statement or
 * of an item of a section, up to its `;`, which it reads too; its first word is def->word. */
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
    struct token word;    /* first word of the statement, or the `-` of the item */
    bool seen[KEY_COUNT]; /* sections that have been read */
    bool has_units, ended;
    bool numbered; /* pins have numbers: components and ports are complete */
    char bus_open, bus_close;
    struct names port_nets; /* names of the nets that PINS states */
    uint32_t *port_net;     /* [port_names.count]: number in port_nets, or NAME_NONE */
    size_t port_net_capacity;
    struct wildcard *wildcards;
    uint32_t wildcard_count;
    size_t wildcard_capacity;
};

/* Offset of a token in the text, in bytes. */
static inline uint64_t def_offset(const struct def *def, struct token token)
{
    assert(token.text >= def->lex->text && token.text <= def->lex->text + def->lex->size);
    return (uint64_t)(token.text - def->lex->text);
}

typedef enum status def_statement(struct def *def);

/* Statements. */
def_statement def_units, def_design, def_die, def_row, def_tracks, def_gcells, def_bus_characters;

/* Items of sections. */
def_statement def_component, def_port, def_blockage, def_via, def_rule, def_net, def_special_net;

/* Skips the words of an option up to the next `+` or `;`, which is not read. */
enum status def_skip_part(struct def *def);

/* Reads the option's keyword behind a `+`. */
enum status def_option(struct def *def, enum keyword *key);

/* Reads the option's value; fails if the option or the statement ends instead. */
enum status def_value(struct def *def, struct token *value);

/* Reads the name of a nondefault rule, which must exist; *rule is TECH_NONE on failure. */
enum status def_rule_name(struct def *def, uint32_t *rule);

/* Reads the wiring of a net behind ROUTED, FIXED, .. up to `;` or a `+` of another option. Pins
 * must be numbered. */
enum status def_wiring(struct def *def, uint32_t net, bool special, enum wire_status state);

/* Reads a shape of a special net behind key: RECT, POLYGON or VIA. */
enum status def_net_shape(struct def *def, uint32_t net, enum keyword key);

/* Called at the end of the text: assigns a net to each pin that no net lists, by wildcards, by PINS
 * and, for power pins, by name. */
enum status def_finish_nets(struct def *def);
