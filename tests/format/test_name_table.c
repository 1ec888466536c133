/* test_name_table: name_table, compared with a search through all names. */
#include <time.h>

#include "tests/support/texts.h"

#include "grid/format/name_table.h"

static void test_random_names(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(3);
    struct netlist nets = {0};
    struct name_table table = {0};
    assert_int_equal(name_table_find(&table, &nets, "a", 1), UINT32_MAX);
    for (uint32_t net = 0; net < 1500; net++) {
        char name[24];
        int length = snprintf(name, sizeof name, "n%u%s", splitmix_below(&seed, 900),
                              splitmix_below(&seed, 2) == 0 ? "" : "[3]");
        uint32_t before = netlist_find(&nets, name), earlier = 0;
        assert_int_equal(netlist_add_net(&nets, name, (size_t)length, NULL), STATUS_OK);
        assert_int_equal(name_table_find(&table, &nets, name, (size_t)length), before);
        assert_int_equal(name_table_add(&table, &nets, net, &earlier, NULL), STATUS_OK);
        assert_int_equal(earlier, before);
        assert_int_equal(name_table_find(&table, &nets, name, (size_t)length),
                         before != UINT32_MAX ? before : net);
        assert_true(3 * table.index.used <= 2 * table.index.slots);
    }
    /* A prefix of a name is another name. */
    assert_int_equal(name_table_find(&table, &nets, "n", 1), UINT32_MAX);
    name_table_destroy(&table);
    name_table_destroy(&table);
    netlist_destroy(&nets);
}

/* Short words of two letters, many of which begin alike. */
static void test_beginnings(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(4);
    struct netlist nets = {0};
    struct name_table table = {0};
    uint32_t earlier;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t word = 2; word < 4096; word++) { /* the bits below the first 1 */
            char name[16];
            size_t length = 0;
            for (uint32_t bits = word; bits > 1; bits >>= 1)
                name[length++] = (bits & 1) != 0 ? 'a' : 'b';
            name[length] = '\0';
            if (pass == 1) {
                assert_int_equal(name_table_find(&table, &nets, name, length),
                                 netlist_find(&nets, name));
            } else if (splitmix_below(&seed, 2) == 0) {
                assert_int_equal(netlist_add_net(&nets, name, length, NULL), STATUS_OK);
                assert_int_equal(name_table_add(&table, &nets, nets.net_count - 1, &earlier, NULL),
                                 STATUS_OK);
                assert_int_equal(earlier, UINT32_MAX);
            }
        }
    name_table_destroy(&table);
    netlist_destroy(&nets);
}

/* The slot in a table of 2^18 by a hash without a key (FNV-1a with a final mix). */
static uint32_t guessed_slot(const char *name)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)*name) * 0x100000001B3u;
    hash ^= hash >> 32;
    return (uint32_t)(hash * 0x9E3779B97F4A7C15u >> 20) & ((1u << 18) - 1);
}

/* Processor seconds for `count` names; chosen: only names of a few slots of that hash. */
static double seconds_for(uint32_t count, bool chosen)
{
    struct netlist nets = {0};
    struct name_table table = {0};
    char name[32];
    uint32_t earlier;
    for (uint32_t i = 0; nets.net_count < count; i++) {
        int length = snprintf(name, sizeof name, "n%u", i);
        if (!chosen || guessed_slot(name) < 1024)
            netlist_add_net(&nets, name, (size_t)length, NULL);
    }
    clock_t start = clock();
    for (uint32_t net = 0; net < count; net++) {
        name_table_add(&table, &nets, net, &earlier, NULL);
        assert_int_equal(earlier, UINT32_MAX);
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    name_table_destroy(&table);
    netlist_destroy(&nets);
    return seconds;
}

/* Without a key, 160 000 names that collide in a few slots took 41 s. */
static void chosen_names_cost_what_others_cost(void **state)
{
    (void)state;
    double plain = seconds_for(160000, false), chosen = seconds_for(160000, true);
    print_message("%.3f s, chosen names %.3f s\n", plain, chosen);
    assert_true(chosen < 10 * plain + 0.2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_names),
        cmocka_unit_test(test_beginnings),
        cmocka_unit_test(chosen_names_cost_what_others_cost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
