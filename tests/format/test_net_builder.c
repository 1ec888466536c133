/* test_net_builder: random pins, compared with a list of the cells that are taken. */
#include "tests/support/texts.h"

#include "grid/format/net_builder.h"

enum { WIDTH = 9, HEIGHT = 8, LAYERS = 3, PLANE = WIDTH * HEIGHT };

static void build_until_taken(uint64_t *seed, bool alone, struct scan *scan)
{
    struct design design = {.alone = alone};
    struct net_builder builder;
    bool taken[PLANE * LAYERS] = {false};
    assert_int_equal(grid_create(&design.grid, WIDTH, HEIGHT, LAYERS, NULL), STATUS_OK);
    assert_int_equal(net_builder_open(&builder, &design, scan, NULL), STATUS_OK);
    for (int n = 0; n < 60; n++) {
        char text[8];
        int length = snprintf(text, sizeof text, "n%d", n / 3);
        struct word word = {text, (size_t)length, 0};
        if (n % 3 == 0)
            assert_int_equal(net_builder_net(&builder, &word, NULL), STATUS_OK);
        bool star = splitmix_below(seed, 4) == 0;
        cell_t cell = splitmix_below(seed, star ? PLANE : PLANE * LAYERS);
        bool clash = false;
        for (cell_t at = cell; at < PLANE * LAYERS; at += PLANE) {
            clash = clash || (taken[at] && !alone);
            taken[at] = true;
            if (!star)
                break;
        }
        struct error error = {0};
        enum status status = net_builder_pin(&builder, &word, (struct pin){cell, star}, &error);
        assert_int_equal(status, clash ? STATUS_BAD_INPUT : STATUS_OK);
        if (clash) {
            assert_non_null(strstr(error.text, "pin cell"));
            break;
        }
        assert_int_equal(design.nets.pin_count, n + 1);
    }
    net_builder_close(&builder);
    net_builder_close(&builder);
    design_destroy(&design);
}

static void test_random_pins(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(5);
    struct scan scan;
    text_write("none", "");
    assert_int_equal(scan_open(&scan, "none", NULL), STATUS_OK);
    for (int round = 0; round < 300; round++)
        build_until_taken(&seed, round % 5 == 0, &scan);
    scan_close(&scan);
}

static void test_names(void **state)
{
    (void)state;
    struct design design = {0};
    struct net_builder builder;
    struct scan scan;
    char longest[NET_NAME_MAX + 1];
    memset(longest, 'n', sizeof longest);
    text_write("none", "");
    assert_int_equal(scan_open(&scan, "none", NULL), STATUS_OK);
    assert_int_equal(grid_create(&design.grid, 4, 4, 1, NULL), STATUS_OK);
    assert_int_equal(net_builder_open(&builder, &design, &scan, NULL), STATUS_OK);
    struct word word = {longest, NET_NAME_MAX, 0};
    assert_int_equal(net_builder_net(&builder, &word, NULL), STATUS_OK);
    assert_int_equal(net_builder_net(&builder, &word, NULL), STATUS_BAD_INPUT);
    word.length++;
    assert_int_equal(net_builder_net(&builder, &word, NULL), STATUS_BAD_INPUT);
    word.length = 0;
    assert_int_equal(net_builder_net(&builder, &word, NULL), STATUS_BAD_INPUT);
    net_builder_close(&builder);
    design_destroy(&design);
    scan_close(&scan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_pins),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
