/* The pair of engines: who gets a call, when the other is opened, what it is told of the field and
 * when, what becomes of its errors. Both engines are mirrors: each has a copy of the field, as a
 * device has, and learns of changes by update alone; so one that is lost shows in the answers. */
#include "tests/random_designs.h"
#include "tests/wave_cases.h"

#include <time.h>

#include "router/engine_pair.h"

/* ---- mirrors -------------------------------------------------------------------------------- */

enum { HOME, AWAY };

/* What the tests tell the two engines, and what these tell the tests. */
static struct side {
    double guess, opening; /* seconds that it foresees */
    bool draws;            /* other guesses at random */
    bool refuses, breaks;  /* open, expand fail */
    bool shuns_tolls;      /* foresees an age where there are some */
    long slow_ns;          /* of an expand */
    int opens, updates, expands;
    size_t boxes; /* told in all */
} sides[2];

static uint64_t drawn;

struct mirror {
    struct engine head;
    struct side *side;
    const struct field *field;
    struct field copy;
    struct engine *cpu;
};

static void copy_cell(struct mirror *mirror, cell_t cell)
{
    const struct grid *grid = mirror->field->grid;
    uint64_t bit = grid_bit(grid, cell), *word = &mirror->copy.closed[grid_word(grid, cell)];
    *word = (*word & ~bit) | (mirror->field->closed[grid_word(grid, cell)] & bit);
    if (mirror->copy.toll != NULL)
        mirror->copy.toll[cell] = mirror->field->toll[cell];
}

static void mirror_close(struct engine *base)
{
    struct mirror *mirror = (struct mirror *)base;
    if (mirror == NULL)
        return;
    engine_cpu()->close(mirror->cpu);
    free(mirror->copy.closed);
    free(mirror->copy.toll);
    free(mirror);
}

static enum status mirror_open(struct side *side, struct engine **engine, const struct field *field,
                               const struct engine_options *options, struct error *error)
{
    const struct grid *grid = field->grid;
    if (side->refuses)
        return error_set(error, STATUS_FAILED, "no room");
    struct mirror *mirror = calloc(1, sizeof *mirror);
    mirror->side = side;
    mirror->field = field;
    mirror->copy.grid = grid;
    mirror->copy.closed = malloc(grid_plane_words(grid) * sizeof *field->closed);
    memcpy(mirror->copy.closed, field->closed, grid_plane_words(grid) * sizeof *field->closed);
    if (field->toll != NULL) {
        mirror->copy.toll = malloc(grid_cells(grid) * sizeof *field->toll);
        memcpy(mirror->copy.toll, field->toll, grid_cells(grid) * sizeof *field->toll);
    }
    enum status status = engine_cpu()->open(&mirror->cpu, &mirror->copy, options, error);
    if (status != STATUS_OK) {
        mirror_close(&mirror->head);
        return status;
    }
    side->opens++;
    *engine = &mirror->head;
    return STATUS_OK;
}

static enum status open_home(struct engine **engine, const struct field *field,
                             const struct engine_options *options, struct error *error)
{
    return mirror_open(&sides[HOME], engine, field, options, error);
}

static enum status open_away(struct engine **engine, const struct field *field,
                             const struct engine_options *options, struct error *error)
{
    return mirror_open(&sides[AWAY], engine, field, options, error);
}

static enum status mirror_update(struct engine *base, const struct box *dirty, size_t count,
                                 struct error *error)
{
    struct mirror *mirror = (struct mirror *)base;
    const struct grid *grid = mirror->field->grid;
    mirror->side->updates++;
    mirror->side->boxes += count;
    for (size_t i = 0; i < count; i++)
        for (uint32_t z = 0; z < grid->layers; z++)
            for (uint32_t y = dirty[i].y0; y <= dirty[i].y1; y++)
                for (uint32_t x = dirty[i].x0; x <= dirty[i].x1; x++)
                    copy_cell(mirror, grid_cell(grid, x, y, z));
    return engine_cpu()->update(mirror->cpu, dirty, count, error);
}

/* Whoever searches must have been told all. */
static void assert_is_current(const struct mirror *mirror)
{
    const struct grid *grid = mirror->field->grid;
    assert_memory_equal(mirror->copy.closed, mirror->field->closed,
                        grid_plane_words(grid) * sizeof *mirror->copy.closed);
    if (mirror->copy.toll != NULL)
        assert_memory_equal(mirror->copy.toll, mirror->field->toll,
                            grid_cells(grid) * sizeof *mirror->copy.toll);
}

