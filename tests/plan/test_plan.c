/* test_plan: after any changes, users, owners and tolls of all cells are those of the plan's trees,
 * and the engine knows them. */
#include "router/maze/plan/plan.h"
#include "router/maze/stage/ideal.h"
#include "router/maze/stage/repair.h"
#include "tests/support/mirror_engines.h"

enum { SIDE = 24, LAYERS = 2, NETS = 30, CELLS = SIDE * SIDE * LAYERS };

/* What the plan should say, from its trees alone. */
struct truth {
    uint16_t users[CELLS];
    uint32_t owner[CELLS];
    uint32_t widened; /* windows */
};

static void look(struct truth *truth, const struct plan *plan)
{
    memset(truth->users, 0, sizeof truth->users);
    memset(truth->owner, 0, sizeof truth->owner);
    for (uint32_t rank = 0; rank < plan->count; rank++) {
        const struct tree *tree = &plan->trees[rank];
        for (size_t i = 0; tree->present && i < tree->count; i++) {
            int64_t stride = wire_stride(&plan->session->design->grid, tree->wires[i]);
            for (int64_t cell = tree->wires[i].from; cell != tree->wires[i].to;) {
                cell += stride;
                truth->users[cell]++;
                truth->owner[cell] = rank + 1;
            }
        }
    }
}

static void assert_sound(struct truth *truth, const struct plan *plan)
{
    const struct congestion *cong = &plan->cong;
    look(truth, plan);
    assert_true(plan_is_sound(plan));
    for (uint32_t cell = 0; cell < CELLS; cell++) {
        assert_int_equal(cong->toll[cell], cong->history[cell] + cong->present * cong->use[cell]);
        assert_int_equal(cong->use[cell], truth->users[cell]);
        if (plan->owner != NULL)
            assert_int_equal(plan->owner[cell], truth->owner[cell]);
    }
}

/* True where no tree, counted or not, is in the way of this one. */
static bool is_free(struct truth *truth, const struct plan *plan, const struct tree *tree)
{
    const struct grid *grid = &plan->session->design->grid;
    bool meets = tree->count == 0;
    look(truth, plan);
    for (size_t i = 0; i < tree->count; i++)
        for (int64_t cell = tree->wires[i].from; cell != tree->wires[i].to;) {
            cell += wire_stride(grid, tree->wires[i]);
            meets = meets || truth->users[cell] > 0;
        }
    return !meets;
}

/* One change to the plan, or a look. */
static void change(struct truth *truth, struct plan *plan, struct growth *growth, uint64_t *seed)
{
    uint32_t rank = random_below(seed, plan->count), noise = 0, margin = 0;
    struct tree *tree = &plan->trees[rank];
    switch (random_below(seed, 7)) {
    case 1:
        assert_int_equal(plan_set_present(plan, random_below(seed, 4), NULL), STATUS_OK);
        break;
    case 2:
        noise = random_below(seed, 2) * 3;
        assert_int_equal(plan_forget(plan, *seed, noise, random_below(seed, 4), NULL), STATUS_OK);
        for (uint32_t cell = 0; cell < CELLS; cell++)
            assert_true(plan->cong.history[cell] <= (noise > 0));
        break;
    case 3:
        if (plan->owner != NULL)
            plan_drop_owners(plan);
        else
            assert_int_equal(plan_note_owners(plan, NULL), STATUS_OK);
        break;
    case 4: /* the mirror fails if it was not told all; from a small window it often has to go on */
        assert_int_equal(plan_take_out(plan, rank, NULL), STATUS_OK);
        margin = plan->margins[rank] = 1;
        assert_int_equal(plan_grow(plan, rank, 0, growth, NULL), STATUS_OK);
        truth->widened += plan->margins[rank] > margin;
        break;
    default:
        if (tree->present)
            assert_int_equal(plan_take_out(plan, rank, NULL), STATUS_OK);
        else if (is_free(truth, plan, tree))
            assert_int_equal(plan_put_in(plan, rank, tree->wires, tree->count, NULL), STATUS_OK);
    }
}

static void make_plan(struct plan *plan, struct session *session, const uint32_t *nets,
                      uint32_t count)
{
    struct ideal alone;
    assert_int_equal(plan_create(plan, session, nets, count, NULL), STATUS_OK);
    assert_int_equal(ideal_open(&alone, plan, 0, NULL), STATUS_OK);
    while (!ideal_is_over(&alone, plan))
        assert_int_equal(ideal_once(&alone, plan, NULL), STATUS_OK);
    ideal_close(&alone);
    assert_int_equal(repair_drop_later(plan, NULL), STATUS_OK);
}

static void all_trees_are_counted(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t widened = 0;
    for (int round = 0; round < 40; round++) {
        struct design design;
        struct session session;
        struct plan plan;
        struct truth truth = {0};
        struct growth growth = {0};
        uint32_t nets[NETS];
        random_grid(&design, SIDE, SIDE, LAYERS, 25, false, &seed);
        random_nets(&design, NETS, 2, false, &seed);
        struct route_options options = plain_options();
        options.engine = &home_ops;
        assert_int_equal(session_open(&session, &design, &options, NULL), STATUS_OK);
        assert_int_equal(order_nets(&design, ORDER_SHORT, NULL, nets, NULL), STATUS_OK);
        make_plan(&plan, &session, nets, design.nets.net_count);
        assert_int_equal(plan_open(&plan, NULL), STATUS_OK);
        for (int step = 0; step < 60; step++) {
            change(&truth, &plan, &growth, &seed);
            assert_sound(&truth, &plan);
        }
        widened += truth.widened;
        connect_destroy(&growth);
        plan_destroy(&plan);
        session_close(&session);
        netlist_destroy(&design.nets);
        grid_destroy(&design.grid);
    }
    assert_true(widened > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_trees_are_counted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
