/* palette: colours that must stay apart do, for normal and for colour-blind readers. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>
#include <string.h>

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

static const double PI = 3.14159265358979323846;

static double degrees(double b, double a)
{
    double angle = a == 0 && b == 0 ? 0 : atan2(b, a) * 180 / PI;
    return angle < 0 ? angle + 360 : angle;
}

static double cosine(double angle)
{
    return cos(angle * PI / 180);
}

/* CIEDE2000, as Sharma, Wu and Dalal (2005) write it. */
static double ciede2000(struct lab p, struct lab q)
{
    double mean = (hypot(p.a, p.b) + hypot(q.a, q.b)) / 2, c7 = pow(mean, 7);
    double stretch = 1.5 - 0.5 * sqrt(c7 / (c7 + pow(25, 7)));
    double c1 = hypot(p.a * stretch, p.b), c2 = hypot(q.a * stretch, q.b);
    double h1 = degrees(p.b, p.a * stretch), h2 = degrees(q.b, q.a * stretch);
    double turn = c1 * c2 == 0 ? 0 : h2 - h1;
    turn -= turn > 180 ? 360 : turn < -180 ? -360 : 0;
    double hue = c1 * c2 == 0           ? h1 + h2
                 : fabs(h1 - h2) <= 180 ? (h1 + h2) / 2
                 : h1 + h2 < 360        ? (h1 + h2 + 360) / 2
                                        : (h1 + h2 - 360) / 2;
    double light = (p.l + q.l) / 2 - 50, chroma = (c1 + c2) / 2;
    double t = 1 - 0.17 * cosine(hue - 30) + 0.24 * cosine(2 * hue) + 0.32 * cosine(3 * hue + 6) -
               0.20 * cosine(4 * hue - 63);
    double dl = (q.l - p.l) / (1 + 0.015 * light * light / sqrt(20 + light * light));
    double dc = (c2 - c1) / (1 + 0.045 * chroma);
    double dh = 2 * sqrt(c1 * c2) * sin(turn / 2 * PI / 180) / (1 + 0.015 * chroma * t);
    double around = 30 * exp(-pow((hue - 275) / 25, 2));
    c7 = pow(chroma, 7);
    double rotation = -sin(2 * around * PI / 180) * 2 * sqrt(c7 / (c7 + pow(25, 7)));
    return sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh);
}

/* Pairs from the paper's table of test data. */
static void test_ciede2000(void **state)
{
    static const struct {
        struct lab p, q;
        double distance;
    } KNOWN[] = {
        {{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
        {{50, 2.5, 0}, {73, 25, -18}, 27.1492},
        {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
        {{22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}, 2.0373},
        {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082},
    };
    (void)state;
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        assert_true(fabs(ciede2000(KNOWN[i].p, KNOWN[i].q) - KNOWN[i].distance) < 1e-4);
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

static double luminance(struct rgb c)
{
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

/* As WCAG 2.1 computes it. */
static double contrast(unsigned a, unsigned b)
{
    double la = luminance(palette.colours[a]), lb = luminance(palette.colours[b]);
    return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}

static void need_2000(unsigned a, unsigned b)
{
    for (int vision = 0; vision < VISIONS; vision++) {
        double distance =
            ciede2000(look(palette.colours[a], vision), look(palette.colours[b], vision));
        if (distance < 15)
            fail_msg("colours %u and %u are %.1f apart for %s readers", a, b, distance,
                     VISION[vision]);
    }
}

static void test_wires(void **state)
{
    static const unsigned OTHERS[] = {COLOUR_UNROUTED, COLOUR_GREY, COLOUR_PIN,
                                      COLOUR_GREY + PALETTE_GREYS - 1};
    (void)state;
    palette_init(&palette, fresh_memo());
    for (unsigned p = 0; p < PALETTE_HUES * PALETTE_SHADES; p++) {
        unsigned a = COLOUR_WIRE + p, hue = p / PALETTE_SHADES;
        for (unsigned q = 0; q < p; q++) {
            if (hue == q / PALETTE_SHADES)
                need(a, COLOUR_WIRE + q, 5);
            else
                need_2000(a, COLOUR_WIRE + q);
        }
        for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
            need_2000(a, OTHERS[i]);
    }
}

/* Each of 64 layers has a style of its own, a hue and a number of bands, whose colour differs from
 * the wires'. */
static void test_styles(void **state)
{
    (void)state;
    palette_init(&palette, fresh_memo());
    for (unsigned a = 0; a < 64; a++)
        for (unsigned b = 0; b < a; b++)
            assert_true(palette_wire(a, 0) != palette_wire(b, 0) ||
                        palette_bands(a) != palette_bands(b));
    for (unsigned layer = 0; layer < PALETTE_HUES; layer++)
        for (unsigned shade = 0; shade < PALETTE_SHADES; shade++) {
            assert_true(contrast(palette_wire(layer, shade), palette_band(layer)) >= 3);
            assert_true(contrast(palette_wire(layer, shade),
                                 palette_ink(&palette, palette_wire(layer, shade))) >= 3);
        }
}

/* Text and marks on what they stand on. */
static void test_contrast(void **state)
{
    static const unsigned TEXT[] = {COLOUR_INK, COLOUR_FAINT, COLOUR_UNROUTED, COLOUR_PIN};
    static const unsigned GROUND[] = {COLOUR_PAPER, COLOUR_GREY};
    (void)state;
    palette_init(&palette, fresh_memo());
    for (size_t i = 0; i < sizeof TEXT / sizeof *TEXT; i++)
        for (size_t k = 0; k < sizeof GROUND / sizeof *GROUND; k++)
            assert_true(contrast(TEXT[i], GROUND[k]) >= 3);
    assert_true(contrast(COLOUR_WHITE, COLOUR_PIN) >= 3);                 /* names in pins */
    for (unsigned wire = 0; wire < PALETTE_HUES * PALETTE_SHADES; wire++) /* on free cells */
        if (contrast(COLOUR_WIRE + wire, COLOUR_GREY) < 3)
            fail_msg("wire %u has a contrast of %.2f to the ground", wire,
                     contrast(COLOUR_WIRE + wire, COLOUR_GREY));
    for (unsigned i = 0; i < PALETTE_TINTS; i++) /* weights in cells */
        assert_true(contrast(COLOUR_INK, COLOUR_TINT + i) >= 3);
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
        need(COLOUR_DIM + hue, COLOUR_GREY + PALETTE_GREYS - 1, 35);
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
    assert_int_equal(palette_mix(&palette, COLOUR_INK, COLOUR_INK), COLOUR_INK);
    for (unsigned over = 0; over < COLOUR_ROLES; over++) /* more than there is room for */
        for (unsigned under = 0; under < COLOUR_ROLES; under++) {
            uint8_t first = palette_mix(&palette, (uint8_t)under, (uint8_t)over);
            assert_true(first < palette.count);
            assert_int_equal(palette_mix(&palette, (uint8_t)under, (uint8_t)over), first);
        }
    assert_true(palette.count <= PALETTE_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ciede2000), cmocka_unit_test(test_wires),
        cmocka_unit_test(test_styles),    cmocka_unit_test(test_contrast),
        cmocka_unit_test(test_ground),    cmocka_unit_test(test_ramp),
        cmocka_unit_test(test_mix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
