/* Tests of leeway.h: grids: sizes, blocked cells, weights, walls, refused arguments. */
#include "router/api/handles.h"
#include "tests/api/calls.h"

/* The cost of the path between two cells of the design. */
static uint64_t cost_of(const struct leeway_design *design, const uint32_t pair[6])
{
    struct leeway_paths *paths;
    enum leeway_status status = leeway_find_paths(&paths, design, pair, NULL, 1, NULL, &error);
    assert_true(status == LEEWAY_OK || status == LEEWAY_UNROUTED);
    uint64_t cost = leeway_paths_costs(paths, NULL)[0];
    assert_int_equal(status, cost == LEEWAY_NO_COST ? LEEWAY_UNROUTED : LEEWAY_OK);
    leeway_paths_destroy(paths);
    return cost;
}

static void test_walls(void **state)
{
    (void)state;
    struct leeway_design *design = make(3, 2, 1);
    const uint32_t pair[] = {0, 0, 0, 2, 0, 0};
    const uint32_t wall[] = {1, 0, 0, 0, 0, 0}, closing[] = {1, 1, 0, 0, 1, 0};
    const uint32_t wrong[][6] = {
        {0, 0, 0, 2, 0, 0}, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 1}, {2, 0, 0, 3, 0, 0}};
    assert_int_equal(cost_of(design, pair), 2);
    assert_int_equal(leeway_design_add_walls(design, wall, 1, &error), LEEWAY_OK);
    assert_int_equal(cost_of(design, pair), 4);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        uint32_t two[12];
        memcpy(two, closing, sizeof closing);
        memcpy(two + 6, wrong[i], sizeof wrong[i]);
        refused(leeway_design_add_walls(design, two, 2, &error), "at wall 1");
        assert_int_equal(cost_of(design, pair), 4); /* not even the first was added */
    }
    refused(leeway_design_add_walls(design, NULL, 1, &error), "walls is NULL");
    refused(leeway_design_add_walls(NULL, wall, 1, &error), "design is NULL");
    assert_int_equal(leeway_design_add_walls(design, closing, 1, &error), LEEWAY_OK);
    assert_true(cost_of(design, pair) == LEEWAY_NO_COST);
    leeway_design_destroy(design);
}

/* Borrowed weights are not copied and never freed. */
static void test_weights(void **state)
{
    (void)state;
    struct leeway_design *design = make(3, 1, 1);
    const uint32_t pair[] = {0, 0, 0, 2, 0, 0};
    uint32_t weights[] = {1, 7, 1}, zero[] = {1, 0, 1}, ones[] = {1, 1, 1};
    assert_int_equal(leeway_design_borrow_weights(design, weights, 3, &error), LEEWAY_OK);
    assert_int_equal(cost_of(design, pair), 8);
    weights[1] = 9;
    assert_int_equal(cost_of(design, pair), 10);
    refused(leeway_design_borrow_weights(design, zero, 3, &error), "at index 1");
    assert_int_equal(cost_of(design, pair), 10);
    assert_int_equal(leeway_design_set_weights(design, weights, 3, &error), LEEWAY_OK);
    weights[1] = 2;
    assert_int_equal(cost_of(design, pair), 10);
    assert_int_equal(leeway_design_borrow_weights(design, weights, 3, &error), LEEWAY_OK);
    assert_int_equal(leeway_design_borrow_weights(design, ones, 3, &error), LEEWAY_OK);
    assert_int_equal(cost_of(design, pair), 2);
    assert_int_equal(leeway_design_borrow_weights(design, weights, 3, &error), LEEWAY_OK);
    leeway_design_destroy(design);
    assert_int_equal(weights[1], 2);
}

