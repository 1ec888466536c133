/* grid_subject: the table of calls for netlists on grids; reading, judging and drawing them. */
#include "router/cli/subject/grid/grid_subject.h"

#include "grid/format/design_file.h"
#include "grid/format/routes_file.h"
#include "grid/text/file/path.h"
#include "grid/text/harmless.h"
#include "router/cli/output/memory.h"
#include "router/cli/subject/grid/bfs_input.h"

static const char *ending(const char *netlist)
{
    (void)netlist;
    return ".routes";
}

/* Reads a netlist, or a grid alone, which becomes a design without nets named after its file. */
static enum status read_drawn(struct task *task, struct design *design, struct error *error)
{
    struct bfs_input input = {0};
    const char *path = task->netlist;
    enum status status = bfs_input_read(&input, path, false, error);
    if (status == STATUS_OK && input.is_graph)
        status = error_refuse(
            error, "%.300s: expected a netlist or a grid, found a matrix, which bfs draws", path);
    if (status == STATUS_OK && task->with_result && input.design.nets.net_count == 0)
        status =
            error_refuse(error, "draw: ROUTES are those of a netlist, and %.300s is a grid", path);
    if (status == STATUS_OK && input.design.name == NULL)
        status = path_format(&input.design.name, error, "%s", input.name);
    if (status == STATUS_OK)
        *design = input.design;
    else
        bfs_input_destroy(&input);
    return status;
}

static enum status read_design(struct task *task, struct error *error)
{
    struct grid_task *it;
    TRY(MEM_NEW(it, 1, "a task", error));
    task->data = it;
    const enum command command = task->options->command;
    TRY(command == COMMAND_DRAW ? read_drawn(task, &it->design, error)
                                : design_read(&it->design, task->netlist, error));
    const uint64_t iterations =
        options_number(task->options, OPT_MAX_ITERATIONS, ROUTE_ITERATIONS_DEFAULT);
    if (command != COMMAND_ROUTE)
        return STATUS_OK;
    task->need = memory_need(&it->design, !grid_is_alone(task) && iterations > 0);
    const struct grid *grid = &it->design.grid;
    char what[80];
    snprintf(what, sizeof what, "routing %u x %u x %u cells", grid->width, grid->height,
             grid->layers);
    return memory_allow(what, task->need, task->options, error);
}

static void destroy(struct task *task)
{
    struct grid_task *it = task->data;
    if (it == NULL)
        return;
    film_close(&it->film);
    name_table_destroy(&it->names);
    routes_destroy(&it->routes);
    routes_destroy(&it->other);
    routes_destroy(&it->kept);
    design_destroy(&it->design);
    MEM_FREE(it->searches, it);
    task->data = NULL;
}

static const char *input(const struct task *task)
{
    return task->data != NULL ? grid_of(task)->design.grid_path : NULL;
}

static uint32_t net_count(const struct task *task)
{
    return grid_of(task)->design.nets.net_count;
}

static const char *net_name(const struct task *task, uint32_t net)
{
    return netlist_name(&grid_of(task)->design.nets, net);
}

static uint32_t find(struct task *task, const char *name)
{
    assert(name != NULL);
    struct grid_task *it = grid_of(task);
    const struct netlist *nets = &it->design.nets;
    uint32_t earlier;
    for (uint32_t net = (uint32_t)it->names.index.used; net < nets->net_count; net++)
        if (name_table_add(&it->names, nets, net, &earlier, NULL) != STATUS_OK)
            return netlist_find(nets, name); /* O(nets), without memory */
    return name_table_find(&it->names, nets, name, strlen(name));
}

/* Loads the kept result. Fails if its nets were routed alone, unless those of the run are, too. */
static enum status load_kept(struct task *task, const char *path, struct error *error)
{
    struct grid_task *it = grid_of(task);
    assert(!it->has_kept);
    struct check_summary summary = {0};
    char first[ERROR_TEXT_MAX] = "";
    enum status status = routes_read(&it->kept, &it->design, path, error);
    it->kept.alone = it->kept.alone && grid_is_alone(task);
    THEN(status, check_routes(1, &it->design, &it->kept, it->kept.alone, check_keep_first, first,
                              &summary, error));
    if (status == STATUS_BAD_INPUT && first[0] != '\0')
        error_set_at(error, status, path, 0, 0, "a result to keep must be right: %.500s", first);
    it->has_kept = true;
    return status == STATUS_UNROUTED ? STATUS_OK : status;
}

