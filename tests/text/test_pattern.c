/* Tests of names with wildcards. */
#include "tests/support/texts.h"

#include "grid/text/pattern.h"

static void test_matches(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"n1*", "n1"},
                                           {"n1*", "n12"},
                                           {"*", ""},
                                           {"*", "clk"},
                                           {"c?k", "clk"},
                                           {"*[3]", "data[3]"},
                                           {"a*b*c", "aXbYbZc"},
                                           {"a\\[0\\]", "a\\[0\\]"},
                                           {"**", "x"},
                                           {"*aab", "aaaab"},
                                           {"?*?", "ab"},
                                           {"", ""}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (!pattern_matches(pairs[i][0], pairs[i][1]))
            fail_msg("%s does not match %s", pairs[i][0], pairs[i][1]);
}

static void test_differs(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"n1*", "n2"},       {"c?k", "ck"}, {"*[3]", "data3"},
                                           {"a*b*c", "aXbYbZ"}, {"?", ""},     {"?*?", "a"},
                                           {"[ab]", "a"},       {"", "x"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pattern_matches(pairs[i][0], pairs[i][1]))
            fail_msg("%s matches %s", pairs[i][0], pairs[i][1]);
}

/* Many stars take polynomial time. */
static void test_time(void **state)
{
    (void)state;
    char name[4001], pattern[2001];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    for (size_t i = 0; i + 1 < sizeof pattern; i += 2)
        memcpy(pattern + i, "a*", 2);
    pattern[sizeof pattern - 2] = 'b';
    pattern[sizeof pattern - 1] = '\0';
    assert_false(pattern_matches(pattern, name));
}

static void test_is(void **state)
{
    (void)state;
    assert_true(pattern_is("n*"));
    assert_true(pattern_is("n?"));
    assert_false(pattern_is("n[0]"));
    assert_false(pattern_is(""));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matches),
        cmocka_unit_test(test_differs),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
