/* task: see the header for the contract. */
#include "router/cli/run/task.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "grid/text/nearest.h"

/* The netlist's name that is nearest to a wrong one, or NULL. */
static const char *nearest_net(const struct netlist *nets, const char *name)
{
    const char **known = mem_alloc(nets->net_count, sizeof *known, "names of nets", NULL);
    for (uint32_t net = 0; known != NULL && net < nets->net_count; net++)
        known[net] = netlist_name(nets, net);
    const char *near =
        known != NULL ? nearest_word(name, strlen(name), known, nets->net_count) : NULL;
    free(known);
    return near;
}

static enum status find_net(const struct task *task, const char *option, const char *name,
                            uint32_t *net, struct error *error)
{
    const struct netlist *nets = &task->design.nets;
    *net = netlist_find(nets, name);
    if (*net != UINT32_MAX)
        return STATUS_OK;
    char suggestion[SUGGESTION_MAX];
    const char *near = nearest_net(nets, name);
    return error_set(error, STATUS_BAD_INPUT, "--%s: no net \"%.60s\" in %s%s", option, name,
                     task->netlist, options_suggest(near, "", "", suggestion, sizeof suggestion));
}

static enum status mark_nets(struct task *task, enum option id, bool skip, struct error *error)
{
    const struct option_value *value = &task->options->value[id];
    for (size_t i = 0; i < value->list_count; i++) {
        uint32_t net;
        TRY(find_net(task, option_name(id), value->list[i], &net, error));
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
    task->skip =
        mem_alloc(task->design.nets.net_count, sizeof *task->skip, "choice of nets", error);
    if (task->skip == NULL)
        return STATUS_FAILED;
    memset(task->skip, only, task->design.nets.net_count * sizeof *task->skip);
    enum status status = mark_nets(task, OPT_ONLY_NET, false, error);
    if (status == STATUS_OK)
        status = mark_nets(task, OPT_SKIP_NET, true, error);
    if (status == STATUS_OK && memchr(task->skip, 0, task->design.nets.net_count) == NULL)
        status = error_set(error, STATUS_BAD_INPUT, "--%s: no net of %s is left to route",
                           option_name(OPT_SKIP_NET), task->netlist);
    return status;
}

enum status task_check_crop(const struct task *task, struct error *error)
{
    const struct option_value *crop = &task->options->value[OPT_CROP];
    const struct grid *grid = &task->design.grid;
    uint32_t net;
    if (crop->given && (crop->box.x1 >= grid->width || crop->box.y1 >= grid->height))
        return error_set(error, STATUS_BAD_INPUT,
                         "--crop: expected a box inside the grid of %u x %u cells, found \"%.60s\"",
                         grid->width, grid->height, crop->text);
    const struct option_value *highlight = &task->options->value[OPT_HIGHLIGHT];
    for (size_t i = 0; i < highlight->list_count; i++) {
        TRY(find_net(task, "highlight", highlight->list[i], &net, error));
    }
    return STATUS_OK;
}

void task_destroy(struct task *task)
{
    free(task->skip);
    film_close(&task->film);
    routes_destroy(&task->routes);
    design_destroy(&task->design);
    memset(task, 0, sizeof *task);
}
