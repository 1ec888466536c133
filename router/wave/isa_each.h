/* isa_each: includes the file ISA_BODY once per instruction set (no include guard), with
 *
 *     VERSION(name)  the function's name in this version: name_plain, name_avx2, name_avx512
 *     TARGET         its target attribute, or nothing
 *     VECTOR_BYTES   16, 32 or 64: of the registers to use
 */
#include "router/wave/isa.h"

#if ISA_HAS_VECTORS
#include <immintrin.h>
#endif

#define VERSION(name) name##_plain
#define TARGET
#define VECTOR_BYTES 16
#include ISA_BODY
#undef VERSION
#undef TARGET
#undef VECTOR_BYTES

#if ISA_HAS_VECTORS

#define VERSION(name) name##_avx2
#define TARGET        ISA_TARGET_AVX2
#define VECTOR_BYTES  32
#include ISA_BODY
#undef VERSION
#undef TARGET
#undef VECTOR_BYTES

#define VERSION(name) name##_avx512
#define TARGET        ISA_TARGET_AVX512
#define VECTOR_BYTES  64
#include ISA_BODY
#undef VERSION
#undef TARGET
#undef VECTOR_BYTES

#endif
