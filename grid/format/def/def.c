/* def: the statements and sections of a DEF text, and what a design cannot do without. */
#include "grid/format/def/parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- sections ------------------------------------------------------------------------------- */

static bool is_section(enum keyword key)
{
    switch (key) {
    case KEY_VIAS:
    case KEY_STYLES:
    case KEY_NONDEFAULTRULES:
    case KEY_REGIONS:
    case KEY_COMPONENTS:
    case KEY_PINS:
    case KEY_PINPROPERTIES:
    case KEY_BLOCKAGES:
    case KEY_SLOTS:
    case KEY_FILLS:
    case KEY_SPECIALNETS:
    case KEY_NETS:
    case KEY_SCANCHAINS:
    case KEY_GROUPS:
        return true;
    default:
        return false;
    }
}

/* One statement of a section; its `-` has been read. */
static enum status read_item(struct def *def, enum keyword section, struct token dash)
{
    assert(is_section(section) && token_is_char(dash, '-'));
    switch (section) {
    case KEY_VIAS:
        return def_via(def);
    case KEY_NONDEFAULTRULES:
        return def_rule(def);
    case KEY_COMPONENTS:
        return def_component(def);
    case KEY_PINS:
        return def_port(def);
    case KEY_BLOCKAGES:
        return def_blockage(def);
    case KEY_SPECIALNETS:
        return def_net(def, dash, true);
    case KEY_NETS:
        return def_net(def, dash, false);
    default:
        return lex_skip(def->lex);
    }
}

