/* chip: a design with the net statistics of a chip, equally hard at every size.
 *
 * One macro per 180 000 cells blocks all layers except the highest (the two highest of six or
 * more). Pins are on layer 1, never side by side or at the rim. The pins of a net are in a square
 * of 1.5 spans around a random centre: 2 pins (55 %), 3 (20 %), 4 (10 %), 5 to 8 (10 %), 9 to 20 (5
 * %).
 *
 * The share of nets with a span >= s falls with s^-1.7, from CHIP_SPAN to half the chip, as for
 * wire lengths by Rent's rule with exponent 0.65 (W. E. Donath, "Placement and average
 * interconnection lengths of computer logic", 1979; J. A. Davis, V. K. De and J. D. Meindl, "A
 * stochastic wire-length distribution for gigascale integration", 1998). Spans are drawn in
 * integers: the octave of a span, [2^k, 2^(k+1)) times CHIP_SPAN, then one of its 16 equal parts,
 * then a place in that part. */
#include "grid/generate/generator.h"

enum {
    CHIP_SPAN = 14,           /* smallest span, in tracks */
    CELLS_PER_MACRO = 180000, /* cells of layer 1 per macro */
    MACRO_LEAST = 40,         /* smallest side of a macro, in tracks */
    MACRO_MOST = 130,     /* largest side of a macro, in tracks; at most a quarter of the chip */
    WINDOW = 16,          /* side of the windows in which pins are counted, in tracks */
    WINDOW_PINS = 40,     /* maximum number of pins in a window */
    RIM = 2,              /* width of the border without pins, in tracks */
    DRAWS_PER_NET = 1000, /* centres tried for a net before the design does not fit */
    SPAN_PARTS = 16,      /* parts of an octave of spans */
    NEXT_OCTAVE = 20171,  /* 65536 * 2^-1.7: spans per 65536 that are in a later octave */
};

/* Spans per 65536 of an octave up to the end of part i: the integral of s^-2.7 from 1 to
 * 1 + (i + 1) / 16 over that from 1 to 2. */
static const uint32_t span_share[SPAN_PARTS] = {
    9272,  17180, 23985, 29888, 35045, 39579, 43589, 47155,
    50341, 53201, 55778, 58110, 60228, 62157, 63920, 65536,
};

struct floor {
    struct generator *generator;
    uint64_t *taken; /* bit plane of layer 1: pins and macros */
    uint8_t *window; /* [columns * rows] pins of each window */
    uint32_t columns;
};

static bool is_taken(const struct floor *floor, uint32_t x, uint32_t y)
{
    const struct grid *grid = &floor->generator->design->grid;
    return grid_plane_get(grid, floor->taken, grid_cell(grid, x, y, 0));
}

static uint8_t *window_at(const struct floor *floor, cell_t cell)
{
    const struct grid *grid = &floor->generator->design->grid;
    return &floor->window[grid_y(grid, cell) / WINDOW * floor->columns +
                          grid_x(grid, cell) / WINDOW];
}

static void set_pin(struct floor *floor, cell_t cell, bool set)
{
    const struct grid *grid = &floor->generator->design->grid;
    floor->taken[grid_word(grid, cell)] ^= grid_bit(grid, cell);
    assert(grid_plane_get(grid, floor->taken, cell) == set);
    *window_at(floor, cell) = (uint8_t)(*window_at(floor, cell) + (set ? 1 : -1));
    assert(*window_at(floor, cell) <= WINDOW_PINS);
}

static void add_macros(struct floor *floor)
{
    struct grid *grid = &floor->generator->design->grid;
    struct random *random = &floor->generator->random;
    uint64_t cells = (uint64_t)grid->width * grid->height;
    uint64_t macros = cells < CELLS_PER_MACRO ? 1 : cells / CELLS_PER_MACRO;
    uint32_t open = grid->layers > 5 ? 2 : 1; /* layers that run over macros */
    uint32_t blocked = grid->layers > open ? grid->layers - open : 1;
    for (uint64_t i = 0; i < macros; i++) {
        uint32_t w = least(random_between(random, MACRO_LEAST, MACRO_MOST), grid->width / 4);
        uint32_t h = least(random_between(random, MACRO_LEAST, MACRO_MOST), grid->height / 4);
        struct box box = {.x0 = random_below(random, grid->width - w),
                          .y0 = random_below(random, grid->height - h)};
        box.x1 = box.x0 + w;
        box.y1 = box.y0 + h;
        for (uint32_t z = 0; z < blocked; z++)
            grid_fill_blocked(grid, box, z, true);
    }
}

static uint32_t draw_degree(struct random *random)
{
    uint32_t percent = random_below(random, 100);
    if (percent < 55)
        return 2;
    if (percent < 75)
        return 3;
    if (percent < 85)
        return 4;
    return percent < 95 ? random_between(random, 5, 8) : random_between(random, 9, 20);
}

