/* codec: converts numbers to words and back by the same calls, so writer and reader cannot differ.
 *
 *     void point(struct codec *codec, struct point *p)
 *     {
 *         codec_u32(codec, &p->x, 99);
 *         codec_u32(codec, &p->y, 99);
 *     }
 *
 * writes a point, or reads one and refuses numbers above 99. Words have 64 bits, in the machine's
 * byte order. The first failure stays in `status`; later calls do nothing. */
#pragma once

#include "grid/hash.h"

struct codec {
    bool reading;
    uint64_t *words;
    size_t count, capacity;
    size_t next;        /* index of the next word to be read */
    enum status status; /* STATUS_BAD_INPUT: a wrong number, or too few or too many words */
    struct error *error;
};

/* Writes *value, or reads it if it is at most `most`. */
void codec_u64(struct codec *codec, uint64_t *value, uint64_t most);
void codec_u32(struct codec *codec, uint32_t *value, uint32_t most);
void codec_u32s(struct codec *codec, uint32_t *values, size_t count, uint32_t most);

/* Writes this value, or reads one and refuses another. */
void codec_same(struct codec *codec, uint64_t value);

/* Codes the number of entries that follow, one word each; refused if fewer words are left. */
void codec_count(struct codec *codec, size_t *count);

/* While reading: refuses the words if `good` is false. */
void codec_check(struct codec *codec, bool good);

/* Writes a last word that depends on all before it. */
void codec_seal(struct codec *codec);

/* Prepares to read a copy of these bytes; refuses words without a seal. Fails without memory.
 * codec_end refuses words when not all of them were read. codec_close frees the copy; returns the
 * status, and an error if the words were refused. */
enum status codec_open(struct codec *codec, const uint8_t *bytes, size_t size, struct error *error);
void codec_end(struct codec *codec);
enum status codec_close(struct codec *codec);

/* FNV-1a (Fowler, Noll, Vo), a word at a time: start with HASH_START, hand each result on. */
static inline uint64_t codec_hash(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * HASH_PRIME;
    return hash ^ hash >> 29;
}
