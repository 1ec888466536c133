/* detour_row: one level of the detour wave in one row of bits; the wave's inner loop.
 *
 * See detour.c for what is swept and why. Three versions give the same bits: plain C, AVX2 and
 * AVX-512; the best that the processor has is chosen at run time.
 */
#ifndef LEEWAY_ROUTER_WAVE_DETOUR_ROW_H
#define LEEWAY_ROUTER_WAVE_DETOUR_ROW_H

#include <stddef.h>
#include <stdint.h>

struct detour_row {
    uint64_t *open;        /* U: free and not reached; loses what is new */
    uint64_t *reached;     /* N: in: what the level before reached here; out: what is new */
    const uint64_t *in[2]; /* rows whose cells step into the same column of this one */
    uint64_t *label[2];    /* label planes that get the new bits, or NULL */
    uint64_t touched;      /* groups of words that may change, as a mask */
    uint32_t words;        /* of the row; one word more may be read from reached */
    uint32_t group_shift;  /* a group is 2^group_shift words */
    uint64_t work, gained; /* words looked at and cells reached are added */
};

/* Sweeps the row; returns the mask of groups where reached is not 0 now. */
typedef uint64_t detour_sweep(struct detour_row *row);

#ifdef __cplusplus
extern "C" {
#endif

uint64_t detour_sweep_plain(struct detour_row *row);

#ifdef __cplusplus
}
#endif

#endif
