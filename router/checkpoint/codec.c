/* words: see the header for the contract. */
#include "router/checkpoint/codec.h"

void codec_check(struct codec *words, bool good)
{
    if (words->reading && words->status == STATUS_OK && !good)
        words->status = STATUS_BAD_INPUT;
}

static void put(struct codec *out, uint64_t word)
{
    if (out->status == STATUS_OK)
        out->status = mem_grow((void **)&out->words, &out->capacity, out->count + 1, sizeof word,
                               "a checkpoint", out->error);
    if (out->status == STATUS_OK)
        out->words[out->count++] = word;
}

void words_u64(struct codec *words, uint64_t *value, uint64_t most)
{
    if (!words->reading) {
        put(words, *value);
        return;
    }
    codec_check(words, words->next < words->count && words->words[words->next] <= most);
    *value = words->status == STATUS_OK ? words->words[words->next++] : 0;
}

void words_u32(struct codec *words, uint32_t *value, uint32_t most)
{
    uint64_t wide = *value;
    words_u64(words, &wide, most);
    *value = (uint32_t)wide;
}

void words_u32s(struct codec *words, uint32_t *values, size_t count, uint32_t most)
{
    for (size_t i = 0; i < count; i++)
        words_u32(words, &values[i], most);
}

void codec_same(struct codec *words, uint64_t value)
{
    uint64_t is = value;
    words_u64(words, &is, UINT64_MAX);
    codec_check(words, is == value);
}

void codec_count(struct codec *words, size_t *count)
{
    uint64_t wide = *count;
    words_u64(words, &wide, words->reading ? words->count - words->next : UINT64_MAX);
    *count = (size_t)wide;
}

static uint64_t hash(const uint64_t *words, size_t count)
{
    uint64_t sum = WORDS_HASH;
    for (size_t i = 0; i < count; i++)
        sum = codec_hash(sum, words[i]);
    return sum;
}

void codec_seal(struct codec *words)
{
    put(words, hash(words->words, words->count));
}

void codec_unseal(struct codec *words)
{
    codec_check(words, words->count > 0);
    if (words->status != STATUS_OK)
        return;
    words->count--;
    codec_check(words, words->words[words->count] == hash(words->words, words->count));
}

void codec_end(struct codec *words)
{
    codec_check(words, words->next == words->count);
}
