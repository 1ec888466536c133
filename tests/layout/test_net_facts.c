/* Tests of net_facts: the lower bound of the length of a net, against painted axes. */
#include "tests/support/texts.h"

#include "grid/layout/net_facts.h"
#include "grid/random.h"

enum { PINS = 300, SIDE = 2000, WIDTH = 6 };

/* A layout of one layer and one net whose pins have one shape each. */
static struct net_facts facts_beside(const struct layout_rect *pins, uint32_t count,
                                     uint32_t special)
{
    struct tech_layer layer = {.width = WIDTH};
    struct placed_net net = {.pins = {.first = 0, .count = count},
                             .special_wires = {.count = special}};
    struct shape shapes[PINS];
    uint32_t first[PINS + 1], numbers[PINS];
    for (uint32_t i = 0; i < count; i++) {
        shapes[i] = (struct shape){.rect = pins[i], .owner = i};
        first[i] = numbers[i] = i;
    }
    first[count] = count;
    struct layout layout = {.tech = {.layers = &layer},
                            .placed = {.nets = &net, .net_pins = numbers, .pin_count = count}};
    layout.placed.net_names.count = 1;
    layout.tech.layer_names.count = 1;
    const struct shapes all = {.shapes = shapes, .count = count, .pin_first = first};
    return net_facts(&layout, &all, 0);
}

static struct net_facts facts_of(const struct layout_rect *pins, uint32_t count)
{
    return facts_beside(pins, count, 0);
}

/* The places along one axis between the first and the last pin that no pin covers. */
static int64_t painted(const struct layout_rect *pins, uint32_t count, bool upward)
{
    enum { ROOM = SIDE + 200 };
    char at[ROOM + 1] = {0};
    int first = ROOM, last = 0, sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        int low = (upward ? pins[i].y0 : pins[i].x0) - WIDTH / 2 + 10;
        int high = (upward ? pins[i].y1 : pins[i].x1) + WIDTH / 2 + 10;
        memset(at + low, 1, (size_t)(high - low));
        first = low < first ? low : first;
        last = high > last ? high : last;
    }
    for (int i = first; i < last; i++)
        sum += at[i] == 0;
    return sum;
}

static void test_pins_in_between(void **state)
{
    (void)state;
    const struct layout_rect pins[] = {{0, 0, 10, 10}, {100, 0, 110, 10}, {30, 0, 70, 10}};
    assert_int_equal(facts_of(pins, 1).least, 0);
    assert_int_equal(facts_of(pins, 2).least, 90 - WIDTH);
    assert_int_equal(facts_of(pins, 3).least, 20 + 30 - 2 * WIDTH);
    const struct layout_rect apart[] = {{0, 0, 10, 10}, {100, 200, 110, 210}};
    assert_int_equal(facts_of(apart, 2).least, 90 + 190 - 2 * WIDTH);
    assert_int_equal(facts_beside(apart, 2, 1).least, 0); /* a rail joins them */
}

/* Exact for few separate pins, never too large. */
static void test_random_pins(void **state)
{
    (void)state;
    struct random random = random_seeded(7);
    for (int round = 0; round < 2000; round++) {
        const uint32_t count = 1 + (uint32_t)(random_next(&random) % (round % 2 ? PINS : 40));
        struct layout_rect pins[PINS];
        for (uint32_t i = 0; i < count; i++) {
            const int32_t x = (int32_t)(random_next(&random) % SIDE);
            const int32_t y = (int32_t)(random_next(&random) % SIDE);
            const int32_t wide = 1 + (int32_t)(random_next(&random) % (round % 3 ? 4 : 90));
            pins[i] = (struct layout_rect){x, y, x + wide, y + wide};
        }
        const int64_t least = facts_of(pins, count).least;
        const int64_t most = painted(pins, count, false) + painted(pins, count, true);
        if (count <= 64)
            assert_int_equal(least, most);
        assert_true(least <= most);
        assert_true(count < 3 || round % 3 == 0 || 2 * least > most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pins_in_between),
        cmocka_unit_test(test_random_pins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
