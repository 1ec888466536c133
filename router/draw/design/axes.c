/* axes: coordinates at the layout's left and lower edge, as many as have room. */
#include <assert.h>
#include <stdio.h>

#include "router/draw/canvas/font.h"
#include "router/draw/design/scene.h"

enum { TICK_APART = 28 }; /* pixels between coordinates at least, times their scale */

static unsigned small_text(const struct scene *scene)
{
    return scene->text > 1 ? scene->text - 1 : 1;
}

int64_t axes_width(const struct scene *scene)
{
    char text[16];
    snprintf(text, sizeof text, "%u", scene->box.y1);
    return font_width(text, small_text(scene)) + 4 * (int64_t)scene->text;
}

int64_t axes_height(const struct scene *scene)
{
    return (int64_t)small_text(scene) * FONT_HEIGHT + 7 * (int64_t)scene->text;
}

/* Distance between coordinates: 1, 2 or 5 times a power of ten, the least with room for text. */
static uint32_t tick_step(const struct scene *scene)
{
    assert(scene->scale >= 1 && scene->shrink >= 1);
    int64_t apart = TICK_APART * (int64_t)small_text(scene);
    static const uint32_t FACTOR[] = {1, 2, 5};
    for (uint32_t power = 1;; power *= 10)
        for (size_t i = 0; i < 3; i++) {
            int64_t pixels = (int64_t)power * FACTOR[i] * scene->scale / scene->shrink;
            if (pixels >= apart || (power == 1 && i == 0 && scene->scale >= 24))
                return power * FACTOR[i];
        }
}

void axes_draw(const struct scene *scene)
{
    unsigned size = small_text(scene);
    int64_t tick = 2 * (int64_t)scene->text, half = scene->scale / 2;
    int64_t bottom = scene->top + scene->height;
    uint32_t step = tick_step(scene);
    char text[16];
    for (uint64_t x = (scene->box.x0 + step - 1) / step * (uint64_t)step; x <= scene->box.x1;
         x += step) {
        int64_t at = view_x(scene, (uint32_t)x) + half;
        snprintf(text, sizeof text, "%u", (uint32_t)x);
        canvas_rect(scene->canvas, at, bottom + 1, 1 + scene->text / 3, tick, COLOUR_FAINT);
        font_draw(scene->canvas, at - font_width(text, size) / 2, bottom + tick + 1 + (int64_t)size,
                  text, size, COLOUR_FAINT);
    }
    for (uint64_t y = (scene->box.y0 + step - 1) / step * (uint64_t)step; y <= scene->box.y1;
         y += step) {
        int64_t at = view_y(scene, (uint32_t)y) + half;
        snprintf(text, sizeof text, "%u", (uint32_t)y);
        canvas_rect(scene->canvas, scene->left - tick, at, tick, 1 + scene->text / 3, COLOUR_FAINT);
        font_draw(scene->canvas, scene->left - tick - 1 - (int64_t)size - font_width(text, size),
                  at - FONT_ASCENT * (int64_t)size / 2, text, size, COLOUR_FAINT);
    }
}
