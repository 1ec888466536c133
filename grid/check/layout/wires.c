/* wires: checks each wire by itself: on the manufacturing grid, inside the die, on tracks if LEF
 * requires that. Sums up lengths and vias. */
#include "grid/check/layout/inspect.h"
#include "grid/layout/tracks.h"

/* True if a straight line is in the die; follows it from one rectangle of the die to the next. */
static bool is_line_inside(const struct placed *placed, struct layout_rect line)
{
    assert(line.x0 <= line.x1 && line.y0 <= line.y1);
    assert(line.x0 == line.x1 || line.y0 == line.y1);
    bool vertical = line.x0 == line.x1;
    int32_t end = vertical ? line.y1 : line.x1;
    int32_t *at = vertical ? &line.y0 : &line.x0;
    for (bool moved = true; moved && *at < end;) {
        moved = false;
        for (uint32_t i = 0; i < placed->die_count; i++) {
            struct layout_rect die = placed->die[i];
            int32_t to = vertical ? die.y1 : die.x1;
            if (die.x0 > line.x0 || line.x0 > die.x1 || die.y0 > line.y0 || line.y0 > die.y1 ||
                to <= *at)
                continue;
            *at = to;
            moved = true;
        }
    }
    return *at >= end || placed->die_count == 0;
}

static bool is_inside_die(const struct placed *placed, int32_t x, int32_t y)
{
    for (uint32_t i = 0; i < placed->die_count; i++) {
        struct layout_rect die = placed->die[i];
        if (die.x0 <= x && x <= die.x1 && die.y0 <= y && y <= die.y1)
            return true;
    }
    return placed->die_count == 0;
}

static void check_place(struct inspection *it, const char *what, uint32_t net, uint16_t layer,
                        int32_t x, int32_t y)
{
    if (!is_inside_die(&it->layout->placed, x, y))
        inspect_report(it, FAULT_DIE, "%s: a %s of %s is outside the die",
                       fault_place(it, net, layer, (struct layout_rect){x, y, x, y}).text, what,
                       inspect_net(it, net));
}

/* Moves *from along the line as long as a box holds it. Boxes: the pins, rails and FIXED wires of
 * the net on a layer, grown by `reach`. */
static void pass_pins(const struct inspection *it, uint32_t net, uint16_t layer, int32_t reach,
                      struct layout_rect *from)
{
    struct bins_search search = bins_search(&it->bins[layer], *from, reach);
    for (uint32_t i = 0; bins_next(&search, &i);) {
        const struct shape *shape = &it->shapes.shapes[i];
        const bool routed = shape->kind == SHAPE_WIRE &&
                            it->layout->placed.wires[shape->owner].status == WIRE_ROUTED;
        const struct layout_rect box = rect_grow(shape->rect, reach);
        if (shape->net != net || routed || from->x0 < box.x0 || from->x0 > box.x1 ||
            from->y0 < box.y0 || from->y0 > box.y1)
            continue;
        from->x0 = from->x1 < box.x1 ? from->x1 : box.x1;
        from->y0 = from->y1 < box.y1 ? from->y1 : box.y1;
    }
}

/* True if each point of the line is beside a pin of the net. */
static bool is_beside_pins(const struct inspection *it, uint32_t net, struct layout_rect line,
                           int32_t width)
{
    const struct tech *tech = &it->layout->tech;
    const int32_t reach = layout_jog(it->layout) + width; /* a wire may end beside the pin */
    struct layout_rect before;
    do {
        before = line;
        for (uint32_t level = 0; level < tech->level_count; level++)
            pass_pins(it, net, tech->levels[level], reach, &line);
    } while (!rect_equal(before, line) && (line.x0 < line.x1 || line.y0 < line.y1));
    return line.x0 == line.x1 && line.y0 == line.y1;
}

