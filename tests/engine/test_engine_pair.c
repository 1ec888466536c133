/* The pair of engines: the choice for a call, opening the accelerator, updates of its field, its
 * errors. */
#include "tests/support/engine_case.h"
#include "tests/support/mirror_engines.h"

#include "router/engine/changes.h"
#include "router/engine/engine_pair.h"

/* ---- helpers -------------------------------------------------------------------------------- */

static struct engine_options options_of(const char *name)
{
    return (struct engine_options){
        .wave = name, .threads = 2, .host = &home_ops, .accelerator = &away_ops};
}

static struct route_options route_by_pair(uint32_t iterations)
{
    struct route_options options = plain_options();
    options.max_iterations = iterations;
    options.engine = &engine_pair;
    options.engine_options = options_of("auto");
    return options;
}

static void destroy(struct design *design)
{
    netlist_destroy(&design->nets);
    grid_destroy(&design->grid);
}

static struct engine *open_pair(const struct wave_case *c)
{
    struct engine *engine = NULL;
    struct engine_options options = options_of("auto");
    assert_int_equal(engine_pair.open(&engine, &c->field, &options, NULL), STATUS_OK);
    assert_ptr_equal(engine->ops, &engine_pair);
    return engine;
}

/* The host predicts 1 ms, the accelerator the given times for a call and for opening. */
static void set_sides(double away, double opening)
{
    memset(sides, 0, sizeof sides);
    sides[HOST].guess = 1e-3;
    sides[DEVICE].guess = away;
    sides[DEVICE].opening = opening;
}

/* A design, and a pair that searches it. */
struct pair_case {
    uint64_t random;
    struct wave_case c;
    struct engine *engine;
};

static void begin(struct pair_case *p, double away, double opening)
{
    p->random = 7;
    case_create(&p->c, FEATURE_ALL, &p->random);
    set_sides(away, opening);
    p->engine = open_pair(&p->c);
}

static void end(struct pair_case *p)
{
    p->engine->ops->close(p->engine);
    case_destroy(&p->c);
}

/* ---- tests ---------------------------------------------------------------------------------- */

static void test_same_answers(void **state)
{
    (void)state;
    uint64_t random = case_seed();
    int home = 0, away = 0;
    for (int i = 0; i < 150; i++) {
        struct wave_case c;
        set_sides(0, 0);
        sides[HOST].draws = sides[DEVICE].draws = true;
        case_create(&c, FEATURE_ALL, &random);
        struct engine *engine = open_pair(&c);
        for (int round = 0; round < 24; round++) {
            for (uint32_t changes = case_below(&random, 3); changes > 0; changes--)
                case_change_update(&c, engine, &random);
            case_expand(&c, engine, 1 + case_below(&random, CASE_JOBS));
        }
        engine->ops->close(engine);
        case_destroy(&c);
        home += sides[HOST].expands;
        away += sides[DEVICE].expands;
    }
    assert_true(home > 300 && away > 300);
}

static void test_whole_designs(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (int i = 0; i < 20; i++) {
        struct design design;
        struct routes alone, pair;
        struct route_report report, other;
        random_grid(&design, 10 + random_below(&seed, 14), 10 + random_below(&seed, 14),
                    1 + random_below(&seed, 3), 8, random_below(&seed, 2) == 0, &seed);
        random_nets(&design, 12, 3, false, &seed);
        set_sides(0, 1e-3);
        sides[HOST].draws = sides[DEVICE].draws = true;
        struct route_options plain = plain_options(), options = route_by_pair(20);
        plain.max_iterations = 20;
        enum status status = route_design(&design, &plain, &alone, &report, NULL);
        assert_int_equal(route_design(&design, &options, &pair, &other, NULL), status);
        assert_same_routes(&alone, &pair);
        assert_int_equal(report.iterations, other.iterations);
        routes_destroy(&alone);
        routes_destroy(&pair);
        destroy(&design);
    }
}

