/* png: written images are decoded with libpng's simplified interface and compared; failures leave
 * no file. */
#include <png.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cmocka.h>

#include "router/draw/canvas/png.h"
#include "tests/support/temporary.h"

static char folder[TEMPORARY_SIZE];

static const char *file_in(const char *name)
{
    static char path[TEMPORARY_SIZE + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Decodes by libpng's simplified interface, which shares no code with the code under test. */
static struct rgb *decode(const char *path, uint32_t *width, uint32_t *height)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, path));
    image.format = PNG_FORMAT_RGB;
    struct rgb *pixels = malloc((size_t)image.width * image.height * sizeof *pixels);
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    *width = image.width;
    *height = image.height;
    return pixels;
}

static enum status write_png(const char *path, uint32_t width, uint32_t height, uint8_t *pixels,
                             const struct rgb *colours, unsigned count, struct error *error)
{
    struct canvas canvas = {.width = width, .height = height, .pixels = pixels};
    memcpy(canvas.palette.colours, colours, count * sizeof *colours);
    canvas.palette.count = count;
    return canvas_write(&canvas, path, error);
}

static void round_trip(uint32_t width, uint32_t height, unsigned colour_count)
{
    struct rgb colours[PALETTE_MAX];
    for (unsigned i = 0; i < colour_count; i++)
        colours[i] = (struct rgb){(uint8_t)rand(), (uint8_t)rand(), (uint8_t)rand()};
    uint8_t *pixels = malloc((size_t)width * height);
    for (size_t i = 0; i < (size_t)width * height; i++)
        pixels[i] = (uint8_t)((unsigned)rand() % colour_count);
    const char *path = file_in("round.png");
    assert_int_equal(write_png(path, width, height, pixels, colours, colour_count, NULL),
                     STATUS_OK);
    uint32_t w, h, w2, h2;
    struct rgb *seen = decode(path, &w, &h), *read = NULL;
    assert_int_equal(w, width);
    assert_int_equal(h, height);
    for (size_t i = 0; i < (size_t)width * height; i++)
        assert_memory_equal(&seen[i], &colours[pixels[i]], sizeof(struct rgb));
    assert_int_equal(pngfile_read(path, &w2, &h2, &read, NULL), STATUS_OK);
    assert_int_equal(w2, width);
    assert_int_equal(h2, height);
    assert_memory_equal(read, seen, sizeof(struct rgb) * width * height);
    free(read);
    free(seen);
    free(pixels);
}

static void test_round_trip(void **state)
{
    (void)state;
    static const unsigned COUNTS[] = {1, 2, 15, 16, 17, 255, 256};
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        round_trip(1, 1, COUNTS[i]);
        round_trip(7, 5, COUNTS[i]);
        round_trip(64, 33, COUNTS[i]);
    }
}

static size_t slurp(const char *path, unsigned char *bytes, size_t room)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, room, file);
    fclose(file);
    return size;
}

static void test_header_and_bytes(void **state)
{
    (void)state;
    struct rgb colours[PALETTE_MAX] = {{1, 2, 3}};
    uint8_t pixels[40] = {0};
    unsigned char first[600], second[600];
    const char *path = file_in("a.png");
    for (unsigned i = 1; i < PALETTE_MAX; i++)
        colours[i] = (struct rgb){(uint8_t)i, 0, 0};
    colours[9] = colours[17];        /* equal ones count once */
    for (uint8_t i = 0; i < 16; i++) /* 16 colours of 256, far apart in the palette */
        pixels[i] = (uint8_t)(i * 17);
    pixels[20] = 9;
    assert_int_equal(write_png(path, 8, 5, pixels, colours, 256, NULL), STATUS_OK);
    size_t size = slurp(path, first, sizeof first);
    assert_int_equal(first[24], 4); /* bit depth */
    assert_int_equal(first[25], 3); /* palette */
    assert_int_equal(write_png(path, 8, 5, pixels, colours, 256, NULL), STATUS_OK);
    assert_int_equal(slurp(path, second, sizeof second), size);
    assert_memory_equal(first, second, size);
    assert_null(memmem(first, size, "tIME", 4));
    assert_null(memmem(first, size, "tEXt", 4));
    pixels[39] = 1; /* a 17th */
    assert_int_equal(write_png(path, 8, 5, pixels, colours, 256, NULL), STATUS_OK);
    slurp(path, first, sizeof first);
    assert_int_equal(first[24], 8);
}

/* All IDAT chunks of a file, one behind the other. */
static size_t data_of(const unsigned char *file, size_t size, unsigned char *data)
{
    size_t count = 0;
    for (size_t at = 8; at + 12 <= size;) {
        size_t length = (size_t)file[at] << 24 | (size_t)file[at + 1] << 16 |
                        (size_t)file[at + 2] << 8 | file[at + 3];
        if (memcmp(file + at + 4, "IDAT", 4) == 0) {
            memcpy(data + count, file + at + 8, length);
            count += length;
        }
        at += length + 12;
    }
    return count;
}

