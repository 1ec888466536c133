/* picture: tiny designs are drawn and compared with texts of one character per pixel. Every
 * picture: same bytes, sizes, crop, limits, errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "router/draw/scene/picture.h"
#include "router/draw/grid/grid_scene.h"

/* 8 x 5 cells: net a routed over both layers, net b unrouted, a block, a weight, a wall. */
struct small {
    struct design design;
    struct routes routes;
};

static void add_pin(struct design *design, uint32_t x, uint32_t y, uint32_t z)
{
    struct pin pin = {grid_cell(&design->grid, x, y, z), false};
    assert_int_equal(netlist_add_pins(&design->nets, &pin, 1, NULL), STATUS_OK);
}

static struct wire wire(const struct grid *grid, uint32_t x0, uint32_t y0, uint32_t z0, uint32_t x1,
                        uint32_t y1, uint32_t z1)
{
    return (struct wire){grid_cell(grid, x0, y0, z0), grid_cell(grid, x1, y1, z1)};
}

static int make_small(void **state)
{
    struct small *small = calloc(1, sizeof *small);
    struct design *design = &small->design;
    struct grid *grid = &design->grid;
    assert_int_equal(grid_create(grid, 8, 5, 2, NULL), STATUS_OK);
    for (uint32_t z = 0; z < 2; z++)
        grid_fill_blocked(grid, (struct box){0, 3, 1, 4}, z, true);
    grid_fill_blocked(grid, (struct box){3, 3, 3, 3}, 1, true);
    assert_int_equal(grid_fill_weight(grid, (struct box){4, 0, 5, 0}, 0, 3, NULL), STATUS_OK);
    assert_int_equal(grid_add_wall(grid, grid_cell(grid, 6, 3, 0), EAST, NULL), STATUS_OK);
    assert_int_equal(grid_add_wall(grid, grid_cell(grid, 6, 3, 1), EAST, NULL), STATUS_OK);
    design->name = strdup("small.net");
    netlist_add_net(&design->nets, "a", 1, NULL);
    add_pin(design, 0, 1, 0);
    add_pin(design, 5, 4, 1);
    netlist_add_net(&design->nets, "b", 1, NULL);
    add_pin(design, 2, 4, 0);
    add_pin(design, 7, 2, 0);
    struct wire wires[] = {wire(grid, 0, 1, 0, 5, 1, 0), wire(grid, 5, 1, 0, 5, 1, 1),
                           wire(grid, 5, 1, 1, 5, 4, 1)};
    assert_int_equal(routes_create(&small->routes, 2, NULL), STATUS_OK);
    assert_int_equal(routes_set_wires(&small->routes, design, 0, wires, 3, NULL), STATUS_OK);
    *state = small;
    return 0;
}

static int free_small(void **state)
{
    struct small *small = *state;
    routes_destroy(&small->routes);
    netlist_destroy(&small->design.nets);
    grid_destroy(&small->design.grid);
    free(small->design.name);
    free(small);
    return 0;
}

/* A pixel's meaning in one character. */
static char letter(uint8_t colour)
{
    if (colour >= COLOUR_DIM)
        return colour < COLOUR_ROLES ? 'p' : '~';
    if (colour >= COLOUR_WIRE)
        return (char)('1' + (colour - COLOUR_WIRE) / PALETTE_SHADES);
    if (colour >= COLOUR_TINT)
        return 't';
    if (colour >= COLOUR_GREY)
        return colour == COLOUR_GREY ? '.' : colour == COLOUR_TINT - 1 ? '#' : ':';
    static const char ROLES[] = "_|f-PU ";
    return ROLES[colour];
}

static void expect(const struct small *small, const struct routes *routes,
                   struct picture_options options, const char *art)
{
    struct canvas canvas;
    char seen[8192], *at = seen;
    options.bare = true;
    assert_int_equal(
        picture_render(&canvas, picture_of_grid(&small->design, routes), &options, NULL),
        STATUS_OK);
    assert_true(((size_t)canvas.width + 1) * canvas.height < sizeof seen);
    for (size_t y = 0; y < canvas.height; y++) {
        for (size_t x = 0; x < canvas.width; x++)
            *at++ = letter(canvas.pixels[y * canvas.width + x]);
        *at++ = '\n';
    }
    *at = '\0';
    canvas_destroy(&canvas);
    assert_string_equal(seen, art);
}

static void test_one_pixel_a_cell(void **state)
{
    expect(*state, NULL, (struct picture_options){.scale = 1},
           "##P..P..\n"
           "##.:..:.\n"
           ".......P\n"
           "P.......\n"
           "....tt..\n");
}