static void check_segment(struct inspection *it, const struct placed_wire *wire, uint32_t net)
{
    const struct tech_layer *layer = inspect_layer(it, wire->layer);
    struct layout_rect line = {
        wire->x0 < wire->x1 ? wire->x0 : wire->x1, wire->y0 < wire->y1 ? wire->y0 : wire->y1,
        wire->x0 > wire->x1 ? wire->x0 : wire->x1, wire->y0 > wire->y1 ? wire->y0 : wire->y1};
    bool vertical = line.x0 == line.x1, point = vertical && line.y0 == line.y1;
    assert(vertical || line.y0 == line.y1); /* the readers refuse others */
    const struct placed_net *owner = &it->layout->placed.nets[net];
    const struct names *names = &it->layout->tech.layer_names;
    const uint16_t *levels = it->layout->tech.levels;
    if (owner->end_level > 0 && !point && wire->status == WIRE_ROUTED &&
        (layer->level < owner->first_level || layer->level >= owner->end_level) &&
        !is_beside_pins(it, net, line, wire->width))
        inspect_report(it, FAULT_LAYERS, "%s: a wire of %s is outside of its layers %.40s to %.40s",
                       fault_place(it, net, wire->layer, line).text, inspect_net(it, net),
                       names_text(names, levels[owner->first_level]),
                       names_text(names, levels[owner->end_level - 1]));
    check_place(it, "wire", net, wire->layer, wire->x0, wire->y0);
    check_place(it, "wire", net, wire->layer, wire->x1, wire->y1);
    if (is_inside_die(&it->layout->placed, wire->x0, wire->y0) &&
        is_inside_die(&it->layout->placed, wire->x1, wire->y1) &&
        !is_line_inside(&it->layout->placed, line))
        inspect_report(it, FAULT_DIE, "%s: a wire of %s leaves the die",
                       fault_place(it, net, wire->layer, line).text, inspect_net(it, net));
    bool right_way = layer->direction == (vertical ? DIRECTION_VERTICAL : DIRECTION_HORIZONTAL);
    if (layer->right_way_on_grid && right_way && !point &&
        !tracks_have(&it->layout->placed, wire->layer, vertical, vertical ? line.x0 : line.y0))
        inspect_report(it, FAULT_SHAPE,
                       "%s: a wire of %s is not on a track, as RIGHTWAYONGRIDONLY "
                       "requires",
                       fault_place(it, net, wire->layer, line).text, inspect_net(it, net));
}

static void check_via(struct inspection *it, const struct placed_wire *wire, uint32_t net)
{
    assert(wire->via < it->layout->tech.via_names.count);
    const struct tech_via *via = &it->layout->tech.vias[wire->via];
    bool touches = wire->layer == LAYER_NONE;
    for (uint32_t i = via->rects.first; i < via->rects.first + via->rects.count; i++)
        touches = touches || it->layout->tech.via_rects[i].layer == wire->layer;
    if (!touches)
        inspect_report(it, FAULT_UNKNOWN, "via %s of %s does not touch its path's layer %s",
                       names_text(&it->layout->tech.via_names, wire->via), inspect_net(it, net),
                       names_text(&it->layout->tech.layer_names, wire->layer));
    check_place(it, "via", net, via->bottom, wire->x0, wire->y0);
}

/* Checks that the shapes of a net are on the manufacturing grid. */
static enum status check_grid(struct inspection *it, uint32_t net, struct error *error)
{
    const int32_t grid = it->layout->tech.manufacturing_grid;
    (void)error;
    for (uint32_t i = it->shapes.wire_first[net]; i < it->shapes.wire_first[net + 1]; i++) {
        const struct layout_rect r = it->shapes.shapes[i].rect;
        if (r.x0 % grid != 0 || r.y0 % grid != 0 || r.x1 % grid != 0 || r.y1 % grid != 0)
            inspect_report(it, FAULT_GRID, "%s of %s is off the manufacturing grid of %s",
                           shape_place(it, i).text, inspect_net(it, net),
                           length_text(it, grid).text);
    }
    return STATUS_OK;
}

void inspect_count(struct inspection *it, uint32_t net, int sign)
{
    const struct slice wires = it->layout->placed.nets[net].wires;
    assert(wires.first + wires.count <= it->layout->placed.wire_count && (sign == 1 || sign == -1));
    for (uint32_t i = wires.first; i < wires.first + wires.count; i++) {
        const struct placed_wire *wire = &it->layout->placed.wires[i];
        if (wire->kind == WIRE_SEGMENT)
            it->verdict->length += sign * (llabs((long long)wire->x1 - wire->x0) +
                                           llabs((long long)wire->y1 - wire->y0));
        else if (wire->kind == WIRE_VIA)
            it->verdict->vias += (uint64_t)sign; /* wraps around */
    }
}

static enum status check_wires(struct inspection *it, uint32_t net, struct error *error)
{
    const struct placed *placed = &it->layout->placed;
    const struct slice wires = placed->nets[net].wires;
    (void)error;
    inspect_count(it, net, 1);
    for (uint32_t i = wires.first; i < wires.first + wires.count; i++) {
        const struct placed_wire *wire = &placed->wires[i];
        if (wire->kind == WIRE_SEGMENT)
            check_segment(it, wire, net);
        else if (wire->kind == WIRE_RECT && (wire->x0 >= wire->x1 || wire->y0 >= wire->y1))
            inspect_report(it, FAULT_UNKNOWN, "a rectangle of %s has no area",
                           inspect_net(it, net));
        else if (wire->kind == WIRE_VIA)
            check_via(it, wire, net);
    }
    return STATUS_OK;
}

enum status inspect_wires(struct inspection *it, struct error *error)
{
    const uint32_t nets = it->layout->placed.net_names.count;
    TRY(inspect_each(it, &(struct inspect_loop){.body = check_wires, .count = nets}, error));
    return it->layout->tech.manufacturing_grid > 0
               ? inspect_each(it, &(struct inspect_loop){.body = check_grid, .count = nets}, error)
               : STATUS_OK;
}
