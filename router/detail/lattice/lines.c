/* lines: merges the tracks of neighbouring layers, and numbers nodes in square tiles. */
#include "router/detail/lattice/lattice.h"

#include "grid/layout/rect.h"

enum {
    TILE_NODES = LATTICE_TILE * LATTICE_TILE,
    BLOCK_NODES = LATTICE_BLOCK * LATTICE_BLOCK,
    BLOCK_ROW = LATTICE_BLOCK * LATTICE_TILE, /* nodes of a row of tiles in a block */
    LOOKS = 8,                                /* lines near a guess that are looked at */
    SPARSE_PINS = 64,    /* added to the number of pins for the two ratios below */
    SMALL_NODES = 512,   /* nodes per pin from which on small_pages is set */
    SPARSE_NODES = 8192, /* nodes per pin from which on sparse is set */
};

/* Looks at lines near a guess for evenly spaced ones, then halves what is left. */
uint32_t axis_find(const struct lattice_axis *axis, int32_t at)
{
    uint32_t low = 0, high = axis->count, guess = 0;
    if (high > 0 && at > axis->at[0])
        guess = (uint32_t)((uint64_t)((int64_t)at - axis->at[0]) * axis->density >> 32);
    guess = guess < high ? guess : high - 1;
    for (uint32_t look = 0; low < high; look++) {
        const uint32_t middle = look < LOOKS ? guess : (low + high) / 2;
        const bool below = axis->at[middle] < at;
        *(below ? &low : &high) = middle + below;
        guess = below ? low : high - 1;
    }
    return low;
}

uint32_t axis_from(const struct lattice_axis *axis, uint32_t guess, int32_t at)
{
    assert(guess <= axis->count);
    while (guess < axis->count && axis->at[guess] < at)
        guess++;
    while (guess > 0 && axis->at[guess - 1] >= at)
        guess--;
    return guess;
}

/* Sorts coordinates, drops duplicates and those outside low .. high; returns the number left. */
static uint32_t tidy(int32_t *at, uint32_t count, int32_t low, int32_t high)
{
    uint32_t n = 0;
    count = sort_once(at, count);
    for (uint32_t i = 0; i < count; i++)
        if (at[i] >= low && at[i] <= high)
            at[n++] = at[i];
    return n;
}

/* Appends the tracks of a layer along an axis. */
static void tracks(const struct model_layer *layer, bool columns, int32_t *at, uint32_t *count)
{
    uint32_t n = columns ? layer->x_count : layer->y_count;
    if (n > 0)
        memcpy(at + *count, columns ? layer->x : layer->y, (size_t)n * sizeof *at);
    *count += n;
}

/* Makes the columns or rows of a layer: its own tracks, or those of its neighbours. */
static enum status make_axis(struct lattice_axis *axis, const struct model *model, uint32_t l,
                             bool columns, const struct lattice_extra *extra, size_t extras,
                             struct error *error)
{
    const struct model_layer *layer = &model->layers[l];
    size_t room = extras;
    for (uint32_t k = l > 0 ? l - 1 : 0; k <= l + 1 && k < model->layer_count; k++)
        room += (size_t)model->layers[k].x_count + model->layers[k].y_count;
    TRY(MEM_NEW(axis->at, room, "tracks", error));
    TRY(MEM_NEW(axis->place, room, "tracks", error));
    TRY(MEM_NEW(axis->up, room, "tracks", error));
    TRY(MEM_NEW(axis->down, room, "tracks", error));
    TRY(MEM_NEW(axis->part, room, "tracks", error));
    TRY(MEM_NEW(axis->site, room, "tracks", error));
    TRY(MEM_NEW(axis->pad, room, "tracks", error));
    uint32_t n = 0;
    if (layer->vertical == columns) {
        tracks(layer, columns, axis->at, &n);
    } else {
        if (l > 0 && model->layers[l - 1].vertical == columns)
            tracks(&model->layers[l - 1], columns, axis->at, &n);
        if (l + 1 < model->layer_count && model->layers[l + 1].vertical == columns)
            tracks(&model->layers[l + 1], columns, axis->at, &n);
        if (n == 0)
            tracks(layer, columns, axis->at, &n);
    }
    for (size_t i = 0; i < extras; i++) {
        assert(extra[i].layer < model->layer_count);
        if (extra[i].layer == l && extra[i].column == columns)
            axis->at[n++] = extra[i].at;
    }
    assert(n <= room);
    axis->count = columns ? tidy(axis->at, n, model->die.x0, model->die.x1)
                          : tidy(axis->at, n, model->die.y0, model->die.y1);
    if (axis->count > 1)
        axis->density = ((uint64_t)(axis->count - 1) << 32) /
                        (uint64_t)(axis->at[axis->count - 1] - axis->at[0]);
    return STATUS_OK;
}

