/* run_outputs: see the header for the contract. */
#include "router/cli/run/run_outputs.h"

#include <string.h>

#include "grid/text/output.h"
#include "router/cli/run/deliver.h"
#include "router/cli/run/progress.h"
#include "router/draw/design/picture.h"

/* ---- before the run ------------------------------------------------------------------------- */

enum status run_outputs_check(const struct run *run, struct error *error)
{
    const char *const inputs[] = {run->netlist, run->design.grid_path};
    const char *const path[] = {run->picture, run->routes_file, run->json};
    static const char *const what[] = {"--picture", "--routes", "--json"};
    for (int i = 0; i < 3; i++) {
        enum status status = deliver_check(path[i], what[i], run->make_folder, inputs, 2, error);
        if (status != STATUS_OK)
            return status;
        for (int j = 0; j < i; j++)
            if (!deliver_is_none(path[i]) && !deliver_is_none(path[j]) &&
                strcmp(path[i], path[j]) == 0 && strncmp(path[i], "/dev/", 5) != 0)
                return error_set(error, STATUS_BAD_INPUT, "%s and %s: both write %s", what[j],
                                 what[i], path[i]);
    }
    return STATUS_OK;
}

/* ---- after it ------------------------------------------------------------------------------- */

void run_picture_options(const struct options *options, struct picture_options *picture)
{
    const struct option_value *highlight = &options->value[OPT_HIGHLIGHT];
    *picture = (struct picture_options){
        .scale = (uint32_t)options_number(options, OPT_SCALE, 0),
        .has_crop = options->value[OPT_CROP].given,
        .crop = options->value[OPT_CROP].box,
        .highlight = (const char *const *)highlight->list,
        .highlight_count = highlight->list_count,
    };
}

static enum status write_json(const struct cli *cli, const struct run *run, const char *path,
                              struct error *error)
{
    struct output output = {0};
    if (strcmp(path, "-") == 0) {
        report_json(cli->out, &run->report, 0);
        fputc('\n', cli->out);
        return STATUS_OK;
    }
    enum status status = output_open(&output, path, error);
    if (status != STATUS_OK)
        return status;
    report_json(output.stream, &run->report, 0);
    fputc('\n', output.stream);
    status = output_commit(&output, error);
    output_abandon(&output);
    return status;
}

static enum status draw(struct run *run, struct delivery *delivery, struct error *error)
{
    const char *path;
    struct picture_options picture;
    if (deliver_is_none(run->picture))
        return STATUS_OK;
    run_picture_options(run->options, &picture);
    enum status status = deliver_stage(delivery, run->picture, &path, error);
    return status != STATUS_OK ? status
                               : picture_draw(&run->design, &run->routes, &picture, path, error);
}

enum status run_outputs_write(const struct cli *cli, struct run *run, struct timespec start,
                              struct error *error)
{
    struct delivery delivery = {.prefix = run->stage_prefix};
    struct timespec since;
    const char *path;
    clock_gettime(CLOCK_MONOTONIC, &since);
    enum status status =
        run->make_folder != NULL ? deliver_make_folder(run->make_folder, error) : STATUS_OK;
    if (status == STATUS_OK)
        status = draw(run, &delivery, error);
    run->report.seconds[PHASE_DRAW] = progress_seconds_since(since);
    clock_gettime(CLOCK_MONOTONIC, &since);
    if (status == STATUS_OK && !deliver_is_none(run->routes_file)) {
        status = deliver_stage(&delivery, run->routes_file, &path, error);
        if (status == STATUS_OK)
            status = routes_write(&run->routes, &run->design, path, error);
    }
    run->report.seconds[PHASE_WRITE] = progress_seconds_since(since);
    run->report.seconds[PHASE_TOTAL] = progress_seconds_since(start);
    if (status == STATUS_OK && !deliver_is_none(run->json)) {
        status = deliver_stage(&delivery, run->json, &path, error);
        if (status == STATUS_OK)
            status = write_json(cli, run, path, error);
    }
    if (status == STATUS_OK)
        status = deliver_commit(&delivery, error);
    deliver_abandon(&delivery, error);
    return status;
}
