/* Names of files: confinement by name and by link, folders, and outputs that come together. */
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "grid/text/file/path.h"
#include "router/cli/output/deliver.h"
#include "tests/support/texts.h"

static void test_confined(void **state)
{
    (void)state;
    static const char *const good[] = {"a", "a.png", "a/b/c.d", "a..b", "a/b.c/d"};
    static const char *const bad[] = {"",     "/",  "/a",  "..",    "../a", "a/..",   "a/../b",
                                      "a//b", "a/", "./a", "a/./b", ".a",   "a/.b/c", "//a"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(path_is_confined(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (path_is_confined(bad[i]))
            fail_msg("\"%s\" is not confined", bad[i]);
}

static void test_stem(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"a/alu.net", "alu"},    {"alu.net.gz", "alu"}, {"alu", "alu"}, {"-", "stdin"},
        {"m.map.scen", "m.map"}, {".net", ".net"},      {"a.b/c", "c"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *stem = deliver_stem(rows[i][0]);
        assert_string_equal(stem, rows[i][1]);
        free(stem);
    }
}

static void test_inside(void **state)
{
    (void)state;
    struct error error = {0};
    assert_int_equal(path_make_folders("in/a/b", NULL), STATUS_OK);
    assert_int_equal(path_make_folders("in/a/b", NULL), STATUS_OK);
    assert_int_equal(path_make_folders("inside", NULL), STATUS_OK);
    assert_int_equal(path_check_inside("in", "in/a/b/new", NULL), STATUS_OK);
    assert_int_equal(symlink("../../inside", "in/a/out"), 0);
    assert_int_equal(path_check_inside("in", "in/a/out/x", &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "by a link"));
    assert_int_equal(path_check_inside("in", "in/a/out", NULL), STATUS_BAD_INPUT);
    assert_int_equal(symlink("b", "in/a/fine"), 0);
    assert_int_equal(path_check_inside("in", "in/a/fine/x", NULL), STATUS_OK);
    assert_int_equal(symlink("nowhere", "in/dead"), 0);
    assert_int_equal(path_check_inside("in", "in/dead", NULL), STATUS_BAD_INPUT);
    text_write("plain", "");
    assert_int_equal(path_make_folders("plain/x", NULL), STATUS_FAILED);
}

/* An error of the system is reported as it is. */
static void test_reasons(void **state)
{
    (void)state;
    struct error error = {0};
    /* This file system takes no folders, whatever the user may do. */
    if (access("/sys/kernel", F_OK) == 0) {
        assert_int_equal(path_make_folders("/sys/leeway", &error), STATUS_FAILED);
        assert_non_null(strstr(error.text, "/sys/leeway"));
        assert_null(strstr(error.text, "No such file"));
    }
    error = (struct error){0};
    assert_int_equal(path_make_folders("root/a", NULL), STATUS_OK);
    assert_int_equal(deliver_check_inside("root/a/x", "root", NULL), STATUS_OK);
    struct rlimit before, few;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    const int first = open(".", O_RDONLY | O_CLOEXEC);
    for (int left = 0; left < 3; left++) { /* descriptors that may still be opened */
        few = (struct rlimit){(rlim_t)(first + left), before.rlim_max};
        if (left == 0)
            close(first);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
        const enum status status = deliver_check_inside("root/a/x", "root", &error);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
        assert_int_equal(status, STATUS_FAILED);
        if (strstr(error.text, "Too many open files") == NULL)
            fail_msg("%d descriptors: %s", left, error.text);
        error = (struct error){0};
    }
    assert_int_equal(deliver_check_inside("root/a/x", "root/none", &error), STATUS_FAILED);
    assert_non_null(strstr(error.text, "No such file"));
    error = (struct error){0};
    assert_int_equal(path_make_folders("apart", NULL), STATUS_OK);
    assert_int_equal(deliver_check_inside("root/a/x", "apart", &error), STATUS_FAILED);
    assert_non_null(strstr(error.text, "moved out of the output folder"));
}

static void stage(struct delivery *delivery, const char *path, const char *text)
{
    const char *to;
    assert_int_equal(deliver_stage(delivery, path, &to, NULL), STATUS_OK);
    text_write(to, text);
}

static void test_deliver(void **state)
{
    (void)state;
    struct delivery delivery = {0};
    text_write("one", "old");
    assert_int_equal(chmod("one", 0640), 0);
    stage(&delivery, "one", "new");
    stage(&delivery, "two", "new");
    text_expect("one", "old");
    assert_int_equal(access("two", F_OK), -1);
    assert_int_equal(deliver_end(&delivery, STATUS_OK, NULL), STATUS_OK);
    text_expect("one", "new");
    text_expect("two", "new");
    struct stat info;
    assert_int_equal(stat("one", &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);

    /* Given up: all as before, nothing left, the message speaks of the final name. */
    struct error error = {0};
    stage(&delivery, "one", "newer");
    stage(&delivery, "three", "newer");
    error_set(&error, STATUS_FAILED, "cannot write %s: no", delivery.file[1].staged);
    assert_int_equal(deliver_end(&delivery, STATUS_FAILED, &error), STATUS_FAILED);
    text_expect("one", "new");
    assert_int_equal(access("three", F_OK), -1);
    assert_string_equal(error.text, "cannot write three: no");

    /* With a prefix names may become longer; links are written through, so not staged. */
    delivery.prefix = "./.w.";
    stage(&delivery, "one", "last");
    assert_int_equal(access("./.w.0.one", F_OK), 0);
    assert_int_equal(symlink("two", "link"), 0);
    stage(&delivery, "link", "through");
    assert_null(delivery.file[1].staged);
    assert_int_equal(deliver_end(&delivery, STATUS_OK, NULL), STATUS_OK);
    text_expect("one", "last");
    text_expect("two", "through");
}

static void test_check(void **state)
{
    (void)state;
    const char *const inputs[] = {"input", NULL, "-"};
    text_write("input", "");
    assert_int_equal(link("input", "same"), 0);
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(deliver_check(NULL, "x", NULL, inputs, 3, NULL), STATUS_OK);
    assert_int_equal(deliver_check("none", "x", NULL, inputs, 3, NULL), STATUS_OK);
    assert_int_equal(deliver_check("-", "x", NULL, inputs, 3, NULL), STATUS_OK);
    assert_int_equal(deliver_check("new", "x", NULL, inputs, 3, NULL), STATUS_OK);
    assert_int_equal(deliver_check("input", "x", NULL, inputs, 3, NULL), STATUS_BAD_INPUT);
    assert_int_equal(deliver_check("same", "x", NULL, inputs, 3, NULL), STATUS_BAD_INPUT);
    assert_int_equal(deliver_check("folder/../input", "x", NULL, inputs, 3, NULL),
                     STATUS_BAD_INPUT);
    assert_int_equal(deliver_check("folder", "x", NULL, inputs, 3, NULL), STATUS_FAILED);
    assert_int_equal(deliver_check("folder/", "x", NULL, inputs, 3, NULL), STATUS_FAILED);
    assert_int_equal(deliver_check("made/new", "x", NULL, inputs, 3, NULL), STATUS_FAILED);
    assert_int_equal(deliver_check("made/new", "x", "made", inputs, 3, NULL), STATUS_OK);
    assert_int_equal(deliver_check("input/new", "x", "input", inputs, 3, NULL), STATUS_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_confined),
        cmocka_unit_test(test_stem),
        cmocka_unit_test_setup_teardown(test_inside, texts_set_up, texts_tear_down),
        cmocka_unit_test_setup_teardown(test_reasons, texts_set_up, texts_tear_down),
        cmocka_unit_test_setup_teardown(test_deliver, texts_set_up, texts_tear_down),
        cmocka_unit_test_setup_teardown(test_check, texts_set_up, texts_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
