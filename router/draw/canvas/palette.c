/* palette: a table of colours, searched linearly; contrast as in WCAG 2.1, the ramp in CIELAB. */
#include "router/draw/canvas/palette.h"

#include <math.h>

/* Blue, orange, green, dark red, periwinkle, purple: the lighter shade of each layer. */
static const struct rgb HUES[PALETTE_HUES] = {
    {0x03, 0x00, 0xe8}, {0xd9, 0x72, 0x1e}, {0x69, 0x99, 0x7a},
    {0x7f, 0x19, 0x00}, {0x92, 0x7c, 0xf7}, {0x53, 0x03, 0x5d},
};

/* Share of black in the darker shade: a dark hue needs more. */
static const double DARKER[PALETTE_HUES] = {0.14, 0.14, 0.14, 0.14, 0.14, 0.165};

/* Share of free ground in a dimmed colour. */
#define DIMMED 0.72

static const struct rgb PAPER = {0xff, 0xff, 0xff};
static const struct rgb FREE = {0xf7, 0xf6, 0xf2};
static const struct rgb BLOCKED = {0x3a, 0x3d, 0x42};
static const struct rgb TINT_LIGHT = {0xea, 0xe5, 0xf3};
static const struct rgb TINT_HEAVY = {0x9a, 0x8c, 0xc2};
static const struct rgb BLACK = {0, 0, 0};
static const struct rgb WHITE = {255, 255, 255};

static uint8_t mix_channel(uint8_t under, uint8_t over, double share)
{
    return (uint8_t)lround(under + (over - under) * share);
}

static struct rgb mix(struct rgb under, struct rgb over, double share)
{
    return (struct rgb){mix_channel(under.r, over.r, share), mix_channel(under.g, over.g, share),
                        mix_channel(under.b, over.b, share)};
}

static void fill_layers(struct palette *palette)
{
    for (size_t hue = 0; hue < PALETTE_HUES; hue++) {
        struct rgb *wire = palette->colours + COLOUR_WIRE + hue * PALETTE_SHADES;
        wire[0] = HUES[hue];
        wire[1] = mix(HUES[hue], BLACK, DARKER[hue]);
        palette->colours[COLOUR_DIM + hue] = mix(HUES[hue], FREE, DIMMED);
    }
}

void palette_init(struct palette *palette, palette_memo *memo)
{
    memset(palette, 0, sizeof *palette);
    palette->mixed = memo != NULL ? *memo : NULL;
    struct rgb *colours = palette->colours;
    colours[COLOUR_PAPER] = PAPER;
    colours[COLOUR_INK] = (struct rgb){0x1b, 0x1d, 0x21};
    colours[COLOUR_FAINT] = (struct rgb){0x75, 0x78, 0x7d};
    colours[COLOUR_LINE] = (struct rgb){0xe4, 0xe2, 0xdb};
    colours[COLOUR_PIN] = (struct rgb){0x14, 0x16, 0x1a};
    colours[COLOUR_UNROUTED] = (struct rgb){0x85, 0x5d, 0x84};
    colours[COLOUR_WHITE] = WHITE;
    colours[COLOUR_ASKED] = (struct rgb){0xff, 0xdd, 0x00};
    for (unsigned i = 0; i < PALETTE_GREYS; i++)
        colours[COLOUR_GREY + i] = mix(FREE, BLOCKED, (double)i / (PALETTE_GREYS - 1));
    for (unsigned i = 0; i < PALETTE_TINTS; i++)
        colours[COLOUR_TINT + i] = mix(TINT_LIGHT, TINT_HEAVY, (double)i / (PALETTE_TINTS - 1));
    fill_layers(palette);
    palette->count = COLOUR_ROLES;
}

/* Squared distance, the channels weighted by the eye's sensitivity. */
static int distance(struct rgb a, struct rgb b)
{
    int r = a.r - b.r, g = a.g - b.g, blue = a.b - b.b;
    return 3 * r * r + 4 * g * g + 2 * blue * blue;
}

uint8_t palette_nearest(const struct palette *palette, struct rgb colour, unsigned count)
{
    assert(count > 0 && count <= palette->count);
    unsigned best = 0;
    for (unsigned i = 1; i < count; i++)
        if (distance(palette->colours[i], colour) < distance(palette->colours[best], colour))
            best = i;
    return (uint8_t)best;
}

