/* test_plane: runs of words along wires, compared with one cell at a time; and what a wire's shape
 * says, with its cells. */
#include "grid/plane.h"
#include "tests/support/random_designs.h"

static struct wire random_wire(const struct grid *grid, uint64_t *seed)
{
    uint32_t place[3] = {random_below(seed, grid->width), random_below(seed, grid->height),
                         random_below(seed, grid->layers)};
    uint32_t sides[3] = {grid->width, grid->height, grid->layers}, axis = random_below(seed, 3);
    cell_t from = grid_cell(grid, place[0], place[1], place[2]);
    place[axis] = random_below(seed, sides[axis]);
    return (struct wire){from, grid_cell(grid, place[0], place[1], place[2])};
}

/* The stride by what the cells' coordinates say. */
static int64_t true_stride(const struct grid *grid, struct wire wire)
{
    int64_t sign = wire.from < wire.to ? 1 : -1;
    if (wire.from == wire.to)
        return 0;
    if (grid_x(grid, wire.from) != grid_x(grid, wire.to))
        return sign;
    return sign * (int64_t)grid->width *
           (grid_y(grid, wire.from) != grid_y(grid, wire.to) ? 1 : grid->height);
}

static void assert_shape(const struct grid *grid, struct wire wire)
{
    struct wire_shape shape = wire_shape(grid, wire);
    int64_t stride = true_stride(grid, wire);
    assert_int_equal(wire_stride(grid, wire), stride);
    assert_int_equal(shape.z, grid_z(grid, wire.from));
    assert_int_equal(wire.from + shape.steps * stride, wire.to);
    if (stride != 0)
        assert_int_equal(grid_neighbour(grid, wire.from, shape.direction), wire.from + stride);
}

/* Sets a wire's cells one by one; true where one was set before. */
static bool set_cells(const struct grid *grid, uint64_t *plane, struct wire wire, bool rest)
{
    bool met = false;
    for (int64_t cell = wire.from, stride = true_stride(grid, wire);; cell += stride) {
        if (cell != wire.from || !rest) {
            met = met || grid_plane_get(grid, plane, (cell_t)cell);
            plane[grid_word(grid, (cell_t)cell)] |= grid_bit(grid, (cell_t)cell);
        }
        if (cell == wire.to)
            return met;
    }
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
            assert_shape(&grid, wire);
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
