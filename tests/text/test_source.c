/* Tests of source: plain and gzipped bytes, in parts of any size, from files, memory and pipes that
 * are slow, silent or interrupted. */
#include "grid/text/file/source.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/time.h>

#include "grid/clock.h"
#include "grid/text/file/watch.h"
#include "tests/support/texts.h"

enum { ROOM = 3 * SOURCE_PART };

static struct error error;

/* Reads a source to its end in parts of this size; the bytes are to be freed. */
static enum status drain(struct source *source, size_t part, uint8_t **bytes, size_t *size)
{
    enum status status;
    size_t got;
    *size = 0;
    *bytes = malloc(ROOM);
    assert_non_null(*bytes);
    do {
        got = 0;
        size_t room = part < ROOM - *size ? part : ROOM - *size;
        status = source_read(source, *bytes + *size, room, &got, &error);
        assert_true(got <= room);
        *size += got;
    } while (status == STATUS_OK && got > 0);
    if (status == STATUS_OK) { /* the end stays the end */
        assert_int_equal(source_read(source, *bytes + *size, 1, &got, &error), STATUS_OK);
        assert_int_equal(got, 0);
    }
    return status;
}

/* Reads these bytes from a file and from memory; both give the same. */
static enum status read_both(const void *bytes, size_t size, size_t part, uint8_t **read,
                             size_t *read_size)
{
    struct source source;
    text_write_bytes("file", bytes, size);
    memset(&error, 0, sizeof error);
    enum status status = source_open(&source, "file", &error);
    uint8_t *other = NULL;
    size_t other_size = 0;
    if (status == STATUS_OK)
        status = drain(&source, part, &other, &other_size);
    source_close(&source);
    struct error first = error;
    memset(&error, 0, sizeof error);
    enum status again = source_open_bytes(&source, bytes, size, &error);
    *read = NULL;
    *read_size = 0;
    if (again == STATUS_OK)
        again = drain(&source, part, read, read_size);
    source_close(&source);
    assert_int_equal(status, again);
    assert_string_equal(first.text, error.text);
    if (status == STATUS_OK) {
        assert_int_equal(other_size, *read_size);
        assert_memory_equal(other, *read, other_size);
    }
    free(other);
    return status;
}

static void expect_same(const void *bytes, size_t size, const void *want, size_t want_size)
{
    static const size_t parts[] = {1, 7, 4096, SOURCE_PART - 1, SOURCE_PART, ROOM};
    for (size_t i = want_size > 5000 ? 2 : 0; i < sizeof parts / sizeof *parts; i++) {
        uint8_t *read;
        size_t read_size;
        assert_int_equal(read_both(bytes, size, parts[i], &read, &read_size), STATUS_OK);
        assert_int_equal(read_size, want_size);
        assert_memory_equal(read, want, want_size);
        free(read);
    }
}

static void expect_bad(const void *bytes, size_t size, const char *reason)
{
    uint8_t *read;
    size_t read_size;
    assert_int_equal(read_both(bytes, size, ROOM, &read, &read_size), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, reason));
    free(read);
}

static void fill(uint8_t *bytes, size_t size)
{
    uint64_t seed = 5;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)('a' + splitmix_below(&seed, 26));
}

/* The text as a gzip file; to be freed. */
static uint8_t *packed(const void *bytes, size_t size, size_t *packed_size)
{
    text_write_gzip("packed.gz", bytes, size);
    return (uint8_t *)text_read("packed.gz", packed_size);
}

static void test_plain(void **state)
{
    (void)state;
    static uint8_t bytes[2 * SOURCE_PART + 9];
    fill(bytes, sizeof bytes);
    const size_t sizes[] = {0,           1, 2, 3, SOURCE_PART - 1, SOURCE_PART, SOURCE_PART + 1,
                            sizeof bytes};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        expect_same(bytes, sizes[i], bytes, sizes[i]);
    /* one of the two magic bytes of gzip, and similar bytes */
    expect_same("\x1f", 1, "\x1f", 1);
    expect_same("\x1f\x8c", 2, "\x1f\x8c", 2);
    expect_same("\x8b\x1f", 2, "\x8b\x1f", 2);
}

static void test_gzip(void **state)
{
    (void)state;
    static uint8_t bytes[2 * SOURCE_PART + 9];
    static const size_t sizes[] = {0, 1, 100, SOURCE_PART, SOURCE_PART + 1, sizeof bytes};
    fill(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t size;
        uint8_t *gz = packed(bytes, sizes[i], &size);
        expect_same(gz, size, bytes, sizes[i]);
        free(gz);
    }
}