static enum status mirror_expand(struct engine *base, struct job *jobs, size_t count,
                                 struct error *error)
{
    struct mirror *mirror = (struct mirror *)base;
    struct timespec pause = {.tv_nsec = mirror->side->slow_ns};
    if (mirror->side->breaks)
        return error_set(error, STATUS_FAILED, "fell off the bus");
    mirror->side->expands++;
    assert_is_current(mirror);
    if (pause.tv_nsec > 0)
        nanosleep(&pause, NULL);
    return engine_cpu()->expand(mirror->cpu, jobs, count, error);
}

static double side_foresee(struct side *side, size_t count)
{
    if (side->draws && count > 0)
        side->guess = 1e-6 * (1 + random_below(&drawn, 1000));
    return count > 0 ? side->guess : side->opening;
}

static double foresee_home(const struct field *field, unsigned features,
                           const struct engine_options *options, const struct job *jobs,
                           size_t count)
{
    (void)field, (void)features, (void)options, (void)jobs;
    return side_foresee(&sides[HOME], count);
}

static double foresee_away(const struct field *field, unsigned features,
                           const struct engine_options *options, const struct job *jobs,
                           size_t count)
{
    (void)features, (void)options, (void)jobs;
    bool shuns = sides[AWAY].shuns_tolls && field->toll != NULL && count > 0;
    return shuns ? 1e9 : side_foresee(&sides[AWAY], count);
}

static size_t appetite(const struct engine *engine)
{
    return engine_cpu()->appetite(((const struct mirror *)engine)->cpu);
}

static const char *wave(const struct engine *engine)
{
    return engine_cpu()->wave(((const struct mirror *)engine)->cpu);
}

static const char *device(const struct engine *engine)
{
    return ((const struct mirror *)engine)->side == &sides[HOME] ? "hearth" : "far";
}

static void peak_bytes(const struct engine *engine, size_t *host, size_t *on_device)
{
    engine_cpu()->peak_bytes(((const struct mirror *)engine)->cpu, host, on_device);
    *on_device = ((const struct mirror *)engine)->side == &sides[HOME] ? 0 : 77;
}

static const struct engine_ops home_ops = {.name = "home",
                                           .open = open_home,
                                           .update = mirror_update,
                                           .expand = mirror_expand,
                                           .appetite = appetite,
                                           .wave = wave,
                                           .device = device,
                                           .peak_bytes = peak_bytes,
                                           .close = mirror_close,
                                           .foresee = foresee_home};
static const struct engine_ops away_ops = {.name = "away",
                                           .open = open_away,
                                           .update = mirror_update,
                                           .expand = mirror_expand,
                                           .appetite = appetite,
                                           .wave = wave,
                                           .device = device,
                                           .peak_bytes = peak_bytes,
                                           .close = mirror_close,
                                           .foresee = foresee_away};

/* ---- helpers -------------------------------------------------------------------------------- */

static struct engine_options options_of(const char *name)
{
    return (struct engine_options){
        .wave = name, .threads = 2, .home = &home_ops, .away = &away_ops};
}

static struct engine *open_pair(const struct wave_case *c)
{
    struct engine *engine = NULL;
    struct engine_options options = options_of("auto");
    assert_int_equal(engine_pair()->open(&engine, &c->field, &options, NULL), STATUS_OK);
    assert_ptr_equal(engine->ops, engine_pair());
    return engine;
}

/* Searches the case's first jobs and compares them with the independent answer. */
static void expand(struct wave_case *c, struct engine *engine, size_t count)
{
    assert_int_equal(engine->ops->expand(engine, c->jobs, count, NULL), STATUS_OK);
    for (size_t i = 0; i < count; i++)
        assert_answer(c, &c->jobs[i], c->jobs[i].knots);
}

static void change(struct wave_case *c, struct engine *engine, uint64_t *random)
{
    struct box box = case_change(c, random);
    assert_int_equal(engine->ops->update(engine, &box, 1, NULL), STATUS_OK);
}

/* Home foresees 1 ms and away what is given, with an opening of that long. */
static void set_sides(double away, double opening)
{
    memset(sides, 0, sizeof sides);
    sides[HOME].guess = 1e-3;
    sides[AWAY].guess = away;
    sides[AWAY].opening = opening;
}

