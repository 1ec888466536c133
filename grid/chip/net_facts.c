/* net_facts: see the header. */
#include "grid/chip/net_facts.h"

#include <stdlib.h>

static void grow(struct rect *box, bool *has, struct rect rect)
{
    *box = *has ? rect_join(*box, rect) : rect;
    *has = true;
}

/* How far apart the pins are at least: from the leftmost right edge to the rightmost left edge, and
 * the same upward. gap holds most of the low edges and least of the high ones. */
static int64_t spread(struct rect gap)
{
    int64_t x = (int64_t)gap.x0 - gap.x1, y = (int64_t)gap.y0 - gap.y1;
    return (x > 0 ? x : 0) + (y > 0 ? y : 0);
}

struct net_facts net_facts(const struct chip *chip, const struct shapes *shapes, uint32_t number)
{
    assert(number < chip->placed.net_names.count && shapes->pin_first != NULL);
    const struct placed *placed = &chip->placed;
    const struct placed_net *net = &placed->nets[number];
    struct net_facts facts = {0};
    struct rect gap = {0};
    for (uint32_t i = net->pins.first; i < net->pins.first + net->pins.count; i++) {
        const uint32_t pin = placed->net_pins[i];
        assert(pin < placed->pin_count);
        struct rect box = {0};
        bool has = false, first = !facts.has_pins;
        for (uint32_t s = shapes->pin_first[pin]; s < shapes->pin_first[pin + 1]; s++)
            grow(&box, &has, shapes->shapes[s].rect);
        if (!has)
            continue;
        grow(&facts.pins, &facts.has_pins, box);
        gap.x0 = first || box.x0 > gap.x0 ? box.x0 : gap.x0;
        gap.y0 = first || box.y0 > gap.y0 ? box.y0 : gap.y0;
        gap.x1 = first || box.x1 < gap.x1 ? box.x1 : gap.x1;
        gap.y1 = first || box.y1 < gap.y1 ? box.y1 : gap.y1;
    }
    facts.least = spread(gap);
    facts.all = facts.pins;
    facts.has_metal = facts.has_pins;
    for (uint32_t w = net->wires.first; w < net->wires.first + net->wires.count; w++) {
        const struct placed_wire *wire = &placed->wires[w];
        facts.vias += wire->kind == WIRE_VIA;
        if (wire->kind == WIRE_SEGMENT)
            facts.length += abs(wire->x1 - wire->x0) + abs(wire->y1 - wire->y0);
        for (uint32_t i = 0; i < wire_rect_count(chip, wire); i++) {
            uint16_t layer;
            grow(&facts.all, &facts.has_metal, wire_rect(chip, wire, i, &layer));
        }
    }
    return facts;
}