/* Size of these bytes, compressed with level 1. */
static size_t compressed(unsigned char *bytes, size_t size, int strategy)
{
    z_stream z = {0};
    uLong room = compressBound((uLong)size) + 64;
    unsigned char *out = malloc(room);
    assert_int_equal(deflateInit2(&z, 1, Z_DEFLATED, 15, 8, strategy), Z_OK);
    z.next_in = bytes;
    z.avail_in = (uInt)size;
    z.next_out = out;
    z.avail_out = (uInt)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    size_t count = z.total_out;
    deflateEnd(&z);
    free(out);
    return count;
}

/* The work of writing, without a clock: the filter that most rows are zero with, none for a row
 * that is another than the one above, a quick level of zlib, and its matching, which makes smaller
 * files than runs alone for no more time. */
static void test_work(void **state)
{
    (void)state;
    enum { SIDE = 600, CELL = 20, ROOM = SIDE * SIDE };
    struct rgb colours[20];
    uint8_t *pixels = malloc(ROOM);
    unsigned char *file = malloc(ROOM), *data = malloc(ROOM), *rows = malloc(ROOM);
    for (unsigned i = 0; i < 20; i++)
        colours[i] = (struct rgb){(uint8_t)(i * 12), (uint8_t)(i * 7), 90};
    for (unsigned y = 0; y < SIDE; y++) /* squares with rims, as in a picture of large cells */
        for (unsigned x = 0; x < SIDE; x++)
            pixels[y * SIDE + x] = x % CELL < 4 || y % CELL < 4
                                       ? (uint8_t)(x % CELL % 3)
                                       : (uint8_t)((x / CELL * 7 + y / CELL * 11) % 20);
    const char *path = file_in("a.png");
    assert_int_equal(write_png(path, SIDE, SIDE, pixels, colours, 20, NULL), STATUS_OK);
    size_t size = slurp(path, file, ROOM), count = data_of(file, size, data);
    assert_in_range(data[1] >> 6, 0, 1); /* zlib's head: levels 1 to 5 */
    uLongf unpacked = ROOM + SIDE;
    unsigned char *filtered = realloc(rows, unpacked);
    assert_int_equal(uncompress(filtered, &unpacked, data, (uLong)count), Z_OK);
    assert_int_equal(unpacked, SIDE * (SIDE + 1));
    for (size_t y = 0; y < SIDE; y++)
        assert_int_equal(filtered[y * (SIDE + 1)], y % CELL == 0 || y % CELL == 4
                                                       ? PNG_FILTER_VALUE_NONE
                                                       : PNG_FILTER_VALUE_UP);
    size_t runs = compressed(filtered, unpacked, Z_RLE);
    size_t matched = compressed(filtered, unpacked, Z_DEFAULT_STRATEGY);
    assert_true(matched * 3 < runs * 2); /* filtering matters for this picture */
    assert_true(count <= matched + matched / 10);
    free(pixels);
    free(file);
    free(data);
    free(filtered);
}

static void test_refusals(void **state)
{
    (void)state;
    struct rgb colour = {0, 0, 0};
    uint8_t pixel = 0;
    struct error error = {0};
    assert_int_equal(write_png("/no/such/folder/x.png", 1, 1, &pixel, &colour, 1, &error),
                     STATUS_FAILED);
    assert_true(error.text[0] != '\0');
    if (access("/dev/full", W_OK) == 0) {
        error_clear(&error);
        assert_int_equal(write_png("/dev/full", 1, 1, &pixel, &colour, 1, &error), STATUS_FAILED);
        assert_true(error.text[0] != '\0');
    }
}

static void test_bad_files(void **state)
{
    (void)state;
    struct error error = {0};
    uint32_t width, height;
    struct rgb *pixels;
    const char *path = file_in("bad.png");
    FILE *file = fopen(path, "wb");
    fputs("this is no picture", file);
    fclose(file);
    assert_int_equal(pngfile_read(path, &width, &height, &pixels, &error), STATUS_BAD_INPUT);
    assert_null(pixels);
    assert_non_null(strstr(error.text, "PNG"));
    assert_int_equal(pngfile_read(file_in("missing.png"), &width, &height, &pixels, NULL),
                     STATUS_BAD_INPUT);
    /* A good file cut at every length is an error, never a crash. */
    struct rgb colours[2] = {{9, 9, 9}, {200, 1, 2}};
    uint8_t cells[12] = {0, 1, 0, 1};
    path = file_in("cut.png");
    assert_int_equal(write_png(path, 4, 3, cells, colours, 2, NULL), STATUS_OK);
    unsigned char bytes[300];
    size_t size = slurp(path, bytes, sizeof bytes);
    for (size_t cut = 0; cut + 16 < size; cut++) {
        file = fopen(path, "wb");
        fwrite(bytes, 1, cut, file);
        fclose(file);
        assert_int_equal(pngfile_read(path, &width, &height, &pixels, NULL), STATUS_BAD_INPUT);
    }
}

static int make_folder(void **state)
{
    (void)state;
    return !temporary_folder(folder);
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"round.png", "a.png", "bad.png", "cut.png"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        unlink(file_in(NAMES[i]));
    return rmdir(folder); /* fails if a temporary file is left */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_header_and_bytes),
        cmocka_unit_test(test_work),       cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_bad_files),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
