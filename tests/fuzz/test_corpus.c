/* test_corpus: each target over each input of its corpus: every run ends without a crash.
 *
 * A corpus is a gzipped tar archive (POSIX ustar): per input a header of 512 bytes, then the bytes
 * of the input, padded to a multiple of 512. An empty header ends it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include "tests/fuzz/targets.h"

enum { BLOCK = 512, NAME_SIZE = 100, SIZE_AT = 124 };

/* Runs the target over the next input of the archive; false at the end of the archive. The input
 * has an allocation of exactly its size, so that a sanitizer sees a read behind it. */
static bool run_next(const struct fuzz_target *target, gzFile archive)
{
    char header[BLOCK], padding[BLOCK];
    assert_int_equal(gzread(archive, header, BLOCK), BLOCK);
    if (header[0] == '\0')
        return false;
    const size_t size = strtoul(header + SIZE_AT, NULL, 8);
    const unsigned rest = (unsigned)((BLOCK - size % BLOCK) % BLOCK);
    uint8_t *data = malloc(size + (size == 0));
    assert_non_null(data);
    assert_int_equal(gzread(archive, data, (unsigned)size), size);
    assert_int_equal(gzread(archive, padding, rest), rest);
    print_message("%s/%.*s\n", target->name, NAME_SIZE, header);
    fuzz_start();
    target->run(data, size);
    free(data);
    return true;
}

static void every_input_ends(void **state)
{
    (void)state;
    for (const struct fuzz_target *target = fuzz_targets; target->name != NULL; target++) {
        char path[512];
        snprintf(path, sizeof path, "tests/fuzz/corpus/%s.tar.gz", target->name);
        gzFile archive = gzopen(path, "rb");
        if (archive == NULL)
            fail_msg("cannot open %s", path);
        size_t inputs = 0;
        while (run_next(target, archive))
            inputs++;
        gzclose(archive);
        assert_true(inputs > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_input_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
