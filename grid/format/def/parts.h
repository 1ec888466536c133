/* parts: the state and functions that the files of the DEF reader share. A def_statement reads the
 * rest of a statement, or of an item of a section, through its `;`; its first word is def->word. */
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

enum { STATED_MAX = 64 }; /* maximum number of kinds of options that are remembered */

/* The first option of each kind in an item: its keyword. */
struct stated {
    struct token at[STATED_MAX];
    uint32_t count;
    uint32_t recalled; /* number of them, at first, that an earlier statement of the item has */
};

struct def {
    struct lefdef_reader *reader;
    struct lexer *lex;
    struct tech *tech;
    struct library *library;
    struct placed *placed;
    struct token option;   /* the keyword after the last + */
    struct token word;     /* first word of the statement, or the `-` of the item */
    enum section section;  /* of the statement or item */
    struct stated options; /* of the item */
    struct stated header;  /* statements outside the sections that may come once */
    uint64_t *item_at; /* [item_count]: offsets of the names of the section's items, by number */
    uint32_t item_count;
    size_t item_capacity;
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
def_statement def_component, def_port, def_blockage, def_fill, def_via, def_rule, def_net;

/* Reads the next word as a name; adds it to names if it is new (then names->count grows). */
enum status def_new_name(struct def *def, struct names *names, struct raw_names *raw,
                         const char *what, struct token *token, uint32_t *number);

/* The number of a name, whose word is `token`, or NAME_NONE. */
uint32_t def_find_name(const struct names *names, struct token token, struct token name);

/* Skips the words of an option up to the next `+` or `;`, which is not read. */
enum status def_skip_part(struct def *def);

/* Skips an item of a section that is not used, with its `;`. */
def_statement def_skip_item;

/* Skips the words of an option that is not used, and notes it. Fails for an unknown option of a net
 * if wiring is among its words or, in special nets, before it: it may be a part of the wiring. */
enum status def_skip_option(struct def *def);

/* True if the word, which may begin the next item, is not part of an option. */
bool def_ends_option(const struct def *def, struct token token);

/* Fails at a word that has been read and does not end the item or statement. */
enum status def_wrong_end(struct def *def, struct token token, const char *expected);

/* Checks the words after def->option, if it is not used but its words are known; reads none.
 * whole: the option must end after them. */
enum status def_values(struct def *def, bool whole);

/* ---- repeated options and items (stated.c) ---- */

/* Adds an option with the keyword `word` to the list of an item. If the item may have it once and
 * has it already, the same words are noted and other words are an error. */
enum status def_state(struct def *def, struct stated *list, struct token word);

/* Permits the item to be placed again. */
void def_forget_place(struct def *def);

/* Adds an item whose name has been read. *first is the name of an earlier item with this number, or
 * NO_OPTION. *same: it has the same words; the item is then noted and skipped, except a net. */
enum status def_state_item(struct def *def, uint32_t number, struct token name, struct token *first,
                           bool *same);

/* Adds the options of the earlier pin with this name, except its place, to the present one; notes
 * that it is stated again. */
enum status def_recall(struct def *def, struct token first);

/* Fails at `token`, which repeats `first`: "expected <what>: the first is in line ..". */
enum status def_twice(struct def *def, struct token token, struct token first, const char *what);

/* The next word must end an option: + or ;, which is not read. */
enum status def_end_option(struct def *def);

/* Read USE of a pin or net, or DIRECTION of a pin. Unknown words are noted. */
enum status def_use(struct def *def, enum pin_use *use);
enum status def_direction(struct def *def, enum pin_direction *direction);

/* Reads the option's keyword after a `+`. */
enum status def_option(struct def *def, enum keyword *key);

/* Reads the option's value; fails if the option or the statement ends instead. */
enum status def_value(struct def *def, struct token *value);

/* Reads the name of a nondefault rule, which must exist; *rule is TECH_NONE on failure. */
enum status def_rule_name(struct def *def, uint32_t *rule);

/* Reads the wiring of a net after ROUTED, FIXED, .. up to `;` or a `+` of another option. Pins
 * must be numbered. */
enum status def_wiring(struct def *def, uint32_t net, bool special, enum wire_status state);

/* Reads a shape of a special net after key: RECT, POLYGON or VIA. */
enum status def_net_shape(struct def *def, uint32_t net, enum keyword key);

/* Numbers the pins, once: before the first net or at the end of the text. */
enum status def_number_pins(struct def *def);

/* Notes a wildcard of a net, `( * token )`: no component has the pin (found is 0), or other nets
 * list `others` of them. */
enum status def_note_wildcard(struct def *def, uint32_t net, struct token token, uint32_t found,
                              uint32_t others);

/* Called at the end of the text: assigns a net to each pin that no net lists, by wildcards, by PINS
 * and, for power pins, by name. */
enum status def_finish_nets(struct def *def);
