/* The wave for mazes: small designs against an independent simple search, large
 * mazes against the reference wave, while the map is kept and the field changes. */
#include "tests/support/wave_compare.h"

#include "grid/generate/generate.h"

static void test_random_designs(void **state)
{
    (void)state;
    wave_cases_run(&wave_corridor, 1500, case_seed());
}

/* ---- mazes ----------------------------------------------------------------------------------- */

/* A maze or a serpentine with some cells opened (loops) and some closed (components). */
static void make_maze(struct design *design, int i, uint64_t *random)
{
    struct generate_options options = {.kind = i % 3 == 0 ? GENERATE_SERPENTINE : GENERATE_MAZE,
                                       .width = 8 + case_below(random, i % 5 == 0 ? 900 : 150),
                                       .height = 8 + case_below(random, 90),
                                       .layers = i % 4 == 0 ? 3 : 1,
                                       .nets = 1,
                                       .seed = splitmix(random)};
    assert_int_equal(generate_design(design, &options, NULL), STATUS_OK);
    struct grid *grid = &design->grid;
    uint32_t opened = case_below(random, 3) * case_below(random, 40);
    for (uint32_t k = 0; k < opened; k++)
        grid_set_blocked(grid, case_below(random, (uint32_t)grid_cells(grid)), false);
    for (uint32_t k = case_below(random, 3); k > 0; k--)
        grid_set_blocked(grid, case_below(random, (uint32_t)grid_cells(grid)), true);
}

/* A random cell of the window, open if one is found in a few attempts. */
static cell_t open_cell(const struct grid *grid, const struct box *window, uint64_t *random)
{
    cell_t cell = CELL_NONE;
    for (int i = 0; i < 20 && (cell == CELL_NONE || grid_is_blocked(grid, cell)); i++)
        cell = grid_cell(grid, window->x0 + case_below(random, window->x1 - window->x0 + 1),
                         window->y0 + case_below(random, window->y1 - window->y0 + 1),
                         case_below(random, grid->layers));
    return cell;
}

/* Closes or opens some cells and updates the wave. */
static void change_field(const struct field *field, struct wave *corridor, uint64_t *random)
{
    struct box boxes[4], all = {0, 0, field->grid->width - 1, field->grid->height - 1};
    for (int i = 0; i < 4; i++) {
        cell_t cell = open_cell(field->grid, &all, random);
        uint32_t x = grid_x(field->grid, cell), y = grid_y(field->grid, cell);
        boxes[i] = (struct box){x, y, x, y};
        field->closed[grid_word(field->grid, cell)] ^= grid_bit(field->grid, cell);
    }
    wave_corridor.update(corridor, boxes, 4);
}

static void run_nets(const struct field *field, uint64_t *random)
{
    const struct grid *grid = field->grid;
    struct wave *corridor = NULL, *reference = NULL;
    struct box home = {0, 0, grid->width - 1, grid->height - 1};
    if (case_chance(random, 50)) /* a part of the grid, its sides anywhere in a word */
        home = case_box(grid, random);
    assert_int_equal(wave_create(&corridor, &wave_corridor, field, NULL), STATUS_OK);
    assert_int_equal(wave_create(&reference, &wave_dijkstra, field, NULL), STATUS_OK);
    for (int k = 0; k < 24; k++) {
        struct wire wires[4];
        struct job job = {.sources = wires, .targets = wires + 2};
        job.window = k % 8 == 7 ? case_box(grid, random) : home;
        job.source_count = job.target_count = k % 4 == 3 ? 2 : 1;
        for (int w = 0; w < 4; w++) {
            cell_t cell = open_cell(grid, &job.window, random);
            wires[w] = (struct wire){cell, cell};
            if (w < 2 && k % 8 == 7)
                wires[w] = case_wire(grid, &job.window, random);
        }
        compare_with_dijkstra(field, corridor, reference, &job);
        if (k % 3 == 2)
            change_field(field, corridor, random);
    }
    wave_destroy(corridor);
    wave_destroy(reference);
}

static void test_mazes(void **state)
{
    (void)state;
    uint64_t random = case_seed();
    for (int i = 0; i < 120; i++) {
        struct design design;
        make_maze(&design, i, &random);
        struct field field = {&design.grid, design.grid.blocked, NULL};
        run_nets(&field, &random);
        design_destroy(&design);
    }
}