/* Several members, also empty ones; only zeros may follow one. */
static void test_members(void **state)
{
    (void)state;
    size_t none_size, some_size, at = 0;
    uint8_t *none = packed("", 0, &none_size), *some = packed("leeway", 6, &some_size);
    static uint8_t all[2 * SOURCE_PART];
    const char order[] = "nsnns";
    for (const char *which = order; *which != '\0'; which++) {
        const uint8_t *part = *which == 'n' ? none : some;
        size_t size = *which == 'n' ? none_size : some_size;
        assert_true(at + size + 8 <= sizeof all);
        memcpy(all + at, part, size);
        at += size;
    }
    expect_same(all, at, "leewayleeway", 12);
    static const char *const behind[] = {"x", "\n", "\x1f", "\x1f\x8c", "\x8b\x1f", "junk"};
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++) {
        memcpy(all + at, behind[i], strlen(behind[i]));
        expect_bad(all, at + strlen(behind[i]), "other bytes follow the end");
    }
    memcpy(all + at, "\x1f\x8b", 2);
    expect_bad(all, at + 2, "truncated");
    static const size_t zeros[] = {1, 2, 511, SOURCE_PART - 1, SOURCE_PART, SOURCE_PART + 1};
    memset(all + at, 0, sizeof all - at);
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++) {
        const size_t end = at + zeros[i];
        expect_same(all, end, "leewayleeway", 12);
        memcpy(all + end, some, some_size);
        expect_same(all, end + some_size, "leewayleewayleeway", 18);
        memset(all + end, 0, some_size);
        all[end] = 'x';
        expect_bad(all, end + 1, "other bytes follow the end");
        all[end] = 0;
    }
    free(none);
    free(some);
}

/* Truncated at any place, and with each byte changed: rejected, or the bytes are the original ones
 * (a date in the header has no effect). */
static void test_damage(void **state)
{
    (void)state;
    static const char text[] = "size 8 5\nblock 1 1 2 2\nblock 3 1 4 2\n";
    size_t size;
    uint8_t *gz = packed(text, sizeof text - 1, &size), *read;
    for (size_t cut = 2; cut < size; cut++)
        expect_bad(gz, cut, "truncated");
    size_t refused = 0;
    for (size_t i = 2; i < size; i++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            size_t read_size;
            gz[i] ^= (uint8_t)(1U << bit);
            enum status status = read_both(gz, size, 16, &read, &read_size);
            if (status == STATUS_OK) {
                assert_int_equal(read_size, sizeof text - 1);
                assert_memory_equal(read, text, read_size);
            } else {
                assert_int_equal(status, STATUS_BAD_INPUT);
                assert_non_null(strstr(error.text, "cannot read: the gzip file is "));
                refused++;
            }
            free(read);
            gz[i] ^= (uint8_t)(1U << bit);
        }
    }
    assert_true(refused > 8 * (size - 10)); /* nearly all except date and system of the header */
    free(gz);
}

