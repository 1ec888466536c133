/* record: the numbers of a record and its JSON object as text, by a table for record_fields.h. */
#include "router/cli/output/record.h"

#include <stdlib.h>
#include <string.h>

#include "router/cli/output/record_fields.h"
#include "router/cli/output/report.h"

static const struct text_field FIELDS[] = {
    TEXT_FIELD(run_record, WORD, netlist),
    TEXT_FIELD(run_record, 32, units),
    TEXT_FIELD(run_record, 32, nets),
    TEXT_FIELD(run_record, 32, routed),
    TEXT_FIELD(run_record, 64, length),
    TEXT_FIELD(run_record, 64, vias),
    TEXT_FIELD(run_record, 64, cost),
    TEXT_FIELD(run_record, 32, status),
    TEXT_FIELD(run_record, 64, micros[PHASE_TOTAL]),
    TEXT_FIELD(run_record, 64, peak_host),
    TEXT_FIELD(run_record, WORD, json),
};
static const struct text_table TABLE = TEXT_TABLE(FIELDS);

_Static_assert(sizeof(enum status) == sizeof(uint32_t), "status is read as 32 bits");

uint64_t record_length(const struct run_record *record)
{
    assert(record->units <= INT32_MAX);
    return record->units > 0 ? (record->length + record->units / 2) / record->units
                             : record->length;
}

/* Ends the stream of a text. Where memory ended, neither the writes nor the close may have failed.
 */
static bool is_whole(FILE *out, char *const *text, const size_t *size)
{
    return out != NULL && fclose(out) == 0 && *text != NULL && strlen(*text) == *size;
}

char *record_text(const struct run_record *record, size_t *size, struct error *error)
{
    struct run_record kept = *record;
    char *json = NULL, *text = NULL;
    FILE *out = open_memstream(&json, size);
    if (out != NULL)
        report_json_members(out, record, 2);
    bool made = is_whole(out, &json, size);
    kept.json = json;
    out = made ? open_memstream(&text, size) : NULL;
    if (out != NULL)
        record_put(out, &TABLE, &kept);
    made = is_whole(out, &text, size);
    free(json);
    if (made)
        return text;
    free(text);
    error_set(error, STATUS_FAILED, "out of memory for a record");
    return NULL;
}

/* No run can end otherwise. A tile graph with all nets routed may have overflow. */
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
    record_take(&it, &TABLE, record);
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
