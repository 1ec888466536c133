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

/* Against all spanning trees of few points: none is shorter. */
static void test_flight_tree(void **state)
{
    (void)state;
    const char *text = getenv("SEED");
    unsigned seed = text != NULL ? (unsigned)strtoul(text, NULL, 10) : 12345;
    print_message("SEED=%u\n", seed);
    for (int round = 0; round < 300; round++) {
        struct scene_point pin[5];
        uint32_t parent[5], n = 1 + (uint32_t)rand_r(&seed) % 5;
        for (uint32_t i = 0; i < n; i++) {
            pin[i].x = rand_r(&seed) % 9;
            pin[i].y = rand_r(&seed) % 9;
        }
        assert_int_equal(flight_tree(pin, n, parent, NULL), STATUS_OK);
        unsigned least = UINT32_MAX, length = 0, codes = 1;
        for (uint32_t i = 1; i < n; i++) {
            assert_true(parent[i] < n && parent[i] != i);
            length += distance(pin[i], pin[parent[i]]);
            codes *= n;
        }
        for (unsigned code = 0; code < codes; code++) { /* every choice of parents */
            unsigned rest = code, sum = 0;
            uint32_t up[5] = {0};
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
        assert_int_equal(length, n == 1 ? 0 : least);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_flight_tree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
