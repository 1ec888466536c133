/* lef: reads a LEF text. A table lists the statements of its top level with their readers; layers,
 * rules, vias and macros are read by the other files of this folder. A new statement is a row. */
#include "grid/format/lef/parts.h"

static enum status skip_block(struct lefdef_reader *reader, struct token name)
{
    return lef_pass_block(&reader->lex, name)
               ? STATUS_OK
               : lex_expected(&reader->lex, lex_here(&reader->lex), "END %.*s", (int)name.length,
                              name.text);
}

/* ARRAY name .. END name, or another block, which ends with its own word. */
static enum status skip_unused_block(struct lefdef_reader *reader)
{
    TRY(statement_unused(reader, SECTION_LEF, reader->word, NO_OPTION));
    return skip_block(reader,
                      token_is_word(reader->word, "ARRAY") ? lex_next(&reader->lex) : reader->word);
}

/* PROPERTYDEFINITIONS .. END PROPERTYDEFINITIONS: LIBRARY LEF58_MAXVIASTACK STRING "..." is kept
 * until the layers are known. */
static enum status read_definitions(struct lefdef_reader *reader)
{
    TRY(statement_unused(reader, SECTION_LEF, reader->word, NO_OPTION));
    for (;;) {
        struct token token = lex_next(&reader->lex);
        if (token.length == 0)
            return lex_expected(&reader->lex, token, "END PROPERTYDEFINITIONS");
        if (token_is_word(token, "LEF58_MAXVIASTACK")) {
            lex_next(&reader->lex); /* STRING */
            if (lex_ahead(&reader->lex) == '"')
                reader->stack = lex_next(&reader->lex);
            continue;
        }
        if (lex_keyword(&reader->lex, token) == KEY_END &&
            lex_accept(&reader->lex, KEY_PROPERTYDEFINITIONS))
            return STATUS_OK;
    }
}

static enum status skip_extension(struct lefdef_reader *reader)
{
    TRY(statement_unused(reader, SECTION_LEF, reader->word, NO_OPTION));
    return lex_skip_to(&reader->lex, KEY_ENDEXT, "ENDEXT");
}

/* END name of a block that was skipped as an unknown statement. */
static enum status read_stray_end(struct lefdef_reader *reader)
{
    const struct token name = lex_next(&reader->lex);
    for (int i = 0; i < 2; i++)
        if (name.length > 0 && token_same(name, reader->unknown[i]))
            return STATUS_OK;
    reader->replaced_end = true; /* the next statement follows */
    return lex_expected(&reader->lex, name, "LIBRARY behind END");
}

/* UNITS .. DATABASE MICRONS n ; .. END UNITS */
static enum status read_units(struct lefdef_reader *reader)
{
    for (;;) {
        struct token token;
        enum keyword key;
        TRY(lex_word(&reader->lex, "END UNITS", &token, &key));
        if (key == KEY_END)
            return lex_expect(&reader->lex, KEY_UNITS);
        if (key != KEY_DATABASE) {
            TRY(statement_skip(reader, SECTION_UNITS, token));
            continue;
        }
        int64_t units = 0;
        TRY(lex_expect(&reader->lex, KEY_MICRONS));
        TRY(lex_int(&reader->lex, "database units per micron", 1, 1000000, &units));
        if ((uint32_t)units > reader->tech->lef_units)
            reader->tech->lef_units = (uint32_t)units;
        TRY(statement_end(reader, SECTION_UNITS));
        TRY(lef_once(reader, SECTION_UNITS, 0, token));
    }
}

/* SPACING .. SAMENET layer layer distance [STACK] ; .. END SPACING */
static enum status read_same_net(struct lefdef_reader *reader)
{
    for (;;) {
        struct token token;
        enum keyword key;
        TRY(lex_word(&reader->lex, "END SPACING", &token, &key));
        if (key == KEY_END)
            return lex_expect(&reader->lex, KEY_SPACING);
        if (key != KEY_SAMENET) {
            TRY(statement_skip(reader, SECTION_SAME_NET, token));
            continue;
        }
        uint16_t a = 0, b = 0;
        int32_t spacing = 0;
        TRY(read_layer(reader, &a));
        TRY(read_layer(reader, &b));
        TRY(read_distance(reader, &spacing));
        if (a == b)
            reader->tech->layers[a].same_net_spacing = spacing;
        else if (spacing > 0)
            TRY(statement_unused(reader, SECTION_SAME_NET, token,
                                 (struct token){"of two layers", 13}));
        lex_accept(&reader->lex, KEY_STACK);
        TRY(statement_end(reader, SECTION_SAME_NET));
        TRY(lef_once(reader, SECTION_SAME_NET, (uint32_t)a << 16 | b, token));
    }
}

