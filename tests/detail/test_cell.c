/* test_cell: owners, counts and history costs in 8 bits, and what the bits have no room for. */
#include "tests/support/splitmix.h"
#include "tests/support/tiny_model.h"

#include "grid/workers.h"

enum { CELLS = 500, TIMES = 40000, TURNS = 300 };

static void open_lattice(struct tiny *t, struct lattice *lattice)
{
    tiny_make(t);
    assert_int_equal(lattice_create(lattice, &t->model, NULL, 0, NULL), STATUS_OK);
    assert_int_equal(lattice_make_nodes(lattice, NULL), STATUS_OK);
}

/* Random changes against plain numbers; counts rise to over 300, far above what the bits hold. */
static void cells_are_what_plain_numbers_are(void **state)
{
    (void)state;
    struct tiny t;
    struct lattice lattice;
    static struct {
        uint32_t own[2], count, toll;
    } plain[CELLS];
    uint64_t dice = 7;
    uint32_t most = 0;
    open_lattice(&t, &lattice);
    for (uint32_t i = 0; i < 20 * TIMES; i++) {
        const uint32_t n = (uint32_t)splitmix_below(&dice, CELLS), way = i % 2;
        struct cell *cell = &lattice.all[n];
        const uint32_t owner = 1 + (uint32_t)splitmix_below(&dice, 3) * CELL_COLORS / 2;
        const bool more =
            plain[n].count == 0 || splitmix_below(&dice, 8) < (i < 10 * TIMES ? 6 : 3);
        plain[n].count += more ? 1 : UINT32_MAX;
        cell_add(&lattice, cell, cell_shift(&lattice, cell), more ? 1 : -1);
        most = uint_max(most, plain[n].count);
        if (splitmix_below(&dice, 1000) == 0) {
            plain[n].own[way] = plain[n].own[way] == LATTICE_FREE || plain[n].own[way] == owner
                                    ? owner
                                    : LATTICE_CLOSED;
            cell_restrict(&lattice, cell, way, owner);
        }
        if (splitmix_below(&dice, 100) == 0) {
            plain[n].toll = uint_min(plain[n].toll + i % 100, 300);
            cell_pay(&lattice, cell, (int32_t)(i % 100), 300);
        }
    }
    for (uint32_t n = 0; n < CELLS; n++) {
        const struct cell *cell = &lattice.all[n];
        assert_int_equal(cell_costs(&lattice, cell).count, plain[n].count);
        assert_int_equal(cell_count(&lattice, cell), plain[n].count);
        assert_int_equal(cell_costs(&lattice, cell).toll, plain[n].toll);
        for (uint32_t way = 0; way < 2; way++) {
            const uint32_t own = plain[n].own[way];
            assert_int_equal(cell_own(&lattice, cell, way), own);
            for (uint32_t me = 1; me <= 1 + CELL_COLORS; me++)
                assert_int_equal(cell_is_open(&lattice, cell, way, me),
                                 own == LATTICE_FREE || own == me);
        }
    }
    assert_true(most > 300);
    assert_int_equal(lattice_check(&lattice, NULL), STATUS_OK);
    lattice_destroy(&lattice);
}

static void restrict_some(void *context, size_t first, size_t end)
{
    struct lattice *lattice = context;
    for (size_t i = first; i < end; i++) {
        struct cell *cell = &lattice->all[i % CELLS];
        cell_restrict(lattice, cell, 0, i % 3 == 0 ? 1 : 1 + CELL_COLORS);
        cell_restrict(lattice, cell, 1, 2 + (uint32_t)(i % CELLS));
    }
}

/* Only one thread changes and reads a cell; the notes of all cells grow meanwhile. */
static void count_some(void *context, size_t first, size_t end)
{
    struct lattice *lattice = context;
    for (int32_t turn = 0; turn < TURNS; turn++)
        for (size_t i = first; i < end; i++) {
            struct cell *cell = &lattice->all[i];
            cell_add(lattice, cell, cell_shift(lattice, cell), 1);
            cell_pay(lattice, cell, 1, UINT16_MAX);
            assert(cell_costs(lattice, cell).count == turn + 1);
            assert(cell_costs(lattice, cell).toll == turn + 1);
        }
}

static void several_threads_may_change_cells(void **state)
{
    (void)state;
    struct tiny t;
    struct lattice lattice;
    struct workers *workers;
    open_lattice(&t, &lattice);
    assert_int_equal(workers_create(&workers, 4, NULL), STATUS_OK);
    workers_run(workers, restrict_some, &lattice, (size_t)CELLS * 300, 10);
    workers_run(workers, count_some, &lattice, CELLS, 10);
    for (uint32_t n = 0; n < CELLS; n++) {
        assert_int_equal(cell_costs(&lattice, &lattice.all[n]).count, TURNS);
        assert_int_equal(cell_costs(&lattice, &lattice.all[n]).toll, TURNS);
        assert_int_equal(cell_own(&lattice, &lattice.all[n], 0), LATTICE_CLOSED);
        assert_int_equal(cell_own(&lattice, &lattice.all[n], 1), 2 + n);
    }
    workers_destroy(workers);
    lattice_destroy(&lattice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cells_are_what_plain_numbers_are),
                                       cmocka_unit_test(several_threads_may_change_cells)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
