/* Tests of place: every cell and pin can be read back from its text. Wrong ones are in tests/bad.
 */
#include "tests/support/texts.h"

#include "grid/text/place.h"

static struct word word_of(const char *text)
{
    return (struct word){text, strlen(text), 0};
}

static void test_round_trip(void **state)
{
    (void)state;
    struct grid grid;
    struct scan scan;
    char text[PLACE_TEXT_MAX];
    text_write("none", "");
    assert_int_equal(scan_open(&scan, "none", NULL), STATUS_OK);
    assert_int_equal(grid_create(&grid, 11, 5, 3, NULL), STATUS_OK);
    for (cell_t cell = 0; cell < grid_cells(&grid); cell++) {
        struct word word = word_of(place_text(&grid, cell, text));
        cell_t found = CELL_NONE;
        struct pin pin;
        assert_int_equal(place_read_cell(&scan, &word, &grid, &found, NULL), STATUS_OK);
        assert_int_equal(found, cell);
        for (int all_layers = 0; all_layers < 2; all_layers++) {
            struct pin original = {cell % (11 * 5), all_layers != 0};
            word = word_of(place_pin_text(&grid, original, text));
            assert_int_equal(place_read_pin(&scan, &word, &grid, &pin, NULL), STATUS_OK);
            assert_int_equal(pin.cell, original.cell);
            assert_int_equal(pin.all_layers, original.all_layers);
        }
    }
    grid_destroy(&grid);
    scan_close(&scan);
}

static void test_texts(void **state)
{
    (void)state;
    struct grid grid;
    struct scan scan;
    struct pin pin;
    char text[PLACE_TEXT_MAX];
    text_write("none", "");
    assert_int_equal(scan_open(&scan, "none", NULL), STATUS_OK);
    assert_int_equal(grid_create(&grid, 65536, 511, 64, NULL), STATUS_OK);
    assert_string_equal(place_text(&grid, grid_cell(&grid, 65535, 510, 63), text), "65535,510,64");
    struct word two = word_of("7,8"), star = word_of("7,8,*"), three = word_of("007,8,64");
    assert_int_equal(place_read_pin(&scan, &two, &grid, &pin, NULL), STATUS_OK);
    assert_int_equal(pin.cell, grid_cell(&grid, 7, 8, 0));
    assert_false(pin.all_layers);
    assert_int_equal(place_read_pin(&scan, &star, &grid, &pin, NULL), STATUS_OK);
    assert_int_equal(pin.cell, grid_cell(&grid, 7, 8, 0));
    assert_true(pin.all_layers);
    assert_int_equal(place_read_pin(&scan, &three, &grid, &pin, NULL), STATUS_OK);
    assert_int_equal(pin.cell, grid_cell(&grid, 7, 8, 63));
    static const char *const bad[] = {"",      ",",       "1",      "1,",    ",1",
                                      "1,2,",  "1,2,3,4", "1,2,65", "1,511", "65536,1",
                                      "1,2,0", "1,-2",    "1, 2",   "*,1",   "1,2,**"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct word word = word_of(bad[i]);
        assert_int_equal(place_read_pin(&scan, &word, &grid, &pin, NULL), STATUS_BAD_INPUT);
    }
    grid_destroy(&grid);
    scan_close(&scan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_texts),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
