/* test_made: designs in technologies generated from seeds, 2 to 180 nm, are routed completely and
 * without violations, with equal results for one thread and several. With SEED in the environment,
 * tests that design only, and keeps its files (made.lef, made.def). */
#include "tests/support/layout_texts.h"
#include "tests/support/made_layout.h"

#include "tests/support/layout_check_some.h"
#include "grid/format/def/def_write.h"
#include "router/detail/detail.h"

enum { FIRST_SEED = 9, LAST_SEED = 40 };

/* Designs that need more tracks than there are, or have enclosed pins: nets may stay open. */
static const uint64_t crowded[] = {15, 25, 31, 40};

static bool is_crowded(uint64_t seed)
{
    for (size_t i = 0; i < sizeof crowded / sizeof *crowded; i++)
        if (crowded[i] == seed)
            return true;
    return false;
}

static void report(void *context, const struct layout_violation *fault)
{
    (void)context;
    print_message("%s\n", fault->text);
}

/* Checks that nets of a nondefault rule have its width except near their pins. */
static void judge_widths(const struct layout *layout, const struct detail_result *result,
                         uint64_t seed)
{
    int64_t wide = 0, narrow = 0;
    for (uint32_t n = 0; n < layout->placed.net_names.count; n++) {
        uint32_t rule = layout->placed.nets[n].rule;
        for (uint32_t i = result->first[n]; i < result->first[n + 1]; i++) {
            const struct placed_wire *wire = &result->wires[i];
            int32_t width = layout->tech.layers[wire->layer].width;
            if (wire->kind != WIRE_SEGMENT)
                continue;
            if (rule == TECH_NONE || wire->taper)
                assert_int_equal(wire->width, width);
            else
                assert_true(wire->width > width);
            if (rule != TECH_NONE)
                *(wire->taper ? &narrow : &wide) +=
                    abs(wire->x1 - wire->x0) + abs(wire->y1 - wire->y0);
        }
    }
    if (narrow > wide / 2 && !is_crowded(seed))
        fail_msg("seed %llu: nets of the nondefault rule are narrow for %lld of %lld units",
                 (unsigned long long)seed, (long long)narrow, (long long)(wide + narrow));
}

static void fold(void *context, const struct layout_violation *fault)
{
    uint64_t *hash = context;
    for (const char *c = fault->text; *c != '\0'; c++)
        *hash = (*hash ^ (uint8_t)*c) * UINT64_C(0x100000001b3);
}

/* Reports of the checker, by net: whether it has a fault, and a hash of the text if it is open. */
struct found {
    bool *faulty;
    uint64_t *open;
    uint32_t nets, lost;
};

static void note(void *context, const struct layout_violation *fault)
{
    struct found *found = context;
    assert_true(fault->net < found->nets);
    if (fault->kind != FAULT_OPEN) {
        found->faulty[fault->net] = true;
    } else {
        assert_true(found->open[fault->net] == 0);
        fold(&found->open[fault->net], fault);
    }
}

static const bool *lose(void *context)
{
    struct found *found = context;
    for (uint32_t n = 0; n < found->nets; n++) {
        found->lost += found->faulty[n];
        found->open[n] = found->faulty[n] ? 0 : found->open[n];
    }
    return found->faulty;
}

/* If all nets with faults lose their wires, no net has a fault, and the checker has reported the
 * nets that are open then. Returns how many nets lose their wires. */
