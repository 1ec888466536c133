/* batch_record: see the header for the contract. */
#include "router/cli/batch/record/batch_record.h"

#include <stdio.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "router/cli/batch/record/json_check.h"

#define FNV_PRIME  UINT64_C(0x100000001b3)
#define MICROS_MAX UINT64_C(1000000000000000)

enum { SUM_BYTES = 21 }; /* "sum ", 16 digits, line end */

uint64_t batch_hash(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * FNV_PRIME;
    return hash;
}

/* ---- out ------------------------------------------------------------------------------------ */

enum status batch_record_pack(const struct batch_record *record, uint8_t **bytes, size_t *size,
                              struct error *error)
{
    assert(record->grid != NULL && record->payload != NULL);
    const double seconds = record->seconds > 0 ? record->seconds : 0; /* of a broken clock */
    char *text = NULL;
    int head =
        asprintf(&text,
                 BATCH_RECORD_START "key %016" PRIx64 "\nstatus %d\nnets %" PRIu32 " %" PRIu32
                                    "\nnumbers %" PRIu64 " %" PRIu64 " %" PRIu64 "\nmicros %" PRIu64
                                    "\noutputs %016" PRIx64 "\ngrid %zu %s\nbytes %zu\n",
                 record->key, (int)record->status, record->nets, record->routed, record->length,
                 record->vias, record->cost, (uint64_t)(seconds * 1e6), record->outputs,
                 strlen(record->grid), record->grid, record->payload_size);
    size_t used = head >= 0 ? (size_t)head + record->payload_size : 0;
    *size = used + SUM_BYTES;
    *bytes = head >= 0 ? malloc(*size + 1) : NULL;
    if (*bytes != NULL) {
        memcpy(*bytes, text, (size_t)head);
        memcpy(*bytes + head, record->payload, record->payload_size);
        snprintf((char *)*bytes + used, SUM_BYTES + 1, "sum %016" PRIx64 "\n",
                 batch_hash(BATCH_HASH_START, *bytes, used));
    }
    if (head >= 0)
        free(text);
    return *bytes != NULL ? STATUS_OK
                          : error_set(error, STATUS_FAILED, "out of memory for a record");
}

/* ---- in ------------------------------------------------------------------------------------- */

/* What is left to be read; good is false once something else was found than was expected. */
struct cursor {
    const char *at, *end;
    bool good;
};

static void expect(struct cursor *it, const char *text)
{
    size_t length = strlen(text);
    it->good =
        it->good && (size_t)(it->end - it->at) >= length && memcmp(it->at, text, length) == 0;
    it->at += it->good ? length : 0;
}

/* A number in this base (10 or 16), at most `most`. */
static uint64_t number(struct cursor *it, unsigned base, uint64_t most)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t value = 0;
    size_t count = 0;
    for (; it->good && it->at < it->end; it->at++, count++) {
        const char *digit = memchr(digits, *it->at, base);
        if (digit == NULL)
            break;
        uint64_t d = (uint64_t)(digit - digits);
        it->good = d <= most && value <= (most - d) / base;
        value = value * base + d;
    }
    it->good = it->good && count > 0;
    return it->good ? value : 0;
}

static uint64_t field(struct cursor *it, const char *name, unsigned base, uint64_t most)
{
    expect(it, name);
    return number(it, base, most);
}

/* `length` bytes as a text of their own; NULL where there are not so many, or memory is out. */
static char *bytes_of(struct cursor *it, uint64_t length)
{
    it->good = it->good && length <= (uint64_t)(it->end - it->at);
    char *copy = it->good ? malloc((size_t)length + 1) : NULL;
    it->good = copy != NULL;
    if (copy == NULL)
        return NULL;
    memcpy(copy, it->at, (size_t)length);
    copy[length] = '\0';
    it->at += length;
    return copy;
}

static bool sum_fits(const uint8_t *bytes, size_t size)
{
    if (size <= SUM_BYTES)
        return false;
    size_t used = size - SUM_BYTES;
    struct cursor tail = {(const char *)bytes + used, (const char *)bytes + size, true};
    uint64_t sum = field(&tail, "sum ", 16, UINT64_MAX);
    expect(&tail, "\n");
    return tail.good && tail.at == tail.end && sum == batch_hash(BATCH_HASH_START, bytes, used);
}

