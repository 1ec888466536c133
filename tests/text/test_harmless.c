/* test_harmless: the bytes that reach a terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grid/text/harmless.h"
#include "grid/text/utf8.h"

static const struct {
    const char *from, *to;
} TEXTS[] = {
    {"", ""},
    {"net_7[3]/a.b", "net_7[3]/a.b"},
    {"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80", "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"},
    {"\033[31mred\033[0m", "?[31mred?[0m"},
    {"a\nleeway: fake", "a?leeway: fake"},
    {"a\tb\rc\bd\x7F", "a b?c?d?"},
    {"\xC2\x9B"
     "31m",
     "?31m"}, /* CSI, as a C1 control */
    {"\x9B"
     "31m",
     "?31m"}, /* the same in 8 bits: no UTF-8 */
    {"a\xE2\x80\xAE"
     "b",
     "a?b"},                              /* right-to-left override */
    {"\xE2\x81\xA6x\xE2\x81\xA9", "?x?"}, /* isolates */
    {"\xD8\x9Cz\xE2\x80\x8E", "?z?"},     /* Arabic letter mark, left-to-right mark */
    {"\xE2\x80\xA8\xE2\x80\xA9", "??"},   /* line and paragraph separators */
    {"\xF3\xA0\x80\xA1", "?"},            /* a tag character */
    {"caf\xE9 \xC3", "caf? ?"},
    {"\xED\xA0\x80", "???"}, /* a surrogate */
};

static void known_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        char text[64], *printed = NULL;
        size_t size = 0;
        snprintf(text, sizeof text, "%s", TEXTS[i].from);
        assert_string_equal(harmless(text), TEXTS[i].to);
        FILE *out = open_memstream(&printed, &size);
        assert_non_null(out);
        harmless_print(out, TEXTS[i].from);
        fclose(out);
        assert_string_equal(printed, TEXTS[i].to);
        free(printed);
    }
    harmless_print(stdout, NULL);
}

/* Every string of up to three bytes: the result is valid, has no control byte, and is unchanged if
 * nothing was harmful. */
static void all_short_texts(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 1u << 24; n += n < 1u << 16 ? 1 : 97) {
        char text[4] = {(char)(n & 0xFF), (char)(n >> 8 & 0xFF), (char)(n >> 16), '\0'};
        char before[4];
        memcpy(before, text, sizeof text);
        size_t length = harmless_bytes(text, 3);
        assert_true(length <= 3 && utf8_is_valid(text, length));
        for (size_t i = 0; i < length; i++)
            assert_true((unsigned char)text[i] >= ' ' && text[i] != 0x7F);
        text[length] = '\0';
        assert_true(length < 3 || memchr(text, '?', 3) != NULL || memchr(text, ' ', 3) != NULL ||
                    memcmp(text, before, 3) == 0);
    }
}

static void a_line_of_any_length(void **state)
{
    (void)state;
    for (int length = 700; length < 2000; length += 67) {
        char *printed = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&printed, &size);
        assert_non_null(out);
        harmless_line(out, "%0*d\n%s", length, 7, "\033end");
        fclose(out);
        assert_int_equal(size, (size_t)length + 6);
        assert_string_equal(printed + length - 1, "7??end\n");
        free(printed);
    }
}

static void expect_json(const char *text, const char *json)
{
    char *written = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&written, &size);
    assert_non_null(out);
    harmless_json(out, text);
    fclose(out);
    assert_string_equal(written, json);
    free(written);
}

/* Bytes of the character in UTF-8. */
static size_t encode(uint32_t code, char text[5])
{
    const size_t more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char first[] = {0, 0xC0, 0xE0, 0xF0};
    text[0] = (char)(first[more] | code >> 6 * more);
    for (size_t i = 1; i <= more; i++)
        text[i] = (char)(0x80 | (code >> 6 * (more - i) & 0x3F));
    text[more + 1] = '\0';
    return more + 1;
}

/* Each character is unchanged or escaped. */
static void test_json_characters(void **state)
{
    (void)state;
    uint32_t escaped = 0;
    for (uint32_t code = 0x80; code < 0x110000;
         code += code < 0x3000 || code >> 8 == 0xE00 ? 1 : 61) {
        char text[5], *written = NULL, same[8];
        unsigned high = 0, low = 0;
        size_t size = 0;
        if (code >= 0xD800 && code < 0xE000)
            continue;
        encode(code, text);
        FILE *out = open_memstream(&written, &size);
        assert_non_null(out);
        harmless_json(out, text);
        fclose(out);
        snprintf(same, sizeof same, "\"%s\"", text);
        if (strcmp(written, same) != 0) {
            const int read = sscanf(written, "\"\\u%4x\\u%4x\"", &high, &low);
            assert_int_equal(read == 2 ? 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00) : high,
                             code);
            assert_int_equal(size, 2 + 6 * (size_t)read);
            escaped++;
        }
        free(written);
    }
    assert_true(escaped > 100); /* tags, overrides, controls */
}

static void test_json_strings(void **state)
{
    (void)state;
    expect_json("", "\"\"");
    expect_json("a\"b\\c/d", "\"a\\\"b\\\\c/d\"");
    expect_json("\t\n\x01\x7f", "\"\\u0009\\u000a\\u0001\\u007f\"");
    expect_json("\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80", "\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\"");
    expect_json("\xFF", "\"\\ufffd\"");
    expect_json("\xC3", "\"\\ufffd\"");                                  /* cut short */
    expect_json("\xC0\x80", "\"\\ufffd\\ufffd\"");                       /* overlong */
    expect_json("\xE0\x80\x80", "\"\\ufffd\\ufffd\\ufffd\"");            /* overlong */
    expect_json("\xED\xA0\x80", "\"\\ufffd\\ufffd\\ufffd\"");            /* a surrogate */
    expect_json("\xF4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""); /* above U+10FFFF */
    expect_json("\xE2\x82"
                "a",
                "\"\\ufffd\\ufffda\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_texts),          cmocka_unit_test(all_short_texts),
        cmocka_unit_test(a_line_of_any_length), cmocka_unit_test(test_json_strings),
        cmocka_unit_test(test_json_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
