/* isa: queries the processor with the compiler's built-ins. */
#include "router/wave/isa.h"

#include "grid/base.h"

const char *const isa_names[ISA_COUNT] = {"plain", "avx2", "avx512"};

static enum isa isa_of_processor(void)
{
#if ISA_HAS_VECTORS
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2"))
        return ISA_PLAIN;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return ISA_AVX512;
    return ISA_AVX2;
#else
    return ISA_PLAIN;
#endif
}

enum isa isa_best(void)
{
    enum isa best = isa_of_processor();
    const char *wish = getenv("LEEWAY_ISA");
    for (int isa = ISA_PLAIN; wish != NULL && isa < (int)best; isa++)
        if (strcmp(wish, isa_names[isa]) == 0)
            return (enum isa)isa;
    return best;
}
