/* test_broken_files: the messages of each reader for files that cannot be read to their end: a
 * missing file, a folder, a gzip file that is cut or damaged, a late control character. Each
 * message names the file, no memory is left behind, and the result is empty. */
#include "tests/support/allocations.h"
#include "tests/support/layout_texts.h"

#include "grid/format/layout_file.h"
#include "tests/support/read_files.h"
#include "grid/format/design_file.h"
#include "grid/format/guides.h"
#include "grid/format/routes_file.h"

#define ANY UINT64_MAX

static struct design design;
static struct layout layout;

/* ---- readers -------------------------------------------------------------------------------- */

/* Reads a file into an object filled with other bytes. On failure it must be all zero. */
typedef enum status read_file(const char *path, bool *empty, struct error *error);

static bool all_zero(const void *memory, size_t size)
{
    const unsigned char *byte = memory;
    for (size_t i = 0; i < size; i++)
        if (byte[i] != 0)
            return false;
    return true;
}

static enum status read_a_grid(const char *path, bool *empty, struct error *error)
{
    struct grid grid;
    memset(&grid, 0x5A, sizeof grid);
    const enum status status = grid_file_read(&grid, path, error);
    *empty = all_zero(&grid, sizeof grid);
    grid_destroy(&grid);
    return status;
}

static enum status read_a_design(const char *path, bool *empty, struct error *error)
{
    struct design it;
    memset(&it, 0x5A, sizeof it);
    const enum status status = design_read(&it, path, error);
    *empty = all_zero(&it, sizeof it);
    design_destroy(&it);
    return status;
}

static enum status read_routes(const char *path, bool *empty, struct error *error)
{
    struct routes routes;
    memset(&routes, 0x5A, sizeof routes);
    const enum status status = routes_read(&routes, &design, path, error);
    *empty = all_zero(&routes, sizeof routes);
    routes_destroy(&routes);
    return status;
}

static enum status read_matrix(const char *path, bool *empty, struct error *error)
{
    struct csr_graph graph;
    memset(&graph, 0x5A, sizeof graph);
    const enum status status = matrixmarket_read(&graph, path, false, error);
    *empty = all_zero(&graph, sizeof graph);
    csr_graph_destroy(&graph);
    return status;
}

static enum status read_lef(const char *path, bool *empty, struct error *error)
{
    struct layout it;
    memset(&it, 0x5A, sizeof it);
    struct lefdef_lefs lefs = {.path = &path, .count = 1};
    const enum status status = layout_file_read(&it, "counter.def", &lefs, error);
    lefdef_lefs_destroy(&lefs);
    *empty = all_zero(&it, sizeof it);
    layout_destroy(&it);
    return status;
}

static enum status read_def(const char *path, bool *empty, struct error *error)
{
    static const char *const lefs[] = {"quad.lef"};
    struct layout it;
    memset(&it, 0x5A, sizeof it);
    const enum status status = lefdef_read(&it, path, NULL, lefs, 1, error);
    *empty = all_zero(&it, sizeof it);
    layout_destroy(&it);
    return status;
}

static enum status read_layout(const char *path, bool *empty, struct error *error)
{
    static const char *const lefs[] = {"quad.lef"};
    struct layout it;
    memset(&it, 0x5A, sizeof it);
    struct lefdef_lefs given = {.path = lefs, .count = 1};
    const enum status status = layout_file_read(&it, path, &given, error);
    lefdef_lefs_destroy(&given);
    *empty = all_zero(&it, sizeof it);
    layout_destroy(&it);
    return status;
}

static enum status read_layout_result(const char *path, bool *empty, struct error *error)
{
    static const char *const lefs[] = {"quad.lef"};
    struct layout it;
    memset(&it, 0x5A, sizeof it);
    struct lefdef_lefs given = {.path = lefs, .count = 1};
    const enum status status = layout_file_read_result(&it, &layout, path, &given, error);
    lefdef_lefs_destroy(&given);
    *empty = all_zero(&it, sizeof it);
    layout_destroy(&it);
    return status;
}

static enum status read_guides(const char *path, bool *empty, struct error *error)
{
    struct guides guides;
    const enum status status = guides_read(&guides, &layout, path, error);
    guides_destroy(&guides);
    *empty = true; /* to be destroyed in any case */
    return status;
}

/* ---- files ---------------------------------------------------------------------------------- */

static const struct {
    const char *name, *text; /* the start of such a file */
    read_file *read;
} readers[] = {
    {"a grid", "size 3 3\n", read_a_grid},
    {"a map", "type octile\nheight 1\nwidth 3\nmap\n...\n", read_a_grid},
    {"a course grid", "2 2 1 1\n1 1\n1 1\n1 1\n1 1\n", read_a_grid},
    {"a netlist", "grid a.grid\nnet a 0,0,1 1,1,1\n", read_a_design},
    {"routes", "routes a.net\nnet a unrouted no-path\n", read_routes},
    {"a matrix", "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n", read_matrix},
    {"LEF", NULL, read_lef},
    {"DEF", NULL, read_def},
    {"a chip", NULL, read_layout},
    {"a chip's result", NULL, read_layout_result},
    {"guides", "clk\n(\n)\n", read_guides},
};
enum { READERS = sizeof readers / sizeof *readers };

