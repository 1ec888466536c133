/* Tests of polygons of merged rectangles, against a bitmap of all units. */
#include "grid/check/geometry/polygon.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "grid/random.h"

enum { SIDE = 24, ROUNDS = 2000 };

struct bitmap {
    bool at[SIDE + 2][SIDE + 2]; /* with an empty border; unit (x, y) is at[y + 1][x + 1] */
};

static void paint(struct bitmap *bitmap, struct layout_rect r)
{
    for (int32_t y = r.y0; y < r.y1; y++)
        for (int32_t x = r.x0; x < r.x1; x++)
            bitmap->at[y + 1][x + 1] = true;
}

static uint32_t random_rects(struct random *random, struct layout_rect *rects)
{
    uint32_t count = random_between(random, 1, 9);
    for (uint32_t i = 0; i < count; i++) {
        rects[i].x0 = (int32_t)random_below(random, SIDE - 1);
        rects[i].y0 = (int32_t)random_below(random, SIDE - 1);
        rects[i].x1 = (int32_t)random_between(random, (uint32_t)rects[i].x0 + 1, SIDE);
        rects[i].y1 = (int32_t)random_between(random, (uint32_t)rects[i].y0 + 1, SIDE);
        if (random_chance(random, 60)) { /* thin, as wires are */
            rects[i].x1 = rects[i].x0 + 1 + (int32_t)random_below(random, 3);
            rects[i].x1 = rects[i].x1 < SIDE ? rects[i].x1 : SIDE;
        }
    }
    return count;
}

static int64_t painted(const struct bitmap *bitmap, struct layout_rect r)
{
    int64_t units = 0;
    for (int32_t y = r.y0; y < r.y1; y++)
        for (int32_t x = r.x0; x < r.x1; x++)
            units += bitmap->at[y + 1][x + 1];
    return units;
}

static bool is_full(const struct bitmap *bitmap, struct layout_rect r)
{
    return r.x0 >= 0 && r.y0 >= 0 && r.x1 <= SIDE && r.y1 <= SIDE &&
           painted(bitmap, r) == (int64_t)rect_width(r) * rect_height(r);
}

/* The result has every rectangle of metal that cannot grow to any side, once, and no other. */
static void assert_maximal(const struct polygon *polygon, const struct bitmap *bitmap)
{
    uint32_t expected = 0;
    for (int32_t y0 = 0; y0 < SIDE; y0++)
        for (int32_t x0 = 0; x0 < SIDE; x0++)
            for (int32_t y1 = y0 + 1; y1 <= SIDE && bitmap->at[y1][x0 + 1]; y1++)
                for (int32_t x1 = x0 + 1; x1 <= SIDE; x1++) {
                    struct layout_rect r = {x0, y0, x1, y1};
                    if (!is_full(bitmap, r))
                        break;
                    expected += !is_full(bitmap, (struct layout_rect){x0 - 1, y0, x1, y1}) &&
                                !is_full(bitmap, (struct layout_rect){x0, y0 - 1, x1, y1}) &&
                                !is_full(bitmap, (struct layout_rect){x0, y0, x1 + 1, y1}) &&
                                !is_full(bitmap, (struct layout_rect){x0, y0, x1, y1 + 1});
                }
    assert_int_equal(polygon->rect_count, expected);
    for (uint32_t i = 0; i < polygon->rect_count; i++)
        assert_true(is_full(bitmap, polygon->rects[i]));
}

/* Loops turn at every corner, enclose the area, and have the length of the boundary, with metal to
 * the left. */
