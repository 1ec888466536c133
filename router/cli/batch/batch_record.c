/* batch_record: the head is written and read by fields; a checksum is of head and payload. */
#include "router/cli/batch/batch_record.h"

#include "grid/text/file/memory_text.h"
#include "router/cli/output/record.h"

enum { SUM_BYTES = 21 }; /* "sum ", 16 digits, line end */

static const char *const KIND[RECORD_KINDS] = {"done\n", "checkpoint\n", "report\n"};

enum status batch_record_write(FILE *out, enum batch_record_kind kind,
                               const struct batch_record *record, struct error *error)
{
    assert(record->payload_size > 0);
    struct memory_text head;
    assert(kind < RECORD_KINDS && record->grid != NULL && record->payload != NULL);
    TRY(memory_text_open(&head, "a record", error));
    fprintf(head.out, BATCH_RECORD_START "%s", KIND[kind]);
    record_put_number(head.out, "key", record->key);
    record_put_number(head.out, "outputs", record->outputs);
    record_put_word(head.out, "grid", record->grid);
    record_put_number(head.out, "bytes", record->payload_size);
    TRY(memory_text_end(&head, STATUS_OK, error));
    uint64_t sum = hash_bytes(HASH_START, head.text, head.size);
    sum = hash_bytes(sum, record->payload, record->payload_size);
    fwrite(head.text, 1, head.size, out);
    fwrite(record->payload, 1, record->payload_size, out);
    fprintf(out, "sum %016" PRIx64 "\n", sum);
    free(head.text);
    return STATUS_OK;
}

static bool sum_fits(const uint8_t *bytes, size_t size)
{
    char sum[SUM_BYTES + 1];
    if (size <= SUM_BYTES)
        return false;
    const size_t used = size - SUM_BYTES;
    snprintf(sum, sizeof sum, "sum %016" PRIx64 "\n", hash_bytes(HASH_START, bytes, used));
    return memcmp(bytes + used, sum, SUM_BYTES) == 0;
}

bool batch_record_read(struct batch_record *record, enum batch_record_kind kind, uint8_t *bytes,
                       size_t size)
{
    assert(bytes != NULL && kind < RECORD_KINDS);
    *record = (struct batch_record){0};
    bool good = sum_fits(bytes, size);
    if (good) {
        char *text = (char *)bytes, *end = text + size - SUM_BYTES;
        struct record_cursor it = {text, end, true};
        *end = '\0';
        record_expect(&it, BATCH_RECORD_START);
        record_expect(&it, KIND[kind]);
        record->key = record_take_number(&it, "key", UINT64_MAX);
        record->outputs = record_take_number(&it, "outputs", UINT64_MAX);
        const char *grid = record_take_word(&it, "grid");
        record->payload_size = (size_t)record_take_number(&it, "bytes", SIZE_MAX / 2);
        good = it.good && (size_t)(end - it.at) == record->payload_size &&
               (kind != RECORD_CHECKPOINT ||
                (record->payload_size > 0 && record->payload_size % sizeof(uint64_t) == 0));
        record->grid = good ? strdup(grid) : NULL;
        good = record->grid != NULL;
        if (good)
            memmove(bytes, it.at, record->payload_size + 1); /* aligned, as malloc's */
    }
    record->payload = bytes;
    if (!good)
        batch_record_destroy(record);
    return good;
}

MEM_DESTROY(batch_record_destroy, batch_record, it->grid, it->payload)
