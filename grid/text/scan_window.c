/* scan_window: refills the window and drops what is no longer needed. */
#include "grid/text/scan_window.h"

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

enum status scan_window_fill(struct scan *scan, struct error *error)
{
    if (scan->nul) {
        scan->broken = true;
        scan->at = scan->end;
        return error_refuse(error, "expected text, found a NUL byte");
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
    return scan->nul && nul == fresh ? scan_window_fill(scan, error) : STATUS_OK;
}

void scan_window_ahead(struct scan *scan)
{
    const char *from = scan->buffer + scan->at;
    size_t held = scan->end - scan->at;
    if (scan->source.regular && !scan->eof && !scan->nul && !scan->broken && held < SCAN_CONTEXT &&
        memchr(from, '\n', held) == NULL)
        (void)scan_window_fill(scan, NULL);
}
