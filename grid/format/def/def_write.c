/* def_write: copies the text that was read, except at the places that change: the count and the end
 * of VIAS, and in each net the old wiring, which is left out, and the place before `;`, where the
 * new wiring is inserted. */
#include "grid/format/def/def_write.h"

#include "grid/format/lefdef/lex.h"
#include "grid/text/emit.h"

struct def_writer {
    struct emit emit;
    FILE *stream;
    const struct layout *layout;
    const struct def_wiring *wiring;
    uint64_t copied; /* bytes of the text that have been written or left out */
    bool open;       /* a path can be continued; it has: */
    uint16_t layer;
    int32_t x, y;
    bool taper, plain_end; /* plain_end: its last end extends by half the width */
};

static void copy_to(struct def_writer *writer, uint64_t offset)
{
    assert(offset >= writer->copied && offset <= writer->layout->placed.text_size);
    emit_flush(&writer->emit);
    fwrite(writer->layout->placed.text + writer->copied, 1, offset - writer->copied,
           writer->stream);
    writer->copied = offset;
}

static int32_t in_dbu(const struct def_writer *writer, int32_t units)
{
    assert(units % writer->layout->placed.scale == 0);
    return units / writer->layout->placed.scale;
}

static void emit_point(struct def_writer *writer, int32_t x, int32_t y)
{
    emit_format(&writer->emit, " ( %d %d )", in_dbu(writer, x), in_dbu(writer, y));
}

static const char *layer_name(const struct def_writer *writer, uint16_t layer)
{
    return names_text(&writer->layout->tech.layer_names, layer);
}

static void open_path(struct def_writer *writer, uint16_t layer, bool taper, bool *first)
{
    assert(layer < writer->layout->tech.layer_names.count);
    emit_format(&writer->emit, "%s %s%s", *first ? "\n  + ROUTED" : "\n    NEW",
                layer_name(writer, layer), taper ? " TAPER" : "");
    *first = false;
    writer->open = true;
    writer->layer = layer;
    writer->taper = taper;
}

/* Writes an end of a segment. The extension is left out if it is half the width. shorten: `*` for a
 * coordinate that does not change. */
static void emit_end(struct def_writer *writer, int32_t x, int32_t y, int32_t extension,
                     int32_t half, bool shorten)
{
    bool same_x = shorten && x == writer->x, same_y = shorten && y == writer->y && !same_x;
    emit_format(&writer->emit, same_x ? " ( *" : " ( %d", in_dbu(writer, x));
    emit_format(&writer->emit, same_y ? " *" : " %d", in_dbu(writer, y));
    if (extension != half)
        emit_format(&writer->emit, " %d", in_dbu(writer, extension));
    emit_text(&writer->emit, " )");
    writer->x = x;
    writer->y = y;
    writer->plain_end = extension == half;
}

static void write_segment(struct def_writer *writer, const struct placed_wire *wire, bool *first)
{
    assert(wire->x0 == wire->x1 || wire->y0 == wire->y1);
    int32_t half = wire->width / 2;
    bool on = writer->open && writer->layer == wire->layer && writer->x == wire->x0 &&
              writer->y == wire->y0 && writer->taper == wire->taper && writer->plain_end &&
              wire->ext0 == half;
    if (!on) {
        open_path(writer, wire->layer, wire->taper, first);
        emit_end(writer, wire->x0, wire->y0, wire->ext0, half, false);
    }
    emit_end(writer, wire->x1, wire->y1, wire->ext1, half, true);
}

static void write_via(struct def_writer *writer, const struct placed_wire *wire, bool *first)
{
    assert(writer->layout->tech.vias[wire->via].bottom != LAYER_NONE && wire->orient <= ORIENT_FE);
    static const char *const ORIENT[] = {"", " W", " S", " E", " FN", " FW", " FS", " FE"};
    const struct tech_via *via = &writer->layout->tech.vias[wire->via];
    bool on = writer->open && (writer->layer == via->bottom || writer->layer == via->top) &&
              writer->x == wire->x0 && writer->y == wire->y0 && writer->taper == wire->taper;
    if (!on) {
        bool known = wire->layer == via->bottom || wire->layer == via->top;
        open_path(writer, known ? wire->layer : via->bottom, wire->taper, first);
        emit_point(writer, wire->x0, wire->y0);
        writer->plain_end = true;
    }
    emit_format(&writer->emit, " %s%s", names_text(&writer->layout->tech.via_names, wire->via),
                ORIENT[wire->orient]);
    writer->x = wire->x0;
    writer->y = wire->y0;
    writer->layer = writer->layer == via->bottom ? via->top : via->bottom;
}

static void write_rect(struct def_writer *writer, const struct placed_wire *wire, bool *first)
{
    if (!writer->open || writer->layer != wire->layer) {
        open_path(writer, wire->layer, wire->taper, first);
        emit_point(writer, wire->x0, wire->y0);
        writer->x = wire->x0;
        writer->y = wire->y0;
    }
    emit_format(&writer->emit, " RECT ( %d %d %d %d )", in_dbu(writer, wire->x0 - writer->x),
                in_dbu(writer, wire->y0 - writer->y), in_dbu(writer, wire->x1 - writer->x),
                in_dbu(writer, wire->y1 - writer->y));
    writer->open = false; /* a new path must follow a patch */
}

static void write_wires(struct def_writer *writer, uint32_t net)
{
    const struct def_wiring *wiring = writer->wiring;
    bool first = true;
    writer->open = false;
    for (uint32_t i = wiring->first[net]; i < wiring->first[net + 1]; i++) {
        const struct placed_wire *wire = &wiring->wires[i];
        if (wire->status != WIRE_ROUTED)
            continue;
        if (wire->kind == WIRE_SEGMENT)
            write_segment(writer, wire, &first);
        else if (wire->kind == WIRE_VIA)
            write_via(writer, wire, &first);
        else
            write_rect(writer, wire, &first);
    }
}

