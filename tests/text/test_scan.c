/* Tests of scan: words, numbers, lines and invalid text, against a simple reference. */
#include "tests/support/texts.h"

#include <sys/stat.h>

#include "grid/text/scan.h"

static void assert_word(struct scan *scan, const char *text)
{
    struct word word;
    assert_int_equal(scan_word(scan, &word, NULL), STATUS_OK);
    assert_int_equal(word.length, strlen(text));
    assert_memory_equal(word.text, text, word.length);
}

static void assert_more(struct scan *scan, bool expected)
{
    bool more = !expected;
    assert_int_equal(scan_line(scan, &more, NULL), STATUS_OK);
    assert_int_equal(more, expected);
}

static void check_statements(const char *path)
{
    struct scan scan;
    assert_int_equal(scan_open(&scan, path, NULL), STATUS_OK);
    assert_more(&scan, true);
    assert_int_equal(scan.line, 2);
    assert_word(&scan, "size");
    int64_t value = 0;
    assert_int_equal(scan_int(&scan, "n", 0, 99, &value, NULL), STATUS_OK);
    assert_int_equal(value, 12);
    assert_int_equal(scan_int(&scan, "n", -9, 99, &value, NULL), STATUS_OK);
    assert_int_equal(value, -7);
    assert_word(&scan, "");
    assert_word(&scan, "");
    assert_more(&scan, true);
    assert_int_equal(scan.line, 5);
    assert_word(&scan, "n\xC3\xA4me");
    struct word rest;
    assert_int_equal(scan_rest(&scan, &rest, NULL), STATUS_OK);
    assert_int_equal(rest.length, 12);
    assert_memory_equal(rest.text, "a file # 1.x", 12);
    assert_more(&scan, true);
    assert_word(&scan, "end");
    assert_more(&scan, false);
    assert_more(&scan, false);
    scan_close(&scan);
    scan_close(&scan);
}

static void test_statements(void **state)
{
    (void)state;
    static const char unix_text[] =
        "# head\n\t size  012 -7#c\n\n  # x\nn\xC3\xA4me \t a file # 1.x \n"
        "end";
    static const char dos_text[] = "\xEF\xBB\xBF# head\r\n size 12 -7 #c\r\n\r\n  # x\r\n"
                                   "n\xC3\xA4me a file # 1.x \r\nend\r\n";
    text_write("unix", unix_text);
    text_write("dos", dos_text);
    text_write_gzip("dos.gz", dos_text, sizeof dos_text - 1);
    check_statements("unix");
    check_statements("dos");
    check_statements("dos.gz");
}

static void test_raw_lines(void **state)
{
    (void)state;
    text_write("raw", "map # rows\n.#.\r\n\n # \nend\n");
    struct scan scan;
    assert_int_equal(scan_open(&scan, "raw", NULL), STATUS_OK);
    assert_more(&scan, true);
    assert_more(&scan, true); /* no word was read: the line is still the next */
    assert_word(&scan, "map");
    static const char *const rows[] = {".#.", "", " # ", "end"};
    struct word row;
    bool more = false;
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(scan_raw(&scan, &row, &more, NULL), STATUS_OK);
        assert_true(more);
        assert_int_equal(scan.line, i + 2);
        assert_int_equal(row.length, strlen(rows[i]));
        assert_memory_equal(row.text, rows[i], row.length);
    }
    assert_int_equal(scan_raw(&scan, &row, &more, NULL), STATUS_OK);
    assert_false(more);
    assert_more(&scan, false);
    scan_close(&scan);
}

static void test_back(void **state)
{
    (void)state;
    text_write("back", "# c\n grid a\nnet b\n");
    struct scan scan;
    struct word word;
    assert_int_equal(scan_open(&scan, "back", NULL), STATUS_OK);
    assert_more(&scan, true);
    assert_int_equal(scan_word(&scan, &word, NULL), STATUS_OK);
    scan_back(&scan, &word);
    assert_more(&scan, true);
    assert_word(&scan, "grid");
    assert_word(&scan, "a");
    assert_more(&scan, true);
    assert_word(&scan, "net");
    scan_close(&scan);
}

