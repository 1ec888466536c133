/* test_checkpoint: a run that goes on from any of its checkpoints, in any stage and with any number
 * of threads, ends with the same bytes; and bytes that are no checkpoint of the run are refused. */
#include "router/maze/stage/schedule.h"
#include "router/checkpoint/codec.h"
#include "tests/support/random_designs.h"

enum {
    SAMPLES = 3,     /* checkpoints kept of each stage of a run */
    FORGED = 80,     /* of each checkpoint */
    COUNT_WORD = 16, /* where one that negotiates says how many nets it is about ... */
    NEXT_WORD = 17,  /* ... and which of them is next */
    STAGE_WORD = 4,  /* where a checkpoint says which stage it is of */
    USED_WORD = 5, /* ... how many rounds are over; and one that improves, in which cycle it is, */
    CYCLE_WORD = 11, /* ... how many of its rounds are warm, and how many over, ... */
    WARM_WORD = 12,
    ROUND_WORD = 13,
    IDLE_WORD = 15, /* ... and for how many cycles nothing was gained, and how many rounds */
    QUIET_WORD = 16,
};

/* What a run's callback sees: some checkpoints of each stage, drawn evenly. */
struct catcher {
    const struct design *design;
    uint64_t *seed;
    struct route_checkpoint kept[STAGES][SAMPLES];
    uint32_t seen[STAGES];
};

static void catch_some(void *context, const struct routes *best,
                       const struct route_checkpoint *checkpoint)
{
    struct catcher *catcher = context;
    uint64_t stage;
    memcpy(&stage, checkpoint->bytes + STAGE_WORD * sizeof stage, sizeof stage);
    assert_true(stage < STAGES);
    uint32_t seen = catcher->seen[stage]++;
    uint32_t place = seen < SAMPLES ? seen : random_below(catcher->seed, seen + 1);
    if (place >= SAMPLES)
        return;
    assert_right(catcher->design, best);
    struct route_checkpoint *kept = &catcher->kept[stage][place];
    kept->bytes = realloc(kept->bytes, checkpoint->size);
    kept->size = checkpoint->size;
    memcpy(kept->bytes, checkpoint->bytes, checkpoint->size);
}

static void forget(struct catcher *catcher)
{
    for (int stage = 0; stage < STAGES; stage++)
        for (int i = 0; i < SAMPLES; i++)
            free(catcher->kept[stage][i].bytes);
}

static void destroy(struct design *design)
{
    netlist_destroy(&design->nets);
    grid_destroy(&design->grid);
}

/* Runs the design with everything written down, and again from each checkpoint that was kept. Adds
 * the number of these to resumed[stage]. */
static void compare_all(const struct design *design, struct route_options options, uint64_t *seed,
                        uint32_t resumed[STAGES])
{
    struct routes whole, rest;
    struct route_report report, again;
    struct catcher catcher = {.design = design, .seed = seed};
    options.checkpoint = catch_some;
    options.context = &catcher;
    enum status status = route_design(design, &options, &whole, &report, NULL);
    assert_right(design, &whole);
    options.checkpoint = NULL;
    for (int stage = 0; stage < STAGES; stage++)
        for (int i = 0; i < SAMPLES && catcher.kept[stage][i].bytes != NULL; i++) {
            options.resume = &catcher.kept[stage][i];
            options.engine_options.threads = 1 + random_below(seed, 4);
            struct error error = {0};
            enum status is = route_design(design, &options, &rest, &again, &error);
            if (is != status)
                print_error("stage %d: %s\n", stage, error.text);
            assert_int_equal(is, status);
            assert_same_routes(&whole, &rest);
            assert_int_equal(again.iterations, report.iterations);
            assert_int_equal(again.conflicts, report.conflicts);
            assert_int_equal(again.end, report.end);
            routes_destroy(&rest);
            resumed[stage]++;
        }
    forget(&catcher);
    routes_destroy(&whole);
}

