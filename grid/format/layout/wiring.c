/* wiring: writes and reads wires, vias and patches by the tables of records.h. */
#include "grid/format/layout/wiring.h"

void wiring_write(struct emit *emit, const struct layout *layout, const struct placed_wire *wire,
                  bool special)
{
    assert(wire->kind <= WIRE_RECT && wire->status <= WIRE_SHIELD && wire->orient <= ORIENT_FE);
    struct placed_wire copy = *wire;
    const struct record_field *fields = record_via_at;
    copy.status = special ? RECORD_POWER : wire->status;
    if (wire->kind == WIRE_VIA) {
        emit_format(emit, "via-at %s %d %d", names_text(&layout->tech.via_names, wire->via),
                    wire->x0, wire->y0);
    } else {
        emit_format(emit, "%s %s %d %d %d %d", wire->kind == WIRE_SEGMENT ? "wire" : "patch",
                    names_text(&layout->tech.layer_names, wire->layer), wire->x0, wire->y0,
                    wire->x1, wire->y1);
        const int32_t usual = layout->tech.layers[wire->layer].width;
        copy.width = wire->width == usual ? RECORD_USUAL : wire->width;
        copy.ext0 = wire->ext0 == usual / 2 ? RECORD_USUAL : wire->ext0;
        copy.ext1 = wire->ext1 == usual / 2 ? RECORD_USUAL : wire->ext1;
        fields = wire->kind == WIRE_SEGMENT ? record_segment : record_patch;
    }
    fields_write(fields, &copy, &layout->tech, emit);
}

/* Coordinates must be on database units, not so in power wiring, whose slanted wires are boxes. */
static enum status check_coordinates(const struct layout *layout, struct scan *scan,
                                     const struct placed_wire *wire, struct error *error)
{
    assert(layout->placed.scale > 0);
    int32_t scale = layout->placed.scale;
    if (wire->x0 % scale == 0 && wire->y0 % scale == 0 && wire->x1 % scale == 0 &&
        wire->y1 % scale == 0)
        return STATUS_OK;
    return scan_fail(scan, NULL, error, "expected coordinates on database units: multiples of %d",
                     scale);
}

static enum status read_layer(const struct layout *layout, struct scan *scan, uint16_t *layer,
                              struct error *error)
{
    uint32_t number = 0;
    TRY(scan_name(scan, "a routing layer", &layout->tech.layer_names, &number, error));
    *layer = (uint16_t)number;
    if (layout->tech.layers[number].kind != LAYER_ROUTING)
        return scan_fail(scan, NULL, error, "expected a routing layer, found another one");
    return STATUS_OK;
}

static enum status read_segment(const struct layout *layout, struct scan *scan, bool patch,
                                struct placed_wire *wire, struct error *error)
{
    wire->kind = patch ? WIRE_RECT : WIRE_SEGMENT;
    TRY(read_layer(layout, scan, &wire->layer, error));
    int32_t *const sides[] = {&wire->x0, &wire->y0, &wire->x1, &wire->y1};
    for (int i = 0; i < 4; i++)
        TRY(scan_length(scan, PLACE_MAX, sides[i], error));
    if (patch ? wire->x0 > wire->x1 || wire->y0 > wire->y1
              : wire->x0 != wire->x1 && wire->y0 != wire->y1)
        return scan_fail(scan, NULL, error, "expected %s",
                         patch ? "the lower left corner before the upper right one"
                               : "a straight wire");
    TRY(fields_read(patch ? record_patch : record_segment, wire, &layout->tech, scan, error));
    const int32_t usual = layout->tech.layers[wire->layer].width;
    wire->width = wire->width == RECORD_USUAL ? usual : wire->width;
    wire->ext0 = wire->ext0 == RECORD_USUAL ? usual / 2 : wire->ext0;
    wire->ext1 = wire->ext1 == RECORD_USUAL ? usual / 2 : wire->ext1;
    if (!patch && (wire->ext0 > PLACE_MAX || wire->ext1 > PLACE_MAX))
        return scan_fail(scan, NULL, error, "expected extensions of at most %d", PLACE_MAX);
    if (!patch && wire->width <= 0)
        return scan_fail(scan, NULL, error, "expected a width, because the layer has none");
    return STATUS_OK;
}

static enum status read_via_at(const struct layout *layout, struct scan *scan,
                               struct placed_wire *wire, struct error *error)
{
    wire->kind = WIRE_VIA;
    TRY(scan_name(scan, "a via", &layout->tech.via_names, &wire->via, error));
    TRY(scan_length(scan, PLACE_MAX, &wire->x0, error));
    TRY(scan_length(scan, PLACE_MAX, &wire->y0, error));
    wire->x1 = wire->x0;
    wire->y1 = wire->y0;
    wire->layer = layout->tech.vias[wire->via].bottom;
    if (wire->layer == LAYER_NONE)
        return scan_fail(scan, NULL, error, "expected a via that has metal");
    return fields_read(record_via_at, wire, &layout->tech, scan, error);
}

enum status wiring_read(const struct layout *layout, struct scan *scan, const struct word *word,
                        struct placed_wire *wire, bool *special, bool *known, struct error *error)
{
    bool patch = word_is(word, "patch");
    *wire = (struct placed_wire){.via = TECH_NONE};
    *known = patch || word_is(word, "wire") || word_is(word, "via-at");
    if (!*known)
        return STATUS_OK;
    if (patch || word_is(word, "wire"))
        TRY(read_segment(layout, scan, patch, wire, error));
    else
        TRY(read_via_at(layout, scan, wire, error));
    *special = wire->status == RECORD_POWER;
    wire->status = *special ? WIRE_ROUTED : wire->status;
    return *special ? STATUS_OK : check_coordinates(layout, scan, wire, error);
}
