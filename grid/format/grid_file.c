/* grid_file: the table of grid formats, where a new one is a row; opens a grid by its name. The
 * first word of a text is compared with each row of a table. */
#include "grid/format/grid_file.h"

#include "grid/format/course/course.h"
#include "grid/format/movingai/movingai.h"
#include "grid/format/native/native.h"

static bool begins_with(const struct format *format, const struct word *word)
{
    if (format->first != NULL)
        return word_is(word, format->first);
    return word->length > 0 && word->text[0] >= '0' && word->text[0] <= '9';
}

enum status format_find(struct scan *scan, const char *kind, const struct format *formats,
                        size_t count, const struct format **found, struct error *error)
{
    assert(count > 0);
    struct word word = {0};
    char shapes[ERROR_TEXT_MAX / 2] = "";
    TRY(scan_first_word(scan, &word, error));
    for (size_t i = 0; i < count; i++) {
        if (begins_with(&formats[i], &word)) {
            *found = &formats[i];
            scan_back(scan, &word);
            return STATUS_OK;
        }
        text_append(shapes, sizeof shapes, "%s%s", i > 0 ? ", or " : "", formats[i].shape);
    }
    return scan_expected(scan, &word, error, "%s: %s", kind, shapes);
}

static const struct format formats[] = {
    {.first = "size", .shape = "size W H [L]", .read_grid = native_read_grid},
    {.first = "type", .shape = "a MovingAI map (type octile)", .read_grid = movingai_map_read},
    {.first = NULL, .shape = "a course grid", .read_grid = course_grid_read},
};

enum status grid_file_read_scan(struct grid *grid, struct scan *scan, struct error *error)
{
    memset(grid, 0, sizeof *grid);
    const struct format *format = NULL;
    enum status status =
        format_find(scan, "a grid", formats, sizeof formats / sizeof *formats, &format, error);
    if (status == STATUS_OK) {
        assert(format != NULL);
        status = format->read_grid(grid, scan, error);
    }
    if (status != STATUS_OK)
        grid_destroy(grid);
    return status;
}

enum status grid_file_read_named(struct grid *grid, char *path, char **opened, struct scan *scan,
                                 const struct word *word, struct error *error)
{
    assert(path != NULL && opened != NULL && *opened == NULL);
    struct scan inner;
    struct error cause = {0};
    *opened = path;
    memset(grid, 0, sizeof *grid);
    if (strcmp(path, "-") == 0)
        return scan_fail(scan, word, error, "expected the name of a file, found \"-\"");
    enum status status = scan_open(&inner, path, &cause);
    if (status == STATUS_OK) {
        status = grid_file_read_scan(grid, &inner, error);
        scan_close(&inner);
        return status;
    }
    if (status == STATUS_BAD_INPUT && cause.line == 0)
        return scan_fail(scan, word, error, "expected a readable grid file, found %s: %s", path,
                         cause.text);
    if (error != NULL && error->text[0] == '\0')
        *error = cause;
    return status;
}
