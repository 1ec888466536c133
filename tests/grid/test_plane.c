/* test_plane: runs of words along wires, compared with single cells. */
#include "grid/wire.h"
#include "tests/support/random_designs.h"

/* Sets the cells of a wire one by one; true if one was set before. */
static bool set_cells(const struct grid *grid, uint64_t *plane, struct wire wire, bool rest)
{
    bool met = false;
    for (struct wire_walk walk = wire_walk(grid, wire); walk.left > 0; wire_next(&walk)) {
        cell_t cell = walk.cell;
        if (cell != wire.from || !rest) {
            met = met || grid_plane_get(grid, plane, cell);
            plane[grid_word(grid, cell)] |= grid_bit(grid, cell);
        }
    }
    return met;
}

static void wires_are_their_cells(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (int round = 0; round < 300; round++) {
        struct grid grid;
        assert_int_equal(grid_create(&grid, 1 + random_below(&seed, 200),
                                     1 + random_below(&seed, 30), 1 + random_below(&seed, 5), NULL),
                         STATUS_OK);
        size_t words = grid_plane_words(&grid);
        uint64_t *plane = calloc(words, sizeof *plane), *same = calloc(words, sizeof *same);
        uint64_t *aside = calloc(words, sizeof *aside), *all = calloc(words, sizeof *all);
        for (size_t i = 0; i < words; i++)
            aside[i] = random_below(&seed, 2) * ~(uint64_t)0;
        for (int i = 0; i < 12; i++) {
            struct wire wire = random_wire(&grid, &seed);
            bool rest = random_below(&seed, 2) == 0;
            struct plane_run run = plane_run_part(&grid, wire, rest);
            for (size_t k = 0; k < words; k++)
                all[k] = same[k] & ~aside[k];
            assert_int_equal(plane_meets(plane, aside, run), set_cells(&grid, all, wire, rest));
            assert_int_equal(plane_meets(plane, NULL, plane_run(&grid, wire)),
                             set_cells(&grid, memcpy(all, same, words * sizeof *all), wire, false));
            assert_int_equal(plane_set(plane, run), set_cells(&grid, same, wire, rest));
            assert_memory_equal(plane, same, words * sizeof *plane);
        }
        free(plane);
        free(same);
        free(aside);
        free(all);
        grid_destroy(&grid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wires_are_their_cells)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
