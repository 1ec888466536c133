/* cmd_explain_layout: `leeway explain DESIGN.def --lef FILE [ROUTED] NET [-o PICTURE]`: why a net
 * of a layout is open or long.
 *
 * What is in the way of an open net nobody knows for sure without routing it. Told is what lies
 * between its pins: the nets whose wires cross the straight lines that the picture shows.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "grid/layout/net_facts.h"
#include "grid/format/layout_file.h"
#include "grid/text/harmless.h"
#include "router/cli/command/cmd_layout.h"
#include "router/cli/run/layout/layout_judge.h"
#include "router/cli/run/deliver.h"
#include "router/cli/run/layout/layout_task.h"
#include "router/cli/run/task_outputs.h"
#include "router/draw/layout/layout_across.h"

enum { NAMES_MAX = 12 };

struct explained {
    const struct layout *layout; /* with the wires that are explained */
    const struct layout_marks *marks;
    struct shapes shapes;
    uint32_t net;
    struct net_facts facts;
    uint32_t named[NAMES_MAX]; /* nets that matter to it */
    size_t named_count, more;
};

static double microns(const struct explained *it, int64_t units)
{
    return (double)units / it->layout->tech.units_per_micron;
}

/* "a, b and 3 more" */
static void name_nets(FILE *out, const struct explained *it, const char *before)
{
    char text[NAMES_MAX * 80] = "";
    size_t used = 0;
    for (size_t i = 0; i < it->named_count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%.60s", i > 0 ? ", " : "",
                                 names_text(&it->layout->placed.net_names, it->named[i]));
    if (it->more > 0)
        snprintf(text + used, sizeof text - used, " and %zu more", it->more);
    harmless_line(out, "  %s%s", before, text);
}

static enum status find_across(struct explained *it, struct error *error)
{
    const uint32_t nets = it->layout->placed.net_names.count;
    bool *across = mem_alloc(nets, sizeof *across, "names of nets", error);
    enum status status = across != NULL ? STATUS_OK : STATUS_FAILED;
    THEN(status, layout_why_across(it->layout, &it->shapes, it->net, across, error));
    for (uint32_t net = 0; net < nets && status == STATUS_OK; net++) {
        if (across[net] && it->named_count < NAMES_MAX)
            it->named[it->named_count++] = net;
        else
            it->more += across[net];
    }
    free(across);
    return status;
}

/* The nets whose wires take most metal in the box of the net's pins. */
static enum status find_crowd(struct explained *it, struct error *error)
{
    const uint32_t nets = it->layout->placed.net_names.count;
    uint64_t *area;
    TRY(MEM_NEW(area, nets, "names of nets", error));
    for (uint32_t i = it->shapes.first_wire; i < it->shapes.count; i++) {
        const struct shape *shape = &it->shapes.shapes[i];
        const struct layout_rect r = shape->rect;
        if (shape->net != NET_NONE && shape->net != it->net && rect_overlap(it->facts.pins, r))
            area[shape->net] += (uint64_t)rect_width(r) * (uint64_t)rect_height(r);
    }
    while (it->named_count < NAMES_MAX / 2) {
        uint32_t most = 0;
        for (uint32_t net = 1; net < nets; net++)
            most = area[net] > area[most] ? net : most;
        if (area[most] == 0)
            break;
        it->named[it->named_count++] = most;
        area[most] = 0;
    }
    free(area);
    return STATUS_OK;
}

static enum status tell_open(FILE *out, struct explained *it, struct error *error)
{
    TRY(find_across(it, error));
    if (it->named_count == 0)
        fputs("  no wire of another net lies between its pins: route --keep completes it, --effort "
              "best tries for longer\n",
              out);
    else
        name_nets(out, it, "across the lines between its pins lie wires of: ");
    return STATUS_OK;
}

static enum status tell_length(FILE *out, struct explained *it, struct error *error)
{
    const struct net_facts *facts = &it->facts;
    fprintf(out, "  routed: length %.2f um, vias %" PRIu64 "\n", microns(it, facts->length),
            facts->vias);
    if (facts->length <= facts->least) {
        fputs("  no tree is shorter\n", out);
        return STATUS_OK;
    }
    fprintf(out, "  %.2f um longer than the least that could join its pins\n",
            microns(it, facts->length - facts->least));
    TRY(find_crowd(it, error));
    if (it->named_count > 0)
        name_nets(out, it, "most metal in that box is of: ");
    return STATUS_OK;
}

