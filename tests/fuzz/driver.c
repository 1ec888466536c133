/* driver: the program that libFuzzer runs, of the target FUZZ_TARGET. */
#include <stdint.h>

#include "tests/fuzz/targets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_start();
    FUZZ_TARGET(data, size);
    return 0;
}
