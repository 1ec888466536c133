/* detour_row: one level of the detour wave in one row of bits; the wave's inner loop.
 *
 * See detour.c for what is swept and why. There are three versions, plain C, AVX2 (4 words at a
 * time) and AVX-512 (8); all give the same bits, and the best that the processor has is chosen at
 * run time. The carry runs through the words of a vector by arithmetic on masks: with a bit a word
 * in G where the addition overflows and in P where it would pass a carry on (all ones),
 *
 *     c = G << 1 | carry in      ((P + c) ^ P)  has a bit for each word that gets a carry
 *
 * for the addition runs through P as the carry runs through the words.
 */
#pragma once

#include <stdint.h>

#include "router/wave/isa.h"

enum { DETOUR_LANES = 8 }; /* words that a sweep may look at together */

/* Every plane has words rounded up to DETOUR_LANES; open is 0 in those behind words. One word
 * more may be read behind reached. */
struct detour_row {
    uint64_t *open;        /* U: free and not reached; loses what is new */
    uint64_t *reached;     /* N: in: what the level before reached here; out: what is new */
    const uint64_t *in[2]; /* rows whose cells step into the same column of this one */
    uint64_t *label[2];    /* label planes that get the new bits, or NULL */
    uint64_t touched;      /* groups of words that may change, as a mask */
    uint32_t words;        /* of the row, at most 64 groups */
    uint32_t group_shift;  /* a group is 2^group_shift words */
    uint64_t work, gained; /* words looked at and cells reached are added */
};

/* Sweeps the row; returns the mask of groups where reached is not 0 now. */
typedef uint64_t detour_sweep(struct detour_row *row);

struct detour_version {
    const char *name;
    detour_sweep *sweep;
};

/* Writes the versions that this processor can run, the best first; returns how many (1..3). */
int detour_versions(struct detour_version versions[3]);

/* The best of them that needs no more than these instructions. */
detour_sweep *detour_version_for(enum isa isa);
