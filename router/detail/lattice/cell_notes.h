/* cell_notes: a hash table that holds numbers by key for the few cells that do not fit 8 bits
 * (cell.h). Its parts have locks of their own. */
#pragma once

#include "grid/base.h"

enum {
    CELL_NOTES_PARTS = 64, /* hash tables, each with its own lock */
    CELL_NOTES_KEY_BITS = 36,
    CELL_NOTES_VALUE_BITS = 28,
    CELL_NOTES_MOST = (1 << CELL_NOTES_VALUE_BITS) - 1, /* largest number */
};

struct cell_notes_slots {
    struct cell_notes_slots *old; /* what they replaced */
    size_t room;
    uint64_t slots[]; /* key + 1 and value; 0: empty */
};

struct cell_notes {
    struct cell_notes_slots *now[CELL_NOTES_PARTS]; /* NULL: none */
    struct cell_notes_part {
        size_t count;
        bool lock;    /* atomic */
        char pad[55]; /* a cache line for what writers change */
    } parts[CELL_NOTES_PARTS];
    bool failed; /* a number could not be kept: memory ran out */
};

/* Zeros are an empty table. */
void cell_notes_destroy(struct cell_notes *notes);

/* Frees replaced slots. No thread may read or change numbers meanwhile. */
void cell_notes_tidy(struct cell_notes *notes);

/* The number of a key, or 0. Other threads may change other keys' numbers. */
uint32_t cell_notes_read(const struct cell_notes *notes, uint64_t key);

/* Adds `by` to the part of a key's number in the bits `mask`, which must not fall below 0 and
 * saturates at `most`; if `once`, only if the key has no number. Returns the whole number. Any
 * thread may. */
uint32_t cell_notes_add(struct cell_notes *notes, uint64_t key, uint32_t mask, int32_t by,
                        uint32_t most, bool once);
