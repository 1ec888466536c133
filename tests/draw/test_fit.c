/* fit: the scale of grids. Large ones stay within bounds, small ones are enlarged, thin wires stay
 * visible. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "router/draw/scene/picture.h"

static void add_pin(struct design *design, uint32_t x, uint32_t y)
{
    struct pin pin = {grid_cell(&design->grid, x, y, 0), false};
    assert_int_equal(netlist_add_pins(&design->nets, &pin, 1, NULL), STATUS_OK);
}

/* A wire through a row of the lowest layer. */
static struct wire across(const struct grid *grid, uint32_t y)
{
    return (struct wire){grid_cell(grid, 0, y, 0), grid_cell(grid, grid->width - 1, y, 0)};
}

static bool is_wire(uint8_t colour)
{
    return colour >= COLOUR_WIRE && colour < COLOUR_WIRE + PALETTE_SHADES;
}

static bool is_grey(uint8_t colour)
{
    return colour > COLOUR_GREY && colour < COLOUR_TINT - 1;
}

static void make_empty(struct design *design, uint32_t width, uint32_t height)
{
    memset(design, 0, sizeof *design);
    assert_int_equal(grid_create(&design->grid, width, height, 1, NULL), STATUS_OK);
}

/* However large the grid, the chosen picture stays within bounds; a scale that leaves them is
 * refused with a hint. */
static void test_huge_is_bounded(void **state)
{
    (void)state;
    static const uint32_t SIZES[][2] = {{4096, 300}, {5000, 3}, {1, 65536}, {9001, 700}};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        struct design design;
        struct canvas canvas;
        make_empty(&design, SIZES[i][0], SIZES[i][1]);
        assert_int_equal(picture_render(&canvas, picture_of_grid(&design, NULL), NULL, NULL),
                         STATUS_OK);
        assert_in_range(canvas.width, 1, PICTURE_SIDE_MAX + 600);
        assert_in_range(canvas.height, 1, PICTURE_SIDE_MAX + 600);
        canvas_destroy(&canvas);
        struct picture_options options = {.fit = 200, .bare = true};
        assert_int_equal(picture_render(&canvas, picture_of_grid(&design, NULL), &options, NULL),
                         STATUS_OK);
        assert_in_range(canvas.width, 1, 200);
        assert_in_range(canvas.height, 1, 200);
        canvas_destroy(&canvas);
        grid_destroy(&design.grid);
    }
    struct design design;
    struct canvas canvas;
    struct error error = {0};
    make_empty(&design, 60000, 300);
    assert_int_equal(picture_render(&canvas, picture_of_grid(&design, NULL),
                                    &(struct picture_options){.scale = 9}, &error),
                     STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "smaller scale"));
    grid_destroy(&design.grid);
    make_empty(&design, 256, 256); /* 2^26 pixels without margins */
    static const struct picture_options at_most[] = {{.scale = 32}, {.width = 8600}};
    for (size_t i = 0; i < sizeof at_most / sizeof *at_most; i++)
        assert_int_equal(picture_check(picture_of_grid(&design, NULL), &at_most[i], NULL),
                         STATUS_BAD_INPUT);
    grid_destroy(&design.grid);
}

/* One blocked cell and one wire in a shrunk picture both leave their pixel. */
static void test_thin_things_survive(void **state)
{
    (void)state;
    struct design design;
    struct canvas canvas;
    struct routes routes;
    make_empty(&design, 1000, 1000);
    grid_set_blocked(&design.grid, grid_cell(&design.grid, 777, 333, 0), true);
    netlist_add_net(&design.nets, "n", 1, NULL);
    add_pin(&design, 0, 501);
    add_pin(&design, 999, 501);
    struct wire wire = across(&design.grid, 501);
    assert_int_equal(routes_create(&routes, 1, NULL), STATUS_OK);
    assert_int_equal(routes_set_wires(&routes, &design, 0, &wire, 1, NULL), STATUS_OK);
    struct picture_options options = {.fit = 100, .bare = true};
    assert_int_equal(picture_render(&canvas, picture_of_grid(&design, &routes), &options, NULL),
                     STATUS_OK);
    assert_int_equal(canvas.width, 100);
    size_t wires = 0, grey = 0;
    for (size_t i = 0; i < (size_t)100 * 100; i++) {
        wires += is_wire(canvas.pixels[i]);
        grey += is_grey(canvas.pixels[i]);
    }
    assert_int_equal(wires, 98); /* and a pin at each end */
    assert_int_equal(grey, 1);
    canvas_destroy(&canvas);
    routes_destroy(&routes);
    netlist_destroy(&design.nets);
    grid_destroy(&design.grid);
}

