/* watch: keeps the watch of each thread in a thread-local pointer, and checks it. */
#include "grid/text/file/watch.h"

#include "grid/clock.h"

static _Thread_local const struct watch *watched;

const struct watch *watch_set(const struct watch *watch)
{
    const struct watch *before = watched;
    watched = watch;
    mem_limit(watch != NULL ? watch->memory : 0);
    return before;
}

enum status watch_check(struct error *error)
{
    if (watched == NULL)
        return STATUS_OK;
    if (stop_raised(watched->stop))
        return error_set(error, STATUS_INTERRUPTED, "interrupted while reading");
    if (watched->until > 0 && clock_seconds() > watched->until)
        return error_fail(error, "the time limit was over while reading");
    return STATUS_OK;
}

enum status watch_cells(uint64_t cells, struct error *error)
{
    if (watched == NULL || watched->memory == 0)
        return STATUS_OK;
    assert(watched->cell_bytes == 0 || cells <= UINT64_MAX / watched->cell_bytes);
    unsigned long long need = (unsigned long long)cells * watched->cell_bytes;
    if (need <= watched->memory)
        return STATUS_OK;
    return error_fail(
        error, "routing %llu cells takes at least %llu bytes, the limit is %llu (--memory-limit)",
        (unsigned long long)cells, need, (unsigned long long)watched->memory);
}