static void test_integers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool good;
        int64_t value;
    } cases[] = {{"0", true, 0},
                 {"-0", true, 0},
                 {"000000000000000017", true, 17},
                 {"999999999999999999", true, 999999999999999999},
                 {"-999999999999999999", true, -999999999999999999},
                 {"1000000000000000000", false, 0},
                 {"9999999999999999999", false, 0},
                 {"99999999999999999999999999999999999999999", false, 0},
                 {"+1", false, 0},
                 {"-", false, 0},
                 {"--1", false, 0},
                 {"1.", false, 0},
                 {"1,2", false, 0},
                 {"1e3", false, 0},
                 {"0x10", false, 0},
                 {"1\xC2\xA0", false, 0},
                 {"one", false, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scan scan;
        struct error error = {0};
        int64_t value = 42;
        text_write("int", cases[i].text);
        assert_int_equal(scan_open(&scan, "int", NULL), STATUS_OK);
        enum status status =
            scan_int(&scan, "the number", -999999999999999999, 999999999999999999, &value, &error);
        assert_int_equal(status, cases[i].good ? STATUS_OK : STATUS_BAD_INPUT);
        assert_int_equal(value, cases[i].good ? cases[i].value : 42);
        assert_int_equal(error.line, cases[i].good ? 0 : 1);
        scan_close(&scan);
    }
}

static void assert_open_fails(const char *path, const char *reason)
{
    struct scan scan;
    struct error error = {0};
    assert_int_equal(scan_open(&scan, path, &error), STATUS_BAD_INPUT);
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, reason));
    assert_string_equal(error.file, path);
    scan_close(&scan);
}

static void test_not_readable(void **state)
{
    (void)state;
    assert_open_fails("nowhere", "No such file");
    assert_open_fails(".", "folder");
    text_write_bytes("nul", "\0abc", 4);
    assert_open_fails("nul", "NUL");
    text_write("secret", "x");
    assert_int_equal(chmod("secret", 0), 0);
    if (geteuid() != 0)
        assert_open_fails("secret", "denied");
}

/* Reads all words of a file; returns the status, the line of the failure in *error. */
static enum status read_all(const char *path, uint64_t *words, struct error *error)
{
    struct scan scan;
    struct word word;
    *words = 0;
    enum status status = scan_open(&scan, path, error);
    while (status == STATUS_OK) {
        status = scan_word_anywhere(&scan, &word, error);
        if (status == STATUS_OK && word.length == 0)
            break;
        *words += status == STATUS_OK;
    }
    scan_close(&scan);
    return status;
}

static void test_truncated_gzip(void **state)
{
    (void)state;
    size_t size = 0;
    uint64_t seed = 1, words = 0;
    char text[20000];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = i % 7 == 6 ? '\n' : (char)('a' + splitmix_below(&seed, 26));
    text_write_gzip("whole.gz", text, sizeof text);
    struct error error = {0};
    assert_int_equal(read_all("whole.gz", &words, &error), STATUS_OK);
    assert_int_equal(words, (sizeof text + 6) / 7);
    char *bytes = text_read("whole.gz", &size);
    for (size_t cut = 12; cut < size; cut += size / 9) {
        text_write_bytes("cut.gz", bytes, cut);
        error_clear(&error);
        assert_int_equal(read_all("cut.gz", &words, &error), STATUS_BAD_INPUT);
        assert_non_null(strstr(error.text, "truncated"));
    }
    bytes[size / 2] ^= 0x55;
    text_write_bytes("broken.gz", bytes, size);
    error_clear(&error);
    assert_int_equal(read_all("broken.gz", &words, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "cannot read"));
    free(bytes);
}

static void assert_bad_at(const char *bytes, size_t size, uint64_t line, uint64_t column,
                          const char *reason)
{
    struct error error = {0};
    uint64_t words = 0;
    text_write_bytes("bad", bytes, size);
    assert_int_equal(read_all("bad", &words, &error), STATUS_BAD_INPUT);
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
    assert_non_null(strstr(error.text, reason));
}

static void test_no_text(void **state)
{
    (void)state;
    assert_bad_at("ab c\nd\0e", 8, 2, 2, "NUL");
    assert_bad_at("ab # c\0", 7, 1, 7, "NUL");
    assert_bad_at("ab\x01", 3, 1, 3, "0x01");
    assert_bad_at("ab\rc", 4, 1, 3, "0x0D");
    assert_bad_at("a\x7F", 2, 1, 2, "0x7F");
    assert_bad_at("ok\xFF", 3, 1, 1, "UTF-8");
    char *lengthy = malloc(SCAN_WORD_MAX + 2);
    assert_non_null(lengthy);
    memset(lengthy, 'w', SCAN_WORD_MAX + 2);
    lengthy[0] = '\n';
    assert_bad_at(lengthy, SCAN_WORD_MAX + 2, 2, 1, "at most");
    text_write_bytes("long", lengthy, SCAN_WORD_MAX + 1);
    uint64_t words = 0;
    assert_int_equal(read_all("long", &words, NULL), STATUS_OK);
    assert_int_equal(words, 1);
    free(lengthy);
    size_t size = 3 * (size_t)SCAN_BUFFER;
    char *endless = malloc(size);
    assert_non_null(endless);
    memset(endless, 'w', size);
    assert_bad_at(endless, size, 1, 1, "at most");
    free(endless);
}

