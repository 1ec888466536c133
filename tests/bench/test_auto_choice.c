/* How `auto` is judged: on the same nets as each wave. Engines whose times are made up: a script
 * says how long a wave takes for a case's first net, for each of the others, and how many it
 * searches before the time is up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "router/bench/measure/bench.h"
#include "router/engine/engine_cpu.h"

enum { WAVES = 3, FIRST_NETS = 64 };

struct script {
    const char *wave;
    double first, other; /* milliseconds */
    uint32_t most;       /* nets */
};

static const struct script *scripts; /* [WAVES], the last is that of `auto` */
static const struct script *playing;
static struct engine_ops scripted_ops;
static struct bench_row judged[16]; /* rows of `auto` */
static size_t judged_count;
static struct error error;

static enum status scripted_expand(struct engine *engine, struct job *jobs, size_t count,
                                   struct error *problem)
{
    double end =
        bench_thread_seconds() + (playing->first + playing->other * (double)(count - 1)) / 1e3;
    enum status status = engine_cpu()->expand(engine, jobs, count, problem);
    if (count > playing->most)
        jobs[count - 1].outcome = OUTCOME_STOPPED;
    while (count <= playing->most && bench_thread_seconds() < end)
        ;
    return status;
}

static enum status scripted_open(struct engine **engine, const struct field *field,
                                 const struct engine_options *options, struct error *problem)
{
    enum status status = engine_cpu()->open(engine, field, options, problem);
    for (int i = 0; i < WAVES; i++)
        if (strcmp(scripts[i].wave, options->wave) == 0)
            playing = &scripts[i];
    if (status == STATUS_OK)
        (*engine)->ops = &scripted_ops;
    return status;
}

static enum status keep_judged(void *context, const struct bench_row *row, struct error *problem)
{
    (void)context;
    (void)problem;
    if (strcmp(row->wave, "auto") == 0)
        judged[judged_count++] = *row;
    else
        assert_true(row->times_best == 0 && row->best_nets == 0);
    return STATUS_OK;
}

/* Plays the scripts on the small cases of many nets; their `auto` rows are in judged. */
static void play(const struct script *parts)
{
    const char *waves[] = {"tiles", "bucket", "auto"};
    struct bench_plan plan = {
        .suites = {[BENCH_BATCH] = true},
        .scale = BENCH_QUICK,
        .engines = {&scripted_ops},
        .engine_count = 1,
        .waves = waves,
        .wave_count = WAVES,
        .effort = {.threads = 1, .cores = 1, .repeats = 1, .budget = 1e-6, .limit = 0.4},
        .row = keep_judged};
    scripts = parts;
    scripted_ops = *engine_cpu();
    scripted_ops.open = scripted_open;
    scripted_ops.expand = scripted_expand;
    judged_count = 0;
    if (bench_run(&plan, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    assert_true(judged_count > 0);
}

static void assert_judged(double least, double most, uint32_t best_nets, uint32_t nets)
{
    for (size_t i = 0; i < judged_count; i++) {
        const struct bench_row *row = &judged[i];
        if (row->times_best < least || row->times_best > most)
            fail_msg("%s: %.3f x best, expected %.3f to %.3f", row->item.name, row->times_best,
                     least, most);
        assert_int_equal(row->best_nets, best_nets);
        assert_int_equal(row->nets, nets);
        assert_int_equal(row->state, BENCH_TIMED);
    }
}

/* The first net is found in no time. A wave that was cut off after it is no better than `auto`. */
static void test_wave_cut_off(void **state)
{
    (void)state;
    play((const struct script[]){
        {"tiles", 3, 0.5, 64}, {"bucket", 3, 0.5, 1}, {"auto", 3, 0.5, 64}});
    for (size_t i = 0; i < judged_count; i++) {
        assert_false(bench_row_is_bad_choice(&judged[i]));
        assert_int_equal(judged[i].nets, FIRST_NETS);
    }
}

/* But where it is better on that net, that shows, although `auto` is faster a net on its own. */
static void test_worse_on_one(void **state)
{
    (void)state;
    play((const struct script[]){
        {"tiles", 15, 0.1, 64}, {"bucket", 3, 0.1, 1}, {"auto", 15, 0.1, 64}});
    assert_judged(4, 6, 1, FIRST_NETS);
}

/* The other way round: `auto` comes no farther than four hard nets, a wave does them all. */
static void test_auto_cut_off(void **state)
{
    (void)state;
    play((const struct script[]){{"tiles", 12, 0, 64}, {"bucket", 12, 0, 64}, {"auto", 12, 0, 4}});
    assert_judged(0.5, 1.8, 4, 4);
    play((const struct script[]){{"tiles", 12, 0, 64}, {"bucket", 4, 0, 64}, {"auto", 12, 0, 4}});
    assert_judged(2.4, 3.6, 4, 4);
}

/* Over the limit with the first net: as if it took the limit, 400 ms. */
static void test_auto_slow(void **state)
{
    (void)state;
    play((const struct script[]){{"tiles", 40, 1, 64}, {"bucket", 80, 1, 64}, {"auto", 0, 0, 0}});
    for (size_t i = 0; i < judged_count; i++) {
        assert_int_equal(judged[i].state, BENCH_SLOW);
        assert_true(judged[i].times_best > 8 && judged[i].times_best < 10.5);
        assert_int_equal(judged[i].best_nets, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wave_cut_off),
        cmocka_unit_test(test_worse_on_one),
        cmocka_unit_test(test_auto_cut_off),
        cmocka_unit_test(test_auto_slow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
