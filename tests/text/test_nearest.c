/* Tests of nearest_word. */
#include "tests/support/texts.h"

#include "grid/text/nearest.h"

static const char *const words[] = {"size", "layer", "block", "weight", "wall", "map", "net"};

static const char *nearest(const char *text)
{
    return nearest_word(text, strlen(text), words, sizeof words / sizeof words[0]);
}

static void test_slips(void **state)
{
    (void)state;
    static const char *const slips[][2] = {
        {"bolck", "block"}, {"blok", "block"}, {"blockk", "block"}, {"Block", "block"},
        {"WALL", "wall"},   {"sise", "size"},  {"layers", "layer"}, {"wieght", "weight"},
        {"nett", "net"},    {"amp", "map"},    {"weihgt", "weight"}};
    for (size_t i = 0; i < sizeof slips / sizeof slips[0]; i++)
        assert_string_equal(nearest(slips[i][0]), slips[i][1]);
}

static void test_too_far(void **state)
{
    (void)state;
    static const char *const far[] = {"", "x", "obstacle", "grid", "maximum", "pq"};
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++)
        assert_null(nearest(far[i]));
    char longest[1000];
    memset(longest, 'b', sizeof longest);
    assert_null(nearest_word(longest, sizeof longest, words, 3));
    assert_null(nearest_word("size", 4, words, 0));
}

/* A prefix finds its word if no word is close. */
static void test_beginnings(void **state)
{
    (void)state;
    static const char *const options[] = {"json", "time-limit", "time-table", "only-net"};
    static const char *const told[][2] = {
        {"time", "time-limit"}, {"TIME-t", "time-table"}, {"on", "only-net"}, {"jsn", "json"}};
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        assert_string_equal(nearest_word(told[i][0], strlen(told[i][0]), options, 4), told[i][1]);
    assert_null(nearest_word("t", 1, options, 4));
    assert_null(nearest_word("time-limits-and-more", 20, options, 4));
    /* the part up to a hyphen comes before a word one edit away, from four letters on */
    static const char *const parts[] = {"jobs", "job-list", "times", "time-limit"};
    assert_string_equal(nearest_word("time", 4, parts, 4), "time-limit");
    assert_string_equal(nearest_word("job", 3, parts, 4), "jobs");
    /* two edits of two letters: another word */
    assert_null(nearest_word("on", 2, options, 1));
}

static void test_ties_take_the_first(void **state)
{
    (void)state;
    static const char *const both[] = {"cats", "cars"};
    assert_string_equal(nearest_word("cabs", 4, both, 2), "cats");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slips),
        cmocka_unit_test(test_too_far),
        cmocka_unit_test(test_beginnings),
        cmocka_unit_test(test_ties_take_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
