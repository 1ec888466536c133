/* test_map_rows: random maps cell by cell, at widths around the word of 64 bits. */
#include "tests/support/texts.h"

#include "grid/format/map_rows.h"
#include "grid/text/file/watch.h"

static const struct map_alphabet alphabet = {
    .meaning = {['.'] = MAP_FREE, ['#'] = MAP_BLOCKED, ['3'] = MAP_FREE + 2, ['9'] = MAP_FREE_9},
    .symbols = "some",
};

static uint32_t weight_of(char c)
{
    return c == '3' ? 3 : c == '9' ? 9 : 1;
}

static void check_map(uint64_t *seed, uint32_t width, uint32_t height, uint32_t symbols)
{
    struct grid grid;
    struct scan scan;
    static char text[1 << 14];
    assert_true((size_t)(width + 1) * height < sizeof text);
    for (uint32_t i = 0; i < (width + 1) * height; i++)
        text[i] = i % (width + 1) == width ? '\n' : ".#39"[splitmix_below(seed, symbols)];
    text_write_bytes("map", text, (size_t)(width + 1) * height);
    assert_int_equal(scan_open(&scan, "map", NULL), STATUS_OK);
    assert_int_equal(grid_create(&grid, width, height, 3, NULL), STATUS_OK);
    uint32_t before = splitmix_below(seed, 2) == 0 ? 1 : 7;
    struct box all = {0, 0, width - 1, height - 1};
    assert_int_equal(grid_fill_weight(&grid, all, 1, before, NULL), STATUS_OK);
    assert_int_equal(map_rows_read(&grid, &scan, 1, 2, &alphabet, NULL), STATUS_OK);
    assert_true(grid.weight != NULL || symbols <= 2);
    assert_true(grid.weight == NULL || symbols > 2 || before > 1);
    for (uint32_t z = 0; z < 3; z++)
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < width; x++) {
                char c = text[(height - 1 - y) * (width + 1) + x];
                cell_t cell = grid_cell(&grid, x, y, z);
                assert_int_equal(grid_is_blocked(&grid, cell), z > 0 && c == '#');
                uint32_t kept = z == 1 ? before : 1;
                assert_int_equal(grid_weight(&grid, cell),
                                 z == 0 || c == '#' ? kept : weight_of(c));
            }
    for (size_t row = 0; row < (size_t)3 * height; row++) /* padding stays blocked */
        if (width % 64 != 0)
            assert_int_equal(grid.blocked[(row + 1) * grid.row_words - 1] >> width % 64,
                             ~(uint64_t)0 >> width % 64);
    grid_destroy(&grid);
    scan_close(&scan);
}

static void test_random_maps(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(13);
    static const uint32_t widths[] = {1, 2, 63, 64, 65, 127, 128, 129, 200};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
        for (uint32_t symbols = 1; symbols <= 4; symbols++) {
            if (symbols >= 3 && widths[i] < 3)
                continue; /* too few cells to be sure of a digit */
            check_map(&seed, widths[i], 1 + splitmix_below(&seed, 20) + 10, symbols);
        }
    check_map(&seed, 64 * 66 + 1, 3, 2); /* more words than bits of a word */
    check_map(&seed, 64 * 66, 3, 4);
}

/* The first weight allocates an array of all cells; an interrupted run does not wait for it. */
static void test_first_weight_is_stopped(void **state)
{
    (void)state;
    static const volatile sig_atomic_t raised = 1;
    const struct watch watch = {.stop = &raised};
    struct grid grid;
    struct scan scan;
    assert_int_equal(scan_open_bytes(&scan, "map", "..\n.3\n", 6, NULL), STATUS_OK);
    assert_int_equal(grid_create(&grid, 2, 2, 1, NULL), STATUS_OK);
    const struct watch *before = watch_set(&watch);
    assert_int_equal(map_rows_read(&grid, &scan, 0, 0, &alphabet, NULL), STATUS_INTERRUPTED);
    watch_set(before);
    grid_destroy(&grid);
    scan_close(&scan);
}

/* An unknown character of one to four bytes at each place of a row: the message has the whole
 * character and its place. */
static void test_unknown_symbols(void **state)
{
    (void)state;
    static const char *const symbols[] = {"?", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
    enum { WIDTH = 12 };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        for (size_t at = 0; at + strlen(symbols[i]) <= WIDTH; at++) {
            char text[] = "............\n............\n", said[80];
            struct grid grid;
            struct scan scan;
            struct error error = {0};
            memcpy(text + WIDTH + 1 + at, symbols[i], strlen(symbols[i]));
            assert_int_equal(scan_open_bytes(&scan, "map", text, strlen(text), NULL), STATUS_OK);
            assert_int_equal(grid_create(&grid, WIDTH, 2, 1, NULL), STATUS_OK);
            assert_int_equal(map_rows_read(&grid, &scan, 0, 0, &alphabet, &error),
                             STATUS_BAD_INPUT);
            snprintf(said, sizeof said, "expected one of some, found \"%s\"", symbols[i]);
            assert_string_equal(error.text, said);
            assert_int_equal(error.line, 2);
            assert_int_equal(error.column, at + 1);
            grid_destroy(&grid);
            scan_close(&scan);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_maps),
                                       cmocka_unit_test(test_first_weight_is_stopped),
                                       cmocka_unit_test(test_unknown_symbols)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
