/* test_rectangles: random pictures are covered exactly once with the right numbers. */
#include "tests/support/texts.h"

#include "grid/format/native/rectangles.h"

enum { SIDE = 24 };

struct picture {
    uint32_t width, height, count;
    uint32_t value[SIDE][SIDE], covered[SIDE][SIDE];
};

static uint32_t value_at(const void *context, uint32_t x, uint32_t y)
{
    return ((const struct picture *)context)->value[y][x];
}

static void cover(void *context, struct box box, uint32_t value)
{
    struct picture *picture = context;
    assert_true(box.x0 <= box.x1 && box.x1 < picture->width);
    assert_true(box.y0 <= box.y1 && box.y1 < picture->height);
    picture->count++;
    for (uint32_t y = box.y0; y <= box.y1; y++)
        for (uint32_t x = box.x0; x <= box.x1; x++) {
            assert_int_equal(picture->covered[y][x], 0);
            picture->covered[y][x] = value;
        }
}

static void run(struct picture *picture)
{
    assert_int_equal(
        rectangles_cover(picture->width, picture->height, value_at, picture, cover, picture, NULL),
        STATUS_OK);
    assert_memory_equal(picture->value, picture->covered, sizeof picture->value);
}

/* True if the runs at x in both rows have equal ends and values. */
static bool same_run(const struct picture *picture, uint32_t x, uint32_t y, uint32_t other)
{
    const uint32_t *a = picture->value[y], *b = picture->value[other];
    uint32_t end = x;
    while (end < picture->width && a[end] == a[x] && b[end] == a[x])
        end++;
    const bool starts = x == 0 || b[x - 1] != a[x];
    const bool ends = end == picture->width || (a[end] != a[x] && b[end] != a[x]);
    return end > x && starts && ends;
}

/* The number of runs that do not continue a run of the row below, which is that of the rectangles.
 */
static uint32_t beginnings(const struct picture *picture)
{
    uint32_t count = 0;
    for (uint32_t y = 0; y < picture->height; y++)
        for (uint32_t x = 0; x < picture->width; x++) {
            const uint32_t *row = picture->value[y];
            const bool starts = row[x] != 0 && (x == 0 || row[x - 1] != row[x]);
            count += starts && (y == 0 || !same_run(picture, x, y, y - 1));
        }
    return count;
}

static void test_random_pictures(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(9);
    for (int round = 0; round < 500; round++) {
        struct picture picture = {
            1 + splitmix_below(&seed, SIDE), 1 + splitmix_below(&seed, SIDE), 0, {{0}}, {{0}}};
        uint32_t values = 1 + splitmix_below(&seed, 4);
        for (uint32_t y = 0; y < picture.height; y++)
            for (uint32_t x = 0; x < picture.width; x++)
                picture.value[y][x] = splitmix_below(&seed, values);
        run(&picture);
        assert_int_equal(picture.count, beginnings(&picture));
    }
}

static void test_separate_rectangles_stay_whole(void **state)
{
    (void)state;
    struct picture picture = {SIDE, SIDE, 0, {{0}}, {{0}}};
    static const struct box boxes[] = {
        {0, 0, 4, 7}, {6, 2, 6, 20}, {8, 3, 23, 3}, {10, 10, 23, 23}};
    for (size_t i = 0; i < 4; i++)
        for (uint32_t y = boxes[i].y0; y <= boxes[i].y1; y++)
            for (uint32_t x = boxes[i].x0; x <= boxes[i].x1; x++)
                picture.value[y][x] = 5;
    run(&picture);
    assert_int_equal(picture.count, 4);
    struct picture full = {SIDE, SIDE, 0, {{0}}, {{0}}};
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++)
            full.value[y][x] = 1;
    run(&full);
    assert_int_equal(full.count, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_pictures),
        cmocka_unit_test(test_separate_rectangles_stay_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
