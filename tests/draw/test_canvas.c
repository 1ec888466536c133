/* canvas and font: shapes against a slow, obvious drawing of the same; clipping everywhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "router/draw/canvas/canvas.h"
#include "router/draw/canvas/font.h"
#include "router/draw/paint/paint_canvas.h"

static void dot(struct canvas *canvas, int64_t x, int64_t y, uint8_t colour)
{
    if (x >= 0 && x < canvas->width && y >= 0 && y < canvas->height)
        canvas->pixels[(size_t)y * canvas->width + (size_t)x] = colour;
}

static unsigned seed;

static int64_t between(int64_t low, int64_t high)
{
    return low + rand_r(&seed) % (high - low + 1);
}

static void seed_from_environment(void)
{
    const char *text = getenv("SEED");
    seed = text != NULL ? (unsigned)strtoul(text, NULL, 10) : 12345;
    print_message("SEED=%u\n", seed);
}

static void test_limits(void **state)
{
    (void)state;
    struct canvas canvas;
    struct error error = {0};
    assert_int_equal(canvas_create(&canvas, 0, 5, NULL), STATUS_BAD_INPUT);
    assert_int_equal(canvas_create(&canvas, 1u << 16, 1u << 16, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "65536 x 65536"));
    assert_int_equal(canvas_create(&canvas, UINT64_MAX, 2, NULL), STATUS_BAD_INPUT);
    canvas_destroy(&canvas);
    canvas_destroy(NULL);
}

static void test_rectangles(void **state)
{
    (void)state;
    seed_from_environment();
    struct canvas canvas;
    uint8_t expected[23][31] = {0};
    assert_int_equal(canvas_create(&canvas, 31, 23, NULL), STATUS_OK);
    for (int round = 0; round < 3000; round++) {
        int64_t x = between(-40, 40), y = between(-40, 40), w = between(-3, 60),
                h = between(-3, 60);
        int64_t thick = between(1, 4);
        struct paint_canvas paint;
        uint8_t colour = (uint8_t)between(0, COLOUR_ROLES - 1);
        bool frame = between(0, 1) == 1;
        for (int64_t j = 0; j < 23; j++)
            for (int64_t i = 0; i < 31; i++) {
                bool in = i >= x && i < x + w && j >= y && j < y + h;
                bool deep =
                    i >= x + thick && i < x + w - thick && j >= y + thick && j < y + h - thick;
                if (in && !(frame && deep))
                    expected[j][i] = colour;
            }
        paint_canvas_open(&paint, &canvas);
        if (frame)
            paint_frame(&paint.paint, x, y, w, h, thick, colour);
        else
            canvas_rect(&canvas, x, y, w, h, colour);
        assert_memory_equal(canvas.pixels, expected, sizeof expected);
    }
    canvas_destroy(&canvas);
}

static size_t count(const struct canvas *canvas, uint8_t colour)
{
    size_t n = 0;
    for (size_t i = 0; i < (size_t)canvas->width * canvas->height; i++)
        n += canvas->pixels[i] == colour;
    return n;
}

static void test_disc_and_line(void **state)
{
    (void)state;
    struct canvas canvas;
    assert_int_equal(canvas_create(&canvas, 41, 41, NULL), STATUS_OK);
    canvas_disc(&canvas, 41, 41, 20, COLOUR_INK); /* radius 10: area 314 */
    assert_in_range(count(&canvas, COLOUR_INK), 270, 320);
    for (uint32_t y = 0; y < 41; y++) /* symmetric in every way */
        for (uint32_t x = 0; x < 41; x++) {
            assert_int_equal(canvas.pixels[y * 41 + x], canvas.pixels[x * 41 + y]);
            assert_int_equal(canvas.pixels[y * 41 + x], canvas.pixels[y * 41 + 40 - x]);
        }
    canvas_rect(&canvas, 0, 0, 41, 41, COLOUR_PAPER);
    canvas_line(&canvas, 0, 41, 82, 41, 1, 0, 0, COLOUR_INK); /* a level line is crisp */
    assert_int_equal(count(&canvas, COLOUR_INK), 41);
    assert_int_equal(count(&canvas, COLOUR_PAPER), 41 * 40);
    canvas_rect(&canvas, 0, 0, 41, 41, COLOUR_PAPER);
    canvas_line(&canvas, 0, 41, 82, 41, 1, 4, 4, COLOUR_INK); /* half of it with even dashes */
    assert_in_range(count(&canvas, COLOUR_INK), 15, 25);
    canvas_destroy(&canvas);
}

