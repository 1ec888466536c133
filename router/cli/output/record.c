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

void record_destroy(struct run_record *record)
{
    MEM_FREE(record->open, record->blockers, record->rules, record->notes, record->net,
             record->text);
    *record = (struct run_record){0};
}
