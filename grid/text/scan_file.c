/* scan_file: opens, fills and closes the text of a scan, and says what is wrong with its file. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "grid/text/named_file.h"
#include "grid/text/scan_window.h"

enum { GZIP_BUFFER = 1 << 17 };

static enum status fail_reading(struct scan *scan, struct error *error)
{
    int code = Z_OK;
    const char *reason = gzerror(scan->file, &code);
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
    enum window_fault fault = scan_window_fill(scan);
    if (fault == WINDOW_NUL)
        return scan_fail(scan, NULL, error, "expected text, found a NUL byte");
    return fault == WINDOW_GOOD ? STATUS_OK : fail_reading(scan, error);
}

/* A file that is not there may be another one, mistyped. */
static enum status fail_opening(const struct scan *scan, struct error *error)
{
    const char *reason = strerror(errno);
    char *near = errno == ENOENT ? named_file_nearest(scan->path) : NULL;
    enum status status = error_set_at(
        error, STATUS_BAD_INPUT, scan->path, 0, 0, "cannot open: %s%s%.300s%s", reason,
        near != NULL ? "; did you mean " : "", near != NULL ? near : "", near != NULL ? "?" : "");
    free(near);
    return status;
}

static enum status open_file(struct scan *scan, const char *path, struct error *error)
{
    bool standard = strcmp(path, "-") == 0;
    scan->path = standard ? "<stdin>" : path;
    int file = standard ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return fail_opening(scan, error);
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
    TRY(open_file(scan, path, error));
    scan->line = 1;
    scan->fresh = true;
    scan->buffer = mem_alloc(SCAN_BUFFER + 1, 1, "text buffer", error);
    enum status status = scan->buffer != NULL ? scan_fill(scan, error) : STATUS_FAILED;
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