static void all_stages_go_on(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t resumed[STAGES] = {0};
    for (int round = 0; round < 40; round++) {
        struct design design;
        random_grid(&design, 14, 14, 2, 10, true, &seed);
        bool roomy = round % 4 == 0; /* all find a way, and many rounds improve it */
        random_nets(&design, roomy ? 9 : 16, 3, random_below(&seed, 4) == 0, &seed);
        struct route_options options = plain_options();
        options.max_iterations = roomy ? 40 : 3 + random_below(&seed, 12);
        compare_all(&design, options, &seed, resumed);
        destroy(&design);
    }
    for (int stage = 0; stage < STAGES; stage++) {
        print_message("stage %d: %u resumed\n", stage, resumed[stage]);
        assert_true(resumed[stage] > 0);
    }
}

/* On grids that are not small the chains of improvement mend the trees of nets that
 * they push, of which a checkpoint has those that are in the plan. */
static void mended_trees_go_on(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t resumed[STAGES] = {0};
    for (int round = 0; round < 2; round++) {
        struct design design;
        random_grid(&design, 46, 46, 2, 10, true, &seed);
        random_nets(&design, round % 2 == 0 ? 20 : 36, 5, round % 3 == 0, &seed);
        struct route_options options = plain_options();
        options.max_iterations = 40;
        compare_all(&design, options, &seed, resumed);
        destroy(&design);
    }
    assert_true(resumed[STAGE_IMPROVE] > 0);
}

/* Nets of two pins that are near each other. */
static void local_nets(struct design *design, uint32_t nets, uint32_t reach, uint64_t *seed)
{
    const struct grid *grid = &design->grid;
    uint8_t *taken = calloc(grid_cells(grid), 1);
    for (uint32_t net = 0; net < nets;) {
        uint32_t x = random_below(seed, grid->width - reach);
        uint32_t y = random_below(seed, grid->height - reach);
        cell_t from = grid_cell(grid, x, y, 0);
        cell_t to =
            grid_cell(grid, x + random_below(seed, reach), y + random_below(seed, reach), 0);
        if (from == to || taken[from] || taken[to])
            continue;
        taken[from] = taken[to] = 1;
        char name[32];
        int length = snprintf(name, sizeof name, "n%u", net++);
        netlist_add_net(&design->nets, name, (size_t)length, NULL);
        netlist_add_pins(&design->nets, &(struct pin){from, false}, 1, NULL);
        netlist_add_pins(&design->nets, &(struct pin){to, false}, 1, NULL);
    }
    free(taken);
}

/* So many nets that a design counts as large: other stages follow each other. */
static void large_designs_go_on(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t resumed[STAGES] = {0};
    for (int round = 0; round < 9; round++) {
        struct design design;
        bool crowded = round < 2;
        uint32_t side = crowded ? 34 : 54 + random_below(&seed, 4);
        random_grid(&design, side, side, 3, 5, false, &seed);
        if (round == 1) /* planned by other costs than its own */
            design.grid.rules =
                (struct step_rules){.via = 7, .bend = 3, .horizontal = 5, .vertical = 2};
        if (crowded)
            random_nets(&design, 200, 2, false, &seed);
        else
            local_nets(&design, 200, 12, &seed);
        struct route_options options = plain_options();
        options.max_iterations = round < 4 ? 6 : 24; /* or until nothing helps */
        compare_all(&design, options, &seed, resumed);
        destroy(&design);
    }
    assert_true(resumed[STAGE_NEGOTIATE] > 0 && resumed[STAGE_ROUNDS] > 0);
    assert_true(resumed[STAGE_IMPROVE] > 0);
}

