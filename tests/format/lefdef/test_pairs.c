/* test_pairs: every.lef and every.def with two errors at once (see pairs.h). lef.two.txt and
 * def.two.txt are the golden texts.
 *
 *     UPDATE=1 out/build/release/tests/format/lefdef/test_pairs
 */
#include "tests/support/layout_dump.h"
#include "tests/support/pairs.h"

#define FOLDER "tests/format/lefdef/every/"

/* A late place in each text, and an error there. DEF is read to its end only if the sections that
 * nets refer to are right. */
static const char *const later[2][PAIRS_LATER][2] = {
    {{"SLOTS + PUSHDOWN RECT ( 9000", "SLOTS + PUSHDOWN RECT ( ?"},
     {"VBB + ROUTED m1 (", "VBB + ROUTED ? ("}},
    {{"SIZE 1 BY 3", "SIZE ? BY 3"}, {"SIZE 4 BY 4", "SIZE ? BY 4"}}};

static char *every_lef, *every_def;

/* context: the name of the file that has the text; the other file is unchanged. */
static char *read_text(const char *text, size_t size, void *context)
{
    static const char *const lefs[] = {"t.lef"};
    const char *name = context;
    struct layout layout;
    struct error_rest rest = {0};
    struct error error = {.rest = &rest};
    const long live = atomic_load(&allocations_live);
    unlink(name);
    text_write_bytes(name, text, size);
    const enum status status = lefdef_read(&layout, "t.def", NULL, lefs, 1, &error);
    char *dump = status == STATUS_OK ? layout_dump(&layout) : NULL;
    layout_destroy(&layout);
    char *came = status == STATUS_OK ? edits_sum(dump) : edits_said(&error);
    no_more_than(live + 2); /* the result, and what the C library keeps */
    return came;
}

static void test_text(const char *golden, const char *text, const char *const (*wrong_later)[2],
                      char *name)
{
    char path[1024];
    text_write("t.lef", every_lef);
    text_write("t.def", every_def);
    snprintf(path, sizeof path, "%s/" FOLDER "%s", texts_start, golden);
    edits_expect(path, pairs_all(text, wrong_later, read_text, name));
}

static void test_lef(void **state)
{
    (void)state;
    char name[] = "t.lef";
    test_text("lef.two.txt", every_lef, later[1], name);
}

static void test_def(void **state)
{
    (void)state;
    char name[] = "t.def";
    test_text("def.two.txt", every_def, later[0], name);
}

static int set_up(void **state)
{
    size_t size;
    every_lef = text_read(FOLDER "every.lef", &size);
    every_def = text_read(FOLDER "every.def", &size);
    return texts_set_up(state);
}

static int tear_down(void **state)
{
    free(every_lef);
    free(every_def);
    return texts_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lef), cmocka_unit_test(test_def)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
