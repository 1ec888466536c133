/* layout_marks: open nets as dashed lines between their pins, faults as numbered rings. */
#include <stdio.h>
#include <stdlib.h>

#include "router/draw/layout/layout_scene.h"
#include "router/draw/design/scene.h"

enum {
    RING_LEAST = 6, /* radius in pixels, times the text's scale */
    RING_MOST = 25, /* likewise; longer pieces get a frame */
};

/* ---- open nets ------------------------------------------------------------------------------ */

/* The middle of a pin's first shape; false without shapes. */
static bool pin_middle(const struct layout_scene *scene, uint32_t pin, int64_t *x, int64_t *y)
{
    assert(pin < scene->layout->placed.pin_count);
    const struct shapes *shapes = &scene->shapes;
    if (shapes->pin_first[pin] == shapes->pin_first[pin + 1])
        return false;
    struct pixels at = layout_view_rect(scene, shapes->shapes[shapes->pin_first[pin]].rect);
    *x = at.x + at.width / 2;
    *y = at.y + at.height / 2;
    return true;
}

static enum status draw_flight(const struct layout_scene *scene, uint32_t net, struct error *error)
{
    assert(net < scene->layout->placed.net_names.count);
    const struct placed *placed = &scene->layout->placed;
    struct slice pins = placed->nets[net].pins;
    uint32_t n = 0;
    size_t room = pins.count > 0 ? pins.count : 1;
    uint32_t *x;
    TRY(MEM_NEW(x, 3 * room, "lines of open nets", error));
    paint_part(scene->frame.paint, PART_MARKS, 0, net);
    uint32_t *y = x + room, *parent = y + room;
    for (uint32_t i = pins.first; i < pins.first + pins.count; i++) {
        int64_t px = 0, py = 0;
        /* Moved by a constant: the tree wants numbers from 0. */
        if (pin_middle(scene, placed->net_pins[i], &px, &py)) {
            x[n] = (uint32_t)(px + (INT64_C(1) << 30));
            y[n++] = (uint32_t)(py + (INT64_C(1) << 30));
        }
    }
    enum status status = n > 1 ? flight_tree(x, y, n, parent, error) : STATUS_OK;
    for (uint32_t i = 1; i < n && status == STATUS_OK; i++)
        paint_line(scene->frame.paint, 2 * ((int64_t)x[i] - (1 << 30)),
                   2 * ((int64_t)y[i] - (1 << 30)), 2 * ((int64_t)x[parent[i]] - (1 << 30)),
                   2 * ((int64_t)y[parent[i]] - (1 << 30)), scene->frame.text * 0.8,
                   scene->frame.text * 4.0, scene->frame.text * 3.0, COLOUR_UNROUTED);
    free(x);
    return status;
}

static bool is_open(const struct layout_mark *mark)
{
    return mark->layer == LAYER_NONE && mark->net != NET_NONE;
}

uint32_t layout_marks_every(const struct layout_scene *scene)
{
    const struct layout_marks *marks = scene->marks;
    uint64_t lines = 0;
    for (size_t i = 0; marks != NULL && i < marks->count; i++)
        if (is_open(&marks->at[i]) && scene->layout->placed.nets[marks->at[i].net].pins.count > 0)
            lines += scene->layout->placed.nets[marks->at[i].net].pins.count - 1;
    return (uint32_t)(lines / FLIGHT_LINES_MAX) + 1;
}

/* ---- faults --------------------------------------------------------------------------------- */

static bool same_place(const struct layout_mark *a, const struct layout_mark *b)
{
    return a->layer == b->layer && a->place.x0 == b->place.x0 && a->place.y0 == b->place.y0 &&
           a->place.x1 == b->place.x1 && a->place.y1 == b->place.y1;
}

/* "1,2,3": the numbers of the faults at the place of mark i, which is the first there; false where
 * it is not. number: that of mark i. */
static bool number_text(const struct layout_marks *marks, size_t i, size_t number, char *text,
                        size_t room)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t k = 0; k < i; k++)
        if (same_place(&marks->at[k], &marks->at[i]))
            return false;
    for (size_t k = i; k < marks->count && number <= LAYOUT_MARKS_NUMBERED && used < room; k++) {
        if (marks->at[k].layer == LAYER_NONE)
            continue;
        if (same_place(&marks->at[k], &marks->at[i]))
            used +=
                (size_t)snprintf(text + used, room - used, "%s%zu", used > 0 ? "," : "", number);
        number++;
    }
    return true;
}

/* A ring, or around a long piece a frame, and its numbers beside it. */
static void draw_fault(const struct layout_scene *scene, const struct layout_mark *mark,
                       const char *numbers)
{
    assert(mark->layer != LAYER_NONE);
    struct pixels at = layout_view_rect(scene, mark->place);
    int64_t size = scene->frame.text, longer = at.width > at.height ? at.width : at.height;
    int64_t least = RING_LEAST * size, x = at.x + at.width / 2, y = at.y + at.height / 2;
    int64_t radius = longer * 3 / 4 < least ? least : longer * 3 / 4;
    int64_t tx = x + radius * 3 / 4 + size, ty = y - radius * 3 / 4 - 8 * size;
    if (radius <= RING_MOST * size) {
        paint_ring(scene->frame.paint, x, y, radius, (double)size, COLOUR_UNROUTED);
    } else {
        int64_t room = 3 * size;
        paint_frame(scene->frame.paint, at.x - room, at.y - room, at.width + 2 * room,
                    at.height + 2 * room, size, COLOUR_UNROUTED);
        tx = at.x + at.width + room + 2 * size;
        ty = at.y - room;
    }
    if (numbers[0] == '\0')
        return;
    paint_rect(scene->frame.paint, tx - size, ty - size,
               font_width(numbers, scene->frame.text) + 2 * size, (FONT_ASCENT + 2) * size,
               COLOUR_WHITE);
    paint_text(scene->frame.paint, tx, ty, numbers, scene->frame.text, COLOUR_UNROUTED, false);
}

enum status layout_marks_draw(const struct layout_scene *scene, struct error *error)
{
    const struct layout_marks *marks = scene->marks;
    const uint32_t every = layout_marks_every(scene);
    size_t number = 0;
    uint32_t open = 0;
    for (size_t i = 0; marks != NULL && i < marks->count; i++)
        if (is_open(&marks->at[i]) && open++ % every == 0)
            TRY(draw_flight(scene, marks->at[i].net, error));
    for (size_t i = 0; marks != NULL && i < marks->count; i++) {
        char text[64];
        if (marks->at[i].layer == LAYER_NONE)
            continue;
        paint_part(scene->frame.paint, PART_MARKS, 0, PAINT_NO_NET);
        if (number_text(marks, i, ++number, text, sizeof text) &&
            rect_meet(scene->view, marks->at[i].place))
            draw_fault(scene, &marks->at[i], text);
    }
    return STATUS_OK;
}
