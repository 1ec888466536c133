/* paths: checks paths, and makes folders. */
#include "router/cli/options/paths.h"

#include <errno.h>
#include <sys/stat.h>

#include "grid/text/file/output.h"

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
            output_sync_folder(copy);
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
