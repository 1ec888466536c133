/* partial: see the header for the contract. */
#include "router/cli/run/partial.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grid/format/routes_file.h"
#include "grid/text/file/watch.h"
#include "router/cli/run/deliver.h"

enum status partial_refuse(const char *path, const char *option, uint32_t more, struct error *error)
{
    char what[64] = "may hold more than this run";
    if (more > 0)
        snprintf(what, sizeof what, "holds %" PRIu32 " net%s that this run leaves out", more,
                 more == 1 ? "" : "s");
    return error_set(error, STATUS_BAD_INPUT,
                     "%s %s; to write this part there or elsewhere, name the file with %s", path,
                     what, option);
}

/* How many nets the result at path holds that the run will not. UINT32_MAX where it is no result
 * of this design. */
static uint32_t count_more(const struct task *task, const struct routes *keep, const char *path)
{
    assert(task->skip != NULL && (keep == NULL || keep->net_count == task->design.nets.net_count));
    struct routes old = {0};
    uint32_t more = 0;
    if (routes_read(&old, &task->design, path, NULL) != STATUS_OK)
        more = UINT32_MAX;
    for (uint32_t net = 0; net < old.net_count && more != UINT32_MAX; net++)
        more += old.nets[net].state == ROUTE_ROUTED && task->skip[net] &&
                (keep == NULL || keep->nets[net].state != ROUTE_ROUTED);
    routes_destroy(&old);
    return more;
}

static enum status check_one(const struct task *task, const struct routes *keep, const char *path,
                             const char *routes, const char *option, struct error *error)
{
    if (access(path, F_OK) != 0)
        return STATUS_OK;
    uint32_t more = access(routes, F_OK) == 0 ? count_more(task, keep, routes) : UINT32_MAX;
    TRY(watch_look(error));
    if (more == 0)
        return STATUS_OK;
    return partial_refuse(path, option, more != UINT32_MAX ? more : 0, error);
}

/* out/layout.routes for out/layout.png; NULL without memory. */
static char *routes_beside(const char *picture)
{
    assert(picture != NULL);
    static const char ending[] = ".routes";
    const char *dot = strrchr(picture, '.');
    size_t stem = dot != NULL ? (size_t)(dot - picture) : strlen(picture);
    char *path = malloc(stem + sizeof ending);
    if (path != NULL) {
        memcpy(path, picture, stem);
        memcpy(path + stem, ending, sizeof ending);
    }
    return path;
}

enum status partial_check(const struct task *task, const struct routes *keep, struct error *error)
{
    if (task->skip == NULL)
        return STATUS_OK;
    if (task->routes_is_usual)
        TRY(check_one(task, keep, task->routes_file, task->routes_file, "-r", error));
    if (!task->picture_is_usual)
        return STATUS_OK;
    char *beside = routes_beside(task->picture);
    if (beside == NULL)
        return error_set(error, STATUS_FAILED, "out of memory for a file name");
    enum status status = check_one(task, keep, task->picture, beside, "-o", error);
    free(beside);
    return status;
}
