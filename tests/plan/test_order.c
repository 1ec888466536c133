/* test_order: every order is a permutation, sorted by what its name says. */
#include "router/search/field.h"
#include "tests/support/random_designs.h"

static uint64_t half(const struct design *design, uint32_t net)
{
    struct box box = box_of_pins(&design->grid, &design->nets, net);
    return box.x1 - box.x0 + box.y1 - box.y0;
}

/* Pins of other nets in the box, counted one by one. */
static uint64_t inner(const struct design *design, uint32_t net)
{
    struct box box = box_of_pins(&design->grid, &design->nets, net);
    uint64_t count = 0;
    for (uint32_t i = 0; i < design->nets.pin_count; i++) {
        uint32_t x = grid_x(&design->grid, design->nets.pins[i].cell);
        uint32_t y = grid_y(&design->grid, design->nets.pins[i].cell);
        count += x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
    }
    return count - design->nets.nets[net].pin_count;
}

/* Smaller goes first; the first differing key decides. */
static void keys(const struct design *design, enum order order, uint32_t net, uint64_t key[3])
{
    uint64_t n = net, pins = design->nets.nets[net].pin_count;
    key[0] = order == ORDER_SHORT     ? half(design, net)
             : order == ORDER_LONG    ? 1000000 - half(design, net)
             : order == ORDER_REVERSE ? 1000000 - n
             : order == ORDER_PINS    ? 1000000 - pins
             : order == ORDER_INNER   ? inner(design, net)
                                      : n;
    key[1] = order == ORDER_PINS || order == ORDER_INNER ? half(design, net) : 0;
    key[2] = n;
}

static void orders_are_sorted(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (int round = 0; round < 30; round++) {
        struct design design;
        random_grid(&design, 40, 30, 2, 0, false, &seed);
        random_nets(&design, 60, 5, true, &seed);
        uint32_t nets[60];
        for (unsigned order = 0; order < ORDERS; order++) {
            assert_int_equal(order_nets(&design, (enum order)order, NULL, nets, NULL), STATUS_OK);
            for (uint32_t i = 1; i < design.nets.net_count; i++) {
                uint64_t a[3], b[3];
                keys(&design, (enum order)order, nets[i - 1], a);
                keys(&design, (enum order)order, nets[i], b);
                int k = 0;
                while (k < 2 && a[k] == b[k])
                    k++;
                assert_true(a[k] < b[k]);
            }
        }
        netlist_destroy(&design.nets);
        grid_destroy(&design.grid);
    }
}

/* So many nets that several threads make keys. */
static void threads_agree(void **state)
{
    (void)state;
    enum { NETS = 15000 };
    static uint32_t one[NETS], several[NETS];
    uint64_t seed = random_seed();
    struct design design;
    struct workers *workers;
    random_grid(&design, 400, 300, 2, 0, false, &seed);
    random_nets(&design, NETS, 3, false, &seed);
    assert_int_equal(workers_create(&workers, 3, NULL), STATUS_OK);
    for (unsigned order = 0; order < ORDERS; order++) {
        assert_int_equal(order_nets(&design, (enum order)order, NULL, one, NULL), STATUS_OK);
        assert_int_equal(order_nets(&design, (enum order)order, workers, several, NULL), STATUS_OK);
        assert_memory_equal(one, several, design.nets.net_count * sizeof *one);
    }
    assert_true(design.nets.net_count > NETS / 2);
    workers_destroy(workers);
    netlist_destroy(&design.nets);
    grid_destroy(&design.grid);
}

/* Nets of each thread's part have one length, and no part tells of all digits that differ. */
static void parts_differ(void **state)
{
    (void)state;
    enum { PART = 4096, PARTS = 4, NETS = PART * PARTS, WIDTH = 4096 };
    static const uint32_t length[PARTS] = {2050, 2049, 2050, 2};
    static const uint32_t sorted[PARTS] = {3, 1, 0, 2};
    static uint32_t nets[NETS];
    struct design design = {0};
    struct workers *workers;
    assert_int_equal(grid_create(&design.grid, WIDTH, 1, 1, NULL), STATUS_OK);
    for (uint32_t net = 0; net < NETS; net++) {
        assert_int_equal(netlist_add_net(&design.nets, "n", 1, NULL), STATUS_OK);
        assert_int_equal(netlist_add_pins(&design.nets, &(struct pin){0, false}, 1, NULL),
                         STATUS_OK);
        assert_int_equal(
            netlist_add_pins(&design.nets, &(struct pin){length[net / PART], false}, 1, NULL),
            STATUS_OK);
    }
    assert_int_equal(workers_create(&workers, PARTS, NULL), STATUS_OK);
    assert_int_equal(order_nets(&design, ORDER_SHORT, workers, nets, NULL), STATUS_OK);
    for (uint32_t i = 0; i < NETS; i++)
        assert_int_equal(nets[i], sorted[i / PART] * PART + i % PART);
    workers_destroy(workers);
    netlist_destroy(&design.nets);
    grid_destroy(&design.grid);
}

static void names_are_listed(void **state)
{
    (void)state;
    for (unsigned order = 0; order < ORDERS; order++)
        for (unsigned other = 0; other < ORDERS; other++)
            assert_int_equal(strcmp(order_names[order], order_names[other]) == 0, order == other);
    assert_null(order_names[ORDERS]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_sorted),
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(parts_differ),
        cmocka_unit_test(names_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
