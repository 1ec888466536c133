/* palette: colours that must stay apart do, for normal and for colour-blind readers. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "router/draw/canvas/palette.h"

enum { VISIONS = 4 };

/* Linear RGB as it looks to each reader: Machado, Oliveira and Fernandes (2009), severity 1. */
static const char *const VISION[VISIONS] = {"normal", "protan", "deutan", "tritan"};
static const double SEEN[VISIONS][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779},
     {-0.078411, 0.930809, 0.147602},
     {0.004733, 0.691367, 0.303900}},
};

struct lab {
    double l, a, b;
};

static double linear(uint8_t value)
{
    double v = value / 255.0;
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double cube(double t)
{
    return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

static struct lab look(struct rgb colour, int vision)
{
    double in[3] = {linear(colour.r), linear(colour.g), linear(colour.b)}, out[3];
    for (int i = 0; i < 3; i++) {
        double v = 0;
        for (int j = 0; j < 3; j++)
            v += SEEN[vision][i][j] * in[j];
        out[i] = fmin(1, fmax(0, v));
    }
    double x = (0.4124564 * out[0] + 0.3575761 * out[1] + 0.1804375 * out[2]) / 0.95047;
    double y = 0.2126729 * out[0] + 0.7151522 * out[1] + 0.0721750 * out[2];
    double z = (0.0193339 * out[0] + 0.1191920 * out[1] + 0.9503041 * out[2]) / 1.08883;
    return (struct lab){116 * cube(y) - 16, 500 * (cube(x) - cube(y)), 200 * (cube(y) - cube(z))};
}

static double apart(struct rgb p, struct rgb q, int vision)
{
    struct lab a = look(p, vision), b = look(q, vision);
    return sqrt((a.l - b.l) * (a.l - b.l) + (a.a - b.a) * (a.a - b.a) + (a.b - b.b) * (a.b - b.b));
}

static struct palette palette;

static palette_memo *fresh_memo(void)
{
    static palette_memo memo[4];
    memset(memo, 0, sizeof memo);
    return memo;
}

static void need(unsigned a, unsigned b, double least)
{
    for (int vision = 0; vision < VISIONS; vision++) {
        double distance = apart(palette.colours[a], palette.colours[b], vision);
        if (distance < least)
            fail_msg("colours %u and %u are %.1f apart for %s readers, %.1f are needed", a, b,
                     distance, VISION[vision], least);
    }
}

static void test_wires(void **state)
{
    (void)state;
    palette_init(&palette, fresh_memo());
    for (unsigned p = 0; p < PALETTE_HUES * PALETTE_SHADES; p++) {
        unsigned a = COLOUR_WIRE + p, hue = p / PALETTE_SHADES;
        for (unsigned q = 0; q < p; q++) {
            unsigned b = COLOUR_WIRE + q;
            bool same_hue = hue == q / PALETTE_SHADES;
            bool both_middle = p % PALETTE_SHADES == 0 && q % PALETTE_SHADES == 0;
            need(a, b, same_hue ? 8 : both_middle ? 20 : 10);
        }
        need(a, COLOUR_UNROUTED, 15);
        need(a, COLOUR_GREY, 18);                     /* free ground */
        need(a, COLOUR_GREY + PALETTE_GREYS - 1, 18); /* blocked ground */
    }
}

static void test_ground(void **state)
{
    (void)state;
    palette_init(&palette, fresh_memo());
    need(COLOUR_GREY, COLOUR_GREY + PALETTE_GREYS - 1, 60);
    need(COLOUR_UNROUTED, COLOUR_GREY, 40);
    need(COLOUR_UNROUTED, COLOUR_GREY + PALETTE_GREYS - 1, 20);
    need(COLOUR_PIN, COLOUR_GREY, 70);
    need(COLOUR_INK, COLOUR_PAPER, 80);
    need(COLOUR_FAINT, COLOUR_PAPER, 45);
    for (unsigned i = 0; i + 1 < PALETTE_TINTS; i++)
        need(COLOUR_TINT + i, COLOUR_TINT + i + 1, 3);
    for (unsigned hue = 0; hue < PALETTE_HUES; hue++)
        need(COLOUR_PALE + hue, COLOUR_GREY + PALETTE_GREYS - 1, 35);
}

static void test_ramp(void **state)
{
    (void)state;
    /* Lightness rises, nearly evenly, for everyone. */
    for (int vision = 0; vision < VISIONS; vision++) {
        double before = look(palette_ramp(0), vision).l;
        for (int i = 1; i <= 32; i++) {
            double now = look(palette_ramp(i / 32.0), vision).l;
            assert_true(now > before + 0.8 && now < before + 5);
            before = now;
        }
    }
}

static void test_mix(void **state)
{
    (void)state;
    palette_init(&palette, fresh_memo());
    assert_int_equal(palette.count, COLOUR_ROLES);
    assert_int_equal(palette_mix(&palette, COLOUR_PAPER, COLOUR_INK, 0), COLOUR_PAPER);
    assert_int_equal(palette_mix(&palette, COLOUR_PAPER, COLOUR_INK, 4), COLOUR_INK);
    for (unsigned over = 0; over < COLOUR_ROLES; over++) /* more than there is room for */
        for (unsigned under = 0; under < COLOUR_ROLES; under++)
            for (unsigned quarters = 1; quarters < 4; quarters++) {
                uint8_t first = palette_mix(&palette, (uint8_t)under, (uint8_t)over, quarters);
                assert_true(first < palette.count);
                assert_int_equal(palette_mix(&palette, (uint8_t)under, (uint8_t)over, quarters),
                                 first);
            }
    assert_true(palette.count <= PALETTE_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wires),
        cmocka_unit_test(test_ground),
        cmocka_unit_test(test_ramp),
        cmocka_unit_test(test_mix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
