/* record: the fields of a record, as tables for record_fields.h. */
#include "router/cli/output/record.h"

#include <stdlib.h>
#include <string.h>

#include "router/cli/output/record_fields.h"

static const struct json_field RUN_FIELDS[] = {
    RECORD_FIELD(run_record, WORD, netlist),
    RECORD_FIELD(run_record, WORD, name),
    RECORD_FIELD(run_record, WORD, engine),
    RECORD_FIELD(run_record, WORD, wave),
    RECORD_FIELD(run_record, WORD, device),
    RECORD_FIELD(run_record, WORD, end),
    RECORD_FIELD(run_record, 32, units),
    RECORD_FIELD(run_record, 32, width),
    RECORD_FIELD(run_record, 32, height),
    RECORD_FIELD(run_record, 32, layers),
    RECORD_FIELD(run_record, 32, nets),
    RECORD_FIELD(run_record, 32, routed),
    RECORD_FIELD(run_record, 64, length),
    RECORD_FIELD(run_record, 64, vias),
    RECORD_FIELD(run_record, 64, bends),
    RECORD_FIELD(run_record, 64, cost),
    RECORD_FIELD(run_record, 64, patches),
    RECORD_FIELD(run_record, 32, tapered),
    RECORD_FIELD(run_record, 32, subnets),
    RECORD_FIELD(run_record, 32, vpins),
    RECORD_FIELD(run_record, 32, iterations),
    RECORD_FIELD(run_record, FLAG, alone),
    RECORD_FIELD(run_record, FLAG, with_nets),
    RECORD_FIELD(run_record, 32, status),
    RECORD_FIELD(run_record, 64, micros[0]),
    RECORD_FIELD(run_record, 64, micros[1]),
    RECORD_FIELD(run_record, 64, micros[2]),
    RECORD_FIELD(run_record, 64, micros[3]),
    RECORD_FIELD(run_record, 64, micros[4]),
    RECORD_FIELD(run_record, 64, micros[5]),
    RECORD_FIELD(run_record, 64, peak_host),
    RECORD_FIELD(run_record, 64, peak_device),
    RECORD_FIELD(run_record, WORD_OR_NULL, not_modelled),
    RECORD_FIELD(run_record, WORD_OR_NULL, capacity),
    RECORD_FIELD(run_record, WORD_OR_NULL, capacity_line),
    RECORD_FIELD(run_record, WORD_OR_NULL, origin),
    RECORD_FIELD(run_record, WORD_OR_NULL, antenna),
    RECORD_FIELD(run_record, WORD_OR_NULL, antenna_line),
};
static const struct json_field OPEN_FIELDS[] = {
    RECORD_FIELD(open_record, WORD, net),           RECORD_FIELD(open_record, WORD, reason),
    RECORD_FIELD(open_record, 32, blocker_count),   RECORD_FIELD(open_record, WORD_OR_NULL, pin),
    RECORD_FIELD(open_record, WORD_OR_NULL, rule),  RECORD_FIELD(open_record, WORD_OR_NULL, layer),
    RECORD_FIELD(open_record, WORD_OR_NULL, fault), RECORD_FIELD(open_record, SIGNED, place[0]),
    RECORD_FIELD(open_record, SIGNED, place[1]),    RECORD_FIELD(open_record, SIGNED, place[2]),
    RECORD_FIELD(open_record, SIGNED, place[3]),
};
static const struct json_field RULE_FIELDS[] = {
    RECORD_FIELD(rule_record, WORD, layer),
    RECORD_FIELD(rule_record, WORD, keyword),
};
static const struct json_field NOTE_FIELDS[] = {
    RECORD_FIELD(note_record, WORD, text),
    RECORD_FIELD(note_record, 32, kind),
    RECORD_FIELD(note_record, 32, count),
};
static const struct json_field NET_FIELDS[] = {
    RECORD_FIELD(net_record, WORD, net),      RECORD_FIELD(net_record, WORD, state),
    RECORD_FIELD(net_record, FLAG, routed),   RECORD_FIELD(net_record, 64, pins),
    RECORD_FIELD(net_record, 64, cost),       RECORD_FIELD(net_record, 64, vias),
    RECORD_FIELD(net_record, 64, bends),      RECORD_FIELD(net_record, 64, searches),
    RECORD_FIELD(net_record, SIGNED, length), RECORD_FIELD(net_record, SIGNED, least),
    RECORD_FIELD(net_record, SIGNED, box[0]), RECORD_FIELD(net_record, SIGNED, box[1]),
    RECORD_FIELD(net_record, SIGNED, box[2]), RECORD_FIELD(net_record, SIGNED, box[3]),
};
static const struct json_field BLOCKER_FIELDS[] = {{"blocker", KIND_WORD, 0}};

