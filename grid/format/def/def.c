/* def: reads a DEF text. A table lists its statements and sections with their readers: a new one is
 * a row there. At the end it checks that the design is complete. */
#include "grid/format/def/parts.h"

#include "grid/layout/tracks.h"

/* How a statement is handled. The order matters: from ROW_LENGTHS on a statement has lengths, from
 * ROW_SECTION on it is a section. */
enum def_kind {
    ROW_PLAIN,
    ROW_FINAL,      /* reading stops at an error in it */
    ROW_LENGTHS,    /* it has lengths: UNITS must come before it */
    ROW_SECTION,    /* NAME number ; - item .. END NAME, after UNITS; `read` reads an item */
    ROW_REFERENCED, /* a section that later ones refer to: they cannot be judged after an error */
};

struct def_row {
    enum keyword key;
    def_statement *read;
    enum def_kind kind;
    enum section section; /* of its items */
};

/* Records where the writer finds VIAS and NETS. */
static void note_section(struct def *def, enum keyword key, struct token word, struct token count,
                         int64_t announced)
{
    assert(announced >= 0 && announced < UINT32_MAX);
    struct placed *placed = def->placed;
    if (key == KEY_VIAS) {
        placed->vias_at = def_offset(def, count);
        placed->vias_count = (uint32_t)announced;
    } else if (placed->vias_end == 0) {
        placed->vias_end = def_offset(def, word);
    }
    if (key == KEY_NETS)
        placed->nets_at = def_offset(def, word);
}

/* Reads the items of a section up to its END; returns their number in *found. */
static enum status read_items(struct def *def, const struct def_row *section, uint32_t *found)
{
    for (*found = 0;;) {
        def->word = lex_next(def->lex);
        if (token_is_char(def->word, ';'))
            continue;
        if (lex_keyword(def->lex, def->word) == KEY_END)
            break;
        if (!token_is_char(def->word, '-'))
            return lex_expected(def->lex, def->word, "- or END %s", keyword_text(section->key));
        ++*found;
        def->options.count = def->options.recalled = 0;
        TRY(reader_recover(def->reader, section->read(def)));
    }
    if (section->key == KEY_VIAS) {
        def->placed->vias_end = def_offset(def, def->word);
        def->placed->vias_count = *found;
    }
    return lex_expect(def->lex, section->key);
}

/* SECTION number ; .. END SECTION */
static enum status read_section(struct def *def, const struct def_row *section)
{
    int64_t announced = 0;
    uint32_t found = 0;
    struct token count = lex_peek(def->lex);
    const struct error *before = def->reader->error;
    const char *name = keyword_text(section->key);
    if (def->seen[section->key])
        return lex_fail(def->lex, def->word, "expected the section %s once, found it twice", name);
    if (def->numbered && section->kind == ROW_REFERENCED)
        return lex_fail(def->lex, def->word,
                        "expected the section %s before the first net, found it behind one", name);
    def->seen[section->key] = true;
    def->section = section->section;
    def->item_count = 0;
    struct token word = def->word;
    TRY(lex_int(def->lex, "a number of statements", 0, UINT32_MAX - 1, &announced));
    TRY(lex_char(def->lex, ';'));
    note_section(def, section->key, word, count, announced);
    TRY(read_items(def, section, &found));
    if (def->reader->error != before)
        return section->kind == ROW_REFERENCED ? STATUS_BAD_INPUT : STATUS_OK;
    if (found == announced)
        return STATUS_OK;
    return reader_remark(def->reader, "%s announces %" PRId64 " statements and has %u", name,
                         announced, found);
}

static enum status skip_extension(struct def *def)
{
    return lex_skip_to(def->lex, KEY_ENDEXT, "ENDEXT");
}

static enum status read_end(struct def *def)
{
    def->ended = true;
    if (def->placed->vias_end == 0)
        def->placed->vias_end = def_offset(def, def->word);
    if (def->placed->nets_at == 0)
        def->placed->nets_at = def_offset(def, def->word);
    return lex_expect(def->lex, KEY_DESIGN);
}

/* True if the statement begins as a section does: NAME number ; and - or END. */
static bool begins_section(struct def *def)
{
    const char *at = def->lex->at;
    const bool number = token_is_number(lex_next(def->lex));
    const bool end = token_is_char(lex_next(def->lex), ';');
    const struct token item = lex_next(def->lex);
    def->lex->at = at;
    return number && end && (token_is_char(item, '-') || lex_keyword(def->lex, item) == KEY_END);
}

/* Skips a section to END and its name, or END and `other`. False if the text or
 * another section ends first. */
