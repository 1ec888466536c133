/* Pruning, compared with removing cells with one neighbour until there are none. */
#include "tests/support/wave_cases.h"

#include "router/wave/corridor/prune.h"

enum { FEATURES = FEATURE_LAYERS | FEATURE_STRICT | FEATURE_WALLS };

static uint32_t place_of(const struct adjacency *adj, cell_t cell)
{
    struct spot spot = spot_of(adj->field->grid, cell);
    return adj_place(adj, spot.x, spot.y, spot.z);
}

/* Exits to cells that are not removed. */
static unsigned adj_left(const struct adjacency *adj, const uint8_t *whole, const uint8_t *gone,
                         uint32_t place)
{
    unsigned left = 0;
    for (unsigned bit = 1; bit < 1u << DIRECTIONS; bit <<= 1)
        if ((whole[place] & bit) != 0 && !gone[adj_next(adj, place, bit)])
            left |= bit;
    return left;
}

/* The simplest pruning. Sets gone[place] for removed cells. */
static void prune_simply(const struct adjacency *adj, const uint8_t *whole, uint8_t *gone)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (cell_t cell = 0; cell < grid_cells(adj->field->grid); cell++) {
            uint32_t place = place_of(adj, cell);
            if (gone[place] || !adj_is_single(adj_left(adj, whole, gone, place)))
                continue;
            gone[place] = 1;
            changed = true;
        }
    }
}

/* If a cell has several exits, each of them leads back. */
static void check_linked(const struct adjacency *adj)
{
    for (cell_t cell = 0; cell < grid_cells(adj->field->grid); cell++) {
        uint32_t place = place_of(adj, cell);
        unsigned exits = adj->exits[place];
        for (unsigned bit = 1; bit < 1u << DIRECTIONS && (exits & (exits - 1)) != 0; bit <<= 1)
            if ((exits & bit) != 0)
                assert_true((adj->exits[adj_next(adj, place, bit)] & adj_back(bit)) != 0);
    }
}

/* The climb from a cell ends at the core or at a root. */
static void check_climb(const struct adjacency *adj, uint32_t place)
{
    size_t steps = 0;
    while (adj_is_single(adj->exits[place])) {
        place = adj_next(adj, place, adj->exits[place]);
        assert_true(++steps <= adj_places(adj));
    }
}

static void make(struct adjacency *adj, const struct field *field)
{
    struct box all = {0, 0, field->grid->width - 1, field->grid->height - 1};
    assert_int_equal(adj_make(adj, field, &all, NULL), STATUS_OK);
}

/* Blocks many cells, so that dead ends are long. */
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
    struct adjacency adj = {0};
    size_t raked = 0;
    for (int i = 0; i < 600; i++) {
        struct wave_case c;
        uint64_t random = seed + (uint64_t)i * 1000003;
        case_create(&c, i % 2 == 0 ? 0 : FEATURES, &random);
        thin_out(&c, &random);
        make(&adj, &c.field);
        uint8_t *whole = malloc(adj_places(&adj)), *gone = calloc(adj_places(&adj), 1);
        memcpy(whole, adj.exits, adj_places(&adj));
        prune_simply(&adj, whole, gone);
        prune_dead_ends(&adj, NULL);
        for (cell_t cell = 0; cell < grid_cells(&c.grid); cell++) {
            uint32_t place = place_of(&adj, cell);
            unsigned left = adj_left(&adj, whole, gone, place);
            if (!gone[place] && left != 0) /* the core is unique, roots and parents are not */
                assert_int_equal(adj.exits[place], left);
            else
                assert_true(adj.exits[place] == 0 || adj_is_single(adj.exits[place]));
            assert_true((adj.exits[place] & ~whole[place]) == 0);
            check_climb(&adj, place);
            raked += gone[place];
        }
        check_linked(&adj);
        free(whole);
        free(gone);
        case_destroy(&c);
    }
    assert_true(raked > 10000);
    adj_destroy(&adj);
}

static void test_link_and_undo(void **state)
{
    (void)state;
    uint64_t seed = case_seed();
    struct adjacency adj = {0};
    struct prune_log log = {0};
    for (int i = 0; i < 300; i++) {
        struct wave_case c;
        uint64_t random = seed + (uint64_t)i * 1000003;
        case_create(&c, FEATURES, &random);
        thin_out(&c, &random);
        make(&adj, &c.field);
        prune_dead_ends(&adj, NULL);
        uint8_t *raked = malloc(adj_places(&adj));
        memcpy(raked, adj.exits, adj_places(&adj));
        for (int k = 0; k < 8; k++) {
            cell_t cell = case_below(&random, (uint32_t)grid_cells(&c.grid));
            struct spot spot = spot_of(&c.grid, cell);
            if (grid_plane_get(&c.grid, c.field.closed, cell))
                assert_int_equal(prune_open(&adj, &spot, 0, &log, NULL), STATUS_OK);
            else
                assert_int_equal(prune_link(&adj, place_of(&adj, cell), &log, NULL), STATUS_OK);
            check_linked(&adj);
        }
        prune_undo(&adj, &log);
        assert_int_equal(log.count, 0);
        assert_memory_equal(adj.exits, raked, adj_places(&adj));
        free(raked);
        case_destroy(&c);
    }
    adj_destroy(&adj);
    free(log.changes);
}

/* A corridor of several tiles, to both sides and from both ends. */
static void test_straight(void **state)
{
    (void)state;
    struct grid grid;
    struct adjacency adj = {0};
    assert_int_equal(grid_create(&grid, 200, 3, 1, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    for (uint32_t gap = 0; gap < 200; gap++) { /* the one cell that joins two corridors */
        for (cell_t cell = 200; cell < 400; cell++)
            grid_set_blocked(&grid, cell, cell != 200 + gap);
        make(&adj, &field);
        prune_dead_ends(&adj, NULL);
        size_t roots = 0;
        for (cell_t cell = 0; cell < grid_cells(&grid); cell++) {
            uint32_t place = place_of(&adj, cell);
            bool open = !grid_is_blocked(&grid, cell);
            roots += open && adj.exits[place] == 0;
            assert_true(adj.exits[place] == 0 || adj_is_single(adj.exits[place]));
            check_climb(&adj, place);
        }
        assert_int_equal(roots, 1);
    }
    adj_destroy(&adj);
    grid_destroy(&grid);
}

static void test_stop(void **state)
{
    (void)state;
    static const volatile sig_atomic_t stop = 1;
    struct grid grid;
    struct adjacency adj = {0};
    assert_int_equal(grid_create(&grid, 64, 64, 1, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    make(&adj, &field);
    prune_dead_ends(&adj, &stop);
    check_linked(&adj);
    adj_destroy(&adj);
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
