/* test_source_pipe: bytes that come one at a time through a pipe give the same as a file. The pipe
 * is in packet mode (O_DIRECT), so that no read gets two of them. */
#include "tests/support/texts.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>

#include "grid/text/scan.h"

enum { ROOM = 4096 };

struct bytes {
    int end; /* of the pipe */
    const char *text;
    size_t size;
};

static void *write_each(void *context)
{
    const struct bytes *bytes = context;
    for (size_t i = 0; i < bytes->size; i++)
        if (write(bytes->end, bytes->text + i, 1) != 1)
            break;
    close(bytes->end);
    return NULL;
}

/* Writes the bytes of a source and its error to `found`. */
static void read_source(const char *path, char found[ROOM])
{
    struct source source;
    struct error error = {0};
    size_t got = 1, all = 0;
    enum status status = source_open(&source, path, &error);
    while (status == STATUS_OK && got > 0) {
        status = source_read(&source, found + all, ROOM / 2 - all, &got, &error);
        all += status == STATUS_OK ? got : 0;
    }
    source_close(&source);
    snprintf(found + all, ROOM - all, ", %d: %s", (int)status, error.text);
}

/* Writes the words of a text, with line and column, and the error. */
static void read_words(const char *path, char found[ROOM])
{
    struct scan scan;
    struct word word = {.length = 1};
    struct error error = {0};
    size_t used = 0;
    enum status status = scan_open(&scan, path, &error);
    while (status == STATUS_OK && word.length > 0) {
        status = scan_word_anywhere(&scan, &word, &error);
        if (status == STATUS_OK)
            used += (size_t)snprintf(found + used, ROOM - used, "%d:%d %.*s\n", (int)scan.line,
                                     (int)word.offset, (int)word.length, word.text);
    }
    scan_close(&scan);
    snprintf(found + used, ROOM - used, "%d at %d:%d: %s", (int)status, (int)error.line,
             (int)error.column, error.text);
}

/* Reads the bytes through a pipe that is standard input. */
static void read_pipe(void (*read_all)(const char *path, char found[ROOM]), const char *text,
                      size_t size, char found[ROOM])
{
    int ends[2];
    const int standard = dup(STDIN_FILENO);
    pthread_t writer;
    assert_int_equal(pipe2(ends, O_DIRECT), 0);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
    struct bytes bytes = {ends[1], text, size};
    assert_int_equal(pthread_create(&writer, NULL, write_each, &bytes), 0);
    read_all("-", found);
    if (standard >= 0)
        dup2(standard, STDIN_FILENO); /* ends the writer if not all was read */
    else
        close(STDIN_FILENO);
    pthread_join(writer, NULL);
    if (standard >= 0)
        close(standard);
}

static void same_as_file(void (*read_all)(const char *path, char found[ROOM]), const char *text,
                         size_t size)
{
    char of_file[ROOM], of_pipe[ROOM];
    memset(of_file, 0, ROOM);
    memset(of_pipe, 0, ROOM);
    text_write_bytes("file", text, size);
    read_all("file", of_file);
    read_pipe(read_all, text, size, of_pipe);
    assert_memory_equal(of_pipe, of_file, ROOM);
}

static const char *const texts[] = {
    "",
    "1",
    "ab",
    "abc\n",
    "\x1f",
    "\x1f\x8b",
    "\x1f\x8bx",
    "\xEF\xBB\xBFz b\n",
    "\xEF\xBB",
    "\xEF\xBB\n",
    "a\r\nb c\r\n",
    "a\rb",
    "a\r",
    "\xC3\xA4 \xE2\x82\xAC # \xF0\x9F\x98\x80\nb",
    "# \xE2\x82",
    "# \xC3\nb",
    "a \xE2\x82",
    "a\x01",
    "# c",
    "  \n\t\n  a  ",
};

static void test_plain(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        same_as_file(read_source, texts[i], strlen(texts[i]));
        same_as_file(read_words, texts[i], strlen(texts[i]));
    }
    same_as_file(read_words, "a b\0c", 5);
    same_as_file(read_words, "\0", 1);
}

/* Complete, in two members, truncated anywhere, and with an extra byte. */
static void test_gzip(void **state)
{
    (void)state;
    static const char text[] = "net a 1,1 2,2\nnet b 3,3 4,4\n";
    size_t size;
    text_write_gzip("packed", text, strlen(text));
    char *packed = text_read("packed", &size), twice[ROOM];
    memcpy(twice, packed, size);
    memcpy(twice + size, packed, size);
    twice[2 * size] = 'x';
    for (size_t cut = 1; cut <= 2 * size + 1; cut++) {
        same_as_file(read_source, twice, cut);
        same_as_file(read_words, twice, cut);
    }
    free(packed);
}

static int set_up(void **state)
{
    signal(SIGPIPE, SIG_IGN);
    return texts_set_up(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plain), cmocka_unit_test(test_gzip)};
    return cmocka_run_group_tests(tests, set_up, texts_tear_down);
}
