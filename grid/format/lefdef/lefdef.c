/* lefdef: opens the LEF files and the DEF, checks by the first statements that each has the right
 * format, and calls the two readers. */
#include "grid/format/lefdef/lefdef.h"

#include "grid/format/lefdef/reader.h"
#include "grid/text/file/path.h"

/* The format that has a statement with these first words, LEFDEF_NEITHER if both or none have. */
static enum lefdef_kind kind_of(enum keyword first, enum keyword second)
{
    static const enum keyword WORDS[2][10] = {
        {KEY_DESIGN, KEY_DIEAREA, KEY_TRACKS, KEY_ROW, KEY_GCELLGRID, KEY_COMPONENTS, KEY_PINS,
         KEY_NETS, KEY_SPECIALNETS, KEY_VIAS},
        {KEY_LAYER, KEY_MACRO, KEY_SITE, KEY_VIA, KEY_VIARULE, KEY_MANUFACTURINGGRID,
         KEY_CLEARANCEMEASURE, KEY_USEMINSPACING, KEY_NONDEFAULTRULE}};
    if (first == KEY_UNITS)
        return second == KEY_DISTANCE ? LEFDEF_DEF : LEFDEF_LEF;
    if (first == KEY_END && (second == KEY_LIBRARY || second == KEY_DESIGN))
        return second == KEY_LIBRARY ? LEFDEF_LEF : LEFDEF_DEF;
    for (size_t i = 0; i < 20 && first != KEY_NONE; i++)
        if (WORDS[i / 10][i % 10] == first)
            return i < 10 ? LEFDEF_DEF : LEFDEF_LEF;
    return LEFDEF_NEITHER;
}

/* Skips statements of both formats and unknown ones that begin with a word of letters. */
enum lefdef_kind lefdef_recognise(struct lexer *lex)
{
    for (bool plain = false;;) {
        struct token first = lex_next(lex), second = lex_peek(lex);
        if (first.length == 0)
            return plain ? LEFDEF_BOTH : LEFDEF_NEITHER;
        for (size_t i = 0; i < first.length; i++)
            if (!char_is_letter(first.text[i]) && first.text[i] != '_')
                return LEFDEF_NEITHER;
        enum lefdef_kind kind = kind_of(lex_keyword(lex, first), lex_keyword(lex, second));
        if (kind != LEFDEF_NEITHER)
            return kind;
        enum keyword end = lex_keyword(lex, first) == KEY_PROPERTYDEFINITIONS ? KEY_END : KEY_NONE;
        for (struct token token = second; token.length > 0;) {
            token = lex_next(lex);
            if (end != KEY_NONE ? lex_keyword(lex, token) == end : token_is_char(token, ';'))
                break;
        }
        if (end != KEY_NONE)
            lex_next(lex);
        plain |= end != KEY_NONE;
    }
}

/* The text must have the format that the command line states. */
static enum status check_kind(struct lefdef_reader *reader, enum lefdef_kind want)
{
    assert(want != LEFDEF_NEITHER);
    static const char *const NAME[] = {"", "LEF", "DEF"};
    const char *at = reader->lex.at;
    struct token first = lex_peek(&reader->lex);
    enum lefdef_kind kind = lefdef_recognise(&reader->lex);
    reader->lex.at = at;
    if (kind == LEFDEF_NEITHER || (kind == LEFDEF_BOTH && want == LEFDEF_DEF))
        return lex_expected(&reader->lex, first, "the first statement of a %s file", NAME[want]);
    return kind == want || (kind == LEFDEF_BOTH && want == LEFDEF_LEF)
               ? STATUS_OK
               : lex_fail(&reader->lex, first, "expected a %s file, found a %s file", NAME[want],
                          NAME[kind]);
}

/* True if a LEF text refers to layers (in VIA, MACRO, ..) before it defines one. */
static bool needs_layers(struct lexer *lex)
{
    const char *at = lex->at;
    bool wants = false;
    for (bool found = false; !found;) {
        struct token word = lex_next(lex);
        switch (word.length > 0 ? lex_keyword(lex, word) : KEY_LAYER) {
        case KEY_LAYER:
            found = true;
            break;
        case KEY_MACRO:
        case KEY_VIA:
        case KEY_VIARULE:
        case KEY_NONDEFAULTRULE:
        case KEY_SPACING:
            found = wants = true;
            break;
        case KEY_END: /* its name follows */
            lex_next(lex);
            break;
        case KEY_UNITS:
        case KEY_PROPERTYDEFINITIONS:
            while (word.length > 0 && lex_keyword(lex, word) != KEY_END)
                word = lex_next(lex);
            lex_next(lex);
            break;
        default:
            while (word.length > 0 && !token_is_char(word, ';'))
                word = lex_next(lex);
        }
    }
    lex->at = at;
    return wants;
}

