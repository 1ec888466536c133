/* layout_routes: writes and reads the routes of a layout (layout_text.h). The reader collects the
 * wires in the order of the text, then sorts them by net. */
#include "grid/format/layout/layout_text.h"
#include "grid/format/layout/layout_writer.h"

/* The numbers of a net: its wire length in units, its vias and patches. */
struct totals {
    uint64_t length, vias, patches;
};

static void add_wire(struct totals *totals, const struct placed_wire *wire)
{
    if (wire->kind == WIRE_SEGMENT)
        totals->length += (uint64_t)llabs((long long)wire->x1 - wire->x0) +
                          (uint64_t)llabs((long long)wire->y1 - wire->y0);
    totals->vias += wire->kind == WIRE_VIA;
    totals->patches += wire->kind == WIRE_RECT;
}

static void write_routed(struct emit *emit, const struct layout *layout, uint32_t net)
{
    assert(net < layout->placed.net_names.count);
    struct slice slice = layout->placed.nets[net].wires;
    struct totals totals = {0};
    const struct placed_wire *wires = layout->placed.wires;
    for (uint32_t i = slice.first; i < slice.first + slice.count; i++)
        if (wires[i].status == WIRE_ROUTED)
            add_wire(&totals, &wires[i]);
    emit_format(emit, " routed length %ld vias %ld patches %ld\n", totals.length, totals.vias,
                totals.patches);
    for (uint32_t i = slice.first; i < slice.first + slice.count; i++)
        if (wires[i].status == WIRE_ROUTED)
            wiring_write(emit, layout, &wires[i], false);
}

static bool has_wires(const struct layout *layout, uint32_t net)
{
    struct slice slice = layout->placed.nets[net].wires;
    for (uint32_t i = slice.first; i < slice.first + slice.count; i++)
        if (layout->placed.wires[i].status == WIRE_ROUTED)
            return true;
    return false;
}

enum status layout_routes_write(FILE *stream, const struct layout *layout,
                                layout_routes_reason *reason, const void *context,
                                struct error *error)
{
    const struct names *names = &layout->placed.net_names;
    TRY(layout_check_design_name(layout, error));
    TRY(layout_check_names(names, "net", error));
    struct emit emit;
    emit_open(&emit, stream);
    emit_format(&emit, "routes %s\n", layout->placed.design);
    for (uint32_t n = 0; n < names->count; n++) {
        bool routed = has_wires(layout, n);
        const char *why = routed || reason == NULL ? NULL : reason(context, n);
        if (!routed && why == NULL)
            continue;
        emit_format(&emit, "net %s", names_text(names, n));
        if (routed)
            write_routed(&emit, layout, n);
        else
            emit_format(&emit, " unrouted %s\n", why);
    }
    emit_flush(&emit);
    return STATUS_OK;
}

struct layout_routes_reader {
    struct scan *scan;
    struct layout *layout;
    struct error *error;
    struct placed_wire *wires; /* [count] of all nets, in the order of the text */
    uint32_t *net_of;          /* [wire_nets] net of each wire */
    uint32_t count, wire_nets;
    size_t wire_capacity, net_capacity;
    bool *seen;   /* [nets] */
    uint32_t net; /* the last net, or NET_NONE if there is none or it is unrouted */
    struct totals stated, found;
};

/* Checks the stated numbers of the last net against its wires. */
static enum status end_net(struct layout_routes_reader *r)
{
    if (r->net == NET_NONE ||
        (r->stated.length == r->found.length && r->stated.vias == r->found.vias &&
         r->stated.patches == r->found.patches))
        return STATUS_OK;
    return scan_fail(r->scan, NULL, r->error,
                     "expected wires of length %llu with %llu vias and %llu patches above for net "
                     "%.200s, found %llu, %llu, %llu",
                     (unsigned long long)r->stated.length, (unsigned long long)r->stated.vias,
                     (unsigned long long)r->stated.patches,
                     names_text(&r->layout->placed.net_names, r->net),
                     (unsigned long long)r->found.length, (unsigned long long)r->found.vias,
                     (unsigned long long)r->found.patches);
}

