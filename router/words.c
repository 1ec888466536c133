/* words: see the header for the contract. */
#include "router/words.h"

void words_check(struct words *words, bool good)
{
    if (words->reading && words->status == STATUS_OK && !good)
        words->status = STATUS_BAD_INPUT;
}

static void put(struct words *out, uint64_t word)
{
    if (out->status == STATUS_OK)
        out->status = mem_grow((void **)&out->words, &out->capacity, out->count + 1, sizeof word,
                               "a checkpoint", out->error);
    if (out->status == STATUS_OK)
        out->words[out->count++] = word;
}

void words_u64(struct words *words, uint64_t *value, uint64_t most)
{
    if (!words->reading) {
        put(words, *value);
        return;
    }
    words_check(words, words->next < words->count && words->words[words->next] <= most);
    *value = words->status == STATUS_OK ? words->words[words->next++] : 0;
}

void words_u32(struct words *words, uint32_t *value, uint32_t most)
{
    uint64_t wide = *value;
    words_u64(words, &wide, most);
    *value = (uint32_t)wide;
}

void words_u32s(struct words *words, uint32_t *values, size_t count, uint32_t most)
{
    for (size_t i = 0; i < count; i++)
        words_u32(words, &values[i], most);
}

void words_same(struct words *words, uint64_t value)
{
    uint64_t is = value;
    words_u64(words, &is, UINT64_MAX);
    words_check(words, is == value);
}

void words_count(struct words *words, size_t *count)
{
    uint64_t wide = *count;
    words_u64(words, &wide, words->reading ? words->count - words->next : UINT64_MAX);
    *count = (size_t)wide;
}

static uint64_t hash(const uint64_t *words, size_t count)
{
    uint64_t sum = WORDS_HASH;
    for (size_t i = 0; i < count; i++)
        sum = words_hash(sum, words[i]);
    return sum;
}

void words_seal(struct words *words)
{
    put(words, hash(words->words, words->count));
}

void words_unseal(struct words *words)
{
    words_check(words, words->count > 0);
    if (words->status != STATUS_OK)
        return;
    words->count--;
    words_check(words, words->words[words->count] == hash(words->words, words->count));
}

void words_end(struct words *words)
{
    words_check(words, words->next == words->count);
}
