/* test_stuck: the cells at which an unrouted net is stuck are marked, and only where it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "router/draw/scene/picture.h"

enum { WIDTH = 9, HEIGHT = 6, COLUMN = 3, ROW = 1 };

static void add_pin(struct design *design, uint32_t x, uint32_t y)
{
    struct pin pin = {grid_cell(&design->grid, x, y, 0), false};
    assert_int_equal(netlist_add_pins(&design->nets, &pin, 1, NULL), STATUS_OK);
}

/* A net up the COLUMN, from below to top, and one along the ROW that has no wires. The rows in
 * which there are marks left of the column, a bit each; there are none anywhere else. The flight
 * line hides what is beside the ROW: rows above are looked at. */
static unsigned marked_rows(uint32_t top, bool second_pin_left)
{
    struct design design = {0};
    struct routes routes;
    struct canvas canvas;
    unsigned rows = 0;
    const struct picture_options options = {.scale = 1, .bare = true, .show = SHOW_FAILURES};
    const uint32_t blocker = 0;
    assert_int_equal(grid_create(&design.grid, WIDTH, HEIGHT, 1, NULL), STATUS_OK);
    netlist_add_net(&design.nets, "column", 6, NULL);
    add_pin(&design, COLUMN, 0);
    add_pin(&design, COLUMN, top);
    netlist_add_net(&design.nets, "row", 3, NULL);
    add_pin(&design, 0, ROW);
    add_pin(&design, second_pin_left ? 1 : WIDTH - 1, ROW);
    const struct wire wire = {grid_cell(&design.grid, COLUMN, 0, 0),
                              grid_cell(&design.grid, COLUMN, top, 0)};
    assert_int_equal(routes_create(&routes, 2, NULL), STATUS_OK);
    assert_int_equal(routes_set_wires(&routes, &design, 0, &wire, 1, NULL), STATUS_OK);
    assert_int_equal(routes_set_unrouted(&routes, 1, ROUTE_BLOCKED_BY, &blocker, 1, NULL),
                     STATUS_OK);
    assert_int_equal(picture_render(&canvas, picture_of_grid(&design, &routes), &options, NULL),
                     STATUS_OK);
    for (uint32_t y = ROW + 2; y < HEIGHT; y++)
        for (uint32_t x = 0; x < WIDTH; x++) {
            const bool marked =
                canvas.pixels[(HEIGHT - 1 - y) * canvas.width + x] == COLOUR_UNROUTED;
            assert_true(!marked || x == COLUMN - 1);
            rows |= (unsigned)marked << y;
        }
    canvas_destroy(&canvas);
    routes_destroy(&routes);
    netlist_destroy(&design.nets);
    grid_destroy(&design.grid);
    return rows;
}

static void test_marks(void **state)
{
    (void)state;
    const unsigned above = (1u << HEIGHT) - (1u << (ROW + 2));
    assert_int_equal(marked_rows(HEIGHT - 1, false), above); /* the smaller side */
    assert_int_equal(marked_rows(HEIGHT - 2, false), 0);     /* there is a way around */
    assert_int_equal(marked_rows(HEIGHT - 1, true), 0);      /* its pins lie side by side */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_marks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