/* Many changes, so that the map is made again. */
static void test_many_changes(void **state)
{
    (void)state;
    uint64_t random = case_seed();
    struct design design;
    struct generate_options options = {
        .kind = GENERATE_MAZE, .width = 41, .height = 41, .layers = 1, .nets = 1};
    assert_int_equal(generate_design(&design, &options, NULL), STATUS_OK);
    struct field field = {&design.grid, design.grid.blocked, NULL};
    for (int i = 0; i < 20; i++)
        run_nets(&field, &random);
    struct wave *corridor = NULL, *reference = NULL;
    struct box all = {0, 0, 40, 40};
    assert_int_equal(wave_create(&corridor, &wave_corridor, &field, NULL), STATUS_OK);
    assert_int_equal(wave_create(&reference, &wave_dijkstra, &field, NULL), STATUS_OK);
    struct wire wires[2] = {{0, 0}, {40 * 41 + 40, 40 * 41 + 40}};
    struct job job = {.sources = wires,
                      .source_count = 1,
                      .targets = wires + 1,
                      .target_count = 1,
                      .window = all};
    for (int i = 0; i < 100; i++) {
        change_field(&field, corridor, &random);
        compare_with_dijkstra(&field, corridor, reference, &job);
    }
    wave_destroy(corridor);
    wave_destroy(reference);
    design_destroy(&design);
}

/* Cells opened beside the window, in the same words of bits, cannot be used. */
static void test_beside_the_window(void **state)
{
    (void)state;
    for (int right = 0; right < 2; right++) {
        struct grid grid;
        struct wave *wave = NULL;
        struct trace trace = {0};
        uint32_t edge = right ? 3 : 2, beside = right ? 4 : 1;
        struct box all = {0, 0, 5, 4}, column = {beside, 0, beside, 4};
        assert_int_equal(grid_create(&grid, 6, 5, 1, NULL), STATUS_OK);
        struct field field = {&grid, grid.blocked, NULL};
        grid_fill_blocked(&grid, all, 0, true);
        struct wire wires[2];
        for (uint32_t i = 0; i < 2; i++) { /* the ends of the window's outermost column */
            cell_t cell = grid_cell(&grid, edge, 4 * i, 0);
            grid_set_blocked(&grid, cell, false);
            wires[i] = (struct wire){cell, cell};
        }
        struct job job = {.sources = wires,
                          .source_count = 1,
                          .targets = wires + 1,
                          .target_count = 1,
                          .window = right ? (struct box){0, 0, 3, 4} : (struct box){2, 0, 5, 4}};
        assert_int_equal(wave_create(&wave, &wave_corridor, &field, NULL), STATUS_OK);
        assert_int_equal(wave_search(wave, &job, &trace, NULL, NULL), STATUS_OK);
        assert_int_equal(job.outcome, OUTCOME_NONE);
        grid_fill_blocked(&grid, column, 0, false);
        wave_corridor.update(wave, &all, 1);
        assert_int_equal(wave_search(wave, &job, &trace, NULL, NULL), STATUS_OK);
        assert_int_equal(job.outcome, OUTCOME_NONE);
        wave_destroy(wave);
        free(trace.knots);
        grid_destroy(&grid);
    }
}

static void test_stop(void **state)
{
    (void)state;
    static const volatile sig_atomic_t stop = 1;
    struct grid grid;
    struct wave *wave = NULL;
    struct trace trace = {0};
    assert_int_equal(grid_create(&grid, 50, 50, 1, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    struct wire wires[2] = {{0, 0}, {2499, 2499}};
    struct job job = {.sources = wires,
                      .source_count = 1,
                      .targets = wires + 1,
                      .target_count = 1,
                      .window = {0, 0, 49, 49}};
    assert_int_equal(wave_create(&wave, &wave_corridor, &field, NULL), STATUS_OK);
    assert_int_equal(wave_search(wave, &job, &trace, &stop, NULL), STATUS_OK);
    assert_int_equal(job.outcome, OUTCOME_STOPPED);
    assert_int_equal(wave_search(wave, &job, &trace, NULL, NULL), STATUS_OK);
    assert_int_equal(job.outcome, OUTCOME_FOUND);
    assert_int_equal(job.cost, 98);
    wave_destroy(wave);
    free(trace.knots);
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_designs), cmocka_unit_test(test_mazes),
        cmocka_unit_test(test_many_changes),   cmocka_unit_test(test_beside_the_window),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
