/* test_wire: shape, stride and cells of wires, compared with their coordinates. */
#include "grid/wire.h"
#include "tests/support/random_designs.h"

/* The stride, from the coordinates of the cells. */
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
    assert_int_equal(wire_steps(grid, wire), shape.steps);
    assert_int_equal(shape.z, grid_z(grid, wire.from));
    assert_int_equal(wire.from + shape.steps * stride, wire.to);
    if (stride != 0)
        assert_int_equal(grid_neighbour(grid, wire.from, shape.direction), wire.from + stride);
}

static void assert_walk(const struct grid *grid, struct wire wire)
{
    int64_t cell = wire.from, stride = true_stride(grid, wire);
    uint32_t seen = 0;
    for (struct wire_walk walk = wire_walk(grid, wire); walk.left > 0; wire_next(&walk)) {
        assert_int_equal(walk.cell, cell);
        cell += stride;
        seen++;
    }
    assert_int_equal(cell, wire.to + stride);
    assert_int_equal(seen, 1 + wire_shape(grid, wire).steps);
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
        for (int i = 0; i < 12; i++) {
            struct wire wire = random_wire(&grid, &seed);
            assert_shape(&grid, wire);
            assert_walk(&grid, wire);
        }
        grid_destroy(&grid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wires_are_their_cells)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
