/* cmd_route_chip: `leeway route DESIGN.def --lef FILE...`: a placed chip, routed by the rules of
 * its technology.
 *
 *     read -> name the rules that are not obeyed -> choose nets, layers -> route -> write -> report
 */
#include "router/cli/command/cmd_route_chip.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "grid/clock.h"
#include "grid/format/def_write.h"
#include "grid/format/lefdef.h"
#include "grid/text/output.h"
#include "router/cli/run/chip_report.h"
#include "router/cli/run/chip_judge.h"
#include "router/cli/run/deliver.h"
#include "router/cli/run/report.h"
#include "router/detail/detail.h"

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text);
    size_t m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

bool is_chip(const struct options *options)
{
    const char *path = options->operand[0];
    return options->value[OPT_LEF].given || ends_with(path, ".def") || ends_with(path, ".def.gz");
}

/* ---- before routing ------------------------------------------------------------------------ */

static enum status read_chip(struct chip_run *run, struct error *error)
{
    const struct option_value *lef = &run->options->value[OPT_LEF];
    if (!lef->given)
        return error_set(error, STATUS_BAD_INPUT,
                         "%.300s: a DEF needs the LEF files of its technology and cells: "
                         "--lef FILE...",
                         run->path);
    TRY(lefdef_read(&run->chip, run->path, NULL, (const char *const *)lef->list, lef->list_count,
                    error));
    run->seconds[PHASE_READ] = (clock_seconds() - run->start);
    return STATUS_OK;
}

/* Each layer and keyword once; an error with --strict-rules. */
static enum status name_unknown_rules(const struct chip_run *run, struct error *error)
{
    const struct tech *tech = &run->chip.tech;
    for (uint32_t i = 0; i < tech->unknown_count; i++) {
        const char *layer = names_text(&tech->layer_names, tech->unknown[i].layer);
        const char *word = names_text(&tech->words, tech->unknown[i].keyword);
        if (options_flag(run->options, OPT_STRICT_RULES))
            return error_set(error, STATUS_BAD_INPUT,
                             "layer %.60s: its rule %.60s is not obeyed (--strict-rules)", layer,
                             word);
        fprintf(run->cli->notes, "rule not obeyed: layer %s: %s\n", layer, word);
    }
    return STATUS_OK;
}

static enum status mark_nets(struct chip_run *run, enum option id, bool skip, struct error *error)
{
    const struct option_value *value = &run->options->value[id];
    for (size_t i = 0; i < value->list_count; i++) {
        uint32_t net =
            names_find(&run->chip.placed.net_names, value->list[i], strlen(value->list[i]));
        if (net == NAME_NONE)
            return error_set(error, STATUS_BAD_INPUT, "--%s: no net \"%.60s\" in %.300s",
                             option_name(id), value->list[i], run->path);
        run->skip[net] = skip;
    }
    return STATUS_OK;
}

static enum status choose_nets(struct chip_run *run, struct error *error)
{
    bool only = run->options->value[OPT_ONLY_NET].given;
    uint32_t count = run->chip.placed.net_names.count;
    if (!only && !run->options->value[OPT_SKIP_NET].given)
        return STATUS_OK;
    run->skip = mem_alloc(count, sizeof *run->skip, "choice of nets", error);
    if (run->skip == NULL)
        return STATUS_FAILED;
    memset(run->skip, only, count * sizeof *run->skip);
    TRY(mark_nets(run, OPT_ONLY_NET, false, error));
    return mark_nets(run, OPT_SKIP_NET, true, error);
}

/* The level of a routing layer's name. */
static enum status find_level(const struct chip_run *run, const char *name, size_t length,
                              unsigned *level, struct error *error)
{
    const struct tech *tech = &run->chip.tech;
    uint16_t layer = tech_find_layer(tech, name, length);
    if (layer == LAYER_NONE || tech->layers[layer].kind != LAYER_ROUTING)
        return error_set(error, STATUS_BAD_INPUT,
                         "--layers: expected two routing layers as A-B, found \"%.60s\"",
                         run->options->value[OPT_LAYERS].text);
    *level = tech->layers[layer].level;
    return STATUS_OK;
}

/* A-B: a name may hold a dash itself, so every dash is tried. */
static enum status choose_layers(const struct chip_run *run, struct detail_options *how,
                                 struct error *error)
{
    const char *text = options_text(run->options, OPT_LAYERS, NULL);
    if (text == NULL)
        return STATUS_OK;
    const char *dash = strchr(text, '-');
    while (dash != NULL &&
           tech_find_layer(&run->chip.tech, text, (size_t)(dash - text)) == LAYER_NONE)
        dash = strchr(dash + 1, '-');
    size_t length = dash != NULL ? (size_t)(dash - text) : strlen(text);
    const char *second = dash != NULL ? dash + 1 : text;
    TRY(find_level(run, text, length, &how->first_layer, error));
    TRY(find_level(run, second, strlen(second), &how->last_layer, error));
    if (how->first_layer > how->last_layer || how->last_layer == 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "--layers: expected the lower layer first, and a second above the lowest, "
                         "found \"%.60s\"",
                         text);
    return STATUS_OK;
}

