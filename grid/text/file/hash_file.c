/* hash_file: reads a file block by block and hashes it; not a pipe or a device. */
#include "grid/text/file/hash_file.h"

#include <errno.h>

#include "grid/text/file/stream.h"
#include "grid/text/file/watch.h"

enum status hash_file(uint64_t *hash, const char *path, uint64_t *size, struct error *error)
{
    uint8_t block[1 << 14];
    enum status status = STATUS_OK;
    FILE *stream = stream_read(path);
    *size = stream == NULL && errno == EINVAL ? UINT64_MAX : 0;
    if (*size == UINT64_MAX)
        return STATUS_OK;
    for (size_t got = stream != NULL; status == STATUS_OK && got > 0;) {
        got = fread(block, 1, sizeof block, stream);
        *hash = hash_bytes(*hash, block, got);
        *size += got;
        status = watch_check(error);
    }
    if (status == STATUS_OK && (stream == NULL || ferror(stream)))
        status =
            error_set_at(error, STATUS_BAD_INPUT, path, 0, 0, "cannot read: %s", strerror(errno));
    if (stream != NULL)
        fclose(stream);
    return status;
}
