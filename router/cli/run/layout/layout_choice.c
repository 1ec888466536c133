/* layout_choice: which nets and layers a task routes; see layout_task.h. */
#include <stdlib.h>
#include <string.h>

#include "router/cli/run/layout/layout_task.h"
#include "router/cli/run/deliver.h"
#include "router/cli/run/task.h"

enum status layout_unknown_net(const struct layout *layout, const char *where, const char *name,
                               const char *file, struct error *error)
{
    const struct names *names = &layout->placed.net_names;
    const char **known = mem_alloc(names->count, sizeof *known, "names of nets", NULL);
    for (uint32_t i = 0; known != NULL && i < names->count; i++)
        known[i] = names_text(names, i);
    enum status status =
        task_unknown_net(where, name, file, known, known != NULL ? names->count : 0, error);
    free(known);
    return status;
}

static enum status mark_nets(struct layout_task *task, enum option id, bool skip,
                             struct error *error)
{
    const struct option_value *value = &task->options->value[id];
    for (size_t i = 0; i < value->list_count; i++) {
        uint32_t net =
            names_find(&task->layout.placed.net_names, value->list[i], strlen(value->list[i]));
        if (net == NAME_NONE)
            return layout_unknown_net(&task->layout,
                                      id == OPT_ONLY_NET ? "--only-net" : "--skip-net",
                                      value->list[i], task->def, error);
        task->skip[net] = skip;
    }
    return STATUS_OK;
}

static enum status choose_nets(struct layout_task *task, struct error *error)
{
    assert(task->skip == NULL);
    bool only = task->options->value[OPT_ONLY_NET].given;
    uint32_t count = task->layout.placed.net_names.count;
    if (!only && !task->options->value[OPT_SKIP_NET].given && task->kept_first == NULL)
        return STATUS_OK;
    TRY(MEM_NEW(task->skip, count, "choice of nets", error));
    memset(task->skip, only, count * sizeof *task->skip);
    TRY(mark_nets(task, OPT_ONLY_NET, false, error));
    TRY(mark_nets(task, OPT_SKIP_NET, true, error));
    for (uint32_t net = 0; net < count && task->kept_first != NULL; net++)
        if (task->kept_first[net] < task->kept_first[net + 1])
            task->skip[net] = true;
    return STATUS_OK;
}

/* The level of a routing layer's name. */
static enum status find_level(const struct layout_task *task, const char *name, size_t length,
                              unsigned *level, struct error *error)
{
    assert(task->layout.tech.level_count > 0); /* readers refuse layouts without a routing layer */
    const struct tech *tech = &task->layout.tech;
    uint16_t layer = tech_find_layer(tech, name, length);
    if (layer == LAYER_NONE || tech->layers[layer].kind != LAYER_ROUTING)
        return error_set(error, STATUS_BAD_INPUT,
                         "--layers: expected two of the %u routing layers %.60s to %.60s as A-B, "
                         "found \"%.60s\"",
                         tech->level_count, names_text(&tech->layer_names, tech->levels[0]),
                         names_text(&tech->layer_names, tech->levels[tech->level_count - 1]),
                         task->options->value[OPT_LAYERS].text);
    *level = tech->layers[layer].level;
    return STATUS_OK;
}

/* A-B: a name may hold a dash itself, so every dash is tried. */
static enum status choose_layers(const struct layout_task *task, struct detail_options *how,
                                 struct error *error)
{
    const char *text = options_text(task->options, OPT_LAYERS, NULL);
    if (text == NULL)
        return STATUS_OK;
    const char *dash = strchr(text, '-');
    while (dash != NULL &&
           tech_find_layer(&task->layout.tech, text, (size_t)(dash - text)) == LAYER_NONE)
        dash = strchr(dash + 1, '-');
    size_t length = dash != NULL ? (size_t)(dash - text) : strlen(text);
    const char *second = dash != NULL ? dash + 1 : text;
    TRY(find_level(task, text, length, &how->first_layer, error));
    TRY(find_level(task, second, strlen(second), &how->last_layer, error));
    if (how->first_layer > how->last_layer || how->last_layer == 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "--layers: expected the lower layer first, and a second above the lowest, "
                         "found \"%.60s\"",
                         text);
    return STATUS_OK;
}

enum status layout_task_choose(struct layout_task *task, struct detail_options *how,
                               struct error *error)
{
    TRY(layout_task_keep(task, error));
    TRY(choose_nets(task, error));
    const char *guides = options_text(task->options, OPT_GUIDES, NULL);
    if (!deliver_is_none(guides)) {
        TRY(guides_read(&task->guides, &task->layout, guides, error));
        how->guides = &task->guides;
    }
    return choose_layers(task, how, error);
}
