/* Pictures of layouts: place, width and colour of metal, marks, scales, limits; equal layouts give
 * equal pixels. */
#include "tests/support/layout_texts.h"

#include "grid/check/layout/layout_marks.h"
#include "router/draw/scene/picture.h"

enum { SCALE = 20 }; /* pixels a micron: a database unit of quad is 1/50 of a pixel */

/* The counter with one wire of enable: metal3, from 5,33.5 to 15,33.5 um. */
static void read_wired(struct layout *layout)
{
    char *def = text_edit(counter_def, "- enable ( PIN enable ) ( enable_buf A )",
                          "- enable ( PIN enable ) ( enable_buf A )\n"
                          "+ ROUTED metal3 ( 5000 33500 ) ( 15000 33500 )");
    layout_read(layout, quad_lef, def);
    free(def);
}

static const struct picture_options bare = {.scale = SCALE, .bare = true};

/* The pixel of a place of a bare picture of the part 0,0 .. 34,34 um. */
static uint8_t pixel(const struct canvas *canvas, double x, double y)
{
    return canvas->pixels[(uint32_t)((34 - y) * SCALE) * canvas->width + (uint32_t)(x * SCALE)];
}

static void render(struct canvas *canvas, const struct layout *layout,
                   const struct layout_marks *marks, struct picture_options options)
{
    struct error error = {0};
    options.has_crop = true;
    options.crop = (struct box){0, 0, 34, 34};
    if (picture_render(canvas, picture_of_layout(layout, marks), &options, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    assert_int_equal(canvas->width, 34 * SCALE);
    assert_int_equal(canvas->height, 34 * SCALE);
}

static void test_wire(void **state)
{
    struct layout layout;
    struct canvas canvas;
    (void)state;
    read_wired(&layout);
    render(&canvas, &layout, NULL, bare);
    uint8_t colour = palette_wire(2, find_net(&layout, "enable"));
    assert_int_equal(pixel(&canvas, 10.02, 33.5), colour);
    int thick = 0, length = 0;
    for (uint32_t y = 0; y < canvas.height; y++)
        thick += canvas.pixels[y * canvas.width + 10 * SCALE + 1] == colour;
    for (uint32_t x = 0; x < canvas.width; x++)
        length += canvas.pixels[(uint32_t)(0.5 * SCALE) * canvas.width + x] == colour;
    struct layout_rect metal = wire_segment_rect(
        &layout.placed.wires[layout.placed.nets[find_net(&layout, "enable")].wires.first]);
    int64_t micron = layout.tech.units_per_micron;
    assert_int_equal(thick, rect_height(metal) * (int64_t)SCALE / micron);
    assert_int_equal(length, rect_width(metal) * (int64_t)SCALE / micron);
    canvas_destroy(&canvas);
    layout_destroy(&layout);
}

static void test_highlight(void **state)
{
    static const char *const other[] = {"clk"};
    struct picture_options options = bare;
    struct layout layout;
    struct canvas canvas;
    struct error error = {0};
    (void)state;
    read_wired(&layout);
    options.highlight = other;
    options.highlight_count = 1;
    render(&canvas, &layout, NULL, options);
    assert_int_equal(pixel(&canvas, 10.02, 33.5), palette_dim(2));
    canvas_destroy(&canvas);
    static const char *const nobody[] = {"nobody"};
    options.highlight = nobody;
    assert_int_equal(picture_check(picture_of_layout(&layout, NULL), &options, &error),
                     STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "nobody"));
    layout_destroy(&layout);
}

/* A mark of a place is ringed; the pins of an open net change their colour. */
static void test_marks(void **state)
{
    struct layout layout;
    struct canvas plain, marked;
    (void)state;
    read_wired(&layout);
    int32_t micron = (int32_t)layout.tech.units_per_micron;
    char text[] = "area: metal3";
    struct layout_mark at[] = {
        {.net = find_net(&layout, "enable"), .layer = LAYER_NONE, .text = text},
        {.net = NET_NONE,
         .layer = find_layer(&layout, "metal3"),
         .place = {10 * micron, 33 * micron, 11 * micron, 34 * micron},
         .text = text},
    };
    struct layout_marks marks = {
        .at = at, .count = 2, .judged = true, .nets = 63, .open = 1, .faults = 1};
    render(&plain, &layout, NULL, bare);
    render(&marked, &layout, &marks, bare);
    int before = 0, after = 0;
    for (uint32_t i = 0; i < plain.width * plain.height; i++) {
        before += plain.pixels[i] == COLOUR_UNROUTED;
        after += marked.pixels[i] == COLOUR_UNROUTED;
    }
    assert_int_equal(before, 0);
    assert_true(after > 50);
    uint32_t pin =
        layout.placed.net_pins[layout.placed.nets[find_net(&layout, "enable")].pins.first];
    struct shapes shapes;
    struct error error = {0};
    assert_int_equal(shapes_make(&shapes, &layout, &error), STATUS_OK);
    struct layout_rect r = shapes.shapes[shapes.pin_first[pin]].rect;
    double x = (double)(r.x0 + r.x1) / 2 / micron, y = (double)(r.y0 + r.y1) / 2 / micron;
    assert_int_equal(pixel(&marked, x, y), COLOUR_UNROUTED);
    shapes_destroy(&shapes);
    canvas_destroy(&plain);
    canvas_destroy(&marked);
    layout_destroy(&layout);
}

/* The whole picture of a reading of its own, in memory that held `dirt`. */
static void render_whole(struct canvas *canvas, int dirt)
{
    enum { BYTES = 1 << 22 };
    struct layout layout;
    char *before = malloc(BYTES);
    assert_non_null(before);
    memset(before, dirt, BYTES);
    free(before);
    read_wired(&layout);
    assert_int_equal(picture_render(canvas, picture_of_layout(&layout, NULL), NULL, NULL),
                     STATUS_OK);
    layout_destroy(&layout);
}

/* Title, size, coordinates and legend; none of them in a bare picture. */
static void test_words(void **state)
{
    static const char *const WORDS[] = {">counter</text>",
                                        ">34.0 x 34.0 um, 103 cells, 4 layers</text>",
                                        ">25</text>",
                                        ">30 um</text>",
                                        ">metal1, horizontal</text>",
                                        ">metal2, vertical</text>",
                                        ">metal4, vertical</text>",
                                        ">via</text>",
                                        ">cell</text>",
                                        ">blockage</text>"};
    struct layout layout;
    (void)state;
    read_wired(&layout);
    for (int is_bare = 0; is_bare < 2; is_bare++) {
        const struct picture_options options = {.bare = is_bare == 1};
        size_t size;
        assert_int_equal(picture_draw(picture_of_layout(&layout, NULL), &options, "w.svg", NULL),
                         STATUS_OK);
        char *svg = text_read("w.svg", &size);
        for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
            if ((strstr(svg, WORDS[i]) != NULL) == (is_bare == 1))
                fail_msg("%s: %s", is_bare ? "bare" : "whole", WORDS[i]);
        free(svg);
    }
    layout_destroy(&layout);
}

/* Two readings of one layout give the same pixels, 1400 in width and some more. */
static void test_whole(void **state)
{
    struct canvas one, two;
    (void)state;
    render_whole(&one, 0x55);
    render_whole(&two, 0xaa);
    assert_true(one.width >= 1400 && one.width < 1600);
    assert_true(one.height > one.width + 100); /* the body is a square */
    assert_true(one.width == two.width && one.height == two.height);
    assert_memory_equal(one.pixels, two.pixels, (size_t)one.width * one.height);
    canvas_destroy(&one);
    canvas_destroy(&two);
}

/* Squares of 2 um, a wire of 0.2 um through some of them, a track each 0.5 um: a quarter is used.
 */
static void test_congestion_counts_pitches(void **state)
{
    const struct picture_options options = {.show = SHOW_CONGESTION,
                                            .layer = 3,
                                            .scale = SCALE,
                                            .has_crop = true,
                                            .crop = {0, 0, 34, 34}};
    struct layout layout;
    size_t size;
    (void)state;
    read_wired(&layout);
    assert_int_equal(picture_draw(picture_of_layout(&layout, NULL), &options, "c.svg", NULL),
                     STATUS_OK);
    char *svg = text_read("c.svg", &size);
    assert_non_null(strstr(svg, "at most 25 %: metal3, by squares of 2.0 um"));
    free(svg);
    layout_destroy(&layout);
}

static void test_limits(void **state)
{
    struct picture_options options = {.has_crop = true, .crop = {35, 35, 40, 40}};
    struct layout layout;
    struct error error = {0};
    (void)state;
    layout_read(&layout, quad_lef, counter_def);
    assert_int_equal(picture_check(picture_of_layout(&layout, NULL), &options, &error),
                     STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "crop 35,35,40,40: expected a part of the die"));
    options = (struct picture_options){.has_crop = true, .crop = {5, 5, 5, 9}};
    assert_int_equal(picture_check(picture_of_layout(&layout, NULL), &options, &error),
                     STATUS_BAD_INPUT);
    options = (struct picture_options){.has_crop = true, .crop = {0, 0, 400000, 9}};
    options.scale = PICTURE_SCALE_MAX;
    assert_int_equal(picture_check(picture_of_layout(&layout, NULL), &options, &error),
                     STATUS_BAD_INPUT);
    layout_destroy(&layout);
}

