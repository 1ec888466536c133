/* test_own: necks and notches of one net's metal, and differences of rectangles. */
#include "tests/support/tiny_model.h"

static void boxes_join_by_a_full_width(void **state)
{
    (void)state;
    struct layout_rect bar = {0, 0, 100, 10};
    assert_true(own_joined(bar, (struct layout_rect){20, 5, 30, 60}, 10));  /* across, full width */
    assert_true(own_joined(bar, (struct layout_rect){20, 10, 30, 60}, 10)); /* abuts, full width */
    assert_false(own_joined(bar, (struct layout_rect){95, 5, 120, 60}, 10)); /* a corner of 5 x 5 */
    assert_false(own_joined(bar, (struct layout_rect){20, 11, 30, 60}, 10)); /* apart */
    assert_true(
        own_joined(bar, (struct layout_rect){20, 2, 24, 6}, 10)); /* inside, smaller than it */
}

static void a_corner_overlap_is_a_neck(void **state)
{
    (void)state;
    const struct layout_rect pin[] = {{0, 0, 40, 40}};
    assert_true(own_fault((struct layout_rect){36, 36, 46, 80}, pin, 1, 10, 10));
    assert_false(own_fault((struct layout_rect){30, 36, 40, 80}, pin, 1, 10, 10));
    assert_false(own_fault((struct layout_rect){10, 10, 20, 20}, pin, 1, 10, 10));
}

static void a_gap_is_a_notch_unless_it_is_filled(void **state)
{
    (void)state;
    const struct layout_rect u[] = {{0, 0, 10, 50}, {0, 0, 60, 10}, {18, 0, 60, 50}};
    /* a is 8 from the bar beside it */
    struct layout_rect a = {0, 30, 10, 90};
    const struct layout_rect one[] = {{0, 0, 10, 35}, {18, 0, 30, 90}};
    assert_true(own_fault(a, one, 2, 10, 10));
    assert_false(own_fault(a, one, 2, 10, 8));
    assert_false(own_gap_open(u[0], u[2], (const struct layout_rect[]){{0, 0, 60, 50}}, 1));
    assert_true(own_gap_open(u[0], u[2], u, 3)); /* closed below 10 only */
    assert_true(own_gap_open((struct layout_rect){0, 0, 10, 10},
                             (struct layout_rect){15, 15, 25, 25}, NULL, 0));
}

static void what_is_left_of_a_box(void **state)
{
    (void)state;
    struct layout_rect out[8];
    const struct layout_rect middle = {10, 10, 20, 20};
    int64_t area = 0;
    uint32_t n = rect_minus((struct layout_rect){0, 0, 30, 30}, &middle, 1, out, 8);
    for (uint32_t i = 0; i < n; i++)
        area += (int64_t)(out[i].x1 - out[i].x0) * (out[i].y1 - out[i].y0);
    assert_int_equal(n, 4);
    assert_int_equal(area, 800);
    assert_int_equal(rect_minus(middle, &(struct layout_rect){0, 0, 30, 30}, 1, out, 8), 0);
}

static void nearness_is_straight_at_corners(void **state)
{
    (void)state;
    struct layout_rect a = {0, 0, 10, 10};
    assert_true(rect_near(a, (struct layout_rect){13, 14, 20, 20}, 6));  /* 5 apart */
    assert_false(rect_near(a, (struct layout_rect){13, 14, 20, 20}, 5)); /* exactly 5 */
    assert_true(rect_near(a, (struct layout_rect){10, 0, 20, 10}, 0));   /* abuts */
    assert_false(rect_near(a, (struct layout_rect){10, 10, 20, 20}, 0)); /* a corner only */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_join_by_a_full_width),
        cmocka_unit_test(a_corner_overlap_is_a_neck),
        cmocka_unit_test(a_gap_is_a_notch_unless_it_is_filled),
        cmocka_unit_test(what_is_left_of_a_box),
        cmocka_unit_test(nearness_is_straight_at_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
