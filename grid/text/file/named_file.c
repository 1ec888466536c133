/* named_file: lists folders. */
#include "grid/text/file/named_file.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grid/text/file/path.h"
#include "grid/text/nearest.h"

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

bool named_file_exists(const char *path)
{
    return access(path, R_OK) == 0;
}

bool named_file_is_regular(const char *path)
{
    struct stat info;
    return strcmp(path, "-") != 0 && stat(path, &info) == 0 && S_ISREG(info.st_mode);
}