/* VERSION, NAMESCASESENSITIVE */
static enum status read_head(struct lefdef_reader *reader)
{
    return read_plain(reader, SECTION_LEF, reader->word);
}

/* USEMINSPACING OBS | PIN  ON | OFF ; */
static enum status read_use_min_spacing(struct lefdef_reader *reader)
{
    const struct token what = lex_next(&reader->lex);
    if (!token_is_in("OBS PIN", what))
        return lex_expected(&reader->lex, what, "OBS or PIN");
    const struct token word = lex_next(&reader->lex);
    if (!token_is_in("ON OFF", word))
        return lex_expected(&reader->lex, word, "ON or OFF");
    if (token_is_word(what, "OBS"))
        reader->tech->obs_min_spacing = token_is_word(word, "ON");
    else
        TRY(statement_note(reader, NOTE_OTHER, SECTION_LEF, reader->word, what));
    return statement_end(reader, SECTION_LEF);
}

/* SITE name .. SIZE width BY height ; .. END name */
static enum status read_site(struct lefdef_reader *reader)
{
    struct token token;
    uint32_t number = 0;
    struct tech *tech = reader->tech;
    const uint32_t known = tech->site_names.count;
    TRY(read_new_name(reader, &tech->site_names, "the site's name", &token, &number));
    TRY(ROOM(reader, tech->sites, tech->capacity.sites, tech->site_names.count, "sites"));
    if (number == known)
        tech->sites[number] = (struct tech_site){0, 0};
    for (;;) {
        struct token word;
        enum keyword key;
        TRY(lex_word(&reader->lex, "END of the site", &word, &key));
        if (key == KEY_END)
            return read_end_name(reader, token);
        if (key != KEY_SIZE) {
            TRY(statement_skip(reader, SECTION_SITE, word));
            continue;
        }
        TRY(read_length(reader, &tech->sites[number].width));
        TRY(lex_expect(&reader->lex, KEY_BY));
        TRY(read_length(reader, &tech->sites[number].height));
        TRY(statement_end(reader, SECTION_SITE));
        TRY(lef_once(reader, SECTION_SITE, number, word));
    }
}

/* Reads `count` characters in quotes. */
static enum status read_quoted(struct lefdef_reader *reader, size_t count, const char *expected,
                               struct token *token)
{
    *token = lex_next(&reader->lex);
    return token->length == count + 2 && token->text[0] == '"'
               ? statement_end(reader, SECTION_LEF)
               : lex_expected(&reader->lex, *token, "%s", expected);
}

/* BUSBITCHARS "[]" ; DIVIDERCHAR "/" ; CLEARANCEMEASURE MAXXY | EUCLIDEAN ; MANUFACTURINGGRID g ;
 */
static enum status read_setting(struct lefdef_reader *reader)
{
    struct tech *tech = reader->tech;
    struct token token;
    switch (lex_keyword(&reader->lex, reader->word)) {
    case KEY_BUSBITCHARS:
        TRY(read_quoted(reader, 2, "two characters in quotes", &token));
        tech->bus_open = token.text[1];
        tech->bus_close = token.text[2];
        return STATUS_OK;
    case KEY_DIVIDERCHAR:
        TRY(read_quoted(reader, 1, "a character in quotes", &token));
        tech->divider = token.text[1];
        return STATUS_OK;
    case KEY_CLEARANCEMEASURE:
        token = lex_next(&reader->lex);
        tech->clearance_max_xy = token_is_word(token, "MAXXY");
        if (!token_is_in("MAXXY EUCLIDEAN", token))
            return lex_expected(&reader->lex, token, "MAXXY or EUCLIDEAN");
        return statement_end(reader, SECTION_LEF);
    default:
        TRY(read_length(reader, &tech->manufacturing_grid));
        return statement_end(reader, SECTION_LEF);
    }
}

/* MAXVIASTACK n [RANGE bottom top] ; */
static enum status read_stack(struct lefdef_reader *reader)
{
    struct tech *tech = reader->tech;
    int64_t most = 0;
    TRY(lex_int(&reader->lex, "a number of vias", 1, 10000, &most));
    tech->stack_most = (int32_t)most;
    tech->stack_low = tech->stack_high = LAYER_NONE;
    if (lex_accept(&reader->lex, KEY_RANGE)) {
        uint16_t *const layers[] = {&tech->stack_low, &tech->stack_high};
        for (int i = 0; i < 2; i++) {
            struct token word = lex_peek(&reader->lex);
            TRY(read_layer(reader, layers[i]));
            if (tech->layers[*layers[i]].kind != LAYER_ROUTING)
                return lex_expected(&reader->lex, word, "a routing layer");
        }
    }
    return statement_end(reader, SECTION_LEF);
}

