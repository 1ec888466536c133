/* output: chooses how to write by what exists at the target:
 *
 *     nothing, a regular file           temporary file in its folder, renamed at commit
 *     link to a regular file            the same for the real file: the link stays
 *     the file of standard output       written at the position of that stream (/dev/stdout)
 *     device, pipe, socket, hard link   written directly: a rename would separate hard links
 *     folder, write-protected file      an error
 *
 * Temporary files are made with O_EXCL and the process number in the name, so that two runs with
 * the same target never share one; the later commit wins. */
#include "grid/text/file/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grid/text/harmless.h"
#include "grid/text/file/path.h"
#include "grid/text/file/stream.h"

enum { TEMPORARY_TRIES = 100 }; /* names tried for a temporary file */

static enum status output_fail(const char *path, const char *doing, struct error *error)
{
    return error_set_at(error, STATUS_FAILED, path, 0, 0, "cannot %s: %s", doing, strerror(errno));
}

/* Makes a stream of an open file; false if file < 0 or without memory. */
static bool adopt(struct output *output, int file)
{
    output->file = file;
    output->stream = file >= 0 ? stream_of(file, "wb") : NULL;
    return output->stream != NULL;
}

/* The standard stream (1 or 2) that has this file open, or -1. */
static int standard_stream_of(const struct stat *target)
{
    for (int stream = 1; stream <= 2; stream++) {
        struct stat open_file;
        if (fstat(stream, &open_file) == 0 && open_file.st_dev == target->st_dev &&
            open_file.st_ino == target->st_ino)
            return stream;
    }
    return -1;
}

/* Creates DIR/.NAME.PID.N.tmp. mode: permissions before the umask. */
static enum status open_temporary(struct output *output, mode_t mode, struct error *error)
{
    assert(output->path != NULL && output->temporary == NULL);
    const int folder = (int)path_folder_length(output->path);
    size_t size = strlen(output->path) + 48;
    TRY(MEM_NEW(output->temporary, size, "output's name", error));
    int file = -1;
    for (int n = 0; n < TEMPORARY_TRIES && file < 0; n++) {
        snprintf(output->temporary, size, "%.*s.%.200s.%ld.%d.tmp", folder, output->path,
                 path_name(output->path), (long)getpid(), n);
        file = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (file < 0 && errno != EEXIST)
            break;
    }
    if (adopt(output, file))
        return STATUS_OK;
    output_fail(output->path, "write", error);
    if (file >= 0) {
        close(file);
        unlink(output->temporary);
    }
    free(output->temporary);
    output->temporary = NULL;
    return STATUS_FAILED;
}

/* Writes to an open file; file < 0: opening it has failed, with errno. */
static enum status open_file(struct output *output, int file, struct error *error)
{
    if (adopt(output, file))
        return STATUS_OK;
    output_fail(output->path, "write", error);
    if (file >= 0)
        close(file);
    return STATUS_FAILED;
}

/* Writes to a standard stream, at its position. */
static enum status open_stream(struct output *output, int stream, struct error *error)
{
    fflush(NULL);
    return open_file(output, dup(stream), error);
}

static enum status open_through(struct output *output, struct error *error)
{
    return open_file(output, stream_open_to_write(output->path), error);
}
/* Replaces the path of a link by that of the file that it leads to. */
static enum status follow_links(struct output *output, struct error *error)
{
    char *real = realpath(output->path, NULL);
    if (real == NULL)
        return output_fail(output->path, "follow the link", error);
    free(output->path);
    output->path = real;
    return STATUS_OK;
}

/* Opens an existing target. link: the path is a link to it. */
static enum status open_existing(struct output *output, const struct stat *target, bool link,
                                 struct error *error)
{
    if (S_ISDIR(target->st_mode))
        return error_set_at(error, STATUS_FAILED, output->path, 0, 0,
                            "cannot write: expected a file, found a folder");
    int stream = standard_stream_of(target);
    if (stream >= 0)
        return open_stream(output, stream, error);
    if (!S_ISREG(target->st_mode) || target->st_nlink > 1)
        return open_through(output, error);
    if (access(output->path, W_OK) != 0)
        return output_fail(output->path, "write", error);
    if (link)
        TRY(follow_links(output, error));
    TRY(open_temporary(output, 0600, error));
    (void)fchmod(output->file, target->st_mode & 0777);
    return STATUS_OK;
}