/* line: the line of the message; ANY: it depends on the reader's buffer. */
static void expect_broken(size_t reader, const char *path, const char *what, uint64_t line)
{
    struct error error = {0};
    bool empty = false;
    for (int round = 0; round < 2; round++) { /* the second time without an error record */
        const int file = next_file();
        const long live = atomic_load(&allocations_live);
        const enum status status = readers[reader].read(path, &empty, round == 0 ? &error : NULL);
        no_more_than(live);
        assert_int_equal(next_file(), file);
        if (status != STATUS_BAD_INPUT || !empty)
            fail_msg("%s, %s: status %d, empty %d", readers[reader].name, what, (int)status, empty);
    }
    if (strcmp(error.file, path) != 0 || (line != ANY && error.line != line) ||
        error.text[0] == '\0')
        fail_msg("%s, %s: %s:%llu: %s", readers[reader].name, what, error.file,
                 (unsigned long long)error.line, error.text);
}

/* The text with `lines` line ends behind it, to be freed; its size. */
static char *long_text(const char *text, size_t lines, size_t *size)
{
    const size_t length = strlen(text);
    char *whole = malloc(length + lines + 2);
    assert_non_null(whole);
    memcpy(whole, text, length);
    memset(whole + length, '\n', lines + 2);
    *size = length + lines;
    return whole;
}

static uint64_t lines_of(const char *text, size_t size)
{
    uint64_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}

static void test_nothing_there(void **state)
{
    (void)state;
    for (size_t i = 0; i < READERS; i++) {
        expect_broken(i, "none", "no file", 0);
        expect_broken(i, ".", "a folder", 0);
    }
}

static const char *text_of(size_t reader)
{
    return readers[reader].text != NULL       ? readers[reader].text
           : readers[reader].read == read_lef ? quad_lef
                                              : counter_def;
}

/* Cut near the start, in the middle and just before the end; a byte of the checksum changed. */
static void test_gzip(void **state)
{
    (void)state;
    for (size_t i = 0; i < READERS; i++) {
        size_t size, packed;
        char *text = long_text(text_of(i), 100000, &size);
        text_write_gzip("whole.gz", text, size);
        char *bytes = text_read("whole.gz", &packed);
        bool empty;
        struct error error = {0};
        if (readers[i].read("whole.gz", &empty, &error) != STATUS_OK)
            fail_msg("%s as it stands: %s", readers[i].name, error.text);
        const size_t cuts[] = {4, 12, packed / 2, packed - 8, packed - 1};
        for (size_t k = 0; k < sizeof cuts / sizeof *cuts; k++) {
            text_write_bytes("cut.gz", bytes, cuts[k]);
            expect_broken(i, "cut.gz", "cut", ANY);
        }
        bytes[packed - 5] ^= 1;
        text_write_bytes("cut.gz", bytes, packed);
        expect_broken(i, "cut.gz", "another sum", ANY);
        free(bytes);
        free(text);
    }
}

/* A netlist whose grid cannot be read, with and without an error record. If the grid cannot be
 * opened, the message points to the netlist's line. */
static void test_named_grid(void **state)
{
    (void)state;
    size_t size, packed;
    char *text = long_text("size 3 3\n", 100000, &size);
    text_write_gzip("whole.gz", text, size);
    char *bytes = text_read("whole.gz", &packed);
    for (size_t cut = 0; cut < packed; cut += cut < 30 ? 1 : 13) {
        text_write_bytes("broken.grid", bytes, cut);
        for (int round = 0; round < 2; round++) {
            bool empty;
            struct error error = {0};
            text_write("broken.net", "# a comment\ngrid broken.grid\nnet a 0,0,1 1,1,1\n");
            assert_int_equal(read_a_design("broken.net", &empty, round == 0 ? &error : NULL),
                             STATUS_BAD_INPUT);
            assert_true(empty);
            if (round == 0 && strcmp(error.file, "broken.grid") != 0)
                assert_true(strcmp(error.file, "broken.net") == 0 && error.line == 2 &&
                            strstr(error.text, "broken.grid") != NULL);
        }
    }
    free(bytes);
    free(text);
}

/* A control character behind the first block of the file. */
static void test_far_behind(void **state)
{
    (void)state;
    static const size_t places[] = {10, 65536, 200000};
    for (size_t i = 0; i < READERS; i++)
        for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
            size_t size;
            char *text = long_text(text_of(i), places[k], &size);
            text[size] = '\x01';
            text_write_bytes("far", text, size + 2);
            expect_broken(i, "far", "a control character", lines_of(text, size));
            free(text);
        }
}

static int set_up(void **state)
{
    static const char *const lefs[] = {"quad.lef"};
    if (layout_set_up(state) != 0)
        return -1;
    text_write("quad.lef", quad_lef);
    text_write("counter.def", counter_def);
    text_write("a.grid", "size 3 3\n");
    text_write("a.net", "grid a.grid\nnet a 0,0,1 1,1,1\n");
    assert_int_equal(lefdef_read(&layout, "counter.def", NULL, lefs, 1, NULL), STATUS_OK);
    return design_read(&design, "a.net", NULL) == STATUS_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    design_destroy(&design);
    layout_destroy(&layout);
    return layout_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_there),
        cmocka_unit_test(test_gzip),
        cmocka_unit_test(test_named_grid),
        cmocka_unit_test(test_far_behind),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
