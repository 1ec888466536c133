/* palette: at most 256 colours, by name, and mixtures of them.
 *
 * A picture is a field of palette indices. The first entries are the roles below, the same in
 * every picture; mixtures (for smooth edges) and ramps are added behind them.
 *
 * Wires: the hue says the layer, the lightness tells neighbouring nets apart. The hues were found
 * by simulated annealing for normal, protan, deutan and tritan readers (simulated by the matrices
 * of Machado, Oliveira and Fernandes 2009): any two shades of different hues, the colour of
 * unrouted nets, free and blocked ground and pins are at least 15 apart in CIEDE2000, and each has
 * a contrast of 3:1 to free ground. Layers above PALETTE_HUES repeat the hues, each time with one
 * band more across their wires, in a band colour with a contrast of 3:1 to the wire
 * (palette_bands).
 *
 * Sequential ramp: dark blue over grey to yellow. Lightness rises evenly and only the blue-yellow
 * opponent changes, which protan and deutan readers see as others do (the aim of cividis: Nunez,
 * Anderton and Renslow 2018; the formula is our own).
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
    PALETTE_MAX = 256,
    PALETTE_HUES = 6,   /* distinct layer colours */
    PALETTE_SHADES = 2, /* lightnesses of a layer's wires */
    PALETTE_GREYS = 9,  /* free (0) to blocked (PALETTE_GREYS - 1) */
    PALETTE_TINTS = 6,  /* weights, light to heavy */
};

/* Roles. Layer colours: COLOUR_WIRE + hue * PALETTE_SHADES + shade, and so on. */
enum colour {
    COLOUR_PAPER,    /* around the layout */
    COLOUR_INK,      /* text, axes, walls */
    COLOUR_FAINT,    /* secondary text, tick marks */
    COLOUR_LINE,     /* grid lines between cells */
    COLOUR_PIN,      /* pins of routed nets and vias' rims */
    COLOUR_UNROUTED, /* reserved: pins and flight lines of unrouted nets */
    COLOUR_WHITE,    /* via centres, casings on dark ground */
    COLOUR_GREY,     /* .. + PALETTE_GREYS: free to blocked */
    COLOUR_TINT = COLOUR_GREY + PALETTE_GREYS,
    COLOUR_WIRE = COLOUR_TINT + PALETTE_TINTS,
    COLOUR_DIM = COLOUR_WIRE + PALETTE_HUES * PALETTE_SHADES, /* a layer's colour, muted */
    COLOUR_ROLES = COLOUR_DIM + PALETTE_HUES
};

struct rgb {
    uint8_t r, g, b;
};

typedef uint8_t palette_memo[PALETTE_MAX][PALETTE_MAX];

struct palette {
    struct rgb colours[PALETTE_MAX];
    unsigned count;
    uint8_t (*mixed)[PALETTE_MAX]; /* memo of palette_mix; 0 is not known yet; the caller's */
};

/* Fills in the roles; nothing else is in the palette then. memo: all 0, 64 KiB, too much for a
 * small stack; NULL for who mixes few colours: each is then looked for again. */
void palette_init(struct palette *palette, palette_memo *memo);

/* Adds a colour, or finds it where it is already; where the palette is full, the nearest. */
uint8_t palette_add(struct palette *palette, struct rgb colour);

/* A colour between under and over where the latter covers so many quarters, 0..4: under for 0, over
 * for 4, else one half way. */
uint8_t palette_mix(struct palette *palette, uint8_t under, uint8_t over, unsigned quarters);

/* Wire colour of a layer (from 0) and a net, and the muted one. */
uint8_t palette_wire(uint32_t layer, uint32_t net);
uint8_t palette_dim(uint32_t layer);

/* Bands across each cell of a layer's wires, and their colour. */
unsigned palette_bands(uint32_t layer);
uint8_t palette_band(uint32_t layer);

/* White or ink: what can be read on this colour. */
uint8_t palette_ink(const struct palette *palette, uint8_t colour);

/* Colour at position in 0..1 of the sequential ramp. */
struct rgb palette_ramp(double position);

/* Index of the colour nearest to this one among the first count. */
uint8_t palette_nearest(const struct palette *palette, struct rgb colour, unsigned count);
