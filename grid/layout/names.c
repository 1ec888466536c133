/* names: a pool of texts, and a hash table with linear probing and a keyed hash. */
#include "grid/layout/names.h"

#include <sys/random.h>

#include "grid/random.h"

enum {
    FIRST_SLOTS = 64,
    PLAIN_MAX = 4096, /* bytes of a name that is looked up without backslashes */
};

/* A key from the system's random numbers; 0 if the kernel has none, which is correct but unsafe
 * against crafted names. */
static struct hash_key hash_key_make(void)
{
    struct hash_key key = {{0, 0}};
    if (getrandom(&key, sizeof key, 0) != (ssize_t)sizeof key)
        memset(&key, 0, sizeof key);
    return key;
}

static void hash_round(uint64_t v[4])
{
    v[0] += v[1];
    v[1] = random_rotate(v[1], 13) ^ v[0];
    v[0] = random_rotate(v[0], 32);
    v[2] += v[3];
    v[3] = random_rotate(v[3], 16) ^ v[2];
    v[0] += v[3];
    v[3] = random_rotate(v[3], 21) ^ v[0];
    v[2] += v[1];
    v[1] = random_rotate(v[1], 17) ^ v[2];
    v[2] = random_rotate(v[2], 32);
}

/* SipHash with one round per word and three at the end (J.-P. Aumasson and D. J. Bernstein,
 * "SipHash: a fast short-input PRF", 2012). O(length). */
static uint64_t keyed_hash(const struct hash_key *key, const char *text, size_t length)
{
    uint64_t v[4] = {
        key->word[0] ^ UINT64_C(0x736f6d6570736575), key->word[1] ^ UINT64_C(0x646f72616e646f6d),
        key->word[0] ^ UINT64_C(0x6c7967656e657261), key->word[1] ^ UINT64_C(0x7465646279746573)};
    uint64_t last = (uint64_t)length << 56;
    for (; length >= 8; text += 8, length -= 8) {
        uint64_t word = 0;
        memcpy(&word, text, 8);
        v[3] ^= word;
        hash_round(v);
        v[0] ^= word;
    }
    for (size_t i = 0; i < length; i++)
        last |= (uint64_t)(unsigned char)text[i] << (8 * i);
    v[3] ^= last;
    hash_round(v);
    v[0] ^= last;
    v[2] ^= 0xFF;
    for (int i = 0; i < 3; i++)
        hash_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* The slot that holds the name, or the empty one for it. */
static struct name_slot *find_slot(const struct name_index *index, struct name_texts texts,
                                   const char *name, size_t length, uint32_t hash)
{
    size_t mask = index->slots - 1;
    assert(index->slots > 0 && (index->slots & mask) == 0 && index->used < index->slots);
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
        struct name_slot *slot = &index->slot[at];
        if (slot->number == NAME_NONE)
            return slot;
        if (slot->hash != hash)
            continue;
        const char *known = name_texts_at(texts, slot->number);
        if (strncmp(known, name, length) == 0 && known[length] == '\0')
            return slot;
    }
}

static uint32_t hash_of(const struct name_index *index, const char *name, size_t length)
{
    return (uint32_t)keyed_hash(&index->key, name, length);
}

static enum status grow(struct name_index *index, struct error *error)
{
    struct name_index larger = {.slots = index->slots > 0 ? 2 * index->slots : FIRST_SLOTS};
    larger.key = index->slots > 0 ? index->key : hash_key_make();
    TRY(MEM_NEW(larger.slot, larger.slots, "table of names", error));
    memset(larger.slot, 0xFF, larger.slots * sizeof *larger.slot);
    for (size_t i = 0; i < index->slots; i++) {
        size_t at = index->slot[i].hash & (larger.slots - 1);
        if (index->slot[i].number == NAME_NONE)
            continue;
        while (larger.slot[at].number != NAME_NONE)
            at = (at + 1) & (larger.slots - 1);
        larger.slot[at] = index->slot[i];
    }
    assert(3 * (index->used + 1) <= 2 * larger.slots);
    larger.used = index->used;
    free(index->slot);
    *index = larger;
    return STATUS_OK;
}

enum status name_index_add(struct name_index *index, struct name_texts texts, uint32_t number,
                           uint32_t *earlier, struct error *error)
{
    if (index->slots == 0) /* the hash needs the key, which is made with the first slots */
        TRY(grow(index, error));
    const char *name = name_texts_at(texts, number);
    const size_t length = strlen(name);
    return name_index_enter(index, texts, number, length, hash_of(index, name, length), earlier,
                            error);
}

