/* record_fields: writes and reads a field, each with one switch over the kinds. */
#include "router/cli/output/record_fields.h"

#include <inttypes.h>
#include <string.h>

enum { ITEM_BYTES_MIN = 4 }; /* least length of a list entry: bounds counts by the text's length */

/* ---- writing -------------------------------------------------------------------------------- */

static void put_word(FILE *out, const char *name, const char *word)
{
    if (word != NULL)
        fprintf(out, "%s %zu %s", name, strlen(word), word);
    else
        fprintf(out, "%s -", name);
}

static void put_field(FILE *out, const struct json_field *field, const void *from)
{
    const void *at = (const char *)from + field->offset;
    const char *const *word = at;
    switch (field->kind) {
    case KIND_WORD:
    case KIND_WORD_OR_NULL:
        assert(*word != NULL || field->kind == KIND_WORD_OR_NULL);
        put_word(out, field->name, *word);
        break;
    case KIND_32:
        fprintf(out, "%s %" PRIu32, field->name, *(const uint32_t *)at);
        break;
    case KIND_64:
        fprintf(out, "%s %" PRIu64, field->name, *(const uint64_t *)at);
        break;
    case KIND_SIGNED:
        fprintf(out, "%s %" PRId64, field->name, *(const int64_t *)at);
        break;
    case KIND_FLAG:
        fprintf(out, "%s %d", field->name, *(const bool *)at);
        break;
    }
}

void record_put(FILE *out, const struct record_table *table, const void *from)
{
    assert(table->count > 0 && from != NULL);
    for (size_t f = 0; f < table->count; f++) {
        put_field(out, &table->field[f], from);
        fputc('\n', out);
    }
}

void record_put_list(FILE *out, const char *name, const struct record_table *table,
                     const void *items, size_t count)
{
    assert(items != NULL || count == 0);
    fprintf(out, "%s %zu\n", name, count);
    for (size_t i = 0; i < count; i++)
        for (size_t f = 0; f < table->count; f++) {
            put_field(out, &table->field[f], (const char *)items + i * table->size);
            fputc(f + 1 < table->count ? ' ' : '\n', out);
        }
}

/* ---- reading -------------------------------------------------------------------------------- */

void record_expect(struct record_cursor *it, const char *text)
{
    const size_t length = strlen(text);
    it->good =
        it->good && (size_t)(it->end - it->at) >= length && memcmp(it->at, text, length) == 0;
    it->at += it->good ? length : 0;
}

uint64_t record_number(struct record_cursor *it, uint64_t most)
{
    uint64_t value = 0;
    const char *first = it->at;
    for (; it->good && it->at < it->end && *it->at >= '0' && *it->at <= '9'; it->at++) {
        const uint64_t digit = (uint64_t)(*it->at - '0');
        it->good = digit <= most && value <= (most - digit) / 10;
        value = value * 10 + digit;
    }
    it->good = it->good && it->at > first;
    return it->good ? value : 0;
}

/* Takes the byte if it comes next. */
static bool take_byte(struct record_cursor *it, char byte)
{
    const bool there = it->good && it->at < it->end && *it->at == byte;
    it->at += there;
    return there;
}

static int64_t take_signed(struct record_cursor *it)
{
    const bool minus = take_byte(it, '-');
    const int64_t value = (int64_t)record_number(it, INT64_MAX);
    return minus ? -value : value;
}

static const char *take_word(struct record_cursor *it, bool may_be_null)
{
    if (may_be_null && take_byte(it, '-'))
        return NULL;
    const uint64_t length = record_number(it, SIZE_MAX);
    record_expect(it, " ");
    it->good = it->good && length < (uint64_t)(it->end - it->at) &&
               memchr(it->at, '\0', (size_t)length) == NULL;
    const char *word = it->at;
    it->at += it->good ? length : 0;
    return word;
}

/* Reads a field and the byte behind it, which becomes the NUL of a word. */
static void take_field(struct record_cursor *it, const struct json_field *field, char behind,
                       void *to)
{
    void *at = (char *)to + field->offset;
    record_expect(it, field->name);
    record_expect(it, " ");
    switch (field->kind) {
    case KIND_WORD:
    case KIND_WORD_OR_NULL:
        *(const char **)at = take_word(it, field->kind == KIND_WORD_OR_NULL);
        break;
    case KIND_32:
        *(uint32_t *)at = (uint32_t)record_number(it, UINT32_MAX);
        break;
    case KIND_64:
        *(uint64_t *)at = record_number(it, UINT64_MAX);
        break;
    case KIND_SIGNED:
        *(int64_t *)at = take_signed(it);
        break;
    case KIND_FLAG:
        *(bool *)at = record_number(it, 1) != 0;
        break;
    }
    it->good = take_byte(it, behind);
    if (it->good)
        it->at[-1] = '\0';
}

void record_take(struct record_cursor *it, const struct record_table *table, void *to)
{
    assert(*it->end == '\0');
    for (size_t f = 0; f < table->count; f++)
        take_field(it, &table->field[f], '\n', to);
}

void *record_take_list(struct record_cursor *it, const char *name, const struct record_table *table,
                       size_t *count)
{
    assert(table->size > 0 && count != NULL && *it->end == '\0');
    record_expect(it, name);
    record_expect(it, " ");
    const size_t left = (size_t)(it->end - it->at);
    const size_t items = (size_t)record_number(it, left / ITEM_BYTES_MIN);
    record_expect(it, "\n");
    *count = 0;
    if (!it->good || items == 0)
        return NULL;
    char *list = mem_alloc(items, table->size, "a record", NULL);
    it->good = list != NULL;
    *count = list != NULL ? items : 0;
    for (size_t i = 0; i < items && it->good; i++)
        for (size_t f = 0; f < table->count; f++)
            take_field(it, &table->field[f], f + 1 < table->count ? ' ' : '\n',
                       list + i * table->size);
    return list;
}