/* For each line of one axis, the line of another with the same coordinate, or MODEL_NONE. */
static void relate(const struct lattice_axis *from, const struct lattice_axis *to, uint32_t *index)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < from->count; i++) {
        while (to != NULL && k < to->count && to->at[k] < from->at[i])
            k++;
        index[i] = to != NULL && k < to->count && to->at[k] == from->at[i] ? k : MODEL_NONE;
    }
}

/* Fills in the summands of via sites whose pad above is on a line. */
static void relate_sites(struct lattice_axis *axis, const struct lattice_axis *low)
{
    for (uint32_t i = 0; i < axis->count; i++)
        axis->pad[i] = axis->down[i] == MODEL_NONE ? MODEL_NONE : low->site[axis->down[i]];
}

/* Chooses the unit of cost: the greatest common divisor of all distances between lines, but at
 * least 1/32 of a pitch, so that costs stay small. */
static void choose_scale(struct lattice *lattice)
{
    int32_t divisor = 0, pitch = INT32_MAX;
    for (uint32_t l = 0; l < lattice->layer_count; l++) {
        for (uint32_t k = 0; k < 2; k++) {
            const struct lattice_axis *axis = k ? &lattice->layers[l].y : &lattice->layers[l].x;
            for (uint32_t i = 1; i < axis->count; i++)
                divisor = common_divisor(axis->at[i] - axis->at[i - 1], divisor);
            if (axis->count > 1 && lattice->layers[l].vertical == !k)
                pitch = int_min(pitch, (axis->at[axis->count - 1] - axis->at[0]) /
                                           (int32_t)(axis->count - 1));
        }
    }
    if (divisor <= 0)
        divisor = 1;
    if (pitch == INT32_MAX)
        pitch = divisor;
    lattice->scale = int_max(divisor, pitch / 32);
    lattice->pitch = int_max(pitch / lattice->scale, 1);
    for (uint32_t l = 0; l < lattice->layer_count; l++) {
        for (uint32_t k = 0; k < 2; k++) {
            struct lattice_axis *axis = k ? &lattice->layers[l].y : &lattice->layers[l].x;
            int32_t origin = k ? lattice->model->die.y0 : lattice->model->die.x0;
            for (uint32_t i = 0; i < axis->count; i++)
                axis->place[i] = (axis->at[i] - origin + lattice->scale / 2) / lattice->scale;
        }
    }
}

static uint64_t blocks(uint32_t lines)
{
    return ((uint64_t)lines + LATTICE_BLOCK - 1) / LATTICE_BLOCK;
}

/* Increments of node numbers from line to line: to the next block, tile, and line of a tile. */
struct numbering {
    uint32_t block, tile, one;
};

/* Makes the summands of lines (up: only of those that the layer above has); returns the number. */
static uint32_t number_lines(uint32_t *part, const uint32_t *up, uint32_t lines,
                             struct numbering by)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < lines; i++) {
        const bool is_in = up == NULL || up[i] != MODEL_NONE;
        part[i] = n / LATTICE_BLOCK * by.block + n % LATTICE_BLOCK / LATTICE_TILE * by.tile +
                  n % LATTICE_TILE * by.one;
        part[i] = is_in ? part[i] : MODEL_NONE;
        n += is_in;
    }
    return n;
}