static void make_case(struct wave_case *c, uint64_t *random)
{
    *random = 7;
    case_create(c, FEATURE_ALL, random);
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
        sides[HOME].draws = sides[AWAY].draws = true;
        case_create(&c, FEATURE_ALL, &random);
        struct engine *engine = open_pair(&c);
        for (int round = 0; round < 24; round++) {
            for (uint32_t changes = case_below(&random, 3); changes > 0; changes--)
                change(&c, engine, &random);
            expand(&c, engine, 1 + case_below(&random, CASE_JOBS));
        }
        engine->ops->close(engine);
        case_destroy(&c);
        home += sides[HOME].expands;
        away += sides[AWAY].expands;
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
        sides[HOME].draws = sides[AWAY].draws = true;
        struct route_options options = plain_options();
        options.max_iterations = 20;
        enum status status = route_design(&design, &options, &alone, &report, NULL);
        options.engine = engine_pair();
        options.engine_options = options_of("auto");
        assert_int_equal(route_design(&design, &options, &pair, &other, NULL), status);
        assert_same_routes(&alone, &pair);
        assert_int_equal(report.iterations, other.iterations);
        routes_destroy(&alone);
        routes_destroy(&pair);
        netlist_destroy(&design.nets);
        grid_destroy(&design.grid);
    }
}

/* Where away is of use only before there are tolls, or is lost then, the report says so. */
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
        sides[AWAY].shuns_tolls = true;
        sides[AWAY].breaks = i % 2 == 0;
        struct route_options options = plain_options();
        options.max_iterations = 5;
        options.engine = engine_pair();
        options.engine_options = options_of("auto");
        (void)route_design(&design, &options, &routes, &report, NULL);
        assert_string_equal(report.device, i % 2 == 0 ? "far+hearth; without away: fell off the bus"
                                                      : "far+hearth");
        haggled += report.iterations > 0;
        routes_destroy(&routes);
        netlist_destroy(&design.nets);
        grid_destroy(&design.grid);
    }
    assert_true(haggled > 5);
}

static void test_the_sooner_is_chosen(void **state)
{
    (void)state;
    uint64_t random;
    struct wave_case c;
    make_case(&c, &random);
    set_sides(2e-3, 0);
    struct engine *engine = open_pair(&c);
    expand(&c, engine, 1);
    assert_int_equal(sides[HOME].expands, 1);
    sides[AWAY].guess = 1e-6;
    expand(&c, engine, 1);
    assert_int_equal(sides[HOME].expands, 1);
    assert_int_equal(sides[AWAY].expands, 1);
    sides[AWAY].guess = sides[HOME].guess = 0; /* nobody is left out by a tie: home has it */
    expand(&c, engine, 1);
    assert_int_equal(sides[HOME].expands, 2);
    assert_int_equal(engine->ops->appetite(engine), 2);
    engine->ops->close(engine);
    case_destroy(&c);
}

/* Away thinks that it takes half as long as home and takes five times as long. */
static void test_pace_is_learned(void **state)
{
    (void)state;
    uint64_t random;
    struct wave_case c;
    make_case(&c, &random);
    set_sides(0.5e-3, 0);
    sides[AWAY].slow_ns = 5000000;
    struct engine *engine = open_pair(&c);
    for (int i = 0; i < 100; i++)
        expand(&c, engine, 1);
    assert_in_range(sides[AWAY].expands, 5, 40);
    assert_int_equal(sides[HOME].expands + sides[AWAY].expands, 100);
    engine->ops->close(engine);
    case_destroy(&c);
}

static void test_opened_once_that_pays(void **state)
{
    (void)state;
    uint64_t random;
    struct wave_case c;
    make_case(&c, &random);
    set_sides(1e-6, 1e9); /* never */
    struct engine *engine = open_pair(&c);
    for (int i = 0; i < 20; i++) {
        change(&c, engine, &random);
        expand(&c, engine, CASE_JOBS);
    }
    assert_int_equal(sides[AWAY].opens, 0);
    assert_int_equal(sides[HOME].expands, 20);
    assert_string_equal(engine->ops->device(engine), "hearth");
    sides[AWAY].opening = 1.0; /* what was missed counts: 20 calls of less than 1 ms, then 0.9 s */
    sides[HOME].guess = 64 * 0.9;
    expand(&c, engine, CASE_JOBS);
    expand(&c, engine, CASE_JOBS);
    assert_int_equal(sides[AWAY].opens, 1);
    assert_int_equal(sides[HOME].expands + sides[AWAY].expands, 22);
    assert_in_range(sides[AWAY].expands, 1, 2);
    assert_int_equal(sides[AWAY].updates, 0); /* it saw the field as it was */
    assert_string_equal(engine->ops->device(engine), "far+hearth");
    assert_non_null(strchr(engine->ops->wave(engine), '+'));
    size_t host = 0, on_device = 0;
    engine->ops->peak_bytes(engine, &host, &on_device);
    assert_int_equal(on_device, 77);
    assert_true(host > 0);
    engine->ops->close(engine);
    case_destroy(&c);
}

