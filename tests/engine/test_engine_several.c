/* The engine of several devices, over CPU engines that mirror the field like devices: the same
 * answers on any number of them, updates, the division of a call, and devices that fail. */
#include "tests/support/engine_case.h"
#include "tests/support/mirror_engines.h"

#include "router/engine/devices.h"
#include "router/engine/engine_pair.h"
#include "router/engine/engine_several.h"

/* ---- helpers -------------------------------------------------------------------------------- */

static enum status open_each(struct engine **engine, const struct field *field,
                             const struct engine_options *options, struct error *error)
{
    assert_int_equal(devices_count(options->devices.list), 1);
    return mirror_open(&sides[devices_first(options->devices.list)], engine, field, options, error);
}

static uint64_t there; /* usable devices */

static uint64_t devices_there(void)
{
    return there;
}

static const char *usable(void)
{
    return NULL;
}

static void close_each(struct engine *engine)
{
    if (engine != NULL)
        engine->ops->close(engine);
}

static double estimate_each(const struct field *field, unsigned features,
                            const struct engine_options *options, const struct job *jobs,
                            size_t count)
{
    (void)field, (void)features, (void)options, (void)jobs;
    return 1e-9 * (double)count;
}

static const struct engine_ops each = {.name = "each",
                                       .unusable = usable,
                                       .open = open_each,
                                       .update = mirror_update,
                                       .expand = mirror_expand,
                                       .peak_bytes = peak_bytes,
                                       .close = close_each,
                                       .estimate = estimate_each,
                                       .devices = devices_there};

/* Options for these devices, of which `count` are usable; engine_several opens them. */
static struct engine_options options_of(const char *gpus, unsigned count)
{
    struct engine_options options = {.wave = "auto", .threads = 3};
    memset(sides, 0, sizeof sides);
    there = (UINT64_C(1) << count) - 1;
    assert_true(devices_parse(gpus, &options.devices));
    assert_ptr_equal(engine_several_of(&each, &options), &engine_several);
    return options;
}

