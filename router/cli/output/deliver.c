/* deliver: writes outputs under temporary names, and renames them by folder descriptors. */
#include "router/cli/output/deliver.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grid/text/file/stream.h"
#include "grid/text/file/output.h"
#include "grid/text/file/path.h"

bool deliver_is_none(const char *path)
{
    return path == NULL || strcmp(path, "none") == 0;
}

static bool is_open_as(int stream, const struct stat *info)
{
    struct stat other;
    return fstat(stream, &other) == 0 && other.st_dev == info->st_dev &&
           other.st_ino == info->st_ino;
}

/* True for plain files and for names that do not exist. A file with several names, a link, a device
 * and the file behind standard output are left to grid/text/file/output.h. */
static bool is_staged(const char *path)
{
    struct stat info;
    if (strcmp(path, "-") == 0)
        return false;
    return lstat(path, &info) != 0 || (S_ISREG(info.st_mode) && info.st_nlink == 1 &&
                                       !is_open_as(1, &info) && !is_open_as(2, &info));
}

/* Fails unless files can be made in the folder or, if it is `make` and missing, above it. */
static enum status check_folder(const char *path, const char *what, const char *make,
                                struct error *error)
{
    struct stat info;
    const size_t length = path_folder_length(path);
    const bool missing = make != NULL && length == strlen(make) + 1 &&
                         strncmp(path, make, length - 1) == 0 && lstat(make, &info) != 0;
    char *folder = path_folder(missing ? make : path);
    enum status status = STATUS_OK;
    if (folder == NULL)
        status = error_fail(error, "out of memory for a file name");
    else if (access(folder, W_OK | X_OK) != 0)
        status = error_fail(error, "%s %s: cannot write into its folder: %s", what, path,
                            strerror(errno));
    free(folder);
    return status;
}

enum status deliver_check(const char *path, const char *what, const char *make,
                          const char *const *inputs, size_t count, struct error *error)
{
    assert(what != NULL && (inputs != NULL || count == 0));
    struct stat target, input;
    if (deliver_is_none(path) || strcmp(path, "-") == 0)
        return STATUS_OK;
    if (path_name(path)[0] == '\0')
        return error_fail(error, "%s %s: is a folder, not a file", what, path);
    if (stat(path, &target) == 0) {
        for (size_t i = 0; i < count; i++)
            if (inputs[i] != NULL && strcmp(inputs[i], "-") != 0 && S_ISREG(target.st_mode) &&
                stat(inputs[i], &input) == 0 && input.st_dev == target.st_dev &&
                input.st_ino == target.st_ino)
                return error_refuse(error, "%s %s: would overwrite the input %s; name another file",
                                    what, path, inputs[i]);
        if (S_ISDIR(target.st_mode))
            return error_fail(error, "%s %s: is a folder, not a file", what, path);
        if (access(path, W_OK) != 0)
            return error_fail(error, "%s %s: %s", what, path, strerror(errno));
    }
    return is_staged(path) ? check_folder(path, what, make, error) : STATUS_OK;
}

/* True if the open folder is the root or below it; otherwise errno is EXDEV, or that of the call
 * that failed. By descriptors: a link may replace the folder. */
