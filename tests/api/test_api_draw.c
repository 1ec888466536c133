/* Tests of leeway.h: pictures, as files and in memory. */
#include "tests/api/calls.h"

/* A picture in memory has the bytes of the file. */
static void test_image(void **state)
{
    (void)state;
    char folder[PATH_SIZE - 20], path[PATH_SIZE];
    struct leeway_design *design = make_first();
    struct leeway_image *image;
    struct leeway_routes *routes;
    struct leeway_picture picture;
    size_t size;
    uint8_t file[65536];
    make_folder(folder);
    snprintf(path, sizeof path, "%s/a.png", folder);
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_OK);
    leeway_picture_init(&picture, sizeof picture);
    picture.scale = 4;
    picture.highlight = (const char *const[]){"clk"};
    picture.highlight_count = 1;
    for (int with = 0; with < 2; with++) {
        const struct leeway_routes *drawn = with ? routes : NULL;
        const struct leeway_picture *how = with ? &picture : NULL;
        assert_int_equal(leeway_draw(design, drawn, how, path, &error), LEEWAY_OK);
        assert_int_equal(leeway_draw_image(&image, design, drawn, how, &error), LEEWAY_OK);
        const uint8_t *bytes = leeway_image_bytes(image, &size);
        FILE *stream = fopen(path, "rb");
        assert_int_equal(fread(file, 1, sizeof file, stream), size);
        fclose(stream);
        assert_memory_equal(bytes, file, size);
        leeway_image_destroy(image);
    }
    unlink(path);
    rmdir(folder);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
}

static void test_pictures_refused(void **state)
{
    (void)state;
    struct leeway_design *design = make_first();
    struct leeway_picture picture;
    struct leeway_image *image = (struct leeway_image *)&picture;
    size_t size = 7;
#define WRONG(set, says)                                                                           \
    do {                                                                                           \
        leeway_picture_init(&picture, sizeof picture);                                             \
        set;                                                                                       \
        refused(leeway_draw_image(&image, design, NULL, &picture, &error), says);                  \
        assert_null(image);                                                                        \
        refused(leeway_draw(design, NULL, &picture, "/none/x.png", &error), says);                 \
    } while (0)
    WRONG(picture.size = 0, "leeway_picture_init");
    WRONG(picture.size = sizeof picture + 8, "leeway_picture_init");
    WRONG(picture.size = offsetof(struct leeway_picture, highlight) + 1, "leeway_picture_init");
    WRONG(picture.scale = 257, "257");
    WRONG(picture.scale = UINT32_MAX, "4294967295");
    WRONG((picture.cropped = 1, picture.crop[2] = 12), "inside the grid");
    WRONG((picture.cropped = 1, picture.crop[3] = UINT32_MAX), "inside the grid");
    WRONG((picture.cropped = 1, picture.crop[0] = 1), "low corner first");
    WRONG(picture.highlight_count = 1, "highlight is NULL");
    WRONG(picture.highlight_count = SIZE_MAX, "at most 2");
    WRONG((picture.highlight_count = 1, picture.highlight = (const char *const[]){NULL}),
          "a name in highlight is NULL");
    WRONG((picture.highlight_count = 1, picture.highlight = (const char *const[]){"nobody"}),
          "nobody");
#undef WRONG
    refused(leeway_draw(NULL, NULL, NULL, "x", &error), "design is NULL");
    refused(leeway_draw(design, NULL, NULL, NULL, &error), "path is NULL");
    refused(leeway_draw_image(NULL, design, NULL, NULL, &error), "image is NULL");
    refused(leeway_draw_image(&image, NULL, NULL, NULL, &error), "design is NULL");
    assert_int_equal(leeway_draw(design, NULL, NULL, "/none/x.png", &error), LEEWAY_FAILED);
    assert_true(error.text[0] != '\0');
    assert_null(leeway_image_bytes(NULL, &size));
    assert_null(leeway_image_bytes(NULL, NULL));
    assert_int_equal(size, 0);
    leeway_image_destroy(NULL);
    leeway_picture_init(NULL, sizeof picture);
    leeway_design_destroy(design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_image),
        cmocka_unit_test(test_pictures_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
