/* lef: the statements of a LEF text; each kind has a file of its own. */
#include "grid/format/lef/parts.h"

#include <string.h>

/* Passes over everything up to `END name`; also where the name is that of a keyword. */
static enum status skip_block(struct lefdef_reader *reader, struct token name)
{
    for (;;) {
        struct token token = lex_next(&reader->lex);
        if (token.length == 0)
            return lex_expected(&reader->lex, token, "END %.*s", (int)name.length, name.text);
        if (lex_keyword(&reader->lex, token) != KEY_END)
            continue;
        token = lex_peek(&reader->lex);
        if (token.length == name.length && memcmp(token.text, name.text, name.length) == 0) {
            lex_next(&reader->lex);
            return STATUS_OK;
        }
    }
}

static enum status skip_extension(struct lefdef_reader *reader)
{
    for (;;) {
        struct token token = lex_next(&reader->lex);
        if (lex_keyword(&reader->lex, token) == KEY_ENDEXT)
            return STATUS_OK;
        if (token.length == 0)
            return lex_expected(&reader->lex, token, "ENDEXT");
    }
}

/* UNITS .. DATABASE MICRONS n ; .. END UNITS */
static enum status read_units(struct lefdef_reader *reader)
{
    for (;;) {
        struct token token = lex_next(&reader->lex);
        enum keyword key = lex_keyword(&reader->lex, token);
        if (token.length == 0)
            return lex_expected(&reader->lex, token, "END UNITS");
        if (key == KEY_END) {
            lex_next(&reader->lex);
            return STATUS_OK;
        }
        if (key == KEY_DATABASE) {
            int64_t units = 0;
            lex_next(&reader->lex);
            TRY(lex_int(&reader->lex, "database units of a micron", 1, 1000000, &units));
            if ((uint32_t)units > reader->layout->tech.lef_units)
                reader->layout->tech.lef_units = (uint32_t)units;
        }
        TRY(lex_skip_from(&reader->lex, token));
    }
}

/* SPACING .. SAMENET layer layer distance [STACK] ; .. END SPACING */
static enum status read_same_net(struct lefdef_reader *reader)
{
    for (;;) {
        struct token token = lex_next(&reader->lex);
        enum keyword key = lex_keyword(&reader->lex, token);
        if (token.length == 0)
            return lex_expected(&reader->lex, token, "END SPACING");
        if (key == KEY_END) {
            lex_next(&reader->lex);
            return STATUS_OK;
        }
        if (key == KEY_SAMENET) {
            uint16_t a = 0, b = 0;
            int32_t spacing = 0;
            TRY(read_layer(reader, &a));
            TRY(read_layer(reader, &b));
            TRY(read_distance(reader, &spacing));
            if (a == b)
                reader->layout->tech.layers[a].same_net_spacing = spacing;
        }
        TRY(lex_skip_from(&reader->lex, token));
    }
}

/* USEMINSPACING OBS | PIN  ON | OFF ; */
static enum status read_use_min_spacing(struct lefdef_reader *reader)
{
    struct token what = lex_next(&reader->lex), state = lex_next(&reader->lex);
    if (lex_keyword(&reader->lex, what) == KEY_OBS)
        reader->layout->tech.obs_min_spacing = lex_keyword(&reader->lex, state) != KEY_OFF;
    return lex_char(&reader->lex, ';');
}

static enum status read_site(struct lefdef_reader *reader)
{
    struct token token, name;
    uint32_t number = 0;
    struct tech *tech = &reader->layout->tech;
    TRY(lex_next_name(&reader->lex, "the site's name", &token, &name));
    TRY(names_add(&tech->site_names, name.text, name.length, &number, reader->error));
    TRY(ROOM(reader, tech->sites, tech->capacity[TECH_SITES], tech->site_names.count, "sites"));
    tech->sites[number] = (struct tech_site){0, 0};
    for (;;) {
        struct token word = lex_next(&reader->lex);
        enum keyword key = lex_keyword(&reader->lex, word);
        if (word.length == 0)
            return lex_expected(&reader->lex, word, "END of the site");
        if (key == KEY_END)
            return lef_end_name(reader, token);
        if (key == KEY_SIZE) {
            struct tech_site *site = &tech->sites[number];
            TRY(read_length(reader, &site->width));
            lex_next(&reader->lex); /* BY */
            TRY(read_length(reader, &site->height));
        }
        TRY(lex_skip_from(&reader->lex, word));
    }
}

