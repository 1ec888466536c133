/* driver: the program that libFuzzer runs, of the target FUZZ_TARGET.
 *
 * An input that unpacks to more than UNPACKED_MAX bytes is passed over: one of a megabyte takes as
 * long as a thousand others, and libFuzzer finds how to make them. test_corpus has some. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

#include "tests/fuzz/targets.h"

enum { UNPACKED_MAX = 1 << 17, GZIP_BITS = 15 + 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Of one member of a gzip file, or what is left of it. */
static bool is_long(const uint8_t *member, size_t size)
{
    static uint8_t unpacked[UNPACKED_MAX];
    z_stream stream = {.next_in = (uint8_t *)member,
                       .avail_in = (uInt)size,
                       .next_out = unpacked,
                       .avail_out = sizeof unpacked};
    if (inflateInit2(&stream, GZIP_BITS) != Z_OK)
        return false;
    (void)inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    return stream.avail_out == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t magic[] = {0x1F, 0x8B};
    const uint8_t *end = data + size, *at = data;
    while ((at = memmem(at, (size_t)(end - at), magic, sizeof magic)) != NULL) {
        if (is_long(at, (size_t)(end - at)))
            return 0;
        at += sizeof magic;
    }
    fuzz_start();
    FUZZ_TARGET(data, size);
    return 0;
}
