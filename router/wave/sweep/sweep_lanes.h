/* sweep_lanes: operations on vectors of 16-bit numbers for sweep_body.h, which includes this file
 * once per instruction set (no include guard). All numbers are labels or costs of at most
 * SWEEP_TOP, or the sum of two. */

#define INLINE TARGET static inline __attribute__((always_inline))
#define LANES  (VECTOR_BYTES / 2)
#define vec    VERSION(vec)

#if VECTOR_BYTES == 64

typedef __m512i vec;
#define LOAD(from)       _mm512_load_si512((const void *)(from))
#define STORE(to, v)     _mm512_store_si512((void *)(to), v)
#define SET(number)      _mm512_set1_epi16((short)(number))
#define ADD(a, b)        _mm512_add_epi16(a, b)
#define ADD_TO_TOP(a, b) _mm512_adds_epi16(a, b)
#define TAKE(a, b)       _mm512_subs_epu16(a, b)
#define MIN(a, b)        _mm512_min_epu16(a, b)

/* Shifts all numbers by k lanes up or down; fill comes in, whose lanes are all equal. */
INLINE vec VERSION(up)(vec v, vec fill, int k)
{
    return k == 1   ? _mm512_alignr_epi8(v, _mm512_alignr_epi32(v, fill, 12), 14)
           : k == 2 ? _mm512_alignr_epi32(v, fill, 15)
           : k == 4 ? _mm512_alignr_epi32(v, fill, 14)
           : k == 8 ? _mm512_alignr_epi32(v, fill, 12)
                    : _mm512_alignr_epi32(v, fill, 8);
}

INLINE vec VERSION(down)(vec v, vec fill, int k)
{
    return k == 1   ? _mm512_alignr_epi8(_mm512_alignr_epi32(fill, v, 4), v, 2)
           : k == 2 ? _mm512_alignr_epi32(fill, v, 1)
           : k == 4 ? _mm512_alignr_epi32(fill, v, 2)
           : k == 8 ? _mm512_alignr_epi32(fill, v, 4)
                    : _mm512_alignr_epi32(fill, v, 8);
}

/* Returns now where it is below limit, else SWEEP_TOP; fell becomes non-zero in lanes where it is
 * also below old. */
INLINE vec VERSION(keep)(vec now, vec old, vec limit, vec *fell)
{
    __mmask32 kept = _mm512_cmplt_epu16_mask(now, limit);
    *fell = _mm512_or_si512(*fell, _mm512_maskz_sub_epi16(kept, old, now));
    return _mm512_mask_mov_epi16(SET(SWEEP_TOP), kept, now);
}

INLINE bool VERSION(any)(vec v)
{
    return _mm512_test_epi64_mask(v, v) != 0;
}

/* Returns SWEEP_TOP where walls have bit d, else cost. */
INLINE vec VERSION(wall)(vec cost, vec walls, int d)
{
    __mmask32 enclosed = _mm512_test_epi16_mask(walls, SET(1 << d));
    return _mm512_mask_mov_epi16(cost, enclosed, SET(SWEEP_TOP));
}

#elif VECTOR_BYTES == 32

typedef __m256i vec;
#define LOAD(from)       _mm256_load_si256((const void *)(from))
#define STORE(to, v)     _mm256_store_si256((void *)(to), v)
#define SET(number)      _mm256_set1_epi16((short)(number))
#define ADD(a, b)        _mm256_add_epi16(a, b)
#define ADD_TO_TOP(a, b) _mm256_adds_epi16(a, b)
#define TAKE(a, b)       _mm256_subs_epu16(a, b)
#define MIN(a, b)        _mm256_min_epu16(a, b)

INLINE vec VERSION(up)(vec v, vec fill, int k)
{
    vec before = _mm256_permute2x128_si256(fill, v, 0x21); /* the halves before v's own */
    return k == 1   ? _mm256_alignr_epi8(v, before, 14)
           : k == 2 ? _mm256_alignr_epi8(v, before, 12)
           : k == 4 ? _mm256_alignr_epi8(v, before, 8)
                    : before;
}

