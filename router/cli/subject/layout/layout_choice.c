/* layout_choice: finds the layers of --layers, and reads the guides of a run. */
#include <string.h>

#include "router/cli/output/deliver.h"
#include "router/cli/subject/layout/layout_subject.h"

/* Finds the level of a routing layer by its name. */
static enum status find_level(const struct task *task, const char *name, size_t length,
                              unsigned *level, struct error *error)
{
    const struct tech *tech = &layout_of(task)->run.placed.tech;
    assert(tech->level_count > 0); /* readers refuse layouts without a routing layer */
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

/* Reads A-B. A name may contain a dash, so every dash is tried. */
static enum status choose_layers(const struct task *task, struct detail_options *how,
                                 struct error *error)
{
    const struct tech *tech = &layout_of(task)->run.placed.tech;
    const char *text = options_text(task->options, OPT_LAYERS, NULL);
    if (text == NULL)
        return STATUS_OK;
    const char *dash = strchr(text, '-');
    while (dash != NULL && tech_find_layer(tech, text, (size_t)(dash - text)) == LAYER_NONE)
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

enum status layout_choose(struct task *task, struct error *error)
{
    struct layout_task *it = layout_of(task);
    const char *guides = options_text(task->options, OPT_GUIDES, NULL);
    assert(it->run.how.guides == NULL);
    it->run.how.antenna_percent = layout_antenna_percent(task);
    if (!deliver_is_none(guides)) {
        TRY(guides_read(&it->guides, &it->run.placed, guides, error));
        it->run.how.guides = &it->guides;
    }
    return choose_layers(task, &it->run.how, error);
}
