/* isa: which vector instructions the bit-parallel waves may use.
 *
 * Every such wave has its inner loops in up to three versions that give the same bits. The best one
 * that the processor has is taken; the environment variable LEEWAY_ISA (plain, avx2 or avx512) asks
 * for a lesser one, for tests and measurements. A version that the processor lacks is never taken.
 */
#pragma once

enum isa { ISA_PLAIN, ISA_AVX2, ISA_AVX512, ISA_COUNT };

#if defined(__x86_64__) && defined(__GNUC__)
#define ISA_HAS_VECTORS 1
#define ISA_TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))
#if defined(__clang__)
#define ISA_TARGET_AVX512                                                                          \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,lzcnt,popcnt")))
#else
#define ISA_TARGET_AVX512                                                                          \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,lzcnt,popcnt,"              \
                          "prefer-vector-width=512")))
#endif
#else
#define ISA_HAS_VECTORS 0
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version to use. O(1); asks the processor and the environment each time. */
enum isa isa_best(void);

/* "plain", "avx2", "avx512". */
const char *isa_name(enum isa isa);

#ifdef __cplusplus
}
#endif
