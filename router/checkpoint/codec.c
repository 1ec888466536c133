/* codec: copies each value to or from the words of a checkpoint, and stops at the first bad one. */
#include "router/checkpoint/codec.h"

void codec_check(struct codec *codec, bool good)
{
    if (codec->reading && codec->status == STATUS_OK && !good)
        codec->status = STATUS_BAD_INPUT;
}

static void put(struct codec *out, uint64_t word)
{
    if (out->status == STATUS_OK)
        out->status = mem_grow((void **)&out->words, &out->capacity, out->count + 1, sizeof word,
                               "a checkpoint", out->error);
    if (out->status == STATUS_OK)
        out->words[out->count++] = word;
}

void codec_u64(struct codec *codec, uint64_t *value, uint64_t most)
{
    if (!codec->reading) {
        assert(codec->status != STATUS_OK || *value <= most); /* it would not be read back */
        put(codec, *value);
        return;
    }
    codec_check(codec, codec->next < codec->count && codec->words[codec->next] <= most);
    *value = codec->status == STATUS_OK ? codec->words[codec->next++] : 0;
}

void codec_u32(struct codec *codec, uint32_t *value, uint32_t most)
{
    uint64_t wide = *value;
    codec_u64(codec, &wide, most);
    *value = (uint32_t)wide;
}

void codec_u32s(struct codec *codec, uint32_t *values, size_t count, uint32_t most)
{
    assert(count == 0 || values != NULL);
    for (size_t i = 0; i < count; i++)
        codec_u32(codec, &values[i], most);
}

void codec_same(struct codec *codec, uint64_t value)
{
    uint64_t is = value;
    codec_u64(codec, &is, UINT64_MAX);
    codec_check(codec, is == value);
}

void codec_count(struct codec *codec, size_t *count)
{
    assert(codec->next <= codec->count);
    uint64_t wide = *count;
    codec_u64(codec, &wide, codec->reading ? codec->count - codec->next : UINT64_MAX);
    *count = (size_t)wide;
}

static uint64_t hash(const uint64_t *words, size_t count)
{
    uint64_t sum = HASH_START;
    for (size_t i = 0; i < count; i++)
        sum = codec_hash(sum, words[i]);
    return sum;
}

void codec_seal(struct codec *codec)
{
    assert(!codec->reading);
    put(codec, hash(codec->words, codec->count));
}

enum status codec_open(struct codec *codec, const uint8_t *bytes, size_t size, struct error *error)
{
    assert(bytes != NULL || size == 0);
    *codec = (struct codec){.reading = true, .error = error};
    codec->count = size / sizeof *codec->words;
    TRY(MEM_NEW(codec->words, codec->count + 1, "a checkpoint", error));
    memcpy(codec->words, bytes, codec->count * sizeof *codec->words);
    codec_check(codec, size % sizeof *codec->words == 0 && codec->count > 0);
    if (codec->status == STATUS_OK)
        codec->count--;
    codec_check(codec, codec->words[codec->count] == hash(codec->words, codec->count));
    return STATUS_OK;
}

void codec_end(struct codec *codec)
{
    assert(codec->reading && codec->next <= codec->count);
    codec_check(codec, codec->next == codec->count);
}

enum status codec_close(struct codec *codec)
{
    free(codec->words);
    return codec->status != STATUS_BAD_INPUT
               ? codec->status
               : error_set(codec->error, codec->status,
                           "the checkpoint is not of this design and these options");
}