static void test_not_there(void **state)
{
    (void)state;
    struct source source;
    memset(&error, 0, sizeof error);
    assert_int_equal(source_open(&source, "nowhere", &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "cannot open: No such file or directory");
    source_close(&source);
    text_write("somewhere.grid", "");
    error_clear(&error);
    assert_int_equal(source_open(&source, "somewhere.gird", &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "cannot open: No such file or directory; did you mean "
                                    "somewhere.grid?");
    source_close(&source);
    memset(&error, 0, sizeof error);
    assert_int_equal(source_open(&source, ".", &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "found a folder"));
    source_close(&source);
    struct source none = {0};
    if (fcntl(STDIN_FILENO, F_GETFD) < 0)
        assert_int_equal(open("/dev/null", O_RDONLY), STDIN_FILENO);
    source_close(&none); /* was never opened: standard input is not its file */
    assert_true(fcntl(STDIN_FILENO, F_GETFD) >= 0);
}

/* ---- pipes ---------------------------------------------------------------------------------- */

static void on_alarm(int signal)
{
    (void)signal;
}

/* A signal that interrupts system calls every millisecond; 0: none. */
static void alarms(long microseconds)
{
    struct sigaction action = {.sa_handler = on_alarm};
    struct itimerval every = {{0, microseconds}, {0, microseconds}};
    assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
    assert_int_equal(setitimer(ITIMER_REAL, &every, NULL), 0);
}

static void *write_slowly(void *context)
{
    const int *end = context;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    for (int i = 0; i < 50; i++) {
        usleep(2000);
        if (write(*end, "0123456789", 10) != 10)
            abort();
    }
    close(*end);
    return NULL;
}

static void test_interrupted_pipe(void **state)
{
    (void)state;
    int ends[2], input = dup(STDIN_FILENO);
    struct source source;
    uint8_t *bytes;
    size_t size;
    pthread_t writer;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    assert_int_equal(pthread_create(&writer, NULL, write_slowly, &ends[1]), 0);
    alarms(1000);
    assert_int_equal(source_open(&source, "-", &error), STATUS_OK);
    assert_false(source.regular);
    assert_int_equal(drain(&source, 64, &bytes, &size), STATUS_OK);
    alarms(0);
    assert_int_equal(size, 500);
    for (size_t i = 0; i < size; i++)
        assert_int_equal(bytes[i], '0' + i % 10);
    source_close(&source);
    pthread_join(writer, NULL);
    dup2(input, STDIN_FILENO);
    close(input);
    close(ends[0]);
    free(bytes);
}

/* A pipe without a writer: the time limit, and the stop flag. */
static void test_silent_pipe(void **state)
{
    (void)state;
    volatile sig_atomic_t stop = 0;
    struct watch watch = {&stop, clock_seconds() + 0.15, 0, 0};
    struct source source;
    memset(&error, 0, sizeof error);
    assert_int_equal(mkfifo("silent", 0600), 0);
    int end = open("silent", O_RDWR);
    assert_true(end >= 0);
    const struct watch *before = watch_set(&watch);
    assert_int_equal(source_open(&source, "silent", &error), STATUS_FAILED);
    assert_non_null(strstr(error.text, "time limit"));
    source_close(&source);
    watch.until = 0;
    stop = 1;
    assert_int_equal(source_open(&source, "silent", &error), STATUS_INTERRUPTED);
    source_close(&source);
    assert_ptr_equal(watch_set(before), &watch);
    close(end);
}

/* The stop flag is checked while unpacking a gzip file that has been read completely. */
static void test_stop_while_unpacking(void **state)
{
    (void)state;
    enum { BLANKS = 1 << 24, PART = 1 << 16 };
    volatile sig_atomic_t stop = 0;
    struct watch watch = {&stop, 0, 0, 0};
    struct source source;
    size_t got = 0;
    char *blanks = malloc(BLANKS);
    assert_non_null(blanks);
    memset(blanks, ' ', BLANKS);
    text_write_gzip("blanks.gz", blanks, BLANKS);
    memset(&error, 0, sizeof error);
    assert_int_equal(source_open(&source, "blanks.gz", &error), STATUS_OK);
    const struct watch *before = watch_set(&watch);
    assert_int_equal(source_read(&source, blanks, PART, &got, &error), STATUS_OK);
    assert_int_equal(got, PART);
    stop = 1;
    assert_int_equal(source_read(&source, blanks, PART, &got, &error), STATUS_INTERRUPTED);
    watch_set(before);
    source_close(&source);
    free(blanks);
}

/* If standard input is closed, the next file gets its number. */
static void test_number_nought(void **state)
{
    (void)state;
    uint8_t *bytes = NULL;
    size_t size = 0;
    struct source source;
    const int standard = dup(STDIN_FILENO);
    memset(&error, 0, sizeof error);
    text_write("nought", "words");
    close(STDIN_FILENO);
    enum status status = source_open(&source, "nought", &error);
    assert_int_equal(source.file, 0);
    THEN(status, drain(&source, 3, &bytes, &size));
    source_close(&source);
    assert_int_equal(fcntl(STDIN_FILENO, F_GETFD), -1);
    if (standard >= 0) {
        dup2(standard, STDIN_FILENO);
        close(standard);
    }
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(size, 5);
    assert_memory_equal(bytes, "words", 5);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),         cmocka_unit_test(test_gzip),
        cmocka_unit_test(test_members),       cmocka_unit_test(test_damage),
        cmocka_unit_test(test_not_there),     cmocka_unit_test(test_interrupted_pipe),
        cmocka_unit_test(test_silent_pipe),   cmocka_unit_test(test_stop_while_unpacking),
        cmocka_unit_test(test_number_nought),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