/* The report mentions an accelerator that is used only before there are tolls, or is lost. */
static void test_report_of_both_lanes(void **state)
{
    (void)state;
    uint64_t seed = 5;
    int haggled = 0;
    for (int i = 0; i < 30; i++) {
        struct design design;
        struct routes routes;
        struct route_report report;
        random_grid(&design, 16, 16, 1 + random_below(&seed, 2), 8, false, &seed);
        random_nets(&design, 12, 3, false, &seed);
        set_sides(1e-9, 0);
        sides[DEVICE].shuns_tolls = true;
        sides[DEVICE].breaks = i % 2 == 0;
        struct route_options options = route_by_pair(5);
        (void)route_design(&design, &options, &routes, &report, NULL);
        assert_string_equal(report.lost, i % 2 == 0 ? "away: fell off the bus" : "");
        assert_string_equal(report.device, i % 2 == 0 ? "far+hearth; without away: fell off the bus"
                                                      : "far+hearth");
        haggled += report.iterations > 0;
        routes_destroy(&routes);
        destroy(&design);
    }
    assert_true(haggled > 5);
}

static void test_the_sooner_is_chosen(void **state)
{
    (void)state;
    struct pair_case p;
    begin(&p, 2e-3, 0);
    case_expand(&p.c, p.engine, 1);
    assert_int_equal(sides[HOST].expands, 1);
    sides[DEVICE].guess = 1e-6;
    case_expand(&p.c, p.engine, 1);
    assert_int_equal(sides[HOST].expands, 1);
    assert_int_equal(sides[DEVICE].expands, 1);
    sides[DEVICE].guess = sides[HOST].guess = 0; /* a tie: the host */
    case_expand(&p.c, p.engine, 1);
    assert_int_equal(sides[HOST].expands, 2);
    end(&p);
}

/* The accelerator predicts half the host's time and takes five times as long. */
static void test_pace_is_learned(void **state)
{
    (void)state;
    struct pair_case p;
    begin(&p, 0.5e-3, 0);
    sides[DEVICE].slow_ns = 5000000;
    for (int i = 0; i < 100; i++)
        case_expand(&p.c, p.engine, 1);
    assert_in_range(sides[DEVICE].expands, 5, 40);
    assert_int_equal(sides[HOST].expands + sides[DEVICE].expands, 100);
    end(&p);
}

static void test_opened_once_that_pays(void **state)
{
    (void)state;
    struct pair_case p;
    begin(&p, 1e-6, 1e9); /* never opened */
    for (int i = 0; i < 20; i++) {
        case_change_update(&p.c, p.engine, &p.random);
        case_expand(&p.c, p.engine, CASE_JOBS);
    }
    assert_int_equal(sides[DEVICE].opens, 0);
    assert_int_equal(sides[HOST].expands, 20);
    assert_string_equal(p.engine->device, "hearth");
    sides[DEVICE].opening = 1.0; /* lost time adds up: 20 calls of less than 1 ms, then 0.9 s */
    sides[HOST].guess = 64 * 0.9;
    case_expand(&p.c, p.engine, CASE_JOBS);
    case_expand(&p.c, p.engine, CASE_JOBS);
    assert_int_equal(sides[DEVICE].opens, 1);
    assert_int_equal(sides[HOST].expands + sides[DEVICE].expands, 22);
    assert_in_range(sides[DEVICE].expands, 1, 2);
    assert_int_equal(sides[DEVICE].updates, 0); /* it searched the previous field */
    assert_string_equal(p.engine->device, "far+hearth");
    assert_non_null(strchr(p.engine->wave, '+'));
    size_t host = 0, on_device = 0;
    p.engine->ops->peak_bytes(p.engine, &host, &on_device);
    assert_int_equal(on_device, 77);
    assert_true(host > 0);
    end(&p);
}

