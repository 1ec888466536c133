/* test_keyword: finds each keyword of LEF and DEF in any letter case, and no word that differs by
 * one character. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "grid/format/lefdef/keyword.h"

enum { PADDING = 8 };

/* Finds the keyword by comparison with all of them. */
static enum keyword plain(const char *text, size_t length)
{
    for (int key = KEY_NONE + 1; key < KEY_COUNT; key++) {
        const char *word = keyword_text((enum keyword)key);
        size_t i = 0;
        while (i < length && (text[i] == word[i] ||
                              (text[i] >= 'a' && text[i] <= 'z' && text[i] - 'a' + 'A' == word[i])))
            i++;
        if (i == length && word[i] == '\0')
            return (enum keyword)key;
    }
    return KEY_NONE;
}

static void test_words(void **state)
{
    (void)state;
    struct keywords keywords;
    keywords_make(&keywords);
    for (int key = KEY_NONE + 1; key < KEY_COUNT; key++) {
        const char *word = keyword_text((enum keyword)key);
        const size_t length = strlen(word);
        for (size_t lower = 0; lower <= length; lower++) {
            char text[64 + PADDING] = "";
            for (size_t i = 0; i < length; i++)
                text[i] = (char)(word[i] + (i < lower && word[i] >= 'A' ? 'a' - 'A' : 0));
            assert_int_equal(keyword_find(&keywords, text, length), key);
            assert_int_equal(keyword_find(&keywords, text, length - 1), plain(text, length - 1));
            text[length] = 'S';
            assert_int_equal(keyword_find(&keywords, text, length + 1), plain(text, length + 1));
        }
        for (size_t at = 0; at < length; at++)
            for (int c = 1; c < 256; c++) {
                char text[64 + PADDING] = "";
                memcpy(text, word, length);
                text[at] = (char)c;
                if (keyword_find(&keywords, text, length) != plain(text, length))
                    fail_msg("%s is taken for another word", text);
            }
    }
    assert_int_equal(keyword_find(&keywords, "12345678", 0), KEY_NONE);
    char lengthy[64];
    memset(lengthy, 'A', sizeof lengthy);
    for (size_t length = 1; length + PADDING <= sizeof lengthy; length++)
        assert_int_equal(keyword_find(&keywords, lengthy, length), KEY_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