static enum status check_output(const struct chip_run *run, struct error *error)
{
    const struct option_value *lef = &run->options->value[OPT_LEF];
    const char *folder = run->options->value[OPT_ROUTES].given ? NULL : "out";
    TRY(deliver_check(run->routes, "--routes", folder, (const char *const *)lef->list,
                      lef->list_count, error));
    TRY(deliver_check(run->routes, "--routes", folder, &run->path, 1, error));
    return deliver_check(run->json, "--json", NULL, (const char *const *)lef->list, lef->list_count,
                         error);
}

/* ---- routing -------------------------------------------------------------------------------- */

static bool is_over(void *context)
{
    struct chip_run *run = context;
    if (*run->cli->stop)
        return true;
    if (run->limit > 0 && (clock_seconds() - run->start) > run->limit)
        run->timed_out = true;
    return run->timed_out;
}

static enum status route_chip(struct chip_run *run, struct error *error)
{
    const char *effort = options_text(run->options, OPT_EFFORT, "normal");
    struct detail_options how = {
        .threads = (unsigned)options_number(run->options, OPT_THREADS, cores_available()),
        .effort = strcmp(effort, "fast") == 0   ? DETAIL_FAST
                  : strcmp(effort, "best") == 0 ? DETAIL_BEST
                                                : DETAIL_NORMAL,
        .skip = run->skip,
        .stop = is_over,
        .context = run,
    };
    TRY(choose_layers(run, &how, error));
    double since = clock_seconds();
    run->limit = (double)options_number(run->options, OPT_TIME_LIMIT, 0);
    *run->cli->stoppable = 1;
    TRY(detail_route(&run->result, &run->chip, &how, error));
    run->seconds[PHASE_ROUTE] = clock_seconds() - since;
    run->status = *run->cli->stop                         ? STATUS_INTERRUPTED
                  : run->result.done < run->result.wanted ? STATUS_UNROUTED
                                                          : STATUS_OK;
    return STATUS_OK;
}

static enum status judge(struct chip_run *run, struct error *error)
{
    uint32_t open = 0;
    double since = clock_seconds();
    TRY(chip_judge(&run->chip, &run->result, run->skip, &open, error));
    run->seconds[PHASE_CHECK] = clock_seconds() - since;
    if (run->skip == NULL && run->status == STATUS_OK && open > 0)
        return error_set(error, STATUS_FAILED,
                         "the result is wrong, nothing is written (please report this): "
                         "%" PRIu32 " nets are not whole",
                         open);
    return STATUS_OK;
}

/* ---- after it ------------------------------------------------------------------------------- */

static enum status write_outputs(struct chip_run *run, struct error *error)
{
    struct delivery delivery = {0};
    struct output output = {0};
    const char *to;
    double since = clock_seconds();
    struct def_wiring wiring = {run->result.wires, run->result.first, run->skip};
    enum status status = STATUS_OK;
    if (!deliver_is_none(run->routes)) {
        if (!run->options->value[OPT_ROUTES].given)
            status = deliver_make_folder("out", error);
        if (status == STATUS_OK)
            status = deliver_stage(&delivery, run->routes, &to, error);
        if (status == STATUS_OK)
            status = output_open(&output, to, error);
        if (status == STATUS_OK)
            status = def_write(output.stream, &run->chip, &wiring, error);
        if (status == STATUS_OK)
            status = output_commit(&output, error);
        output_abandon(&output);
    }
    run->seconds[PHASE_WRITE] = clock_seconds() - since;
    run->seconds[PHASE_TOTAL] = (clock_seconds() - run->start);
    if (status == STATUS_OK && !deliver_is_none(run->json)) {
        status = deliver_stage(&delivery, run->json, &to, error);
        if (status == STATUS_OK)
            status = output_open(&output, to, error);
        if (status == STATUS_OK) {
            chip_report_json(output.stream, run);
            status = output_commit(&output, error);
        }
        output_abandon(&output);
    }
    if (status == STATUS_OK)
        status = deliver_commit(&delivery, error);
    deliver_abandon(&delivery, error);
    return status;
}

/* "out/STEM.def": where the result goes if no name is given. */
static char *default_routes(const char *path)
{
    char *stem = deliver_stem(path);
    size_t size = stem ? strlen(stem) + sizeof "out/.def" : 0;
    char *name = stem ? malloc(size) : NULL;
    if (name)
        snprintf(name, size, "out/%s.def", stem);
    free(stem);
    return name;
}

enum status cmd_route_chip(const struct cli *cli, const struct options *options,
                           struct error *error)
{
    struct chip_run run = {
        .cli = cli, .options = options, .path = options->operand[0], .start = clock_seconds()};
    char *routes = default_routes(run.path);
    run.routes = options_text(options, OPT_ROUTES, routes);
    run.json = options_text(options, OPT_JSON, NULL);
    enum status status = routes ? STATUS_OK : error_set(error, STATUS_FAILED, "out of memory");
    if (status == STATUS_OK)
        status = read_chip(&run, error);
    if (status == STATUS_OK)
        status = name_unknown_rules(&run, error);
    if (status == STATUS_OK)
        status = choose_nets(&run, error);
    if (status == STATUS_OK)
        status = check_output(&run, error);
    if (status == STATUS_OK)
        status = route_chip(&run, error);
    if (status == STATUS_OK)
        status = judge(&run, error);
    if (status == STATUS_OK)
        status = write_outputs(&run, error);
    if (status == STATUS_OK) {
        chip_report_tell(&run);
        status = run.status;
    }
    detail_destroy(&run.result);
    chip_destroy(&run.chip);
    free(run.skip);
    free(routes);
    return status;
}
