/* named_file: see the header for the contract. */
#include "grid/text/named_file.h"

#include <string.h>
#include <unistd.h>

char *named_file_beside(const char *other, const char *name, size_t length, struct error *error)
{
    assert(length == 0 || name != NULL);
    const char *slash = strrchr(other, '/');
    size_t folder = slash != NULL ? (size_t)(slash - other) + 1 : 0;
    if (length > 0 && name[0] == '/')
        folder = 0;
    char *path = mem_alloc(folder + length + 1, 1, "name of a file", error);
    if (path == NULL)
        return NULL;
    memcpy(path, other, folder);
    memcpy(path + folder, name, length);
    return path;
}

bool named_file_exists(const char *path)
{
    return access(path, R_OK) == 0;
}