static void test_told_when_asked(void **state)
{
    (void)state;
    uint64_t random;
    struct wave_case c;
    make_case(&c, &random);
    set_sides(1e-6, 0);
    struct engine *engine = open_pair(&c);
    expand(&c, engine, CASE_JOBS); /* opens away */
    sides[AWAY].guess = 1e3;
    for (int i = 0; i < 10; i++) {
        change(&c, engine, &random);
        expand(&c, engine, CASE_JOBS);
    }
    assert_int_equal(sides[AWAY].updates, 0);
    assert_int_equal(sides[HOME].updates, 10);
    sides[AWAY].guess = 1e-9;
    expand(&c, engine, CASE_JOBS);
    expand(&c, engine, CASE_JOBS);
    assert_int_equal(sides[AWAY].updates, 1);
    assert_in_range(sides[AWAY].boxes, 1, 10);
    assert_int_equal(sides[AWAY].expands, 3);

    sides[AWAY].boxes = 0; /* more boxes than are kept */
    sides[AWAY].guess = 1e3;
    for (int i = 0; i < PAIR_BOXES_MAX + 500; i++) {
        struct box box = {(uint32_t)i % c.grid.width, 0, (uint32_t)i % c.grid.width, 0};
        assert_int_equal(engine->ops->update(engine, &box, 1, NULL), STATUS_OK);
        if (i == 100)
            change(&c, engine, &random);
    }
    expand(&c, engine, CASE_JOBS);
    sides[AWAY].guess = 1e-9;
    expand(&c, engine, CASE_JOBS);
    assert_in_range(sides[AWAY].boxes, 1, 600);
    assert_int_equal(sides[AWAY].expands, 4);
    engine->ops->close(engine);
    case_destroy(&c);
}

static void test_away_breaks(void **state)
{
    (void)state;
    uint64_t random;
    struct wave_case c;
    struct error error = {0};
    make_case(&c, &random);
    set_sides(1e-6, 0);
    struct engine *engine = open_pair(&c);
    expand(&c, engine, CASE_JOBS);
    assert_int_equal(sides[AWAY].expands, 1);
    sides[AWAY].breaks = true;
    change(&c, engine, &random);
    expand(&c, engine, CASE_JOBS); /* home does it */
    assert_int_equal(sides[HOME].expands, 1);
    assert_non_null(strstr(engine->ops->device(engine), "without away: fell off the bus"));
    sides[AWAY].breaks = false;
    change(&c, engine, &random);
    expand(&c, engine, CASE_JOBS);
    assert_int_equal(sides[AWAY].expands, 1); /* not trusted again */
    sides[HOME].breaks = true;
    assert_int_equal(engine->ops->expand(engine, c.jobs, 1, &error), STATUS_FAILED);
    assert_non_null(strstr(error.text, "fell off the bus"));
    engine->ops->close(engine);

    set_sides(1e-6, 0);
    sides[AWAY].refuses = true;
    engine = open_pair(&c);
    expand(&c, engine, CASE_JOBS);
    expand(&c, engine, CASE_JOBS);
    assert_int_equal(sides[HOME].expands, 2);
    assert_non_null(strstr(engine->ops->device(engine), "without away: no room"));
    engine->ops->close(engine);
    case_destroy(&c);
}

/* Where a wave is named, both must have it. */
static void test_named_waves(void **state)
{
    (void)state;
    uint64_t random;
    struct wave_case c;
    make_case(&c, &random);
    struct engine *engine = NULL;
    struct engine_options options = options_of("bucket");
    set_sides(1e3, 1e9);
    assert_int_equal(engine_pair()->open(&engine, &c.field, &options, NULL), STATUS_OK);
    assert_int_equal(sides[AWAY].opens, 1);
    assert_string_equal(engine->ops->wave(engine), "bucket+bucket");
    engine->ops->close(engine);
    for (int side = HOME; side <= AWAY; side++) {
        struct error error = {0};
        set_sides(1e3, 1e9);
        sides[side].refuses = true;
        assert_int_equal(engine_pair()->open(&engine, &c.field, &options, &error), STATUS_FAILED);
        assert_null(engine);
        assert_string_equal(error.text, side == HOME ? "home: no room" : "away: no room");
    }
    struct error error = {0};
    set_sides(1e3, 1e9);
    options.wave = "bukket";
    assert_int_equal(engine_pair()->open(&engine, &c.field, &options, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "did you mean bucket"));
    engine_pair()->close(NULL);
    assert_null(engine_pair()->unusable());
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
