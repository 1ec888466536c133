/* Tests of bins: every search, compared with a loop over all rectangles. */
#include "grid/check/geometry/bins.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "grid/random.h"

enum { LAYER = 3, RECTS = 500, SPAN = 100000, ROUNDS = 60, SEARCHES = 60 };

struct placed_rect {
    struct layout_rect rect;
    uint16_t layer;
};

static struct layout_rect random_rect(struct random *random)
{
    struct layout_rect r;
    bool large = random_chance(random, 3);
    r.x0 = (int32_t)random_below(random, SPAN) - SPAN / 2;
    r.y0 = (int32_t)random_below(random, SPAN) - SPAN / 2;
    r.x1 = r.x0 + (int32_t)random_below(random, large ? SPAN : 400);
    r.y1 = r.y0 + (int32_t)random_below(random, large ? SPAN : 400);
    return r;
}

static void assert_search(const struct bins *bins, const struct placed_rect *rects,
                          struct layout_rect box, int32_t margin)
{
    static bool found[RECTS];
    memset(found, 0, sizeof found);
    struct bins_search search = bins_search(bins, box, margin);
    for (uint32_t i = 0; bins_next(&search, &i);) {
        assert_true(i < RECTS);
        assert_false(found[i]); /* each once */
        found[i] = true;
    }
    for (uint32_t i = 0; i < RECTS; i++)
        assert_int_equal(found[i], rects[i].layer == LAYER &&
                                       rect_meet(rects[i].rect, rect_grow(box, margin)));
}

static void test_searches(void **state)
{
    (void)state;
    const char *text = getenv("SEED");
    struct random random = random_seeded(text != NULL ? strtoull(text, NULL, 10) : 3);
    static struct placed_rect rects[RECTS];
    print_message("SEED=%s\n", text != NULL ? text : "3");
    for (int round = 0; round < ROUNDS; round++) {
        struct bins bins;
        uint32_t percent = round % 3 == 0 ? 100 : 30;
        for (int i = 0; i < RECTS; i++) {
            rects[i].rect = random_rect(&random);
            rects[i].layer = (uint16_t)(LAYER + !random_chance(&random, percent));
        }
        assert_int_equal(bins_make(&bins, &rects->rect, sizeof *rects, &rects->layer, sizeof *rects,
                                   LAYER, RECTS, NULL),
                         0);
        for (int i = 0; i < SEARCHES; i++)
            assert_search(&bins, rects, random_rect(&random), (int32_t)random_below(&random, 1000));
        bins_destroy(&bins);
    }
}

/* Zeroed bins, no rectangles, and all rectangles at one place. */
static void test_few(void **state)
{
    (void)state;
    struct bins bins = {0};
    uint32_t i = 0, count = 0;
    const struct layout_rect same[3] = {{5, 5, 9, 9}, {5, 5, 9, 9}, {5, 5, 9, 9}};
    struct bins_search search = bins_search(&bins, same[0], 10);
    assert_false(bins_next(&search, &i));
    assert_int_equal(bins_make(&bins, same, sizeof *same, NULL, 0, 0, 0, NULL), 0);
    search = bins_search(&bins, same[0], 10);
    assert_false(bins_next(&search, &i));
    bins_destroy(&bins);
    assert_int_equal(bins_make(&bins, same, sizeof *same, NULL, 0, 0, 3, NULL), 0);
    search = bins_search(&bins, (struct layout_rect){9, 9, 20, 20}, 0);
    while (bins_next(&search, &i))
        count++;
    assert_int_equal(count, 3);
    bins_destroy(&bins);
}

/* Squares that begin at each unit, so also at the first unit of each bin: a search of all bins
 * finds each once. */
static void test_edges(void **state)
{
    (void)state;
    enum { SIDE = 1000 };
    struct bins bins;
    static struct layout_rect rects[SIDE];
    static uint32_t found[SIDE];
    uint32_t i = 0;
    for (int32_t at = 0; at < SIDE; at++)
        rects[at] = (struct layout_rect){at, at, at + 5, at + 5};
    assert_int_equal(bins_make(&bins, rects, sizeof *rects, NULL, 0, 0, SIDE, NULL), 0);
    struct bins_search search = bins_search(&bins, (struct layout_rect){0, 0, SIDE, SIDE}, 0);
    while (bins_next(&search, &i))
        found[i]++;
    for (i = 0; i < SIDE; i++)
        assert_int_equal(found[i], 1);
    bins_destroy(&bins);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_searches),
        cmocka_unit_test(test_few),
        cmocka_unit_test(test_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
