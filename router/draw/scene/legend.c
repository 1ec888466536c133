/* legend: the decoration around the body: title and counts above, axes at the left and lower edge,
 * and the legend below, whose items are laid out line by line. */
#include "router/draw/scene/scene.h"

enum {
    OPEN_NAMED = 8, /* maximum number of open nets named above the body */
    BAR_SHARE = 10, /* the scale bar takes about 1 / BAR_SHARE of the body's width */
};

/* A bar of a round length, at most an eighth of the body, if the axes have a unit. */
static void scale_item(struct text_flow *flow, const struct scene *scene)
{
    const struct scene_axis axis = scene->ops->axis(scene, false);
    int64_t length = 1, bar = 0; /* in units / parts, and in pixels */
    char text[64];
    if (axis.name == NULL)
        return;
    for (int64_t next = 1; bar < scene->frame.width / BAR_SHARE; next = frame_next_step(next)) {
        length = next;
        bar = next * axis.units * axis.pixels / axis.per / axis.parts;
    }
    snprintf(text, sizeof text, "%g %s", (double)length / (double)axis.parts, axis.name);
    const int64_t x = flow_item(flow, bar, text), thick = scene->frame.text;
    if (!flow->draws || bar < 1)
        return;
    paint_rect(scene->frame.paint, x, flow->y + flow->mark / 2, bar, thick, COLOUR_INK);
    paint_rect(scene->frame.paint, x, flow->y, thick, flow->mark, COLOUR_INK);
    paint_rect(scene->frame.paint, x + bar - thick, flow->y, thick, flow->mark, COLOUR_INK);
}

static int64_t flow_items(const struct scene *scene, int64_t right, int64_t top, bool draws)
{
    struct text_flow flow = flow_start(&scene->frame, right, top, draws);
    if (scene->options->show == SHOW_CONGESTION) /* neither nets nor ground */
        show_items(&flow, scene);
    if (scene->options->show != SHOW_CONGESTION || scene->ops->over_map != NULL)
        scene->ops->legend(scene, &flow);
    scale_item(&flow, scene);
    return flow.y - top + frame_line_height(&scene->frame);
}

static int64_t items_height(const void *context, int64_t right)
{
    return flow_items(context, right, 0, false);
}

/* "unrouted: a, b, c and 9 more"; empty if all nets are routed. */
static void open_text(const struct scene *scene, char *text, size_t room)
{
    uint32_t count = 0;
    text[0] = '\0';
    for (uint32_t net = 0; net < scene->nets; net++)
        if (scene_is_open(scene, net) && count++ < OPEN_NAMED)
            text_append(text, room, "%s%s%.40s", count == 1 ? scene->ops->traits->open : "",
                        count == 1 ? ": " : ", ", scene->ops->net_name(scene, net));
    if (count > OPEN_NAMED)
        text_append(text, room, " and %u more", count - OPEN_NAMED);
}

struct pixels legend_measure(struct scene *scene)
{
    assert(scene->options->show != SHOW_CONGESTION || scene->heat.maps >= 1);
    char text[256];
    scene->ops->counts(scene, text, sizeof text);
    return frame_measure(&scene->frame, text,
                         scene->open_count > 0 || scene->remark[0] != '\0' ? 3 : 2,
                         axes_width(scene), frame_axis_height(&scene->frame), items_height, scene);
}

void legend_draw(struct scene *scene)
{
    const struct frame *frame = &scene->frame;
    if (frame->bare)
        return;
    assert(frame->left > 0 && frame->top > 0); /* legend_measure was called */
    char counts[256], extent[256], remark[1024] = "";
    const char *const lines[] = {counts, extent, remark};
    paint_part(frame->paint, PART_FRAME, 0, PAINT_NO_NET);
    if (scene->heat.maps <= 1)
        frame_close(frame);
    scene->ops->counts(scene, counts, sizeof counts);
    scene->ops->extent(scene, extent, sizeof extent);
    if (scene->remark[0] != '\0')
        text_append(remark, sizeof remark, "%s", scene->remark);
    else
        open_text(scene, remark, sizeof remark);
    frame_header(frame, scene->title != NULL ? scene->title : "", lines, 3);
    if (scene->options->show == SHOW_CONGESTION)
        congestion_axes(scene);
    else
        axes_draw(scene, true, true);
    flow_items(scene, (int64_t)frame->paint->width - frame_margin(frame),
               frame->top + frame->height + frame_axis_height(frame), true);
}
