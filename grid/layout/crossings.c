/* crossings: counts nets by their pins on both sides of each line, and closed tracks one by one. */
#include "grid/layout/crossings.h"

enum { LINES = 128 }; /* lines each way */

/* The lines of one direction. */
struct crossing_lines {
    const struct layout *layout;
    const struct shapes *shapes;
    const bool *skip;
    bool vertical;
    int32_t low, high; /* of the die, across the lines */
    uint32_t nets[LINES + 1], tracks[LINES];
};

static int32_t line_at(const struct crossing_lines *c, uint32_t line)
{
    const int64_t size = (int64_t)c->high - c->low;
    return c->low + (int32_t)(size * (2 * line + 1) / (INT64_C(2) * LINES));
}

/* The first line at `place` or above it. */
static uint32_t line_from(const struct crossing_lines *c, int32_t place)
{
    uint32_t line = 0, end = LINES;
    while (line < end) {
        const uint32_t middle = (line + end) / 2;
        if (line_at(c, middle) < place)
            line = middle + 1;
        else
            end = middle;
    }
    return line;
}

/* True if a net is to be routed and has pins on both sides of lines: of *from .. *end - 1. */
static bool crosses(const struct crossing_lines *c, uint32_t net, uint32_t *from, uint32_t *end)
{
    const struct slice pins = c->layout->placed.nets[net].pins;
    if (c->layout->placed.nets[net].special || (c->skip != NULL && c->skip[net]))
        return false;
    int32_t left = INT32_MAX,
            right = INT32_MIN; /* the least upper and the most lower end of pins */
    for (uint32_t k = pins.first; k < pins.first + pins.count; k++) {
        const uint32_t pin = c->layout->placed.net_pins[k];
        int32_t lower = INT32_MAX, upper = INT32_MIN;
        for (uint32_t s = c->shapes->pin_first[pin]; s < c->shapes->pin_first[pin + 1]; s++) {
            const struct layout_rect box = c->shapes->shapes[s].rect;
            const int32_t a = c->vertical ? box.x0 : box.y0, b = c->vertical ? box.x1 : box.y1;
            lower = a < lower ? a : lower;
            upper = b > upper ? b : upper;
        }
        if (lower > upper)
            continue;
        left = upper < left ? upper : left;
        right = lower > right ? lower : right;
    }
    *from = left < right ? line_from(c, left + 1) : 0;
    *end = left < right ? line_from(c, right) : 0;
    return *from < *end;
}

static struct crossing crossing_of(const struct crossing_lines *c, uint32_t line)
{
    struct crossing it = {c->vertical, line_at(c, line), c->nets[line], c->tracks[line], {0}};
    for (uint32_t n = 0, count = 0, from, end; count < CROSSING_NETS && count < it.nets; n++)
        if (crosses(c, n, &from, &end) && from <= line && line < end)
            it.net[count++] = n;
    return it;
}

/* Closes the tracks of a statement on a layer where shapes cover the lines. closed: [LINES *
 * count]. */
static void close_tracks(const struct crossing_lines *c, const struct placed_tracks *tracks,
                         uint16_t layer, bool *closed)
{
    const struct tech_layer *rules = &c->layout->tech.layers[layer];
    const int32_t step = tracks->step > 0 ? tracks->step : 1;
    for (uint32_t s = 0; s < c->shapes->count; s++) {
        const struct shape *shape = &c->shapes->shapes[s];
        if (shape->layer != layer || !shape_closes(c->layout, shape))
            continue;
        const int32_t space = shape->spacing != LENGTH_NONE ? shape->spacing : rules->spacing;
        const struct layout_rect box = rect_grow(shape->rect, space + rules->width / 2 - 1);
        const int64_t low = c->vertical ? box.y0 : box.x0, high = c->vertical ? box.y1 : box.x1;
        const uint32_t end = line_from(c, (c->vertical ? box.x1 : box.y1) + 1);
        const int64_t first = low > tracks->start ? (low - tracks->start + step - 1) / step : 0;
        for (uint32_t line = line_from(c, c->vertical ? box.x0 : box.y0); line < end; line++)
            for (int64_t t = first; t < tracks->count && tracks->start + t * step <= high; t++)
                closed[(size_t)line * (size_t)tracks->count + (size_t)t] = true;
    }
}

/* Adds the free tracks of a statement on a layer. */
static enum status count_tracks(struct crossing_lines *c, const struct placed_tracks *tracks,
                                uint16_t layer, struct error *error)
{
    const struct layout_rect die = c->layout->placed.die_box;
    const size_t count = (size_t)tracks->count;
    bool *closed;
    TRY(MEM_NEW(closed, LINES * count + 1, "tracks", error));
    close_tracks(c, tracks, layer, closed);
    for (size_t i = 0; i < LINES * count; i++) {
        const int64_t at = tracks->start + (int64_t)(i % count) * tracks->step;
        c->tracks[i / count] += !closed[i] && at >= (c->vertical ? die.y0 : die.x0) &&
                                at <= (c->vertical ? die.y1 : die.x1);
    }
    free(closed);
    return STATUS_OK;
}

static enum status count_all(struct crossing_lines *c, uint32_t first, uint32_t last,
                             struct error *error)
{
    const struct placed *placed = &c->layout->placed;
    for (uint32_t n = 0, line, end; n < placed->net_names.count; n++)
        if (crosses(c, n, &line, &end))
            for (; line < end; line++)
                c->nets[line]++;
    for (uint32_t i = 0; i < placed->track_count; i++)
        for (uint32_t k = 0; k < placed->tracks[i].layers.count; k++) {
            const uint16_t layer = placed->track_layers[placed->tracks[i].layers.first + k];
            const struct tech_layer *rules = &c->layout->tech.layers[layer];
            const bool along = rules->direction == DIRECTION_VERTICAL;
            if (rules->level != LAYER_NONE && rules->level > 0 && rules->level >= first &&
                rules->level <= last && placed->tracks[i].vertical == along && c->vertical != along)
                TRY(count_tracks(c, &placed->tracks[i], layer, error));
        }
    return STATUS_OK;
}

enum status crossings_worst(struct crossing *worst, const struct layout *layout, const bool *skip,
                            uint32_t first, uint32_t last, struct error *error)
{
    struct shapes shapes = {0};
    const struct layout_rect die = layout->placed.die_box;
    *worst = (struct crossing){.tracks = 1};
    assert(first <= last);
    enum status status = shapes_make(&shapes, layout, error);
    for (int way = 0; way < 2 && status == STATUS_OK; way++) {
        struct crossing_lines c = {.layout = layout,
                                   .shapes = &shapes,
                                   .skip = skip,
                                   .vertical = way == 0,
                                   .low = way == 0 ? die.x0 : die.y0,
                                   .high = way == 0 ? die.x1 : die.y1};
        status = count_all(&c, first, last, error);
        uint64_t all = 0; /* 0: wires cross on the lowest layer alone */
        for (uint32_t i = 0; i < LINES; i++)
            all += c.tracks[i];
        for (uint32_t i = 0; i < LINES && all > 0; i++)
            if ((uint64_t)c.nets[i] * worst->tracks > (uint64_t)worst->nets * c.tracks[i])
                *worst = crossing_of(&c, i);
    }
    shapes_destroy(&shapes);
    return status;
}