/* Layers outside A-B are not drawn; a layer that does not exist is named. */
static void test_layers(void **state)
{
    struct picture_options options = bare;
    struct layout layout;
    struct canvas canvas;
    struct error error = {0};
    (void)state;
    read_wired(&layout);
    options.layers = "metal3-metal4";
    render(&canvas, &layout, NULL, options);
    assert_int_equal(pixel(&canvas, 10.02, 33.5), palette_wire(2, find_net(&layout, "enable")));
    canvas_destroy(&canvas);
    options.layers = "metal1-metal2";
    render(&canvas, &layout, NULL, options);
    assert_int_equal(pixel(&canvas, 10.02, 33.5), COLOUR_GREY);
    canvas_destroy(&canvas);
    options.layers = "metal2-metal1";
    assert_int_equal(picture_check(picture_of_layout(&layout, NULL), &options, &error),
                     STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "found \"metal2-metal1\""));
    layout_destroy(&layout);
}

/* Number of pixels of a role. */
static uint32_t count_role(const struct layout *layout, struct picture_options options,
                           uint8_t colour)
{
    struct canvas canvas;
    uint32_t count = 0;
    render(&canvas, layout, NULL, options);
    for (size_t i = 0; i < (size_t)canvas.width * canvas.height; i++)
        count += canvas.pixels[i] == colour;
    canvas_destroy(&canvas);
    return count;
}

