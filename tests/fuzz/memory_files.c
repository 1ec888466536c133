/* memory_files: files that are in memory, and random numbers that are none. The linker calls these
 * functions in place of those that open files or ask the system (--wrap), so that no reader needs a
 * door of its own for tests. */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "grid/text/file/watch.h"
#include "grid/text/scan.h"
#include "tests/fuzz/targets.h"

enum status __wrap_source_open(struct source *source, const char *path, struct error *error);
enum status __wrap_scan_open(struct scan *scan, const char *path, struct error *error);
bool __wrap_path_is_readable(const char *path);
ssize_t __wrap_getrandom(void *bytes, size_t size, unsigned flags);

static struct fuzz_text files[2];

void fuzz_files(struct fuzz_text first, struct fuzz_text second)
{
    files[0] = first;
    files[1] = second;
}

void fuzz_file_texts(const char *first, const char *second)
{
    fuzz_files((struct fuzz_text){first, strlen(first)},
               (struct fuzz_text){second, strlen(second)});
}

void fuzz_start(void)
{
    static const struct watch watch = {.memory = FUZZ_CELLS, .cell_bytes = 1};
    watch_set(&watch);
}

struct error fuzz_error(void)
{
    static struct error_rest rest;
    rest = (struct error_rest){0}; /* what an earlier input filled is not kept for a later one */
    return (struct error){.rest = &rest};
}

static bool is_too_large(const struct error *error)
{
    return error->status == STATUS_FAILED && (strstr(error->text, "--memory-limit") != NULL ||
                                              strstr(error->text, "the limit is") != NULL);
}

void fuzz_expect(enum status status, const struct error *error)
{
    size_t further = error->rest != NULL ? error->rest->count : 0;
    if (status == STATUS_FAILED &&
        (is_too_large(error) || (further > 0 && is_too_large(&error->rest->at[further - 1]))))
        return;
    if (status != STATUS_OK && status != STATUS_BAD_INPUT)
        abort();
    if (error_is_set(error) != (status == STATUS_BAD_INPUT) || further >= ERRORS_MAX)
        abort();
    for (size_t i = 0; i < further; i++)
        if (error->rest->at[i].status != STATUS_BAD_INPUT || error->rest->at[i].text[0] == '\0')
            abort();
}

enum status __wrap_source_open(struct source *source, const char *path, struct error *error)
{
    struct fuzz_text text = files[strcmp(path, IN_NAME) == 0 ? 0 : 1];
    return source_open_bytes(source, text.bytes, text.size, error);
}

enum status __wrap_scan_open(struct scan *scan, const char *path, struct error *error)
{
    struct fuzz_text text = files[strcmp(path, IN_NAME) == 0 ? 0 : 1];
    return scan_open_bytes(scan, path, text.bytes, text.size, error);
}

bool __wrap_path_is_readable(const char *path)
{
    (void)path;
    return true;
}

/* The key of every table of names is the same, so that an input takes the same way each time. */
ssize_t __wrap_getrandom(void *bytes, size_t size, unsigned flags)
{
    (void)flags;
    memset(bytes, 0x5a, size);
    return (ssize_t)size;
}