static void test_four_pixels_a_cell(void **state)
{
    const struct small *small = *state;
    expect(small, &small->routes,
           (struct picture_options){.scale = 4, .has_crop = true, .crop = {3, 0, 7, 4}},
           "....................\n"
           "__.......P..........\n"
           "  __.....2..........\n"
           "  pp __..2..........\n"
           "- ppUp __2......|...\n"
           "::--pp  p __....|...\n"
           "::::__  pUpp__..|...\n"
           "::::...__ppU   _:...\n"
           ".........p_   ppp__.\n"
           ".........2..__ppUp_.\n"
           ".........2....__ p_.\n"
           ".........2......._..\n"
           "11111111PP..........\n"
           "........PP..........\n"
           "....................\n"
           "....................\n"
           "....tttttttt........\n"
           "....tttttttt........\n"
           "....tttttttt........\n"
           "....tttttttt........\n");
}

static void test_highlight(void **state)
{
    const struct small *small = *state;
    static const char *const NAMES[] = {"b"};
    expect(small, &small->routes,
           (struct picture_options){.scale = 4,
                                    .has_crop = true,
                                    .crop = {0, 0, 2, 1},
                                    .highlight = NAMES,
                                    .highlight_count = 1},
           "fppppppppppp\n"
           "............\n"
           "............\n"
           "............\n"
           "............\n"
           "............\n"
           "............\n"
           "............\n");
}

static void test_same_bytes(void **state)
{
    const struct small *small = *state;
    static const uint32_t SCALES[] = {0, 1, 2, 3, 5, 8, 17, 40, 64};
    for (size_t i = 0; i < sizeof SCALES / sizeof *SCALES; i++)
        for (int bare = 0; bare < 2; bare++) {
            struct picture_options options = {.scale = SCALES[i], .bare = bare == 1};
            struct canvas one, two;
            assert_int_equal(picture_render(&one, picture_of_grid(&small->design, &small->routes),
                                            &options, NULL),
                             STATUS_OK);
            assert_int_equal(picture_render(&two, picture_of_grid(&small->design, &small->routes),
                                            &options, NULL),
                             STATUS_OK);
            assert_int_equal(one.width, two.width);
            assert_int_equal(one.height, two.height);
            assert_memory_equal(one.pixels, two.pixels, (size_t)one.width * one.height);
            assert_memory_equal(&one.palette.colours, &two.palette.colours,
                                sizeof one.palette.colours);
            if (bare == 1 && SCALES[i] > 0)
                assert_int_equal(one.width, 8 * SCALES[i]);
            canvas_destroy(&one);
            canvas_destroy(&two);
        }
}

/* True if the large canvas has the small one at x, y. */
static bool stands_at(const struct canvas *large, const struct canvas *small, size_t x, size_t y)
{
    for (size_t row = 0; row < small->height; row++)
        for (size_t column = 0; column < small->width; column++) {
            struct rgb a =
                large->palette.colours[large->pixels[(y + row) * large->width + x + column]];
            struct rgb b = small->palette.colours[small->pixels[row * small->width + column]];
            if (memcmp(&a, &b, sizeof a) != 0)
                return false;
        }
    return true;
}

/* Title, coordinates and legend stand around the layout and touch none of its pixels. */
static void test_legend_keeps_off(void **state)
{
    const struct small *small = *state;
    static const uint32_t SCALES[] = {8, 13, 24};
    for (size_t i = 0; i < sizeof SCALES / sizeof *SCALES; i++) {
        struct picture_options options = {.scale = SCALES[i]},
                               bare = {.scale = SCALES[i], .bare = true};
        struct canvas full, layout;
        /* Without flight lines, whose width depends on the title's size. */
        struct routes routes = small->routes;
        routes.nets = malloc(2 * sizeof *routes.nets);
        routes.nets[0] = routes.nets[1] = small->routes.nets[0];
        assert_int_equal(
            picture_render(&full, picture_of_grid(&small->design, &routes), &options, NULL),
            STATUS_OK);
        assert_int_equal(
            picture_render(&layout, picture_of_grid(&small->design, &routes), &bare, NULL),
            STATUS_OK);
        unsigned places = 0;
        for (size_t y = 0; y + layout.height <= full.height; y++)
            for (size_t x = 0; x + layout.width <= full.width; x++)
                places += stands_at(&full, &layout, x, y);
        assert_int_equal(places, 1);
        canvas_destroy(&full);
        canvas_destroy(&layout);
        free(routes.nets);
    }
}

/* White pixels of a bare picture of 3 x 3 cells: a pin of net "pinned" on the lowest layer in the
 * middle, and a wire of another net on layer `above` across that cell (0: none). */
