/* source: reads descriptors with poll, unpacks gzip with zlib. */
#include "grid/text/file/source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "grid/text/file/watch.h"
#include "grid/text/file/path.h"

enum {
    WAIT_MILLISECONDS = 100, /* between two checks of the watch */
    GZIP_WINDOW = 15 + 16,   /* zlib: largest window, gzip header and checksum */
};

/* Waits until a pipe or terminal has bytes or its other end is closed. */
static enum status wait_for_bytes(const struct source *source, struct error *error)
{
    for (;;) {
        struct pollfd it = {.fd = source->file, .events = POLLIN};
        TRY(watch_check(error));
        int ready = source->regular ? 1 : poll(&it, 1, WAIT_MILLISECONDS);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return STATUS_OK;
    }
}

/* Reads at most room bytes from the file itself; *got is 0 at its end. */
static enum status read_file(struct source *source, void *to, size_t room, size_t *got,
                             struct error *error)
{
    *got = 0;
    while (!source->ended && source->file >= 0) {
        TRY(wait_for_bytes(source, error));
        ssize_t count = read(source->file, to, room);
        source->ended = count == 0;
        if (count >= 0) {
            *got = (size_t)count;
            return STATUS_OK;
        }
        if (errno != EINTR && errno != EAGAIN)
            return error_refuse(error, "cannot read: %s", strerror(errno));
    }
    return STATUS_OK;
}

/* Reads until at least `least` bytes of input are unread, if the file has them. */
static enum status fill_input(struct source *source, size_t least, struct error *error)
{
    if (source->file < 0 || source->end - source->at >= least)
        return STATUS_OK;
    memmove(source->buffer, source->input + source->at, source->end - source->at);
    source->end -= source->at;
    source->at = 0;
    while (source->end < least && !source->ended) {
        size_t got = 0;
        TRY(read_file(source, source->buffer + source->end, SOURCE_PART - source->end, &got,
                      error));
        source->end += got;
    }
    return STATUS_OK;
}

static bool is_gzip(const struct source *source)
{
    return source->end - source->at >= 2 && memcmp(source->input + source->at, "\x1f\x8b", 2) == 0;
}

static enum status damaged(const z_stream *stream, int code, struct error *error)
{
    if (code == Z_MEM_ERROR)
        return error_fail(error, "out of memory to unpack a gzip file");
    return error_refuse(error, "cannot read: the gzip file is damaged (%s)",
                        stream->msg != NULL ? stream->msg : "unknown reason");
}

/* Skips the zeros that pad a file to a full block; gzip ignores them, too. */
static enum status skip_zeros(struct source *source, struct error *error)
{
    TRY(fill_input(source, 2, error));
    while (source->at < source->end && source->input[source->at] == 0) {
        source->at++;
        TRY(fill_input(source, 2, error));
    }
    return STATUS_OK;
}

/* After a member: either the file ends, or another member starts. */
static enum status next_member(struct source *source, bool *more, struct error *error)
{
    TRY(skip_zeros(source, error));
    *more = source->at < source->end;
    if (*more && !is_gzip(source))
        return error_refuse(error, "cannot read: other bytes follow the end of the gzip file");
    source->between = false;
    return !*more || inflateReset(source->unpacker) == Z_OK
               ? STATUS_OK
               : error_fail(error, "cannot start to unpack a gzip file");
}

static enum status unpack(struct source *source, uint8_t *to, size_t room, size_t *got,
                          struct error *error)
{
    z_stream *stream = source->unpacker;
    *got = 0;
    while (*got < room) {
        bool more = true;
        if (source->between)
            TRY(next_member(source, &more, error));
        if (!more) {
            source->between = true; /* the next call continues here */
            return STATUS_OK;
        }
        TRY(fill_input(source, 1, error));
        size_t left = source->end - source->at;
        size_t part = left < SOURCE_PART ? left : SOURCE_PART;
        size_t space = room - *got < SOURCE_PART ? room - *got : SOURCE_PART;
        if (left == 0)
            return error_refuse(error, "cannot read: the gzip file is truncated");
        stream->next_in = (Bytef *)(uintptr_t)(source->input + source->at);
        stream->avail_in = (uInt)part;
        stream->next_out = to + *got;
        stream->avail_out = (uInt)space;
        TRY(watch_check(error));
        int code = inflate(stream, Z_NO_FLUSH);
        source->at += part - stream->avail_in;
        *got += space - stream->avail_out;
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
            return damaged(stream, code, error);
        source->between = code == Z_STREAM_END;
    }
    return STATUS_OK;
}

/* Detects gzip by the first bytes. */
static enum status begin(struct source *source, struct error *error)
{
    TRY(fill_input(source, 2, error));
    if (!is_gzip(source))
        return STATUS_OK;
    z_stream *stream;
    TRY(MEM_NEW(stream, 1, "unpacker of a gzip file", error));
    int code = inflateInit2(stream, GZIP_WINDOW);
    if (code != Z_OK) {
        enum status status = damaged(stream, code, error);
        free(stream);
        return status;
    }
    source->unpacker = stream;
    return STATUS_OK;
}

enum status source_open_bytes(struct source *source, const void *bytes, size_t size,
                              struct error *error)
{
    assert(bytes != NULL || size == 0);
    *source = (struct source){.file = -1, .input = bytes, .end = size};
    return begin(source, error);
}

/* Suggests a similar name if the file does not exist. Lack of descriptors or memory is not an error
 * of the input. */
static enum status fail_opening(const char *path, struct error *error)
{
    const char *reason = strerror(errno);
    bool full = errno == EMFILE || errno == ENFILE || errno == ENOMEM;
    char *near = errno == ENOENT ? path_nearest(path) : NULL;
    enum status status =
        error_set_at(error, full ? STATUS_FAILED : STATUS_BAD_INPUT, path, 0, 0,
                     "cannot open: %s%s%.300s%s", reason, near != NULL ? "; did you mean " : "",
                     near != NULL ? near : "", near != NULL ? "?" : "");
    free(near);
    return status;
}

enum status source_open(struct source *source, const char *path, struct error *error)
{
    bool standard = strcmp(path, "-") == 0;
    struct stat info = {0};
    *source = (struct source){.file = -1};
    /* O_NONBLOCK: opening a pipe does not wait for its writer; wait_for_bytes does */
    source->file = standard ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (source->file < 0)
        return fail_opening(standard ? "<stdin>" : path, error);
    if (fstat(source->file, &info) == 0 && S_ISDIR(info.st_mode))
        return error_set_at(error, STATUS_BAD_INPUT, standard ? "<stdin>" : path, 0, 0,
                            "cannot read: expected a file, found a folder");
    source->regular = S_ISREG(info.st_mode);
    TRY(MEM_NEW(source->buffer, SOURCE_PART, "buffer of a file", error));
    source->input = source->buffer;
    return begin(source, error);
}

enum status source_read(struct source *source, void *to, size_t room, size_t *got,
                        struct error *error)
{
    assert(room > 0 && source->at <= source->end);
    if (source->unpacker != NULL)
        return unpack(source, to, room, got, error);
    size_t left = source->end - source->at;
    if (left == 0)
        return read_file(source, to, room, got, error);
    *got = left < room ? left : room;
    memcpy(to, source->input + source->at, *got);
    source->at += *got;
    return STATUS_OK;
}

void source_close(struct source *source)
{
    if (source->unpacker != NULL)
        inflateEnd(source->unpacker);
    MEM_FREE(source->unpacker, source->buffer);
    if (source->file > 0 || (source->file == 0 && source->buffer != NULL))
        close(source->file);
    *source = (struct source){.file = -1};
}
