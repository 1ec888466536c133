/* Tests of grid/generate: reproducible designs, the properties of each kind, limits. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <assert.h>
#include <stdio.h>

#include <stdlib.h>
#include <string.h>

#include "grid/generate/generate.h"
#include "grid/random.h"
#include "tests/generate/generated.h"

/* FNV-1a over all of a design. */
static uint64_t hash_numbers(uint64_t hash, const uint32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (int byte = 0; byte < 4; byte++)
            hash = (hash ^ (numbers[i] >> 8 * byte & 0xff)) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t hash_design(const struct design *design)
{
    const struct grid *grid = &design->grid;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    uint32_t head[] = {grid->width,
                       grid->height,
                       grid->layers,
                       grid->rules.via,
                       grid->rules.bend,
                       grid->rules.wrong_way,
                       (uint32_t)grid->rules.horizontal,
                       (uint32_t)grid->rules.vertical,
                       (uint32_t)grid->rules.strict,
                       design->nets.net_count};
    hash = hash_numbers(hash, head, sizeof head / sizeof *head);
    for (cell_t cell = 0; cell < grid_cells(grid); cell++)
        hash = hash_numbers(hash, &(uint32_t){grid_is_blocked(grid, cell)}, 1);
    for (cell_t cell = 0; grid->capacity != NULL && cell < grid_cells(grid); cell++)
        hash = hash_numbers(hash, &grid->capacity[cell], 1);
    for (uint32_t net = 0; net < design->nets.net_count; net++)
        hash = hash_numbers(hash, &design->nets.nets[net].pin_count, 1);
    for (uint32_t pin = 0; pin < design->nets.pin_count; pin++)
        hash = hash_numbers(hash, &design->nets.pins[pin].cell, 1);
    return hash;
}

/* The numbers of the published generator for a known state (worked out by hand from its
 * definition: rotl(2 * 5, 7) * 9, then the state's next word). */
static void test_random_numbers(void **state)
{
    (void)state;
    struct random random = {{1, 2, 3, 4}};
    assert_true(random_next(&random) == 11520);
    assert_true(random_next(&random) == 0);
    assert_true(random_next(&random) == 1509978240);
    struct random zero = random_seeded(0);
    assert_true(zero.state[0] == UINT64_C(0xe220a8397b1dcdaf)); /* splitmix64's first of seed 0 */
    uint32_t count[7] = {0};
    for (int i = 0; i < 70000; i++)
        count[random_below(&zero, 7)]++;
    for (int i = 0; i < 7; i++)
        assert_in_range(count[i], 9500, 10500);
    assert_int_equal(random_below(&zero, 1), 0);
    assert_false(random_chance(&zero, 0));
    assert_true(random_chance(&zero, 100));
}

static const struct {
    struct generate_options options;
    uint64_t hash;
} golden[] = {
    {{GENERATE_OPEN, 40, 30, 1, 10, 0, 20, 1}, UINT64_C(0xa51245d3b131d2b3)},
    {{GENERATE_RANDOM, 100, 70, 3, 40, 5, 30, 2}, UINT64_C(0x8b0a3c8fb3061ac7)},
    {{GENERATE_MACRO, 128, 100, 0, 60, 0, 20, 7}, UINT64_C(0x8f78439dbe45e2fe)},
    {{GENERATE_MAZE, 41, 31, 3, 4, 0, 20, 5}, UINT64_C(0x83e6380e7a4185c0)},
    {{GENERATE_SERPENTINE, 33, 21, 1, 3, 6, 20, 9}, UINT64_C(0x856674a063200377)},
    {{GENERATE_CAPACITY, 40, 30, 4, 200, 0, 60, 3}, UINT64_C(0x5b4beb85b8886d06)},
};

static void test_golden(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        struct generate_options options = golden[i].options;
        struct design design = generated(options), again = generated(options);
        options.seed++;
        struct design other = generated(options);
        uint64_t hash = hash_design(&design);
        assert_true(hash == hash_design(&again));
        assert_true(hash != hash_design(&other));
        if (hash != golden[i].hash)
            fail_msg("%s has the hash 0x%016llx", generate_kind_name(options.kind),
                     (unsigned long long)hash);
        design_destroy(&design);
        design_destroy(&again);
        design_destroy(&other);
    }
}

