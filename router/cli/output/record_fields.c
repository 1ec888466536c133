/* record_fields: writes and reads a field, each with one switch over the kinds. */
#include "router/cli/output/record_fields.h"

#include <inttypes.h>
#include <string.h>

void record_put(FILE *out, const struct text_table *table, const void *from)
{
    assert(table->count > 0 && from != NULL);
    for (size_t f = 0; f < table->count; f++) {
        const struct text_field *field = &table->field[f];
        const void *at = (const char *)from + field->offset;
        const char *const *word = at;
        fprintf(out, "%s ", field->name);
        switch (field->kind) {
        case TEXT_WORD:
            assert(*word != NULL);
            fprintf(out, "%zu %s\n", strlen(*word), *word);
            break;
        case TEXT_32:
            fprintf(out, "%" PRIu32 "\n", *(const uint32_t *)at);
            break;
        case TEXT_64:
            fprintf(out, "%" PRIu64 "\n", *(const uint64_t *)at);
            break;
        }
    }
}

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

static const char *take_word(struct record_cursor *it)
{
    const uint64_t length = record_number(it, SIZE_MAX);
    record_expect(it, " ");
    it->good = it->good && length < (uint64_t)(it->end - it->at) &&
               memchr(it->at, '\0', (size_t)length) == NULL;
    const char *word = it->at;
    it->at += it->good ? length : 0;
    return word;
}

void record_take(struct record_cursor *it, const struct text_table *table, void *to)
{
    assert(*it->end == '\0');
    for (size_t f = 0; f < table->count; f++) {
        const struct text_field *field = &table->field[f];
        void *at = (char *)to + field->offset;
        record_expect(it, field->name);
        record_expect(it, " ");
        switch (field->kind) {
        case TEXT_WORD:
            *(const char **)at = take_word(it);
            break;
        case TEXT_32:
            *(uint32_t *)at = (uint32_t)record_number(it, UINT32_MAX);
            break;
        case TEXT_64:
            *(uint64_t *)at = record_number(it, UINT64_MAX);
            break;
        }
        record_expect(it, "\n");
        if (it->good)
            it->at[-1] = '\0';
    }
}
