/* hash_file: reads a file block by block and hashes it; not a pipe or a device. */
#include "grid/text/file/hash_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grid/text/file/watch.h"

enum status hash_file(uint64_t *hash, const char *path, uint64_t *size, struct error *error)
{
    uint8_t block[1 << 14];
    struct stat info;
    enum status status = STATUS_OK;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ssize_t got = file >= 0 && fstat(file, &info) == 0 ? 1 : -1;
    *size = got > 0 && !S_ISREG(info.st_mode) ? UINT64_MAX : 0;
    while (status == STATUS_OK && *size != UINT64_MAX &&
           (got > 0 || (got < 0 && file >= 0 && errno == EINTR))) {
        got = read(file, block, sizeof block);
        *hash = hash_bytes(*hash, block, got > 0 ? (size_t)got : 0);
        *size += got > 0 ? (uint64_t)got : 0;
        status = watch_check(error);
    }
    if (got < 0 && status == STATUS_OK)
        status =
            error_set_at(error, STATUS_BAD_INPUT, path, 0, 0, "cannot read: %s", strerror(errno));
    if (file >= 0)
        close(file);
    return status;
}
