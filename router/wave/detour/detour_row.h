/* detour_row: one level of the detour wave in one row of bits, the wave's inner loop (see
 * detour.c).
 *
 * Versions in plain C, AVX2 (4 words at a time) and AVX-512 (8 words) give the same bits. Carries
 * pass through the words of a vector by arithmetic on masks with one bit per word: G where the
 * addition overflows, P where the sum is all ones and would pass a carry on,
 *
 *     c = G << 1 | carry in      (P + c) ^ P has a bit for each word that gets a carry.
 */
#pragma once

#include "grid/base.h"
#include "router/wave/isa.h"

enum { DETOUR_LANES = 8 }; /* words that a sweep may read together */

/* The length of each plane is `words` rounded up to DETOUR_LANES; open is 0 in the padding. One
 * more word of `reached` may be read. */
struct detour_row {
    uint64_t *open;        /* U: free cells that are not reached; new cells are removed */
    uint64_t *reached;     /* N: in: cells of the previous level; out: new cells */
    const uint64_t *in[2]; /* cells of the rows above and below that step into this row */
    uint64_t *label[2];    /* label planes that get the new bits, or NULL */
    uint64_t touched;      /* mask of the groups of words that may change */
    uint32_t words;        /* of the row, at most 64 groups */
    uint32_t group_shift;  /* log2 of the words per group */
    uint64_t work, gained; /* the words read and the cells reached are added */
};

/* Sweeps the row; returns the mask of groups where `reached` is not 0. */
typedef uint64_t detour_sweep(struct detour_row *row);

/* The best version for an isa of at most isa_best(). */
detour_sweep *detour_version(enum isa isa);
