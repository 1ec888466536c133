/* lef: reads a LEF text. A table lists the statements of its top level with their readers; layers,
 * rules, vias and macros are read by the other files of this folder. Unknown statements are
 * skipped. */
#include "grid/format/lef/parts.h"

/* Skips everything up to `END name`, also if the name is a keyword. */
static enum status skip_block(struct lefdef_reader *reader, struct token name)
{
    for (;;) {
        struct token token = lex_next(&reader->lex);
        if (token.length == 0)
            return lex_expected(&reader->lex, token, "END %.*s", (int)name.length, name.text);
        if (lex_keyword(&reader->lex, token) != KEY_END ||
            !token_same(lex_peek(&reader->lex), name))
            continue;
        lex_next(&reader->lex);
        return STATUS_OK;
    }
}

/* PROPERTYDEFINITIONS .. END PROPERTYDEFINITIONS, and other blocks that end with their own word. */
static enum status skip_own_block(struct lefdef_reader *reader)
{
    return skip_block(reader, reader->word);
}

/* ARRAY name .. END name */
static enum status skip_named_block(struct lefdef_reader *reader)
{
    return skip_block(reader, lex_next(&reader->lex));
}

static enum status skip_extension(struct lefdef_reader *reader)
{
    return lex_skip_to(&reader->lex, KEY_ENDEXT, "ENDEXT");
}

/* END name of a block that was skipped as an unknown statement. */
static enum status skip_end(struct lefdef_reader *reader)
{
    lex_next(&reader->lex);
    return STATUS_OK;
}

/* UNITS .. DATABASE MICRONS n ; .. END UNITS */
static enum status read_units(struct lefdef_reader *reader)
{
    for (;;) {
        struct token token;
        enum keyword key;
        TRY(lex_word(&reader->lex, "END UNITS", &token, &key));
        if (key == KEY_END)
            return skip_end(reader);
        if (key == KEY_DATABASE) {
            int64_t units = 0;
            lex_next(&reader->lex);
            TRY(lex_int(&reader->lex, "database units per micron", 1, 1000000, &units));
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
        struct token token;
        enum keyword key;
        TRY(lex_word(&reader->lex, "END SPACING", &token, &key));
        if (key == KEY_END)
            return skip_end(reader);
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

/* CLEARANCEMEASURE MAXXY | EUCLIDEAN ; */
static enum status read_clearance(struct lefdef_reader *reader)
{
    reader->layout->tech.clearance_max_xy =
        lex_keyword(&reader->lex, lex_peek(&reader->lex)) == KEY_MAXXY;
    return lex_skip(&reader->lex);
}

static enum status read_manufacturing_grid(struct lefdef_reader *reader)
{
    TRY(read_length(reader, &reader->layout->tech.manufacturing_grid));
    return lex_char(&reader->lex, ';');
}

/* SITE name .. SIZE width BY height ; .. END name */
static enum status read_site(struct lefdef_reader *reader)
{
    struct token token;
    uint32_t number = 0;
    struct tech *tech = &reader->layout->tech;
    TRY(read_new_name(reader, &tech->site_names, "the site's name", &token, &number));
    TRY(ROOM(reader, tech->sites, tech->capacity.sites, tech->site_names.count, "sites"));
    tech->sites[number] = (struct tech_site){0, 0};
    for (;;) {
        struct token word;
        enum keyword key;
        TRY(lex_word(&reader->lex, "END of the site", &word, &key));
        if (key == KEY_END)
            return read_end_name(reader, token);
        if (key == KEY_SIZE) {
            struct tech_site *site = &tech->sites[number];
            TRY(read_length(reader, &site->width));
            lex_next(&reader->lex); /* BY */
            TRY(read_length(reader, &site->height));
        }
        TRY(lex_skip_from(&reader->lex, word));
    }
}

/* Reads `count` characters in quotes and the `;`. */
static enum status read_quoted(struct lefdef_reader *reader, size_t count, const char *expected,
                               struct token *token)
{
    *token = lex_next(&reader->lex);
    if (token->length != count + 2 || token->text[0] != '"')
        return lex_expected(&reader->lex, *token, "%s", expected);
    return lex_char(&reader->lex, ';');
}

/* BUSBITCHARS "[]" ; */
static enum status read_bus_characters(struct lefdef_reader *reader)
{
    struct token token;
    TRY(read_quoted(reader, 2, "two characters in quotes", &token));
    reader->layout->tech.bus_open = token.text[1];
    reader->layout->tech.bus_close = token.text[2];
    return STATUS_OK;
}

/* DIVIDERCHAR "/" ; */
static enum status read_divider(struct lefdef_reader *reader)
{
    struct token token;
    TRY(read_quoted(reader, 1, "a character in quotes", &token));
    reader->layout->tech.divider = token.text[1];
    return STATUS_OK;
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
    {KEY_BUSBITCHARS, read_bus_characters, END_SEMICOLON},
    {KEY_DIVIDERCHAR, read_divider, END_SEMICOLON},
    {KEY_MANUFACTURINGGRID, read_manufacturing_grid, END_SEMICOLON},
    {KEY_CLEARANCEMEASURE, read_clearance, END_SEMICOLON},
    {KEY_PROPERTYDEFINITIONS, skip_own_block, END_SEMICOLON},
    {KEY_NOISETABLE, skip_own_block, END_SEMICOLON},
    {KEY_CORRECTIONTABLE, skip_own_block, END_SEMICOLON},
    {KEY_IRDROP, skip_own_block, END_SEMICOLON},
    {KEY_ARRAY, skip_named_block, END_SEMICOLON},
    {KEY_BEGINEXT, skip_extension, END_SEMICOLON},
    {KEY_END, skip_end, END_SEMICOLON},
};

enum status lef_read(struct lefdef_reader *reader)
{
    assert(reader->lef);
    for (;;) {
        struct token word = lex_next(&reader->lex), name = lex_peek(&reader->lex);
        enum keyword key = lex_keyword(&reader->lex, word);
        if (word.length == 0 || (key == KEY_END && lex_keyword(&reader->lex, name) == KEY_LIBRARY))
            return reader_verdict(reader);
        const struct lef_row *row = STATEMENTS, *end = row + sizeof STATEMENTS / sizeof *row;
        while (row < end && row->key != key)
            row++;
        reader->word = word;
        enum status status =
            row < end ? row->read(reader) : lex_skip_from(&reader->lex, word); /* unknown */
        if (status == STATUS_OK)
            continue;
        TRY(reader_recover(reader, status));
        if (row < end && row->end != END_SEMICOLON) /* the rest of its block is not understood */
            TRY(skip_block(reader, row->end == END_WORD ? word : name));
    }
}
