/* Records of a batch come back as they were; damaged and wrong ones are refused. */
#include "router/cli/batch/batch_record.h"
#include "tests/support/layout_texts.h"

enum { SUM_BYTES = 21 };

static const char payload[] = "0123456789abcdef";

static struct batch_record sample(void)
{
    return (struct batch_record){.key = UINT64_C(0xfedcba9876543210),
                                 .outputs = 3,
                                 .grid = (char *)"a b.grid",
                                 .payload = (uint8_t *)payload,
                                 .payload_size = sizeof payload - 1};
}

static char *written(const struct batch_record *record, enum batch_record_kind kind, size_t *size)
{
    static char *text; /* the stream's: gcc takes one on the stack for dangling */
    FILE *memory = open_memstream(&text, size);
    assert_non_null(memory);
    assert_int_equal(batch_record_write(memory, kind, record, NULL), STATUS_OK);
    assert_int_equal(fclose(memory), 0);
    return text;
}

static bool read_text(struct batch_record *back, enum batch_record_kind kind, const char *text,
                      size_t size)
{
    uint8_t *copy = malloc(size + 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    return batch_record_read(back, kind, copy, size);
}

static void records_come_back(void **state)
{
    (void)state;
    for (int kind = 0; kind < RECORD_KINDS; kind++) {
        const struct batch_record record = sample();
        struct batch_record back;
        size_t size;
        char *text = written(&record, (enum batch_record_kind)kind, &size);
        assert_true(read_text(&back, (enum batch_record_kind)kind, text, size));
        assert_true(back.key == record.key && back.outputs == 3);
        assert_string_equal(back.grid, "a b.grid");
        assert_int_equal(back.payload_size, record.payload_size);
        assert_string_equal((char *)back.payload, payload);
        batch_record_destroy(&back);
        for (int other = 0; other < RECORD_KINDS; other++)
            if (other != kind)
                assert_false(read_text(&back, (enum batch_record_kind)other, text, size));
        for (size_t cut = 0; cut < size; cut++)
            assert_false(read_text(&back, (enum batch_record_kind)kind, text, cut));
        for (size_t at = 0; at < size; at++) { /* any byte changed */
            text[at] ^= 1;
            assert_false(read_text(&back, (enum batch_record_kind)kind, text, size));
            text[at] ^= 1;
        }
        free(text);
    }
}

/* The record with one text in place of another, and a sum made for it. */
static bool holds(const char *from, const char *to)
{
    const struct batch_record record = sample();
    struct batch_record back;
    size_t size;
    char *text = written(&record, RECORD_CHECKPOINT, &size);
    text[size - SUM_BYTES] = '\0';
    char *edited = text_edit(text, from, to);
    const size_t used = strlen(edited);
    char *sealed = realloc(edited, used + SUM_BYTES + 1);
    assert_non_null(sealed);
    snprintf(sealed + used, SUM_BYTES + 1, "sum %016llx\n",
             (unsigned long long)hash_bytes(HASH_START, sealed, used));
    const bool is = read_text(&back, RECORD_CHECKPOINT, sealed, used + SUM_BYTES);
    batch_record_destroy(&back);
    free(sealed);
    free(text);
    return is;
}

static void wrong_fields_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"bytes 16", "bytes 0"},
        {"bytes 16", "bytes 15"},
        {"bytes 16", "bytes 17"},
        {"bytes 16", "bytes 18446744073709551615"},
        {"0123456789", "012345678"}, /* not whole words */
        {"grid 8", "grid 7"},
        {"grid 8", "grid 18446744073709551615"},
        {"key 18364758544493064720", "key 18446744073709551616"},
        {"leeway-batch-4", "leeway-batch-3"},
    };
    assert_true(holds("outputs 3", "outputs 4"));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (holds(wrong[i][0], wrong[i][1]))
            fail_msg("\"%s\" was believed", wrong[i][1]);
}

/* Published values of FNV-1a with 64 bits. */
static void sums_are_those_of_fnv(void **state)
{
    (void)state;
    assert_true(HASH_START == UINT64_C(0xcbf29ce484222325));
    assert_true(hash_bytes(HASH_START, "", 0) == HASH_START);
    assert_true(hash_bytes(HASH_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(hash_bytes(HASH_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_those_of_fnv),
        cmocka_unit_test(records_come_back),
        cmocka_unit_test(wrong_fields_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
