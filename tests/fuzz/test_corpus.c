/* test_corpus: every target over every file of its corpus: each ends without a crash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/targets.h"

/* The bytes have an allocation of just their size: a sanitizer sees one byte too far. */
static void run_file(const struct fuzz_target *target, const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    assert_true(size >= 0);
    rewind(file);
    uint8_t *data = malloc((size_t)size + (size == 0));
    assert_non_null(data);
    assert_int_equal(fread(data, 1, (size_t)size, file), size);
    fclose(file);
    print_message("%s\n", path);
    fuzz_start();
    target->run(data, (size_t)size);
    free(data);
}

static void every_file_ends(void **state)
{
    (void)state;
    for (const struct fuzz_target *target = fuzz_targets; target->name != NULL; target++) {
        char path[512];
        snprintf(path, sizeof path, "tests/fuzz/corpus/%s", target->name);
        DIR *folder = opendir(path);
        const struct dirent *entry;
        int files = 0;
        if (folder == NULL) {
            fail_msg("%s: no such folder", path);
            return;
        }
        while ((entry = readdir(folder)) != NULL) {
            if (entry->d_name[0] == '.')
                continue;
            snprintf(path, sizeof path, "tests/fuzz/corpus/%s/%s", target->name, entry->d_name);
            run_file(target, path);
            files++;
        }
        closedir(folder);
        assert_true(files > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_file_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
