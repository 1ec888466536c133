/* path: cuts paths at slashes, and joins them. */
#include "grid/text/file/path.h"

size_t path_folder_length(const char *path)
{
    return (size_t)(path_name(path) - path);
}

const char *path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

bool path_ends_with(const char *text, const char *end)
{
    const size_t length = text != NULL ? strlen(text) : 0, tail = strlen(end);
    return text != NULL && length >= tail && strcmp(text + length - tail, end) == 0;
}

enum status path_format(char **path, struct error *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    TRY(MEM_NEW(*path, (size_t)length + 1, "name of a file", error));
    va_start(args, format);
    vsnprintf(*path, (size_t)length + 1, format, args);
    va_end(args);
    return STATUS_OK;
}

enum status path_beside(char **path, const char *beside, const char *name, size_t length,
                        struct error *error)
{
    assert(beside != NULL && (name != NULL || length == 0));
    const size_t folder = length > 0 && name[0] == '/' ? 0 : path_folder_length(beside);
    return path_format(path, error, "%.*s%.*s", (int)folder, beside, (int)length, name);
}

char *path_folder(const char *path)
{
    const size_t length = path_folder_length(path);
    return length > 0 ? strndup(path, length) : strdup(".");
}
