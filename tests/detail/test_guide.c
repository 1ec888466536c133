/* test_guide: the squares of nodes that guides mark, in a tiny technology. */
#include "router/detail/net/guide.h"
#include "tests/support/tiny_model.h"

/* Guides of net 0 with their margin cover columns and rows 7 to 13 of layer 1, so squares of 4 to
 * 15; net 1 has none. */
static void guides_mark_squares(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    struct guide guide;
    struct model_guide box = {.layer = 1, .box = {100, 100, 120, 120}};
    uint32_t first[] = {0, 1, 1};
    tiny_make(&t);
    for (uint32_t n = 0; n < 2; n++) {
        tiny_pin_at(&t, n, 5, 5 + 4 * n);
        tiny_pin_at(&t, n, 15, 5 + 4 * n);
    }
    t.model.guides = &box;
    t.model.net_guides = first;
    tiny_route(&flow, &t, 40, 1);
    assert_int_equal(guide_create(&guide, &flow.lattice, NULL), STATUS_OK);
    for (uint32_t turn = 0; turn < 4; turn++) {
        guide_enter(&guide, &flow.lattice, turn % 2);
        for (uint32_t l = 0; l < 3; l++)
            for (uint32_t ix = 0; ix < TINY_LINES; ix++)
                for (uint32_t iy = 0; iy < TINY_LINES; iy++) {
                    const bool in = l == 1 && ix >= 4 && ix < 16 && iy >= 4 && iy < 16;
                    assert_int_equal(guide_outside(&guide, lattice_node(&flow.lattice, l, ix, iy)),
                                     turn % 2 == 0 && !in);
                }
    }
    guide_destroy(&guide);
    flow_destroy(&flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(guides_mark_squares)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
