/* Raking against removing, again and again, every cell that has one neighbour left. */
#include "tests/support/wave_cases.h"

#include "router/wave/corridor/rake.h"

enum { FEATURES = FEATURE_LAYERS | FEATURE_STRICT | FEATURE_WALLS };

static uint32_t place_of(const struct ways *ways, cell_t cell)
{
    struct spot spot = spot_of(ways->field->grid, cell);
    return ways_place(ways, spot.x, spot.y, spot.z);
}

/* Ways that lead to cells that are left. */
static unsigned ways_left(const struct ways *ways, const uint8_t *whole, const uint8_t *gone,
                          uint32_t place)
{
    unsigned left = 0;
    for (unsigned bit = 1; bit < 1u << DIRECTIONS; bit <<= 1)
        if ((whole[place] & bit) != 0 && !gone[ways_next(ways, place, bit)])
            left |= bit;
    return left;
}

/* The simplest raking there is. gone[place] is set of what it takes. */
static void rake_simply(const struct ways *ways, const uint8_t *whole, uint8_t *gone)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (cell_t cell = 0; cell < grid_cells(ways->field->grid); cell++) {
            uint32_t place = place_of(ways, cell);
            if (gone[place] || !ways_is_single(ways_left(ways, whole, gone, place)))
                continue;
            gone[place] = 1;
            changed = true;
        }
    }
}

/* Every way of a byte with several leads back. */
static void check_linked(const struct ways *ways)
{
    for (cell_t cell = 0; cell < grid_cells(ways->field->grid); cell++) {
        uint32_t place = place_of(ways, cell);
        unsigned way = ways->way[place];
        for (unsigned bit = 1; bit < 1u << DIRECTIONS && (way & (way - 1)) != 0; bit <<= 1)
            if ((way & bit) != 0)
                assert_true((ways->way[ways_next(ways, place, bit)] & ways_back(bit)) != 0);
    }
}

/* The climb from a cell ends at the core or at a root. */
static void check_climb(const struct ways *ways, uint32_t place)
{
    size_t steps = 0;
    while (ways_is_single(ways->way[place])) {
        place = ways_next(ways, place, ways->way[place]);
        assert_true(++steps <= ways_places(ways));
    }
}

static void make(struct ways *ways, const struct field *field)
{
    struct box all = {0, 0, field->grid->width - 1, field->grid->height - 1};
    assert_int_equal(ways_make(ways, field, &all, NULL), STATUS_OK);
}

/* Blocks so many cells that dead ends are long. */
static void thin_out(struct wave_case *c, uint64_t *random)
{
    for (cell_t cell = 0; cell < grid_cells(&c->grid); cell++)
        if ((grid_x(&c->grid, cell) & grid_y(&c->grid, cell) & 1) != 0 || case_chance(random, 25))
            c->field.closed[grid_word(&c->grid, cell)] |= grid_bit(&c->grid, cell);
}

static void test_core(void **state)
{
    (void)state;
    uint64_t seed = case_seed();
    struct ways ways = {0};
    size_t raked = 0;
    for (int i = 0; i < 600; i++) {
        struct wave_case c;
        uint64_t random = seed + (uint64_t)i * 1000003;
        case_create(&c, i % 2 == 0 ? 0 : FEATURES, &random);
        thin_out(&c, &random);
        make(&ways, &c.field);
        uint8_t *whole = malloc(ways_places(&ways)), *gone = calloc(ways_places(&ways), 1);
        memcpy(whole, ways.way, ways_places(&ways));
        rake_simply(&ways, whole, gone);
        rake_dead_ends(&ways, NULL);
        for (cell_t cell = 0; cell < grid_cells(&c.grid); cell++) {
            uint32_t place = place_of(&ways, cell);
            unsigned left = ways_left(&ways, whole, gone, place);
            if (!gone[place] && left != 0) /* the core is unique, roots and parents are not */
                assert_int_equal(ways.way[place], left);
            else
                assert_true(ways.way[place] == 0 || ways_is_single(ways.way[place]));
            assert_true((ways.way[place] & ~whole[place]) == 0);
            check_climb(&ways, place);
            raked += gone[place];
        }
        check_linked(&ways);
        free(whole);
        free(gone);
        case_destroy(&c);
    }
    assert_true(raked > 10000);
    ways_destroy(&ways);
}

static void test_link_and_undo(void **state)
{
    (void)state;
    uint64_t seed = case_seed();
    struct ways ways = {0};
    struct rake_log log = {0};
    for (int i = 0; i < 300; i++) {
        struct wave_case c;
        uint64_t random = seed + (uint64_t)i * 1000003;
        case_create(&c, FEATURES, &random);
        thin_out(&c, &random);
        make(&ways, &c.field);
        rake_dead_ends(&ways, NULL);
        uint8_t *raked = malloc(ways_places(&ways));
        memcpy(raked, ways.way, ways_places(&ways));
        for (int k = 0; k < 8; k++) {
            cell_t cell = case_below(&random, (uint32_t)grid_cells(&c.grid));
            struct spot spot = spot_of(&c.grid, cell);
            if (grid_plane_get(&c.grid, c.field.closed, cell))
                assert_int_equal(rake_open(&ways, &spot, 0, &log, NULL), STATUS_OK);
            else
                assert_int_equal(rake_link(&ways, place_of(&ways, cell), &log, NULL), STATUS_OK);
            check_linked(&ways);
        }
        rake_undo(&ways, &log);
        assert_int_equal(log.count, 0);
        assert_memory_equal(ways.way, raked, ways_places(&ways));
        free(raked);
        case_destroy(&c);
    }
    ways_destroy(&ways);
    free(log.changes);
}

/* A corridor of several tiles, to both sides and from both ends. */
static void test_straight(void **state)
{
    (void)state;
    struct grid grid;
    struct ways ways = {0};
    assert_int_equal(grid_create(&grid, 200, 3, 1, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    for (uint32_t gap = 0; gap < 200; gap++) { /* the one cell that joins two corridors */
        for (cell_t cell = 200; cell < 400; cell++)
            grid_set_blocked(&grid, cell, cell != 200 + gap);
        make(&ways, &field);
        rake_dead_ends(&ways, NULL);
        size_t roots = 0;
        for (cell_t cell = 0; cell < grid_cells(&grid); cell++) {
            uint32_t place = place_of(&ways, cell);
            bool open = !grid_is_blocked(&grid, cell);
            roots += open && ways.way[place] == 0;
            assert_true(ways.way[place] == 0 || ways_is_single(ways.way[place]));
            check_climb(&ways, place);
        }
        assert_int_equal(roots, 1);
    }
    ways_destroy(&ways);
    grid_destroy(&grid);
}

static void test_stop(void **state)
{
    (void)state;
    static const volatile sig_atomic_t stop = 1;
    struct grid grid;
    struct ways ways = {0};
    assert_int_equal(grid_create(&grid, 64, 64, 1, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    make(&ways, &field);
    rake_dead_ends(&ways, &stop);
    check_linked(&ways);
    ways_destroy(&ways);
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_core),
        cmocka_unit_test(test_link_and_undo),
        cmocka_unit_test(test_straight),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