static void assert_loops(const struct polygon *polygon, const struct bitmap *bitmap)
{
    int64_t area = 0, length = 0, boundary = 0;
    for (uint32_t loop = 0; loop < polygon->loop_count; loop++) {
        uint32_t first = polygon->loop_first[loop], end = polygon->loop_first[loop + 1];
        assert_true(end - first >= 4);
        area += polygon_loop_area(polygon, loop);
        for (uint32_t i = first; i < end; i++) {
            struct point a = polygon->points[i], b = polygon->points[i + 1 < end ? i + 1 : first];
            struct point c = polygon->points[first + (i + 2 - first) % (end - first)];
            assert_true((a.x == b.x) != (a.y == b.y));
            assert_true((a.x == b.x) == (b.y == c.y)); /* a corner, not a point on an edge */
            length += llabs((long long)a.x - b.x) + llabs((long long)a.y - b.y);
            int32_t mx = a.x == b.x ? (b.y > a.y ? a.x - 1 : a.x) : (a.x < b.x ? a.x : b.x);
            int32_t my = a.x == b.x ? (a.y < b.y ? a.y : b.y) : (b.x > a.x ? a.y : a.y - 1);
            assert_true(bitmap->at[my + 1][mx + 1]);
        }
    }
    for (int y = 1; y <= SIDE + 1; y++)
        for (int x = 1; x <= SIDE + 1; x++)
            boundary += (bitmap->at[y][x] != bitmap->at[y][x - 1]) +
                        (bitmap->at[y][x] != bitmap->at[y - 1][x]);
    assert_int_equal(area / 2, painted(bitmap, (struct layout_rect){0, 0, SIDE, SIDE}));
    assert_int_equal(length, boundary);
}

static void test_against_bitmap(void **state)
{
    (void)state;
    const char *text = getenv("SEED");
    struct random random = random_seeded(text != NULL ? strtoull(text, NULL, 10) : 11);
    struct polygon polygon = {0};
    print_message("SEED=%s\n", text != NULL ? text : "11");
    for (int round = 0; round < ROUNDS; round++) {
        struct layout_rect rects[9];
        struct bitmap bitmap = {0};
        uint32_t count = random_rects(&random, rects);
        for (uint32_t i = 0; i < count; i++)
            paint(&bitmap, rects[i]);
        assert_int_equal(polygon_make(&polygon, rects, count, NULL), 0);
        assert_int_equal(polygon_area(&polygon),
                         painted(&bitmap, (struct layout_rect){0, 0, SIDE, SIDE}));
        assert_int_equal(polygon_maximal(&polygon, NULL), 0);
        assert_maximal(&polygon, &bitmap);
        assert_int_equal(polygon_loops(&polygon, NULL), 0);
        assert_loops(&polygon, &bitmap);
        for (int probe = 0; probe < 20; probe++) {
            struct layout_rect r = {(int32_t)random_below(&random, SIDE), 0, 0, 0};
            r.y0 = (int32_t)random_below(&random, SIDE);
            r.x1 = r.x0 + 1 + (int32_t)random_below(&random, 6);
            r.y1 = r.y0 + 1 + (int32_t)random_below(&random, 6);
            assert_int_equal(polygon_covers(&polygon, r), is_full(&bitmap, r));
        }
    }
    polygon_destroy(&polygon);
}

/* More than 64 columns: rows of several words. */
static void test_comb(void **state)
{
    (void)state;
    enum { TEETH = 200 };
    struct layout_rect rects[TEETH + 1];
    struct polygon polygon = {0};
    for (int32_t i = 0; i < TEETH; i++)
        rects[i] = (struct layout_rect){10 * i, 0, 10 * i + 5, 20};
    rects[TEETH] = (struct layout_rect){0, 20, 10 * TEETH, 30};
    assert_int_equal(polygon_make(&polygon, rects, TEETH + 1, NULL), 0);
    assert_int_equal(polygon_area(&polygon), TEETH * 100 + TEETH * 100);
    assert_int_equal(polygon_maximal(&polygon, NULL), 0);
    assert_int_equal(polygon.rect_count, TEETH + 1);
    assert_int_equal(polygon_loops(&polygon, NULL), 0);
    assert_int_equal(polygon.loop_count, 1);
    /* two corners per tooth, two at its base (the first one is flush), three of the bar */
    assert_int_equal(polygon.point_count, 4 * TEETH - 1 + 3);
    polygon_destroy(&polygon);
}

/* Two squares that share only a corner are two loops. */
static void test_common_corner(void **state)
{
    (void)state;
    const struct layout_rect rects[] = {{0, 0, 5, 5}, {5, 5, 9, 9}};
    struct polygon polygon = {0};
    assert_int_equal(polygon_make(&polygon, rects, 2, NULL), 0);
    assert_int_equal(polygon_loops(&polygon, NULL), 0);
    assert_int_equal(polygon.loop_count, 2);
    polygon_destroy(&polygon);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_bitmap),
        cmocka_unit_test(test_comb),
        cmocka_unit_test(test_common_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