/* Fillers are left out unless `none` is hidden; a pattern names cells or masters, at least one. */
static void test_hide(void **state)
{
    static const char *const none[] = {"none"}, *const all[] = {"*"}, *const master[] = {"DFF"},
                             *const nothing[] = {"DFG"};
    struct picture_options options = bare;
    struct layout layout;
    (void)state;
    layout_read(&layout, quad_lef, counter_def);
    const uint32_t usual = count_role(&layout, options, COLOUR_GREY + 1);
    options.hide = none;
    options.hide_count = 1;
    const uint32_t whole = count_role(&layout, options, COLOUR_GREY + 1);
    options.hide = master;
    const uint32_t without = count_role(&layout, options, COLOUR_GREY + 1);
    options.hide = all;
    assert_int_equal(count_role(&layout, options, COLOUR_GREY + 1), 0);
    assert_true(usual < whole && without < usual && without > 0);
    options.hide = nothing;
    struct error error = {0};
    assert_int_equal(picture_check(picture_of_layout(&layout, NULL), &options, &error),
                     STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "no cell or master matches 'DFG'"));
    layout_destroy(&layout);
}

/* A wire of less than a pixel is at least two pixels wide. */
static void test_thin(void **state)
{
    struct picture_options options = {.width = 60, .bare = true, .layers = "metal3"};
    struct layout layout;
    struct canvas canvas;
    struct error error = {0};
    (void)state;
    read_wired(&layout);
    const uint8_t colour = palette_wire(2, find_net(&layout, "enable"));
    assert_int_equal(picture_render(&canvas, picture_of_layout(&layout, NULL), &options, &error),
                     STATUS_OK);
    uint32_t thickest = 0;
    for (uint32_t x = 0; x < canvas.width; x++) {
        uint32_t thick = 0;
        for (uint32_t y = 0; y < canvas.height; y++)
            thick += canvas.pixels[(size_t)y * canvas.width + x] == colour;
        thickest = thick > thickest ? thick : thickest;
    }
    assert_int_equal(thickest, 2);
    canvas_destroy(&canvas);
    layout_destroy(&layout);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wire),   cmocka_unit_test(test_highlight),
        cmocka_unit_test(test_marks),  cmocka_unit_test(test_whole),
        cmocka_unit_test(test_words),  cmocka_unit_test(test_limits),
        cmocka_unit_test(test_layers), cmocka_unit_test(test_hide),
        cmocka_unit_test(test_thin),   cmocka_unit_test(test_congestion_counts_pitches),
    };
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
