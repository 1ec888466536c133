/* test_source_memory: without memory for a source or for zlib there is an error, and no leak. */
#define ALLOCATIONS_EVERYWHERE
#include "tests/support/allocations.h"

#include "grid/text/file/source.h"
#include "tests/support/texts.h"

enum { SIZE = 1 << 17 };

struct sample {
    const char *path;
    const void *bytes; /* NULL: of the file */
    size_t size;
};

static char text[SIZE];

static enum status read_source(void *context, struct error *error)
{
    static uint8_t found[SIZE + 1];
    const struct sample *sample = context;
    struct source source;
    size_t got = 1, all = 0;
    enum status status = sample->bytes != NULL
                             ? source_open_bytes(&source, sample->bytes, sample->size, error)
                             : source_open(&source, sample->path, error);
    while (status == STATUS_OK && got > 0) {
        status = source_read(&source, found + all, sizeof found - all, &got, error);
        all += got;
    }
    source_close(&source);
    if (status == STATUS_OK) {
        assert_int_equal(all, SIZE);
        assert_memory_equal(found, text, SIZE);
    } else if (status == STATUS_FAILED) {
        assert_ptr_equal(strstr(error->text, "out of memory"), error->text);
    }
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    size_t size;
    uint64_t seed = 3;
    for (int i = 0; i < SIZE; i++)
        text[i] = (char)('a' + splitmix_below(&seed, 20));
    text_write_bytes("plain", text, SIZE);
    text_write_gzip("packed", text, SIZE);
    char *packed = text_read("packed", &size);
    struct sample samples[] = {{"plain", NULL, 0}, {"packed", NULL, 0}, {"", packed, size}};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        fail_each(read_source, &samples[i], 0);
    free(packed);
}

/* If zlib has no memory, the message states for what. */
static void test_unpacker(void **state)
{
    (void)state;
    if (!ALLOCATIONS_COUNTED)
        skip();
    struct sample packed = {.path = "packed"};
    int told = 0;
    for (long failing = 1; failing < 8; failing++) {
        struct error error = {0};
        atomic_store(&allocations_asked, 0);
        atomic_store(&allocations_failing, failing);
        read_source(&packed, &error);
        atomic_store(&allocations_failing, 0);
        told += strcmp(error.text, "out of memory to unpack a gzip file") == 0;
    }
    assert_int_not_equal(told, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_memory),
                                       cmocka_unit_test(test_unpacker)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