uint8_t palette_add(struct palette *palette, struct rgb colour)
{
    assert(palette->count >= 1 && palette->count <= PALETTE_MAX);
    uint8_t nearest = palette_nearest(palette, colour, palette->count);
    if (palette->count == PALETTE_MAX || distance(palette->colours[nearest], colour) == 0)
        return nearest;
    palette->colours[palette->count] = colour;
    return (uint8_t)palette->count++;
}

uint8_t palette_mix(struct palette *palette, uint8_t under, uint8_t over)
{
    assert(under < palette->count && over < palette->count);
    if (under == over)
        return under;
    uint8_t forgotten = 0, *known = palette->mixed ? &palette->mixed[under][over] : &forgotten;
    if (*known == 0) {
        struct rgb colour = mix(palette->colours[under], palette->colours[over], 0.5);
        /* A mixture close to a colour that exists is not worth an entry. */
        uint8_t nearest = palette_nearest(palette, colour, palette->count);
        bool close = distance(palette->colours[nearest], colour) < 9 * 26 * 26;
        *known = close ? nearest : palette_add(palette, colour);
    }
    return *known;
}

uint8_t palette_own(struct palette *palette, struct rgb colour, uint32_t shade)
{
    if (shade == UINT32_MAX)
        return palette_add(palette, mix(colour, FREE, DIMMED));
    return palette_add(palette,
                       shade % PALETTE_SHADES == 0 ? colour : mix(colour, BLACK, DARKER[0]));
}

uint8_t palette_wire(uint32_t layer, uint32_t net)
{
    return (uint8_t)(COLOUR_WIRE + layer % PALETTE_HUES * PALETTE_SHADES + net % PALETTE_SHADES);
}

unsigned palette_bands(uint32_t layer)
{
    return layer / PALETTE_HUES;
}

/* Relative luminance, 0 to 1 (WCAG 2.1). */
static double luminance(struct rgb colour)
{
    static const double SHARE[3] = {0.2126, 0.7152, 0.0722};
    const double channel[3] = {colour.r / 255.0, colour.g / 255.0, colour.b / 255.0};
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += SHARE[i] * (channel[i] <= 0.04045 ? channel[i] / 12.92
                                                 : pow((channel[i] + 0.055) / 1.055, 2.4));
    return sum;
}

/* Luminance above which ink is more legible than white. */
#define LIGHT 0.19

uint8_t palette_band(uint32_t layer)
{
    return luminance(HUES[layer % PALETTE_HUES]) > LIGHT ? COLOUR_INK : COLOUR_WHITE;
}

uint8_t palette_ink(const struct palette *palette, uint8_t colour)
{
    assert(colour < palette->count);
    return luminance(palette->colours[colour]) > LIGHT ? COLOUR_INK : COLOUR_WHITE;
}

uint8_t palette_dim(uint32_t layer)
{
    return (uint8_t)(COLOUR_DIM + layer % PALETTE_HUES);
}

/* One channel of sRGB from linear light. */
static uint8_t encode(double light)
{
    if (light <= 0)
        return 0;
    if (light >= 1)
        return 255;
    double v = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
    return (uint8_t)lround(v * 255);
}

struct rgb palette_ramp(double position)
{
    double t = position < 0 ? 0 : position > 1 ? 1 : position;
    /* CIELAB: L* 16 .. 92; b* from blue to yellow within sRGB; a* near 0: no red and green. */
    double lightness = 16 + 76 * t, a = 6 - 10 * t, b = -42 + 104 * t;
    double fy = (lightness + 16) / 116, f[3] = {fy + a / 500, fy, fy - b / 200}, xyz[3];
    static const double D65[3] = {0.95047, 1.0, 1.08883};
    for (int i = 0; i < 3; i++)
        xyz[i] = D65[i] * (f[i] > 6.0 / 29 ? f[i] * f[i] * f[i] : (f[i] - 4.0 / 29) * 108 / 841);
    return (struct rgb){encode(3.2406 * xyz[0] - 1.5372 * xyz[1] - 0.4986 * xyz[2]),
                        encode(-0.9689 * xyz[0] + 1.8758 * xyz[1] + 0.0415 * xyz[2]),
                        encode(0.0557 * xyz[0] - 0.2040 * xyz[1] + 1.0570 * xyz[2])};
}
