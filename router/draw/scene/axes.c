/* axes: writes coordinates at the body's left and lower edge, at least `apart` pixels apart. */
#include "router/draw/scene/scene.h"

/* Distance of two ticks: 1, 2 or 5 times a power of ten, the least with room for their texts. */
static int64_t tick_step(const struct scene_axis *axis)
{
    int64_t step = 1;
    assert(axis->units >= 1 && axis->parts >= 1 && axis->apart >= 1 && axis->from <= axis->to);
    assert(axis->pixels >= 1 && axis->per >= 1);
    while (step * axis->units * axis->pixels / axis->per / axis->parts < axis->apart)
        step = frame_next_step(step);
    return step;
}

static int64_t first_tick(const struct scene_axis *axis, int64_t step)
{
    int64_t k = axis->from * axis->parts / (step * axis->units);
    while (k * step * axis->units >= axis->from * axis->parts)
        k--;
    while (k * step * axis->units < axis->from * axis->parts)
        k++;
    return k * step;
}

static int64_t tick_place(const struct scene_axis *axis, int64_t tick)
{
    return tick * axis->units / axis->parts;
}

/* "12" or "0.25": a tick as a decimal number without needless zeros. */
static void tick_text(const struct scene_axis *axis, int64_t tick, char *text, size_t room)
{
    const long long size = llabs((long long)(tick * 1000 / axis->parts));
    const char *sign = tick < 0 ? "-" : "";
    if (size % 1000 == 0)
        snprintf(text, room, "%s%lld", sign, size / 1000);
    else if (size % 100 == 0)
        snprintf(text, room, "%s%lld.%lld", sign, size / 1000, size / 100 % 10);
    else
        snprintf(text, room, "%s%lld.%03lld", sign, size / 1000, size % 1000);
}

int64_t axes_width(const struct scene *scene)
{
    const struct scene_axis axis = scene->ops->axis(scene, true);
    char text[32];
    tick_text(&axis, axis.to, text, sizeof text);
    if (axis.name == NULL) /* the largest number is the widest; the scale may be unknown */
        return frame_axis_width(&scene->frame, text);
    const int64_t step = tick_step(&axis);
    int64_t widest = frame_axis_width(&scene->frame, "");
    for (int64_t at = first_tick(&axis, step); tick_place(&axis, at) <= axis.to; at += step) {
        tick_text(&axis, at, text, sizeof text);
        int64_t width = frame_axis_width(&scene->frame, text);
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* The last number of the lower axis has the unit. */
static void draw_axis(const struct scene *scene, bool upward)
{
    const struct scene_axis axis = scene->ops->axis(scene, upward);
    const int64_t step = tick_step(&axis);
    for (int64_t at = first_tick(&axis, step); tick_place(&axis, at) <= axis.to; at += step) {
        char text[32];
        const int64_t place = tick_place(&axis, at);
        const int64_t past = upward ? axis.to - place : place - axis.from;
        const int64_t pixel = past * axis.pixels / axis.per + axis.middle;
        tick_text(&axis, at, text, sizeof text);
        const bool last = axis.name != NULL && tick_place(&axis, at + step) > axis.to;
        if (upward)
            frame_tick_y(&scene->frame, scene->frame.top + pixel, text);
        else
            frame_tick_x(&scene->frame, scene->frame.left + pixel, text, last ? axis.name : NULL);
    }
}

void axes_draw(const struct scene *scene, bool lower, bool left)
{
    if (lower)
        draw_axis(scene, false);
    if (left)
        draw_axis(scene, true);
}
