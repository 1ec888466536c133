/* cmd_bfs: `leeway bfs FILE --source CELL|VERTEX [--kernel NAME|all]`: one breadth-first search, or
 * all kernels side by side.
 *
 * The sequential search always runs: every other kernel is compared with it before it is timed. The
 * outputs are made from its labels, so they do not depend on the kernel. */
#include "grid/text/harmless.h"
#include "router/cli/subject/grid/bfs_input.h"
#include "router/cli/command/bfs_table.h"
#include "router/cli/cli.h"
#include "router/cli/output/deliver.h"
#include "router/draw/paint/paint_file.h"
#include "router/draw/search/bfs_picture.h"

enum { REPEATS_DEFAULT = 9, KERNELS_MAX = 64 };

/* The kernels of the lab that a run uses besides `sequential`. */
struct choice {
    bool all; /* print a table */
    size_t first, end;
    const char *why; /* the lab cannot be used; NULL: it can */
};

static enum status choose_kernel(const struct bfs_lab *lab, const char *name, struct choice *choice,
                                 struct error *error)
{
    assert(lab == NULL || lab->kernel_count + 2 <= KERNELS_MAX);
    const char *names[KERNELS_MAX] = {"all", "sequential"};
    size_t count = 2, i = 0;
    for (size_t k = 0; lab != NULL && k < lab->kernel_count && count < KERNELS_MAX; k++)
        names[count++] = lab->kernels[k];
    while (i < count && strcmp(name, names[i]) != 0)
        i++;
    if (i == count)
        return options_unknown((struct option_place){0}, "--kernel", names, count, name, error);
    *choice =
        (struct choice){.all = i == 0, .why = lab != NULL ? lab->unusable() : "none is built in"};
    if (i >= 2 && choice->why != NULL)
        return error_fail(error, "--kernel %s needs a GPU: %s; `sequential` runs on the CPU", name,
                          choice->why);
    choice->first = i >= 2 ? i - 2 : 0;
    choice->end = i >= 2 ? i - 1 : choice->all && choice->why == NULL ? count - 2 : 0;
    return STATUS_OK;
}

/* Names the kernels of a table that could not be run. */
static void note_missing(const struct cli *cli, const struct choice *choice)
{
    if (choice->why == NULL)
        return;
    for (size_t k = 0; cli->lab != NULL && k < cli->lab->kernel_count; k++)
        fprintf(cli->notes, "%s%s%s", k == 0 ? "not run, as they need a GPU: " : "",
                cli->lab->kernels[k], k + 1 < cli->lab->kernel_count ? ", " : "");
    fprintf(cli->notes, " (%s)\n", choice->why);
}

/* Runs the chosen kernels, prints the results and fills labels[vertices]. */
static enum status search(const struct cli *cli, const struct options *options, FILE *out,
                          const struct bfs_input *input, const struct bfs_problem *problem,
                          const struct choice *choice, uint32_t *labels, struct error *error)
{
    unsigned repeats = (unsigned)options_number(options, OPT_REPEATS, REPEATS_DEFAULT);
    struct bfs_row row = {.graph = input->name};
    char text[BFS_VERTEX_TEXT_MAX];
    progress_stage(cli->progress, "searching %s", input->name);
    if (choice->all)
        progress_pause(cli->progress);
    enum status status = bfs_run(choice->all ? out : NULL, problem, cli->lab, choice->first,
                                 choice->end, repeats, labels, &row, error);
    progress_pause(cli->progress);
    if (choice->all)
        note_missing(cli, choice);
    if (status != STATUS_OK || choice->all)
        return status;
    const struct bfs_summary *summary = &row.summary;
    harmless_line(out,
                  "%s from %s: %" PRIu64 " of %" PRIu64 " %s reached, %" PRIu64
                  " edge%s, %u level%s, %.3f ms (%s%s%s)",
                  input->name, bfs_input_vertex(input, problem->source, text), summary->reached,
                  summary->free, problem->graph != NULL ? "vertices" : "free cells", summary->edges,
                  summary->edges == 1 ? "" : "s", summary->levels, summary->levels == 1 ? "" : "s",
                  row.seconds * 1e3, row.kernel, row.device[0] != '\0' ? ", " : "", row.device);
    return STATUS_OK;
}

