/* test_native_write: random designs read back equal, and the text is short. */
#include "grid/format/design_file.h"
#include "tests/support/read_files.h"
#include "tests/support/texts.h"

#include "grid/format/native/native.h"

static struct box random_box(const struct grid *grid, uint64_t *seed)
{
    uint32_t x0 = splitmix_below(seed, grid->width), y0 = splitmix_below(seed, grid->height);
    return (struct box){x0, y0, x0 + splitmix_below(seed, grid->width - x0),
                        y0 + splitmix_below(seed, grid->height - y0)};
}

static void random_rules(struct grid *grid, uint64_t *seed)
{
    grid->rules.via = splitmix_below(seed, 3);
    grid->rules.bend = splitmix_below(seed, 3);
    grid->rules.wrong_way = splitmix_below(seed, 3);
    for (uint32_t z = 0; z < grid->layers; z++) {
        uint32_t kind = splitmix_below(seed, 5);
        grid->rules.horizontal |= (uint64_t)(kind == 1 || kind == 2) << z;
        grid->rules.vertical |= (uint64_t)(kind == 3 || kind == 4) << z;
        grid->rules.strict |= (uint64_t)(kind == 2 || kind == 4) << z;
        if (splitmix_below(seed, 2) == 0)
            snprintf(grid->layer[z].name, LAYER_NAME_MAX, "M%u", z + 1);
    }
}

static void random_grid(struct grid *grid, uint64_t *seed)
{
    uint32_t layers = 1 + splitmix_below(seed, 3);
    assert_int_equal(
        grid_create(grid, 1 + splitmix_below(seed, 80), 1 + splitmix_below(seed, 12), layers, NULL),
        STATUS_OK);
    random_rules(grid, seed);
    uint32_t boxes = splitmix_below(seed, 6), noise = splitmix_below(seed, 3);
    bool alike = splitmix_below(seed, 3) == 0;
    for (uint32_t i = 0; i < boxes; i++) {
        struct box box = random_box(grid, seed);
        uint32_t weight = splitmix_below(seed, 2) == 0 ? 1 + splitmix_below(seed, 12) : 0;
        for (uint32_t z = 0; z < layers; z++) {
            if (weight > 0)
                assert_int_equal(grid_fill_weight(grid, box, z, weight, NULL), STATUS_OK);
            else
                grid_fill_blocked(grid, box, z, true);
            if (!alike)
                break;
        }
    }
    for (cell_t cell = 0; noise == 2 && cell < grid_cells(grid); cell++)
        if (splitmix_below(seed, 2) == 0)
            grid_set_blocked(grid, cell, true);
    for (uint32_t i = splitmix_below(seed, 5); i > 0; i--) {
        cell_t cell = splitmix_below(seed, (uint32_t)grid_cells(grid));
        int direction = (int)splitmix_below(seed, DIRECTIONS);
        if (grid_neighbour(grid, cell, direction) != CELL_NONE)
            assert_int_equal(grid_add_wall(grid, cell, direction, NULL), STATUS_OK);
    }
}

static void assert_same_grid(const struct grid *a, const struct grid *b)
{
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    assert_int_equal(a->layers, b->layers);
    assert_memory_equal(&a->rules, &b->rules, sizeof a->rules);
    assert_memory_equal(a->layer, b->layer, sizeof a->layer);
    assert_memory_equal(a->blocked, b->blocked, grid_plane_words(a) * sizeof *a->blocked);
    for (cell_t cell = 0; cell < grid_cells(a); cell++) {
        assert_int_equal(grid_weight(a, cell), grid_weight(b, cell));
        for (int direction = 0; direction < DIRECTIONS; direction++)
            assert_int_equal(grid_has_wall(a, cell, direction), grid_has_wall(b, cell, direction));
    }
}

static void assert_same_file(const char *a, const char *b)
{
    size_t a_size, b_size;
    char *a_text = text_read(a, &a_size), *b_text = text_read(b, &b_size);
    assert_string_equal(a_text, b_text);
    free(a_text);
    free(b_text);
}

static void test_random_grids(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(17);
    for (int round = 0; round < 250; round++) {
        struct grid grid, again;
        struct error error = {0};
        random_grid(&grid, &seed);
        assert_int_equal(native_write_grid(&grid, "a.grid", &error), STATUS_OK);
        if (grid_file_read(&again, "a.grid", &error) != STATUS_OK)
            fail_msg("round %d, line %llu: %s", round, (unsigned long long)error.line, error.text);
        assert_same_grid(&grid, &again);
        assert_int_equal(native_write_grid(&again, "b.grid", &error), STATUS_OK);
        assert_same_file("a.grid", "b.grid");
        grid_destroy(&grid);
        grid_destroy(&again);
    }
}

