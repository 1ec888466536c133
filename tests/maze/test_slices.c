/* test_slices: nets are dealt into slices by length and place, and slices that run side by side
 * leave what they leave one after the other. */
#include "router/maze/rounds/slices.h"

#include <string.h>

#include "tests/support/random_designs.h"

static bool never(void *context)
{
    (void)context;
    return false;
}

static const struct maze_choice everything = {0};

static int compare_dealt(const void *a, const void *b)
{
    const struct maze_dealt *one = a, *other = b;
    if (one->slice != other->slice)
        return one->slice < other->slice ? -1 : 1;
    return one->net < other->net ? -1 : 1;
}

static uint32_t half_of(const struct maze_net *net)
{
    return net->box.x1 - net->box.x0 + net->box.y1 - net->box.y0;
}

static uint32_t class_of(uint32_t half)
{
    return half <= SLICE_SHORT ? 0 : 1 + class_of(half / 2);
}

/* A slice has nets of one class, and classes come in the order of length. Windows of different
 * tiles of a slice have no common cell. Long nets are dealt into few slices. */
static void test_slices(void **state)
{
    (void)state;
    struct design design;
    struct maze_plan plan;
    uint32_t dealt_slices = 0, tiled = 0;
    maze_design(&design, 700, 500, 4, 5000, random_seed());
    assert_int_equal(
        maze_plan_create(&plan, &design.grid, &design.nets, &everything, 1, NULL, NULL), STATUS_OK);
    uint32_t *tiles = calloc((size_t)700 * 500, sizeof *tiles);
    for (uint32_t i = 0; i < plan.order_count; i++)
        plan.dealt[i] = (struct maze_dealt){
            maze_slice_of(&plan, plan.order[i], 0, plan.order_count), plan.order[i]};
    qsort(plan.dealt, plan.order_count, sizeof *plan.dealt, compare_dealt);
    for (uint32_t i = 0; i < plan.order_count; i++) {
        const uint32_t slice = plan.dealt[i].slice, key = slice >> SLICE_TILE_BITS;
        const struct maze_net *net = &plan.nets[plan.dealt[i].net];
        const struct box window = maze_window(&plan.map, net);
        const bool begins = i == 0 || plan.dealt[i - 1].slice >> SLICE_TILE_BITS != key;
        assert_int_equal(key / SLICE_PARTS, class_of(half_of(net)));
        if (begins)
            memset(tiles, 0, (size_t)700 * 500 * sizeof *tiles);
        dealt_slices += begins && !maze_slice_is_tiled(slice);
        tiled += maze_slice_is_tiled(slice);
        for (uint32_t y = window.y0; y <= window.y1 && maze_slice_is_tiled(slice); y++)
            for (uint32_t x = window.x0; x <= window.x1; x++) {
                assert_true(tiles[y * 700 + x] == 0 || tiles[y * 700 + x] == slice);
                tiles[y * 700 + x] = slice;
            }
    }
    assert_true(dealt_slices > SLICES_LEAST && dealt_slices <= 8 * SLICES_MOST);
    assert_true(tiled > plan.order_count / 2);
    free(tiles);
    maze_plan_destroy(&plan);
    design_destroy(&design);
}

/* The turns of all nets as slices.h describes them: slice by slice, step by step. */
static void turns_in_order(struct maze_plan *plan, const struct maze_round *round)
{
    struct maze_turns turns = {.plan = plan, .round = round};
    const uint32_t count = plan->order_count;
    struct maze_dealt *order = calloc(count, sizeof *order); /* by rank */
    for (uint32_t i = 0; i < count; i++)
        order[i] =
            (struct maze_dealt){maze_slice_of(plan, plan->order[i], round->number, count), i};
    qsort(order, count, sizeof *order, compare_dealt);
    for (uint32_t first = 0, end = 0; first < count; first = end) {
        for (end++; end < count && order[end].slice == order[first].slice &&
                    !maze_slice_is_tiled(order[first].slice);)
            end++;
        for (enum turn_step step = 0; step < TURN_STEPS; step++)
            for (uint32_t i = first; i < end; i++)
                maze_turn_step(&turns, plan->order[order[i].net], step, plan->growers);
    }
    free(order);
}