static enum status write_outputs(const struct options *options, const struct bfs_input *input,
                                 const struct bfs_problem *problem, const uint32_t *labels,
                                 uint32_t target, struct error *error)
{
    const char *picture_path = options_text(options, OPT_PICTURE, NULL);
    const char *labels_path = options_text(options, OPT_LABELS, NULL), *path = NULL;
    assert(labels != NULL);
    char vertex[BFS_VERTEX_TEXT_MAX], source[BFS_VERTEX_TEXT_MAX + 8];
    struct delivery delivery = {0};
    enum status status = STATUS_OK;
    if (!deliver_is_none(labels_path)) {
        status = deliver_stage(&delivery, labels_path, &path, error);
        THEN(status, bfs_input_write_labels(input, problem, labels, path, error));
    }
    if (status == STATUS_OK && !deliver_is_none(picture_path)) {
        snprintf(source, sizeof source, "%s%s", input->is_graph ? "vertex " : "",
                 bfs_input_vertex(input, problem->source, vertex));
        struct bfs_picture picture = {.problem = problem,
                                      .labels = labels,
                                      .summary = bfs_summarise(problem, labels),
                                      .title = input->name,
                                      .source = source,
                                      .target = target,
                                      .scale = (uint32_t)options_number(options, OPT_SCALE, 0),
                                      .width = (uint32_t)options_number(options, OPT_WIDTH, 0)};
        status = deliver_stage(&delivery, picture_path, &path, error);
        THEN(status, bfs_picture_draw(&picture, path, error));
    }
    return deliver_end(&delivery, status, error);
}

static enum status find_target(const struct options *options, const struct bfs_input *input,
                               uint32_t *target, struct error *error)
{
    const char *text = options_text(options, OPT_TARGET, NULL);
    struct bfs_problem problem;
    *target = BFS_NO_TARGET;
    if (text == NULL)
        return STATUS_OK;
    if (input->is_graph)
        return error_refuse(error, "--target: a matrix has no cells; expected a netlist or a grid");
    enum status status = bfs_input_problem(input, "--target", text, true, &problem, error);
    if (status == STATUS_OK)
        *target = problem.source;
    return status;
}

/* Prints the target's distance. Returns STATUS_UNROUTED if there is no path to it. */
static enum status report_target(FILE *out, const struct bfs_input *input, const uint32_t *labels,
                                 uint32_t target)
{
    char text[BFS_VERTEX_TEXT_MAX];
    if (target == BFS_NO_TARGET)
        return STATUS_OK;
    const char *cell = bfs_input_vertex(input, target, text);
    if (labels[target] != BFS_UNREACHED) {
        harmless_line(out, "target %s: distance %u", cell, labels[target]);
        return STATUS_OK;
    }
    harmless_line(out, "target %s: no path to it: %s", cell,
                  grid_is_blocked(&input->design.grid, target)
                      ? "the cell is blocked"
                      : "blocked cells and walls lie between");
    return STATUS_UNROUTED;
}

static enum status check_outputs(const struct options *options, const struct bfs_input *input,
                                 struct error *error)
{
    const char *const inputs[] = {options->operand[0], input->design.grid_path};
    const char *picture = options_text(options, OPT_PICTURE, NULL);
    const char *labels = options_text(options, OPT_LABELS, NULL);
    enum paint_format format;
    if (!deliver_is_none(picture) && labels != NULL && strcmp(picture, labels) == 0)
        return error_refuse(error, "--picture and --labels are the same file: %s", picture);
    if (!deliver_is_none(picture))
        TRY(paint_format_of(picture, "--picture", &format, error));
    TRY(deliver_check(picture, "--picture", NULL, inputs, 2, error));
    return deliver_check(labels, "--labels", NULL, inputs, 2, error);
}

static bool is_stdout(const struct options *options, enum option option)
{
    return strcmp(options_text(options, option, ""), "-") == 0;
}

enum status cmd_bfs(const struct cli *cli, const struct options *options, struct error *error)
{
    struct bfs_input input = {0};
    struct bfs_problem problem;
    struct choice choice = {0};
    uint32_t *labels = NULL, target = BFS_NO_TARGET;
    const char *source = options_text(options, OPT_SOURCE, NULL);
    if (source == NULL)
        return error_refuse(error, "bfs: --source CELL or VERTEX is missing");
    enum status status =
        choose_kernel(cli->lab, options_text(options, OPT_KERNEL, "sequential"), &choice, error);
    progress_stage(cli->progress, "reading %s", options->operand[0]);
    THEN(status,
         bfs_input_read(&input, options->operand[0], options_flag(options, OPT_UNDIRECTED), error));
    THEN(status, bfs_input_problem(&input, "--source", source, false, &problem, error));
    THEN(status, find_target(options, &input, &target, error));
    THEN(status, check_outputs(options, &input, error));
    problem.block_queue = (uint32_t)options_number(options, OPT_BLOCK_QUEUE, 0);
    THEN(status, MEM_NEW(labels, bfs_vertex_count(&problem), "labels", error));
    FILE *out =
        is_stdout(options, OPT_LABELS) || is_stdout(options, OPT_PICTURE) ? cli->notes : cli->talk;
    THEN(status, search(cli, options, out, &input, &problem, &choice, labels, error));
    progress_stage(cli->progress, "writing the levels");
    THEN(status, write_outputs(options, &input, &problem, labels, target, error));
    progress_pause(cli->progress);
    THEN(status, report_target(out, &input, labels, target));
    free(labels);
    bfs_input_destroy(&input);
    return status;
}
