/* contact: pictures of known colours come back where the sheet should show them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "router/draw/contact.h"
#include "router/draw/canvas/font.h"
#include "router/draw/canvas/png.h"
#include "tests/support/temporary.h"

static char folder[TEMPORARY_SIZE];

static const char *file_in(const char *name)
{
    static char path[4][TEMPORARY_SIZE + 64];
    static unsigned turn;
    char *out = path[turn++ % 4];
    snprintf(out, sizeof path[0], "%s/%s", folder, name);
    return out;
}

static void write_plain(const char *path, uint32_t width, uint32_t height, struct rgb colour)
{
    const struct canvas canvas = {.width = width,
                                  .height = height,
                                  .pixels = calloc(width, height),
                                  .palette = {.colours = {colour}, .count = 1}};
    assert_int_equal(canvas_write(&canvas, path, NULL), STATUS_OK);
    free(canvas.pixels);
}

static bool is_near(struct rgb a, struct rgb b)
{
    return abs(a.r - b.r) < 30 && abs(a.g - b.g) < 30 && abs(a.b - b.b) < 40;
}

static void test_sheet(void **state)
{
    (void)state;
    const struct rgb red = {204, 0, 0}, blue = {0, 51, 191};
    const char *wide = file_in("wide.png"), *small = file_in("small.png");
    const char *sheet = file_in("sheet.png");
    write_plain(wide, 4000, 10, red);
    write_plain(small, 40, 40, blue);
    const struct contact_item items[] = {{wide, "wide", "detail", false},
                                         {small, "small", NULL, false},
                                         {file_in("missing.png"), "missing", "why", false},
                                         {NULL, NULL, NULL, false}};
    uint32_t width, height, again_width, again_height;
    struct rgb *pixels, *again;
    assert_int_equal(contact_write(sheet, items, 4, NULL), STATUS_OK);
    assert_int_equal(pngfile_read(sheet, &width, &height, &pixels, NULL), STATUS_OK);
    size_t reds = 0, blues = 0, failed = 0;
    struct palette palette;
    palette_init(&palette, NULL);
    for (size_t i = 0; i < (size_t)width * height; i++) {
        reds += is_near(pixels[i], red);
        blues += is_near(pixels[i], blue);
        failed += memcmp(&pixels[i], &palette.colours[COLOUR_UNROUTED], sizeof *pixels) == 0;
    }
    assert_int_equal(reds, CONTACT_THUMB * 1);             /* 4000 x 10 shrinks to 320 x 1 */
    assert_int_equal(blues, 40 * 40);                      /* nothing is blown up */
    assert_true(failed > (size_t)2 * 100 * CONTACT_THUMB); /* two bars, with crosses */
    assert_int_equal(contact_write(sheet, items, 4, NULL), STATUS_OK);
    assert_int_equal(pngfile_read(sheet, &again_width, &again_height, &again, NULL), STATUS_OK);
    assert_int_equal(width, again_width);
    assert_int_equal(height, again_height);
    assert_memory_equal(pixels, again, sizeof *pixels * width * height);
    free(pixels);
    free(again);
}

/* Flat pictures leave no gaps: twelve of 320 x 20 pixels in four columns, and a square one. */
static void test_no_gaps(void **state)
{
    (void)state;
    const char *wide = file_in("wide.png"), *small = file_in("small.png");
    write_plain(wide, 640, 40, (struct rgb){204, 0, 0});
    write_plain(small, 640, 640, (struct rgb){0, 51, 191});
    struct contact_item items[13];
    for (size_t i = 0; i < 13; i++)
        items[i] = (struct contact_item){i == 0 ? small : wide, "name", "detail", false};
    uint32_t width, height;
    struct rgb *pixels;
    assert_int_equal(contact_write(file_in("sheet.png"), items, 13, NULL), STATUS_OK);
    assert_int_equal(pngfile_read(file_in("sheet.png"), &width, &height, &pixels, NULL), STATUS_OK);
    assert_in_range(width, 4 * CONTACT_THUMB, 5 * CONTACT_THUMB + 100);
    assert_true(height < CONTACT_THUMB + 120); /* the flat ones stand beside the square one */
    free(pixels);
}