enum status name_index_enter(struct name_index *index, struct name_texts texts, uint32_t number,
                             size_t length, uint32_t hash, uint32_t *earlier, struct error *error)
{
    const char *name = name_texts_at(texts, number);
    assert(number != NAME_NONE);
    DEBUG_ASSERT(hash == hash_of(index, name, length));
    if (3 * (index->used + 1) > 2 * index->slots)
        TRY(grow(index, error));
    struct name_slot *slot = find_slot(index, texts, name, length, hash);
    *earlier = slot->number;
    if (slot->number == NAME_NONE) {
        *slot = (struct name_slot){hash, number};
        index->used++;
    }
    assert(3 * index->used <= 2 * index->slots);
    return STATUS_OK;
}

enum status name_index_reserve(struct name_index *index, size_t count, struct error *error)
{
    assert(index->slots == 0);
    struct name_index it = {.slots = FIRST_SLOTS, .used = count, .key = hash_key_make()};
    while (3 * count > 2 * it.slots)
        it.slots *= 2;
    TRY(MEM_NEW(it.slot, it.slots, "table of names", error));
    memset(it.slot, 0xFF, it.slots * sizeof *it.slot);
    *index = it;
    return STATUS_OK;
}

bool name_index_share(const struct name_index *index, struct name_texts texts, uint32_t number)
{
    const char *name = name_texts_at(texts, number);
    const size_t mask = index->slots - 1;
    struct name_slot mine = {hash_of(index, name, strlen(name)), number}, seen;
    assert(number < index->used && 3 * index->used <= 2 * index->slots);
    for (size_t at = mine.hash & mask;; at = (at + 1) & mask) {
        struct name_slot *slot = &index->slot[at];
        __atomic_load(slot, &seen, __ATOMIC_RELAXED);
        if (seen.number == NAME_NONE &&
            __atomic_compare_exchange(slot, &seen, &mine, false, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED))
            return true;
        if (seen.hash == mine.hash && strcmp(name_texts_at(texts, seen.number), name) == 0)
            return false;
    }
}

uint32_t name_index_find(const struct name_index *index, struct name_texts texts, const char *name,
                         size_t length)
{
    DEBUG_ASSERT(length == 0 || memchr(name, '\0', length) == NULL);
    return index->slots > 0
               ? find_slot(index, texts, name, length, hash_of(index, name, length))->number
               : NAME_NONE;
}

uint32_t name_index_expect(const struct name_index *index, const char *name, size_t length)
{
    assert(index->slots > 0);
    const uint32_t hash = hash_of(index, name, length);
    __builtin_prefetch(&index->slot[hash & (index->slots - 1)], 1);
    return hash;
}

MEM_DESTROY(name_index_destroy, name_index, it->slot)

static struct name_texts texts_of(const struct names *names)
{
    return (struct name_texts){names->pool, names->offset, sizeof *names->offset};
}

enum status names_add(struct names *names, const char *text, size_t length, uint32_t *number,
                      struct error *error)
{
    assert(text != NULL || length == 0);
    if (names->pool_used + length + 1 > UINT32_MAX || names->count == NAME_NONE - 1)
        return error_refuse(error, "too many names: at most 4 GiB are supported");
    TRY(MEM_GROW(names->offset, names->offset_capacity, (size_t)names->count + 1, "names", error));
    TRY(mem_grow((void **)&names->pool, &names->pool_capacity, names->pool_used + length + 1, 1,
                 "names", error));
    assert(names->pool_used <= UINT32_MAX);
    names->offset[names->count] = (uint32_t)names->pool_used;
    memcpy(names->pool + names->pool_used, text, length);
    names->pool[names->pool_used + length] = '\0';
    TRY(name_index_add(&names->index, texts_of(names), names->count, number, error));
    if (*number != NAME_NONE)
        return STATUS_OK;
    names->pool_used += length + 1;
    *number = names->count++;
    return STATUS_OK;
}

void names_swap(struct names *names, uint32_t a, uint32_t b)
{
    assert(a < names->count && b < names->count && a != b);
    const uint32_t number[2] = {a, b};
    struct name_slot *slot[2];
    for (int i = 0; i < 2; i++) {
        const char *name = names_text(names, number[i]);
        const size_t length = strlen(name);
        slot[i] = find_slot(&names->index, texts_of(names), name, length,
                            hash_of(&names->index, name, length));
        assert(slot[i]->number == number[i]);
    }
    slot[0]->number = b;
    slot[1]->number = a;
    const uint32_t offset = names->offset[a];
    names->offset[a] = names->offset[b];
    names->offset[b] = offset;
}

uint32_t names_find(const struct names *names, const char *text, size_t length)
{
    return name_index_find(&names->index, texts_of(names), text, length);
}

uint32_t names_find_either(const struct names *names, const char *text, size_t length)
{
    char plain[PLAIN_MAX];
    size_t used = 0;
    const uint32_t number = names_find(names, text, length);
    if (number != NAME_NONE || length > PLAIN_MAX)
        return number;
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\\')
            plain[used++] = text[i];
    return names_find(names, plain, used);
}

void names_destroy(struct names *names)
{
    if (names == NULL)
        return;
    name_index_destroy(&names->index);
    MEM_CLEAR(names, names->pool, names->offset);
}
