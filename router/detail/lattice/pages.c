/* pages: anonymous memory of the system without a reservation; its first page holds the size. */
#include "router/detail/lattice/pages.h"

#include <sys/mman.h>

enum { HEAD_BYTES = 4096 }; /* before the elements, a multiple of a small page */

void *pages_make(size_t count, size_t size, bool sparse, const char *what, struct error *error)
{
    assert(size > 0);
    if (!sparse)
        return mem_alloc(count, size, what, error);
    const bool fits = count <= (SIZE_MAX - HEAD_BYTES) / size;
    const size_t bytes = fits ? count * size + HEAD_BYTES : 0;
    char *at = fits ? mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                    : MAP_FAILED;
    if (at == MAP_FAILED) {
        error_fail(error, "out of address space: %zu x %zu bytes (%s)", count, size, what);
        return NULL;
    }
    madvise(at, bytes, MADV_NOHUGEPAGE); /* a hint: failure does no harm */
    memcpy(at, &bytes, sizeof bytes);
    return at + HEAD_BYTES;
}

void pages_clear(void *at, size_t count, size_t size, bool sparse)
{
    assert(at != NULL);
    if (!sparse || madvise(at, count * size, MADV_DONTNEED) != 0)
        memset(at, 0, count * size);
}

void pages_free(void *at, bool sparse)
{
    size_t bytes;
    if (at == NULL)
        return;
    if (!sparse) {
        free(at);
        return;
    }
    memcpy(&bytes, (char *)at - HEAD_BYTES, sizeof bytes);
    assert(bytes >= HEAD_BYTES);
    munmap((char *)at - HEAD_BYTES, bytes);
}
