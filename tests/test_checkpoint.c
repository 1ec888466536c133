/* test_checkpoint: a run that goes on from any of its checkpoints ends with the same bytes. */
#include "tests/random_designs.h"

struct catcher {
    uint32_t wanted, seen; /* keep the checkpoint of this number */
    struct route_checkpoint kept;
    const struct design *design;
};

static void catch_one(void *context, const struct routes *best,
                      const struct route_checkpoint *checkpoint)
{
    struct catcher *catcher = context;
    assert_right(catcher->design, best);
    if (catcher->seen++ != catcher->wanted)
        return;
    catcher->kept.bytes = malloc(checkpoint->size);
    memcpy(catcher->kept.bytes, checkpoint->bytes, checkpoint->size);
    catcher->kept.size = checkpoint->size;
}

static void make_design(struct design *design, uint64_t *seed)
{
    random_grid(design, 14, 14, 2, 10, true, seed);
    random_nets(design, 16, 3, false, seed);
}

static void destroy(struct design *design)
{
    netlist_destroy(&design->nets);
    grid_destroy(&design->grid);
}

static void resumed_runs_end_the_same(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t resumed = 0;
    for (int round = 0; round < 25; round++) {
        struct design design;
        struct routes whole, rest;
        make_design(&design, &seed);
        struct catcher catcher = {.wanted = random_below(&seed, 30), .design = &design};
        struct route_options options = plain_options();
        options.max_iterations = 120; /* negotiation may have most of them */
        options.checkpoint = catch_one;
        options.context = &catcher;
        enum status status = route_design(&design, &options, &whole, NULL, NULL);
        if (catcher.kept.bytes != NULL) {
            options.checkpoint = NULL;
            options.resume = &catcher.kept;
            assert_int_equal(route_design(&design, &options, &rest, NULL, NULL), status);
            assert_same_routes(&whole, &rest);
            routes_destroy(&rest);
            resumed++;
        }
        free(catcher.kept.bytes);
        routes_destroy(&whole);
        destroy(&design);
    }
    assert_true(resumed > 5);
}

static void foreign_bytes_are_refused(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    struct design design;
    struct routes routes;
    struct error error = {0};
    struct catcher catcher = {.wanted = 0, .design = &design};
    struct route_options options = plain_options();
    options.max_iterations = 60;
    options.checkpoint = catch_one;
    options.context = &catcher;
    for (make_design(&design, &seed);; make_design(&design, &seed)) {
        route_design(&design, &options, &routes, NULL, NULL);
        routes_destroy(&routes);
        if (catcher.kept.bytes != NULL)
            break;
        destroy(&design); /* came out ideal at once: nothing to improve */
    }
    options.checkpoint = NULL;
    struct route_checkpoint cut = {catcher.kept.bytes, catcher.kept.size - 8};
    options.resume = &cut;
    assert_int_equal(route_design(&design, &options, &routes, NULL, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "checkpoint"));
    cut.size = catcher.kept.size;
    cut.bytes[cut.size - 1] ^= 0x80; /* a cell far outside the grid */
    error_clear(&error);
    assert_int_equal(route_design(&design, &options, &routes, NULL, &error), STATUS_BAD_INPUT);
    free(catcher.kept.bytes);
    destroy(&design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resumed_runs_end_the_same),
        cmocka_unit_test(foreign_bytes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