static unsigned white_pixels(uint32_t above)
{
    enum { PIXELS = 60 };
    struct design design = {0};
    struct routes routes;
    struct canvas canvas;
    const struct picture_options options = {.scale = PIXELS, .bare = true};
    unsigned white = 0;
    assert_int_equal(grid_create(&design.grid, 3, 3, 4, NULL), STATUS_OK);
    netlist_add_net(&design.nets, "pinned", 6, NULL);
    add_pin(&design, 1, 1, 0);
    netlist_add_net(&design.nets, "too-long-for-its-wire-of-three-cells", 36, NULL);
    add_pin(&design, 1, 0, 3);
    add_pin(&design, 1, 2, 3);
    const struct wire across = wire(&design.grid, 1, 0, above, 1, 2, above);
    assert_int_equal(routes_create(&routes, 2, NULL), STATUS_OK);
    if (above > 0)
        routes_set_wires(&routes, &design, 1, &across, 1, NULL);
    assert_int_equal(picture_render(&canvas, picture_of_grid(&design, &routes), &options, NULL),
                     STATUS_OK);
    for (uint32_t y = PIXELS; y < 2 * PIXELS; y++)
        for (uint32_t x = PIXELS; x < 2 * PIXELS; x++)
            white += canvas.pixels[y * canvas.width + x] == COLOUR_WHITE;
    canvas_destroy(&canvas);
    routes_destroy(&routes);
    netlist_destroy(&design.nets);
    grid_destroy(&design.grid);
    return white;
}

/* A pin has its net's name, but not where metal would cover it. */
static void test_no_name_under_metal(void **state)
{
    (void)state;
    assert_true(white_pixels(0) > 0);
    assert_int_equal(white_pixels(2), 0);
    assert_int_equal(white_pixels(3), 0);
}

/* The legend of a film is that of all frames: nets that share a cell change the body alone. */
static void test_legend_of_films(void **state)
{
    enum { SCALE = 24 };
    const struct small *small = *state;
    const struct grid *grid = &small->design.grid;
    const struct wire apart[] = {wire(grid, 2, 4, 0, 7, 4, 0), wire(grid, 7, 4, 0, 7, 2, 0)},
                      meets[] = {wire(grid, 2, 4, 0, 2, 1, 0), wire(grid, 2, 1, 0, 7, 1, 0)};
    bool conflict[2] = {false, false};
    const struct picture_options options = {.scale = SCALE, .conflict = conflict};
    struct routes routes = {0};
    struct canvas one, two;
    const struct wire straight = wire(grid, 0, 1, 0, 5, 1, 0);
    assert_int_equal(routes_create(&routes, 2, NULL), STATUS_OK);
    routes_set_wires(&routes, &small->design, 0, &straight, 1, NULL);
    routes_set_wires(&routes, &small->design, 1, apart, 2, NULL);
    assert_int_equal(picture_render(&one, picture_of_grid(&small->design, &routes), &options, NULL),
                     STATUS_OK);
    routes_set_wires(&routes, &small->design, 1, meets, 2, NULL);
    conflict[0] = conflict[1] = true;
    assert_int_equal(picture_render(&two, picture_of_grid(&small->design, &routes), &options, NULL),
                     STATUS_OK);
    assert_true(one.width == two.width && one.height == two.height);
    enum { HEADER = 48 }; /* rows with the counts, which differ */
    uint32_t x0 = one.width, y0 = one.height, x1 = 0, y1 = 0;
    for (uint32_t y = HEADER; y < one.height; y++)
        for (uint32_t x = 0; x < one.width; x++) {
            const size_t at = (size_t)y * one.width + x;
            if (memcmp(&one.palette.colours[one.pixels[at]], &two.palette.colours[two.pixels[at]],
                       sizeof(struct rgb)) == 0)
                continue;
            x0 = x < x0 ? x : x0;
            x1 = x > x1 ? x : x1;
            y0 = y < y0 ? y : y0;
            y1 = y;
        }
    assert_true(x0 < x1 && x1 - x0 < SCALE * grid->width);
    assert_true(y0 < y1 && y1 - y0 < SCALE * grid->height);
    canvas_destroy(&one);
    canvas_destroy(&two);
    routes_destroy(&routes);
}

static void test_refusals(void **state)
{
    const struct small *small = *state;
    static const char *const NAMES[] = {"a", "nobody"};
    const struct picture_options wrong[] = {
        {.scale = PICTURE_SCALE_MAX + 1},
        {.has_crop = true, .crop = {0, 0, 8, 4}},
        {.has_crop = true, .crop = {5, 0, 4, 4}},
        {.highlight = NAMES, .highlight_count = 2},
    };
    static const char *const SAYS[] = {"257", "X1 <= 7", "5,0,4,4", "nobody"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct error error = {0};
        struct canvas canvas;
        assert_int_equal(
            picture_render(&canvas, picture_of_grid(&small->design, NULL), &wrong[i], &error),
            STATUS_BAD_INPUT);
        assert_non_null(strstr(error.text, SAYS[i]));
        assert_null(canvas.pixels);
    }
    assert_int_equal(
        picture_draw(picture_of_grid(&small->design, NULL), NULL, "/no/such/folder/x.png", NULL),
        STATUS_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_pixel_a_cell), cmocka_unit_test(test_four_pixels_a_cell),
        cmocka_unit_test(test_highlight),        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_legend_keeps_off), cmocka_unit_test(test_legend_of_films),
        cmocka_unit_test(test_refusals),         cmocka_unit_test(test_no_name_under_metal),
    };
    return cmocka_run_group_tests(tests, make_small, free_small);
}