static struct engine *open_several(const struct field *field, const struct engine_options *options)
{
    struct engine *engine = NULL;
    struct error error = {0};
    if (engine_several.open(&engine, field, options, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    assert_ptr_equal(engine->ops, &engine_several);
    return engine;
}

static void destroy(struct design *design)
{
    netlist_destroy(&design->nets);
    grid_destroy(&design->grid);
}

static void random_design(struct design *design, uint64_t *seed)
{
    random_grid(design, 10 + random_below(seed, 14), 10 + random_below(seed, 14),
                1 + random_below(seed, 3), 8, random_below(seed, 2) == 0, seed);
    random_nets(design, 12, 3, false, seed);
}

/* Routes a design with the CPU and with this engine and compares. Returns the second report. */
static struct route_report compare(const struct design *design, const struct engine_ops *engine,
                                   const struct engine_options *how)
{
    struct routes alone, other;
    struct route_report report;
    struct error error = {0};
    struct route_options options = plain_options();
    options.max_iterations = 20;
    enum status status = route_design(design, &options, &alone, NULL, NULL);
    options.engine = engine;
    options.engine_options = *how;
    if (route_design(design, &options, &other, &report, &error) != status)
        fail_msg("%s", error.text);
    assert_same_routes(&alone, &other);
    routes_destroy(&alone);
    routes_destroy(&other);
    return report;
}

/* ---- tests ---------------------------------------------------------------------------------- */

static void test_same_answers(void **state)
{
    (void)state;
    uint64_t random = case_seed();
    for (unsigned count = 1; count <= SIDES; count++) {
        const struct engine_options options = options_of("all", count);
        for (int i = 0; i < 40; i++) {
            struct wave_case c;
            case_create(&c, FEATURE_ALL, &random);
            struct engine *engine = open_several(&c.field, &options);
            for (int round = 0; round < 24; round++) {
                for (uint32_t changes = case_below(&random, 3); changes > 0; changes--)
                    case_change_update(&c, engine, &random);
                case_expand(&c, engine, case_below(&random, CASE_JOBS + 1));
            }
            assert_string_equal(engine->lost, "");
            engine->ops->close(engine);
            case_destroy(&c);
        }
        for (unsigned side = 0; side < SIDES; side++)
            assert_true(side < count ? sides[side].expands > 300 : sides[side].opens == 0);
    }
}

static void test_whole_designs(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (int i = 0; i < 24; i++) {
        struct design design;
        const struct engine_options options = options_of("all", 1 + (unsigned)i % SIDES);
        random_design(&design, &seed);
        assert_string_equal(compare(&design, &engine_several, &options).lost, "");
        destroy(&design);
    }
}

/* Properties of the engine, and the engines that it opens. */
static void test_description(void **state)
{
    (void)state;
    uint64_t random = 7;
    struct wave_case c;
    size_t host = 0, on_device = 0;
    case_create(&c, FEATURE_ALL, &random);
    struct engine_options options = options_of("1,2,3", SIDES);
    options.wave = "bucket";
    struct engine *engine = open_several(&c.field, &options);
    assert_string_equal(engine->device, "3 x far");
    assert_string_equal(engine->wave, "bucket");
    engine->ops->peak_bytes(engine, &host, &on_device);
    assert_int_equal(on_device, 3 * 77);
    engine->ops->close(engine);
    assert_int_equal(sides[0].opens, 0);
    options = options_of("1", SIDES);
    options.devices.turn = 5;
    engine = open_several(&c.field, &options);
    assert_string_equal(engine->device, "hearth");
    engine->ops->close(engine);
    engine_several.close(NULL);

    struct engine_options plain = {.wave = "auto", .threads = 1};
    assert_ptr_equal(engine_several_of(&each, &plain), &each); /* no devices requested */
    plain.devices.every = true;
    assert_ptr_equal(engine_several_of(&engine_cpu, &plain), &engine_cpu); /* it has none */

    struct error error = {0};
    options = options_of("2", SIDES);
    options.wave = "bukket";
    assert_int_equal(engine_several.open(&engine, &c.field, &options, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "did you mean bucket"));
    options = options_of("3,", 2);
    error_clear(&error);
    assert_int_equal(engine_several.open(&engine, &c.field, &options, &error), STATUS_FAILED);
    assert_non_null(strstr(error.text, "none of the GPUs asked for"));
    case_destroy(&c);
}

/* A few large jobs at the end take as long as many small ones before. */
static void test_even_parts(void **state)
{
    (void)state;
    enum { SMALL = 3000, LARGE = 30, SIDE = 200 };
    struct grid grid = {0};
    struct field_store store;
    struct design design = {0};
    assert_int_equal(grid_create(&grid, SIDE, SIDE, 1, NULL), STATUS_OK);
    design.grid = grid;
    assert_int_equal(field_create(&store, &design.grid, NULL), STATUS_OK);
    static struct wire ends[SMALL + LARGE][2];
    static struct job jobs[SMALL + LARGE];
    for (unsigned i = 0; i < SMALL + LARGE; i++) {
        const uint32_t side = i < SMALL ? 20 : SIDE;
        const cell_t to = grid_cell(&grid, side - 1, i % side, 0);
        ends[i][0] = (struct wire){0, 0};
        ends[i][1] = (struct wire){to, to};
        jobs[i] = (struct job){.sources = &ends[i][0],
                               .source_count = 1,
                               .targets = &ends[i][1],
                               .target_count = 1,
                               .window = {0, 0, side - 1, side - 1}};
    }
    for (unsigned count = 1; count <= SIDES; count++) {
        const struct engine_options options = options_of("all", count);
        struct engine *engine = open_several(&store.field, &options);
        assert_int_equal(engine->ops->expand(engine, jobs, SMALL + LARGE, NULL), STATUS_OK);
        uint64_t all = 0, most = 0, searched = 0;
        for (unsigned i = 0; i < count; i++) {
            assert_int_equal(sides[i].expands, 1);
            searched += sides[i].jobs;
            all += sides[i].cells;
            most = sides[i].cells > most ? sides[i].cells : most;
        }
        assert_int_equal(searched, SMALL + LARGE);
        assert_true(most * count < all + all / 4);
        for (uint32_t i = 0; i < SMALL + LARGE; i++) {
            const uint32_t side = i < SMALL ? 20 : SIDE;
            assert_int_equal(jobs[i].cost, side - 1 + i % side);
        }
        engine->ops->close(engine);
    }
    field_destroy(&store);
    grid_destroy(&grid);
}

/* One device fails at each call in turn: the others continue, and the loss is reported. */
static void test_a_device_fails(void **state)
{
    (void)state;
    uint64_t seed = random_seed() + 1;
    int losses = 0;
    for (int at = 1; at <= 60; at++) {
        struct design design;
        const unsigned failing = (unsigned)at % 3;
        const struct engine_options options = options_of("all", 3);
        char wanted[64];
        random_design(&design, &seed);
        sides[failing].breaks_at = at % 12 + 1;
        const struct route_report report = compare(&design, &engine_several, &options);
        snprintf(wanted, sizeof wanted, "GPU %u: fell off the bus", failing);
        if (sides[failing].tries >= sides[failing].breaks_at) {
            assert_string_equal(report.lost, wanted);
            assert_true(sides[failing].tries <= sides[failing].breaks_at + 1); /* two searchers */
            losses++;
        } else {
            assert_string_equal(report.lost, "");
        }
        destroy(&design);
    }
    assert_true(losses > 20);
}

/* An unused device replaces one that failed. */
static void test_stand_by(void **state)
{
    (void)state;
    uint64_t random = 9;
    struct wave_case c;
    case_create(&c, FEATURE_ALL, &random);
    struct engine_options options = options_of("all", 3);
    options.devices.turn = 1;
    options.devices.of = 3;
    struct engine *engine = open_several(&c.field, &options);
    for (int round = 0; round < 3; round++) {
        sides[1].breaks = sides[0].refuses = round >= 1;
        case_change_update(&c, engine, &random);
        case_expand(&c, engine, CASE_JOBS);
    }
    assert_int_equal(sides[0].opens, 0);
    assert_int_equal(sides[1].expands, 1);
    assert_int_equal(sides[2].expands, 2);
    assert_string_equal(engine->lost, "GPU 1: fell off the bus; GPU 0: no room");
    assert_string_equal(engine->device, "far");
    engine->ops->close(engine);
    case_destroy(&c);
}

static void test_none_is_left(void **state)
{
    (void)state;
    uint64_t random = 9, seed = random_seed() + 2;
    struct error error = {0};
    struct wave_case c;
    case_create(&c, FEATURE_ALL, &random);
    struct engine_options options = options_of("all", 3);
    struct engine *engine = open_several(&c.field, &options);
    case_expand(&c, engine, CASE_JOBS);
    for (unsigned i = 0; i < 3; i++)
        sides[i].breaks = true;
    for (int i = 0; i < 2; i++) {
        case_change_update(&c, engine, &random);
        assert_int_equal(engine->ops->expand(engine, c.jobs, CASE_JOBS, &error), STATUS_FAILED);
        assert_string_equal(error.text, "no GPU is left: GPU 0: fell off the bus; "
                                        "GPU 1: fell off the bus; GPU 2: fell off the bus");
    }
    engine->ops->close(engine);
    error_clear(&error);
    for (unsigned i = 0; i < 3; i++)
        sides[i].refuses = true;
    assert_int_equal(engine_several.open(&engine, &c.field, &options, &error), STATUS_FAILED);
    assert_string_equal(error.text,
                        "no GPU is left: GPU 0: no room; GPU 1: no room; GPU 2: no room");
    case_destroy(&c);

    int lost = 0; /* a pair ends on the host */
    for (int i = 0; i < 20; i++) {
        struct design design;
        options = options_of("all", 2);
        options.accelerator = &engine_several;
        sides[0].breaks_at = i % 4 + 1;
        sides[1].breaks_at = i / 4 + 1;
        random_design(&design, &seed);
        options.host = &engine_cpu;
        const struct route_report report = compare(&design, &engine_pair, &options);
        lost += strstr(report.lost, "no GPU is left") != NULL;
        destroy(&design);
    }
    assert_true(lost > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_answers),   cmocka_unit_test(test_whole_designs),
        cmocka_unit_test(test_description),    cmocka_unit_test(test_even_parts),
        cmocka_unit_test(test_a_device_fails), cmocka_unit_test(test_stand_by),
        cmocka_unit_test(test_none_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
