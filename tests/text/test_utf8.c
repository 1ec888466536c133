/* test_utf8: valid characters, their length, code and number. */
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

/* The length of the first character by its code: the shortest form is the only valid one, and
 * surrogates and codes above 10FFFF are invalid. */
static size_t length_by_code(const unsigned char *byte, size_t length)
{
    for (size_t size = 1; size <= 4 && size <= length; size++) {
        static const uint32_t first[] = {0, 0x80, 0x800, 0x10000, 0x110000};
        uint32_t code = byte[0];
        const unsigned mark = size > 1 ? 0xF00u >> size & 0xFF : 0; /* 110xxxxx, 1110xxxx, .. */
        const unsigned mask = size > 1 ? 0xFF80u >> size & 0xFF : 0x80;
        if ((code & mask) != mark)
            continue;
        code &= ~mask;
        for (size_t i = 1; i < size; i++) {
            if (byte[i] < 0x80 || byte[i] > 0xBF)
                return 0;
            code = code * 64 + (byte[i] - 0x80u);
        }
        const bool right = code >= first[size - 1] && code < first[size];
        return right && !(code >= 0xD800 && code < 0xE000) ? size : 0;
    }
    return 0;
}

/* All pairs of bytes, with third and fourth ones at their bounds, complete and truncated. */
static void all_beginnings(void **state)
{
    (void)state;
    static const unsigned char ends[] = {0, 'a', 0x7F, 0x80, 0xBF, 0xC0, 0xFF};
    enum { ENDS = sizeof ends };
    for (unsigned pair = 0; pair < 0x10000; pair++)
        for (unsigned k = 0; k < ENDS * ENDS; k++) {
            const unsigned char text[] = {(unsigned char)(pair >> 8), (unsigned char)pair,
                                          ends[k / ENDS], ends[k % ENDS]};
            for (size_t length = k == 0 ? 0 : 3; length <= sizeof text; length++)
                if (utf8_length((const char *)text, length) != length_by_code(text, length))
                    fail_msg("%02X %02X %02X %02X, %zu bytes", text[0], text[1], text[2], text[3],
                             length);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_character_for_itself),
        cmocka_unit_test(whole_texts),
        cmocka_unit_test(codes),
        cmocka_unit_test(all_beginnings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
