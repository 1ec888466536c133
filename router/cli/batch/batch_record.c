/* batch_record: writes and reads the head by a table of fields, the payload unchanged, and a
 * checksum of both. */
#include "router/cli/batch/batch_record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "router/cli/output/record_fields.h"

#define FNV_PRIME UINT64_C(0x100000001b3)

enum { SUM_BYTES = 21 }; /* "sum ", 16 digits, line end */

static const char *const KIND[RECORD_KINDS] = {"done\n", "checkpoint\n", "report\n"};

static const struct text_field HEAD_FIELDS[] = {
    TEXT_FIELD(batch_record, 64, key),
    TEXT_FIELD(batch_record, 64, outputs),
    TEXT_FIELD(batch_record, WORD, grid),
};
static const struct text_table HEAD = TEXT_TABLE(HEAD_FIELDS);

uint64_t batch_hash(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * FNV_PRIME;
    return hash;
}

enum status batch_record_write(FILE *out, enum batch_record_kind kind,
                               const struct batch_record *record, struct error *error)
{
    assert(record->payload_size > 0);
    char *head = NULL;
    size_t size = 0;
    assert(kind < RECORD_KINDS && record->grid != NULL && record->payload != NULL);
    FILE *memory = open_memstream(&head, &size);
    if (memory != NULL) {
        fprintf(memory, BATCH_RECORD_START "%s", KIND[kind]);
        record_put(memory, &HEAD, record);
        fprintf(memory, "bytes %zu\n", record->payload_size);
    }
    if (memory == NULL || fclose(memory) != 0 || head == NULL) {
        free(head);
        return error_set(error, STATUS_FAILED, "out of memory for a record");
    }
    uint64_t sum = batch_hash(BATCH_HASH_START, head, size);
    sum = batch_hash(sum, record->payload, record->payload_size);
    fwrite(head, 1, size, out);
    fwrite(record->payload, 1, record->payload_size, out);
    fprintf(out, "sum %016" PRIx64 "\n", sum);
    free(head);
    return STATUS_OK;
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool sum_fits(const uint8_t *bytes, size_t size)
{
    char sum[SUM_BYTES + 1];
    if (size <= SUM_BYTES)
        return false;
    const size_t used = size - SUM_BYTES;
    snprintf(sum, sizeof sum, "sum %016" PRIx64 "\n", batch_hash(BATCH_HASH_START, bytes, used));
    return memcmp(bytes + used, sum, SUM_BYTES) == 0;
}

/* Reads all but the payload; the cursor is behind it then. The grid stays in the text. */
static void read_head(struct record_cursor *it, struct batch_record *record)
{
    record_take(it, &HEAD, record);
    record_expect(it, "bytes ");
    record->payload_size = (size_t)record_number(it, SIZE_MAX / 2);
    record_expect(it, "\n");
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
        read_head(&it, record);
        good = it.good && (size_t)(end - it.at) == record->payload_size &&
               (kind != RECORD_CHECKPOINT ||
                (record->payload_size > 0 && record->payload_size % sizeof(uint64_t) == 0));
        record->grid = good ? strdup(record->grid) : NULL;
        good = record->grid != NULL;
        if (good)
            memmove(bytes, it.at, record->payload_size + 1); /* aligned, as malloc's */
    }
    record->payload = bytes;
    if (!good)
        batch_record_destroy(record);
    return good;
}

void batch_record_destroy(struct batch_record *record)
{
    MEM_FREE(record->grid, record->payload);
    *record = (struct batch_record){0};
}
