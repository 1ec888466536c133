/* test_global_search: the price of each search against labels that are relaxed until none changes,
 * and against the price of its path; random prices of both kinds of rules. */
#include "router/global/search.h"
#include "tests/support/random_planes.h"

enum { SIDE = 7, LAYERS = 4, CELLS = SIDE * SIDE * LAYERS, UNREACHED = 1 << 29 };

struct labels {
    uint32_t by[2][CELLS]; /* reached by a wire, by a via */
};

static uint32_t cell_at(uint32_t x, uint32_t y, uint32_t z)
{
    return (z * SIDE + y) * SIDE + x;
}

static bool lower(uint32_t *label, uint32_t to)
{
    if (to >= *label)
        return false;
    *label = to;
    return true;
}

/* The price of a step from a tile; `by`: how the tile was reached. UNREACHED if there is no step.
 */
static uint32_t step(const struct planes *planes, const uint32_t from[3], const uint32_t to[3],
                     int by)
{
    const uint32_t z = from[2] < to[2] ? from[2] : to[2];
    if (from[2] != to[2]) {
        const bool loads = by == 1 && planes->load != NULL;
        return planes->via[z] +
               (loads ? planes->load[planes_index(planes, from[0], from[1], from[2])] : 0);
    }
    if (planes->layer[z].closed || (from[0] != to[0]) != (planes->layer[z].axis == AXIS_X))
        return UNREACHED;
    return planes->price[planes_index(planes, from[0] < to[0] ? from[0] : to[0],
                                      from[1] < to[1] ? from[1] : to[1], z)];
}

/* No way leads back to the source. */
static void relax(const struct planes *planes, uint32_t source, struct labels *labels)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < CELLS * 6; i++) {
            const uint32_t cell = i / 6, axis = i % 6 / 2;
            const uint32_t from[3] = {cell % SIDE, cell / SIDE % SIDE, cell / SIDE / SIDE};
            uint32_t to[3] = {from[0], from[1], from[2]};
            if (i % 2 == 0 ? to[axis] == 0 : to[axis] + 1 == (axis == 2 ? LAYERS : SIDE))
                continue;
            to[axis] += i % 2 == 0 ? UINT32_MAX : 1;
            if (cell_at(to[0], to[1], to[2]) == source)
                continue;
            const int via = axis == 2 && planes->load != NULL;
            for (int by = 0; by < 2; by++)
                if (labels->by[by][cell] < UNREACHED)
                    changed |= lower(&labels->by[via][cell_at(to[0], to[1], to[2])],
                                     labels->by[by][cell] + step(planes, from, to, by));
        }
    }
}

static uint32_t path_cost(const struct global_search *search, const struct planes *planes,
                          bool wired)
{
    uint32_t cost = 0;
    int by = !wired;
    for (uint32_t i = search->step_count - 1; i > 0; i--) {
        const struct search_step *a = &search->steps[i], *b = a - 1;
        const uint32_t from[3] = {a->x, a->y, a->z}, to[3] = {b->x, b->y, b->z};
        assert_int_equal(abs(a->x - b->x) + abs(a->y - b->y) + abs(a->z - b->z), 1);
        cost += step(planes, from, to, by);
        by = a->z != b->z;
    }
    return cost;
}

static void test_least(void **state)
{
    (void)state;
    struct global_search search = {0};
    uint64_t seed = 3;
    for (uint32_t round = 0; round < 60; round++) {
        struct tile_graph graph = {0};
        struct planes planes = {0};
        make_planes(&seed, SIDE, LAYERS, round % 2 == 0, &graph, &planes);
        for (uint32_t i = 0; i < 20; i++) {
            static struct labels labels;
            const uint32_t source = splitmix_below(&seed, CELLS),
                           far = (source + 1 + i * 7) % CELLS;
            const bool wired = splitmix_below(&seed, 2) == 0;
            for (uint32_t cell = 0; cell < CELLS; cell++)
                labels.by[0][cell] = labels.by[1][cell] = UNREACHED;
            labels.by[1][source] = 0;
            if (wired)
                labels.by[0][source] = 0;
            relax(&planes, source, &labels);
            const uint32_t best =
                labels.by[0][far] < labels.by[1][far] ? labels.by[0][far] : labels.by[1][far];
            uint32_t expanded = 0;
            for (uint32_t run = 0; run < 4; run++) {
                const uint32_t limit = best + (run > 0); /* only paths below the limit */
                if (run >= 2 && expanded < 2)
                    break;
                search.labels_max = run < 2 ? 0 : expanded + 2 - run;
                const uint64_t before = search.popped;
                const struct box window = {0, 0, SIDE - 1, SIDE - 1};
                assert_true(search_begin(&search, &planes, window, 0, limit));
                search_target(&search, far % SIDE, far / SIDE % SIDE, far / SIDE / SIDE);
                search_source(&search, source % SIDE, source / SIDE % SIDE, source / SIDE / SIDE,
                              wired);
                assert_int_equal(search_run(&search), run == 1 || run == 2);
                expanded = run == 1 ? (uint32_t)(search.popped - before) : expanded;
                if (run != 1 && run != 2)
                    continue;
                assert_int_equal(search.cost, best);
                global_search_path(&search);
                assert_int_equal(path_cost(&search, &planes, wired), best);
            }
        }
        global_planes_destroy(&planes);
        tile_graph_destroy(&graph);
    }
    global_search_destroy(&search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_least)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
