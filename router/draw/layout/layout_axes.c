/* layout_axes: microns at the layout's left and lower edge, as many as have room. */
#include <stdio.h>

#include "router/draw/layout/layout_scene.h"

enum { TICK_APART = 34 }; /* pixels between coordinates at least, times their scale */

/* Distance of coordinates in thousandths of a micron: 1, 2 or 5 times a power of ten. */
static int64_t tick_step(const struct layout_scene *scene)
{
    assert(scene->frame.text >= 1 && scene->layout->tech.units_per_micron > 0);
    int64_t apart = TICK_APART * (int64_t)frame_small_text(&scene->frame);
    int64_t micron = scene->layout->tech.units_per_micron;
    static const int FACTOR[] = {1, 2, 5};
    for (int64_t power = 1;; power *= 10)
        for (int i = 0; i < 3; i++)
            if (layout_view_length(scene, power * FACTOR[i] * micron) / 1000 >= apart)
                return power * FACTOR[i];
}

/* "12" or "0.25": a number of thousandths without needless zeros. */
static void micron_text(int64_t thousandths, char *text, size_t room)
{
    int64_t size = thousandths < 0 ? -thousandths : thousandths;
    const char *sign = thousandths < 0 ? "-" : "";
    if (size % 1000 == 0)
        snprintf(text, room, "%s%lld", sign, (long long)(size / 1000));
    else if (size % 100 == 0)
        snprintf(text, room, "%s%lld.%lld", sign, (long long)(size / 1000),
                 (long long)(size / 100 % 10));
    else
        snprintf(text, room, "%s%lld.%03lld", sign, (long long)(size / 1000),
                 (long long)(size % 1000));
}

/* The first multiple of step, in thousandths of a micron, that is not below a place. */
static int64_t first_tick(const struct layout_scene *scene, int32_t from, int64_t step)
{
    assert(step >= 1);
    int64_t micron = scene->layout->tech.units_per_micron,
            k = (int64_t)from * 1000 / (step * micron);
    while (k * step * micron >= (int64_t)from * 1000)
        k--;
    while (k * step * micron < (int64_t)from * 1000)
        k++;
    return k * step;
}

/* In units; not above the view it is a place of it. */
static int64_t tick_place(const struct layout_scene *scene, int64_t thousandths)
{
    return thousandths * (int64_t)scene->layout->tech.units_per_micron / 1000;
}

int64_t layout_axes_width(const struct layout_scene *scene)
{
    char text[32];
    int64_t step = tick_step(scene), widest = 0;
    for (int64_t at = first_tick(scene, scene->view.y0, step);
         tick_place(scene, at) <= scene->view.y1; at += step) {
        micron_text(at, text, sizeof text);
        int64_t width = font_width(text, frame_small_text(&scene->frame));
        widest = width > widest ? width : widest;
    }
    return widest + 4 * (int64_t)scene->frame.text;
}

void layout_axes_draw(const struct layout_scene *scene, bool lower, bool left)
{
    const struct frame *frame = &scene->frame;
    unsigned size = frame_small_text(frame);
    int64_t step = tick_step(scene);
    char text[32];
    for (int64_t at = first_tick(scene, scene->view.x0, step);
         lower && tick_place(scene, at) <= scene->view.x1; at += step) {
        micron_text(at, text, sizeof text);
        frame_tick_x(frame, layout_view_x(scene, (int32_t)tick_place(scene, at)), text);
    }
    for (int64_t at = first_tick(scene, scene->view.y0, step);
         left && tick_place(scene, at) <= scene->view.y1; at += step) {
        micron_text(at, text, sizeof text);
        frame_tick_y(frame, layout_view_y(scene, (int32_t)tick_place(scene, at)), text);
    }
    if (!lower)
        return;
    paint_text(frame->paint, frame->left + frame->width - font_width("um", size),
               frame->top + frame->height + 2 * (int64_t)frame->text + 1 +
                   (int64_t)size * (FONT_HEIGHT + 2),
               "um", size, COLOUR_FAINT, false);
}