/* For every kind: pins are inside the grid, on different cells, free unless on a macro. */
static void assert_valid(const struct design *design, const struct generate_options *options)
{
    const struct grid *grid = &design->grid;
    assert_int_equal(design->nets.net_count, options->nets);
    bool *taken = calloc(grid_cells(grid), sizeof *taken);
    assert_non_null(taken);
    for (uint32_t net = 0; net < design->nets.net_count; net++) {
        struct net n = design->nets.nets[net];
        char name[16];
        snprintf(name, sizeof name, "n%u", net + 1);
        assert_string_equal(netlist_name(&design->nets, net), name);
        uint32_t most = options->kind == GENERATE_CHIP ? 20 : 12;
        assert_in_range(n.pin_count, 2, options->pins > 0 ? options->pins : most);
        for (uint32_t i = 0; i < n.pin_count; i++) {
            cell_t cell = design->nets.pins[n.first_pin + i].cell;
            assert_true(cell < grid_cells(grid));
            assert_false(taken[cell] && options->kind != GENERATE_CAPACITY);
            taken[cell] = true;
            assert_true(options->kind == GENERATE_MACRO || !grid_is_blocked(grid, cell));
        }
    }
    free(taken);
}

static void test_valid(void **state)
{
    (void)state;
    const char *text = getenv("SEED");
    struct random random = random_seeded(text != NULL ? strtoull(text, NULL, 10) : 6);
    print_message("SEED=%s\n", text != NULL ? text : "6");
    for (int round = 0; round < 400; round++) {
        struct generate_options options = {.kind = (enum generate_kind)(round % GENERATE_KINDS)};
        uint32_t least = options.kind == GENERATE_MACRO  ? GENERATE_MACRO_LEAST
                         : options.kind == GENERATE_CHIP ? GENERATE_CHIP_LEAST
                                                         : 8;
        options.width = random_between(&random, least, 150);
        options.height = random_between(&random, least, 150);
        options.layers = random_between(&random, 1, 4);
        options.nets = random_between(&random, 1, 4);
        options.pins = random_chance(&random, 50) ? 0 : random_between(&random, 2, 6);
        options.density = 20;
        options.seed = random_next(&random);
        struct design design = generated(options);
        assert_valid(&design, &options);
        if (options.kind <= GENERATE_MACRO && options.layers > 1) {
            assert_int_equal(design.grid.rules.horizontal & 3, 1);
            assert_int_equal(design.grid.rules.vertical & 3, 2);
        }
        design_destroy(&design);
    }
}

/* Multi-pin nets of a design: small ones dominate, and most are short. */
static void test_macro_nets(void **state)
{
    (void)state;
    struct generate_options options = {GENERATE_MACRO, 512, 512, 4, 600, 0, 20, 11};
    struct design design = generated(options);
    uint32_t two = 0, many = 0, near = 0;
    for (uint32_t net = 0; net < options.nets; net++) {
        struct net n = design.nets.nets[net];
        uint32_t x0 = 512, x1 = 0;
        for (uint32_t i = 0; i < n.pin_count; i++) {
            uint32_t x = grid_x(&design.grid, design.nets.pins[n.first_pin + i].cell);
            x0 = x < x0 ? x : x0;
            x1 = x > x1 ? x : x1;
        }
        two += n.pin_count == 2;
        many += n.pin_count > 4;
        near += n.pin_count == 2 && x1 - x0 < 128;
    }
    assert_in_range(two, 240, 360);
    assert_in_range(many, 50, 150);
    assert_true(near * 10 > two * 7);
    assert_string_equal(design.grid.layer[1].name, "M2");
    design_destroy(&design);
}

/* The kind chip: pins have distance from each other, from the rim and from macros; no window has
 * too many; sizes and spans of nets have the shares that chip.c states. */
static void test_maze_nets(void **state)
{
    (void)state;
    struct generate_options options = {GENERATE_CHIP, 512, 512, 4, 6000, 0, 20, 7};
    struct design design = generated(options);
    const struct grid *grid = &design.grid;
    static uint8_t pin[512][512], window[32][32];
    uint32_t two = 0, many = 0, wide = 0;
    for (uint32_t net = 0; net < options.nets; net++) {
        struct net n = design.nets.nets[net];
        struct box box = {512, 512, 0, 0};
        for (uint32_t i = 0; i < n.pin_count; i++) {
            cell_t cell = design.nets.pins[n.first_pin + i].cell;
            uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell);
            assert_int_equal(grid_z(grid, cell), 0);
            assert_false(grid_is_blocked(grid, cell));
            assert_in_range(x, 2, 509);
            assert_in_range(y, 2, 509);
            assert_int_equal(pin[y][x - 1] + pin[y][x] + pin[y][x + 1], 0);
            assert_int_equal(pin[y - 1][x] + pin[y + 1][x], 0);
            pin[y][x] = 1;
            assert_true(++window[y / 16][x / 16] <= 40);
            box = (struct box){x < box.x0 ? x : box.x0, y < box.y0 ? y : box.y0,
                               x > box.x1 ? x : box.x1, y > box.y1 ? y : box.y1};
        }
        two += n.pin_count == 2;
        many += n.pin_count > 8;
        wide += box.x1 - box.x0 + box.y1 - box.y0 > 75; /* the 90th percentile, about */
    }
    assert_in_range(two, 3100, 3500); /* 55 % */
    assert_in_range(many, 240, 360);  /* 5 % */
    assert_in_range(wide, 480, 720);  /* 8 to 12 % */
    design_destroy(&design);
}

