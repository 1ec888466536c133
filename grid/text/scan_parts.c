/* scan_parts: see scan_parts.h. */
#include "grid/text/scan_parts.h"

#include "grid/workers.h"

enum { PART_BYTES = 1 << 20 /* minimum size of a part, in bytes */ };

/* The end of the first line at or after a place that is `last`; else the end of the text. */
static size_t end_of_part(const struct scan *scan, size_t at, char last)
{
    while (at < scan->end) {
        const char *line = memchr(scan->buffer + at, '\n', scan->end - at);
        if (line == NULL)
            break;
        at = (size_t)(line - scan->buffer) + 1;
        if (last == '\n' || (scan->buffer[at] == last && scan->buffer[at + 1] == '\n'))
            return last == '\n' ? at : at + 2;
    }
    return scan->end;
}

void scan_parts_divide(struct scan_parts *parts, const struct scan *scan, char last,
                       unsigned threads)
{
    assert(threads >= 1 && scan->base == 0 && (scan->eof || scan->nul));
    size_t bytes = (scan->end - scan->at) / threads / 2 + 1, at = scan->at;
    bytes = bytes < PART_BYTES ? PART_BYTES : bytes;
    for (parts->count = 0; at < scan->end && parts->count < SCAN_PARTS_MAX; parts->count++) {
        struct scan *part = &parts->scan[parts->count];
        const bool ends =
            threads == 1 || parts->count + 1 == SCAN_PARTS_MAX || scan->end - at < bytes;
        *part = *scan;
        part->at = part->line_at = at;
        part->end = at = ends ? scan->end : end_of_part(scan, at + bytes, last);
    }
}

static void read_parts(void *context, size_t first, size_t end)
{
    struct scan_parts *parts = context;
    for (size_t i = first; i < end; i++)
        if (parts->read(parts->context, i, &parts->scan[i]) != STATUS_OK)
            __atomic_store_n(&parts->failed, true, __ATOMIC_RELAXED);
}

bool scan_parts_run(struct scan_parts *parts, unsigned threads, scan_part_read *read, void *context)
{
    assert(read != NULL && parts->count <= SCAN_PARTS_MAX);
    parts->read = read;
    parts->context = context;
    parts->failed = false;
    workers_fork(threads, read_parts, parts, parts->count, 1);
    return !parts->failed;
}
