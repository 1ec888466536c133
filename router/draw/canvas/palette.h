/* palette: at most 256 colours: roles, which are the same in every picture, then mixtures (for
 * smooth edges) and ramps, which are added as they are needed.
 *
 * Wires: hue by layer, lightness by net. The hues were found by simulated annealing for normal,
 * protan, deutan and tritan readers (matrices of Machado, Oliveira and Fernandes 2009): any two
 * shades of different hues, the colour of unrouted nets, free and blocked ground and pins are at
 * least 15 apart in CIEDE2000, and each has a contrast of 3:1 to free ground. Layers above
 * PALETTE_HUES repeat the hues, each time with one more band across their wires, which has a
 * contrast of 3:1 to the wire.
 *
 * Ramp: dark blue over grey to yellow. Lightness rises evenly and only blue-yellow changes, which
 * protan and deutan readers see as others do (as in cividis: Nunez, Anderton and Renslow 2018). */
#pragma once

#include "grid/base.h"

enum {
    PALETTE_MAX = 256,
    PALETTE_HUES = 6,   /* distinct layer colours */
    PALETTE_SHADES = 2, /* lightnesses of a layer's wires */
    PALETTE_GREYS = 9,  /* free (0) to blocked (PALETTE_GREYS - 1) */
    PALETTE_TINTS = 6,  /* weights, light to heavy */
};

/* Roles. Layer colours: COLOUR_WIRE + hue * PALETTE_SHADES + shade, and so on. */
enum colour {
    COLOUR_PAPER,    /* around the body */
    COLOUR_INK,      /* text, axes, walls */
    COLOUR_FAINT,    /* secondary text, tick marks */
    COLOUR_LINE,     /* grid lines between cells */
    COLOUR_PIN,      /* pins of routed nets and vias' rims */
    COLOUR_UNROUTED, /* reserved: pins and flight lines of unrouted nets */
    COLOUR_WHITE,    /* via centres, casings on dark ground */
    COLOUR_GREY,     /* .. + PALETTE_GREYS: free to blocked */
    COLOUR_TINT = COLOUR_GREY + PALETTE_GREYS,
    COLOUR_WIRE = COLOUR_TINT + PALETTE_TINTS,
    COLOUR_DIM = COLOUR_WIRE + PALETTE_HUES * PALETTE_SHADES, /* a layer's colour, dimmed */
    COLOUR_ASKED = COLOUR_DIM + PALETTE_HUES, /* the net in question, with a casing in COLOUR_PIN */
    COLOUR_ROLES
};

struct rgb {
    uint8_t r, g, b;
};

typedef uint8_t palette_memo[PALETTE_MAX][PALETTE_MAX];

struct palette {
    struct rgb colours[PALETTE_MAX];
    unsigned count;
    uint8_t (*mixed)[PALETTE_MAX]; /* memo of palette_mix, the caller's; 0: not mixed yet */
};

/* Makes a palette of the roles only. memo: zeroed, or NULL: each mixture is searched again. */
void palette_init(struct palette *palette, palette_memo *memo);

/* Adds a colour unless it is there; returns its index, of a full palette that of the nearest. */
uint8_t palette_add(struct palette *palette, struct rgb colour);

/* The colour half way between two, or an existing one near it: up to 16 colours halve a PNG. */
uint8_t palette_mix(struct palette *palette, uint8_t under, uint8_t over);

/* Wire colour of a layer (from 0) and a net, and the layer's dimmed colour. */
uint8_t palette_wire(uint32_t layer, uint32_t net);
uint8_t palette_dim(uint32_t layer);

/* The same for a layer with a colour of its own: a shade (any number), UINT32_MAX: dimmed. */
uint8_t palette_own(struct palette *palette, struct rgb colour, uint32_t shade);

/* Number of bands across a layer's wires, and their colour. */
unsigned palette_bands(uint32_t layer);
uint8_t palette_band(uint32_t layer);

/* White or ink, whichever is legible on this colour. */
uint8_t palette_ink(const struct palette *palette, uint8_t colour);

/* Colour at position in 0..1 of the sequential ramp. */
struct rgb palette_ramp(double position);

/* Index of the nearest of the first `count` colours. */
uint8_t palette_nearest(const struct palette *palette, struct rgb colour, unsigned count);