static enum status read_net(struct layout_routes_reader *r)
{
    struct word word;
    uint32_t net = 0;
    TRY(end_net(r));
    r->net = NET_NONE;
    TRY(scan_word(r->scan, &word, r->error));
    net = word.length > 0 ? names_find(&r->layout->placed.net_names, word.text, word.length)
                          : NAME_NONE;
    if (net == NAME_NONE || !r->layout->placed.nets[net].regular)
        return scan_expected(r->scan, &word, r->error, "a net of the design");
    if (r->seen[net])
        return scan_expected(r->scan, &word, r->error, "each net once");
    r->seen[net] = true;
    TRY(scan_word(r->scan, &word, r->error));
    if (word_is(&word, "unrouted")) {
        TRY(scan_word(r->scan, &word, r->error));
        return word.length > 0
                   ? STATUS_OK
                   : scan_expected(r->scan, &word, r->error, "the reason why it has no wires");
    }
    if (!word_is(&word, "routed"))
        return scan_expected(r->scan, &word, r->error, "routed or unrouted");
    r->net = net;
    r->found = (struct totals){0};
    TRY(scan_named_int(r->scan, "length", &r->stated.length, r->error));
    TRY(scan_named_int(r->scan, "vias", &r->stated.vias, r->error));
    return scan_named_int(r->scan, "patches", &r->stated.patches, r->error);
}

static enum status read_wire(struct layout_routes_reader *r, const struct word *word)
{
    struct placed_wire wire;
    bool special = false, known = false;
    bool expected = r->net != NET_NONE;
    if (!expected && (word_is(word, "wire") || word_is(word, "via-at") || word_is(word, "patch")))
        return scan_expected(r->scan, word, r->error, "a routed net before its wires");
    TRY(wiring_read(r->layout, r->scan, word, &wire, &special, &known, r->error));
    if (!known)
        return scan_expected(r->scan, word, r->error, "net, wire, via-at or patch");
    assert(r->net != NET_NONE);
    if (special || wire.status != WIRE_ROUTED)
        return scan_fail(r->scan, NULL, r->error, "expected routed wires in a result");
    add_wire(&r->found, &wire);
    TRY(MEM_APPEND(r->wires, r->wire_capacity, r->count, wire, "wires", r->error));
    return MEM_APPEND(r->net_of, r->net_capacity, r->wire_nets, r->net, "wires", r->error);
}

static enum status read_head(struct layout_routes_reader *r)
{
    struct word word;
    TRY(scan_first_word(r->scan, &word, r->error));
    if (!word_is(&word, "routes"))
        return scan_expected(r->scan, &word, r->error, "routes DESIGN as the first statement");
    TRY(scan_word(r->scan, &word, r->error));
    if (!word_is(&word, r->layout->placed.design))
        return scan_expected(r->scan, &word, r->error, "the routes of the design %.200s",
                             r->layout->placed.design);
    return STATUS_OK;
}

/* Gives the layout the wires, sorted by net. */
static enum status set_wires(struct layout_routes_reader *r)
{
    assert(r->count == r->wire_nets);
    struct placed_wire *sorted = NULL;
    uint32_t *first = NULL, *at = NULL;
    enum status status = MEM_NEW(sorted, (size_t)r->count + 1, "wires", r->error);
    THEN(status, group_by(r->net_of, sizeof *r->net_of, r->count, r->layout->placed.net_names.count,
                          &first, &at, "wires", r->error));
    for (uint32_t i = 0; i < r->count && status == STATUS_OK; i++)
        sorted[i] = r->wires[at[i]];
    THEN(status, layout_lay_wires(r->layout, sorted, first, r->error));
    MEM_FREE(sorted, first, at);
    return status;
}

enum status layout_routes_read(struct layout *layout, struct scan *scan, struct error *error)
{
    assert(layout->placed.scale > 0 && layout->placed.design != NULL); /* it has been read */
    struct layout_routes_reader r = {
        .scan = scan, .layout = layout, .error = error, .net = NET_NONE};
    enum status status = MEM_NEW(r.seen, layout->placed.net_names.count, "nets", error);
    THEN(status, read_head(&r));
    while (status == STATUS_OK) {
        struct word word = {0};
        status = scan_first_word(scan, &word, error);
        if (status != STATUS_OK || word.length == 0)
            break;
        status = word_is(&word, "net") ? read_net(&r) : read_wire(&r, &word);
    }
    THEN(status, end_net(&r));
    THEN(status, set_wires(&r));
    MEM_FREE(r.wires, r.net_of, r.seen);
    return status;
}
