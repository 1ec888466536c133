/* test_course_result: random paths in a result file, from either pin: each turn starts a new wire.
 */
#include "tests/support/splitmix.h"
#include "tests/support/texts.h"

#include "grid/format/design_file.h"
#include "grid/format/routes_file.h"

enum { SIDE = 12, STEPS_MOST = 2 * SIDE, ROUNDS = 300 };

struct place {
    uint32_t x, y, z;
};

static void write_design(const struct place *last)
{
    FILE *file = fopen("a.grid", "w");
    assert_non_null(file);
    fprintf(file, "%d %d 1 1\n", SIDE, SIDE);
    for (int i = 0; i < 2 * SIDE * SIDE; i++)
        fprintf(file, "1%c", i % SIDE == SIDE - 1 ? '\n' : ' ');
    fclose(file);
    file = fopen("a.nl", "w");
    assert_non_null(file);
    fprintf(file, "1\n7 1 0 0 %u %u %u\n", last->z + 1, last->x, last->y);
    fclose(file);
}

/* A path from 0,0 that goes east, north and between the layers; returns its number of cells. */
static uint32_t make_path(struct place *path, uint64_t *seed)
{
    uint32_t count = 1;
    path[0] = (struct place){0, 0, 0};
    const uint32_t most = 2 + splitmix_below(seed, STEPS_MOST);
    while (count < most) {
        struct place next = path[count - 1];
        const uint32_t way = splitmix_below(seed, 3);
        if (way == 2 && count > 1 && path[count - 2].z != next.z)
            continue; /* it would meet itself */
        next.x += way == 0 && next.x + 1 < SIDE;
        next.y += way == 1 && next.y + 1 < SIDE;
        next.z ^= way == 2;
        if (memcmp(&next, &path[count - 1], sizeof next) != 0)
            path[count++] = next;
        else if (next.x + 1 == SIDE && next.y + 1 == SIDE)
            break;
    }
    return count;
}

static void write_result(const struct place *path, uint32_t count, bool turned)
{
    FILE *file = fopen("a.out", "w");
    assert_non_null(file);
    fprintf(file, "1\n7\n");
    for (uint32_t i = 0; i < count; i++) {
        const struct place it = path[turned ? count - 1 - i : i];
        const struct place before = i > 0 ? path[turned ? count - i : i - 1] : it;
        if (it.z != before.z)
            fprintf(file, "3 %u %u\n", it.x, it.y);
        fprintf(file, "%u %u %u\n", it.z + 1, it.x, it.y);
    }
    fprintf(file, "0\n");
    fclose(file);
}

static cell_t cell_of(const struct place *place)
{
    return place->x + SIDE * (place->y + SIDE * place->z);
}

/* The direction from one cell to the next: 0 east, 1 north, 2 another layer. */
static int way_of(const struct place *from)
{
    return from[1].x != from->x ? 0 : from[1].y != from->y ? 1 : 2;
}

static void expect_wires(const struct routes *routes, const struct place *path, uint32_t count)
{
    const struct route *route = &routes->nets[0];
    size_t wire = route->first_wire;
    uint32_t from = 0, vias = 0;
    for (uint32_t i = 1; i < count; i++) {
        vias += way_of(path + i - 1) == 2;
        if (i + 1 < count && way_of(path + i) == way_of(path + i - 1) && way_of(path + i) != 2)
            continue;
        assert_true(wire < route->first_wire + route->wire_count);
        assert_int_equal(routes->wires[wire].from, cell_of(path + from));
        assert_int_equal(routes->wires[wire].to, cell_of(path + i));
        from = i;
        wire++;
    }
    assert_int_equal(wire, route->first_wire + route->wire_count);
    assert_int_equal(route->vias, vias);
    assert_int_equal(route->length, count - 1 - vias);
}

static void test_either_end(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(11);
    for (int round = 0; round < ROUNDS; round++) {
        struct place path[STEPS_MOST + 2];
        struct design design;
        const uint32_t count = make_path(path, &seed);
        write_design(&path[count - 1]);
        assert_int_equal(design_read(&design, "a.nl", NULL), STATUS_OK);
        for (int turned = 0; turned < 2; turned++) {
            struct routes routes;
            struct error error = {0};
            write_result(path, count, turned);
            if (routes_read(&routes, &design, "a.out", &error) != STATUS_OK)
                fail_msg("%llu: %s", (unsigned long long)error.line, error.text);
            expect_wires(&routes, path, count);
            routes_destroy(&routes);
        }
        design_destroy(&design);
    }
}

/* A path from the first pin back to it is not reversed. */
static void test_closed(void **state)
{
    (void)state;
    static const struct place way[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0},
                                       {0, 1, 0}, {0, 0, 0}, {0, 0, 1}, {0, 0, 0}};
    static const uint32_t counts[] = {7, 9};
    struct design design;
    write_design(&way[3]);
    assert_int_equal(design_read(&design, "a.nl", NULL), STATUS_OK);
    for (int i = 0; i < 2; i++) {
        struct routes routes;
        write_result(way, counts[i], false);
        assert_int_equal(routes_read(&routes, &design, "a.out", NULL), STATUS_OK);
        const struct route *route = &routes.nets[0];
        const struct wire *wires = &routes.wires[route->first_wire];
        assert_int_equal(route->wire_count, i == 0 ? 4 : 6);
        for (int k = 0; k < 4; k++) {
            const int from = k / 2 * 3 + k % 2 * 2, to = (k + 1) / 2 * 3 + (k + 1) % 2 * 2;
            assert_int_equal(wires[k].from, cell_of(way + from));
            assert_int_equal(wires[k].to, cell_of(way + to));
        }
        routes_destroy(&routes);
    }
    design_destroy(&design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_either_end),
                                       cmocka_unit_test(test_closed)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