/* BUSBITCHARS "[]" ; and DIVIDERCHAR "/" ; */
static enum status read_characters(struct lefdef_reader *reader, enum keyword key)
{
    struct token token = lex_next(&reader->lex);
    struct tech *tech = &reader->layout->tech;
    bool bus = key == KEY_BUSBITCHARS;
    if (token.length != (bus ? 4u : 3u) || token.text[0] != '"')
        return lex_expected(&reader->lex, token,
                            bus ? "two characters in quotes" : "a character in quotes");
    if (bus) {
        tech->bus_open = token.text[1];
        tech->bus_close = token.text[2];
    } else {
        tech->divider = token.text[1];
    }
    return lex_char(&reader->lex, ';');
}

static enum status read_statement(struct lefdef_reader *reader, struct token word, enum keyword key)
{
    struct tech *tech = &reader->layout->tech;
    uint32_t via;
    struct token name;
    switch (key) {
    case KEY_LAYER:
        return lef_layer(reader);
    case KEY_VIA:
        return lef_via(reader, false, &via);
    case KEY_VIARULE:
        return lef_via_rule(reader);
    case KEY_NONDEFAULTRULE:
        return lef_rule(reader);
    case KEY_MACRO:
        return lef_macro(reader);
    case KEY_SITE:
        return read_site(reader);
    case KEY_UNITS:
        return read_units(reader);
    case KEY_SPACING:
        return read_same_net(reader);
    case KEY_USEMINSPACING:
        return read_use_min_spacing(reader);
    case KEY_BUSBITCHARS:
    case KEY_DIVIDERCHAR:
        return read_characters(reader, key);
    case KEY_MANUFACTURINGGRID:
        TRY(read_length(reader, &tech->manufacturing_grid));
        return lex_char(&reader->lex, ';');
    case KEY_CLEARANCEMEASURE:
        tech->clearance_max_xy = lex_keyword(&reader->lex, lex_peek(&reader->lex)) == KEY_MAXXY;
        return lex_skip(&reader->lex);
    case KEY_PROPERTYDEFINITIONS:
    case KEY_NOISETABLE:
    case KEY_CORRECTIONTABLE:
    case KEY_IRDROP:
        return skip_block(reader, word);
    case KEY_ARRAY:
        name = lex_next(&reader->lex);
        return skip_block(reader, name);
    case KEY_BEGINEXT:
        return skip_extension(reader);
    case KEY_END: /* of a block whose beginning was not known */
        lex_next(&reader->lex);
        return STATUS_OK;
    default:
        return lex_skip_from(&reader->lex, word);
    }
}

/* Statements up to END and their name, or their own word. */
static bool is_block(enum keyword key)
{
    return key == KEY_LAYER || key == KEY_VIA || key == KEY_VIARULE || key == KEY_NONDEFAULTRULE ||
           key == KEY_MACRO || key == KEY_SITE || key == KEY_UNITS || key == KEY_SPACING;
}

enum status lef_read(struct lefdef_reader *reader)
{
    assert(reader->lef);
    for (;;) {
        struct token word = lex_next(&reader->lex), name = lex_peek(&reader->lex);
        enum keyword key = lex_keyword(&reader->lex, word);
        if (word.length == 0)
            return reader_verdict(reader);
        if (key == KEY_END && lex_keyword(&reader->lex, name) == KEY_LIBRARY)
            return reader_verdict(reader);
        enum status status = read_statement(reader, word, key);
        if (status == STATUS_OK)
            continue;
        TRY(reader_recover(reader, status));
        if (is_block(key)) /* its own loop could not go on: none of it is understood */
            TRY(skip_block(reader, key == KEY_UNITS || key == KEY_SPACING ? word : name));
    }
}
