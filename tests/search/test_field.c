/* A field closes blocked cells and the cells of pins, made in one step or in several. */
#include "tests/support/random_designs.h"

#include "router/search/field.h"

/* Compares each cell with the definition in the header. */
static bool is_closed(const struct design *design, cell_t cell)
{
    const cell_t plane = design->grid.width * design->grid.height;
    bool closed = grid_is_blocked(&design->grid, cell);
    for (uint32_t i = 0; i < design->nets.pin_count; i++) {
        const struct pin pin = design->nets.pins[i];
        closed |= pin.cell == cell || (pin.all_layers && pin.cell == cell % plane);
    }
    return closed;
}

static void pins_close_in_any_parts(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (int round = 0; round < 40; round++) {
        struct design design;
        struct field_store whole, parts;
        random_grid(&design, 1 + random_below(&seed, 90), 20, 3, 10, false, &seed);
        random_nets(&design, 40, 5, true, &seed);
        const size_t words = grid_plane_words(&design.grid);
        const size_t pins = design.nets.pin_count;
        make_field(&whole, &design);
        assert_int_equal(field_begin(&parts, &design.grid, NULL), STATUS_OK);
        for (size_t first = 0, end; first < pins; first = end) {
            end = first + 1 + random_below(&seed, 60);
            end = end < pins ? end : pins;
            field_close_pins(&parts, &design.nets, first, end);
        }
        field_fix(&parts, &parts);
        assert_memory_equal(whole.field.closed, parts.field.closed, words * sizeof(uint64_t));
        assert_memory_equal(whole.base, parts.base, words * sizeof(uint64_t));
        for (cell_t cell = 0; cell < grid_cells(&design.grid); cell++)
            assert_int_equal(grid_plane_get(&design.grid, whole.field.closed, cell),
                             is_closed(&design, cell));
        field_destroy(&whole);
        field_destroy(&parts);
        netlist_destroy(&design.nets);
        grid_destroy(&design.grid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pins_close_in_any_parts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