/* One pass, all nets alone, nets that are kept or skipped. */
static void plain_passes_go_on(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t resumed[STAGES] = {0};
    for (int round = 0; round < 30; round++) {
        struct design design;
        struct routes keep;
        bool skip[64] = {false};
        random_grid(&design, 16, 16, 2, 10, true, &seed);
        random_nets(&design, 30, 3, true, &seed);
        struct route_options options = plain_options();
        options.alone = round % 3 == 0;
        for (uint32_t net = 0; net < design.nets.net_count; net++)
            skip[net] = random_below(&seed, 3) != 0;
        options.skip = skip;
        route_design(&design, &options, &keep, NULL, NULL);
        for (uint32_t net = 0; net < design.nets.net_count; net++)
            skip[net] = random_below(&seed, 8) == 0;
        options.keep = &keep;
        options.max_iterations = round % 3 == 2 ? 8 : 0;
        compare_all(&design, options, &seed, resumed);
        routes_destroy(&keep);
        destroy(&design);
    }
    assert_true(resumed[STAGE_SEQUENTIAL] > 0 && resumed[STAGE_EXPLAIN] > 0);
}

/* ---- bytes that are no checkpoint of the run ------------------------------------------------ */

static void small_design(struct design *design, uint64_t *seed)
{
    random_grid(design, 12, 12, 2, 10, true, seed);
    random_nets(design, 14, 3, false, seed);
}

/* Runs from these bytes. Refused, or the result is right, reasons included; or the run notices what
 * is wrong on its way, and fails. */
static enum status run_from(const struct design *design, struct route_options options,
                            uint8_t *bytes, size_t size)
{
    struct route_checkpoint checkpoint = {bytes, size};
    struct routes routes;
    struct error error = {0};
    options.resume = &checkpoint;
    enum status status = route_design(design, &options, &routes, NULL, &error);
    assert_true(status != STATUS_BAD_INPUT || strstr(error.text, "checkpoint") != NULL);
    if (status == STATUS_OK || status == STATUS_UNROUTED)
        assert_int_equal(assert_right(design, &routes), status);
    routes_destroy(&routes);
    return status;
}

/* Any byte changed, any length but the right one. */
static void damaged_bytes_are_refused(const struct design *design, struct route_options options,
                                      const struct route_checkpoint *whole, uint64_t *seed)
{
    for (int i = 0; i < 20; i++) {
        uint8_t *bytes = malloc(whole->size + 8);
        memcpy(bytes, whole->bytes, whole->size);
        memset(bytes + whole->size, 0, 8);
        const size_t sizes[] = {0, whole->size + 4, whole->size + 8};
        size_t size = i < 3 ? sizes[i] : random_below(seed, (uint32_t)whole->size);
        assert_int_equal(run_from(design, options, bytes, size), STATUS_BAD_INPUT);
        bytes[random_below(seed, (uint32_t)whole->size)] ^= (uint8_t)(1u << random_below(seed, 8));
        assert_int_equal(run_from(design, options, bytes, whole->size), STATUS_BAD_INPUT);
        free(bytes);
    }
}

/* A word changed and the seal made anew: refused, or the run comes to an end. Returns how many were
 * refused. */
static uint32_t forge(const struct design *design, struct route_options options,
                      const struct route_checkpoint *whole, uint64_t *seed)
{
    uint32_t refused = 0;
    for (int i = 0; i < FORGED; i++) {
        struct codec words = {.words = malloc(whole->size), .count = whole->size / 8 - 1};
        words.capacity = whole->size / 8;
        memcpy(words.words, whole->bytes, whole->size);
        size_t most = random_below(seed, 2) == 0 && words.count > 60 ? 60 : words.count;
        const uint32_t at = random_below(seed, (uint32_t)most);
        uint64_t *word = &words.words[at];
        uint64_t other = words.words[random_below(seed, (uint32_t)most)];
        uint64_t before = at > 0 ? words.words[at - 1] : 0;
        const uint64_t values[] = {0,
                                   UINT64_MAX,
                                   other,
                                   before, /* `next` stands behind `count` */
                                   *word + 1,
                                   *word - 1,
                                   *word ^ splitmix(seed),
                                   *word ^ (uint64_t)1 << random_below(seed, 64)};
        *word = values[random_below(seed, sizeof values / sizeof *values)];
        codec_seal(&words);
        refused +=
            run_from(design, options, (uint8_t *)words.words, whole->size) == STATUS_BAD_INPUT;
        free(words.words);
    }
    return refused;
}

