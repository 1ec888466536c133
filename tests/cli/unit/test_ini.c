/* The INI reader: what inih alone would cut or join without a word. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "router/cli/options/ini.h"
#include "tests/support/temporary.h"

static char heard[4096]; /* all events, one per line */

static void hear(const char *kind, const char *a, const char *b, const struct option_place *place)
{
    size_t used = strlen(heard);
    snprintf(heard + used, sizeof heard - used, "%s %s %s @%u:%u\n", kind, a, b,
             (unsigned)place->line, (unsigned)place->column);
}

static enum status on_section(void *context, const char *name, const struct option_place *place,
                              struct error *error)
{
    (void)context, (void)error;
    hear("section", name, "", place);
    return STATUS_OK;
}

static enum status on_pair(void *context, const char *key, const char *value,
                           const struct option_place *key_place,
                           const struct option_place *value_place, struct error *error)
{
    (void)context, (void)key_place;
    hear(key, "=", value, value_place);
    if (strcmp(value, "bad") == 0)
        return error_set_at(error, STATUS_BAD_INPUT, value_place->file, value_place->line,
                            value_place->column, "expected good");
    return STATUS_OK;
}

static enum status read_text(const char *text, size_t size, struct error *error)
{
    static const struct ini_events events = {on_section, on_pair};
    char path[TEMPORARY_SIZE];
    assert_true(temporary_file(path, ""));
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    heard[0] = '\0';
    memset(error, 0, sizeof *error);
    enum status status = ini_read(path, &events, NULL, error);
    unlink(path);
    return status;
}

static void expect(const char *text, const char *events)
{
    struct error error;
    assert_int_equal(read_text(text, strlen(text), &error), STATUS_OK);
    assert_string_equal(heard, events);
}

static void expect_error(const char *text, unsigned line, unsigned column, const char *part)
{
    struct error error;
    assert_int_equal(read_text(text, strlen(text), &error), STATUS_BAD_INPUT);
    if (error.line != line || error.column != column || strstr(error.text, part) == NULL)
        fail_msg("%s: %u:%u: %s", text, (unsigned)error.line, (unsigned)error.column, error.text);
}

static void test_good(void **state)
{
    (void)state;
    expect("", "");
    expect("# only\n; comments\n\n", "");
    expect("[a]\n[b c]\n", "section a  @1:2\nsection b c  @2:2\n");
    expect("[a]\nk=v\n k2 = v w  \n", "section a  @1:2\nk = v @2:3\nk2 = v w @3:7\n");
    expect("[a]\r\nk: v\r\n", "section a  @1:2\nk = v @2:4\n");
    expect("[a] ; c\nk = v ; c\nl = v#w;x # c\n", "section a  @1:2\nk = v @2:5\nl = v#w;x @3:5\n");
    expect("\xEF\xBB\xBF[a]\nk = v", "section a  @1:2\nk = v @2:5\n");
    expect("[a]\nk = x=y:z\n", "section a  @1:2\nk = x=y:z @2:5\n");
    /* inih would join the indented line to the value before it. */
    expect("[a]\nk = v\n  l = w\n", "section a  @1:2\nk = v @2:5\nl = w @3:7\n");
}

static void test_wrong(void **state)
{
    (void)state;
    char text[1024];
    expect_error("k = v\n", 1, 1, "before the first key");
    expect_error("[a]\nhello\n", 2, 1, "expected [SECTION]");
    expect_error("[a]\n  = v\n", 2, 3, "expected a key");
    expect_error("[a\n", 1, 3, "expected ]");
    expect_error("[a] x\n", 1, 4, "nothing behind");
    expect_error("[a]\nk = bad\n[unread\n", 2, 5, "expected good");
    snprintf(text, sizeof text, "[%060d]\n", 1);
    expect_error(text, 1, 2, "at most 49 bytes");
    snprintf(text, sizeof text, "[a]\n%060d = v\n", 1);
    expect_error(text, 2, 1, "at most 49 bytes");
    static char long_line[65600];
    memset(long_line, ' ', sizeof long_line - 1);
    memcpy(long_line, "[a]\n", 4);
    expect_error(long_line, 2, 65537, "at most 65536 bytes");
    struct error error;
    assert_int_equal(read_text("[a]\nk = \0v\n", 11, &error), STATUS_BAD_INPUT);
    assert_int_equal(error.line, 2);
    assert_non_null(strstr(error.text, "NUL"));
    const struct ini_events events = {on_section, on_pair};
    assert_int_equal(ini_read("/nonexistent/x.ini", &events, NULL, &error), STATUS_BAD_INPUT);
}

/* Every length around the limit arrives whole or is refused, none is cut. */
static void test_lengths(void **state)
{
    (void)state;
    for (int length = 150; length < 450; length++) {
        char text[512], wish[512];
        struct error error;
        snprintf(text, sizeof text, "[a]\nk=%0*d\n", length, 7);
        snprintf(wish, sizeof wish, "section a  @1:2\nk = %0*d @2:3\n", length, 7);
        assert_int_equal(read_text(text, strlen(text), &error), STATUS_OK);
        assert_string_equal(heard, wish);
    }
    for (int length = 1; length < 90; length++) {
        char text[512], wish[512];
        struct error error;
        snprintf(text, sizeof text, "[a]\n%0*d=v\n", length, 7);
        snprintf(wish, sizeof wish, "section a  @1:2\n%0*d = v @2:%d\n", length, 7, length + 2);
        enum status status = read_text(text, strlen(text), &error);
        assert_int_equal(status, length <= INI_NAME_LIMIT ? STATUS_OK : STATUS_BAD_INPUT);
        if (status == STATUS_OK)
            assert_string_equal(heard, wish);
    }
}

static void test_excerpt(void **state)
{
    (void)state;
    struct error error;
    const char *text = "[a]\n\tkey = bad ; why\n";
    assert_int_equal(read_text(text, strlen(text), &error), STATUS_BAD_INPUT);
    assert_string_equal(error.excerpt, " key = bad ; why");
    assert_int_equal(error.excerpt_column, 8);
    assert_memory_equal(error.excerpt + error.excerpt_column - 1, "bad", 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_excerpt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
