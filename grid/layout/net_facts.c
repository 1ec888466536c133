/* net_facts: merges the spans of the pins along each axis; the gaps that remain must be wired. */
#include "grid/layout/net_facts.h"

static void grow(struct layout_rect *box, bool *has, struct layout_rect rect)
{
    *box = *has ? rect_join(*box, rect) : rect;
    *has = true;
}

enum { SPANS = 64 }; /* maximum number of separate spans */

/* Disjoint spans along an axis, ascending. */
struct pin_spans {
    int count;
    int64_t low[SPANS + 1], high[SPANS + 1];
};

/* Replaces the spans i .. k - 1 by one. */
static void replace(struct pin_spans *spans, int i, int k, int64_t low, int64_t high)
{
    assert(0 <= i && i <= k && k <= spans->count);
    const size_t rest = (size_t)(spans->count - k);
    memmove(&spans->low[i + 1], &spans->low[k], rest * sizeof *spans->low);
    memmove(&spans->high[i + 1], &spans->high[k], rest * sizeof *spans->high);
    spans->low[i] = low;
    spans->high[i] = high;
    spans->count += 1 - (k - i);
}

/* Adds the span low .. high. If there are too many spans then, closes the smallest gap. */
static void cover(struct pin_spans *spans, int64_t low, int64_t high)
{
    int i = 0, k;
    while (i < spans->count && spans->high[i] < low)
        i++;
    for (k = i; k < spans->count && spans->low[k] <= high; k++) {
        low = spans->low[k] < low ? spans->low[k] : low;
        high = spans->high[k] > high ? spans->high[k] : high;
    }
    replace(spans, i, k, low, high);
    if (spans->count <= SPANS)
        return;
    int best = 1;
    for (k = 2; k < spans->count; k++)
        if (spans->low[k] - spans->high[k - 1] < spans->low[best] - spans->high[best - 1])
            best = k;
    replace(spans, best - 1, best + 1, spans->low[best - 1], spans->high[best]);
}

static int64_t gaps(const struct pin_spans *spans)
{
    int64_t sum = 0;
    for (int i = 1; i < spans->count; i++)
        sum += spans->low[i] - spans->high[i - 1];
    return sum;
}

struct net_facts net_facts(const struct layout *layout, const struct shapes *shapes,
                           uint32_t number)
{
    assert(number < layout->placed.net_names.count && shapes->pin_first != NULL);
    const struct placed *placed = &layout->placed;
    const struct placed_net *net = &placed->nets[number];
    struct net_facts facts = {0};
    struct pin_spans x = {0}, y = {0};
    for (uint32_t i = net->pins.first; i < net->pins.first + net->pins.count; i++) {
        const uint32_t pin = placed->net_pins[i];
        assert(pin < placed->pin_count);
        struct layout_rect box = {0};
        bool has = false;
        int64_t more = 0;
        for (uint32_t s = shapes->pin_first[pin]; s < shapes->pin_first[pin + 1]; s++) {
            /* A centre line can be half a wire outside of a pin. */
            const int64_t half = (layout->tech.layers[shapes->shapes[s].layer].width + 1) / 2;
            grow(&box, &has, shapes->shapes[s].rect);
            more = half > more ? half : more;
        }
        if (!has)
            continue;
        grow(&facts.pins, &facts.has_pins, box);
        cover(&x, box.x0 - more, box.x1 + more);
        cover(&y, box.y0 - more, box.y1 + more);
    }
    facts.least = net->special_wires.count > 0 ? 0 : gaps(&x) + gaps(&y);
    facts.all = facts.pins;
    facts.has_metal = facts.has_pins;
    for (uint32_t w = net->wires.first; w < net->wires.first + net->wires.count; w++) {
        const struct placed_wire *wire = &placed->wires[w];
        facts.vias += wire->kind == WIRE_VIA;
        if (wire->kind == WIRE_SEGMENT)
            facts.length += abs(wire->x1 - wire->x0) + abs(wire->y1 - wire->y0);
        for (uint32_t i = 0; i < wire_rect_count(layout, wire); i++) {
            uint16_t layer;
            grow(&facts.all, &facts.has_metal, wire_rect(layout, wire, i, &layer));
        }
    }
    return facts;
}
