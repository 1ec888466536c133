/* layout_trim: finds loose wires by a sweep over the net's rectangles. */
#include "router/cli/subject/layout/layout_keep.h"

enum { AT_START = 1, AT_END = 2, BETWEEN = 4 };

/* A rectangle of a wire, by its number in the net, or of a pin or rail (TRIM_HELD). */
#define TRIM_HELD UINT32_MAX
struct trim_part {
    struct layout_rect rect; /* first: by_int32 compares x0 */
    uint32_t wire;
    uint16_t layer;
};

/* Contact of two wires, and the places (ends or layers) of the first one where it is. */
struct trim_contact {
    uint32_t wire, other;
    uint32_t places;
};

struct trimming {
    const struct layout *layout;
    const struct placed_wire *wires; /* [count]: of the net */
    uint32_t count;
    struct trim_part *parts;
    size_t part_count, part_room;
    struct trim_contact *contacts;
    size_t contact_count, contact_room;
    uint32_t *places; /* by wire */
};

static enum status add_part(struct trimming *t, struct layout_rect rect, uint16_t layer,
                            uint32_t wire, struct error *error)
{
    const struct trim_part part = {rect, wire, layer};
    if (t->layout->tech.layers[layer].kind != LAYER_ROUTING)
        return STATUS_OK;
    return MEM_APPEND(t->parts, t->part_room, t->part_count, part, "wires", error);
}

static enum status gather(struct trimming *t, const struct shapes *shapes, uint32_t net,
                          struct error *error)
{
    const struct placed *placed = &t->layout->placed;
    const struct slice pins = placed->nets[net].pins;
    for (uint32_t w = 0; w < t->count; w++)
        for (uint32_t i = 0; i < wire_rect_count(t->layout, &t->wires[w]); i++) {
            uint16_t layer;
            const struct layout_rect rect = wire_rect(t->layout, &t->wires[w], i, &layer);
            TRY(add_part(t, rect, layer, w, error));
        }
    for (uint32_t k = pins.first; k < pins.first + pins.count; k++) {
        const uint32_t pin = placed->net_pins[k];
        for (uint32_t s = shapes->pin_first[pin]; s < shapes->pin_first[pin + 1]; s++)
            TRY(add_part(t, shapes->shapes[s].rect, shapes->shapes[s].layer, TRIM_HELD, error));
    }
    for (uint32_t s = shapes->first_special; placed->nets[net].special && s < shapes->first_wire;
         s++)
        if (shapes->shapes[s].net == net)
            TRY(add_part(t, shapes->shapes[s].rect, shapes->shapes[s].layer, TRIM_HELD, error));
    return STATUS_OK;
}

/* The places at which the wire of a part meets a rectangle; one if the wire has no length. */
static uint32_t places_of(const struct trimming *t, const struct trim_part *part,
                          struct layout_rect rect)
{
    const struct placed_wire *wire = &t->wires[part->wire];
    if (wire->kind == WIRE_VIA)
        return t->layout->tech.vias[wire->via].bottom == part->layer ? AT_START : AT_END;
    if (wire->kind == WIRE_RECT || (wire->x0 == wire->x1 && wire->y0 == wire->y1))
        return AT_START | AT_END;
    const struct layout_rect start = {wire->x0, wire->y0, wire->x0, wire->y0};
    const struct layout_rect end = {wire->x1, wire->y1, wire->x1, wire->y1};
    const uint32_t places =
        (rect_holds(rect, start) ? AT_START : 0u) | (rect_holds(rect, end) ? AT_END : 0u);
    return places != 0 ? places : BETWEEN;
}

static enum status add_contact(struct trimming *t, const struct trim_part *part,
                               const struct trim_part *other, struct error *error)
{
    if (part->wire == TRIM_HELD)
        return STATUS_OK;
    const struct trim_contact contact = {part->wire, other->wire, places_of(t, part, other->rect)};
    return MEM_APPEND(t->contacts, t->contact_room, t->contact_count, contact, "wires", error);
}

/* A sweep from left to right. */
static enum status find_contacts(struct trimming *t, struct error *error)
{
    struct trim_part *p = t->parts;
    if (t->part_count > 1)
        qsort(p, t->part_count, sizeof *p, by_int32);
    for (size_t i = 0; i < t->part_count; i++)
        for (size_t k = i + 1; k < t->part_count && p[k].rect.x0 <= p[i].rect.x1; k++) {
            if (p[i].layer != p[k].layer || p[i].wire == p[k].wire ||
                !rect_touch(p[i].rect, p[k].rect))
                continue;
            TRY(add_contact(t, &p[i], &p[k], error));
            TRY(add_contact(t, &p[k], &p[i], error));
        }
    return STATUS_OK;
}

/* Marks loose wires in one pass; true if there are new ones. tail: as in layout_trim. */
static bool mark_loose(struct trimming *t, const bool *tail, bool *loose)
{
    bool any = false;
    for (uint32_t w = 0; w < t->count; w++)
        t->places[w] = 0;
    for (size_t i = 0; i < t->contact_count; i++) {
        const uint32_t other = t->contacts[i].other;
        if (other == TRIM_HELD || (!loose[other] && (tail == NULL || !tail[other])))
            t->places[t->contacts[i].wire] |= t->contacts[i].places;
    }
    for (uint32_t w = 0; w < t->count; w++) {
        const uint32_t places = t->places[w];
        if (loose[w] || t->wires[w].status != WIRE_ROUTED ||
            (tail != NULL && tail[w] ? places != 0 : (places & (places - 1)) != 0))
            continue;
        loose[w] = any = true;
    }
    return any;
}

enum status layout_trim(const struct layout *layout, const struct shapes *shapes, uint32_t net,
                        const bool *tail, bool *loose, struct error *error)
{
    const struct slice wires = layout->placed.nets[net].wires;
    struct trimming t = {
        .layout = layout, .wires = layout->placed.wires + wires.first, .count = wires.count};
    assert(wires.first + wires.count <= layout->placed.wire_count);
    enum status status = MEM_NEW(t.places, (size_t)t.count + 1, "wires", error);
    THEN(status, gather(&t, shapes, net, error));
    THEN(status, find_contacts(&t, error));
    while (status == STATUS_OK && mark_loose(&t, tail, loose) && tail != NULL)
        continue;
    MEM_FREE(t.parts, t.contacts, t.places);
    return status;
}
