/* path: cuts paths at slashes and joins them, lists folders, and makes them. */
#include "grid/text/file/path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grid/text/file/stream.h"
#include "grid/text/nearest.h"

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

/* ---- files ---------------------------------------------------------------------------------- */

struct name_list {
    char **at;
    size_t count, capacity;
};

/* Appends a copy of the name; false without memory. */
static bool keep_name(struct name_list *names, const char *name)
{
    if (MEM_GROW(names->at, names->capacity, names->count + 1, "names", NULL) != STATUS_OK)
        return false;
    char *copy = strdup(name);
    if (copy != NULL)
        names->at[names->count++] = copy;
    return copy != NULL;
}

char *path_nearest(const char *path)
{
    const char *name = path_name(path);
    struct name_list names = {0};
    char *folder = path_folder(path), *nearest = NULL;
    DIR *dir = folder != NULL ? opendir(folder) : NULL;
    const struct dirent *entry;
    while (dir != NULL && (entry = readdir(dir)) != NULL)
        if (entry->d_name[0] != '.' && !keep_name(&names, entry->d_name))
            break;
    const char *near = nearest_word(name, strlen(name), (const char *const *)names.at, names.count);
    if (near != NULL)
        (void)path_beside(&nearest, path, near, strlen(near), NULL);
    for (size_t i = 0; i < names.count; i++)
        free(names.at[i]);
    MEM_FREE(names.at, folder);
    if (dir != NULL)
        closedir(dir);
    return nearest;
}

bool path_is_readable(const char *path)
{
    return access(path, R_OK) == 0;
}

bool path_is_regular(const char *path)
{
    struct stat info;
    return strcmp(path, "-") != 0 && stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* ---- folders -------------------------------------------------------------------------------- */

void path_sync_folder(const char *path)
{
    char *folder = path_folder(path);
    int file = folder != NULL ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (file >= 0) {
        (void)stream_sync(file);
        close(file);
    }
    free(folder);
}

bool path_is_confined(const char *name)
{
    for (;;) {
        size_t length = strcspn(name, "/");
        if (length == 0 || name[0] == '.')
            return false;
        if (name[length] == '\0')
            return true;
        name += length + 1;
    }
}

enum status path_make_folders(const char *path, struct error *error)
{
    assert(path[0] != '\0');
    char *copy;
    TRY(path_format(&copy, error, "%s", path));
    enum status status = STATUS_OK;
    struct stat info;
    for (char *c = copy + 1; status == STATUS_OK; c++) {
        if (*c != '/' && *c != '\0')
            continue;
        char old = *c;
        *c = '\0';
        const int reason = mkdir(copy, 0777) == 0 ? 0 : errno;
        if (reason == 0)
            path_sync_folder(copy);
        else if (stat(copy, &info) != 0 || !S_ISDIR(info.st_mode))
            status = error_fail(error, "cannot make the folder %s: %s", copy,
                                reason == EEXIST ? "a file is in the way" : strerror(reason));
        *c = old;
        if (old == '\0')
            break;
    }
    free(copy);
    return status;
}

static bool is_below(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    return strncmp(folder, path, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

enum status path_check_inside(const char *folder, const char *path, struct error *error)
{
    assert(folder[0] != '\0');
    struct stat info;
    char *parent = path_folder(path);
    /* The file itself may be a link; otherwise its folder decides. */
    const bool link = lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
    char *within = realpath(folder, NULL);
    char *real = within != NULL && parent != NULL ? realpath(link ? path : parent, NULL) : NULL;
    enum status status = STATUS_OK;
    if (real == NULL)
        status = error_set(error, errno == ENOMEM ? STATUS_FAILED : STATUS_BAD_INPUT, "%s: %s",
                           path, link ? "is a link that leads nowhere" : strerror(errno));
    else if (!is_below(within, real))
        status = error_refuse(error, "%s: leads out of the output folder %s by a link, to %s", path,
                              folder, real);
    MEM_FREE(within, parent, real);
    return status;
}
