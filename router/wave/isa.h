/* isa: the vector instructions that inner loops may use.
 *
 * Such loops are compiled in up to three versions that give the same bits. The best one that the
 * processor supports is used; the environment variable LEEWAY_ISA (plain, avx2 or avx512) selects a
 * lesser one for tests and measurements. */
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

/* ISA_VERSIONS defines name_plain, name_avx2 and name_avx512 with the same body, which calls an
 * inline function; ISA_CALL calls the version for an isa. */
#define ISA_VERSION(target, type, name, parameters, body)                                          \
    target static type name parameters                                                             \
    {                                                                                              \
        body;                                                                                      \
    }
#if ISA_HAS_VECTORS
#define ISA_VERSIONS(type, name, parameters, body)                                                 \
    ISA_VERSION(, type, name##_plain, parameters, body)                                            \
    ISA_VERSION(ISA_TARGET_AVX2, type, name##_avx2, parameters, body)                              \
    ISA_VERSION(ISA_TARGET_AVX512, type, name##_avx512, parameters, body)
#define ISA_CALL(isa, name, ...)                                                                   \
    ((isa) == ISA_AVX512 ? name##_avx512(__VA_ARGS__)                                              \
     : (isa) == ISA_AVX2 ? name##_avx2(__VA_ARGS__)                                                \
                         : name##_plain(__VA_ARGS__))
#else
#define ISA_VERSIONS(type, name, parameters, body)                                                 \
    ISA_VERSION(, type, name##_plain, parameters, body)
#define ISA_CALL(isa, name, ...) ((void)(isa), name##_plain(__VA_ARGS__))
#endif

/* The version to use. Queries the processor and the environment each time. */
enum isa isa_best(void);

extern const char *const isa_names[ISA_COUNT]; /* "plain", "avx2", "avx512" */
