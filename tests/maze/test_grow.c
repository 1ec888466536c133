/* test_grow: branches of trees over cells that other nets use. */
#include "tests/support/texts.h"

#include "router/maze/tree/grow.h"

enum { SIDE = 16, X = 6, Y = 2 }; /* where the tree of the three pins branches */

static const struct maze_spot pins[] = {{.x = 2, .y = Y}, {.x = 12, .y = Y}, {.x = X, .y = 10}};

/* Grows the tree of the pins where `users` nets hold the cells of the branch; returns how many
 * searches that took. */
static uint64_t searches(uint32_t users, struct maze_toll toll)
{
    struct design design = {0};
    struct maze_map map;
    struct maze_grower grower;
    const struct maze_growth growth = {.toll = toll, .lag = MAZE_LAG_NONE};
    const struct maze_net net = {.pins = pins, .pin_count = 3, .box = {2, Y, 12, 10}, .margin = 3};
    bool found;
    assert_int_equal(grid_create(&design.grid, SIDE, SIDE, 2, NULL), STATUS_OK);
    assert_int_equal(
        maze_map_create(&map, &design.grid, design.grid.blocked, &design.nets, NULL, NULL),
        STATUS_OK);
    for (uint32_t z = 0; z < 2; z++)
        map.state[maze_map_cell(&map, X, Y, z)] = (uint16_t)(users * STATE_USER);
    assert_int_equal(maze_grower_create(&grower, &map, NULL), STATUS_OK);
    assert_int_equal(maze_grow(&grower, &net, &growth, &found, NULL), STATUS_OK);
    assert_true(found);
    const uint64_t count = grower.search.searches;
    maze_grower_destroy(&grower);
    maze_map_destroy(&map);
    grid_destroy(&design.grid);
    return count;
}

/* One search for the branch and one for each pin but the first; none for a branch that is closed.
 */
static void test_closed_branches_are_not_searched(void **state)
{
    (void)state;
    const struct maze_toll share = {.present = 2}, around = {.hard = true};
    assert_int_equal(searches(0, share), 3);
    assert_int_equal(searches(1, share), 3);
    assert_int_equal(searches(0, around), 3);
    assert_int_equal(searches(1, around), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed_branches_are_not_searched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
