/* test_native_grid: the effect of each statement of .grid, cell by cell. Wrong files are in
 * tests/bad.
 */
#include "tests/support/read_files.h"
#include "tests/support/texts.h"

#include "grid/format/native/native.h"

static void read_text(struct grid *grid, const char *text)
{
    struct error error = {0};
    text_write("text.grid", text);
    if (grid_file_read(grid, "text.grid", &error) != STATUS_OK)
        fail_msg("line %llu: %s", (unsigned long long)error.line, error.text);
}

/* One character per cell of a layer, top row first: '#' or the weight's last digit. */
static void assert_layer(const struct grid *grid, uint32_t z, const char *const *rows)
{
    for (uint32_t y = 0; y < grid->height; y++)
        for (uint32_t x = 0; x < grid->width; x++) {
            cell_t cell = grid_cell(grid, x, y, z);
            char wanted = rows[grid->height - 1 - y][x];
            assert_int_equal(grid_is_blocked(grid, cell), wanted == '#');
            if (wanted != '#')
                assert_int_equal(grid_weight(grid, cell) % 10, wanted - '0');
        }
}

static void test_size_and_rules(void **state)
{
    (void)state;
    struct grid grid;
    read_text(&grid, "size 7 5\n");
    assert_int_equal(grid.width, 7);
    assert_int_equal(grid.height, 5);
    assert_int_equal(grid.layers, 1);
    assert_null(grid.weight);
    assert_null(grid.walls);
    grid_destroy(&grid);
    read_text(&grid, "# c\n\nsize 3 2 4 # four\nlayer 4 strict dir vertical name M4\n"
                     "layer 1 name \xC3\x84 dir horizontal\nlayer 2 dir any\nlayer 3\n"
                     "cost bend 1000000\ncost via 7\ncost wrong-way 0");
    assert_int_equal(grid.layers, 4);
    assert_string_equal(grid.layer[3].name, "M4");
    assert_string_equal(grid.layer[0].name, "\xC3\x84");
    assert_string_equal(grid.layer[1].name, "");
    assert_int_equal(grid.rules.horizontal, 1);
    assert_int_equal(grid.rules.vertical, 8);
    assert_int_equal(grid.rules.strict, 8);
    assert_int_equal(grid.rules.bend, 1000000);
    assert_int_equal(grid.rules.via, 7);
    assert_int_equal(grid.rules.wrong_way, 0);
    grid_destroy(&grid);
}

static void test_largest_sizes(void **state)
{
    (void)state;
    struct grid grid;
    read_text(&grid, "size 65536 1 1\n");
    assert_int_equal(grid.width, 65536);
    grid_destroy(&grid);
    read_text(&grid, "size 1 1 64\nlayer 64 dir horizontal strict\n");
    assert_true(grid.rules.strict == (uint64_t)1 << 63);
    grid_destroy(&grid);
}

/* Later statements win; corners are in any order; without a layer all layers are meant. */
static void test_blocks(void **state)
{
    (void)state;
    struct grid grid;
    read_text(&grid, "size 5 4 2\nblock 0 0 2 2\nfree 2 1 1 1 layer 2\nblock 4 3 4 3 layer 1\n"
                     "free 0 2 0 2\nblock 0 2 0 2 layer 2\n");
    static const char *const first[] = {"1111#", "1##11", "###11", "###11"};
    static const char *const second[] = {"11111", "###11", "#1111", "###11"};
    assert_layer(&grid, 0, first);
    assert_layer(&grid, 1, second);
    assert_null(grid.weight);
    grid_destroy(&grid);
}

/* A large box, which is painted in bands. */
static void test_large_blocks(void **state)
{
    (void)state;
    struct grid grid;
    read_text(&grid, "size 8193 8193\nblock 0 0 8192 8192\nfree 1 0 1 8192\n");
    for (uint32_t y = 0; y < grid.height; y++) {
        assert_true(grid_is_blocked(&grid, grid_cell(&grid, 0, y, 0)));
        assert_false(grid_is_blocked(&grid, grid_cell(&grid, 1, y, 0)));
        assert_true(grid_is_blocked(&grid, grid_cell(&grid, 8192, y, 0)));
    }
    grid_destroy(&grid);
}

static void test_weights(void **state)
{
    (void)state;
    struct grid grid;
    read_text(&grid, "size 4 3 2\nweight 5 3 2 2 0\nweight 1000000 0 0 0 0 layer 2\n"
                     "weight 1 3 1 3 1 layer 1\nblock 3 0 3 0\n");
    static const char *const first[] = {"1155", "1151", "115#"};
    static const char *const second[] = {"1155", "1155", "015#"};
    assert_layer(&grid, 0, first);
    assert_layer(&grid, 1, second);
    assert_int_equal(grid_weight(&grid, grid_cell(&grid, 0, 0, 1)), 1000000);
    assert_int_equal(grid_weight(&grid, grid_cell(&grid, 3, 0, 0)), 5);
    grid_destroy(&grid);
    read_text(&grid, "size 4 3 2\nweight 1 0 0 3 2\n");
    assert_null(grid.weight);
    grid_destroy(&grid);
}

