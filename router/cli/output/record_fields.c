/* record_fields: writes and reads words and numbers. */
#include "router/cli/output/record.h"

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
