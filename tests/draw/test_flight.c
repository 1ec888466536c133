/* flight: spanning trees of pins against all that there are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "router/draw/scene/scene.h"

static unsigned distance(struct scene_point a, struct scene_point b)
{
    return (unsigned)(llabs((long long)(a.x - b.x)) + llabs((long long)(a.y - b.y)));
}

enum { POINTS = 5 };

/* The edges of a tree: their number and length, and which points they join. */
struct edges {
    const struct scene_point *pin;
    uint32_t n, count, part[POINTS];
    unsigned length;
};

static uint32_t part_of(const struct edges *it, struct scene_point at)
{
    uint32_t i = 0;
    while (it->pin[i].x != at.x || it->pin[i].y != at.y)
        i++;
    return it->part[i];
}

static void add_edge(const void *context, struct scene_point a, struct scene_point b)
{
    struct edges *it = *(struct edges *const *)context;
    const uint32_t from = part_of(it, a), to = part_of(it, b);
    for (uint32_t i = 0; i < it->n; i++)
        it->part[i] = it->part[i] == from ? to : it->part[i];
    it->count++;
    it->length += distance(a, b);
}

/* Against all spanning trees of few points: none is shorter. */
static void test_flight_tree(void **state)
{
    (void)state;
    const char *text = getenv("SEED");
    unsigned seed = text != NULL ? (unsigned)strtoul(text, NULL, 10) : 12345;
    print_message("SEED=%u\n", seed);
    for (int round = 0; round < 300; round++) {
        struct scene_point pin[POINTS];
        uint32_t n = 1 + (uint32_t)rand_r(&seed) % POINTS;
        struct edges edges = {.pin = pin, .n = n}, *context = &edges;
        for (uint32_t i = 0; i < n; i++) {
            pin[i].x = rand_r(&seed) % 9;
            pin[i].y = rand_r(&seed) % 9;
            edges.part[i] = i;
        }
        assert_int_equal(flight_tree(pin, n, add_edge, &context, NULL), STATUS_OK);
        unsigned least = UINT32_MAX, codes = 1;
        assert_int_equal(edges.count, n - 1);
        for (uint32_t i = 1; i < n; i++) {
            assert_int_equal(part_of(&edges, pin[i]), part_of(&edges, pin[0]));
            codes *= n;
        }
        for (unsigned code = 0; code < codes; code++) { /* every choice of parents */
            unsigned rest = code, sum = 0;
            uint32_t up[POINTS] = {0};
            bool tree = true;
            for (uint32_t i = 1; i < n; i++, rest /= n) {
                up[i] = rest % n;
                sum += distance(pin[i], pin[up[i]]);
            }
            for (uint32_t i = 1; i < n; i++) {
                uint32_t at = i;
                for (uint32_t step = 0; step < n && at != 0; step++)
                    at = up[at];
                tree = tree && at == 0;
            }
            least = tree && sum < least ? sum : least;
        }
        assert_int_equal(edges.length, n == 1 ? 0 : least);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_flight_tree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
