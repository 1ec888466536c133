/* scan_file: opens, fills and closes the text of a scan, and says what is wrong with its file. */
#include <stdlib.h>
#include <string.h>

#include "grid/text/scan_window.h"

enum status scan_fill(struct scan *scan, struct error *error)
{
    enum status status = scan_window_fill(scan, error);
    return status == STATUS_OK ? status : scan_place(scan, NULL, status, error);
}

/* Skips the mark of UTF-8 (a byte order mark), of which a pipe may give a part at first. */
static enum status skip_mark(struct scan *scan, struct error *error)
{
    static const char mark[] = "\xEF\xBB\xBF";
    const size_t size = strlen(mark);
    while (scan->end < size && memcmp(scan->buffer, mark, scan->end) == 0 && !scan->eof &&
           !scan->nul)
        TRY(scan_fill(scan, error));
    if (scan->end >= size && memcmp(scan->buffer, mark, size) == 0)
        scan->at = scan->line_at = size;
    return STATUS_OK;
}

/* The source is open, or *status says why not. */
static enum status begin(struct scan *scan, enum status status, size_t capacity,
                         struct error *error)
{
    scan->line = 1;
    scan->fresh = true;
    scan->capacity = capacity;
    scan->buffer = mem_alloc(capacity + 1, 1, "text buffer", error);
    if (scan->buffer == NULL)
        return STATUS_FAILED;
    scan->broken = status != STATUS_OK;
    status = scan->broken ? scan_place(scan, NULL, status, error) : scan_fill(scan, error);
    THEN(status, skip_mark(scan, error));
    return status;
}

enum status scan_open(struct scan *scan, const char *path, struct error *error)
{
    *scan = (struct scan){.path = strcmp(path, "-") == 0 ? "<stdin>" : path};
    enum status status = source_open(&scan->source, path, error);
    status = begin(scan, status, SCAN_BUFFER, error);
    if (status != STATUS_OK)
        scan_close(scan);
    return status;
}

enum status scan_open_bytes(struct scan *scan, const char *path, const void *bytes, size_t size,
                            struct error *error)
{
    *scan = (struct scan){.path = path};
    enum status status = source_open_bytes(&scan->source, bytes, size, error);
    size_t packed = scan->source.unpacker != NULL ? SCAN_BUFFER : 0;
    size_t most = size > packed ? size : packed;
    status = begin(scan, status, most < SCAN_BUFFER ? most + SCAN_CONTEXT : SCAN_BUFFER, error);
    if (status != STATUS_OK)
        scan_close(scan);
    return status;
}

void scan_close(struct scan *scan)
{
    if (scan == NULL)
        return;
    source_close(&scan->source);
    free(scan->buffer);
    memset(scan, 0, sizeof *scan);
}