static void assert_text(const char *path, const char *expected)
{
    size_t size = 0;
    char *text = text_read(path, &size);
    assert_string_equal(text, expected);
    free(text);
}

static void test_canonical_texts(void **state)
{
    (void)state;
    struct grid grid;
    assert_int_equal(grid_create(&grid, 40, 30, 2, NULL), STATUS_OK);
    grid_fill_blocked(&grid, (struct box){3, 4, 20, 25}, 0, true);
    grid_fill_blocked(&grid, (struct box){3, 4, 20, 25}, 1, true);
    grid.rules.via = 2;
    grid.rules.vertical = 2;
    assert_int_equal(native_write_grid(&grid, "c.grid", NULL), STATUS_OK);
    assert_text("c.grid", "size 40 30 2\nlayer 2 dir vertical\ncost via 2\nblock 3 4 20 25\n");
    grid_fill_blocked(&grid, (struct box){20, 25, 20, 25}, 1, false);
    assert_int_equal(grid_fill_weight(&grid, (struct box){0, 0, 1, 0}, 1, 70, NULL), STATUS_OK);
    assert_int_equal(grid_add_wall(&grid, 0, UP, NULL), STATUS_OK);
    assert_int_equal(grid_add_wall(&grid, 1, WEST, NULL), STATUS_OK);
    assert_int_equal(native_write_grid(&grid, "c.grid", NULL), STATUS_OK);
    assert_text("c.grid", "size 40 30 2\nlayer 2 dir vertical\ncost via 2\n"
                          "block 3 4 20 25 layer 1\nblock 3 4 20 24 layer 2\n"
                          "block 3 25 19 25 layer 2\nweight 70 0 0 1 0 layer 2\n"
                          "wall 0,0,1 1,0,1\nwall 0,0,1 0,0,2\n");
    grid_destroy(&grid);
    assert_int_equal(grid_create(&grid, 5, 2, 1, NULL), STATUS_OK);
    for (cell_t cell = 0; cell < 10; cell += 2)
        grid_set_blocked(&grid, cell, true);
    assert_int_equal(grid_fill_weight(&grid, (struct box){1, 0, 2, 0}, 0, 4, NULL), STATUS_OK);
    assert_int_equal(native_write_grid(&grid, "c.grid", NULL), STATUS_OK);
    assert_text("c.grid", "size 5 2\nmap\n.#.#.\n#4#.#\nweight 4 2 0 2 0\n");
    grid_destroy(&grid);
}

static void test_netlists(void **state)
{
    (void)state;
    struct design design;
    text_write("n.grid", "size 8 6 2\n");
    static const char net[] = "grid n.grid\nnet a 0,0,1 7,5,2 3,3,*\nnet b 1,1,1\n";
    text_write("n.net", net);
    assert_int_equal(design_read(&design, "n.net", NULL), STATUS_OK);
    assert_int_equal(native_write_net(&design.grid, &design.nets, "n.grid", "m.net", NULL),
                     STATUS_OK);
    assert_text("m.net", net);
    design_destroy(&design);
    text_write("n.grid", "size 8 6\n");
    text_write("n.net", "grid n.grid\nnet a 0,0,1 7,5,* 3,3\n");
    assert_int_equal(design_read(&design, "n.net", NULL), STATUS_OK);
    assert_int_equal(native_write_net(&design.grid, &design.nets, "my n.grid", "m.net", NULL),
                     STATUS_OK);
    assert_text("m.net", "grid my n.grid\nnet a 0,0 7,5 3,3\n");
    design_destroy(&design);
}

/* Names that the format cannot express are rejected, and nothing is written. */
static void test_refusals(void **state)
{
    (void)state;
    struct design design = {0};
    assert_int_equal(grid_create(&design.grid, 4, 4, 1, NULL), STATUS_OK);
    static const char *const files[] = {"", " a", "a ", "a\nb", "# a"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        assert_int_equal(native_write_net(&design.grid, &design.nets, files[i], "no.net", NULL),
                         STATUS_BAD_INPUT);
    static const char *const names[] = {"a b", "a#", "\xFF", "a\n"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct netlist nets = {0};
        assert_int_equal(netlist_add_net(&nets, names[i], strlen(names[i]), NULL), STATUS_OK);
        assert_int_equal(native_write_net(&design.grid, &nets, "a", "no.net", NULL),
                         STATUS_BAD_INPUT);
        netlist_destroy(&nets);
    }
    assert_int_not_equal(access("no.net", F_OK), 0);
    snprintf(design.grid.layer[0].name, LAYER_NAME_MAX, "two words");
    assert_int_equal(native_write_grid(&design.grid, "no.grid", NULL), STATUS_BAD_INPUT);
    assert_int_not_equal(access("no.grid", F_OK), 0);
    design_destroy(&design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_grids),
        cmocka_unit_test(test_canonical_texts),
        cmocka_unit_test(test_netlists),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
