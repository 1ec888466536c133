/* named_file: joins paths and lists folders. */
#include "grid/text/file/named_file.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
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

/* Adds a copy of the name to names. */
static bool keep_name(char ***names, size_t *count, size_t *capacity, const char *name)
{
    void *grown = *names;
    bool room = mem_grow(&grown, capacity, *count + 1, sizeof **names, "names", NULL) == STATUS_OK;
    *names = grown;
    char *copy = room ? strdup(name) : NULL;
    if (copy != NULL)
        (*names)[(*count)++] = copy;
    return copy != NULL;
}

char *named_file_nearest(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    char **names = NULL, *nearest = NULL;
    size_t count = 0, capacity = 0;
    char *folder = named_file_beside(path, slash != NULL ? "." : "", slash != NULL, NULL);
    DIR *dir = folder != NULL ? opendir(slash != NULL ? folder : ".") : NULL;
    const struct dirent *entry;
    while (dir != NULL && (entry = readdir(dir)) != NULL)
        if (entry->d_name[0] != '.' && !keep_name(&names, &count, &capacity, entry->d_name))
            break;
    const char *near =
        names != NULL ? nearest_word(name, strlen(name), (const char *const *)names, count) : NULL;
    if (near != NULL)
        nearest = named_file_beside(path, near, strlen(near), NULL);
    for (size_t i = 0; names != NULL && i < count; i++)
        free(names[i]);
    MEM_FREE(names, folder);
    if (dir != NULL)
        closedir(dir);
    return nearest;
}

bool named_file_exists(const char *path)
{
    return access(path, R_OK) == 0;
}
