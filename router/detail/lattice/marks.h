/* marks: consecutive numbers for the nodes that the searches for one net enter, so that their
 * labels and flags are in arrays as long as the largest net needs, not as long as the lattice.
 *
 *     page    by block of the lattice:  0 0 2 0 1 0        0: not entered
 *     flags   by page and node:         [0 zeros][1 block 4][2 block 2]
 */
#pragma once

#include "router/detail/lattice/lattice.h"

enum { MARKS_BLOCK = LATTICE_BLOCK * LATTICE_BLOCK };

struct marks {
    uint32_t *page;  /* by block */
    uint32_t *block; /* by page */
    uint32_t count;  /* pages in use, with page 0 */
    uint8_t *flags;  /* by marks_at */
};

/* Numbers that marks_at returns for this lattice are below this. */
static inline size_t marks_room(const struct lattice *lattice)
{
    return (size_t)lattice->node_count + MARKS_BLOCK;
}

/* Fails without memory or address space; destroy it in any case. */
enum status marks_create(struct marks *marks, const struct lattice *lattice, struct error *error);
void marks_destroy(struct marks *marks);

/* Leaves all blocks; all flags must be 0. Returns the count of numbers that were in use. */
size_t marks_leave(struct marks *marks);

/* The number of a node. If its block was not entered, a number of page 0, which is read only. */
static inline size_t marks_at(const struct marks *marks, uint32_t node)
{
    return (size_t)marks->page[node / MARKS_BLOCK] * MARKS_BLOCK + node % MARKS_BLOCK;
}

/* The number of a node, whose block is entered. */
static inline size_t marks_enter(struct marks *marks, uint32_t node)
{
    const uint32_t block = node / MARKS_BLOCK;
    if (marks->page[block] == 0) {
        marks->block[marks->count] = block;
        marks->page[block] = marks->count++;
    }
    return marks_at(marks, node);
}

/* Sets or clears a bit of a node's flags. */
static inline void marks_set(struct marks *marks, uint32_t node, uint8_t bit, bool set)
{
    set_flag(&marks->flags[marks_enter(marks, node)], bit, set);
}