/* Blocked cells from bytes and from bits, in rows of any width. */
static void test_blocked(void **state)
{
    (void)state;
    enum { HEIGHT = 5, LAYERS = 2, WIDEST = 130, CELLS = WIDEST * HEIGHT * LAYERS };
    static const uint32_t widths[] = {1, 7, 8, 63, 64, 65, 127, 128, WIDEST};
    static const uint8_t values[] = {0, 1, 0, 0x80, 0x7F, 0, 0xFF, 0};
    uint32_t seed = 9;
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        struct leeway_design *bytes = make(widths[w], HEIGHT, LAYERS);
        struct leeway_design *bits = make(widths[w], HEIGHT, LAYERS);
        struct leeway_design *cells = make(widths[w], HEIGHT, LAYERS);
        struct grid *grid = &cells->design.grid;
        uint8_t blocked[CELLS] = {0}, packed[CELLS / 8 + 1] = {0};
        const size_t count = grid_cells(grid);
        for (cell_t cell = 0; cell < count; cell++) {
            seed = seed * 1664525 + 1013904223;
            blocked[cell] = values[seed >> 16 & 7];
            packed[cell / 8] |= (uint8_t)((blocked[cell] != 0) << cell % 8);
            grid_set_blocked(grid, cell, blocked[cell] != 0);
        }
        assert_int_equal(leeway_design_set_blocked(bytes, blocked, count, &error), LEEWAY_OK);
        assert_int_equal(leeway_design_set_blocked_bits(bits, packed, (count + 7) / 8, &error), 0);
        const size_t size = grid_plane_words(grid) * sizeof *grid->blocked;
        assert_memory_equal(bytes->design.grid.blocked, grid->blocked, size);
        assert_memory_equal(bits->design.grid.blocked, grid->blocked, size);
        leeway_design_destroy(bytes);
        leeway_design_destroy(bits);
        leeway_design_destroy(cells);
    }
}

static void test_create_refused(void **state)
{
    (void)state;
    char name[257];
    struct leeway_design *none = (struct leeway_design *)&name;
    memset(name, 'n', sizeof name);
    name[256] = '\0';
    refused(leeway_design_create(NULL, "n", 1, 1, 1, &error), "design is NULL");
    refused(leeway_design_create(&none, NULL, 1, 1, 1, &error), "name is NULL");
    assert_null(none);
    refused(leeway_design_create(&none, name, 1, 1, 1, &error), "1..255 bytes");
    refused(leeway_design_create(&none, "", 1, 1, 1, &error), "1..255 bytes");
    refused(leeway_design_create(&none, "a\tb", 1, 1, 1, &error), "control");
    refused(leeway_design_create(&none, "\xc3", 1, 1, 1, &error), "UTF-8");
    refused(leeway_design_create(&none, "n", 0, 1, 1, &error), "1..65536");
    refused(leeway_design_create(&none, "n", 1, 0, 1, &error), "1..65536");
    refused(leeway_design_create(&none, "n", 1, 1, 0, &error), "1..64");
    refused(leeway_design_create(&none, "n", 65537, 1, 1, &error), "1..65536");
    refused(leeway_design_create(&none, "n", 1, UINT32_MAX, 1, &error), "1..65536");
    refused(leeway_design_create(&none, "n", 1, 1, 65, &error), "1..64");
    refused(leeway_design_create(&none, "n", UINT32_MAX, UINT32_MAX, UINT32_MAX, &error), "65536");
    refused(leeway_design_create(&none, "n", 65536, 65536, 64, &error), "at most 2147483647");
    refused(leeway_design_create(&none, "n", 65536, 32768, 1, &error), "at most 2147483647");
    assert_null(none);
    name[255] = '\0';
    assert_int_equal(leeway_design_create(&none, name, 1, 1, 1, &error), LEEWAY_OK);
    leeway_design_destroy(none);
    refused(leeway_design_read(&none, NULL, &error), "path is NULL");
    refused(leeway_design_read(NULL, "x", &error), "design is NULL");
    refused(leeway_design_read(&none, "", &error), "");
    refused(leeway_design_read(&none, "/", &error), "");
    assert_null(none);
    leeway_design_destroy(NULL);
}