static bool is_inside(int folder, const char *root)
{
    struct stat top, at, above;
    int file = dup(folder), reason = EXDEV;
    bool inside = false, more = file >= 0 && stat(root, &top) == 0 && fstat(file, &at) == 0;
    if (!more)
        reason = errno;
    while (more) {
        inside = at.st_dev == top.st_dev && at.st_ino == top.st_ino;
        int up = inside ? -1 : openat(file, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        more = up >= 0 && fstat(up, &above) == 0;
        if (!more && !inside)
            reason = errno;
        more = more && (above.st_dev != at.st_dev || above.st_ino != at.st_ino);
        close(file);
        file = up;
        at = above;
    }
    if (file >= 0)
        close(file);
    errno = reason;
    return inside;
}

/* Opens the folder of an output; -1 if it cannot be opened or is outside the root. */
static int open_folder(const char *root, const char *path)
{
    char *folder = path_folder(path);
    int file = folder != NULL ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(folder);
    if (file >= 0 && root != NULL && !is_inside(file, root)) {
        const int reason = errno;
        close(file);
        errno = reason;
        return -1;
    }
    return file;
}

static const char *why_not_written(void)
{
    return errno == EXDEV ? "its folder has been moved out of the output folder" : strerror(errno);
}

enum status deliver_check_inside(const char *path, const char *root, struct error *error)
{
    int folder = open_folder(root, path);
    if (folder < 0)
        return error_fail(error, "cannot write %s: %s", path, why_not_written());
    close(folder);
    return STATUS_OK;
}

enum status deliver_stage(struct delivery *delivery, const char *path, const char **write_to,
                          struct error *error)
{
    assert(!deliver_is_none(path));
    assert(delivery->count < DELIVER_MAX);
    if (delivery->root != NULL && delivery->prefix != NULL)
        TRY(deliver_check_inside(delivery->prefix, delivery->root, error));
    const bool is = delivery->root != NULL || is_staged(path);
    char *copy, *staged = NULL;
    enum status status = path_format(&copy, error, "%s", path);
    if (is && delivery->prefix != NULL)
        THEN(status, path_format(&staged, error, "%s%zu.%s", delivery->prefix, delivery->count,
                                 path_name(path)));
    else if (is)
        THEN(status, path_format(&staged, error, "%.*s.%ld.%s", (int)path_folder_length(path), path,
                                 (long)getpid(), path_name(path)));
    if (status != STATUS_OK) {
        free(copy);
        return status;
    }
    if (staged != NULL)
        unlink(staged); /* a file of a killed run, or a link that must not be followed */
    delivery->file[delivery->count].path = copy;
    delivery->file[delivery->count++].staged = staged;
    *write_to = staged != NULL ? staged : copy;
    return STATUS_OK;
}

/* Renames a staged file to its final name; the file that had this name gets the staged name. */
static enum status put(struct delivery *delivery, size_t i, struct error *error)
{
    const char *path = delivery->file[i].path, *staged = delivery->file[i].staged;
    assert(i < delivery->count && staged != NULL && !delivery->file[i].put);
    const char *name = path_name(path);
    struct stat old;
    int folder = open_folder(delivery->root, path);
    bool there = folder >= 0 && fstatat(folder, name, &old, AT_SYMLINK_NOFOLLOW) == 0;
    if (there && S_ISREG(old.st_mode))
        (void)chmod(staged, old.st_mode & 0777);
    bool done = there && S_ISREG(old.st_mode) &&
                renameat2(AT_FDCWD, staged, folder, name, RENAME_EXCHANGE) == 0;
    delivery->file[i].exchanged = done;
    if (!done && folder >= 0)
        done = renameat(AT_FDCWD, staged, folder, name) == 0;
    delivery->file[i].put = done;
    if (done && delivery->root != NULL)
        done = stream_sync(folder);
    if (!done)
        error_fail(error, "cannot write %s: %s", path, why_not_written());
    if (folder >= 0)
        close(folder);
    return done ? STATUS_OK : STATUS_FAILED;
}

/* Undoes a rename. False: the old file still has the staged name. */
static bool take_back(struct delivery *delivery, size_t i)
{
    const char *path = delivery->file[i].path, *staged = delivery->file[i].staged;
    if (delivery->file[i].exchanged)
        return renameat2(AT_FDCWD, staged, AT_FDCWD, path, RENAME_EXCHANGE) == 0;
    unlink(path);
    return true;
}

static enum status commit(struct delivery *delivery, struct error *error)
{
    assert(delivery->count <= DELIVER_MAX);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < delivery->count && delivery->root != NULL && status == STATUS_OK; i++)
        if (delivery->file[i].staged != NULL && !output_sync_file(delivery->file[i].staged))
            status =
                error_fail(error, "cannot write %s: %s", delivery->file[i].path, strerror(errno));
    for (size_t i = 0; i < delivery->count && status == STATUS_OK; i++)
        if (delivery->file[i].staged != NULL)
            status = put(delivery, i, error);
    for (size_t i = 0; i < delivery->count; i++) {
        if (delivery->file[i].staged == NULL)
            continue;
        bool back = status == STATUS_OK || !delivery->file[i].put || take_back(delivery, i);
        if (back && (status != STATUS_OK || delivery->file[i].exchanged))
            unlink(delivery->file[i].staged);
        free(delivery->file[i].staged);
        delivery->file[i].staged = NULL;
    }
    return status;
}

/* Replaces each `from` in text (size bytes) by `to`, as far as there is room. */
static void replace(char *text, size_t size, const char *from, const char *to)
{
    size_t old = strlen(from), new = strlen(to);
    for (char *at = strstr(text, from); at != NULL; at = strstr(at + new, from)) {
        if (strlen(text) - old + new + 1 > size)
            return;
        memmove(at + new, at + old, strlen(at + old) + 1);
        memcpy(at, to, new);
    }
}

enum status deliver_end(struct delivery *delivery, enum status status, struct error *error)
{
    THEN(status, commit(delivery, error));
    for (size_t i = 0; i < delivery->count; i++) {
        char *staged = delivery->file[i].staged;
        if (staged != NULL) {
            unlink(staged);
            if (error != NULL) {
                replace(error->text, sizeof error->text, staged, delivery->file[i].path);
                replace(error->file, sizeof error->file, staged, delivery->file[i].path);
            }
        }
        MEM_FREE(staged, delivery->file[i].path);
    }
    memset(delivery, 0, sizeof *delivery);
    return status;
}

char *deliver_stem(const char *path)
{
    char *stem = strdup(strcmp(path, "-") == 0 ? "stdin" : path_name(path));
    if (stem == NULL)
        return NULL;
    for (int i = 0; i < 2; i++) {
        char *dot = strrchr(stem, '.');
        bool gzipped = dot != NULL && strcmp(dot, ".gz") == 0;
        if (dot != NULL && dot > stem)
            *dot = '\0';
        if (!gzipped)
            break;
    }
    return stem;
}