/* Reads a file. If late is not NULL and the LEF file needs layers of another file, sets *late and
 * does not read it. */
static enum status read_file(struct lefdef_reader *reader, const char *path, struct scan *scan,
                             enum lefdef_kind kind, bool *late)
{
    assert(reader->lex.text == NULL); /* the file before is closed */
    TRY(lex_open(&reader->lex, path, scan, reader->error));
    reader->lef = kind == LEFDEF_LEF;
    reader->recovered = reader->lex.text;
    enum status status = check_kind(reader, kind);
    if (status == STATUS_OK && late != NULL && reader->tech->layer_names.count == 0 &&
        needs_layers(&reader->lex)) {
        *late = true;
        lex_close(&reader->lex);
        return STATUS_OK;
    }
    THEN(status, kind == LEFDEF_LEF ? lef_read(reader) : def_read(reader));
    if (status == STATUS_OK && kind == LEFDEF_DEF) {
        reader->placed->text = reader->lex.text;
        reader->placed->text_size = reader->lex.size;
        reader->lex.text = NULL;
    }
    if (kind == LEFDEF_LEF)
        lef_close(reader);
    lex_close(&reader->lex);
    return status;
}

/* Reads the LEF files in their order, but those that need layers of another file last. */
static enum status read_lefs(struct lefdef_reader *reader, const char *const *paths, size_t count,
                             struct error *error)
{
    bool *late;
    enum status status = MEM_NEW(late, count, "LEF files", error);
    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        status = read_file(reader, paths[i], NULL, LEFDEF_LEF,
                           path_is_regular(paths[i]) ? &late[i] : NULL);
    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        if (late[i])
            status = read_file(reader, paths[i], NULL, LEFDEF_LEF, NULL);
    free(late);
    return status;
}

void lefdef_lefs_destroy(struct lefdef_lefs *lefs)
{
    layout_destroy(&lefs->defined);
    *lefs = (struct lefdef_lefs){0};
}

static void fill(struct lefdef_reader *reader, struct layout *layout)
{
    reader->layout = layout;
    reader->tech = &layout->tech;
    reader->library = &layout->library;
    reader->placed = &layout->placed;
}

/* Reads the LEF files. */
static enum status define(struct lefdef_reader *reader, struct lefdef_lefs *lefs,
                          struct error *error)
{
    lefs->defined = (struct layout){.tech.obs_min_spacing = true};
    fill(reader, &lefs->defined);
    enum status status = read_lefs(reader, lefs->path, lefs->count, error);
    THEN(status, lef_note_enclosures(reader));
    lefs->read = status == STATUS_OK;
    lefs->divisor = reader->divisor;
    if (status != STATUS_OK)
        layout_destroy(&lefs->defined);
    return status;
}

enum status lefdef_read_with(struct layout *layout, const char *def_path, struct scan *scan,
                             struct lefdef_lefs *lefs, struct error *error)
{
    assert(lefs->path != NULL || lefs->count == 0);
    *layout = (struct layout){0};
    struct error unseen = {0}; /* error may be NULL, but the readers need a record */
    if (lefs->count == 0 && !lefs->read)
        return error_refuse(error, "expected a LEF file for %s, found none", def_path);
    struct lefdef_reader *reader;
    TRY(MEM_NEW(reader, 1, "reader", error));
    reader->error = reader->errors = error != NULL ? error : &unseen;
    enum status status = lefs->read ? STATUS_OK : define(reader, lefs, error);
    THEN(status, layout_copy_cells(layout, &lefs->defined, error));
    fill(reader, layout);
    reader->divisor = lefs->divisor;
    reader->skip_unplaced = lefs->skip_unplaced;
    THEN(status, read_file(reader, def_path, scan, LEFDEF_DEF, NULL));
    THEN(status, lef_note_max_widths(reader));
    names_destroy(&reader->blocks);
    MEM_FREE(reader->points, reader->rects, reader->block, reader->stated, reader->enclosures,
             reader);
    if (status != STATUS_OK)
        layout_destroy(layout);
    DEBUG_ASSERT(status != STATUS_OK || layout_is_sound(layout));
    return status;
}