static void write_net(struct def_writer *writer, uint32_t number)
{
    const struct placed *placed = &writer->layout->placed;
    const struct placed_net *net = &placed->nets[number];
    assert(writer->wiring->first[number] <= writer->wiring->first[number + 1]);
    if (writer->wiring->keep != NULL && writer->wiring->keep[number])
        return;
    for (uint32_t i = net->spans.first; i < net->spans.first + net->spans.count; i++) {
        copy_to(writer, placed->spans[i].from);
        writer->copied = placed->spans[i].to;
    }
    uint64_t end = net->text_end;
    while (end > writer->copied && char_is_blank(placed->text[end - 1]))
        end--;
    if (writer->wiring->first[number] == writer->wiring->first[number + 1])
        return;
    copy_to(writer, end);
    write_wires(writer, number);
    if (end == net->text_end)
        emit_char(&writer->emit, ' ');
}

struct def_place {
    uint64_t at; /* first: the key of by_uint64 */
    uint32_t net;
};

/* The regular nets in the order of the text, or NULL if memory is out. */
static struct def_place *sort_nets(const struct placed *placed, struct error *error)
{
    struct def_place *places = mem_alloc(placed->regular_count, sizeof *places, "nets", error);
    uint32_t count = 0;
    for (uint32_t net = 0; net < placed->net_names.count && places != NULL; net++)
        if (placed->nets[net].regular)
            places[count++] = (struct def_place){placed->nets[net].text_at, net};
    assert(places == NULL || count == placed->regular_count);
    if (places != NULL)
        qsort(places, count, sizeof *places, by_uint64);
    return places;
}

/* Marks the vias of LEF's rules that the wiring uses: the DEF must define them. NULL: no memory. */
static bool *find_new_vias(const struct def_writer *writer, uint32_t *count, struct error *error)
{
    const struct layout *layout = writer->layout;
    const struct def_wiring *wiring = writer->wiring;
    bool *used = mem_alloc(layout->tech.via_names.count, 1, "vias", error);
    *count = 0;
    if (used == NULL)
        return NULL;
    for (uint32_t i = 0; i < wiring->first[layout->placed.net_names.count]; i++) {
        const struct placed_wire *wire = &wiring->wires[i];
        if (wire->kind == WIRE_VIA && layout->tech.vias[wire->via].from_rule && !used[wire->via]) {
            used[wire->via] = true;
            ++*count;
        }
    }
    return used;
}

static enum status write_via_definition(struct def_writer *writer, uint32_t number,
                                        struct error *error)
{
    const struct tech *tech = &writer->layout->tech;
    struct slice rects = tech->vias[number].rects;
    assert(tech->vias[number].from_rule);
    int32_t scale = writer->layout->placed.scale;
    emit_format(&writer->emit, "- %s", names_text(&tech->via_names, number));
    for (uint32_t i = rects.first; i < rects.first + rects.count; i++) {
        struct layout_rect r = tech->via_rects[i].rect;
        if (r.x0 % scale != 0 || r.y0 % scale != 0 || r.x1 % scale != 0 || r.y1 % scale != 0)
            return error_refuse(error,
                                "via %s of LEF's rules has a corner between two database units: "
                                "DEF cannot define it",
                                names_text(&tech->via_names, number));
        emit_format(&writer->emit, "\n  + RECT %s", layer_name(writer, tech->via_rects[i].layer));
        emit_point(writer, r.x0, r.y0);
        emit_point(writer, r.x1, r.y1);
    }
    emit_text(&writer->emit, " ;\n");
    return STATUS_OK;
}

/* Adds the marked vias to the section VIAS, or adds the section. */
static enum status write_vias(struct def_writer *writer, const bool *used, uint32_t count,
                              struct error *error)
{
    const struct placed *placed = &writer->layout->placed;
    if (count == 0)
        return STATUS_OK;
    bool section = placed->vias_at != 0;
    if (section) {
        copy_to(writer, placed->vias_at);
        emit_uint(&writer->emit, (uint64_t)placed->vias_count + count);
        while (writer->copied < placed->vias_end && !char_is_blank(placed->text[writer->copied]) &&
               placed->text[writer->copied] != ';')
            writer->copied++; /* the old count */
    }
    copy_to(writer, placed->vias_end);
    if (!section)
        emit_format(&writer->emit, "VIAS %u ;\n", count);
    for (uint32_t via = 0; via < writer->layout->tech.via_names.count; via++)
        if (used[via] && write_via_definition(writer, via, error) != STATUS_OK)
            return STATUS_BAD_INPUT;
    if (!section)
        emit_text(&writer->emit, "END VIAS\n\n");
    return STATUS_OK;
}

enum status def_write(FILE *stream, const struct layout *layout, const struct def_wiring *wiring,
                      struct error *error)
{
    assert(layout->placed.text != NULL && wiring->first != NULL && wiring->first[0] == 0);
    const struct placed *placed = &layout->placed;
    uint32_t new_vias = 0;
    struct def_writer writer = {.stream = stream, .layout = layout, .wiring = wiring};
    emit_open(&writer.emit, stream);
    bool *used = find_new_vias(&writer, &new_vias, error);
    struct def_place *places = sort_nets(placed, error);
    enum status status =
        used != NULL && places != NULL ? write_vias(&writer, used, new_vias, error) : STATUS_FAILED;
    if (status == STATUS_OK) {
        for (uint32_t i = 0; i < placed->regular_count; i++)
            write_net(&writer, places[i].net);
        copy_to(&writer, placed->text_size);
    }
    MEM_FREE(places, used);
    return status;
}
