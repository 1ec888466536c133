/* design_file: the table of netlist formats, where a new one is a row. The design gets the file's
 * name, made safe for .routes. */
#include "grid/format/design_file.h"

#include "grid/format/course/course.h"
#include "grid/format/grid_file.h"
#include "grid/format/movingai/movingai.h"
#include "grid/format/native/native.h"
#include "grid/text/file/path.h"
#include "grid/text/harmless.h"

static const struct format formats[] = {
    {.first = "grid",
     .shape = "grid FILE",
     .read_design = native_read_net,
     .design_format = FORMAT_NATIVE},
    {.first = "version",
     .shape = "a MovingAI version",
     .read_design = movingai_scen_read,
     .design_format = FORMAT_MOVINGAI},
    {.first = NULL,
     .shape = "a course netlist's number of nets",
     .read_design = course_net_read,
     .design_format = FORMAT_COURSE},
};

static enum status read_by_first_word(struct design *design, struct scan *scan, struct error *error)
{
    struct word word = {0};
    TRY(scan_first_word(scan, &word, error));
    if (word_is(&word, "size") || word_is(&word, "type"))
        return scan_expected(scan, &word, error, "grid FILE: a netlist that names this grid");
    scan_back(scan, &word);
    const struct format *format = NULL;
    TRY(format_find(scan, "a netlist", formats, sizeof formats / sizeof *formats, &format, error));
    design->format = format->design_format;
    return format->read_design(design, scan, error);
}

/* Copies the name. Control characters and bytes that are not UTF-8 become question marks, because
 * .routes files are text. */
static void copy_name(char *to, const char *name)
{
    for (size_t left = strlen(name), length; left > 0;
         name += length, to += length, left -= length) {
        bool fine = false;
        length = harmless_step(name, left, &fine);
        memcpy(to, name, length);
        if (!fine && length == 1 && *name != '\t')
            *to = '?';
    }
    *to = '\0';
}

static enum status read_design(struct design *design, struct scan *scan, const char *path,
                               bool tiles, struct error *error)
{
    assert(path != NULL && path[0] != '\0');
    memset(design, 0, sizeof *design);
    const char *name = path_name(path);
    TRY(MEM_NEW(design->name, strlen(name) + 1, "netlist's name", error));
    copy_name(design->name, name);
    enum status status = read_by_first_word(design, scan, error);
    if (status == STATUS_OK && (design->grid.capacity != NULL) != tiles)
        status = error_set_at(error, STATUS_BAD_INPUT, scan->path, 0, 0,
                              tiles ? "expected a grid with capacities"
                                    : "its grid has capacities: it is a tile graph, which route, "
                                      "check and explain read from a file");
    if (status != STATUS_OK)
        design_destroy(design);
    return status;
}

enum status design_read_scan(struct design *design, struct scan *scan, const char *path,
                             struct error *error)
{
    return read_design(design, scan, path, false, error);
}

static enum status read_path(struct design *design, const char *path, bool tiles,
                             struct error *error)
{
    struct scan scan;
    memset(design, 0, sizeof *design);
    enum status status = scan_open(&scan, path, error);
    THEN(status, read_design(design, &scan, path, tiles, error));
    scan_close(&scan);
    return status;
}

enum status design_read(struct design *design, const char *path, struct error *error)
{
    return read_path(design, path, false, error);
}

enum status design_read_tiles(struct design *design, const char *path, struct error *error)
{
    return read_path(design, path, true, error);
}
