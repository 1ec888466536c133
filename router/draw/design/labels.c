/* labels: names of nets along their long wires, inside them. */
#include "router/draw/design/scene.h"

enum { LABEL_FROM = 9, LONG_FOR = 3 }; /* pixels of a wire's width; its length to that of a name */

void labels_draw(const struct scene *scene, uint32_t net, uint32_t layer, int64_t x, int64_t y,
                 int64_t width, int64_t height)
{
    bool upward = height > width;
    int64_t thick = upward ? width : height, along = upward ? height : width;
    const char *name = netlist_name(&scene->design->nets, net);
    unsigned scale = (unsigned)((thick - 2) / FONT_ASCENT);
    scale = scale > scene->frame.text ? scene->frame.text : scale;
    if (thick < LABEL_FROM || scale < 1 || !scene_is_strong(scene, net))
        return;
    int64_t length = font_width(name, scale), inset = (thick - FONT_ASCENT * (int64_t)scale) / 2;
    if (length * LONG_FOR > along)
        return;
    uint8_t ink = palette_ink(scene->frame.paint->palette, tracks_colour(scene, layer, net));
    if (upward)
        paint_text(scene->frame.paint, x + inset, y + (height + length) / 2, name, scale, ink,
                   true);
    else
        paint_text(scene->frame.paint, x + (width - length) / 2, y + inset, name, scale, ink,
                   false);
}
