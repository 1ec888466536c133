/* The option table, the parser, nearest words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "router/cli/options/options_table.h"
#include "router/maze/plan/order.h"
#include "router/wave/wave.h"

enum { WORDS_MAX = 16 };

static struct options options;
static struct error error;

/* Parses "leeway " + line, split at blanks. */
static enum status parse(const char *line)
{
    static char copy[512];
    assert_true(strlen(line) < sizeof copy);
    char *argv[WORDS_MAX] = {(char *)"leeway"};
    int argc = 1;
    options_destroy(&options);
    error_clear(&error);
    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
        argv[argc++] = word;
    return options_parse(&options, argc, argv, &error);
}

static void expect_error(const char *line, const char *part)
{
    assert_int_equal(parse(line), STATUS_BAD_INPUT);
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    if (strstr(error.text, part) == NULL)
        fail_msg("\"%s\": \"%s\" is not in \"%s\"", line, part, error.text);
    options_destroy(&options);
}

static void test_table(void **state)
{
    (void)state;
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        assert_true(option_table[i].commands != 0);
        assert_true(option_table[i].low <= option_table[i].high);
        assert_int_equal(option_table[i].kind == OPTION_WORD, option_table[i].words != NULL);
        for (unsigned j = 0; j < i; j++) { /* no command has two options of one name or letter */
            if ((option_table[i].commands & option_table[j].commands) == 0)
                continue;
            assert_string_not_equal(option_table[i].name, option_table[j].name);
            assert_true(option_table[i].letter == 0 ||
                        option_table[i].letter != option_table[j].letter);
        }
    }
    char words[256] = "";
    for (unsigned i = 0, at = 0; order_names[i] != NULL && at < sizeof words; i++)
        at += (unsigned)snprintf(words + at, sizeof words - at, "%s%s", i > 0 ? "|" : "",
                                 order_names[i]);
    assert_string_equal(option_table[OPT_ORDER].words, words);
    assert_string_equal(option_table[OPT_ORDER].fallback, order_names[ORDER_SHORT]);
}

static void test_forms(void **state)
{
    (void)state;
    assert_int_equal(parse("route a.net --engine cpu --threads=4 -o x.png -ry.routes"), STATUS_OK);
    assert_int_equal(options.command, COMMAND_ROUTE);
    assert_string_equal(options.operand[0], "a.net");
    assert_string_equal(options_text(&options, OPT_ENGINE, "auto"), "cpu");
    assert_int_equal(options_number(&options, OPT_THREADS, 1), 4);
    assert_string_equal(options_text(&options, OPT_PICTURE, NULL), "x.png");
    assert_string_equal(options_text(&options, OPT_ROUTES, NULL), "y.routes");
    assert_null(options_text(&options, OPT_JSON, NULL));
    assert_int_equal(parse("route --alone --json - --crop 9,8,1,2 -- -odd"), STATUS_OK);
    assert_string_equal(options.operand[0], "-odd");
    assert_true(options_flag(&options, OPT_ALONE));
    assert_string_equal(options.value[OPT_JSON].text, "-");
    struct box box = options.value[OPT_CROP].box;
    assert_true(box.x0 == 1 && box.y0 == 2 && box.x1 == 9 && box.y1 == 8);
    assert_int_equal(parse("route - --only-net a --only-net=b --only-net a"), STATUS_OK);
    assert_string_equal(options.operand[0], "-");
    assert_int_equal(options.value[OPT_ONLY_NET].list_count, 3);
    assert_string_equal(options.value[OPT_ONLY_NET].list[1], "b");
    assert_int_equal(parse("generate open 4 5 2 --seed 18446744073709551615 -o n"), STATUS_OK);
    assert_true(options_number(&options, OPT_SEED, 0) == UINT64_MAX);
    assert_string_equal(options_text(&options, OPT_OUTPUT, NULL), "n");
    options_destroy(&options);
}

static void test_help(void **state)
{
    (void)state;
    assert_int_equal(parse("--help"), STATUS_OK);
    assert_int_equal(options.command, COMMAND_HELP);
    assert_int_equal(options.operand_count, 0);
    assert_int_equal(parse("route x --threads 3 --help"), STATUS_OK);
    assert_int_equal(options.command, COMMAND_HELP);
    assert_string_equal(options.operand[0], "route");
    assert_int_equal(parse("help check"), STATUS_OK);
    assert_string_equal(options.operand[0], "check");
    assert_int_equal(parse("--version"), STATUS_OK);
    assert_int_equal(options.command, COMMAND_VERSION);
    options_destroy(&options);
}