static uint32_t judge_losing(struct layout routed)
{
    const uint32_t nets = routed.placed.net_names.count;
    struct layout_verdict verdict, rest;
    struct found told = {calloc(nets, 1), calloc(nets, sizeof(uint64_t)), nets, 0};
    struct found now = {calloc(nets, 1), calloc(nets, sizeof(uint64_t)), nets, 0};
    layout_check_all(
        NULL, &routed,
        &(struct layout_checking){.report = note, .lose = lose, .context = &told, .threads = 3},
        &verdict, NULL);
    for (uint32_t n = 0; n < nets; n++)
        routed.placed.nets[n].wires.count *= !told.faulty[n];
    const enum status status = layout_check_all(
        NULL, &routed, &(struct layout_checking){.report = note, .context = &now}, &rest, NULL);
    assert_int_equal(status, rest.open > 0 ? STATUS_UNROUTED : STATUS_OK);
    assert_memory_equal(told.open, now.open, nets * sizeof *now.open);
    assert_int_equal(verdict.nets, rest.nets);
    assert_int_equal(verdict.open, rest.open);
    assert_int_equal(verdict.length, rest.length);
    assert_int_equal(verdict.vias, rest.vias);
    MEM_FREE(told.faulty, told.open, now.faulty, now.open);
    return told.lost;
}

/* Moves one of `step` wires. One thread and several report the same faults. Returns the number of
 * nets that judge_losing found at fault. */
static uint32_t judge_moved(struct layout routed, size_t step)
{
    struct layout_verdict verdict;
    uint64_t one = 0, many = 0;
    const size_t count = routed.placed.wire_count;
    struct placed_wire *wires = calloc(count + 1, sizeof *wires);
    for (size_t i = 0; i < count; i++) {
        wires[i] = routed.placed.wires[i];
        if (i % step == 0) {
            wires[i].x0 += routed.tech.layers[routed.tech.levels[0]].width;
            wires[i].x1 += routed.tech.layers[routed.tech.levels[0]].width;
        }
    }
    routed.placed.wires = wires;
    layout_check_all(NULL, &routed, &(struct layout_checking){.report = fold, .context = &one},
                     &verdict, NULL);
    layout_check_all(NULL, &routed,
                     &(struct layout_checking){.report = fold, .context = &many, .threads = 3},
                     &verdict, NULL);
    assert_true(one == many);
    const uint32_t lost = judge_losing(routed);
    free(wires);
    return lost;
}

/* Runs the checker on the layout with its wires. */
static void judge(const struct layout *layout, const struct detail_result *result, uint64_t seed)
{
    struct layout routed = *layout;
    struct layout_verdict verdict;
    uint32_t nets = layout->placed.net_names.count;
    routed.placed.nets = calloc(nets, sizeof *routed.placed.nets);
    routed.placed.wires = result->wires;
    routed.placed.wire_count = result->first[nets];
    for (uint32_t n = 0; n < nets; n++) {
        routed.placed.nets[n] = layout->placed.nets[n];
        routed.placed.nets[n].wires =
            (struct slice){result->first[n], result->first[n + 1] - result->first[n]};
    }
    enum status status = layout_check(layout, &routed, report, NULL, 3, &verdict, NULL);
    const uint32_t few = judge_moved(routed, 61);
    for (uint32_t n = 0; n < nets; n++)
        routed.placed.nets[n].wires.count = result->first[n + 1] - result->first[n];
    assert_true(few < judge_moved(routed, 3));
    free(routed.placed.nets);
    if (status != STATUS_OK && status != STATUS_UNROUTED)
        fail_msg("seed %llu: faults", (unsigned long long)seed);
    if (verdict.open > 0 && !is_crowded(seed))
        fail_msg("seed %llu: %u of %u nets open", (unsigned long long)seed, verdict.open,
                 verdict.nets);
}

static bool is_copied(const struct layout *layout, const struct layout *judged,
                      const struct layout *again)
{
    bool copied;
    assert_int_equal(layout_check_copied(layout, judged, again, 3, &copied, NULL), STATUS_OK);
    return copied;
}