/* The same seed gives the same design on every machine: compares the last net. */
static void test_rounds_are_the_same_everywhere(void **state)
{
    (void)state;
    struct generate_options options = {GENERATE_CHIP, 200, 150, 6, 500, 0, 20, 42};
    struct design design = generated(options);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < design.nets.pin_count; i++)
        sum = sum * UINT64_C(0x9e3779b97f4a7c15) + design.nets.pins[i].cell;
    assert_int_equal(design.nets.pin_count, 1572);
    assert_true(sum == UINT64_C(12472210069211549245));
    design_destroy(&design);
}

static void test_errors(void **state)
{
    (void)state;
    static const struct {
        struct generate_options options;
        const char *message;
    } cases[] = {
        {{GENERATE_OPEN, 5, 5, 1, 0, 0, 20, 1}, "0 nets: a netlist has 1 to"},
        {{GENERATE_OPEN, 5, 5, 1, 13, 0, 20, 1},
         "13 nets with 26 pins do not fit: open 5 x 5 has room for 25 pins"},
        {{GENERATE_OPEN, 0, 5, 1, 1, 0, 20, 1}, "each side must lie in"},
        {{GENERATE_OPEN, 5, 5, 65, 1, 0, 20, 1}, "65 layers"},
        {{GENERATE_OPEN, 65536, 65536, 1, 1, 0, 20, 1}, "at most"},
        {{GENERATE_OPEN, 5, 5, 1, 1, 1, 20, 1},
         "at most 1 pins a net: the number must lie in 2..64"},
        {{GENERATE_OPEN, 5, 5, 1, 1, 65, 20, 1}, "must lie in 2..64"},
        {{GENERATE_RANDOM, 5, 5, 1, 1, 0, 96, 1}, "a density of 96 %"},
        {{GENERATE_RANDOM, 4, 4, 1, 8, 0, 95, 1}, "do not fit"},
        {{GENERATE_MACRO, 23, 50, 1, 1, 0, 20, 1}, "at least 24 x 24"},
        {{GENERATE_MACRO, 24, 24, 1, 500, 0, 20, 1}, "do not fit"},
        {{GENERATE_MAZE, 2, 2, 1, 1, 0, 20, 1}, "do not fit"},
        {{GENERATE_MAZE, 9, 9, 1, 100, 0, 20, 1}, "do not fit"},
        {{GENERATE_SERPENTINE, 5, 5, 1, 9, 0, 20, 1}, "9 nets with 18 pins do not fit"},
        {{GENERATE_KINDS, 5, 5, 1, 9, 0, 20, 1}, "no such kind"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct design design;
        struct error error = {0};
        assert_int_equal(generate_design(&design, &cases[i].options, &error), STATUS_BAD_INPUT);
        if (strstr(error.text, cases[i].message) == NULL)
            fail_msg("wanted \"%s\", got \"%s\"", cases[i].message, error.text);
        assert_null(design.grid.blocked);
        assert_null(design.nets.nets);
    }
    /* a full grid is allowed */
    struct design design =
        generated((struct generate_options){GENERATE_OPEN, 4, 5, 1, 10, 0, 20, 1});
    design_destroy(&design);
    design = generated((struct generate_options){GENERATE_SERPENTINE, 5, 5, 1, 8, 0, 20, 1});
    design_destroy(&design);
}

static void test_names(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < GENERATE_KINDS; kind++)
        for (unsigned other = 0; other < kind; other++)
            assert_string_not_equal(generate_kind_name(kind), generate_kind_name(other));
    assert_null(generate_kind_name(GENERATE_KINDS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_numbers),
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_valid),
        cmocka_unit_test(test_maze_nets),
        cmocka_unit_test(test_rounds_are_the_same_everywhere),
        cmocka_unit_test(test_macro_nets),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