static void test_wrong(void **state)
{
    (void)state;
    expect_error("", "expected a command");
    expect_error("rout a", "did you mean route?");
    expect_error("xyzzy", "unknown command \"xyzzy\"");
    expect_error("--verbose", "expected a command");
    expect_error("route", "missing operand");
    expect_error("route a b", "superfluous \"b\"");
    expect_error("route a --egnine cpu", "did you mean --engine?");
    expect_error("route a --zzzzzz", "unknown option --zzzzzz");
    expect_error("route a -z", "unknown option -z");
    expect_error("route a --seed 1", "takes no option --seed");
    expect_error("route a --engine", "its value NAME is missing");
    expect_error("route a -o", "--picture (-o): its value FILE is missing");
    expect_error("route a --engine=gppu", "did you mean gpu?");
    expect_error("route a --threads 0", "a number from 1 to 1024, found \"0\"");
    expect_error("route a --threads 1025", "found \"1025\"");
    expect_error("route a --threads 4x", "found \"4x\"");
    expect_error("route a --threads -4", "found \"-4\"");
    expect_error("route a --threads=", "found \"\"");
    expect_error("route a --threads 99999999999999999999999", "a number from");
    expect_error("route a --alone=yes", "takes no value");
    expect_error("route a --crop 1,2,3", "X0,Y0,X1,Y1");
    expect_error("route a --crop 1,2,3,4,5", "X0,Y0,X1,Y1");
    expect_error("route a --engine cpu --engine gpu", "given twice");
    expect_error("route a --alone --alone", "given twice");
}

static void test_inherit(void **state)
{
    (void)state;
    struct options defaults = {0};
    struct option_place nowhere = {0};
    assert_int_equal(parse("route a --engine cpu --skip-net x"), STATUS_OK);
    options_set(&defaults, OPT_ENGINE, "gpu", nowhere, NULL);
    options_set(&defaults, OPT_THREADS, "7", nowhere, NULL);
    options_set(&defaults, OPT_ONLY_NET, "p", nowhere, NULL);
    options_set(&defaults, OPT_ONLY_NET, "q", nowhere, NULL);
    options_set(&defaults, OPT_ALONE, "false", nowhere, NULL);
    assert_int_equal(options_inherit(&options, &defaults, &error), STATUS_OK);
    assert_string_equal(options_text(&options, OPT_ENGINE, ""), "cpu");
    assert_int_equal(options_number(&options, OPT_THREADS, 1), 7);
    assert_int_equal(options.value[OPT_ONLY_NET].list_count, 2);
    assert_int_equal(options.value[OPT_SKIP_NET].list_count, 1);
    assert_true(options.value[OPT_ALONE].given);
    assert_false(options_flag(&options, OPT_ALONE));
    options_destroy(&defaults);
    options_destroy(&options);
}

/* Every wave of the CPU is a word of --wave, and of those of the GPU the table has the names, too:
 * they stand in gpu/wave/wave.cuh. */
static void test_waves(void **state)
{
    (void)state;
    char words[512], name[64];
    snprintf(words, sizeof words, "|%s|", option_table[OPT_WAVE].words);
    for (const struct wave_ops *const *wave = wave_table; *wave != NULL; wave++) {
        snprintf(name, sizeof name, "|%s|", (*wave)->name);
        assert_non_null(strstr(words, name));
    }
    FILE *table = fopen("gpu/wave/wave.cuh", "r");
    if (table == NULL) {
        print_message("waves of the GPU: not looked at, this is not the source's folder\n");
        return;
    }
    char line[512];
    size_t seen = 0;
    while (fgets(line, sizeof line, table) != NULL) {
        if (strncmp(line, "#define GPU_WAVES(row)", 22) != 0)
            continue;
        for (char *at = line + 22; (at = strstr(at, "row(")) != NULL; seen++) {
            char wave[32];
            at += 4;
            snprintf(wave, sizeof wave, "%.*s", (int)strcspn(at, ")"), at);
            snprintf(name, sizeof name, "|%s|", wave);
            assert_non_null(strstr(words, name));
        }
    }
    fclose(table);
    assert_true(seen >= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table), cmocka_unit_test(test_forms),   cmocka_unit_test(test_help),
        cmocka_unit_test(test_wrong), cmocka_unit_test(test_inherit), cmocka_unit_test(test_waves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
