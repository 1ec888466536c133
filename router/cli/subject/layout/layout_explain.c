/* layout_explain: why a net of a layout is open, and which nets crowd the box around its pins.
 *
 * The exact cause of an open net cannot be known without routing it. Named are the nets whose wires
 * cross the straight lines between its pins, which the picture shows. */
#include "grid/text/harmless.h"
#include "router/cli/subject/layout/layout_subject.h"
#include "router/draw/layout/layout_across.h"

static enum status find_across(struct task *task, struct explanation *it, struct error *error)
{
    const struct layout *shown = layout_shown(task);
    const uint32_t nets = shown->placed.net_names.count;
    bool *across;
    assert(layout_of(task)->has_shapes);
    TRY(MEM_NEW(across, nets, "names of nets", error));
    enum status status = layout_why_across(shown, &layout_of(task)->shapes, it->net, across, error);
    for (uint32_t net = 0; net < nets && status == STATUS_OK; net++) {
        if (across[net] && it->named_count < EXPLAINED_NAMES)
            it->named[it->named_count++] = net;
        else
            it->more += across[net];
    }
    free(across);
    return status;
}

static enum status print_open(struct task *task, struct explanation *it, FILE *out,
                              struct error *error)
{
    TRY(find_across(task, it, error));
    explanation_print(task, it, "  the lines between its pins are crossed by wires of: ",
                      "  no wire of another net is between its pins: route --keep completes it, "
                      "--effort best tries longer",
                      out);
    return STATUS_OK;
}

/* Prints the pin without metal, unless the checker's text has named it. */
static enum status print_bare(const struct layout_task *it, const struct layout *shown,
                              uint32_t net, FILE *out, bool *bare, struct error *error)
{
    bool *rail;
    char name[200];
    assert(it->has_shapes);
    TRY(shapes_find_rails(&it->shapes, shown, &rail, error));
    const uint32_t pin = shapes_bare_pin(&it->shapes, shown, rail, net);
    free(rail);
    *bare = pin != NET_NONE;
    if (*bare && !it->run.marks.judged)
        harmless_line(out, "  pin %s has no placed metal on a routing layer",
                      layout_pin_name(shown, pin, name, sizeof name));
    return STATUS_OK;
}

enum status layout_task_explain(struct task *task, struct explanation *it, FILE *out,
                                struct error *error)
{
    struct layout_task *layout = layout_of(task);
    assert(it->named_count == 0 && !layout->run.marks.judged);
    const struct layout *shown = layout_shown(task);
    const bool joins = it->facts.pins >= 2 && it->facts.has_pins;
    bool open = false, bare = false;
    if ((layout->run.has_routed || shown->placed.wire_count > 0) &&
        layout_judge(&layout->run.placed, shown, &layout->run.marks, NULL, NULL, task_threads(task),
                     error) == STATUS_FAILED)
        return STATUS_FAILED;
    for (size_t i = 0; i < layout->run.marks.count; i++)
        if (layout->run.marks.at[i].net == it->net) {
            open |= layout->run.marks.at[i].layer == LAYER_NONE;
            harmless_line(out, "  %s", layout->run.marks.at[i].text);
        }
    if (layout->run.marks.judged) {
        TRY(layout_antennas_find(task, shown, &layout->antennas, error));
        layout_antennas_explain(shown, &layout->antennas, it->net, out);
    }
    TRY(print_bare(layout, shown, it->net, out, &bare, error));
    if (!layout->run.marks.judged)
        fputs("  no result is given\n", out);
    it->done = open || !layout->run.marks.judged || !joins;
    return open && joins && !bare ? print_open(task, it, out, error) : STATUS_OK;
}

enum status layout_task_crowd(struct task *task, uint32_t net, uint64_t *amount,
                              struct error *error)
{
    assert(layout_of(task)->has_shapes);
    (void)error;
    layout_crowd(layout_shown(task), &layout_of(task)->shapes, net, amount);
    return STATUS_OK;
}

/* Crops the picture to the net with some room around it, in whole microns; shows the whole die for
 * a net without metal. */
void layout_task_focus(struct task *task, const struct explanation *it,
                       struct picture_options *picture)
{
    const struct layout *shown = layout_shown(task);
    const struct layout_rect die = shown->placed.die_box;
    const int64_t micron = shown->tech.units_per_micron;
    struct layout_rect box = {(int32_t)it->facts.box[0], (int32_t)it->facts.box[1],
                              (int32_t)it->facts.box[2], (int32_t)it->facts.box[3]};
    if (!it->facts.has_metal)
        box = die;
    box = rect_grow(box, (rect_width(box) + rect_height(box)) / 8 + (int32_t)(2 * micron));
    picture->has_crop = box.x1 > micron && box.y1 > micron;
    picture->crop = (struct box){box.x0 > 0 ? (uint32_t)(box.x0 / micron) : 0,
                                 box.y0 > 0 ? (uint32_t)(box.y0 / micron) : 0,
                                 (uint32_t)((box.x1 < die.x1 ? box.x1 : die.x1) / micron),
                                 (uint32_t)((box.y1 < die.y1 ? box.y1 : die.y1) / micron)};
    picture->has_crop &= picture->crop.x0 < picture->crop.x1 && picture->crop.y0 < picture->crop.y1;
}