/* Thickness in pixels of wires `apart` rows from each other, with cells of 5 pixels and lanes of
 * one pixel. */
static size_t thickness_of_rows(uint32_t apart)
{
    enum { SIDE = 400, SHOWN = 300 };
    struct design design = {0};
    struct canvas canvas;
    struct routes routes;
    assert_int_equal(grid_create(&design.grid, SIDE, SIDE, 3, NULL), STATUS_OK);
    for (uint32_t y = 0; y < SIDE; y += apart) {
        char name[16];
        snprintf(name, sizeof name, "n%u", y);
        netlist_add_net(&design.nets, name, strlen(name), NULL);
        add_pin(&design, 0, y);
        add_pin(&design, SIDE - 1, y);
    }
    assert_int_equal(routes_create(&routes, design.nets.net_count, NULL), STATUS_OK);
    for (uint32_t net = 0; net < routes.net_count; net++) {
        struct wire wire = across(&design.grid, net * apart);
        assert_int_equal(routes_set_wires(&routes, &design, net, &wire, 1, NULL), STATUS_OK);
    }
    struct picture_options options = {
        .has_crop = true, .crop = {0, 0, SHOWN - 1, SHOWN - 1}, .scale = 5};
    assert_int_equal(picture_render(&canvas, picture_of_grid(&design, &routes), &options, NULL),
                     STATUS_OK);
    const uint8_t *pixel = canvas.pixels + canvas.width / 2; /* downwards: first comes a wire */
    size_t thickness = 0;
    while (!is_wire(*pixel))
        pixel += canvas.width;
    for (; is_wire(*pixel); pixel += canvas.width)
        thickness++;
    canvas_destroy(&canvas);
    routes_destroy(&routes);
    netlist_destroy(&design.nets);
    grid_destroy(&design.grid);
    return thickness;
}

static void test_sparse_wires_grow(void **state)
{
    (void)state;
    assert_int_equal(thickness_of_rows(100), 3);
    assert_int_equal(thickness_of_rows(1), 1);
}

/* A small design is blown up as far as its area allows, a long one farther than a square one. */
static void test_small_is_blown_up(void **state)
{
    (void)state;
    static const uint32_t SIZES[][4] = {/* columns, rows, pixels of both */
                                        {64, 64, 1088, 1088},
                                        {175, 21, 2275, 273},
                                        {21, 175, 273, 2275},
                                        {8, 5, 512, 320}};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        struct design design;
        struct canvas canvas;
        make_empty(&design, SIZES[i][0], SIZES[i][1]);
        struct picture_options options = {.bare = true};
        assert_int_equal(picture_render(&canvas, picture_of_grid(&design, NULL), &options, NULL),
                         STATUS_OK);
        assert_in_range(canvas.width, SIZES[i][2], SIZES[i][2] + 1); /* and a line at the end */
        assert_in_range(canvas.height, SIZES[i][3], SIZES[i][3] + 1);
        canvas_destroy(&canvas);
        grid_destroy(&design.grid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_huge_is_bounded),
        cmocka_unit_test(test_small_is_blown_up),
        cmocka_unit_test(test_thin_things_survive),
        cmocka_unit_test(test_sparse_wires_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
