/* scan_window: see the header. */
#include "grid/text/scan_window.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "grid/text/utf8.h"

enum { GZIP_BUFFER = 1 << 17 };

/* Drops the bytes that are no longer needed from the window. */
static void slide(struct scan *scan)
{
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

static enum status fail_reading(struct scan *scan, struct error *error)
{
    int code = Z_OK;
    const char *reason = gzerror(scan->file, &code);
    scan->broken = true;
    if (code == Z_BUF_ERROR)
        return scan_fail(scan, NULL, error, "cannot read: the gzip file is truncated");
    if (code == Z_ERRNO)
        return scan_fail(scan, NULL, error, "cannot read: %s", strerror(errno));
    if (code == Z_MEM_ERROR)
        return error_set(error, STATUS_FAILED, "out of memory: the reader of %s", scan->path);
    /* zlib knows the file by its descriptor, "<fd:3>: incorrect data check"; we know its name. */
    const char *fault = strstr(reason, ">: ");
    return scan_fail(scan, NULL, error, "cannot read: the gzip file is damaged (%s)",
                     fault != NULL ? fault + 3 : reason);
}

enum status scan_fill(struct scan *scan, struct error *error)
{
    if (scan->nul) {
        scan->broken = true;
        scan->at = scan->end;
        return scan_fail(scan, NULL, error, "expected text, found a NUL byte");
    }
    slide(scan);
    size_t room = SCAN_BUFFER - scan->end;
    assert(room > 0 && !scan->eof);
    char *fresh = scan->buffer + scan->end;
    int got = gzread(scan->file, fresh, (unsigned)room);
    int code = Z_OK;
    if (got == 0)
        gzerror(scan->file, &code);
    if (got < 0 || code != Z_OK)
        return fail_reading(scan, error);
    scan->eof = got == 0;
    const char *nul = memchr(fresh, '\0', (size_t)got);
    scan->nul = nul != NULL;
    scan->end += nul != NULL ? (size_t)(nul - fresh) : (size_t)got;
    scan->buffer[scan->end] = '\0';
    return scan->nul && nul == fresh ? scan_fill(scan, error) : STATUS_OK;
}

void scan_ahead(struct scan *scan)
{
    const char *from = scan->buffer + scan->at;
    size_t held = scan->end - scan->at;
    if (scan->regular && !scan->eof && !scan->nul && !scan->broken && held < SCAN_CONTEXT &&
        memchr(from, '\n', held) == NULL)
        (void)scan_fill(scan, NULL);
}

static enum status open_file(struct scan *scan, const char *path, struct error *error)
{
    bool standard = strcmp(path, "-") == 0;
    scan->path = standard ? "<stdin>" : path;
    int file = standard ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return error_set_at(error, STATUS_BAD_INPUT, scan->path, 0, 0, "cannot open: %s",
                            strerror(errno));
    struct stat info = {0};
    if (fstat(file, &info) == 0 && S_ISDIR(info.st_mode)) {
        close(file);
        return error_set_at(error, STATUS_BAD_INPUT, scan->path, 0, 0,
                            "cannot read: expected a file, found a folder");
    }
    scan->regular = S_ISREG(info.st_mode);
    scan->file = gzdopen(file, "rb");
    if (scan->file == NULL) {
        close(file);
        return error_set(error, STATUS_FAILED, "out of memory: the reader of %s", scan->path);
    }
    gzbuffer(scan->file, GZIP_BUFFER);
    return STATUS_OK;
}

enum status scan_open(struct scan *scan, const char *path, struct error *error)
{
    memset(scan, 0, sizeof *scan);
    enum status status = open_file(scan, path, error);
    if (status != STATUS_OK)
        return status;
    scan->line = 1;
    scan->fresh = true;
    scan->buffer = mem_alloc(SCAN_BUFFER + 1, 1, "text buffer", error);
    status = scan->buffer != NULL ? scan_fill(scan, error) : STATUS_FAILED;
    if (status != STATUS_OK) {
        scan_close(scan);
        return status;
    }
    if (scan->end >= 3 && memcmp(scan->buffer, "\xEF\xBB\xBF", 3) == 0)
        scan->at = scan->line_at = 3;
    return STATUS_OK;
}

void scan_close(struct scan *scan)
{
    if (scan == NULL)
        return;
    if (scan->file != NULL)
        gzclose_r(scan->file);
    free(scan->buffer);
    memset(scan, 0, sizeof *scan);
}