static void test_raw_line_too_long(void **state)
{
    (void)state;
    size_t size = 2 * (size_t)SCAN_BUFFER;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, '.', size);
    text[SCAN_LINE_MAX] = '\n';
    text_write_bytes("rows", text, size);
    struct scan scan;
    struct word row;
    struct error error = {0};
    bool more = false;
    assert_int_equal(scan_open(&scan, "rows", NULL), STATUS_OK);
    assert_int_equal(scan_raw(&scan, &row, &more, NULL), STATUS_OK);
    assert_int_equal(row.length, SCAN_LINE_MAX);
    assert_int_equal(scan_raw(&scan, &row, &more, &error), STATUS_BAD_INPUT);
    assert_int_equal(error.line, 2);
    scan_close(&scan);
    free(text);
}

/* Random text of a few buffers: every word, line and column is equal to that of a simple loop. */
struct walk {
    const char *text;
    size_t at, size;
    uint64_t line, column;
};

static char walk_step(struct walk *walk)
{
    char c = walk->text[walk->at++];
    bool newline = c == '\n';
    walk->line += newline;
    walk->column = newline ? 1 : walk->column + (((unsigned char)c & 0xC0) != 0x80);
    return c;
}

static bool in_word(const struct walk *walk)
{
    return walk->at < walk->size && strchr(" \t\r\n#", walk->text[walk->at]) == NULL;
}

static size_t walk_word(struct walk *walk)
{
    while (walk->at < walk->size && !in_word(walk))
        if (walk_step(walk) == '#')
            while (walk->at < walk->size && walk->text[walk->at] != '\n')
                walk_step(walk);
    size_t length = 0;
    struct walk ahead = *walk;
    while (in_word(&ahead)) {
        walk_step(&ahead);
        length++;
    }
    return length;
}

static char *random_text(uint64_t *seed, size_t size, uint32_t newlines)
{
    char *text = malloc(size + 1);
    assert_non_null(text);
    size_t at = 0;
    while (at + 600 < size) {
        uint32_t kind = splitmix_below(seed, 100);
        size_t length = kind < 2 ? splitmix_below(seed, 500) : 1 + splitmix_below(seed, 9);
        for (size_t i = 0; i < length; i++) {
            if (splitmix_below(seed, 10) == 0) {
                memcpy(text + at, "\xC3\xA9", 2);
                at += 2;
            } else {
                text[at++] = (char)('a' + splitmix_below(seed, 26));
            }
        }
        if (splitmix_below(seed, newlines) == 0) {
            memcpy(text + at, kind % 2 == 0 ? "\r\n" : " \n", 2);
            at += 2;
        } else {
            text[at++] = splitmix_below(seed, 4) == 0 ? '\t' : ' ';
        }
        if (kind == 99 && newlines < 1000) {
            memcpy(text + at, "# c\xC3\xA9 d\n", 8);
            at += 8;
        }
    }
    memset(text + at, ' ', size - at);
    return text;
}

static void check_random(uint64_t *seed, uint32_t newlines, bool gzip)
{
    size_t size = SCAN_BUFFER * 2 + splitmix_below(seed, SCAN_BUFFER);
    char *text = random_text(seed, size, newlines);
    if (gzip)
        text_write_gzip("random", text, size);
    else
        text_write_bytes("random", text, size);
    struct scan scan;
    struct walk walk = {text, 0, size, 1, 1};
    assert_int_equal(scan_open(&scan, "random", NULL), STATUS_OK);
    for (uint64_t n = 0;; n++) {
        struct word word;
        size_t length = walk_word(&walk);
        assert_int_equal(scan_word_anywhere(&scan, &word, NULL), STATUS_OK);
        assert_int_equal(word.length, length);
        assert_int_equal(scan.line, walk.line);
        if (length == 0)
            break;
        assert_memory_equal(word.text, text + walk.at, length);
        if (splitmix_below(seed, 5000) == 0) {
            struct error error = {0};
            assert_int_equal(scan_fail(&scan, &word, &error, "x"), STATUS_BAD_INPUT);
            assert_int_equal(error.column, walk.column);
        }
        for (size_t i = 0; i < length; i++)
            walk_step(&walk);
    }
    scan_close(&scan);
    free(text);
}

static void test_random_words(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(7);
    check_random(&seed, 8, false);
    check_random(&seed, 300, true);
    check_random(&seed, 1u << 31, false); /* one line longer than the buffer */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_statements),   cmocka_unit_test(test_raw_lines),
        cmocka_unit_test(test_back),         cmocka_unit_test(test_integers),
        cmocka_unit_test(test_not_readable), cmocka_unit_test(test_truncated_gzip),
        cmocka_unit_test(test_no_text),      cmocka_unit_test(test_raw_line_too_long),
        cmocka_unit_test(test_random_words),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
