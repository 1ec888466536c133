/* picture: tiny designs drawn and compared with what is written here as text, one character a
 * pixel; and what must hold for every picture: same bytes, sizes, crop, limits, refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "router/draw/design/picture.h"
#include "router/draw/design/scene.h"

/* 8 x 5 cells: net a routed over both layers, net b unrouted, a block, a weight, a wall. */
struct small {
    struct design design;
    struct routes routes;
};

static void add_pin(struct design *design, uint32_t x, uint32_t y, uint32_t z)
{
    struct pin pin = {grid_cell(&design->grid, x, y, z), false};
    assert_int_equal(netlist_add_pin(&design->nets, pin, NULL), STATUS_OK);
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
    if (colour >= COLOUR_PALE)
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
    assert_int_equal(picture_render(&canvas, &small->design, routes, &options, NULL), STATUS_OK);
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
            assert_int_equal(picture_render(&one, &small->design, &small->routes, &options, NULL),
                             STATUS_OK);
            assert_int_equal(picture_render(&two, &small->design, &small->routes, &options, NULL),
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

/* True where the small canvas stands in the large one with its corner at x, y. */
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
        assert_int_equal(picture_render(&full, &small->design, &routes, &options, NULL), STATUS_OK);
        assert_int_equal(picture_render(&layout, &small->design, &routes, &bare, NULL), STATUS_OK);
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
        assert_int_equal(picture_render(&canvas, &small->design, NULL, &wrong[i], &error),
                         STATUS_BAD_INPUT);
        assert_non_null(strstr(error.text, SAYS[i]));
        assert_null(canvas.pixels);
    }
    assert_int_equal(picture_draw(&small->design, NULL, NULL, "/no/such/folder/x.png", NULL),
                     STATUS_FAILED);
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
        assert_int_equal(picture_render(&canvas, &design, NULL, NULL, NULL), STATUS_OK);
        assert_in_range(canvas.width, 1, PICTURE_SIDE_MAX + 600);
        assert_in_range(canvas.height, 1, PICTURE_SIDE_MAX + 600);
        canvas_destroy(&canvas);
        struct picture_options options = {.fit = 200, .bare = true};
        assert_int_equal(picture_render(&canvas, &design, NULL, &options, NULL), STATUS_OK);
        assert_in_range(canvas.width, 1, 200);
        assert_in_range(canvas.height, 1, 200);
        canvas_destroy(&canvas);
        grid_destroy(&design.grid);
    }
    struct design design;
    struct canvas canvas;
    struct error error = {0};
    make_empty(&design, 60000, 300);
    assert_int_equal(
        picture_render(&canvas, &design, NULL, &(struct picture_options){.scale = 9}, &error),
        STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "smaller scale"));
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
    add_pin(&design, 0, 501, 0);
    add_pin(&design, 999, 501, 0);
    struct wire across = wire(&design.grid, 0, 501, 0, 999, 501, 0);
    assert_int_equal(routes_create(&routes, 1, NULL), STATUS_OK);
    assert_int_equal(routes_set_wires(&routes, &design, 0, &across, 1, NULL), STATUS_OK);
    struct picture_options options = {.fit = 100, .bare = true};
    assert_int_equal(picture_render(&canvas, &design, &routes, &options, NULL), STATUS_OK);
    assert_int_equal(canvas.width, 100);
    size_t wires = 0, grey = 0;
    for (size_t i = 0; i < (size_t)100 * 100; i++) {
        wires += letter(canvas.pixels[i]) == '1';
        grey += letter(canvas.pixels[i]) == ':';
    }
    assert_int_equal(wires, 98); /* and a pin at each end */
    assert_int_equal(grey, 1);
    canvas_destroy(&canvas);
    routes_destroy(&routes);
    netlist_destroy(&design.nets);
    grid_destroy(&design.grid);
}

/* Thickness in pixels of wires that lie so many rows apart, where cells are 5 pixels large and the
 * layers have strips of one pixel. */
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
        add_pin(&design, 0, y, 0);
        add_pin(&design, SIDE - 1, y, 0);
    }
    assert_int_equal(routes_create(&routes, design.nets.net_count, NULL), STATUS_OK);
    for (uint32_t net = 0; net < routes.net_count; net++) {
        struct wire across = wire(&design.grid, 0, net * apart, 0, SIDE - 1, net * apart, 0);
        assert_int_equal(routes_set_wires(&routes, &design, net, &across, 1, NULL), STATUS_OK);
    }
    struct picture_options options = {
        .has_crop = true, .crop = {0, 0, SHOWN - 1, SHOWN - 1}, .scale = 5};
    assert_int_equal(picture_render(&canvas, &design, &routes, &options, NULL), STATUS_OK);
    const uint8_t *pixel = canvas.pixels + canvas.width / 2; /* downwards: first comes a wire */
    size_t thickness = 0;
    while (letter(*pixel) != '1')
        pixel += canvas.width;
    for (; letter(*pixel) == '1'; pixel += canvas.width)
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

/* Against all spanning trees of few points: none is shorter. */
static void test_flight_tree(void **state)
{
    (void)state;
    const char *text = getenv("SEED");
    unsigned seed = text != NULL ? (unsigned)strtoul(text, NULL, 10) : 12345;
    print_message("SEED=%u\n", seed);
    for (int round = 0; round < 300; round++) {
        uint32_t x[5], y[5], parent[5], n = 1 + (uint32_t)rand_r(&seed) % 5;
        for (uint32_t i = 0; i < n; i++) {
            x[i] = (uint32_t)rand_r(&seed) % 9;
            y[i] = (uint32_t)rand_r(&seed) % 9;
        }
        assert_int_equal(flight_tree(x, y, n, parent, NULL), STATUS_OK);
        unsigned least = UINT32_MAX, length = 0, codes = 1;
        for (uint32_t i = 1; i < n; i++) {
            assert_true(parent[i] < n && parent[i] != i);
            length +=
                (unsigned)(abs((int)x[i] - (int)x[parent[i]]) + abs((int)y[i] - (int)y[parent[i]]));
            codes *= n;
        }
        for (unsigned code = 0; code < codes; code++) { /* every choice of parents */
            unsigned rest = code, sum = 0;
            uint32_t up[5] = {0};
            bool tree = true;
            for (uint32_t i = 1; i < n; i++, rest /= n) {
                up[i] = rest % n;
                sum += (unsigned)(abs((int)x[i] - (int)x[up[i]]) + abs((int)y[i] - (int)y[up[i]]));
            }
            for (uint32_t i = 1; i < n; i++) {
                uint32_t at = i;
                for (uint32_t step = 0; step < n && at != 0; step++)
                    at = up[at];
                tree = tree && at == 0;
            }
            least = tree && sum < least ? sum : least;
        }
        assert_int_equal(length, n == 1 ? 0 : least);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_pixel_a_cell),  cmocka_unit_test(test_four_pixels_a_cell),
        cmocka_unit_test(test_highlight),         cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_legend_keeps_off),  cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_huge_is_bounded),   cmocka_unit_test(test_thin_things_survive),
        cmocka_unit_test(test_sparse_wires_grow), cmocka_unit_test(test_flight_tree),
    };
    return cmocka_run_group_tests(tests, make_small, free_small);
}