static enum status load(struct task *task, const char *path, enum task_result which,
                        struct error *error)
{
    struct grid_task *it = grid_of(task);
    if (which == RESULT_KEPT)
        return load_kept(task, path, error);
    if (which == RESULT_OTHER)
        return routes_read(&it->other, &it->design, path, error);
    it->has_routes = true;
    return routes_read(&it->routes, &it->design, path, error);
}

static uint32_t lost(struct task *task, const char *path)
{
    const struct grid_task *it = grid_of(task);
    struct routes old = {0};
    uint32_t count = 0;
    assert(task->skip != NULL);
    if (routes_read(&old, &it->design, path, NULL) != STATUS_OK)
        count = UINT32_MAX;
    for (uint32_t net = 0; net < old.net_count && count != UINT32_MAX; net++)
        count += old.nets[net].state == ROUTE_ROUTED && task->skip[net] &&
                 (!it->has_kept || it->kept.nets[net].state != ROUTE_ROUTED);
    routes_destroy(&old);
    return count;
}

static enum status settle(struct task *task, struct error *error)
{
    struct grid_task *it = grid_of(task);
    struct check_summary summary = {0};
    char first[ERROR_TEXT_MAX] = "";
    assert(it->routes.net_count == it->design.nets.net_count);
    enum status status = check_routes(task_threads(task), &it->design, &it->routes,
                                      it->routes.alone, check_keep_first, first, &summary, error);
    if (status == STATUS_BAD_INPUT)
        return error_fail(
            error, "the result is wrong, nothing is written (please report this): %.500s", first);
    return status == STATUS_UNROUTED ? STATUS_OK : status;
}

static enum status judge(struct task *task, const char *file, subject_fault *fault, void *context,
                         struct error *error)
{
    struct grid_task *it = grid_of(task);
    assert(it->has_routes && fault != NULL);
    struct check_summary summary = {0};
    FILE *out = task->cli->talk;
    const bool alone = grid_is_alone(task);
    it->routes.alone = it->routes.alone || alone;
    enum status status =
        check_routes(1, &it->design, &it->routes, alone, fault, context, &summary, error);
    progress_pause(task->cli->progress);
    if (status == STATUS_BAD_INPUT)
        harmless_line(out, "%s: wrong: %" PRIu64 " fault%s", file, summary.faults,
                      summary.faults == 1 ? "" : "s");
    else if (status != STATUS_FAILED)
        harmless_line(out, "%s: right: %u net%s routed, %u unrouted%s", file, summary.routed,
                      summary.routed == 1 ? "" : "s", summary.unrouted,
                      it->routes.alone ? ", each alone" : "");
    return status;
}

static enum status write_routes(struct task *task, const char *path, struct error *error)
{
    const struct grid_task *it = grid_of(task);
    assert(it->has_routes && path != NULL);
    return routes_write(&it->routes, &it->design, task_threads(task), path, error);
}

static enum status scene(struct task *task, struct picture_subject *drawn,
                         struct picture_options *options, struct error *error)
{
    const struct grid_task *it = grid_of(task);
    (void)error;
    *drawn = picture_of_grid(&it->design, it->has_routes ? &it->routes : NULL);
    options->other = &it->other;
    return STATUS_OK;
}

static enum status film(struct task *task, const struct picture_options *options, const char *path,
                        struct error *error)
{
    assert(path != NULL && grid_of(task)->film.design != NULL);
    return film_write(&grid_of(task)->film, options, path, error);
}

const struct subject subject_grid = {
    .called = "a netlist on a grid",
    .unit = "steps",
    .names_open = true,
    .kind = KIND_GRID,
    .ending = ending,
    .read = read_design,
    .destroy = destroy,
    .input = input,
    .net_count = net_count,
    .net_name = net_name,
    .find = find,
    .net = grid_task_net,
    .load = load,
    .lost = lost,
    .route = grid_task_route,
    .settle = settle,
    .judge = judge,
    .write = write_routes,
    .scene = scene,
    .film = film,
    .record = grid_task_record,
    .why = grid_task_why,
    .explain = grid_task_explain,
    .crowd = grid_task_crowd,
    .focus = grid_task_focus,
};