/* How a statement ends: with `;`, with END and its name, or with END and its first word. */
enum lef_end { END_SEMICOLON, END_NAME, END_WORD };

static const struct lef_row {
    enum keyword key;
    lef_statement *read;
    enum lef_end end;
} STATEMENTS[] = {
    {KEY_MACRO, lef_macro, END_NAME},
    {KEY_LAYER, lef_layer, END_NAME},
    {KEY_VIA, lef_via, END_NAME},
    {KEY_VIARULE, lef_via_rule, END_NAME},
    {KEY_NONDEFAULTRULE, lef_rule, END_NAME},
    {KEY_SITE, read_site, END_NAME},
    {KEY_UNITS, read_units, END_WORD},
    {KEY_SPACING, read_same_net, END_WORD},
    {KEY_USEMINSPACING, read_use_min_spacing, END_SEMICOLON},
    {KEY_BUSBITCHARS, read_setting, END_SEMICOLON},
    {KEY_DIVIDERCHAR, read_setting, END_SEMICOLON},
    {KEY_MANUFACTURINGGRID, read_setting, END_SEMICOLON},
    {KEY_CLEARANCEMEASURE, read_setting, END_SEMICOLON},
    {KEY_VERSION, read_head, END_SEMICOLON},
    {KEY_NAMESCASESENSITIVE, read_head, END_SEMICOLON},
    {KEY_MAXVIASTACK, read_stack, END_SEMICOLON},
    {KEY_TIMING, skip_unused_block, END_SEMICOLON},
    {KEY_PROPERTYDEFINITIONS, read_definitions, END_SEMICOLON},
    {KEY_NOISETABLE, skip_unused_block, END_SEMICOLON},
    {KEY_CORRECTIONTABLE, skip_unused_block, END_SEMICOLON},
    {KEY_IRDROP, skip_unused_block, END_SEMICOLON},
    {KEY_ARRAY, skip_unused_block, END_SEMICOLON},
    {KEY_BEGINEXT, skip_extension, END_SEMICOLON},
    {KEY_END, read_stray_end, END_SEMICOLON},
};

/* Reads a statement of the top level, whose first word is `word`. */
static enum status read_statement(struct lefdef_reader *reader, const struct lef_row *row,
                                  struct token word)
{
    reader->word = word;
    const size_t stated = reader->stated_count;
    if (row == NULL) {
        reader->unknown[0] = word;
        reader->unknown[1] = lex_peek(&reader->lex);
    }
    enum status status = row == NULL && lef_is_antenna_default(reader) ? lef_antenna_default(reader)
                         : row == NULL          ? statement_skip(reader, SECTION_LEF, word)
                         : row->end == END_NAME ? lef_block(reader, row->read)
                                                : row->read(reader);
    if (row == NULL || row->end == END_SEMICOLON)
        THEN(status, lef_once(reader, SECTION_LEF, 0, word));
    else if (row->end == END_NAME && row->key != KEY_LAYER && row->key != KEY_SITE)
        reader->stated_count = stated; /* such a block is never read again */
    return status;
}

/* The end of the library. */
static enum status read_end(struct lefdef_reader *reader)
{
    if (lex_peek(&reader->lex).length > 0)
        TRY(statement_note(reader, NOTE_RULE, SECTION_LEF,
                           (struct token){"text behind END LIBRARY", 23}, NO_OPTION));
    TRY(reader_verdict(reader));
    return reader->stack.length > 0 ? lef_stack58(reader) : STATUS_OK;
}

enum status lef_read(struct lefdef_reader *reader)
{
    assert(reader->lef);
    for (;;) {
        struct token word = lex_next(&reader->lex), name = lex_peek(&reader->lex);
        enum keyword key = lex_keyword(&reader->lex, word);
        if (key == KEY_END && lex_keyword(&reader->lex, name) == KEY_LIBRARY) {
            lex_next(&reader->lex);
            return read_end(reader);
        }
        if (word.length == 0) {
            TRY(reader_remark(reader, "a LEF file has no END LIBRARY: it may be cut short"));
            return read_end(reader);
        }
        const struct lef_row *row = STATEMENTS, *end = row + sizeof STATEMENTS / sizeof *row;
        while (row < end && row->key != key)
            row++;
        row = row < end ? row : NULL;
        enum status status = read_statement(reader, row, word);
        if (status == STATUS_OK)
            continue;
        TRY(reader_recover(reader, status));
        if (row != NULL && row->end != END_SEMICOLON) /* the rest of its block cannot be read */
            TRY(skip_block(reader, row->end == END_WORD ? word : name));
    }
}
