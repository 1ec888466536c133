/* chip_marks: open nets as dashed lines between their pins, faults as numbered rings. */
#include <stdio.h>
#include <stdlib.h>

#include "router/draw/canvas/font.h"
#include "router/draw/chip/chip_scene.h"
#include "router/draw/design/scene.h"

/* Points of a circle of radius 1000, an eighth of it; the rest are its mirror images. */
static const int RING[][2] = {{1000, 0}, {981, 195}, {924, 383}, {831, 556}, {707, 707}};
enum { EIGHTH = 4, RING_POINTS = 32 };

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

static void draw_fault(const struct chip_scene *scene, const struct chip_mark *mark, size_t number)
{
    struct pixels at = chip_view_rect(scene, mark->place);
    int64_t longer = at.width > at.height ? at.width : at.height;
    int64_t least = 6 * (int64_t)scene->text, x = at.x + at.width / 2, y = at.y + at.height / 2;
    int64_t radius = longer * 3 / 4 < least ? least : longer * 3 / 4;
    char text[16];
    if (!rect_meet(scene->view, mark->place))
        return;
    chip_ring(scene, x, y, radius);
    if (number > CHIP_MARKS_NUMBERED)
        return;
    snprintf(text, sizeof text, "%zu", number);
    int64_t tx = x + radius * 3 / 4 + scene->text,
            ty = y - radius * 3 / 4 - 8 * (int64_t)scene->text;
    canvas_rect(scene->canvas, tx - scene->text, ty - scene->text,
                font_width(text, scene->text) + 2 * (int64_t)scene->text,
                (FONT_ASCENT + 2) * (int64_t)scene->text, COLOUR_WHITE);
    font_draw(scene->canvas, tx, ty, text, scene->text, COLOUR_UNROUTED);
}

enum status chip_marks_draw(const struct chip_scene *scene, struct error *error)
{
    const struct chip_marks *marks = scene->marks;
    size_t number = 0;
    for (size_t i = 0; marks != NULL && i < marks->count; i++)
        if (marks->at[i].layer == LAYER_NONE && marks->at[i].net != NET_NONE)
            TRY(draw_flight(scene, marks->at[i].net, error));
    for (size_t i = 0; marks != NULL && i < marks->count; i++)
        if (marks->at[i].layer != LAYER_NONE)
            draw_fault(scene, &marks->at[i], ++number);
    return STATUS_OK;
}
