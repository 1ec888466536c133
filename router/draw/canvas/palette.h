/* palette: at most 256 colours, by name, and mixtures of them.
 *
 * A picture is a field of palette indices. The first entries are the roles below, the same in
 * every picture; mixtures (for smooth edges) and ramps are added behind them.
 *
 * Wires: the hue says the layer, the lightness tells neighbouring nets apart. The hues start from
 * those of Okabe and Ito (2008, "Color Universal Design") and are moved until layers stay apart
 * for normal, protan, deutan and tritan readers (simulated by the matrices of Machado, Oliveira
 * and Fernandes 2009): between two layers the CIELAB distance is at least 20, between any two
 * shades of different layers at least 10, from the reserved colour of unrouted nets at least 15.
 * Layers above PALETTE_HUES repeat the hues; width and legend tell them apart.
 *
 * Sequential ramp: dark blue over grey to yellow. Lightness rises evenly and only the blue-yellow
 * opponent changes, which protan and deutan readers see as others do (the aim of cividis: Nunez,
 * Anderton and Renslow 2018; the formula is our own).
 */
#ifndef LEEWAY_ROUTER_DRAW_CANVAS_PALETTE_H
#define LEEWAY_ROUTER_DRAW_CANVAS_PALETTE_H

#include <stddef.h>
#include <stdint.h>

enum {
    PALETTE_MAX = 256,
    PALETTE_HUES = 6,   /* distinct layer colours */
    PALETTE_SHADES = 3, /* lightnesses of a layer's wires */
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
    COLOUR_PALE = COLOUR_WIRE + PALETTE_HUES * PALETTE_SHADES, /* a layer's colour, muted */
    COLOUR_ROLES = COLOUR_PALE + PALETTE_HUES
};

struct rgb {
    uint8_t r, g, b;
};

typedef uint8_t palette_memo[PALETTE_MAX][PALETTE_MAX];

struct palette {
    struct rgb colours[PALETTE_MAX];
    unsigned count;
    palette_memo *mixed; /* [4] of palette_mix; 0 is not known yet; the caller's */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Fills in the roles; nothing else is in the palette then. memo: [4], all 0, 256 KiB, too much for
 * a small stack. */
void palette_init(struct palette *palette, palette_memo *memo);

/* Adds a colour, or finds it where it is already; where the palette is full, the nearest. */
uint8_t palette_add(struct palette *palette, struct rgb colour);

/* A colour with the share quarters/4 of over and the rest of under, quarters 0..4. */
uint8_t palette_mix(struct palette *palette, uint8_t under, uint8_t over, unsigned quarters);

/* Wire colour of a layer (from 0) and a net, and the muted one. */
uint8_t palette_wire(uint32_t layer, uint32_t net);
uint8_t palette_pale(uint32_t layer);

/* Colour at position in 0..1 of the sequential ramp. */
struct rgb palette_ramp(double position);

/* Index of the colour nearest to this one among the first count. */
uint8_t palette_nearest(const struct palette *palette, struct rgb colour, unsigned count);

#ifdef __cplusplus
}
#endif

#endif
