/* chip_marks: open nets as dashed lines between their pins, faults as numbered rings. */
#include <stdio.h>
#include <stdlib.h>

#include "router/draw/canvas/font.h"
#include "router/draw/chip/chip_scene.h"
#include "router/draw/design/scene.h"

/* Points of a circle of radius 1000, an eighth of it; the rest are its mirror images. */
static const int RING[][2] = {{1000, 0}, {981, 195}, {924, 383}, {831, 556}, {707, 707}};
enum { EIGHTH = 4, RING_POINTS = 32 };

enum {
    RING_LEAST = 6, /* radius in pixels, times the text's scale */
    RING_MOST = 25, /* likewise; longer pieces get a frame */
};

static void ring_point(int i, int64_t radius, int64_t *x, int64_t *y)
{
    int quarter = i / 8 % 4, step = i % 8;
    int64_t a = step <= EIGHTH ? RING[step][0] : RING[8 - step][1];
    int64_t b = step <= EIGHTH ? RING[step][1] : RING[8 - step][0];
    int64_t px = quarter == 0 ? a : quarter == 1 ? -b : quarter == 2 ? -a : b;
    int64_t py = quarter == 0 ? b : quarter == 1 ? a : quarter == 2 ? -b : -a;
    *x = px * radius / 1000;
    *y = py * radius / 1000;
}

void chip_ring(const struct chip_scene *scene, int64_t x, int64_t y, int64_t radius)
{
    for (int i = 0; i < RING_POINTS; i++) {
        int64_t ax, ay, bx, by;
        ring_point(i, 2 * radius, &ax, &ay);
        ring_point(i + 1, 2 * radius, &bx, &by);
        canvas_line(scene->canvas, 2 * x + ax, 2 * y + ay, 2 * x + bx, 2 * y + by,
                    (double)scene->text, 0, 0, COLOUR_UNROUTED);
    }
}

/* ---- open nets ------------------------------------------------------------------------------ */

/* The middle of a pin's first shape; false without shapes. */
static bool pin_middle(const struct chip_scene *scene, uint32_t pin, int64_t *x, int64_t *y)
{
    const struct shapes *shapes = &scene->shapes;
    if (shapes->pin_first[pin] == shapes->pin_first[pin + 1])
        return false;
    struct pixels at = chip_view_rect(scene, shapes->shapes[shapes->pin_first[pin]].rect);
    *x = at.x + at.width / 2;
    *y = at.y + at.height / 2;
    return true;
}

static enum status draw_flight(const struct chip_scene *scene, uint32_t net, struct error *error)
{
    const struct placed *placed = &scene->chip->placed;
    struct slice pins = placed->nets[net].pins;
    uint32_t n = 0;
    size_t room = pins.count > 0 ? pins.count : 1;
    uint32_t *x = mem_alloc(3 * room, sizeof *x, "lines of open nets", error);
    if (x == NULL)
        return STATUS_FAILED;
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
        canvas_line(scene->canvas, 2 * ((int64_t)x[i] - (1 << 30)), 2 * ((int64_t)y[i] - (1 << 30)),
                    2 * ((int64_t)x[parent[i]] - (1 << 30)),
                    2 * ((int64_t)y[parent[i]] - (1 << 30)), scene->text * 0.8, scene->text * 4.0,
                    scene->text * 3.0, COLOUR_UNROUTED);
    free(x);
    return status;
}

/* ---- faults --------------------------------------------------------------------------------- */

static bool same_place(const struct chip_mark *a, const struct chip_mark *b)
{
    return a->layer == b->layer && a->place.x0 == b->place.x0 && a->place.y0 == b->place.y0 &&
           a->place.x1 == b->place.x1 && a->place.y1 == b->place.y1;
}

/* "1,2,3": the numbers of the faults at the place of mark i, which is the first there; false where
 * it is not. number: that of mark i. */
static bool number_text(const struct chip_marks *marks, size_t i, size_t number, char *text,
                        size_t room)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t k = 0; k < i; k++)
        if (same_place(&marks->at[k], &marks->at[i]))
            return false;
    for (size_t k = i; k < marks->count && number <= CHIP_MARKS_NUMBERED && used < room; k++) {
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
static void draw_fault(const struct chip_scene *scene, const struct chip_mark *mark,
                       const char *numbers)
{
    struct pixels at = chip_view_rect(scene, mark->place);
    int64_t size = scene->text, longer = at.width > at.height ? at.width : at.height;
    int64_t least = RING_LEAST * size, x = at.x + at.width / 2, y = at.y + at.height / 2;
    int64_t radius = longer * 3 / 4 < least ? least : longer * 3 / 4;
    int64_t tx = x + radius * 3 / 4 + size, ty = y - radius * 3 / 4 - 8 * size;
    if (radius <= RING_MOST * size) {
        chip_ring(scene, x, y, radius);
    } else {
        int64_t room = 3 * size;
        canvas_frame(scene->canvas, at.x - room, at.y - room, at.width + 2 * room,
                     at.height + 2 * room, size, COLOUR_UNROUTED);
        tx = at.x + at.width + room + 2 * size;
        ty = at.y - room;
    }
    if (numbers[0] == '\0')
        return;
    canvas_rect(scene->canvas, tx - size, ty - size, font_width(numbers, scene->text) + 2 * size,
                (FONT_ASCENT + 2) * size, COLOUR_WHITE);
    font_draw(scene->canvas, tx, ty, numbers, scene->text, COLOUR_UNROUTED);
}

enum status chip_marks_draw(const struct chip_scene *scene, struct error *error)
{
    const struct chip_marks *marks = scene->marks;
    size_t number = 0;
    for (size_t i = 0; marks != NULL && i < marks->count; i++)
        if (marks->at[i].layer == LAYER_NONE && marks->at[i].net != NET_NONE)
            TRY(draw_flight(scene, marks->at[i].net, error));
    for (size_t i = 0; marks != NULL && i < marks->count; i++) {
        char text[64];
        if (marks->at[i].layer == LAYER_NONE)
            continue;
        if (number_text(marks, i, ++number, text, sizeof text) &&
            rect_meet(scene->view, marks->at[i].place))
            draw_fault(scene, &marks->at[i], text);
    }
    return STATUS_OK;
}
