/* parts: what the files of the DEF reader share. A def_statement reads the rest of a statement or
 * of an item of a section, up to its `;`, which it reads too; its first word is def->word. */
#pragma once

#include "grid/format/lefdef/statements.h"

/* `( * pin )` of a special net. */
struct wildcard {
    uint32_t pin_name, net;
};

/* Offsets in the text of the words that define names with backslashes, by number; or 0. */
struct raw_names {
    uint64_t *at; /* [count]; names from count on have no backslash */
    uint32_t count;
    size_t capacity;
};

struct def {
    struct lefdef_reader *reader;
    struct lexer *lex;
    struct tech *tech;
    struct library *library;
    struct placed *placed;
    struct token option;  /* the keyword behind the last + */
    struct token word;    /* first word of the statement, or the `-` of the item */
    bool seen[KEY_COUNT]; /* sections that have been read */
    bool wired;           /* the special net that is being read has wiring */
    bool has_units, ended;
    uint32_t unplaced;        /* number of components without a place */
    struct token unplaced_at; /* name of the first of them */
    bool numbered;            /* pins have numbers: components and ports are complete */
    char bus_open, bus_close;
    struct raw_names raw_components, raw_ports, raw_nets;
    struct names port_nets; /* names of the nets that PINS states, with their backslashes */
    uint32_t *port_net;     /* [port_names.count]: number in port_nets, or NAME_NONE */
    uint64_t *port_at;      /* [port_names.count]: where PINS states that name, in bytes */
    size_t port_net_capacity, port_at_capacity;
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
def_statement def_component, def_port, def_blockage, def_fill, def_via, def_rule, def_net,
    def_special_net;

/* Reads the next word as a name and adds it to names, if it is not there yet; the number of names
 * stays the same then. */
enum status def_new_name(struct def *def, struct names *names, struct raw_names *raw,
                         const char *what, struct token *token, uint32_t *number);

/* The number of a name, whose word is `token`, or NAME_NONE. */
uint32_t def_find_name(const struct names *names, struct token token, struct token name);

/* Skips the words of an option up to the next `+` or `;`, which is not read. */
enum status def_skip_part(struct def *def);

/* Skips an item of a section with its `;`. */
def_statement def_skip_item;

/* Skips the words of an option that is not used, and notes it. Of a net, an unknown option with
 * wiring in or, in special nets, in front of it is an error: it might be a part of the wiring. */
enum status def_skip_option(struct def *def, enum section section);

/* The next word must end an option: + or ;, which is not read. */
enum status def_end_option(struct def *def);

/* USE of a pin or net, or DIRECTION of a pin. Unknown words are noted. */
enum status def_use(struct def *def, enum section section, enum pin_use *use);
enum status def_direction(struct def *def, enum section section, enum pin_direction *direction);

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

/* Called when all pins of components have their nets: gives I/O pins theirs, and adds pins to nets
 * that do not list them. */
enum status def_join_pins(struct def *def);

/* Called at the end of the text: assigns a net to each pin that no net lists, by wildcards, by PINS
 * and, for power pins, by name. */
enum status def_finish_nets(struct def *def);