/* Redirects output for a terminal to a nameless file, which `show` prints at commit. */
static enum status hold_back(struct output *output, struct error *error)
{
    assert(output->stream != NULL && output->terminal == NULL);
    if (output->temporary != NULL || isatty(output->file) != 1)
        return STATUS_OK;
    output->terminal = output->stream;
    int file;
    output->stream = stream_temporary(&file);
    return output->stream != NULL ? STATUS_OK : output_fail(output->path, "write", error);
}

/* Prints the kept text to the terminal. False if it cannot be read back. */
static bool show(struct output *output)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    const bool back = fseek(output->stream, 0, SEEK_SET) == 0;
    while (back && (length = getline(&line, &size, output->stream)) > 0) {
        line[length - (line[length - 1] == '\n')] = '\0';
        harmless_line(output->terminal, "%s", line);
    }
    free(line);
    const bool fine = back && !ferror(output->stream);
    fclose(output->stream);
    output->stream = output->terminal;
    output->terminal = NULL;
    return fine;
}

/* Initialises an output with this path. */
static enum status take_name(struct output *output, const char *path, struct error *error)
{
    assert(path != NULL);
    memset(output, 0, sizeof *output);
    if (path[0] == '\0')
        return error_fail(error, "cannot write: the name of the output is empty");
    return path_format(&output->path, error, "%s", path);
}

enum status output_open_own(struct output *output, const char *path, struct error *error)
{
    enum status status = take_name(output, path, error);
    THEN(status, open_temporary(output, 0666, error));
    if (status != STATUS_OK)
        output_abandon(output);
    return status;
}

enum status output_open(struct output *output, const char *path, struct error *error)
{
    TRY(take_name(output, path, error));
    enum status status;
    struct stat itself, target;
    if (strcmp(path, "-") == 0) {
        status = open_stream(output, STDOUT_FILENO, error);
    } else if (stat(path, &target) == 0) {
        bool link = lstat(path, &itself) == 0 && S_ISLNK(itself.st_mode);
        status = open_existing(output, &target, link, error);
    } else if (lstat(path, &itself) == 0) {
        status = open_through(output, error); /* a link to a file that does not exist */
    } else {
        status = open_temporary(output, 0666, error);
    }
    THEN(status, hold_back(output, error));
    if (status != STATUS_OK)
        output_abandon(output);
    return status;
}

bool output_sync_file(const char *path)
{
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    bool good = file >= 0 && stream_sync(file);
    int reason = errno;
    if (file >= 0)
        close(file);
    errno = reason;
    return good;
}

enum status output_commit(struct output *output, struct error *error)
{
    assert(output->stream != NULL);
    errno = 0;
    bool bad = fflush(output->stream) != 0 || ferror(output->stream);
    if (output->terminal != NULL)
        bad = !show(output) || bad || fflush(output->stream) != 0;
    if (!bad && output->lasting)
        bad = !stream_sync(output->file);
    int reason = errno;
    if (fclose(output->stream) != 0 && !bad) {
        bad = true;
        reason = errno;
    }
    output->stream = NULL;
    if (!bad && output->temporary != NULL && rename(output->temporary, output->path) != 0) {
        bad = true;
        reason = errno;
    }
    if (!bad && output->lasting)
        path_sync_folder(output->path);
    if (bad) {
        errno = reason != 0 ? reason : stream_failure() != 0 ? stream_failure() : EIO;
        output_fail(strcmp(output->path, "-") == 0 ? "standard output" : output->path, "write",
                    error);
    } else {
        free(output->temporary);
        output->temporary = NULL;
    }
    output_abandon(output);
    return bad ? STATUS_FAILED : STATUS_OK;
}

void output_abandon(struct output *output)
{
    if (output == NULL)
        return;
    if (output->stream != NULL)
        fclose(output->stream);
    if (output->terminal != NULL)
        fclose(output->terminal);
    if (output->temporary != NULL)
        unlink(output->temporary);
    MEM_CLEAR(output, output->temporary, output->path);
}