static const struct record_table RUN = RECORD_TABLE(RUN_FIELDS, sizeof(struct run_record));
static const struct record_table OPEN = RECORD_TABLE(OPEN_FIELDS, sizeof(struct open_record));
static const struct record_table RULE = RECORD_TABLE(RULE_FIELDS, sizeof(struct rule_record));
static const struct record_table NOTE = RECORD_TABLE(NOTE_FIELDS, sizeof(struct note_record));
static const struct record_table NET = RECORD_TABLE(NET_FIELDS, sizeof(struct net_record));
static const struct record_table BLOCKER = RECORD_TABLE(BLOCKER_FIELDS, sizeof(const char *));

_Static_assert(PHASES == 6, "RUN_FIELDS lists each phase");
_Static_assert(sizeof(enum status) == sizeof(uint32_t), "status is read as 32 bits");

uint64_t record_length(const struct run_record *record)
{
    assert(record->units <= INT32_MAX);
    return record->units > 0 ? (record->length + record->units / 2) / record->units
                             : record->length;
}

char *record_text(const struct run_record *record, size_t *size, struct error *error)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (out != NULL) {
        record_put(out, &RUN, record);
        record_put_list(out, "open", &OPEN, record->open, record->open_count);
        record_put_list(out, "blockers", &BLOCKER, record->blockers, record->blocker_count);
        record_put_list(out, "rules", &RULE, record->rules, record->rule_count);
        record_put_list(out, "notes", &NOTE, record->notes, record->note_count);
        record_put_list(out, "net_records", &NET, record->net,
                        record->with_nets ? record->net_count : 0);
    }
    /* If memory ended in the middle, neither the writes nor the close may have failed. */
    if (out != NULL && fclose(out) == 0 && text != NULL && strlen(text) == *size)
        return text;
    free(text);
    error_set(error, STATUS_FAILED, "out of memory for a record");
    return NULL;
}

/* No run can end otherwise. */
static bool is_sound(const struct run_record *record)
{
    size_t blockers = 0;
    for (size_t i = 0; i < record->open_count; i++)
        blockers += record->open[i].blocker_count;
    const enum status status = record->status;
    const bool over = record->capacity != NULL && status == STATUS_UNROUTED; /* overflow */
    const bool ended =
        over || status == (record->routed == record->nets ? STATUS_OK : STATUS_UNROUTED);
    return record->routed <= record->nets && (ended || status == STATUS_INTERRUPTED) &&
           record->open_count == record->nets - record->routed &&
           blockers == record->blocker_count && (record->units == 0 || record->cost == 0) &&
           (record->with_nets || record->net_count == 0);
}

bool record_read(struct run_record *record, char *text, size_t size)
{
    assert(text != NULL && text[size] == '\0');
    struct record_cursor it = {text, text + size, true};
    *record = (struct run_record){0};
    record_take(&it, &RUN, record);
    record->open = record_take_list(&it, "open", &OPEN, &record->open_count);
    record->blockers = record_take_list(&it, "blockers", &BLOCKER, &record->blocker_count);
    record->rules = record_take_list(&it, "rules", &RULE, &record->rule_count);
    record->notes = record_take_list(&it, "notes", &NOTE, &record->note_count);
    record->net = record_take_list(&it, "net_records", &NET, &record->net_count);
    if (it.good && it.at == it.end && is_sound(record))
        return true;
    record_destroy(record);
    return false;
}

void record_destroy(struct run_record *record)
{
    MEM_FREE(record->open, record->blockers, record->rules, record->notes, record->net,
             record->text);
    *record = (struct run_record){0};
}
