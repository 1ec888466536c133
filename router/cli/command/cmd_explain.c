/* cmd_explain: `leeway explain NETLIST [ROUTES] NET`: why a net is unrouted or long. */
#include "grid/text/harmless.h"
#include "router/cli/output/deliver.h"
#include "router/cli/run/task_run.h"
#include "router/maze/net/explain.h"

enum { CROWD_NAMES = EXPLAINED_NAMES / 2 }; /* nets named that crowd the box of a long net */

/* "12 steps", "0.60 um". */
static void put_length(FILE *out, const struct task *task, int64_t length)
{
    const double unit = task->units > 0 ? task->units : 1;
    fprintf(out, "%.*f %s", task->subject->digits, (double)length / unit, task->subject->unit);
}

static void print_head(FILE *out, const struct task *task, const struct net_record *facts)
{
    const int digits = task->subject->digits;
    const double unit = task->units > 0 ? task->units : 1;
    const int64_t *box = facts->pin_box;
    fputs("net ", out);
    harmless_print(out, facts->net);
    fprintf(out, ": %" PRIu64 " pin%s in %.*f,%.*f .. %.*f,%.*f%s, at least ", facts->pins,
            facts->pins == 1 ? "" : "s", digits, (double)box[0] / unit, digits,
            (double)box[1] / unit, digits, (double)box[2] / unit, digits, (double)box[3] / unit,
            task->units > 0 ? " um" : "");
    put_length(out, task, facts->least);
    fputc('\n', out);
}

/* Names the nets that take most of the box around the net's pins. */
static enum status find_crowd(struct task *task, struct explanation *it, struct error *error)
{
    const uint32_t nets = task->subject->net_count(task);
    assert(it->net < nets && it->named_count == 0);
    uint64_t *amount;
    TRY(MEM_NEW(amount, nets, "names of nets", error));
    const enum status status = task->subject->crowd(task, it->net, amount, error);
    if (status == STATUS_OK)
        it->named_count = explain_largest(amount, nets, it->named, CROWD_NAMES);
    free(amount);
    return status;
}

static enum status explain_length(FILE *out, struct task *task, struct explanation *it,
                                  struct error *error)
{
    const struct net_record *facts = &it->facts;
    fputs("  routed: length ", out);
    put_length(out, task, facts->length);
    fprintf(out, ", vias %" PRIu64, facts->vias);
    if (task->units == 0)
        fprintf(out, ", bends %" PRIu64 ", cost %" PRIu64, facts->bends, facts->cost);
    if (facts->length <= facts->least) {
        fputs("\n  no tree is shorter\n", out);
        return STATUS_OK;
    }
    fputs("\n  ", out);
    put_length(out, task, facts->length - facts->least);
    fputs(" longer than the lower bound", out);
    fputs(facts->pins > 3 ? ", which a tree of more than three pins may not reach\n" : "\n", out);
    TRY(find_crowd(task, it, error));
    explanation_print(task, it, "  most of the box around its pins is taken by: ",
                      "  no other net has wires in the box around its pins: obstacles, costs or "
                      "directions of layers cause the detour",
                      out);
    return STATUS_OK;
}

/* Draws the part around the net's pins, with the net and the nets in its way highlighted. */
static enum status draw(struct task *task, const struct explanation *it, const char *path,
                        struct error *error)
{
    assert(it->named_count <= EXPLAINED_NAMES);
    const struct subject *subject = task->subject;
    const char *names[EXPLAINED_NAMES + 1] = {subject->net_name(task, it->net)};
    char caption[ERROR_TEXT_MAX] = "";
    struct picture_options picture;
    task_picture_options(task->options, &picture);
    text_append(caption, sizeof caption, "%s",
                !it->done              ? "most of its box is taken by: "
                : it->named_count == 0 ? "no other net is in its way"
                                       : "in its way: ");
    for (size_t i = 0; i < it->named_count; i++) {
        names[i + 1] = subject->net_name(task, it->named[i]);
        text_append(caption, sizeof caption, "%s%.40s", i > 0 ? ", " : "", names[i + 1]);
    }
    picture.caption = it->named_count > 0 || (it->done && it->given) ? caption : NULL;
    picture.subject = names[0];
    picture.highlight = names;
    picture.highlight_count = it->named_count + 1;
    subject->focus(task, it, &picture);
    return task_draw(task, &picture, path, error);
}

static enum status explain(struct task *task, struct explanation *it, const char *path,
                           struct error *error)
{
    assert(it->named_count == 0 && task->options->operand_count >= 2);
    const struct cli *cli = task->cli;
    const char *name = task->options->operand[task->options->operand_count - 1];
    FILE *out = path != NULL && strcmp(path, "-") == 0 ? cli->notes : cli->talk;
    if (task->subject->place != NULL && strncmp(name, "edge:", 5) == 0) {
        progress_pause(cli->progress);
        it->place = true;
        return task->subject->place(task, name + 5, out, error);
    }
    TRY(subject_find(task, "explain", name, &it->net, error));
    TRY(task->subject->net(task, it->net, &it->facts, error));
    progress_pause(cli->progress);
    print_head(out, task, &it->facts);
    TRY(task->subject->explain(task, it, out, error));
    return it->done ? STATUS_OK : explain_length(out, task, it, error);
}

enum status cmd_explain(const struct cli *cli, const struct options *options, struct error *error)
{
    const char *result = options->operand_count > 2 ? options->operand[1] : NULL;
    const char *path = options_text(options, OPT_PICTURE, NULL);
    struct task task = {.cli = cli, .options = options};
    struct explanation it = {.given = result != NULL};
    enum status status = task_read(&task, result, error);
    THEN(status, task_output_check(&task, path, "--picture", &result, 1, error));
    progress_stage(cli->progress, "looking at the net");
    THEN(status, explain(&task, &it, path, error));
    if (status == STATUS_OK && !deliver_is_none(path) && it.place)
        status = error_refuse(error, "explain: pictures show a net, not an edge");
    if (status == STATUS_OK && !deliver_is_none(path))
        status = draw(&task, &it, path, error);
    task_destroy(&task);
    return status;
}