static bool skip_section(struct def *def, const char *other)
{
    for (;;) {
        const struct token token = lex_next(def->lex);
        if (token.length == 0)
            return false;
        if (lex_keyword(def->lex, token) != KEY_END)
            continue;
        const struct token name = lex_next(def->lex);
        if (name.length == 0)
            return false;
        if (token_same_word(name, def->word) || token_is_word(name, other))
            return true;
        if (statement_is_known(SECTION_DEF, name))
            return false;
    }
}

static enum status read_definitions(struct def *def)
{
    while (!lex_accept(def->lex, KEY_END)) {
        TRY(def_values(def, true));
        TRY(def_skip_part(def));
        TRY(lex_char(def->lex, ';'));
    }
    return lex_expect(def->lex, KEY_PROPERTYDEFINITIONS);
}

/* PROPERTYDEFINITIONS .. END PROPERTYDEFINITIONS. Its words are checked up to the first error. */
static enum status skip_definitions(struct def *def)
{
    def->section = SECTION_DEFINITIONS;
    def->option = (struct token){"-", 1};
    const enum status status = read_definitions(def);
    if (status != STATUS_OK) {
        def->reader->missing_end = skip_section(def, "");
        def->reader->lost |= !def->reader->missing_end;
    }
    return status;
}

/* A section whose name is misspelt. Reading stops if it has no END or is needed by later ones. */
static enum status read_misspelt(struct def *def, const char *nearest)
{
    const enum keyword key = lex_keyword(def->lex, (struct token){nearest, strlen(nearest)});
    const bool referenced =
        key == KEY_COMPONENTS || key == KEY_PINS || key == KEY_VIAS || key == KEY_NONDEFAULTRULES;
    const bool ends = skip_section(def, nearest);
    const enum status status = lex_expected(def->lex, def->word, "a section, nearest %s", nearest);
    def->reader->lost |= !ends || referenced;
    return ends && !referenced ? reader_note(def->reader, status) : status;
}

/* A statement that the table does not list. A misspelt statement is an error. */
static enum status read_other(struct def *def)
{
    char nearest[STATEMENT_MAX];
    const struct token word = def->option = def->word;
    const bool section = begins_section(def) || token_is_word(word, "DEFAULTCAP");
    if (token_is_in("VERSION NAMESCASESENSITIVE", word))
        return read_plain(def->reader, SECTION_DEF, word);
    if (!statement_is_known(SECTION_DEF, word) && statement_nearest(SECTION_DEF, word, nearest))
        return section || strcmp(nearest, "PROPERTYDEFINITIONS") == 0
                   ? read_misspelt(def, nearest)
                   : lex_expected(def->lex, word, "a statement, nearest %s", nearest);
    TRY(statement_unused(def->reader, SECTION_DEF, word, NO_OPTION));
    if (!section) {
        TRY(def_values(def, true));
        return statement_skip_rest(def->reader, SECTION_DEF, word);
    }
    if (skip_section(def, ""))
        return STATUS_OK;
    def->reader->lost = true;
    return lex_expected(def->lex, word, "a section that ends with END %.*s",
                        (int)(word.length < STATEMENT_MAX ? word.length : STATEMENT_MAX),
                        word.text);
}

static const struct def_row STATEMENTS[] = {
    {KEY_TRACKS, def_tracks, ROW_LENGTHS, SECTION_DEF},
    {KEY_ROW, def_row, ROW_LENGTHS, SECTION_DEF},
    {KEY_UNITS, def_units, ROW_FINAL, SECTION_DEF},
    {KEY_DESIGN, def_design, ROW_PLAIN, SECTION_DEF},
    {KEY_DIEAREA, def_die, ROW_LENGTHS, SECTION_DEF},
    {KEY_GCELLGRID, def_gcells, ROW_LENGTHS, SECTION_DEF},
    {KEY_BUSBITCHARS, def_bus_characters, ROW_PLAIN, SECTION_DEF},
    {KEY_PROPERTYDEFINITIONS, skip_definitions, ROW_PLAIN, SECTION_DEF},
    {KEY_BEGINEXT, skip_extension, ROW_PLAIN, SECTION_DEF},
    {KEY_END, read_end, ROW_FINAL, SECTION_DEF},
    {KEY_COMPONENTS, def_component, ROW_REFERENCED, SECTION_COMPONENTS},
    {KEY_PINS, def_port, ROW_REFERENCED, SECTION_PINS},
    {KEY_VIAS, def_via, ROW_REFERENCED, SECTION_VIAS},
    {KEY_NONDEFAULTRULES, def_rule, ROW_REFERENCED, SECTION_RULES},
    {KEY_NETS, def_net, ROW_SECTION, SECTION_NETS},
    {KEY_SPECIALNETS, def_net, ROW_SECTION, SECTION_SPECIAL_NETS},
    {KEY_BLOCKAGES, def_blockage, ROW_SECTION, SECTION_BLOCKAGES},
    {KEY_STYLES, def_skip_item, ROW_SECTION, SECTION_STYLES},
    {KEY_REGIONS, def_skip_item, ROW_SECTION, SECTION_REGIONS},
    {KEY_PINPROPERTIES, def_skip_item, ROW_SECTION, SECTION_PIN_PROPERTIES},
    {KEY_SLOTS, def_skip_item, ROW_SECTION, SECTION_SLOTS},
    {KEY_FILLS, def_fill, ROW_SECTION, SECTION_FILLS},
    {KEY_SCANCHAINS, def_skip_item, ROW_SECTION, SECTION_SCAN_CHAINS},
    {KEY_GROUPS, def_skip_item, ROW_SECTION, SECTION_GROUPS},
};

