/* codec: numbers to bytes and back by the same calls, so that writer and reader cannot differ.
 *
 *     void point(struct codec *codec, struct point *p)
 *     {
 *         codec_u32(codec, &p->x, 99);
 *         codec_u32(codec, &p->y, 99);
 *     }
 *
 * writes a point, or reads one and refuses what is above 99. Words have 64 bits, in the machine's
 * own order. The first thing that goes wrong stays in `status`, and nothing is done after it.
 */
#pragma once

#include "grid/base.h"

struct codec {
    bool reading;
    uint64_t *words;
    size_t count, capacity;
    size_t next;        /* to be read */
    enum status status; /* BAD_INPUT: what was read is too large, or there is no more */
    struct error *error;
};

/* Writes *value, or reads it where it is at most `most`. */
void codec_u64(struct codec *codec, uint64_t *value, uint64_t most);
void codec_u32(struct codec *codec, uint32_t *value, uint32_t most);
void codec_u32s(struct codec *codec, uint32_t *values, size_t count, uint32_t most);

/* Writes this value, or refuses every other. */
void codec_same(struct codec *codec, uint64_t value);

/* A number of entries of one word each that follow: what is read is refused where there are not so
 * many words left. */
void codec_count(struct codec *codec, size_t *count);

/* Where words are read and `good` is false, they are refused. */
void codec_check(struct codec *codec, bool good);

/* codec_seal writes a last word that depends on all before it; codec_unseal, before anything is
 * read, refuses words without it. codec_end refuses words when not all of them were read. */
void codec_seal(struct codec *codec);
void codec_unseal(struct codec *codec);
void codec_end(struct codec *codec);

/* FNV-1a (Fowler, Noll, Vo), a word at a time: start with CODEC_HASH, hand each result on. */
#define CODEC_HASH UINT64_C(0xcbf29ce484222325)
static inline uint64_t codec_hash(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}
