/* asked: the pixels of a picture that is asked about a net: each cell of its wires and each of its
 * pins shows in COLOUR_ASKED, above the wires of all other nets; its unrouted pins are joined. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "router/draw/scene/picture.h"

enum { SIDE = 20, SCALE = 8 };

/* Net a on both layers, crossed above and below by net b; net c unrouted. Opposite corners are
 * blocked on all layers: the upper one is where the body begins. */
struct crossed {
    struct design design;
    struct routes routes;
};

static void add_net(struct design *design, const char *name, const uint32_t (*at)[3])
{
    assert_int_equal(netlist_add_net(&design->nets, name, strlen(name), NULL), STATUS_OK);
    for (int i = 0; i < 2; i++) {
        const cell_t cell = grid_cell(&design->grid, at[i][0], at[i][1], at[i][2]);
        assert_int_equal(netlist_add_pins(&design->nets, &(struct pin){cell, false}, 1, NULL),
                         STATUS_OK);
    }
}

static struct wire wire(const struct grid *grid, const uint32_t from[3], const uint32_t to[3])
{
    return (struct wire){grid_cell(grid, from[0], from[1], from[2]),
                         grid_cell(grid, to[0], to[1], to[2])};
}

static int make_crossed(void **state)
{
    struct crossed *it = calloc(1, sizeof *it);
    struct grid *grid = &it->design.grid;
    assert_int_equal(grid_create(grid, SIDE, SIDE, 2, NULL), STATUS_OK);
    for (uint32_t z = 0; z < 2; z++) {
        grid_fill_blocked(grid, (struct box){0, SIDE - 1, 0, SIDE - 1}, z, true);
        grid_fill_blocked(grid, (struct box){SIDE - 1, 0, SIDE - 1, 0}, z, true);
    }
    it->design.name = strdup("crossed.net");
    add_net(&it->design, "a", (const uint32_t[][3]){{16, 3, 0}, {2, 12, 1}});
    add_net(&it->design, "b", (const uint32_t[][3]){{8, 1, 1}, {14, 8, 0}});
    add_net(&it->design, "c", (const uint32_t[][3]){{4, 16, 0}, {14, 16, 0}});
    const uint32_t a[][3] = {{16, 3, 0}, {5, 3, 0}, {5, 3, 1}, {5, 12, 1}, {2, 12, 1}};
    const uint32_t b[][3] = {{8, 1, 1}, {8, 8, 1}, {8, 8, 0}, {3, 8, 0}};
    struct wire wires[4];
    for (int i = 0; i < 4; i++)
        wires[i] = wire(grid, a[i], a[i + 1]);
    assert_int_equal(routes_create(&it->routes, 3, NULL), STATUS_OK);
    assert_int_equal(routes_set_wires(&it->routes, &it->design, 0, wires, 4, NULL), STATUS_OK);
    for (int i = 0; i < 3; i++)
        wires[i] = wire(grid, b[i], b[i + 1]);
    assert_int_equal(routes_set_wires(&it->routes, &it->design, 1, wires, 3, NULL), STATUS_OK);
    *state = it;
    return 0;
}

static int free_crossed(void **state)
{
    struct crossed *it = *state;
    routes_destroy(&it->routes);
    design_destroy(&it->design);
    free(it);
    return 0;
}

/* A picture and the pixel where its body begins. */
struct drawn {
    struct canvas canvas;
    size_t left, top;
};

static void draw(struct drawn *drawn, const struct crossed *it, struct picture_options options)
{
    options.scale = SCALE;
    assert_int_equal(
        picture_render(&drawn->canvas, picture_of_grid(&it->design, &it->routes), &options, NULL),
        STATUS_OK);
    const size_t pixels = (size_t)drawn->canvas.width * drawn->canvas.height;
    const uint8_t *first = memchr(drawn->canvas.pixels, COLOUR_TINT - 1, pixels);
    assert_non_null(first);
    const size_t at = (size_t)(first - drawn->canvas.pixels);
    drawn->left = at % drawn->canvas.width;
    drawn->top = at / drawn->canvas.width;
}

/* The pixel in the middle of a cell. */
static uint8_t pixel(const struct drawn *drawn, uint32_t x, uint32_t y)
{
    const size_t row = drawn->top + (size_t)(SIDE - 1 - y) * SCALE + SCALE / 2;
    return drawn->canvas
        .pixels[row * drawn->canvas.width + drawn->left + (size_t)x * SCALE + SCALE / 2];
}

/* Number of cells of the net's wires and pins that do not show. */
static uint32_t hidden(const struct drawn *drawn, const struct crossed *it, uint32_t net)
{
    const struct grid *grid = &it->design.grid;
    const struct netlist *nets = &it->design.nets;
    const struct route *route = &it->routes.nets[net];
    uint32_t count = 0;
    for (size_t i = 0; i < route->wire_count; i++) {
        const struct wire one = it->routes.wires[route->first_wire + i];
        for (struct wire_walk walk = wire_walk(grid, one); walk.left > 0; wire_next(&walk))
            count += pixel(drawn, grid_x(grid, walk.cell), grid_y(grid, walk.cell)) != COLOUR_ASKED;
    }
    for (uint32_t i = 0; i < nets->nets[net].pin_count; i++) {
        const cell_t cell = nets->pins[nets->nets[net].first_pin + i].cell;
        count += pixel(drawn, grid_x(grid, cell), grid_y(grid, cell)) != COLOUR_ASKED;
    }
    return count;
}

static void test_highlight(void **state)
{
    static const char *const names[] = {"a", "b"};
    for (uint32_t net = 0; net < 2; net++) {
        struct drawn drawn;
        draw(&drawn, *state,
             (struct picture_options){.highlight = &names[net], .highlight_count = 1});
        assert_int_equal(hidden(&drawn, *state, net), 0);
        assert_true(hidden(&drawn, *state, 1 - net) > 0);
        canvas_destroy(&drawn.canvas);
    }
}

/* An explained net is the one in question; other highlighted nets are in its way. */
static void test_subject(void **state)
{
    static const char *const names[] = {"a", "b"};
    struct drawn drawn;
    draw(&drawn, *state,
         (struct picture_options){.highlight = names, .highlight_count = 2, .subject = "a"});
    assert_int_equal(hidden(&drawn, *state, 0), 0);
    assert_true(hidden(&drawn, *state, 1) > 0);
    canvas_destroy(&drawn.canvas);
}

/* Without a net in question, no pixel has the colour. */
static void test_nothing_asked(void **state)
{
    struct drawn drawn;
    draw(&drawn, *state, (struct picture_options){0});
    assert_null(memchr(drawn.canvas.pixels, COLOUR_ASKED,
                       (size_t)drawn.canvas.width * drawn.canvas.height));
    canvas_destroy(&drawn.canvas);
}

/* The pins of an unrouted net are joined by a dashed line: most of its pixels have the colour. */
static void test_failures(void **state)
{
    struct drawn drawn;
    uint32_t shown = 0;
    draw(&drawn, *state, (struct picture_options){.show = SHOW_FAILURES});
    assert_int_equal(hidden(&drawn, *state, 2), 0);
    for (uint32_t x = 4; x <= 14; x++)
        shown += pixel(&drawn, x, 16) == COLOUR_ASKED;
    assert_true(shown >= 6);
    canvas_destroy(&drawn.canvas);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_highlight),
        cmocka_unit_test(test_subject),
        cmocka_unit_test(test_nothing_asked),
        cmocka_unit_test(test_failures),
    };
    return cmocka_run_group_tests(tests, make_crossed, free_crossed);
}
