/* scan_window: see the header for the layout. */
#include "grid/text/scan_window.h"

#include <string.h>
#include <zlib.h>

#include "grid/text/utf8.h"

/* Drops the bytes that are no longer needed from the window. */
static void slide(struct scan *scan)
{
    assert(scan->line_at <= scan->at && scan->at <= scan->end && scan->end <= SCAN_BUFFER);
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

enum window_fault scan_window_fill(struct scan *scan)
{
    if (scan->nul) {
        scan->broken = true;
        scan->at = scan->end;
        return WINDOW_NUL;
    }
    slide(scan);
    size_t room = SCAN_BUFFER - scan->end;
    assert(room > 0 && !scan->eof && !scan->broken);
    char *fresh = scan->buffer + scan->end;
    int got = gzread(scan->file, fresh, (unsigned)room);
    int code = Z_OK;
    if (got == 0)
        gzerror(scan->file, &code);
    if (got < 0 || code != Z_OK) {
        scan->broken = true;
        return WINDOW_UNREADABLE;
    }
    scan->eof = got == 0;
    const char *nul = memchr(fresh, '\0', (size_t)got);
    scan->nul = nul != NULL;
    scan->end += nul != NULL ? (size_t)(nul - fresh) : (size_t)got;
    scan->buffer[scan->end] = '\0';
    return scan->nul && nul == fresh ? scan_window_fill(scan) : WINDOW_GOOD;
}

void scan_window_ahead(struct scan *scan)
{
    const char *from = scan->buffer + scan->at;
    size_t held = scan->end - scan->at;
    if (scan->regular && !scan->eof && !scan->nul && !scan->broken && held < SCAN_CONTEXT &&
        memchr(from, '\n', held) == NULL)
        (void)scan_window_fill(scan);
}
