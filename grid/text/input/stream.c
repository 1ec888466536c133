/* stream: see the header for the contract. */
#include "grid/text/input/stream.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

/* The cookie is the descriptor itself. */
static int file_of(void *cookie)
{
    return (int)(intptr_t)cookie;
}

static ssize_t on_read(void *cookie, char *bytes, size_t size)
{
    ssize_t got;
    do
        got = read(file_of(cookie), bytes, size);
    while (got < 0 && errno == EINTR);
    return got;
}

/* Writes all, or what a failure let through. */
static ssize_t on_write(void *cookie, const char *bytes, size_t size)
{
    size_t done = 0;
    while (done < size) {
        ssize_t part = write(file_of(cookie), bytes + done, size - done);
        if (part < 0 && errno != EINTR)
            break;
        done += part > 0 ? (size_t)part : 0;
    }
    return (ssize_t)done;
}

/* An interrupted close has closed. */
static int on_close(void *cookie)
{
    return close(file_of(cookie)) == 0 || errno == EINTR ? 0 : EOF;
}

FILE *stream_of(int file, const char *mode)
{
    assert(file >= 0);
    const cookie_io_functions_t calls = {.read = on_read, .write = on_write, .close = on_close};
    return fopencookie((void *)(intptr_t)file, mode, calls);
}

static int on_seek(void *cookie, off64_t *to, int from)
{
    const off64_t place = lseek(file_of(cookie), *to, from);
    *to = place;
    return place >= 0 ? 0 : -1;
}

FILE *stream_temporary(int *file)
{
    const cookie_io_functions_t calls = {on_read, on_write, on_seek, on_close};
    FILE *named = tmpfile();
    *file = named != NULL ? fcntl(fileno(named), F_DUPFD_CLOEXEC, 0) : -1;
    if (named != NULL)
        fclose(named);
    FILE *stream = *file >= 0 ? fopencookie((void *)(intptr_t)*file, "w+b", calls) : NULL;
    if (stream == NULL && *file >= 0)
        close(*file);
    return stream;
}

bool stream_sync(int file)
{
    int failed;
    do
        failed = fsync(file);
    while (failed != 0 && errno == EINTR);
    return failed == 0 || errno == EINVAL;
}

FILE *stream_read(const char *path)
{
    struct stat info;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return NULL;
    const bool plain = fstat(file, &info) == 0 && S_ISREG(info.st_mode);
    FILE *stream = plain ? stream_of(file, "rb") : NULL;
    if (stream == NULL)
        close(file);
    if (!plain)
        errno = EINVAL;
    return stream;
}