static void test_lines_stay_inside(void **state)
{
    (void)state;
    seed_from_environment();
    struct canvas canvas;
    assert_int_equal(canvas_create(&canvas, 37, 29, NULL), STATUS_OK);
    for (int round = 0; round < 3000; round++) {
        int64_t far = between(0, 9) == 0 ? 1000000 : 100;
        canvas_line(&canvas, between(-far, far), between(-far, far), between(-far, far),
                    between(-far, far), (double)between(1, 9), (double)between(0, 6), 3,
                    (uint8_t)between(0, COLOUR_ROLES - 1));
        canvas_disc(&canvas, between(-far, far), between(-far, far), between(0, 60),
                    (uint8_t)between(0, COLOUR_ROLES - 1));
        dot(&canvas, between(-far, far), between(-far, far), COLOUR_INK);
    }
    for (size_t i = 0; i < (size_t)37 * 29; i++)
        assert_true(canvas.pixels[i] < canvas.palette.count);
    canvas_destroy(&canvas);
}

/* A text as rows of '#' and '.', for the eye of whoever reads a failure. */
static void draw_text(const char *text, unsigned scale, char *out)
{
    struct canvas canvas;
    uint64_t width = (uint64_t)font_width(text, scale);
    assert_int_equal(canvas_create(&canvas, width, (uint64_t)FONT_HEIGHT * scale, NULL), STATUS_OK);
    font_draw(&canvas, 0, 0, text, scale, COLOUR_INK, false);
    for (size_t y = 0; y < canvas.height; y++) {
        for (size_t x = 0; x < width; x++)
            *out++ = canvas.pixels[y * width + x] == COLOUR_INK ? '#' : '.';
        *out++ = '\n';
    }
    *out = '\0';
    canvas_destroy(&canvas);
}

static void test_font(void **state)
{
    (void)state;
    char art[4096];
    draw_text("Lg1", 1, art);
    assert_string_equal(art, ".#............#.\n"
                             ".#...........##.\n"
                             ".#......###...#.\n"
                             ".#.....#..#...#.\n"
                             ".#.....#..#...#.\n"
                             ".#.....#..#...#.\n"
                             ".#####..###...#.\n"
                             ".......#..#.....\n"
                             "........##......\n");
}

/* Every character differs from every other, and letters grow with the scale. */
static void test_font_glyphs(void **state)
{
    (void)state;
    enum { SIDE = 16, CHARACTERS = 95 };
    struct canvas canvas;
    for (unsigned scale = 1; scale <= 13; scale++) {
        const size_t side = (size_t)SIDE * scale, area = side * side;
        assert_int_equal(canvas_create(&canvas, side, side * CHARACTERS, NULL), STATUS_OK);
        for (int i = 0; i < CHARACTERS; i++)
            font_draw(&canvas, (int64_t)scale, (int64_t)(side * (size_t)i + (size_t)4 * scale),
                      (char[]){(char)(' ' + i), 0}, scale, COLOUR_INK, false);
        for (size_t i = 0; i < CHARACTERS; i++)
            for (size_t j = 0; j < i; j++)
                assert_memory_not_equal(canvas.pixels + i * area, canvas.pixels + j * area, area);
        canvas_destroy(&canvas);
        assert_int_equal(canvas_create(&canvas, side, side, NULL), STATUS_OK);
        font_draw(&canvas, 0, 0, "H", scale, COLOUR_INK, false); /* whole rows: its height */
        size_t rows = 0;
        for (size_t y = 0; y < side; y++)
            rows += memchr(canvas.pixels + y * side, COLOUR_INK, side) != NULL;
        assert_in_range(rows, FONT_ASCENT * (scale - scale / 7) - 3, FONT_ASCENT * scale);
        canvas_destroy(&canvas);
    }
}

