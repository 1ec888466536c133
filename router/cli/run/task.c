/* task: see the header for the contract. */
#include "router/cli/run/task.h"

#include <stdlib.h>
#include <string.h>

#include "grid/format/name_table.h"
#include "grid/text/nearest.h"

enum status task_unknown_net(const char *where, const char *name, const char *file,
                             const char *const *known, size_t count, struct error *error)
{
    char suggestion[SUGGESTION_MAX];
    const char *near = nearest_word(name, strlen(name), known, count);
    return error_set(error, STATUS_BAD_INPUT, "%s: no net \"%.60s\" in %.300s%s", where, name, file,
                     options_suggest(near, "", "", suggestion, sizeof suggestion));
}

/* Enters the names of all nets. */
static enum status enter_names(const struct netlist *nets, struct name_table *names,
                               struct error *error)
{
    uint32_t earlier;
    for (uint32_t net = 0; net < nets->net_count; net++)
        TRY(name_table_add(names, nets, net, &earlier, error));
    return STATUS_OK;
}

static enum status find_net(const struct netlist *nets, const struct name_table *names,
                            const char *file, const char *option, const char *name, uint32_t *net,
                            struct error *error)
{
    *net = name_table_find(names, nets, name, strlen(name));
    if (*net != UINT32_MAX)
        return STATUS_OK;
    const char **known = mem_alloc(nets->net_count, sizeof *known, "names of nets", NULL);
    for (uint32_t i = 0; known != NULL && i < nets->net_count; i++)
        known[i] = netlist_name(nets, i);
    char where[64];
    snprintf(where, sizeof where, "--%s", option);
    enum status status =
        task_unknown_net(where, name, file, known, known != NULL ? nets->net_count : 0, error);
    free(known);
    return status;
}

static enum status mark_nets(struct task *task, const struct name_table *names, enum option id,
                             bool skip, struct error *error)
{
    const struct option_value *value = &task->options->value[id];
    for (size_t i = 0; i < value->list_count; i++) {
        uint32_t net;
        TRY(find_net(&task->design.nets, names, task->netlist, option_name(id), value->list[i],
                     &net, error));
        task->skip[net] = skip;
    }
    return STATUS_OK;
}

enum status task_choose_nets(struct task *task, struct error *error)
{
    assert(task->skip == NULL && task->options != NULL);
    bool only = task->options->value[OPT_ONLY_NET].given;
    if (!only && !task->options->value[OPT_SKIP_NET].given)
        return STATUS_OK;
    TRY(MEM_NEW(task->skip, task->design.nets.net_count, "choice of nets", error));
    memset(task->skip, only, task->design.nets.net_count * sizeof *task->skip);
    struct name_table names = {0};
    enum status status = enter_names(&task->design.nets, &names, error);
    THEN(status, mark_nets(task, &names, OPT_ONLY_NET, false, error));
    THEN(status, mark_nets(task, &names, OPT_SKIP_NET, true, error));
    name_table_destroy(&names);
    if (status == STATUS_OK && memchr(task->skip, 0, task->design.nets.net_count) == NULL)
        status = error_set(error, STATUS_BAD_INPUT, "--%s: no net of %s is left to route",
                           option_name(OPT_SKIP_NET), task->netlist);
    return status;
}

enum status task_check_highlight(const struct options *options, const struct netlist *nets,
                                 const char *file, struct error *error)
{
    const struct option_value *highlight = &options->value[OPT_HIGHLIGHT];
    struct name_table names = {0};
    uint32_t net;
    enum status status = highlight->given ? enter_names(nets, &names, error) : STATUS_OK;
    for (size_t i = 0; i < highlight->list_count && status == STATUS_OK; i++)
        status = find_net(nets, &names, file, option_name(OPT_HIGHLIGHT), highlight->list[i], &net,
                          error);
    name_table_destroy(&names);
    return status;
}

enum status task_check_crop(const struct task *task, struct error *error)
{
    const struct option_value *crop = &task->options->value[OPT_CROP];
    const struct grid *grid = &task->design.grid;
    if (crop->given && (crop->box.x1 >= grid->width || crop->box.y1 >= grid->height))
        return error_set(error, STATUS_BAD_INPUT,
                         "--crop: expected a box inside the grid of %u x %u cells, found \"%.60s\"",
                         grid->width, grid->height, crop->text);
    return task_check_highlight(task->options, &task->design.nets, task->netlist, error);
}

unsigned task_threads(const struct task *task)
{
    const unsigned cores = task->threads > 0 ? task->threads : cores_available();
    return (unsigned)options_number(task->options, OPT_THREADS, cores);
}

void task_destroy(struct task *task)
{
    MEM_FREE(task->skip, task->searches);
    film_close(&task->film);
    routes_destroy(&task->routes);
    design_destroy(&task->design);
    memset(task, 0, sizeof *task);
}
