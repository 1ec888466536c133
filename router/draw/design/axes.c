/* axes: coordinates at the layout's left and lower edge, as many as have room. */
#include <assert.h>
#include <stdio.h>

#include "router/draw/design/scene.h"

enum { TICK_APART = 28 }; /* pixels between coordinates at least, times their scale */

int64_t axes_width(const struct scene *scene)
{
    char text[16];
    snprintf(text, sizeof text, "%u", scene->box.y1);
    return frame_axis_width(&scene->frame, text);
}

/* Distance between coordinates: 1, 2 or 5 times a power of ten, the least with room for text. */
static uint32_t tick_step(const struct scene *scene)
{
    assert(scene->scale >= 1 && scene->shrink >= 1);
    int64_t apart = TICK_APART * (int64_t)frame_small_text(&scene->frame);
    static const uint32_t FACTOR[] = {1, 2, 5};
    for (uint32_t power = 1;; power *= 10)
        for (size_t i = 0; i < 3; i++) {
            int64_t pixels = (int64_t)power * FACTOR[i] * scene->scale / scene->shrink;
            if (pixels >= apart || (power == 1 && i == 0 && scene->scale >= 24))
                return power * FACTOR[i];
        }
}

void axes_draw(const struct scene *scene, bool lower, bool left)
{
    uint32_t step = tick_step(scene);
    int64_t half = scene->scale / 2;
    char text[16];
    for (uint64_t x = (scene->box.x0 + step - 1) / step * (uint64_t)step;
         lower && x <= scene->box.x1; x += step) {
        snprintf(text, sizeof text, "%u", (uint32_t)x);
        frame_tick_x(&scene->frame, view_x(scene, (uint32_t)x) + half, text);
    }
    for (uint64_t y = (scene->box.y0 + step - 1) / step * (uint64_t)step;
         left && y <= scene->box.y1; y += step) {
        snprintf(text, sizeof text, "%u", (uint32_t)y);
        frame_tick_y(&scene->frame, view_y(scene, (uint32_t)y) + half, text);
    }
}
