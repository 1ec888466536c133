/* test_utf8: what is a character, and how many there are. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "grid/text/utf8.h"

static void each_character_for_itself(void **state)
{
    (void)state;
    static const char *const good[] = {"",
                                       "a",
                                       "\xC2\x80",
                                       "\xDF\xBF",
                                       "\xE0\xA0\x80",
                                       "\xED\x9F\xBF",
                                       "\xEF\xBF\xBD",
                                       "\xF0\x90\x80\x80",
                                       "\xF4\x8F\xBF\xBF"};
    static const char *const bad[] = {"\x80",
                                      "\xC1\xBF",
                                      "\xC3",
                                      "\xC3(",
                                      "\xE0\x9F\xBF",
                                      "\xED\xA0\x80",
                                      "\xE2\x82",
                                      "\xF0\x8F\xBF\xBF",
                                      "\xF4\x90\x80\x80",
                                      "\xF5\x80\x80\x80",
                                      "\xFF"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_int_equal(utf8_length(good[i], strlen(good[i])), strlen(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(utf8_length(bad[i], strlen(bad[i])), 0);
}

static void whole_texts(void **state)
{
    (void)state;
    const char text[] = "a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80z"; /* 1 + 2 + 3 + 4 + 1 bytes */
    static const size_t ends[] = {0, 1, 3, 6, 10, 11};
    for (size_t length = 0, whole = 0; length < sizeof text; length++) {
        bool at_end = ends[whole] == length;
        assert_int_equal(utf8_is_valid(text, length), at_end);
        if (at_end)
            assert_int_equal(utf8_count(text, length), whole++);
    }
    assert_true(utf8_is_valid("", 0));
    assert_false(utf8_is_valid("ok\x80ok", 5));
}

static void codes(void **state)
{
    (void)state;
    assert_int_equal(utf8_code("z", 1), 'z');
    assert_int_equal(utf8_code("\xC3\xA4", 2), 0xE4);
    assert_int_equal(utf8_code("\xE2\x82\xAC", 3), 0x20AC);
    assert_int_equal(utf8_code("\xF0\x9F\x98\x80", 4), 0x1F600);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_character_for_itself),
        cmocka_unit_test(whole_texts),
        cmocka_unit_test(codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