/* An iteration whose nets are all done would be over. */
static void finished_iterations_are_refused(const struct design *design,
                                            struct route_options options,
                                            const struct route_checkpoint *whole)
{
    struct codec words = {.words = malloc(whole->size), .count = whole->size / 8 - 1};
    words.capacity = whole->size / 8;
    memcpy(words.words, whole->bytes, whole->size);
    words.words[NEXT_WORD] = words.words[COUNT_WORD];
    bool begun = words.words[COUNT_WORD] > 0;
    codec_seal(&words);
    if (begun)
        assert_int_equal(run_from(design, options, (uint8_t *)words.words, whole->size),
                         STATUS_BAD_INPUT);
    free(words.words);
}

/* A cycle of improvement that is beyond its end would last as long as there are rounds. */
static void endless_cycles_are_refused(const struct design *design, struct route_options options,
                                       const struct route_checkpoint *whole)
{
    static const struct {
        int word, than; /* the word is to be larger than that word by this */
        uint64_t by;
    } forged[] = {{WARM_WORD, WARM_WORD, 100}, {ROUND_WORD, WARM_WORD, 11},
                  {CYCLE_WORD, USED_WORD, 1},  {CYCLE_WORD, USED_WORD, 0},
                  {IDLE_WORD, CYCLE_WORD, 1},  {QUIET_WORD, USED_WORD, 1}};
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        struct codec words = {.words = malloc(whole->size), .count = whole->size / 8 - 1};
        words.capacity = whole->size / 8;
        memcpy(words.words, whole->bytes, whole->size);
        words.words[USED_WORD] += 200; /* rounds enough for all but that */
        words.words[forged[i].word] = words.words[forged[i].than] + forged[i].by;
        codec_seal(&words);
        if (run_from(design, options, (uint8_t *)words.words, whole->size) != STATUS_BAD_INPUT)
            fail_msg("forged cycle %zu was taken", i);
        free(words.words);
    }
}

static void other_bytes_are_refused(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t refused = 0, forged = 0, endless = 0;
    struct route_options options = plain_options();
    for (int round = 0; round < 6; round++) {
        struct design design, other;
        struct routes routes;
        small_design(&design, &seed);
        small_design(&other, &seed);
        struct catcher catcher = {.design = &design, .seed = &seed};
        options.max_iterations = 20;
        options.checkpoint = catch_some;
        options.context = &catcher;
        route_design(&design, &options, &routes, NULL, NULL);
        routes_destroy(&routes);
        options.checkpoint = NULL;
        for (int stage = 0; stage < STAGES; stage++) {
            const struct route_checkpoint *kept = &catcher.kept[stage][0];
            if (kept->bytes == NULL)
                continue;
            assert_int_equal(run_from(&other, options, kept->bytes, kept->size), STATUS_BAD_INPUT);
            damaged_bytes_are_refused(&design, options, kept, &seed);
            if (stage == STAGE_NEGOTIATE)
                finished_iterations_are_refused(&design, options, kept);
            if (stage == STAGE_IMPROVE) {
                options.max_iterations = 1000;
                endless_cycles_are_refused(&design, options, kept);
                options.max_iterations = 20;
                endless++;
            }
            refused += forge(&design, options, kept, &seed);
            forged += FORGED;
        }
        forget(&catcher);
        destroy(&design);
        destroy(&other);
    }
    print_message("%u of %u forged checkpoints refused\n", refused, forged);
    assert_true(refused > forged / 2 && endless > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_stages_go_on),        cmocka_unit_test(mended_trees_go_on),
        cmocka_unit_test(large_designs_go_on),     cmocka_unit_test(plain_passes_go_on),
        cmocka_unit_test(other_bytes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