static enum status tell(FILE *out, struct explained *it, struct error *error)
{
    const struct placed_net *net = &it->layout->placed.nets[it->net];
    const struct layout_rect *box = &it->facts.pins;
    bool open = false;
    harmless_line(out, "net %s: %" PRIu32 " pin%s in %.2f,%.2f .. %.2f,%.2f um, at least %.2f um",
                  names_text(&it->layout->placed.net_names, it->net), net->pins.count,
                  net->pins.count == 1 ? "" : "s", microns(it, box->x0), microns(it, box->y0),
                  microns(it, box->x1), microns(it, box->y1), microns(it, it->facts.least));
    for (size_t i = 0; i < it->marks->count; i++)
        if (it->marks->at[i].net == it->net) {
            open |= it->marks->at[i].layer == LAYER_NONE;
            harmless_line(out, "  %s", it->marks->at[i].text);
        }
    if (!it->marks->judged) {
        fputs("  no result is given\n", out);
        return STATUS_OK;
    }
    if (net->pins.count < 2 || !it->facts.has_pins)
        return STATUS_OK;
    return open ? tell_open(out, it, error) : tell_length(out, it, error);
}

/* The net and those that matter to it strong, with some room around its pins. */
static enum status draw(const struct explained *it, const struct options *options, const char *path,
                        struct error *error)
{
    const struct names *names = &it->layout->placed.net_names;
    const struct layout_rect die = it->layout->placed.die_box;
    const int64_t micron = it->layout->tech.units_per_micron;
    const char *strong[NAMES_MAX + 1] = {names_text(names, it->net)};
    struct picture_options picture;
    struct layout_rect box = it->facts.has_metal ? it->facts.all : die;
    box = rect_grow(box, (rect_width(box) + rect_height(box)) / 8 + (int32_t)(2 * micron));
    for (size_t i = 0; i < it->named_count; i++)
        strong[i + 1] = names_text(names, it->named[i]);
    task_picture_options(options, &picture);
    picture.highlight = strong;
    picture.highlight_count = it->named_count + 1;
    picture.has_crop = box.x1 > micron && box.y1 > micron; /* whole microns from 0 on */
    picture.crop = (struct box){box.x0 > 0 ? (uint32_t)(box.x0 / micron) : 0,
                                box.y0 > 0 ? (uint32_t)(box.y0 / micron) : 0,
                                (uint32_t)((box.x1 < die.x1 ? box.x1 : die.x1) / micron),
                                (uint32_t)((box.y1 < die.y1 ? box.y1 : die.y1) / micron)};
    picture.has_crop &= picture.crop.x0 < picture.crop.x1 && picture.crop.y0 < picture.crop.y1;
    return picture_draw(picture_of_layout(it->layout, it->marks->judged ? it->marks : NULL),
                        &picture, path, error);
}

static enum status explain(const struct cli *cli, const struct options *options, const char *path,
                           const struct layout *placed, const struct layout *routed,
                           struct error *error)
{
    struct layout_marks marks = {0};
    struct explained it = {.layout = routed != NULL ? routed : placed, .marks = &marks};
    bool judged = routed != NULL || placed->placed.wire_count > 0;
    const char *name = options->operand[options->operand_count - 1];
    FILE *out = path != NULL && strcmp(path, "-") == 0 ? cli->notes : cli->talk;
    enum status status = STATUS_OK;
    it.net = names_find(&it.layout->placed.net_names, name, strlen(name));
    if (it.net == NAME_NONE)
        status = layout_unknown_net(it.layout, "explain", name, options->operand[0], error);
    if (status == STATUS_OK && judged &&
        layout_judge(placed, it.layout, &marks, NULL, error) == STATUS_FAILED)
        status = STATUS_FAILED;
    THEN(status, shapes_make(&it.shapes, it.layout, error));
    if (status == STATUS_OK) {
        it.facts = net_facts(it.layout, &it.shapes, it.net);
        progress_pause(cli->progress);
        status = tell(out, &it, error);
    }
    if (status == STATUS_OK && !deliver_is_none(path))
        status = draw(&it, options, path, error);
    shapes_destroy(&it.shapes);
    layout_marks_destroy(&marks);
    return status;
}

enum status cmd_explain_layout(const struct cli *cli, const struct options *options,
                               struct error *error)
{
    const char *def = options->operand[0];
    const char *result = options->operand_count > 2 ? options->operand[1] : NULL;
    const char *path = options_text(options, OPT_PICTURE, NULL);
    const struct option_value *lef = &options->value[OPT_LEF];
    const char *const *lefs = (const char *const *)lef->list;
    const char *const inputs[] = {def, result};
    struct layout placed = {0}, routed = {0};
    if (path != NULL)
        TRY(deliver_check_picture(path, NULL, inputs, 2, error));
    progress_stage(cli->progress, "reading %s", def);
    enum status status =
        result != NULL ? layout_file_lefs_last(lefs, lef->list_count, error) : STATUS_OK;
    THEN(status, layout_file_read(&placed, def, lefs, lef->list_count, error));
    if (status == STATUS_OK && result != NULL)
        status = layout_file_read_result(&routed, &placed, result, lefs, lef->list_count, error);
    progress_stage(cli->progress, "looking at the net");
    THEN(status, explain(cli, options, path, &placed, result != NULL ? &routed : NULL, error));
    layout_destroy(&placed);
    layout_destroy(&routed);
    return status;
}