/* The pixels of a sheet of one empty square with this text below it. */
static struct rgb *sheet_of(const char *detail, size_t *bytes)
{
    const struct contact_item item = {NULL, "job", detail, false};
    uint32_t width, height;
    struct rgb *pixels;
    assert_int_equal(contact_write(file_in("sheet.png"), &item, 1, NULL), STATUS_OK);
    assert_int_equal(pngfile_read(file_in("sheet.png"), &width, &height, &pixels, NULL), STATUS_OK);
    *bytes = (size_t)width * height * sizeof *pixels;
    return pixels;
}

/* A text that is cut does not look like a shorter one that fits. */
static void test_cut_text(void **state)
{
    (void)state;
    char text[] = "1000 of 1000 nets, cost 123456789012345678";
    size_t bytes, whole_bytes;
    struct rgb *whole = sheet_of(text, &whole_bytes);
    size_t fits = font_fit(text, 2, CONTACT_THUMB);
    assert_in_range(fits, 1, strlen(text) - 1);
    for (size_t length = fits; length > 0; length--) {
        text[length] = '\0';
        struct rgb *shorter = sheet_of(text, &bytes);
        assert_int_equal(bytes, whole_bytes);
        assert_memory_not_equal(whole, shorter, bytes);
        free(shorter);
    }
    free(whole);
}

/* A sheet that lacks what it needs is none. */
static void test_needed(void **state)
{
    (void)state;
    const char *small = file_in("needed.png"), *sheet = file_in("needed_sheet.png");
    struct contact_item items[] = {{.caption = "none"}, {.picture = small, .needed = true}};
    struct error error = {0};
    write_plain(small, 40, 40, (struct rgb){1, 2, 3});
    assert_int_equal(contact_write(sheet, items, 2, &error), STATUS_OK);
    assert_int_equal(unlink(sheet), 0);
    for (int cut = 0; cut < 2; cut++) {
        assert_int_equal(cut == 0 ? truncate(small, 60) : unlink(small), 0);
        items[1].needed = true;
        assert_int_equal(contact_write(sheet, items, 2, &error), STATUS_FAILED);
        assert_string_equal(error.file, small);
        error_clear(&error);
        assert_int_not_equal(access(sheet, F_OK), 0);
        items[1].needed = false;
        assert_int_equal(contact_write(sheet, items, 2, &error), STATUS_OK);
        assert_int_equal(unlink(sheet), 0);
    }
}

static void test_extremes(void **state)
{
    (void)state;
    const char *sheet = file_in("sheet.png");
    assert_int_equal(contact_write(sheet, NULL, 0, NULL), STATUS_OK);
    struct contact_item *many = calloc(1000, sizeof *many);
    assert_int_equal(contact_write(sheet, many, 1000, NULL), STATUS_OK);
    free(many);
    uint32_t width, height;
    struct rgb *pixels;
    assert_int_equal(pngfile_read(sheet, &width, &height, &pixels, NULL), STATUS_OK);
    assert_true((uint64_t)width * height <= 64000000);
    free(pixels);
    struct error error = {0};
    assert_int_equal(contact_write("/no/such/folder/x.png", NULL, 0, &error), STATUS_FAILED);
    assert_true(error.text[0] != '\0');
}

static int make_folder(void **state)
{
    (void)state;
    return !temporary_folder(folder);
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"wide.png", "small.png", "sheet.png"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        unlink(file_in(NAMES[i]));
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sheet),    cmocka_unit_test(test_no_gaps),
        cmocka_unit_test(test_cut_text), cmocka_unit_test(test_needed),
        cmocka_unit_test(test_extremes),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
