/* detour_row: adds the seeds to the free cells of a row; the carries flood cells. */
#include "router/wave/detour/detour_row.h"

#if ISA_HAS_VECTORS
#include <immintrin.h>
#endif

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Adds with carry in and out. */
ALWAYS_INLINE uint64_t add_carry(uint64_t a, uint64_t b, uint64_t *carry)
{
    uint64_t sum, total;
    uint64_t over = __builtin_add_overflow(a, b, &sum);
    over |= __builtin_add_overflow(sum, *carry, &total);
    *carry = over;
    return total;
}

/* Number of bits of a word, without the popcnt instruction. */
ALWAYS_INLINE uint64_t count_bits(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    return ((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56;
}

static uint64_t sweep_plain(struct detour_row *row)
{
    uint64_t *open = row->open, *reached = row->reached;
    const uint64_t *in0 = row->in[0], *in1 = row->in[1];
    uint64_t mask = 0, touched = row->touched, carry = 0;
    while (touched != 0) {
        uint32_t group = (uint32_t)__builtin_ctzll(touched);
        uint32_t word = group << row->group_shift, end = word + (1u << row->group_shift);
        uint64_t any = 0;
        touched &= touched - 1;
        for (end = end < row->words ? end : row->words; word < end; word++) {
            uint64_t free = open[word];
            uint64_t seeds =
                (reached[word] >> 1 | reached[word + 1] << 63 | in0[word] | in1[word]) & free;
            uint64_t sum = add_carry(free, seeds, &carry);
            uint64_t found = ((sum ^ free) & free) | seeds;
            reached[word] = found;
            any |= found;
            if (found == 0)
                continue;
            open[word] = free & ~found;
            row->gained += count_bits(found);
            if (row->label[0] != NULL)
                row->label[0][word] |= found;
            if (row->label[1] != NULL)
                row->label[1][word] |= found;
        }
        row->work += 1u << row->group_shift;
        mask |= (uint64_t)(any != 0) << group;
        if (carry != 0 && word < row->words && (open[word] & 1) != 0)
            touched |= (uint64_t)2 << group;
        else
            carry = 0;
    }
    return mask;
}

#if ISA_HAS_VECTORS

/* The groups of the lanes of a vector of 8 words that begins at `word`. */
ALWAYS_INLINE uint64_t groups_of(const struct detour_row *row, uint32_t word, uint64_t lanes)
{
    uint32_t shift = row->group_shift;
    if (shift == 0)
        return lanes << word;
    uint64_t groups = 0;
    for (; lanes != 0; lanes &= lanes - 1)
        groups |= (uint64_t)1 << ((word + (uint32_t)__builtin_ctzll(lanes)) >> shift);
    return groups;
}

/* Sweeps 8 words from `word` on; returns the lanes with new cells. */
typedef uint64_t sweep_vector(struct detour_row *row, uint32_t word, uint64_t *carry);

/* Walks the touched words of a row in vectors of 8. */
ALWAYS_INLINE uint64_t sweep_vectors(struct detour_row *row, sweep_vector *vector)
{
    uint64_t mask = 0, touched = row->touched, carry = 0;
    uint32_t word = 0;
    while (touched != 0 || carry != 0) {
        if (carry == 0) {
            uint32_t first = (uint32_t)__builtin_ctzll(touched) << row->group_shift;
            first &= ~(uint32_t)(DETOUR_LANES - 1);
            word = first > word ? first : word;
        }
        if (word >= row->words)
            break;
        mask |= groups_of(row, word, vector(row, word, &carry));
        row->work += DETOUR_LANES / 2; /* a vector costs as much as 4 single words */
        word += DETOUR_LANES;
        uint32_t done = word >> row->group_shift;
        touched = done < 64 ? touched >> done << done : 0;
    }
    return mask;
}

__attribute__((target("avx512f,avx512vpopcntdq"))) ALWAYS_INLINE uint64_t
vector_avx512(struct detour_row *row, uint32_t word, uint64_t *carry)
{
    __m512i free = _mm512_loadu_si512(row->open + word);
    __m512i here = _mm512_loadu_si512(row->reached + word);
    __m512i beside = _mm512_loadu_si512(row->reached + word + 1);
    __m512i in0 = _mm512_loadu_si512(row->in[0] + word);
    __m512i in1 = _mm512_loadu_si512(row->in[1] + word);
    __m512i seeds = _mm512_or_si512(_mm512_srli_epi64(here, 1), _mm512_slli_epi64(beside, 63));
    seeds = _mm512_and_si512(_mm512_or_si512(seeds, _mm512_or_si512(in0, in1)), free);
    __m512i ones = _mm512_set1_epi64(-1), sum = _mm512_add_epi64(free, seeds);
    uint64_t passes = _mm512_cmpeq_epi64_mask(sum, ones);
    uint64_t over = _mm512_cmplt_epu64_mask(sum, free);
    uint64_t carries = (passes + (over << 1 | *carry)) ^ passes;
    *carry = carries >> DETOUR_LANES & 1;
    sum = _mm512_mask_sub_epi64(sum, (__mmask8)carries, sum, ones);
    __m512i found = _mm512_or_si512(_mm512_and_si512(_mm512_xor_si512(sum, free), free), seeds);
    _mm512_storeu_si512(row->reached + word, found);
    uint64_t lanes = _mm512_test_epi64_mask(found, found);
    if (lanes == 0)
        return 0;
    _mm512_storeu_si512(row->open + word, _mm512_andnot_si512(found, free));
    row->gained += (uint64_t)_mm512_reduce_add_epi64(_mm512_popcnt_epi64(found));
    for (int i = 0; i < 2; i++)
        if (row->label[i] != NULL) {
            __m512i label = _mm512_loadu_si512(row->label[i] + word);
            _mm512_storeu_si512(row->label[i] + word, _mm512_or_si512(label, found));
        }
    return lanes;
}

__attribute__((target("avx512f,avx512vpopcntdq"))) static uint64_t
sweep_avx512(struct detour_row *row)
{
    return sweep_vectors(row, vector_avx512);
}

/* Spreads a mask of 4 bits to 4 words of all ones or zeros. */
__attribute__((target("avx2"))) ALWAYS_INLINE __m256i lanes_avx2(uint64_t carries)
{
    __m256i bit = _mm256_set_epi64x(8, 4, 2, 1);
    __m256i all = _mm256_set1_epi64x((long long)carries);
    return _mm256_cmpeq_epi64(_mm256_and_si256(all, bit), bit);
}

__attribute__((target("avx2,popcnt"))) ALWAYS_INLINE uint64_t half_avx2(struct detour_row *row,
                                                                        uint32_t word,
                                                                        uint64_t *carry)
{
    const __m256i sign = _mm256_set1_epi64x(INT64_MIN), ones = _mm256_set1_epi64x(-1);
    __m256i free = _mm256_loadu_si256((const __m256i *)(row->open + word));
    __m256i here = _mm256_loadu_si256((const __m256i *)(row->reached + word));
    __m256i beside = _mm256_loadu_si256((const __m256i *)(row->reached + word + 1));
    __m256i in0 = _mm256_loadu_si256((const __m256i *)(row->in[0] + word));
    __m256i in1 = _mm256_loadu_si256((const __m256i *)(row->in[1] + word));
    __m256i seeds = _mm256_or_si256(_mm256_srli_epi64(here, 1), _mm256_slli_epi64(beside, 63));
    seeds = _mm256_and_si256(_mm256_or_si256(seeds, _mm256_or_si256(in0, in1)), free);
    __m256i sum = _mm256_add_epi64(free, seeds);
    __m256i less = _mm256_cmpgt_epi64(_mm256_xor_si256(free, sign), _mm256_xor_si256(sum, sign));
    uint64_t over = (uint64_t)_mm256_movemask_pd(_mm256_castsi256_pd(less));
    uint64_t passes =
        (uint64_t)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(sum, ones)));
    uint64_t carries = (passes + (over << 1 | *carry)) ^ passes;
    *carry = carries >> 4 & 1;
    sum = _mm256_sub_epi64(sum, lanes_avx2(carries));
    __m256i found = _mm256_or_si256(_mm256_and_si256(_mm256_xor_si256(sum, free), free), seeds);
    _mm256_storeu_si256((__m256i *)(row->reached + word), found);
    __m256i none = _mm256_cmpeq_epi64(found, _mm256_setzero_si256());
    uint64_t lanes = ~(uint64_t)_mm256_movemask_pd(_mm256_castsi256_pd(none)) & 0xf;
    if (lanes == 0)
        return 0;
    _mm256_storeu_si256((__m256i *)(row->open + word), _mm256_andnot_si256(found, free));
    for (uint32_t i = word; i < word + 4; i++)
        row->gained += (uint64_t)__builtin_popcountll(row->reached[i]);
    for (int i = 0; i < 2; i++)
        if (row->label[i] != NULL) {
            __m256i *label = (__m256i *)(row->label[i] + word);
            _mm256_storeu_si256(label, _mm256_or_si256(_mm256_loadu_si256(label), found));
        }
    return lanes;
}

__attribute__((target("avx2,popcnt"))) ALWAYS_INLINE uint64_t vector_avx2(struct detour_row *row,
                                                                          uint32_t word,
                                                                          uint64_t *carry)
{
    uint64_t low = half_avx2(row, word, carry);
    return low | half_avx2(row, word + 4, carry) << 4;
}

__attribute__((target("avx2,popcnt"))) static uint64_t sweep_avx2(struct detour_row *row)
{
    return sweep_vectors(row, vector_avx2);
}

#endif

detour_sweep *detour_version(enum isa isa)
{
    assert(isa <= isa_best());
#if ISA_HAS_VECTORS
    __builtin_cpu_init();
    if (isa == ISA_AVX512 && __builtin_cpu_supports("avx512vpopcntdq"))
        return sweep_avx512;
    if (isa >= ISA_AVX2)
        return sweep_avx2;
#endif
    return sweep_plain;
}
