/* tiles_run: the loops of tiles_body.h in three versions, and one in registers for AVX-512. */
#include "router/wave/tiles/tiles_run.h"

#include <assert.h>

#define ISA_BODY "router/wave/tiles/tiles_body.h"
#include "router/wave/isa_each.h"

#if ISA_HAS_VECTORS

enum { BLOCKS = TILES_SIDE / 8 }; /* blocks of 8 rows, one register each */

/* One level of a region of one layer in registers (F, U). The row below the first row of a block is
 * the last row of the previous block. */
ISA_TARGET_AVX512 static inline __attribute__((always_inline)) void
level_in_registers(__m512i front[BLOCKS], __m512i open[BLOCKS], uint64_t *next)
{
    __m512i before = _mm512_setzero_si512();
#pragma GCC unroll 8
    for (int i = 0; i < BLOCKS; i++) {
        __m512i here = front[i];
        __m512i after = i + 1 < BLOCKS ? front[i + 1] : _mm512_setzero_si512();
        __m512i east = _mm512_slli_epi64(here, 1), west = _mm512_srli_epi64(here, 1);
        __m512i north = _mm512_alignr_epi64(here, before, 7);
        __m512i south = _mm512_alignr_epi64(after, here, 1);
        __m512i three = _mm512_ternarylogic_epi64(east, west, north, 0xfe); /* a | b | c */
        front[i] = _mm512_ternarylogic_epi64(three, south, open[i], 0xa8);  /* (a | b) & c */
        open[i] = _mm512_andnot_si512(front[i], open[i]);
        _mm512_storeu_si512(next + 8 * (size_t)i, front[i]);
        before = here;
    }
}

/* One layer without walls: everything fits into registers. */
ISA_TARGET_AVX512 static void run_flat_avx512(const struct tiles_region *region)
{
    __m512i front[BLOCKS], open[BLOCKS];
#pragma GCC unroll 8
    for (int i = 0; i < BLOCKS; i++) {
        front[i] = _mm512_loadu_si512(region->front[0] + TILES_PAD + 8 * (size_t)i);
        open[i] = _mm512_loadu_si512(region->open + TILES_PAD + 8 * (size_t)i);
    }
    for (int k = 1; k <= TILES_LEVELS; k++)
        level_in_registers(front, open, region->front[k] + TILES_PAD);
#pragma GCC unroll 8
    for (int i = 0; i < BLOCKS; i++)
        _mm512_storeu_si512(region->open + TILES_PAD + 8 * (size_t)i, open[i]);
}

ISA_TARGET_AVX512 static void run_avx512_best(const struct tiles_region *region)
{
    if (region->layers == 1 && region->exits[0] == NULL)
        run_flat_avx512(region);
    else
        run_avx512(region);
}

#endif

const struct tiles_version *tiles_version(enum isa isa)
{
    static const struct tiles_version versions[ISA_COUNT] = {
        [ISA_PLAIN] = {load_plain, load_reached_plain, run_plain, sum_up_plain, add_plain},
#if ISA_HAS_VECTORS
        [ISA_AVX2] = {load_avx2, load_reached_avx2, run_avx2, sum_up_avx2, add_avx2},
        [ISA_AVX512] = {load_avx512, load_reached_avx512, run_avx512_best, sum_up_avx512,
                        add_avx512},
#endif
    };
    assert(isa >= ISA_PLAIN && isa <= isa_best());
    return &versions[isa];
}