/* A random span in 1/16 tracks, at most `most` tracks. */
static uint32_t draw_span(struct random *random, uint32_t most)
{
    assert(most <= GRID_SIDE_MAX);
    for (;;) {
        uint32_t octave = 0, part = 0;
        while (octave < 16 && random_below(random, 65536) < NEXT_OCTAVE)
            octave++;
        for (uint32_t draw = random_below(random, 65536); draw >= span_share[part];)
            part++;
        uint32_t unit = (uint32_t)CHIP_SPAN << octave; /* 1/16 tracks: a part of the octave */
        uint32_t span = (SPAN_PARTS + part) * unit + random_below(random, unit);
        if (span <= most * 16 || most <= CHIP_SPAN)
            return least(span, most * 16);
    }
}

/* Draws a coordinate within span * 3 / 4 of a centre (both in 1/16 tracks) as *track, in tracks;
 * false if it is at the rim or outside. */
static bool draw_track(struct random *random, uint32_t centre, uint32_t span, uint32_t side,
                       uint32_t *track)
{
    uint32_t reach = span * 3 / 4;
    int64_t at = (int64_t)centre + random_below(random, 2 * reach + 1) - reach;
    if (at < 16 * (int64_t)RIM || at >= 16 * ((int64_t)side - RIM))
        return false;
    *track = (uint32_t)(at / 16);
    return true;
}

/* A random cell for a pin near the centre, or CELL_NONE if the draw failed. */
static cell_t draw_pin(struct floor *floor, uint32_t cx, uint32_t cy, uint32_t span)
{
    const struct grid *grid = &floor->generator->design->grid;
    struct random *random = &floor->generator->random;
    uint32_t x = 0, y = 0;
    bool inside = draw_track(random, cx, span, grid->width, &x);
    inside = draw_track(random, cy, span, grid->height, &y) && inside;
    if (!inside || is_taken(floor, x, y) || is_taken(floor, x - 1, y) ||
        is_taken(floor, x + 1, y) || is_taken(floor, x, y - 1) || is_taken(floor, x, y + 1))
        return CELL_NONE;
    cell_t cell = grid_cell(grid, x, y, 0);
    return *window_at(floor, cell) < WINDOW_PINS ? cell : CELL_NONE;
}

/* Places the pins of a net around one random centre; false if they do not fit there. */
static bool place_pins(struct floor *floor, uint32_t degree, uint32_t span, cell_t *pins)
{
    assert(degree >= 2 && degree <= GENERATE_PINS_MAX);
    const struct grid *grid = &floor->generator->design->grid;
    struct random *random = &floor->generator->random;
    uint32_t cx = random_below(random, 16 * grid->width);
    uint32_t cy = random_below(random, 16 * grid->height), placed = 0;
    for (uint32_t draw = 0; draw < 4 * degree + 8 && placed < degree; draw++) {
        pins[placed] = draw_pin(floor, cx, cy, span);
        if (pins[placed] != CELL_NONE)
            set_pin(floor, pins[placed++], true);
    }
    if (placed == degree)
        return true;
    while (placed > 0)
        set_pin(floor, pins[--placed], false);
    return false;
}

static enum status add_net(struct floor *floor, uint64_t *wanted, struct error *error)
{
    struct generator *generator = floor->generator;
    const struct grid *grid = &generator->design->grid;
    cell_t pins[GENERATE_PINS_MAX];
    uint32_t degree = least(draw_degree(&generator->random), generator->options->pins);
    uint32_t half = (grid->width > grid->height ? grid->width : grid->height) / 2;
    uint32_t span = draw_span(&generator->random, half), draws = 0;
    *wanted += degree;
    while (!place_pins(floor, degree, span, pins))
        if (++draws == DRAWS_PER_NET)
            return generator_no_room(generator, *wanted, generator->design->nets.pin_count, error);
    TRY(generator_add_net(generator, error));
    for (uint32_t i = 0; i < degree; i++)
        TRY(generator_add_pin(generator, pins[i], error));
    return STATUS_OK;
}

enum status generate_chip(struct generator *generator, struct error *error)
{
    struct grid *grid = &generator->design->grid;
    struct floor floor = {generator, NULL, NULL, (grid->width + WINDOW - 1) / WINDOW};
    size_t words = grid->height * grid->row_words; /* of layer 1 */
    size_t windows = (size_t)floor.columns * ((grid->height + WINDOW - 1) / WINDOW);
    enum status status = STATUS_FAILED;
    uint64_t wanted = 0;
    if (grid->width < GENERATE_CHIP_LEAST || grid->height < GENERATE_CHIP_LEAST)
        return error_refuse(error, "a chip has sides of at least %d cells", GENERATE_CHIP_LEAST);
    generator_set_layers(generator);
    floor.taken = mem_alloc(words, sizeof *floor.taken, "cells taken", error);
    floor.window = mem_alloc(windows, sizeof *floor.window, "pins of windows", error);
    if (floor.taken == NULL || floor.window == NULL)
        goto done;
    grid->rules.via = grid->rules.wrong_way = 2;
    add_macros(&floor);
    for (size_t i = 0; i < words; i++)
        floor.taken[i] = grid->blocked[i];
    status = STATUS_OK;
    for (uint32_t net = 0; net < generator->options->nets && status == STATUS_OK; net++)
        status = add_net(&floor, &wanted, error);
done:
    MEM_FREE(floor.taken, floor.window);
    return status;
}
