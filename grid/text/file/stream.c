/* stream: custom streams (fopencookie) over descriptors, with poll before writes that may wait. */
#include "grid/text/file/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grid/clock.h"

enum {
    WAIT_MILLISECONDS = 100, /* between two checks of the stop flag */
    WAITS_MAX = 10,          /* maximum number of waits after the flag is raised */
};

static const volatile sig_atomic_t *give_up;
static atomic_bool gave_up;
static _Thread_local int failure;

/* The cookie: twice the descriptor, plus one if it is not a regular file. */
static void *cookie_of(int file)
{
    struct stat info;
    const bool plain = fstat(file, &info) == 0 && S_ISREG(info.st_mode);
    return (void *)(intptr_t)(2 * file + !plain);
}

static int file_of(void *cookie)
{
    return (int)((intptr_t)cookie / 2);
}

static bool may_wait(void *cookie)
{
    return (intptr_t)cookie % 2 != 0;
}

void stream_give_up(const volatile sig_atomic_t *flag)
{
    give_up = flag;
}

int stream_failure(void)
{
    return failure;
}

static ssize_t on_read(void *cookie, char *bytes, size_t size)
{
    ssize_t got;
    do
        got = read(file_of(cookie), bytes, size);
    while (got < 0 && errno == EINTR);
    return got;
}

/* Waits until a pipe or terminal accepts bytes or has an error. False with errno if it accepts none
 * for a second after the stop flag was raised. */
static bool wait_for_room(int file)
{
    for (int waits = 0; waits < WAITS_MAX && !atomic_load(&gave_up);
         waits += stop_raised(give_up)) {
        struct pollfd it = {.fd = file, .events = POLLOUT};
        const int ready = poll(&it, 1, WAIT_MILLISECONDS);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return true;
    }
    atomic_store(&gave_up, true);
    errno = EINTR;
    return false;
}

/* Writes all bytes, or those before a failure. Pipes get pieces of at most PIPE_BUF bytes, which
 * they accept at once if they have room (POSIX). */
static ssize_t on_write(void *cookie, const char *bytes, size_t size)
{
    size_t done = 0;
    while (done < size) {
        size_t most = size - done;
        if (may_wait(cookie)) {
            if (!wait_for_room(file_of(cookie)))
                break;
            most = most < PIPE_BUF ? most : PIPE_BUF;
        }
        ssize_t part = write(file_of(cookie), bytes + done, most);
        if (part < 0 && errno != EINTR)
            break;
        done += part > 0 ? (size_t)part : 0;
    }
    assert(done <= size);
    if (done < size)
        failure = errno;
    return (ssize_t)done;
}

/* ENXIO means a missing reader for pipes only; for sockets and devices waiting does not help. */
static bool is_pipe(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISFIFO(info.st_mode);
}

int stream_open_to_write(const char *path)
{
    for (int waits = 0; waits < WAITS_MAX && !atomic_load(&gave_up);
         waits += stop_raised(give_up)) {
        int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0666);
        if (file >= 0 && fcntl(file, F_SETFL, 0) == 0)
            return file;
        const int reason = errno;
        if (file >= 0)
            close(file);
        if (file >= 0 || (reason != EINTR && (reason != ENXIO || !is_pipe(path)))) {
            errno = reason;
            return -1;
        }
        (void)poll(NULL, 0, WAIT_MILLISECONDS);
    }
    atomic_store(&gave_up, true);
    errno = EINTR;
    return -1;
}

/* An interrupted close has closed the file. */
static int on_close(void *cookie)
{
    return close(file_of(cookie)) == 0 || errno == EINTR ? 0 : EOF;
}

FILE *stream_of(int file, const char *mode)
{
    assert(file >= 0);
    const cookie_io_functions_t calls = {.read = on_read, .write = on_write, .close = on_close};
    return fopencookie(cookie_of(file), mode, calls);
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
    FILE *stream = *file >= 0 ? fopencookie(cookie_of(*file), "w+b", calls) : NULL;
    if (stream == NULL && *file >= 0)
        close(*file);
    return stream;
}

bool stream_sync(int file)
{
    assert(file >= 0);
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
