/* routes_file: chooses the format of a result, by its name to write it, by its first word to read
 * it. */
#include "grid/format/routes_file.h"

#include "grid/format/course/course.h"
#include "grid/format/native/native.h"
#include "grid/text/file/output.h"
#include "grid/text/file/path.h"

enum status routes_write(const struct routes *routes, const struct design *design, unsigned threads,
                         const char *path, struct error *error)
{
    assert(threads >= 1 && path != NULL);
    assert(routes->net_count == design->nets.net_count);
    DEBUG_ASSERT(routes_is_sound(routes, design));
    bool is_result = path_ends_with(path, ".out");
    if (is_result) {
        TRY(course_result_fits(design, error));
    } else if (design->name[strcspn(design->name, "\r\n")] != '\0') {
        return error_refuse(
            error, "expected a netlist's file name without a line end, because %s states it", path);
    }
    struct output output = {0};
    struct emit emit;
    TRY(output_open(&output, path, error));
    emit_open(&emit, output.stream);
    if (is_result)
        course_result_write(routes, design, &emit);
    else
        native_write_routes(routes, design, threads, &emit);
    emit_flush(&emit);
    return output_commit(&output, error);
}

static bool is_number(const struct word *word)
{
    for (size_t i = 0; i < word->length; i++)
        if (word->text[i] < '0' || word->text[i] > '9')
            return false;
    return word->length > 0;
}

enum status routes_read(struct routes *routes, const struct design *design, const char *path,
                        struct error *error)
{
    struct scan scan = {0};
    struct word word;
    enum status status = routes_create(routes, design->nets.net_count, error);
    THEN(status, scan_open(&scan, path, error));
    THEN(status, scan_first_word(&scan, &word, error));
    if (status == STATUS_OK) {
        bool is_result = is_number(&word);
        scan_back(&scan, &word);
        status = is_result ? course_result_read(routes, design, &scan, error)
                           : native_read_routes(routes, design, &scan, error);
    }
    scan_close(&scan);
    if (status != STATUS_OK)
        routes_destroy(routes);
    return status;
}
