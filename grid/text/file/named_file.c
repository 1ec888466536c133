/* named_file: joins paths and lists folders. */
#include "grid/text/file/named_file.h"

#include <dirent.h>
#include <unistd.h>

#include "grid/text/nearest.h"

char *named_file_beside(const char *other, const char *name, size_t length, struct error *error)
{
    assert(other != NULL && (length == 0 || name != NULL));
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

char *named_file_nearest(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    struct name_list names = {0};
    char *folder = named_file_beside(path, slash != NULL ? "." : "", slash != NULL, NULL);
    DIR *dir = folder != NULL ? opendir(slash != NULL ? folder : ".") : NULL;
    const struct dirent *entry;
    while (dir != NULL && (entry = readdir(dir)) != NULL)
        if (entry->d_name[0] != '.' && !keep_name(&names, entry->d_name))
            break;
    const char *near = nearest_word(name, strlen(name), (const char *const *)names.at, names.count);
    char *nearest = near != NULL ? named_file_beside(path, near, strlen(near), NULL) : NULL;
    for (size_t i = 0; i < names.count; i++)
        free(names.at[i]);
    MEM_FREE(names.at, folder);
    if (dir != NULL)
        closedir(dir);
    return nearest;
}

bool named_file_exists(const char *path)
{
    return access(path, R_OK) == 0;
}
