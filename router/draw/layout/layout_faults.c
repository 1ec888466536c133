/* layout_faults: draws numbered rings around places that violate a rule, and the crowded line. */
#include "grid/capacity/layout_tiles.h"
#include "router/draw/layout/layout_scene.h"

enum {
    RING_LEAST = 6, /* least radius of a ring in pixels, times the text's scale */
    RING_MOST = 25, /* largest radius, likewise; larger places get a frame */
};

static bool same_place(const struct layout_mark *a, const struct layout_mark *b)
{
    return a->layer == b->layer && a->place.x0 == b->place.x0 && a->place.y0 == b->place.y0 &&
           a->place.x1 == b->place.x1 && a->place.y1 == b->place.y1;
}

/* "1,2,3": the numbers of the faults at the place of mark i; false if it is not the first there. */
static bool number_text(const struct layout_marks *marks, size_t i, size_t number, char *text,
                        size_t room)
{
    text[0] = '\0';
    for (size_t k = 0; k < i; k++)
        if (same_place(&marks->at[k], &marks->at[i]))
            return false;
    for (size_t k = i; k < marks->count && number <= LAYOUT_MARKS_NUMBERED; k++) {
        if (marks->at[k].layer == LAYER_NONE)
            continue;
        if (same_place(&marks->at[k], &marks->at[i]))
            text_append(text, room, "%s%zu", text[0] != '\0' ? "," : "", number);
        number++;
    }
    return true;
}

/* Draws a ring, around a large place a frame, and the numbers of its faults beside it. */
static void draw_fault(const struct layout_scene *scene, const struct layout_mark *mark,
                       const char *numbers)
{
    assert(mark->layer != LAYER_NONE);
    struct pixels at = layout_view_rect(scene, mark->place);
    int64_t size = scene->base.frame.text, longer = at.width > at.height ? at.width : at.height;
    int64_t least = RING_LEAST * size, x = at.x + at.width / 2, y = at.y + at.height / 2;
    int64_t radius = longer * 3 / 4 < least ? least : longer * 3 / 4;
    int64_t tx = x + radius * 3 / 4 + size, ty = y - radius * 3 / 4 - 8 * size;
    if (radius <= RING_MOST * size) {
        paint_ring(scene->paint, x, y, radius, (double)size, COLOUR_UNROUTED);
    } else {
        int64_t room = 3 * size;
        paint_frame(scene->paint, at.x - room, at.y - room, at.width + 2 * room,
                    at.height + 2 * room, size, COLOUR_UNROUTED);
        tx = at.x + at.width + room + 2 * size;
        ty = at.y - room;
    }
    if (numbers[0] == '\0')
        return;
    paint_rect(scene->paint, tx - size, ty - size,
               font_width(numbers, scene->base.frame.text) + 2 * size, (FONT_ASCENT + 2) * size,
               COLOUR_WHITE);
    paint_text(scene->paint, tx, ty, numbers, scene->base.frame.text, COLOUR_UNROUTED, false);
}

void layout_faults_draw(const struct layout_scene *scene)
{
    const struct layout_marks *marks = scene->marks;
    size_t number = 0;
    for (size_t i = 0; marks != NULL && i < marks->count; i++) {
        char text[64];
        if (marks->at[i].layer == LAYER_NONE)
            continue;
        paint_part(scene->paint, PART_MARKS, 0, PAINT_NO_NET);
        if (number_text(marks, i, ++number, text, sizeof text) &&
            rect_meet(scene->view, marks->at[i].place))
            draw_fault(scene, &marks->at[i], text);
    }
}

void layout_crowded_draw(const struct layout_scene *scene)
{
    const struct crossing *line = scene->base.options->crowded;
    const int64_t thick = 2 * (int64_t)scene->base.frame.text;
    struct layout_rect place = scene->view;
    if (line == NULL)
        return;
    *(line->vertical ? &place.x0 : &place.y0) = line->at;
    *(line->vertical ? &place.x1 : &place.y1) = line->at;
    if (!rect_meet(scene->view, place))
        return;
    const struct pixels at = layout_view_rect(scene, place);
    paint_part(scene->paint, PART_MARKS, 0, PAINT_NO_NET);
    paint_rect(scene->paint, at.x - thick, at.y - thick, at.width + 2 * thick,
               at.height + 2 * thick, COLOUR_WHITE);
    paint_rect(scene->paint, at.x - thick / 2, at.y - thick / 2, at.width + thick,
               at.height + thick, COLOUR_INK);
}
