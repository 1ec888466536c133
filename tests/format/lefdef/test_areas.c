/* test_areas: random areas and lengths of LEF, with different units of the layout. Let g be the
 * greatest common divisor of all lengths and of a database unit of DEF, in 1/40000 micron; a unit
 * of the layout is g / 2. Areas are rounded up twice: to LEF's units and to the layout's. */
#include "tests/support/layout_rules.h"

static int64_t divisor(int64_t a, int64_t b)
{
    return b == 0 ? a : divisor(b, a % b);
}

/* A length of a few steps, as a decimal number of microns. */
static int64_t length(uint64_t *seed, int64_t step, char text[48])
{
    const int64_t units = step * (1 + splitmix_below(seed, 400));
    snprintf(text, 48, "%lld.%06lld", (long long)(units / 40000), (long long)(units % 40000 * 25));
    return units;
}

/* An area of n times 10^-digits square microns; in square units of the layout, rounded up twice. */
static int64_t area(uint64_t *seed, int64_t g, char text[48])
{
    static const int64_t power[] = {100, 10000, 1000000, 100000000, 10000000000, 1000000000000};
    const int k = (int)splitmix_below(seed, 6), digits = 2 * k + 2;
    const int64_t n = 1 + (int64_t)(splitmix(seed) % (uint64_t)(3 * power[k]));
    const int64_t per_micron = 1600000000;
    snprintf(text, 48, "%lld.%0*lld", (long long)(n / power[k]), digits, (long long)(n % power[k]));
    /* n * per_micron may go beyond 64 bits */
    const int64_t whole = n / power[k] * per_micron;
    const int64_t rest = power[k] < per_micron ? n % power[k] * (per_micron / power[k])
                                               : (n % power[k] * 16 + power[k] / 100000000 - 1) /
                                                     (power[k] / 100000000);
    return (4 * (whole + rest) + g * g - 1) / (g * g);
}

static void test_areas(void **state)
{
    (void)state;
    static const int64_t steps[] = {1, 2, 3, 5, 8, 10, 20, 40, 120};
    uint64_t seed = splitmix_seed(7);
    for (int round = 0; round < 400; round++) {
        const int64_t step = steps[splitmix_below(&seed, 9)];
        char width[48], spacing[48], pitch[48], least[48], hole[48], cut[48], m1[384], v1[192];
        const int64_t w = length(&seed, step, width), s = length(&seed, step, spacing);
        const int64_t p = length(&seed, step, pitch), a = divisor(divisor(w, s), p);
        const int64_t g = divisor(a, 40); /* all others are multiples of a database unit */
        const int64_t m1_area = area(&seed, g, least), of_hole = area(&seed, g, hole);
        const int64_t of_cut = area(&seed, g, cut);
        snprintf(m1, sizeof m1, "PITCH %s ; SPACING %s ; AREA %s ; MINENCLOSEDAREA %s WIDTH %s ;",
                 pitch, spacing, least, hole, width);
        snprintf(v1, sizeof v1, "SPACING %s CENTERTOCENTER AREA %s ;", spacing, cut);
        const struct rule_case one = {.m1 = m1, .v1 = v1, .n1 = ""};
        struct layout layout;
        char *lef, *def;
        rule_texts(&one, "", &lef, &def);
        layout_read(&layout, lef, def);
        const struct tech_layer *layer = &layout.tech.layers[find_layer(&layout, "m1")];
        assert_int_equal(layout.tech.units_per_micron, (int64_t)80000 / g);
        assert_int_equal(layout.placed.scale, (int64_t)80 / g);
        assert_int_equal(layer->pitch_x, 2 * p / g);
        assert_int_equal(layer->spacing, 2 * s / g);
        assert_int_equal(layer->width, (int64_t)16000 / g);
        assert_int_equal(layout.tech.enclosed[0].width, 2 * w / g);
        assert_int_equal(layout.tech.cut_spacings[0].spacing, 2 * s / g);
        assert_int_equal(layout.library.macros[0].width, (int64_t)80000 / g);
        if (layer->area != m1_area || layout.tech.enclosed[0].area != of_hole ||
            layout.tech.cut_spacings[0].cut_area != of_cut)
            fail_msg("%s; %s: %lld %lld %lld", m1, v1, (long long)layer->area,
                     (long long)layout.tech.enclosed[0].area,
                     (long long)layout.tech.cut_spacings[0].cut_area);
        layout_destroy(&layout);
        free(lef);
        free(def);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_areas)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