/* Statements that a design has once. UNITS, DIEAREA and the sections are never repeated. */
static const char ONCE[] = "VERSION NAMESCASESENSITIVE DIVIDERCHAR BUSBITCHARS DESIGN TECHNOLOGY";

/* Reads the statement or section that begins with def->word. */
static enum status read_statement(struct def *def)
{
    enum keyword key = lex_keyword(def->lex, def->word);
    const struct def_row *row = STATEMENTS, *end = row + sizeof STATEMENTS / sizeof *row;
    while (row < end && row->key != key)
        row++;
    enum def_kind kind = row < end ? row->kind : ROW_PLAIN;
    enum status status;
    def->section = SECTION_DEF;
    if (token_is_in(ONCE, def->word))
        TRY(def_state(def, &def->header, def->word));
    if (kind >= ROW_LENGTHS && !def->has_units)
        return error_is_set(def->reader->errors)
                   ? STATUS_BAD_INPUT
                   : lex_expected(def->lex, def->word, "UNITS before the first length");
    if (kind >= ROW_SECTION)
        status = read_section(def, row);
    else
        status = row < end ? row->read(def) : read_other(def);
    return kind == ROW_FINAL || kind >= ROW_SECTION ? status : reader_recover(def->reader, status);
}

/* Checks that the design has END, UNITS and DIEAREA. */
static enum status check_whole(struct def *def)
{
    struct token end = lex_next(def->lex);
    if (!def->ended)
        return lex_expected(def->lex, end, "END DESIGN");
    if (!def->has_units)
        return lex_fail(def->lex, lex_here(def->lex), "expected UNITS, found none");
    if (end.length > 0)
        TRY(reader_remark(def->reader, "text behind END DESIGN is not read"));
    if (def->placed->die_count == 0)
        return lex_fail(def->lex, lex_here(def->lex), "expected DIEAREA, found none");
    return STATUS_OK;
}

/* Unplaced components are an error, unless the caller has asked for them. */
static enum status check_placed(struct def *def)
{
    enum { NAMED_MAX = 10 }; /* components named in the message */
    char names[64 * NAMED_MAX];
    uint32_t named = 0;
    size_t used = 0;
    if (def->unplaced == 0 || def->reader->skip_unplaced)
        return STATUS_OK;
    for (uint32_t c = 0; c < def->placed->component_names.count && named < NAMED_MAX; c++)
        if (def->placed->components[c].status == PLACE_UNPLACED)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%.60s",
                                     named++ > 0 ? ", " : "",
                                     names_text(&def->placed->component_names, c));
    return lex_fail(def->lex, def->unplaced_at,
                    "expected components that are PLACED, FIXED or COVER, found %u unplaced: %s%s; "
                    "--skip-unplaced leaves their nets open",
                    def->unplaced, names, def->unplaced > named ? ", ..." : "");
}

enum status def_read(struct lefdef_reader *reader)
{
    assert(!reader->lef);
    struct def def = {.reader = reader,
                      .lex = &reader->lex,
                      .tech = reader->tech,
                      .library = reader->library,
                      .placed = reader->placed,
                      .bus_open = reader->tech->bus_open,
                      .bus_close = reader->tech->bus_close};
    enum status status = STATUS_OK;
    while (status == STATUS_OK && !def.ended) {
        def.word = lex_next(def.lex);
        if (def.word.length == 0)
            break;
        status = read_statement(&def);
    }
    THEN(status, reader_note(reader, check_placed(&def)));
    THEN(status, reader_verdict(reader));
    THEN(status, check_whole(&def));
    if (status == STATUS_OK && def.placed->design == NULL)
        status = MEM_NEW(def.placed->design, 1, "design's name", reader->error);
    THEN(status, def_finish_nets(&def));
    THEN(status, tracks_from_lef(reader->layout, reader->error));
    names_destroy(&def.port_nets);
    MEM_FREE(def.port_net, def.port_at, def.wildcards, def.raw_components.at, def.raw_ports.at,
             def.raw_nets.at, def.item_at);
    return status;
}