INLINE vec VERSION(down)(vec v, vec fill, int k)
{
    vec behind = _mm256_permute2x128_si256(v, fill, 0x21);
    return k == 1   ? _mm256_alignr_epi8(behind, v, 2)
           : k == 2 ? _mm256_alignr_epi8(behind, v, 4)
           : k == 4 ? _mm256_alignr_epi8(behind, v, 8)
                    : behind;
}

INLINE vec VERSION(keep)(vec now, vec old, vec limit, vec *fell)
{
    vec kept = _mm256_cmpgt_epi16(limit, now);
    *fell = _mm256_or_si256(*fell, _mm256_and_si256(kept, _mm256_xor_si256(old, now)));
    return _mm256_or_si256(now, _mm256_andnot_si256(kept, SET(SWEEP_TOP)));
}

INLINE bool VERSION(any)(vec v)
{
    return !_mm256_testz_si256(v, v);
}

INLINE vec VERSION(wall)(vec cost, vec walls, int d)
{
    vec bit = SET(1 << d), enclosed = _mm256_cmpeq_epi16(_mm256_and_si256(walls, bit), bit);
    return _mm256_or_si256(cost, _mm256_and_si256(enclosed, SET(SWEEP_TOP)));
}

#else

typedef int16_t vec __attribute__((vector_size(16), may_alias));
typedef uint16_t VERSION(raw) __attribute__((vector_size(16), may_alias));
#define LOAD(from)       (*(const vec *)(from))
#define STORE(to, v)     (*(vec *)(to) = (v))
#define SET(number)      ((vec){0} + (int16_t)(number))
/* A sum above SWEEP_TOP has the sign bit set. */
#define ADD(a, b)        VERSION(add)(a, b)
#define ADD_TO_TOP(a, b) VERSION(add)(a, b)
#define TAKE(a, b)       VERSION(take)(a, b)
#define MIN(a, b)        VERSION(min)(a, b)

INLINE vec VERSION(add)(vec a, vec b)
{
    vec sum = (vec)((VERSION(raw))a + (VERSION(raw))b);
    return (sum | sum >> 15) & SET(SWEEP_TOP);
}

INLINE vec VERSION(take)(vec a, vec b)
{
    return (a - b) & (vec)(a > b);
}

INLINE vec VERSION(min)(vec a, vec b)
{
    vec least;
    for (int i = 0; i < LANES; i++) /* compilers make this one instruction */
        least[i] = a[i] < b[i] ? a[i] : b[i];
    return least;
}

INLINE vec VERSION(up)(vec v, vec fill, int k)
{
    return k == 1   ? SWEEP_MIX(fill, v, 7, 8, 9, 10, 11, 12, 13, 14)
           : k == 2 ? SWEEP_MIX(fill, v, 6, 7, 8, 9, 10, 11, 12, 13)
                    : SWEEP_MIX(fill, v, 4, 5, 6, 7, 8, 9, 10, 11);
}

INLINE vec VERSION(down)(vec v, vec fill, int k)
{
    return k == 1   ? SWEEP_MIX(v, fill, 1, 2, 3, 4, 5, 6, 7, 8)
           : k == 2 ? SWEEP_MIX(v, fill, 2, 3, 4, 5, 6, 7, 8, 9)
                    : SWEEP_MIX(v, fill, 4, 5, 6, 7, 8, 9, 10, 11);
}

INLINE vec VERSION(keep)(vec now, vec old, vec limit, vec *fell)
{
    vec kept = (vec)(now < limit);
    *fell |= kept & (old ^ now);
    return now | (SET(SWEEP_TOP) & ~kept);
}

INLINE bool VERSION(any)(vec v)
{
    typedef uint64_t two __attribute__((vector_size(16), may_alias));
    return (((two)v)[0] | ((two)v)[1]) != 0;
}

INLINE vec VERSION(wall)(vec cost, vec walls, int d)
{
    return cost | ((vec)((walls & SET(1 << d)) != 0) & SET(SWEEP_TOP));
}

#endif
