/* test_rounds: negotiation ends soon, also where few nets fight for long. */
#include "router/maze/rounds/maze_route.h"
#include "router/maze/rounds/rounds.h"

#include "grid/generate/generate.h"
#include "tests/support/random_designs.h"

static bool never(void *context)
{
    (void)context;
    return false;
}

/* Rounds for a generated design of two layers. *missing: nets left without a tree. */
static uint32_t rounds_of(uint32_t side, uint32_t nets, uint64_t seed, uint32_t *missing)
{
    const struct generate_options options = {.kind = GENERATE_CHIP,
                                             .width = side,
                                             .height = side,
                                             .layers = 2,
                                             .nets = nets,
                                             .seed = seed};
    const struct maze_request request = {
        .effort = MAZE_NORMAL, .threads = 1, .rounds_max = 1000, .is_over = never};
    struct design design;
    struct maze_trees maze;
    assert_int_equal(generate_design(&design, &options, NULL), STATUS_OK);
    assert_int_equal(maze_route(&maze, &design.grid, &design.nets, &request, NULL), STATUS_OK);
    const uint32_t rounds = maze.rounds;
    *missing = 0;
    for (uint32_t net = 0; net < nets; net++)
        *missing += !maze_has_tree(&maze, net);
    maze_trees_destroy(&maze);
    design_destroy(&design);
    return rounds;
}

/* The only way around leads far out of the box of the two ends. */
static void test_few_look_farther(void **state)
{
    (void)state;
    uint32_t missing;
    assert_true(rounds_of(768, 9000, 3, &missing) < 20);
    assert_int_equal(missing, 0);
}

/* Two nets that rounds do not part are left to others after a while. */
static void test_stalls_are_seen(void **state)
{
    (void)state;
    uint32_t missing;
    assert_true(rounds_of(512, 4000, 5, &missing) < 30);
    assert_true(missing <= 1);
}

/* The lag grows in late rounds, up to no bound. */
static void test_late_rounds_look_farther(void **state)
{
    (void)state;
    static const uint32_t LAGS[] = {5, 5, 5, 5, 5, 5, 5, 10, 20, 40, 80, 160, MAZE_LAG_NONE};
    const struct maze_rules rules = {.first = 3, .lag = 5};
    for (uint32_t i = 0; i < sizeof LAGS / sizeof *LAGS; i++) {
        const struct negotiate_round round = {.kind = NEGOTIATE_SHARE, .number = i};
        assert_int_equal(maze_round_of(&rules, &round).growth.lag, LAGS[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_late_rounds_look_farther),
        cmocka_unit_test(test_few_look_farther),
        cmocka_unit_test(test_stalls_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