static void test_walls(void **state)
{
    (void)state;
    struct grid grid;
    read_text(&grid, "size 3 3 2\nwall 1,1,1 2,1,1\nwall 1,1,1 1,0,1\nwall 0,0,2 0,0,1\n"
                     "wall 0,0,1 0,0,2\n");
    cell_t middle = grid_cell(&grid, 1, 1, 0), corner = grid_cell(&grid, 0, 0, 0);
    unsigned count = 0;
    for (cell_t cell = 0; cell < grid_cells(&grid); cell++)
        for (int direction = 0; direction < DIRECTIONS; direction++)
            count += grid_has_wall(&grid, cell, direction);
    assert_int_equal(count, 6);
    assert_true(grid_has_wall(&grid, middle, EAST));
    assert_true(grid_has_wall(&grid, middle + 1, WEST));
    assert_true(grid_has_wall(&grid, middle, SOUTH));
    assert_true(grid_has_wall(&grid, middle - 3, NORTH));
    assert_true(grid_has_wall(&grid, corner, UP));
    assert_true(grid_has_wall(&grid, corner + 9, DOWN));
    grid_destroy(&grid);
}

static void test_maps(void **state)
{
    (void)state;
    struct grid grid;
    read_text(&grid, "size 4 3 2\r\nweight 8 0 0 3 2 layer 1\r\nmap # rows\r\n.#19\r\n2..#\r\n"
                     "....\r\n# after\r\nmap layer 2\r\n####\r\n#..#\r\n####\r\nfree 0 0 0 0\r\n");
    static const char *const first[] = {"1#19", "211#", "1111"};
    static const char *const second[] = {"####", "#11#", "1###"};
    assert_layer(&grid, 0, first);
    assert_layer(&grid, 1, second);
    assert_int_equal(grid_weight(&grid, grid_cell(&grid, 1, 2, 0)), 8); /* '#' keeps the weight */
    assert_int_equal(grid_weight(&grid, grid_cell(&grid, 0, 1, 1)), 2);
    grid_destroy(&grid);
}

/* Random overlapping areas: the last one counts. */
static void test_areas_in_order(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(5);
    enum { W = 9, H = 7, L = 3 };
    for (int round = 0; round < 300; round++) {
        bool blocked[L][H][W] = {{{false}}};
        uint32_t weight[L][H][W] = {{{0}}}, count = 1 + splitmix_below(&seed, 12);
        char text[1024];
        int at = snprintf(text, sizeof text, "size %d %d %d\n", W, H, L);
        for (uint32_t i = 0; i < count; i++) {
            static const char *const words[] = {"block", "free", "weight"};
            uint32_t what = splitmix_below(&seed, 3), value = 1 + splitmix_below(&seed, 4);
            uint32_t x0 = splitmix_below(&seed, W), x1 = splitmix_below(&seed, W);
            uint32_t y0 = splitmix_below(&seed, H), y1 = splitmix_below(&seed, H);
            uint32_t layer = splitmix_below(&seed, L + 1); /* 0: all */
            at += snprintf(text + at, sizeof text - (size_t)at, "%s ", words[what]);
            if (what == 2)
                at += snprintf(text + at, sizeof text - (size_t)at, "%u ", value);
            at += snprintf(text + at, sizeof text - (size_t)at, "%u %u %u %u", x0, y0, x1, y1);
            if (layer > 0)
                at += snprintf(text + at, sizeof text - (size_t)at, " layer %u", layer);
            at += snprintf(text + at, sizeof text - (size_t)at, "\n");
            for (uint32_t z = 0; z < L; z++)
                for (uint32_t y = 0; y < H; y++)
                    for (uint32_t x = 0; x < W; x++) {
                        bool in = x >= (x0 < x1 ? x0 : x1) && x <= (x0 < x1 ? x1 : x0) &&
                                  y >= (y0 < y1 ? y0 : y1) && y <= (y0 < y1 ? y1 : y0);
                        if (!in || (layer > 0 && z != layer - 1))
                            continue;
                        if (what < 2)
                            blocked[z][y][x] = what == 0;
                        else
                            weight[z][y][x] = value;
                    }
        }
        struct grid grid;
        read_text(&grid, text);
        for (uint32_t z = 0; z < L; z++)
            for (uint32_t y = 0; y < H; y++)
                for (uint32_t x = 0; x < W; x++) {
                    cell_t cell = grid_cell(&grid, x, y, z);
                    uint32_t wanted = weight[z][y][x] > 0 ? weight[z][y][x] : 1;
                    assert_int_equal(grid_is_blocked(&grid, cell), blocked[z][y][x]);
                    assert_int_equal(grid_weight(&grid, cell), wanted);
                }
        grid_destroy(&grid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_size_and_rules), cmocka_unit_test(test_largest_sizes),
        cmocka_unit_test(test_blocks),         cmocka_unit_test(test_large_blocks),
        cmocka_unit_test(test_weights),        cmocka_unit_test(test_walls),
        cmocka_unit_test(test_maps),           cmocka_unit_test(test_areas_in_order),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