static void assert_same_plans(const struct maze_plan *a, const struct maze_plan *b)
{
    const size_t cells = (size_t)a->map.width * a->map.height * a->map.layers;
    assert_memory_equal(a->map.state, b->map.state, cells * sizeof *a->map.state);
    assert_memory_equal(a->map.owner, b->map.owner, cells * sizeof *a->map.owner);
    assert_memory_equal(a->flagged, b->flagged, a->order_count);
    for (uint32_t net = 0; net < a->count; net++) {
        assert_int_equal(a->nets[net].routed, b->nets[net].routed);
        assert_int_equal(a->nets[net].count, b->nets[net].count);
        if (a->nets[net].count > 0)
            assert_memory_equal(a->nets[net].path, b->nets[net].path,
                                a->nets[net].count * sizeof *a->nets[net].path);
    }
}

/* Slices that run side by side leave what they leave one after the other: trees, users, history,
 * owners and flags, in rounds that share and that go around others. */
static void test_flow(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    const struct maze_growth share = {.toll = {.present = 3, .history = true}, .lag = 64};
    const struct maze_growth hard = {.toll = {.hard = true}, .lag = 64};
    const struct maze_round rounds[] = {{.growth = share, .history = 2},
                                        {.growth = share, .history = 2, .number = 1},
                                        {.growth = share, .history = 2, .number = 2},
                                        {.growth = hard, .number = 3}};
    for (unsigned threads = 1; threads <= 9; threads += 2) {
        struct design design;
        struct maze_plan one, more;
        maze_design(&design, 500, 300, 3, 2500, splitmix(&seed));
        assert_int_equal(
            maze_plan_create(&one, &design.grid, &design.nets, &everything, 1, NULL, NULL),
            STATUS_OK);
        assert_int_equal(
            maze_plan_create(&more, &design.grid, &design.nets, &everything, threads, NULL, NULL),
            STATUS_OK);
        one.is_over = more.is_over = never;
        uint32_t *list = calloc(one.order_count, sizeof *list), lost = 0;
        for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
            memcpy(list, more.order, more.order_count * sizeof *list);
            turns_in_order(&one, &rounds[i]);
            assert_int_equal(
                maze_give_turns(&more, list, more.order_count, &rounds[i], &lost, NULL), STATUS_OK);
            assert_same_plans(&one, &more);
        }
        free(list);
        maze_plan_destroy(&one);
        maze_plan_destroy(&more);
        design_destroy(&design);
    }
}

/* In a round without sharing, nets of a slice that want the same cells do not share them: one net
 * keeps its tree, and the others lose theirs. They find another way in the next call, or none. */
static void test_slices_around(void **state)
{
    (void)state;
    struct design design;
    struct maze_plan plan;
    maze_design(&design, 300, 200, 3, 1200, random_seed());
    assert_int_equal(
        maze_plan_create(&plan, &design.grid, &design.nets, &everything, 2, NULL, NULL), STATUS_OK);
    plan.is_over = never;
    const struct maze_round round = {.growth = {.toll = {.hard = true}, .lag = 64}};
    uint32_t *list = calloc(plan.order_count, sizeof *list);
    uint32_t left = plan.order_count, calls = 0, routed = 0;
    memcpy(list, plan.order, left * sizeof *list);
    for (uint32_t before = left + 1; left > 0 && left < before; calls++) {
        before = left;
        assert_int_equal(maze_give_turns(&plan, list, left, &round, &left, NULL), STATUS_OK);
        for (uint32_t i = 0; i < left; i++)
            assert_false(plan.nets[list[i]].routed);
    }
    assert_int_equal(left, 0);
    assert_true(calls > 1);
    for (uint32_t net = 0; net < plan.count; net++) {
        routed += plan.nets[net].routed;
        assert_false(plan.nets[net].routed && maze_plan_in_conflict(&plan, net));
    }
    assert_true(routed > plan.count / 2);
    free(list);
    maze_plan_destroy(&plan);
    design_destroy(&design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slices),
        cmocka_unit_test(test_flow),
        cmocka_unit_test(test_slices_around),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