/* Notes where the writer finds the section. */
static void note_section(struct def *def, enum keyword key, struct token word, struct token count,
                         int64_t announced)
{
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

/* Sections that later ones refer to: with errors in one of them, what follows cannot be judged. */
static bool others_build_on(enum keyword section)
{
    return section == KEY_VIAS || section == KEY_NONDEFAULTRULES || section == KEY_COMPONENTS ||
           section == KEY_PINS;
}

static enum status read_section(struct def *def, enum keyword key, struct token word)
{
    int64_t announced = 0;
    uint32_t found = 0;
    struct token count = lex_peek(def->lex);
    const struct error *before = def->reader->error;
    if (def->seen[key])
        return lex_fail(def->lex, word, "expected the section %s once, found it twice",
                        keyword_text(key));
    if (def->numbered && others_build_on(key))
        return lex_fail(def->lex, word,
                        "expected the section %s before the first net, found it behind one",
                        keyword_text(key));
    def->seen[key] = true;
    TRY(lex_int(def->lex, "a number of statements", 0, UINT32_MAX - 1, &announced));
    TRY(lex_char(def->lex, ';'));
    note_section(def, key, word, count, announced);
    for (;;) {
        struct token dash = lex_next(def->lex);
        if (token_is_char(dash, ';'))
            continue;
        if (lex_keyword(def->lex, dash) == KEY_END) {
            if (key == KEY_VIAS)
                def->placed->vias_end = def_offset(def, dash);
            break;
        }
        if (!token_is_char(dash, '-'))
            return lex_expected(def->lex, dash, "- or END %s", keyword_text(key));
        found++;
        TRY(reader_recover(def->reader, read_item(def, key, dash)));
    }
    TRY(def_expect(def, key));
    if (def->reader->error != before)
        return others_build_on(key) ? STATUS_BAD_INPUT : STATUS_OK;
    if (found != announced)
        return reader_note(def->reader,
                           lex_expected(def->lex, count, "%u, the number of statements in %s",
                                        found, keyword_text(key)));
    return STATUS_OK;
}

/* Passes over everything up to a word that closes: `END word`, or ENDEXT. */
static enum status skip_to(struct def *def, enum keyword close, enum keyword name)
{
    for (;;) {
        struct token word = lex_next(def->lex);
        if (word.length == 0)
            return lex_expected(def->lex, word, "%s %s", keyword_text(close), keyword_text(name));
        if (lex_keyword(def->lex, word) != close)
            continue;
        if (name == KEY_NONE)
            return STATUS_OK;
        if (lex_keyword(def->lex, lex_peek(def->lex)) == name) {
            lex_next(def->lex);
            return STATUS_OK;
        }
    }
}

static enum status read_end(struct def *def, struct token word)
{
    def->ended = true;
    if (def->placed->vias_end == 0)
        def->placed->vias_end = def_offset(def, word);
    if (def->placed->nets_at == 0)
        def->placed->nets_at = def_offset(def, word);
    return def_expect(def, KEY_DESIGN);
}

static enum status read_statement(struct def *def, struct token word, enum keyword key)
{
    bool placed = is_section(key) || key == KEY_DIEAREA || key == KEY_ROW || key == KEY_TRACKS ||
                  key == KEY_GCELLGRID;
    if (placed && !def->has_units)
        return lex_expected(def->lex, word, "UNITS before the first place");
    if (is_section(key))
        return read_section(def, key, word);
    switch (key) {
    case KEY_UNITS:
        return def_units(def, word);
    case KEY_DESIGN:
        return def_design(def);
    case KEY_DIEAREA:
        return def_die(def, word);
    case KEY_ROW:
        return def_row(def);
    case KEY_TRACKS:
        return def_tracks(def);
    case KEY_GCELLGRID:
        return def_gcells(def);
    case KEY_BUSBITCHARS:
        return def_bus_characters(def);
    case KEY_PROPERTYDEFINITIONS:
        return skip_to(def, KEY_END, KEY_PROPERTYDEFINITIONS);
    case KEY_BEGINEXT:
        return skip_to(def, KEY_ENDEXT, KEY_NONE);
    case KEY_END:
        return read_end(def, word);
    default:
        return lex_skip_from(def->lex, word);
    }
}

/* What a design cannot do without. */
static enum status check_whole(struct def *def)
{
    const struct placed *placed = def->placed;
    struct token end = lex_next(def->lex);
    if (!def->ended)
        return lex_expected(def->lex, end, "END DESIGN");
    if (!def->has_units)
        return lex_fail(def->lex, (struct token){def->lex->at, 0}, "expected UNITS, found none");
    if (placed->die_count == 0)
        return lex_fail(def->lex, (struct token){def->lex->at, 0}, "expected DIEAREA, found none");
    for (uint32_t i = 0; i < placed->track_layer_count; i++)
        if (def->tech->layers[placed->track_layers[i]].kind == LAYER_ROUTING)
            return STATUS_OK;
    return lex_fail(def->lex, (struct token){def->lex->at, 0},
                    "expected TRACKS of a routing layer, found none");
}

enum status def_read(struct lefdef_reader *reader)
{
    assert(!reader->lef);
    struct def def = {.reader = reader,
                      .lex = &reader->lex,
                      .tech = &reader->layout->tech,
                      .library = &reader->layout->library,
                      .placed = &reader->layout->placed,
                      .bus_open = reader->layout->tech.bus_open,
                      .bus_close = reader->layout->tech.bus_close};
    enum status status = STATUS_OK;
    while (status == STATUS_OK && !def.ended) {
        struct token word = lex_next(def.lex);
        if (word.length == 0)
            break;
        enum keyword key = lex_keyword(def.lex, word);
        status = read_statement(&def, word, key);
        if (!is_section(key) && key != KEY_UNITS && key != KEY_END)
            status = reader_recover(reader, status);
    }
    THEN(status, reader_verdict(reader));
    THEN(status, check_whole(&def));
    if (status == STATUS_OK && def.placed->design == NULL) {
        def.placed->design = mem_alloc(1, 1, "design's name", reader->error);
        status = def.placed->design != NULL ? STATUS_OK : STATUS_FAILED;
    }
    THEN(status, def_finish_nets(&def));
    names_destroy(&def.port_nets);
    MEM_FREE(def.port_net, def.wildcards);
    return status;
}