/* Numbers blocks, the tiles of a block and the nodes of a tile, each row by row; returns how many
 * numbers there are, at most 2^32. */
static uint64_t number_nodes(struct lattice_layer *layer, bool sites)
{
    const struct lattice_axis *x = &layer->x, *y = &layer->y;
    const uint32_t columns = number_lines(sites ? x->site : x->part, sites ? x->up : NULL, x->count,
                                          (struct numbering){BLOCK_NODES, TILE_NODES, 1});
    const uint32_t row = (uint32_t)blocks(columns) * BLOCK_NODES;
    const uint32_t rows = number_lines(sites ? y->site : y->part, sites ? y->up : NULL, y->count,
                                       (struct numbering){row, BLOCK_ROW, LATTICE_TILE});
    return blocks(rows) * row;
}

enum status lines_make(struct lattice *lattice, const struct lattice_extra *extra, size_t extras,
                       struct error *error)
{
    const struct model *model = lattice->model;
    uint64_t nodes = 0;
    for (uint32_t l = 0; l < model->layer_count; l++) {
        struct lattice_layer *layer = &lattice->layers[l];
        layer->vertical = model->layers[l].vertical;
        TRY(make_axis(&layer->x, model, l, true, extra, extras, error));
        TRY(make_axis(&layer->y, model, l, false, extra, extras, error));
        if (layer->x.count > LATTICE_LINES_MAX || layer->y.count > LATTICE_LINES_MAX)
            return error_refuse(error,
                                "layer %.60s: over %d lines along one axis cannot be routed on",
                                model->layers[l].name, LATTICE_LINES_MAX);
        layer->base = (uint32_t)nodes;
        const uint64_t more = number_nodes(layer, false);
        nodes += more;
        if (nodes > INT32_MAX)
            return error_refuse(error, "the tracks make over 2^31 crossings");
        layer->nodes = (uint32_t)more;
        for (uint32_t c = 0; c < lattice->classes; c++)
            layer->wire[c] = model_wire_end(model_width(model, l, c));
        for (uint32_t e = 0; e < model->layers[l].end_count; e++) {
            layer->end_width = int_max(layer->end_width, model->layers[l].ends[e].width);
            layer->end_space = int_max(layer->end_space, model->layers[l].ends[e].spacing);
            layer->end_within = int_max(layer->end_within, model->layers[l].ends[e].within);
        }
    }
    if (nodes == 0)
        return error_refuse(error, "the design has no TRACKS to route on");
    lattice->node_count = (uint32_t)nodes;
    const uint64_t pins = (uint64_t)model->pin_count + SPARSE_PINS;
    lattice->small_pages = nodes / SMALL_NODES > pins;
    lattice->sparse = nodes / SPARSE_NODES > pins;
    for (uint32_t l = 0; l < model->layer_count; l++) {
        struct lattice_layer *layer = &lattice->layers[l];
        struct lattice_layer *above = l + 1 < model->layer_count ? layer + 1 : NULL;
        struct lattice_layer *below = l > 0 ? layer - 1 : NULL;
        relate(&layer->x, above != NULL ? &above->x : NULL, layer->x.up);
        relate(&layer->y, above != NULL ? &above->y : NULL, layer->y.up);
        relate(&layer->x, below != NULL ? &below->x : NULL, layer->x.down);
        relate(&layer->y, below != NULL ? &below->y : NULL, layer->y.down);
        layer->sites = (uint32_t)number_nodes(layer, true);
        for (uint32_t k = 0; below != NULL && k < 2; k++)
            relate_sites(k ? &layer->y : &layer->x, k ? &below->y : &below->x);
    }
    choose_scale(lattice);
    assert(lattice->scale > 0 && lattice->pitch > 0);
    return STATUS_OK;
}