/* Upward text is the same, turned; edges are smoothed, except at scale 1. */
static void test_font_upward(void **state)
{
    (void)state;
    enum { SIDE = 150 };
    struct canvas right, upward;
    for (unsigned scale = 1; scale <= 8; scale++) {
        assert_int_equal(canvas_create(&right, SIDE, SIDE, NULL), STATUS_OK);
        assert_int_equal(canvas_create(&upward, SIDE, SIDE, NULL), STATUS_OK);
        font_draw(&right, 0, 9, "a\xc3\x85gW", scale, COLOUR_INK, false);
        font_draw(&upward, 9, SIDE, "a\xc3\x85gW", scale, COLOUR_INK, true);
        for (size_t y = 0; y < SIDE; y++)
            for (size_t x = 0; x < SIDE; x++)
                assert_int_equal(right.pixels[y * SIDE + x],
                                 upward.pixels[(SIDE - 1 - x) * SIDE + y]);
        size_t greys = 0;
        for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
            greys += right.pixels[i] != COLOUR_PAPER && right.pixels[i] != COLOUR_INK;
        assert_true(scale == 1 ? greys == 0 : greys > 20);
        canvas_destroy(&right);
        canvas_destroy(&upward);
    }
}

static void test_font_measures(void **state)
{
    (void)state;
    assert_int_equal(font_width("", 3), 0);
    assert_true(font_width("iiii", 1) < font_width("WW", 1));
    assert_int_equal(font_width("iiii", 12), 2 * font_width("iiii", 6)); /* magnified */
    assert_int_equal(font_width("\xc3\xa9", 1), font_width("e", 1));
    assert_int_equal(font_width("\xe2\x82\xac", 1), 6); /* one box a character that has none */
    assert_int_equal(font_fit("hello", 1, 1000), 5);
    assert_int_equal(font_fit("hello", 1, 0), 0);
    for (int64_t width = 0; width < 60; width++) {
        char part[16] = "a\xc3\xa9"
                        "bcdefg";
        part[font_fit(part, 2, width)] = '\0';
        assert_true(font_width(part, 2) <= width);
    }
}

static void test_squares(void **state)
{
    (void)state;
    seed_from_environment();
    struct canvas canvas, expected;
    assert_int_equal(canvas_create(&canvas, 31, 23, NULL), STATUS_OK);
    assert_int_equal(canvas_create(&expected, 31, 23, NULL), STATUS_OK);
    for (int round = 0; round < 3000; round++) {
        int64_t x = between(-10, 40), y = between(-10, 30);
        uint32_t side = (uint32_t)between(1, 6), count = (uint32_t)between(1, 8);
        uint8_t colours[8];
        for (uint32_t i = 0; i < count; i++) {
            colours[i] = (uint8_t)between(0, COLOUR_ROLES - 1);
            for (int64_t k = 0; k < (int64_t)side * side; k++)
                dot(&expected, x + (int64_t)side * i + k % side, y + k / side, colours[i]);
        }
        canvas_squares(&canvas, x, y, side, colours, count);
        assert_memory_equal(canvas.pixels, expected.pixels, (size_t)31 * 23);
    }
    canvas_destroy(&canvas);
    canvas_destroy(&expected);
}

/* Stripes against their definition, pixel by pixel; those that are two pixels thick repeat rows. */
static void test_stripes(void **state)
{
    (void)state;
    seed_from_environment();
    struct canvas canvas, expected;
    assert_int_equal(canvas_create(&canvas, 31, 23, NULL), STATUS_OK);
    assert_int_equal(canvas_create(&expected, 31, 23, NULL), STATUS_OK);
    for (int round = 0; round < 2000; round++) {
        int64_t x = between(-20, 40), y = between(-20, 30);
        int64_t width = between(0, 30), height = between(0, 30), thick = between(1, 4);
        int64_t step = thick == 1 ? 1 : 2, period = thick + between(0, 9), phase = between(0, 100);
        uint8_t colour = (uint8_t)between(0, COLOUR_ROLES - 1);
        for (int64_t k = 0; k < width * height; k++) {
            int64_t i = k % width, j = k / width;
            if ((i + j / (2 * step) * step + phase) % period < thick)
                dot(&expected, x + i, y + j, colour);
        }
        canvas_stripes(&canvas, x, y, width, height, thick, period, phase, colour);
        assert_memory_equal(canvas.pixels, expected.pixels, (size_t)31 * 23);
    }
    canvas_destroy(&canvas);
    canvas_destroy(&expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limits),        cmocka_unit_test(test_rectangles),
        cmocka_unit_test(test_squares),       cmocka_unit_test(test_stripes),
        cmocka_unit_test(test_disc_and_line), cmocka_unit_test(test_lines_stay_inside),
        cmocka_unit_test(test_font),          cmocka_unit_test(test_font_measures),
        cmocka_unit_test(test_font_glyphs),   cmocka_unit_test(test_font_upward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