/* The result that is read back is a copy of the judged one, unless a wire differs. */
static void compare(const struct layout *layout, const struct detail_result *result,
                    const char *lef, uint64_t seed)
{
    struct layout judged, again;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    const struct def_wiring wiring = {result->wires, result->first, NULL};
    assert_int_equal(def_write(out, layout, &wiring, NULL), STATUS_OK);
    assert_int_equal(fclose(out), 0);
    layout_read(&again, lef, text);
    assert_int_equal(detail_join(result, layout, &judged, NULL), STATUS_OK);
    if (!is_copied(layout, &judged, &again))
        fail_msg("seed %llu: another result was read back", (unsigned long long)seed);
    for (uint32_t i = 0; i < 8; i++) {
        const size_t at = splitmix_below(&seed, judged.placed.wire_count);
        struct placed_wire *wire = &judged.placed.wires[at], before = *wire;
        *(i % 2 == 0 ? &wire->x0 : &wire->y0) += 2;
        assert_false(is_copied(layout, &judged, &again));
        *wire = before;
        wire->status = WIRE_FIXED;
        assert_false(is_copied(layout, &judged, &again));
        *wire = before;
    }
    for (uint32_t n = 0; n < 3; n++) { /* a wire less */
        const bool any = judged.placed.nets[n].wires.count > 0;
        judged.placed.nets[n].wires.count -= any;
        assert_int_equal(is_copied(layout, &judged, &again), !any);
        judged.placed.nets[n].wires.count += any;
    }
    assert_true(is_copied(layout, &judged, &again));
    detail_part(result, &judged);
    layout_destroy(&again);
    free(text);
}

struct calls {
    uint64_t made, most; /* of `is_over` */
};

static bool is_over(void *context)
{
    struct calls *calls = context;
    return calls->made++ >= calls->most;
}

/* A run that ends early has wires without faults, and returns the checker's verdict on them. */
static void stop(const struct layout *layout, uint64_t seed)
{
    struct calls calls = {0, UINT64_MAX};
    struct detail_options options = {.threads = 1, .stop = is_over, .context = &calls};
    for (uint64_t part = 0; part <= 4; part++) {
        struct detail_result result;
        struct layout routed;
        struct layout_verdict verdict;
        assert_int_equal(detail_route(&result, layout, &options, NULL), STATUS_OK);
        assert_int_equal(detail_join(&result, layout, &routed, NULL), STATUS_OK);
        if (layout_check(layout, &routed, report, NULL, 1, &verdict, NULL) > STATUS_UNROUTED)
            fail_msg("seed %llu: faults after a stop", (unsigned long long)seed);
        assert_true(result.marks.judged && result.marks.faults == 0);
        assert_int_equal(result.marks.nets, verdict.nets);
        assert_int_equal(result.marks.open, verdict.open);
        assert_int_equal(result.marks.count, verdict.open);
        assert_int_equal(result.marks.length, verdict.length);
        assert_int_equal(result.marks.vias, verdict.vias);
        detail_part(&result, &routed);
        detail_destroy(&result);
        calls.most = part == 0 ? calls.made : calls.most;
        calls.most = calls.most * (5 + seed % 4) / 10;
        calls.made = 0;
    }
}

static void route(uint64_t seed)
{
    struct made made;
    struct layout layout;
    struct detail_result one, many;
    struct error error = {0};
    made_make(&made, seed);
    text_write("made.lef", made.lef.at);
    text_write("made.def", made.def.at);
    layout_read(&layout, made.lef.at, made.def.at);
    if (detail_route(&one, &layout, &(struct detail_options){.threads = 1}, &error) != STATUS_OK)
        fail_msg("seed %llu: %s", (unsigned long long)seed, error.text);
    judge(&layout, &one, seed);
    judge_widths(&layout, &one, seed);
    assert_int_equal(detail_route(&many, &layout, &(struct detail_options){.threads = 3}, &error),
                     STATUS_OK);
    assert_int_equal(one.length, many.length);
    assert_int_equal(one.vias, many.vias);
    assert_memory_equal(one.first, many.first,
                        (layout.placed.net_names.count + (size_t)1) * sizeof *one.first);
    compare(&layout, &one, made.lef.at, seed);
    made_free(&made);
    detail_destroy(&one);
    detail_destroy(&many);
    stop(&layout, seed);
    layout_destroy(&layout);
}

static void made_designs(void **state)
{
    (void)state;
    if (getenv("SEED") != NULL) {
        route(splitmix_seed(0));
        return;
    }
    for (uint64_t seed = FIRST_SEED; seed <= LAST_SEED; seed++)
        route(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(made_designs)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
