/* Makes every CUDA call fail once, with each kind of fault: a run on both engines finishes on the
 * CPU with the same wires, one on the GPU alone ends with a message or the same wires, one on
 * several GPUs continues with the others. Real faults need processes of their own:
 * faults/faults.sh.
 *
 * Environment: SEED, and FAULTS, the number of failing calls per design, kind and engine, spread
 * over the run (100).
 */
#include "tests/support/random_designs.h"

#include "gpu/gpu.h"
#include "router/engine/devices.h"
#include "router/engine/engine_pair.h"
#include "router/engine/engine_several.h"
#include "tests/gpu/faults/cuda_faults.h"

enum { POINTS = 100, DESIGNS = 3, VIRTUAL = 2 };

static long points(void)
{
    const char *text = getenv("FAULTS");
    return text != NULL ? atol(text) : POINTS;
}

/* ---- engines -------------------------------------------------------------------------------- */

static double little(const struct field *field, unsigned features,
                     const struct engine_options *options, const struct job *jobs, size_t count)
{
    (void)field, (void)features, (void)options, (void)jobs;
    return count > 0 ? 1e-9 : 0;
}

static double much(const struct field *field, unsigned features,
                   const struct engine_options *options, const struct job *jobs, size_t count)
{
    (void)field, (void)features, (void)options, (void)jobs, (void)count;
    return 1e9;
}

static struct engine_ops home, away, doubled;
static uint64_t there; /* usable devices */

/* Device D of more devices than exist: each is one that exists. */
static enum status open_doubled(struct engine **engine, const struct field *field,
                                const struct engine_options *options, struct error *error)
{
    struct engine_options real = *options;
    uint64_t left = there;
    for (unsigned i = devices_first(options->devices.list) % devices_count(there); i > 0; i--)
        left &= left - 1;
    real.devices.list = left & (~left + 1);
    return gpu_engine()->open(engine, field, &real, error);
}

static uint64_t devices_doubled(void)
{
    return (UINT64_C(1) << VIRTUAL) - 1;
}

/* ---- runs ----------------------------------------------------------------------------------- */

/* A design of one layer, one of several layers with all features, and one to which tolls are added.
 */
static void make_design(struct design *design, int which, uint64_t *seed)
{
    if (which == 0) {
        random_grid(design, 60, 60, 1, 0, false, seed);
        design->grid.rules = (struct step_rules){0};
        random_nets(design, 30, 2, false, seed);
    } else if (which == 1) {
        random_grid(design, 20, 20, 3, 8, true, seed);
        random_nets(design, 12, 3, true, seed);
    } else {
        random_grid(design, 24, 24, 2, 4, false, seed);
        design->grid.rules.bend = 0;
        random_nets(design, 20, 3, false, seed);
    }
}

static enum status route(const struct design *design, const struct engine_ops *engine,
                         struct routes *routes, struct route_report *report, struct error *error)
{
    struct route_options options = plain_options();
    options.engine = engine;
    options.engine_options.threads = 2;
    options.engine_options.host = &home;
    options.engine_options.accelerator = &away;
    options.engine_options.each = &doubled;
    options.engine_options.devices.every = true;
    options.engine_options.devices.usable = devices_doubled();
    options.max_iterations = 4;
    return route_design(design, &options, routes, report, error);
}

static int first_device(void)
{
    return (int)devices_first(there);
}

struct tally {
    long runs, fired, lost, failed;
};

/* One run with a fault, and how it must end. survives: with the same wires, whatever fails. */
static void run(const struct design *design, const struct engine_ops *engine, bool survives,
                long number, enum cuda_fault kind, const struct routes *wanted, enum status good,
                struct tally *tally)
{
    struct routes routes;
    struct route_report report = {0};
    struct error error = {0};
    cuda_fault_set(first_device(), number, kind);
    const enum status status = route(design, engine, &routes, &report, &error);
    const bool fired = cuda_fault_fired();
    cuda_fault_set(0, 0, CUDA_FAULT_MEMORY);
    tally->runs++;
    tally->fired += fired;
    tally->lost += report.lost[0] != '\0';
    tally->failed += status == STATUS_FAILED;
    if (status == STATUS_FAILED) {
        if (survives || !fired)
            fail_msg("call %ld, kind %d: %s", number, (int)kind, error.text);
        assert_true(strstr(error.text, "CUDA") != NULL || strstr(error.text, "GPU") != NULL);
        return;
    }
    assert_int_equal(status, good);
    assert_same_routes(wanted, &routes);
    assert_true(fired || report.lost[0] == '\0');
    routes_destroy(&routes);
}

static void sweep(const struct engine_ops *engine, bool survives, enum cuda_fault last)
{
    uint64_t seed = random_seed();
    for (int which = 0; which < DESIGNS; which++) {
        struct design design;
        struct routes wanted;
        struct tally tally = {0};
        make_design(&design, which, &seed);
        const enum status good = route(&design, &engine_cpu, &wanted, NULL, NULL);
        run(&design, engine, true, INT32_MAX, CUDA_FAULT_MEMORY, &wanted, good, &tally);
        cuda_fault_set(first_device(), INT32_MAX, CUDA_FAULT_MEMORY);
        struct routes again;
        (void)route(&design, engine, &again, NULL, NULL);
        routes_destroy(&again);
        const long calls = cuda_fault_calls(), step = calls / points() + 1;
        assert_true(calls > 20);
        for (unsigned kind = 0; kind <= last; kind++)
            for (long number = 1 + kind % step; number <= calls; number += step)
                run(&design, engine, survives, number, (enum cuda_fault)kind, &wanted, good,
                    &tally);
        printf("design %d: %ld calls, %ld runs, %ld with a fault, %ld lost a device, %ld failed\n",
               which, calls, tally.runs, tally.fired, tally.lost, tally.failed);
        assert_true(tally.fired > tally.runs / 2);
        assert_true(tally.lost + tally.failed > tally.fired / 2);
        run(&design, engine, true, INT32_MAX, CUDA_FAULT_MEMORY, &wanted, good, &tally);
        routes_destroy(&wanted);
        netlist_destroy(&design.nets);
        grid_destroy(&design.grid);
    }
}

static void test_both(void **state)
{
    (void)state;
    sweep(&engine_pair, true, CUDA_FAULT_ADDRESS);
}

static void test_gpu_alone(void **state)
{
    (void)state;
    sweep(gpu_engine(), false, CUDA_FAULT_ADDRESS);
}

/* Two engines. On one GPU only a temporary fault leaves one of them; on two GPUs every fault does.
 */
static void test_several(void **state)
{
    (void)state;
    const bool two = devices_count(there) > 1;
    sweep(&engine_several, true, two ? CUDA_FAULT_ADDRESS : CUDA_FAULT_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both),
        cmocka_unit_test(test_gpu_alone),
        cmocka_unit_test(test_several),
    };
    const char *why = gpu_engine()->unusable();
    if (why != NULL) {
        printf("[  SKIPPED ] no GPU to test: %s\n", why);
        return 0;
    }
    there = gpu_engine()->devices();
    home = engine_cpu;
    away = doubled = *gpu_engine();
    home.estimate = much;
    away.estimate = little;
    doubled.open = open_doubled;
    doubled.devices = devices_doubled;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
