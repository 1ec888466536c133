/* base: fills error records; allocates memory, counted against the thread's limit. */
#include "grid/base.h"

#include <sys/mman.h>

enum {
    COUNTED_BYTES = 1 << 23, /* smaller arrays do not count towards the limit */
    PAGE_BYTES = 4096,
    LARGE_BYTES = 1 << 21, /* smallest block for which large pages are requested */
};

enum status error_set_at(struct error *error, enum status status, const char *file, uint64_t line,
                         uint64_t column, const char *format, ...)
{
    assert(status != STATUS_OK && format != NULL);
    if (error == NULL || error->text[0] != '\0')
        return status;
    FORMAT_ARGS(error->text, sizeof error->text);
    error->status = status;
    error->line = line;
    error->column = column;
    if (file != NULL)
        error_set_file(error, file);
    return status;
}

void error_set_file(struct error *error, const char *file)
{
    const size_t length = strlen(file), room = sizeof error->file - 1;
    snprintf(error->file, sizeof error->file, "%s", file + (length > room ? length - room : 0));
}

void text_append(char *text, size_t room, const char *format, ...)
{
    const size_t used = strlen(text);
    assert(used < room);
    FORMAT_ARGS(text + used, room - used);
}

void error_clear(struct error *error)
{
    if (error != NULL)
        memset(error, 0, sizeof *error);
}

bool error_is_set(const struct error *error)
{
    return error != NULL && error->text[0] != '\0';
}

struct error *error_slot(struct error *error)
{
    if (!error_is_set(error) || error->rest == NULL)
        return error;
    assert(error->rest->count < ERRORS_MAX - 1);
    return &error->rest->at[error->rest->count];
}

bool error_goes_on(struct error *error, const struct error *slot)
{
    if (error == NULL || error->rest == NULL || !error_is_set(slot))
        return false;
    if (error->rest->cut) /* an inner reader has already got false */
        return false;
    error->rest->count += slot == &error->rest->at[error->rest->count];
    error->rest->cut = error->rest->count == ERRORS_MAX - 1;
    return !error->rest->cut && slot->status == STATUS_BAD_INPUT;
}

/* Requests large pages, if the system has them: a search that walks along a column touches another
 * small page at each cell, and mapping the 16 384 small pages of 64 MiB takes longer than filling
 * them. */
static void prefer_large_pages(void *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    size_t skip = (size_t)(-(uintptr_t)memory % PAGE_BYTES);
    (void)madvise((char *)memory + skip, (bytes - skip) / PAGE_BYTES * PAGE_BYTES, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)bytes;
#endif
}

static _Thread_local struct {
    uint64_t most;  /* bytes; 0: no limit */
    uint64_t grown; /* bytes by which large arrays have grown */
} limit;

void mem_limit(uint64_t bytes)
{
    limit.most = bytes;
    limit.grown = 0;
}

static bool is_within_limit(uint64_t bytes, const char *what, struct error *error)
{
    if (limit.most == 0 || bytes <= limit.most)
        return true;
    error_set(error, STATUS_FAILED, "the data takes at least %llu bytes (%s), the limit is %llu",
              (unsigned long long)bytes, what, (unsigned long long)limit.most);
    return false;
}

void *mem_alloc(size_t count, size_t size, const char *what, struct error *error)
{
    assert(size > 0);
    if (count > COUNTED_BYTES / size && count <= SIZE_MAX / size &&
        !is_within_limit(count * size, what, error))
        return NULL;
    void *memory = count <= SIZE_MAX / size ? calloc(count > 0 ? count : 1, size) : NULL;
    if (memory != NULL && count >= LARGE_BYTES / size)
        prefer_large_pages(memory, count * size);
    if (memory == NULL)
        error_set(error, STATUS_FAILED, "out of memory: %zu x %zu bytes (%s)", count, size, what);
    return memory;
}

enum status mem_grow(void **array, size_t *capacity, size_t need, size_t size, const char *what,
                     struct error *error)
{
    assert(size > 0 && (*array != NULL || *capacity == 0));
    if (need <= *capacity)
        return STATUS_OK;
    size_t wish = *capacity < 8 ? 8 : *capacity;
    while (wish < need && wish <= SIZE_MAX / 2)
        wish *= 2;
    if (wish < need)
        wish = need;
    const bool counts = wish > COUNTED_BYTES / size && wish <= SIZE_MAX / size;
    const uint64_t more = counts ? (uint64_t)(wish - *capacity) * size : 0;
    if (counts && !is_within_limit(limit.grown + more, what, error))
        return STATUS_FAILED;
    void *grown = wish <= SIZE_MAX / size ? realloc(*array, wish * size) : NULL;
    if (grown == NULL)
        return error_set(error, STATUS_FAILED, "out of memory: %zu x %zu bytes (%s)", wish, size,
                         what);
    limit.grown += more;
    *array = grown;
    *capacity = wish;
    return STATUS_OK;
}

void mem_free_all(void *const *blocks, size_t count)
{
    assert(blocks != NULL);
    for (size_t i = 0; i < count; i++)
        free(blocks[i]);
}

#define COMPARE(type) (*(const type *)a > *(const type *)b) - (*(const type *)a < *(const type *)b)

int by_uint32(const void *a, const void *b)
{
    return COMPARE(uint32_t);
}

int by_int32(const void *a, const void *b)
{
    return COMPARE(int32_t);
}

int by_uint64(const void *a, const void *b)
{
    return COMPARE(uint64_t);
}

int by_numbers(const int64_t *a, const int64_t *b, size_t count)
{
    while (count > 1 && *a == *b)
        a++, b++, count--;
    return count > 0 ? (*a > *b) - (*a < *b) : 0;
}

uint32_t sort_once(int32_t *at, uint32_t count)
{
    uint32_t kept = 0;
    assert(count == 0 || at != NULL);
    if (count > 0)
        qsort(at, count, sizeof *at, by_int32);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || at[i] != at[kept - 1])
            at[kept++] = at[i];
    return kept;
}

enum status group_by(const uint32_t *group, size_t stride, uint32_t count, uint32_t groups,
                     uint32_t **first, uint32_t **at, const char *what, struct error *error)
{
    const size_t step = stride / sizeof *group;
    assert(stride % sizeof *group == 0 && (count == 0 || group != NULL));
    TRY(MEM_NEW(*first, (size_t)groups + 1, what, error));
    TRY(MEM_NEW(*at, count, what, error));
    for (uint32_t i = 0; i < count; i++)
        if (group[i * step] != UINT32_MAX)
            (*first)[group[i * step]]++;
    for (uint32_t g = 1; g <= groups; g++)
        (*first)[g] += (*first)[g - 1]; /* the ends of the groups */
    for (uint32_t i = count; i-- > 0;)
        if (group[i * step] != UINT32_MAX)
            (*at)[--(*first)[group[i * step]]] = i;
    return STATUS_OK;
}