/* All but the payload. */
static void read_head(struct cursor *it, struct batch_record *record)
{
    record->key = field(it, BATCH_RECORD_START "key ", 16, UINT64_MAX);
    record->status = (enum status)field(it, "\nstatus ", 10, STATUS_UNROUTED);
    record->nets = (uint32_t)field(it, "\nnets ", 10, UINT32_MAX);
    record->routed = (uint32_t)field(it, " ", 10, record->nets);
    record->length = field(it, "\nnumbers ", 10, UINT64_MAX);
    record->vias = field(it, " ", 10, UINT64_MAX);
    record->cost = field(it, " ", 10, UINT64_MAX);
    record->seconds = (double)field(it, "\nmicros ", 10, MICROS_MAX) / 1e6;
    record->outputs = field(it, "\noutputs ", 16, UINT64_MAX);
    uint64_t length = field(it, "\ngrid ", 10, SIZE_MAX / 2);
    expect(it, " ");
    record->grid = bytes_of(it, length);
    it->good = it->good && strlen(record->grid) == length;
    record->payload_size = (size_t)field(it, "\nbytes ", 10, SIZE_MAX / 2);
    expect(it, "\n");
}

bool batch_record_announces(const uint8_t *bytes, size_t held, size_t size)
{
    const char *text = (const char *)bytes;
    struct cursor it = {text, text + held, true};
    struct batch_record record = {0};
    read_head(&it, &record);
    free(record.grid);
    return it.good && (size_t)(it.at - text) + record.payload_size + SUM_BYTES == size;
}

/* True where the payload's member starts with this whole number, and one of `end` stands behind. */
static bool says(const struct batch_record *record, const char *name, uint64_t wanted,
                 const char *end)
{
    const char *text = (const char *)record->payload;
    const char *value = json_member(text, record->payload_size, name);
    struct cursor it = {value, text + record->payload_size, value != NULL};
    return number(&it, 10, UINT64_MAX) == wanted && it.good && strchr(end, *it.at) != NULL;
}

/* What report_json and layout_report_json write. Nothing else is copied into batch.json, "job" and
 * "result" above all, which stand there already. */
static const struct json_field FIELDS[] = {
    {"version", '0'},    {"netlist", '"'},  {"engine", '"'},      {"wave", '"'},
    {"device", '"'},     {"grid", '{'},     {"design", '"'},      {"layers", '0'},
    {"nets", '0'},       {"routed", '0'},   {"length", '0'},      {"length_um", '0'},
    {"vias", '0'},       {"bends", '0'},    {"cost", '0'},        {"patches", '0'},
    {"tapered", '0'},    {"alone", 't'},    {"status", '0'},      {"end", '"'},
    {"iterations", '0'}, {"unrouted", '['}, {"net_records", '['}, {"rules_not_obeyed", '['},
    {"carried", '{'},    {"seconds", '{'},  {"peak_bytes", '{'},
};

/* True where the payload is an object that tells of the record's result, and holds no second job.
 * The length of a layout is rounded to microns in the record, and has no cost. */
static bool agrees(const struct batch_record *record)
{
    static const char end[] = ",\n}";
    const char *text = (const char *)record->payload;
    const uint64_t length = record->length;
    bool good =
        json_member(text, record->payload_size, "length_um") == NULL
            ? says(record, "length", length, end) && says(record, "cost", record->cost, end)
            : record->cost == 0 && (says(record, "length_um", length, ".") ||
                                    (length > 0 && says(record, "length_um", length - 1, ".")));
    good = good && says(record, "nets", record->nets, end) &&
           says(record, "routed", record->routed, end) && says(record, "vias", record->vias, end) &&
           says(record, "status", (uint64_t)record->status, end);
    good = good && says(record, "version", 1, end) &&
           json_items(text, record->payload_size, "unrouted") == record->nets - record->routed;
    return good && memmem(text, record->payload_size, "\n {", 3) == NULL &&
           json_has_only(text, record->payload_size, FIELDS, sizeof FIELDS / sizeof *FIELDS);
}

/* What a run of this kind can have written. */
static bool is_likely(const struct batch_record *record, enum batch_record_kind kind)
{
    if (kind == RECORD_CHECKPOINT)
        return record->status == STATUS_OK && record->payload_size > 0 &&
               record->payload_size % sizeof(uint64_t) == 0;
    return (record->status == STATUS_OK) == (record->routed == record->nets) && agrees(record);
}

bool batch_record_unpack(struct batch_record *record, enum batch_record_kind kind,
                         const uint8_t *bytes, size_t size)
{
    memset(record, 0, sizeof *record);
    if (!sum_fits(bytes, size))
        return false;
    struct cursor it = {(const char *)bytes, (const char *)bytes + size - SUM_BYTES, true};
    read_head(&it, record);
    record->payload = (uint8_t *)bytes_of(&it, record->payload_size);
    if (it.good && it.at == it.end && is_likely(record, kind))
        return true;
    batch_record_destroy(record);
    return false;
}

void batch_record_destroy(struct batch_record *record)
{
    MEM_FREE(record->grid, record->payload);
    memset(record, 0, sizeof *record);
}
