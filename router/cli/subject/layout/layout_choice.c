/* layout_choice: finds the layers of --layers and --net-layers, and reads the guides of a run. */
#include "router/cli/output/deliver.h"
#include "router/cli/subject/layout/layout_subject.h"

enum { PATTERN_MOST = 1024 }; /* bytes of a pattern of nets, with its NUL */

static enum status read_range(const struct task *task, const char *option, const char *text,
                              unsigned *first, unsigned *last, struct error *error)
{
    const struct tech *tech = &layout_of(task)->run.placed.tech;
    assert(tech->level_count > 0); /* readers refuse layouts without a routing layer */
    if (!tech_find_range(tech, text, first, last))
        return error_refuse(
            error,
            "--%s: expected two of the %u routing layers %.60s to %.60s as A-B, found \"%.60s\"",
            option, tech->level_count, names_text(&tech->layer_names, tech->levels[0]),
            names_text(&tech->layer_names, tech->levels[tech->level_count - 1]), text);
    if (*first > *last || *last == 0)
        return error_refuse(
            error,
            "--%s: expected the lower layer first, and a second above the lowest, found \"%.60s\"",
            option, text);
    return STATUS_OK;
}

/* Limits the nets of one PATTERN=A-B. net: [nets], all false, and so on return. */
static enum status limit_nets(struct task *task, const char *text, bool *net, struct error *error)
{
    const char *option = option_table[OPT_NET_LAYERS].name, *equal = strrchr(text, '=');
    struct placed *placed = &layout_of(task)->run.placed.placed;
    char pattern[PATTERN_MOST];
    unsigned first = 0, last = 0;
    if (equal == NULL || equal == text || (size_t)(equal - text) >= sizeof pattern)
        return error_refuse(
            error, "--%s: expected PATTERN=A-B with a pattern of 1 to %d bytes, found \"%.60s\"",
            option, PATTERN_MOST - 1, text);
    snprintf(pattern, sizeof pattern, "%.*s", (int)(equal - text), text);
    TRY(read_range(task, option, equal + 1, &first, &last, error));
    TRY(subject_find_all(task, "--net-layers", pattern, true, net, error));
    for (uint32_t n = 0; n < placed->net_names.count; n++)
        if (net[n]) {
            placed->nets[n].first_level = (uint16_t)first;
            placed->nets[n].end_level = (uint16_t)(last + 1);
            net[n] = false;
        }
    return STATUS_OK;
}

static enum status read_guides(struct task *task, struct error *error)
{
    const char *path = options_text(task->options, OPT_GUIDES, NULL);
    assert(layout_of(task)->guides.nets == NULL);
    return deliver_is_none(path)
               ? STATUS_OK
               : guides_read(&layout_of(task)->guides, &layout_of(task)->run.placed, path, error);
}

enum status layout_choose_nets(struct task *task, struct error *error)
{
    const struct option_value *value = &task->options->value[OPT_NET_LAYERS];
    const uint32_t count = layout_of(task)->run.placed.placed.net_names.count;
    bool *net;
    TRY(read_guides(task, error));
    if (value->list_count == 0)
        return STATUS_OK;
    TRY(MEM_NEW(net, (size_t)count + 1, "choice of nets", error));
    enum status status = STATUS_OK;
    for (size_t i = 0; i < value->list_count && status == STATUS_OK; i++)
        status = limit_nets(task, value->list[i], net, error);
    free(net);
    return status;
}

/* Sets the layers of the run. Fails for a net that has no layer allowed by both options. */
static enum status choose_layers(const struct task *task, struct detail_options *how,
                                 struct error *error)
{
    const struct placed *placed = &layout_of(task)->run.placed.placed;
    const char *text = options_text(task->options, OPT_LAYERS, NULL);
    if (text == NULL)
        return STATUS_OK;
    TRY(read_range(task, option_table[OPT_LAYERS].name, text, &how->first_layer, &how->last_layer,
                   error));
    for (uint32_t n = 0; n < placed->net_names.count; n++)
        if (placed->nets[n].end_level > 0 && (placed->nets[n].first_level > how->last_layer ||
                                              placed->nets[n].end_level <= how->first_layer))
            return error_refuse(error,
                                "--net-layers: net %.60s has none of the layers of --layers %.60s",
                                names_text(&placed->net_names, n), text);
    return STATUS_OK;
}

enum status layout_choose(struct task *task, struct error *error)
{
    struct layout_task *it = layout_of(task);
    assert(it->run.how.guides == NULL);
    it->run.how.antenna_percent = layout_antenna_percent(task);
    if (it->guides.nets != NULL && options_word(task->options, OPT_GLOBAL) == LAYOUT_GLOBAL_ON)
        return error_refuse(error, "--global on: --guides gives the guides");
    if (it->guides.nets != NULL)
        it->run.how.guides = &it->guides;
    return choose_layers(task, &it->run.how, error);
}
