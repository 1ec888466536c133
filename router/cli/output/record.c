/* record: the numbers of a record and its JSON object as text. */
#include "router/cli/output/record.h"

#include "grid/text/file/memory_text.h"
#include "router/cli/output/report.h"

uint64_t record_length(const struct run_record *record)
{
    assert(record->units <= INT32_MAX);
    return record->units > 0 ? (record->length + record->units / 2) / record->units
                             : record->length;
}

static void put_record(FILE *out, const struct run_record *record, const char *json)
{
    record_put_word(out, "netlist", record->netlist);
    record_put_number(out, "units", record->units);
    record_put_number(out, "nets", record->nets);
    record_put_number(out, "routed", record->routed);
    record_put_number(out, "length", record->length);
    record_put_number(out, "vias", record->vias);
    record_put_number(out, "cost", record->cost);
    record_put_number(out, "status", record->status);
    record_put_number(out, "micros", record->micros[PHASE_TOTAL]);
    record_put_number(out, "peak_host", record->peak_host);
    record_put_word(out, "json", json);
}

char *record_text(const struct run_record *record, size_t *size, struct error *error)
{
    struct memory_text json, text;
    if (memory_text_open(&json, "a record", error) != STATUS_OK)
        return NULL;
    report_json_members(json.out, record, 2);
    enum status status = memory_text_end(&json, STATUS_OK, error);
    THEN(status, memory_text_open(&text, "a record", error));
    if (status == STATUS_OK) {
        put_record(text.out, record, json.text);
        status = memory_text_end(&text, status, error);
    }
    free(json.text);
    *size = status == STATUS_OK ? text.size : 0;
    return status == STATUS_OK ? text.text : NULL;
}

/* True if a run can end with these numbers. A tile graph with all nets routed may have overflow. */
static bool is_sound(const struct run_record *record)
{
    const enum status status = record->status;
    return record->routed <= record->nets && (record->units == 0 || record->cost == 0) &&
           (status == STATUS_OK ? record->routed == record->nets
                                : status == STATUS_UNROUTED || status == STATUS_INTERRUPTED);
}

bool record_read(struct run_record *record, char *text, size_t size)
{
    assert(text != NULL && text[size] == '\0');
    struct record_cursor it = {text, text + size, true};
    *record = (struct run_record){0};
    record->netlist = record_take_word(&it, "netlist");
    record->units = (uint32_t)record_take_number(&it, "units", UINT32_MAX);
    record->nets = (uint32_t)record_take_number(&it, "nets", UINT32_MAX);
    record->routed = (uint32_t)record_take_number(&it, "routed", UINT32_MAX);
    record->length = record_take_number(&it, "length", UINT64_MAX);
    record->vias = record_take_number(&it, "vias", UINT64_MAX);
    record->cost = record_take_number(&it, "cost", UINT64_MAX);
    record->status = (enum status)record_take_number(&it, "status", INT32_MAX);
    record->micros[PHASE_TOTAL] = record_take_number(&it, "micros", UINT64_MAX);
    record->peak_host = record_take_number(&it, "peak_host", UINT64_MAX);
    record->json = record_take_word(&it, "json");
    if (it.good && it.at == it.end && is_sound(record))
        return true;
    *record = (struct run_record){0};
    return false;
}

MEM_DESTROY(record_destroy, run_record, it->open, it->blockers, it->rules, it->notes, it->net,
            it->text)

void record_put_word(FILE *out, const char *name, const char *word)
{
    assert(word != NULL);
    fprintf(out, "%s %zu %s\n", name, strlen(word), word);
}

void record_put_number(FILE *out, const char *name, uint64_t number)
{
    fprintf(out, "%s %" PRIu64 "\n", name, number);
}

void record_expect(struct record_cursor *it, const char *text)
{
    const size_t length = strlen(text);
    it->good =
        it->good && (size_t)(it->end - it->at) >= length && memcmp(it->at, text, length) == 0;
    it->at += it->good ? length : 0;
}

static uint64_t take_digits(struct record_cursor *it, const char *name, uint64_t most)
{
    uint64_t value = 0;
    assert(*it->end == '\0');
    record_expect(it, name);
    record_expect(it, " ");
    const char *first = it->at;
    for (; it->good && it->at < it->end && *it->at >= '0' && *it->at <= '9'; it->at++) {
        const uint64_t digit = (uint64_t)(*it->at - '0');
        it->good = digit <= most && value <= (most - digit) / 10;
        value = value * 10 + digit;
    }
    it->good = it->good && it->at > first;
    return it->good ? value : 0;
}

uint64_t record_take_number(struct record_cursor *it, const char *name, uint64_t most)
{
    const uint64_t number = take_digits(it, name, most);
    record_expect(it, "\n");
    return it->good ? number : 0;
}

char *record_take_word(struct record_cursor *it, const char *name)
{
    const uint64_t length = take_digits(it, name, SIZE_MAX);
    record_expect(it, " ");
    it->good = it->good && length < (uint64_t)(it->end - it->at) &&
               memchr(it->at, '\0', (size_t)length) == NULL;
    char *word = it->at;
    it->at += it->good ? length : 0;
    record_expect(it, "\n");
    if (!it->good)
        return NULL;
    it->at[-1] = '\0';
    return word;
}