static void test_told_when_asked(void **state)
{
    (void)state;
    struct pair_case p;
    begin(&p, 1e-6, 0);
    case_expand(&p.c, p.engine, CASE_JOBS); /* opens the accelerator */
    sides[DEVICE].guess = 1e3;
    for (int i = 0; i < 10; i++) {
        case_change_update(&p.c, p.engine, &p.random);
        case_expand(&p.c, p.engine, CASE_JOBS);
    }
    assert_int_equal(sides[DEVICE].updates, 0);
    assert_int_equal(sides[HOST].updates, 10);
    sides[DEVICE].guess = 1e-9;
    case_expand(&p.c, p.engine, CASE_JOBS);
    case_expand(&p.c, p.engine, CASE_JOBS);
    assert_int_equal(sides[DEVICE].updates, 1);
    assert_in_range(sides[DEVICE].boxes, 1, 10);
    assert_int_equal(sides[DEVICE].expands, 3);

    sides[DEVICE].boxes = 0; /* more boxes than are kept */
    sides[DEVICE].guess = 1e3;
    for (int i = 0; i < CHANGES_MAX + 500; i++) {
        struct box box = {(uint32_t)i % p.c.grid.width, 0, (uint32_t)i % p.c.grid.width, 0};
        assert_int_equal(p.engine->ops->update(p.engine, &box, 1, NULL), STATUS_OK);
        if (i == 100)
            case_change_update(&p.c, p.engine, &p.random);
    }
    case_expand(&p.c, p.engine, CASE_JOBS);
    sides[DEVICE].guess = 1e-9;
    case_expand(&p.c, p.engine, CASE_JOBS);
    assert_in_range(sides[DEVICE].boxes, 1, 600);
    assert_int_equal(sides[DEVICE].expands, 4);
    end(&p);
}

static void test_away_breaks(void **state)
{
    (void)state;
    struct pair_case p;
    struct error error = {0};
    begin(&p, 1e-6, 0);
    case_expand(&p.c, p.engine, CASE_JOBS);
    assert_int_equal(sides[DEVICE].expands, 1);
    sides[DEVICE].breaks = true;
    case_change_update(&p.c, p.engine, &p.random);
    case_expand(&p.c, p.engine, CASE_JOBS); /* the host searches */
    assert_int_equal(sides[HOST].expands, 1);
    assert_non_null(strstr(p.engine->device, "without away: fell off the bus"));
    assert_string_equal(p.engine->lost, "away: fell off the bus");
    sides[DEVICE].breaks = false;
    case_change_update(&p.c, p.engine, &p.random);
    case_expand(&p.c, p.engine, CASE_JOBS);
    assert_int_equal(sides[DEVICE].expands, 1); /* not trusted again */
    sides[HOST].breaks = true;
    assert_int_equal(p.engine->ops->expand(p.engine, p.c.jobs, 1, &error), STATUS_FAILED);
    assert_non_null(strstr(error.text, "fell off the bus"));
    p.engine->ops->close(p.engine);

    set_sides(1e-6, 0);
    sides[DEVICE].refuses = true;
    p.engine = open_pair(&p.c);
    case_expand(&p.c, p.engine, CASE_JOBS);
    case_expand(&p.c, p.engine, CASE_JOBS);
    assert_int_equal(sides[HOST].expands, 2);
    assert_non_null(strstr(p.engine->device, "without away: no room"));
    end(&p);
}

/* If a wave is named, both engines must support it. */
static void test_named_waves(void **state)
{
    (void)state;
    uint64_t random = 7;
    struct wave_case c;
    case_create(&c, FEATURE_ALL, &random);
    struct engine *engine = NULL;
    struct engine_options options = options_of("bucket");
    set_sides(1e3, 1e9);
    assert_int_equal(engine_pair.open(&engine, &c.field, &options, NULL), STATUS_OK);
    assert_int_equal(sides[DEVICE].opens, 1);
    assert_string_equal(engine->wave, "bucket+bucket");
    engine->ops->close(engine);
    for (int side = HOST; side <= DEVICE; side++) {
        struct error error = {0};
        set_sides(1e3, 1e9);
        sides[side].refuses = true;
        assert_int_equal(engine_pair.open(&engine, &c.field, &options, &error), STATUS_FAILED);
        assert_null(engine);
        assert_string_equal(error.text, side == HOST ? "home: no room" : "away: no room");
    }
    struct error error = {0};
    set_sides(1e3, 1e9);
    options.wave = "bukket";
    assert_int_equal(engine_pair.open(&engine, &c.field, &options, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "did you mean bucket"));
    engine_pair.close(NULL);
    case_destroy(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_answers),          cmocka_unit_test(test_whole_designs),
        cmocka_unit_test(test_the_sooner_is_chosen),  cmocka_unit_test(test_pace_is_learned),
        cmocka_unit_test(test_opened_once_that_pays), cmocka_unit_test(test_told_when_asked),
        cmocka_unit_test(test_away_breaks),           cmocka_unit_test(test_named_waves),
        cmocka_unit_test(test_report_of_both_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
