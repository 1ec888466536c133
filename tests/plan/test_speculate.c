/* test_ahead: nets searched ahead in windows of any width come out as one after the other. */
#include "tests/support/random_designs.h"

/* The CPU's engine with another appetite: it decides how many nets are searched ahead. */
static struct engine_ops hungry_ops;
static size_t appetite;
static size_t most_jobs;

static size_t hungry_appetite(const struct engine *engine)
{
    (void)engine;
    return appetite;
}

static enum status hungry_expand(struct engine *engine, struct job *jobs, size_t count,
                                 struct error *error)
{
    most_jobs = count > most_jobs ? count : most_jobs;
    return engine_cpu()->expand(engine, jobs, count, error);
}

/* Engines are called by their own table; the hungry one's must be in it. */
static enum status hungry_open(struct engine **engine, const struct field *field,
                               const struct engine_options *options, struct error *error)
{
    enum status status = engine_cpu()->open(engine, field, options, error);
    if (status == STATUS_OK)
        (*engine)->ops = &hungry_ops;
    return status;
}

/* Many nets on a small board, most of them of two pins: they get in each other's way. */
static void dense_design(struct design *design, uint64_t *seed)
{
    random_grid(design, 16 + random_below(seed, 10), 16 + random_below(seed, 10), 2, 5,
                random_below(seed, 2) == 0, seed);
    random_nets(design, 30, 2 + random_below(seed, 2), false, seed);
}

static void any_width_gives_the_same(void **state)
{
    (void)state;
    static const size_t widths[] = {2, 3, 1000};
    uint64_t seed = random_seed();
    bool negotiated = false;
    hungry_ops = *engine_cpu();
    hungry_ops.open = hungry_open;
    hungry_ops.expand = hungry_expand;
    hungry_ops.appetite = hungry_appetite;
    for (int round = 0; round < 12; round++) {
        struct design design;
        struct routes one, many;
        struct route_report report, other;
        dense_design(&design, &seed);
        struct route_options options = plain_options();
        options.engine = &hungry_ops;
        options.max_iterations = 30;
        appetite = 1;
        enum status status = route_design(&design, &options, &one, &report, NULL);
        for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
            appetite = widths[i];
            assert_int_equal(route_design(&design, &options, &many, &other, NULL), status);
            assert_int_equal(other.iterations, report.iterations);
            assert_same_routes(&one, &many);
            negotiated = negotiated || other.searches > report.searches;
            routes_destroy(&many);
        }
        routes_destroy(&one);
        netlist_destroy(&design.nets);
        grid_destroy(&design.grid);
    }
    assert_true(negotiated); /* something was searched in vain, and noticed */
    assert_true(most_jobs > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_width_gives_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
