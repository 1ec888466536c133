/* scan_window: opens, refills and closes the window of a scan. */
#include "grid/text/scan_window.h"

#include <stdlib.h>
#include <string.h>

#include "grid/text/utf8.h"

/* Drops bytes that are no longer needed from the start of the window. */
static void slide(struct scan *scan)
{
    assert(scan->line_at <= scan->at && scan->at <= scan->end && scan->end <= scan->capacity);
    size_t keep = scan->at > SCAN_CONTEXT ? scan->at - SCAN_CONTEXT : 0;
    if (scan->line_at < keep && scan->at - scan->line_at <= SCAN_LINE_MAX)
        keep = scan->line_at;
    if (scan->line_at < keep) {
        const char *from = scan->buffer + scan->line_at;
        scan->line_skipped += utf8_count(from, keep - scan->line_at);
        scan->line_at = keep;
    }
    memmove(scan->buffer, scan->buffer + keep, scan->end - keep);
    scan->at -= keep;
    scan->end -= keep;
    scan->line_at -= keep;
    scan->base += keep;
}

/* scan_fill without a place in the error. */
static enum status fill(struct scan *scan, struct error *error)
{
    if (scan->nul) {
        scan->broken = true;
        scan->at = scan->end;
        return error_set(error, STATUS_BAD_INPUT, "expected text, found a NUL byte");
    }
    slide(scan);
    size_t room = scan->capacity - scan->end, got = 0;
    assert(room > 0 && !scan->eof && !scan->broken);
    char *fresh = scan->buffer + scan->end;
    enum status status = source_read(&scan->source, fresh, room, &got, error);
    scan->broken = status != STATUS_OK;
    if (scan->broken)
        return status;
    scan->eof = got == 0;
    const char *nul = memchr(fresh, '\0', got);
    scan->nul = nul != NULL;
    scan->end += nul != NULL ? (size_t)(nul - fresh) : got;
    scan->buffer[scan->end] = '\0';
    return scan->nul && nul == fresh ? fill(scan, error) : STATUS_OK;
}

void scan_window_ahead(struct scan *scan)
{
    const char *from = scan->buffer + scan->at;
    size_t held = scan->end - scan->at;
    if (scan->source.regular && !scan->eof && !scan->nul && !scan->broken && held < SCAN_CONTEXT &&
        memchr(from, '\n', held) == NULL)
        (void)fill(scan, NULL);
}

enum status scan_fill(struct scan *scan, struct error *error)
{
    enum status status = fill(scan, error);
    return status == STATUS_OK ? status : scan_place(scan, NULL, status, error);
}

/* Skips a UTF-8 byte order mark, which a pipe may deliver in parts. */
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

/* Allocates the buffer and reads the first bytes. status: that of opening the source. */
static enum status begin(struct scan *scan, enum status status, size_t capacity,
                         struct error *error)
{
    assert(scan->path != NULL && capacity >= SCAN_CONTEXT);
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
