/* test_penalty: penalties at places where metal of a net violates a rule, in a tiny technology. */
#include "tests/support/tiny_model.h"

#include "router/detail/mend/mend.h"

enum { TOLL = 100 };

static int32_t toll_of(const struct lattice *lattice, uint32_t cut, uint32_t ix, uint32_t iy)
{
    const struct lattice_layer *low = &lattice->layers[cut];
    return cell_costs(lattice, lattice_site(&lattice->cuts[cut], 0, lattice_at(low, ix, iy))).toll;
}

/* A notch between the upper pads of two vias: if the net uses the same vias again, their sites are
 * penalised, too. */
static void vias_beside_a_notch_become_dear(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    tiny_pair(&t, 5, 5, 15, 15);
    tiny_route(&flow, &t, 40, 1);
    struct lattice *lattice = &flow.lattice;
    struct net_tree_via vias[] = {{.cut = 0, .ix = 9, .iy = 9}, {.cut = 0, .ix = 9, .iy = 10}};
    const struct net_tree tree = {.vias = vias, .via_count = 2};
    const struct mend_fault notch = {.layer = 1, .rule = MEND_NOTCH, .place = {95, 97, 105, 113}};
    const struct mend_fault none = {0};
    mend_penalise(lattice, &tree, &notch, &none, TOLL); /* the nodes may be enough */
    assert_int_equal(toll_of(lattice, 0, 9, 9), 0);
    assert_int_equal(cell_costs(lattice, &lattice->cells[0][lattice_node(lattice, 1, 9, 9)]).toll,
                     TOLL);
    mend_penalise(lattice, &tree, &notch, &notch, TOLL);
    assert_int_equal(toll_of(lattice, 0, 9, 9), TOLL);
    assert_int_equal(toll_of(lattice, 0, 9, 10), TOLL);
    assert_int_equal(toll_of(lattice, 0, 9, 12), 0);
    assert_int_equal(cell_costs(lattice, &lattice->cells[0][lattice_node(lattice, 1, 9, 9)]).toll,
                     2 * TOLL);
    const struct mend_fault area = {.layer = 1, .rule = MEND_AREA, .place = {95, 97, 105, 103}};
    mend_penalise(lattice, &tree, &area, &none, TOLL); /* only the tree's metal there */
    assert_int_equal(toll_of(lattice, 0, 9, 9), 2 * TOLL);
    assert_int_equal(cell_costs(lattice, &lattice->cells[0][lattice_node(lattice, 1, 9, 9)]).toll,
                     2 * TOLL);
    flow_destroy(&flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(vias_beside_a_notch_become_dear)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
