/* grid_file: see the header for the contract. */
#include "grid/format/grid_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grid/format/course.h"
#include "grid/format/movingai.h"
#include "grid/format/native/native.h"

static enum status read_by_content(struct grid *grid, struct scan *scan, struct error *error)
{
    struct word word = {0};
    enum status status = scan_first_word(scan, &word, error);
    if (status != STATUS_OK)
        return status;
    bool number = word.length > 0 && word.text[0] >= '0' && word.text[0] <= '9';
    if (word_is(&word, "size") || word_is(&word, "type") || number) {
        scan_back(scan, &word);
        if (number)
            return course_read_grid(grid, scan, error);
        return word.text[0] == 's' ? native_read_grid(grid, scan, error)
                                   : movingai_read_map(grid, scan, error);
    }
    return scan_expected(scan, &word, error,
                         "a grid: size W H [L], or a MovingAI map (type octile), or a course grid");
}

enum status grid_file_read_scan(struct grid *grid, struct scan *scan, struct error *error)
{
    memset(grid, 0, sizeof *grid);
    enum status status = read_by_content(grid, scan, error);
    if (status != STATUS_OK)
        grid_destroy(grid);
    return status;
}

/* Reads from an open scan and closes it. */
static enum status read_and_close(struct grid *grid, struct scan *scan, struct error *error)
{
    enum status status = grid_file_read_scan(grid, scan, error);
    scan_close(scan);
    return status;
}

enum status grid_file_read(struct grid *grid, const char *path, struct error *error)
{
    struct scan scan;
    memset(grid, 0, sizeof *grid);
    enum status status = scan_open(&scan, path, error);
    return status == STATUS_OK ? read_and_close(grid, &scan, error) : status;
}

char *grid_file_beside(const char *other, const char *name, size_t length, struct error *error)
{
    const char *slash = strrchr(other, '/');
    size_t folder = slash != NULL ? (size_t)(slash - other) + 1 : 0;
    if (length > 0 && name[0] == '/')
        folder = 0;
    char *path = mem_alloc(folder + length + 1, 1, "name of the grid's file", error);
    if (path == NULL)
        return NULL;
    memcpy(path, other, folder);
    memcpy(path + folder, name, length);
    return path;
}

bool grid_file_exists(const char *path)
{
    return access(path, R_OK) == 0;
}

enum status grid_file_read_named(struct grid *grid, char *path, char **opened, struct scan *scan,
                                 const struct word *word, struct error *error)
{
    struct scan inner;
    struct error cause = {0};
    *opened = path;
    memset(grid, 0, sizeof *grid);
    if (strcmp(path, "-") == 0)
        return scan_fail(scan, word, error, "expected the name of a file, found \"-\"");
    enum status status = scan_open(&inner, path, &cause);
    if (status == STATUS_OK)
        return read_and_close(grid, &inner, error);
    if (status == STATUS_BAD_INPUT && cause.line == 0)
        return scan_fail(scan, word, error, "expected a readable grid file, found %s: %s", path,
                         cause.text);
    if (error != NULL && error->text[0] == '\0')
        *error = cause;
    return status;
}