static void test_setters_refused(void **state)
{
    (void)state;
    struct leeway_design *design = make(4, 4, 2);
    uint8_t cells[32] = {0};
    uint32_t weights[32] = {0};
    char name[65];
    memset(name, 'n', sizeof name);
    name[64] = '\0';
    refused(leeway_design_set_blocked(design, cells, 31, &error), "expected 32");
    refused(leeway_design_set_blocked(design, cells, 0, &error), "expected 32");
    refused(leeway_design_set_blocked(design, NULL, 32, &error), "blocked is NULL");
    refused(leeway_design_set_blocked(NULL, cells, 32, &error), "design is NULL");
    refused(leeway_design_set_blocked_bits(design, cells, 5, &error), "expected 4");
    refused(leeway_design_set_blocked_bits(design, cells, SIZE_MAX, &error), "expected 4");
    refused(leeway_design_set_blocked_bits(design, NULL, 4, &error), "bits is NULL");
    refused(leeway_design_set_blocked_bits(NULL, cells, 4, &error), "design is NULL");
    refused(leeway_design_set_weights(design, weights, 32, &error), "1..1000000");
    refused(leeway_design_set_weights(design, weights, SIZE_MAX, &error), "expected 32");
    refused(leeway_design_set_weights(design, NULL, 32, &error), "weights is NULL");
    refused(leeway_design_set_weights(NULL, weights, 32, &error), "design is NULL");
    refused(leeway_design_borrow_weights(design, weights, 33, &error), "expected 32");
    refused(leeway_design_borrow_weights(design, NULL, 32, &error), "weights is NULL");
    refused(leeway_design_borrow_weights(NULL, weights, 32, &error), "design is NULL");
    for (int i = 0; i < 32; i++)
        weights[i] = i < 31 ? 1 : LEEWAY_COST_MAX + 1;
    refused(leeway_design_set_weights(design, weights, 32, &error), "at index 31");
    refused(leeway_design_set_costs(design, UINT32_MAX, 0, 0, &error), "via");
    refused(leeway_design_set_costs(design, 0, 1000001, 0, &error), "bend");
    refused(leeway_design_set_costs(design, 0, 0, 1000001, &error), "wrong_way");
    refused(leeway_design_set_costs(NULL, 0, 0, 0, &error), "design is NULL");
    refused(leeway_design_set_layer(NULL, 0, NULL, LEEWAY_ANY, 0, &error), "design is NULL");
    refused(leeway_design_set_layer(design, 2, NULL, LEEWAY_ANY, 0, &error), "0..1");
    refused(leeway_design_set_layer(design, UINT32_MAX, NULL, LEEWAY_ANY, 0, &error), "0..1");
    refused(leeway_design_set_layer(design, 0, NULL, LEEWAY_ANY, 1, &error), "strict");
    refused(leeway_design_set_layer(design, 0, "a b", LEEWAY_ANY, 0, &error), "name of a layer");
    refused(leeway_design_set_layer(design, 0, "", LEEWAY_ANY, 0, &error), "name of a layer");
    refused(leeway_design_set_layer(design, 0, name, LEEWAY_ANY, 0, &error), "1..63 bytes");
    refused(leeway_design_set_layer(design, 0, NULL, (enum leeway_direction)7, 0, &error), "7");
    name[63] = '\0';
    assert_int_equal(leeway_design_set_layer(design, 0, name, LEEWAY_ANY, 0, &error), LEEWAY_OK);
    refused(leeway_design_add_walls(design, weights, SIZE_MAX, &error), "at most 192");
    refused(leeway_design_add_walls(design, weights, 193, &error), "at most 192");
    assert_int_equal(leeway_design_add_walls(design, NULL, 0, &error), LEEWAY_OK);
    leeway_design_destroy(design);
}

/* Every function takes NULL for the record of errors, and accessors NULL for the design. */
static void test_null(void **state)
{
    (void)state;
    uint32_t size[3] = {7, 7, 7};
    struct leeway_design *design = make(2, 2, 1);
    assert_int_equal(leeway_design_create(NULL, "n", 1, 1, 1, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_design_read(NULL, "n", NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_design_set_costs(NULL, 0, 0, 0, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_design_set_layer(NULL, 0, NULL, 0, 0, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_design_set_blocked(NULL, NULL, 0, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_design_set_blocked_bits(NULL, NULL, 0, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_design_set_weights(NULL, NULL, 0, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_design_borrow_weights(NULL, NULL, 0, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_design_add_walls(NULL, NULL, 0, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_design_set_alone(NULL, 1, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_design_add_net(NULL, NULL, NULL, 0, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_design_add_nets(NULL, 0, NULL, NULL, NULL, 0, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_route(NULL, NULL, NULL, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_check(NULL, NULL, NULL, NULL, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_routes_read(NULL, NULL, NULL, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_routes_write(NULL, NULL, NULL, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_bfs(NULL, NULL, NULL, 0, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_find_paths(NULL, NULL, NULL, NULL, 0, NULL, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_draw(NULL, NULL, NULL, NULL, NULL), LEEWAY_BAD_INPUT);
    assert_int_equal(leeway_draw_image(NULL, NULL, NULL, NULL, NULL), LEEWAY_BAD_INPUT);
    leeway_design_size(design, NULL);
    leeway_design_size(NULL, size);
    assert_true(size[0] == 0 && size[1] == 0 && size[2] == 0);
    assert_int_equal(leeway_design_net_count(NULL), 0);
    assert_null(leeway_design_net_name(design, 0));
    assert_null(leeway_design_net_name(NULL, UINT32_MAX));
    leeway_design_destroy(design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walls),           cmocka_unit_test(test_weights),
        cmocka_unit_test(test_blocked),         cmocka_unit_test(test_create_refused),
        cmocka_unit_test(test_setters_refused), cmocka_unit_test(test_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
