/* layout_file: reads the first word of a file, then calls the reader of its format; calls the
 * writer of a file's ending. */
#include "grid/format/layout_file.h"

#include "grid/format/def/def_write.h"
#include "grid/format/lefdef/lefdef.h"
#include "grid/text/file/output.h"
#include "grid/text/file/path.h"

/* Opens the text; *is: its first word is `expected`. The word is put back. */
static enum status open_text(struct scan *scan, const char *path, const char *expected, bool *is,
                             struct error *error)
{
    struct word word = {0};
    TRY(scan_open(scan, path, error));
    struct error unseen = {0}; /* the reader of the format reports the error */
    *is = scan_first_word(scan, &word, &unseen) == STATUS_OK && word_is(&word, expected);
    if (word.length > 0)
        scan_back(scan, &word);
    return STATUS_OK;
}

bool layout_file_begins(const char *path, const char *word)
{
    struct scan scan = {0};
    bool is = false;
    if (!path_is_regular(path))
        return false;
    bool opened = open_text(&scan, path, word, &is, NULL) == STATUS_OK;
    scan_close(&scan);
    return opened && is;
}

/* Reads a DEF. A regular file is opened again, because the lexer reads whole files faster. */
static enum status read_def(struct layout *layout, const char *path, struct scan *scan,
                            struct lefdef_lefs *lefs, struct error *error)
{
    if (lefs == NULL || (lefs->count == 0 && !lefs->read))
        return error_refuse(
            error, "%.300s: a DEF needs the LEF files of its technology and cells: --lef FILE...",
            path);
    bool again = scan->source.regular && strcmp(path, "-") != 0;
    return lefdef_read_with(layout, path, again ? NULL : scan, lefs, error);
}

enum status layout_file_read(struct layout *layout, const char *path, struct lefdef_lefs *lefs,
                             struct error *error)
{
    struct scan scan = {0};
    bool native = false;
    *layout = (struct layout){0};
    enum status status = open_text(&scan, path, "chip", &native, error);
    THEN(status, native ? layout_text_read(layout, &scan, error)
                        : read_def(layout, path, &scan, lefs, error));
    scan_close(&scan);
    return status;
}

enum status layout_file_read_result(struct layout *routed, const struct layout *placed,
                                    const char *path, struct lefdef_lefs *lefs, struct error *error)
{
    assert(routed != placed);
    struct scan scan = {0};
    bool routes = false;
    *routed = (struct layout){0};
    enum status status = open_text(&scan, path, "routes", &routes, error);
    if (status == STATUS_OK && routes) {
        status = layout_copy(routed, placed, error);
        THEN(status, layout_routes_read(routed, &scan, error));
        if (status != STATUS_OK)
            layout_destroy(routed);
    } else if (status == STATUS_OK && layout_is_native(placed)) {
        status = error_set_at(error, STATUS_BAD_INPUT, path, 0, 0,
                              "expected a .routes file, because the design is not a DEF");
    } else if (status == STATUS_OK) {
        status = read_def(routed, path, &scan, lefs, error);
    }
    scan_close(&scan);
    return status;
}

enum status layout_form_of(const char *path, enum layout_form *form, struct error *error)
{
    static const char *const ENDING[] = {".net", ".routes", ".def"};
    *form = LAYOUT_FORM_TEXT;
    if (strcmp(path, "-") == 0)
        return STATUS_OK;
    for (size_t i = 0; i < sizeof ENDING / sizeof *ENDING; i++)
        if (path_ends_with(path, ENDING[i])) {
            *form = (enum layout_form)i;
            return STATUS_OK;
        }
    return error_refuse(
        error, "%.300s: expected NAME.net (the layout), NAME.routes or NAME.def (its wires)", path);
}

/* Writes the layout's DEF text, with its wires put in. */
static enum status write_laid(FILE *stream, const struct layout *layout, struct error *error)
{
    const uint32_t nets = layout->placed.net_names.count;
    uint32_t *first;
    TRY(MEM_NEW(first, (size_t)nets + 1, "wires", error));
    for (uint32_t n = 0; n < nets; n++)
        first[n] = layout->placed.nets[n].wires.first;
    first[nets] = layout->placed.wire_count;
    enum status status =
        def_write(stream, layout, &(struct def_wiring){layout->placed.wires, first, NULL}, error);
    free(first);
    return status;
}

enum status layout_file_write(const char *path, enum layout_form form, const struct layout *layout,
                              bool laid, layout_routes_reason *reason, const void *context,
                              struct error *error)
{
    struct output output = {0};
    if (form == LAYOUT_FORM_DEF && layout_is_native(layout))
        return error_refuse(
            error,
            "%.300s: a DEF is written from a placed DEF and its wires, found a native layout",
            path);
    enum status status = output_open(&output, path, error);
    if (status == STATUS_OK && form == LAYOUT_FORM_DEF && !laid)
        fwrite(layout->placed.text, 1, layout->placed.text_size, output.stream);
    else
        THEN(status, form == LAYOUT_FORM_TEXT ? layout_text_write(output.stream, layout, error)
                     : form == LAYOUT_FORM_ROUTES
                         ? layout_routes_write(output.stream, layout, reason, context, error)
                         : write_laid(output.stream, layout, error));
    return output_end(&output, status, error);
}
