/* kept: compares the routed layout with the placed one, except wiring of regular nets and new vias.
 * Numbers of layers and macros agree, since both were read with the same LEF files; objects of DEF
 * are matched by name. a, p: of the placed layout; b, q: of the routed one. */
#include "grid/check/layout/inspect.h"

static void fault(struct inspection *it, const char *what, const char *name)
{
    inspect_report(it, FAULT_KEPT, "%s %s", what, name);
}

static bool same_shapes(const struct cell_shape *a, struct slice in_a, const struct cell_shape *b,
                        struct slice in_b)
{
    if (in_a.count != in_b.count)
        return false;
    for (uint32_t i = 0; i < in_a.count; i++) {
        const struct cell_shape *p = &a[in_a.first + i], *q = &b[in_b.first + i];
        if (p->layer != q->layer || memcmp(&p->rect, &q->rect, sizeof p->rect) != 0)
            return false;
    }
    return true;
}

/* The number in b of name p of a; reports a fault if b lacks it. */
static uint32_t match(struct inspection *it, const char *what, const struct names *a,
                      const struct names *b, uint32_t number)
{
    assert(number < a->count);
    const char *name = names_text(a, number);
    uint32_t found = names_find(b, name, strlen(name));
    if (found == NAME_NONE)
        fault(it, what, name);
    return found;
}

/* Reports the names of b that a lacks. */
static void check_added(struct inspection *it, const char *what, const struct names *a,
                        const struct names *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        (void)match(it, what, b, a, i);
}

static void check_components(struct inspection *it)
{
    const struct placed *a = &it->placed->placed, *b = &it->layout->placed;
    for (uint32_t i = 0; i < a->component_names.count; i++) {
        uint32_t k = match(it, "missing: component", &a->component_names, &b->component_names, i);
        if (k == NAME_NONE)
            continue;
        const struct placed_component *p = &a->components[i], *q = &b->components[k];
        if (p->macro != q->macro || p->x != q->x || p->y != q->y || p->orient != q->orient ||
            (p->status == PLACE_UNPLACED) != (q->status == PLACE_UNPLACED))
            fault(it, "changed or moved: component", names_text(&a->component_names, i));
    }
    check_added(it, "added: component", &a->component_names, &b->component_names);
}

static void check_ports(struct inspection *it)
{
    const struct placed *a = &it->placed->placed, *b = &it->layout->placed;
    for (uint32_t i = 0; i < a->port_names.count; i++) {
        uint32_t k = match(it, "missing: I/O pin", &a->port_names, &b->port_names, i);
        if (k == NAME_NONE)
            continue;
        const struct placed_port *p = &a->ports[i], *q = &b->ports[k];
        if (p->use != q->use || p->direction != q->direction || p->special != q->special ||
            !same_shapes(a->port_shapes, p->shapes, b->port_shapes, q->shapes))
            fault(it, "changed: I/O pin", names_text(&a->port_names, i));
    }
    check_added(it, "added: I/O pin", &a->port_names, &b->port_names);
}

/* The number in the routed layout of a pin of the placed one, or TECH_NONE. */
static uint32_t pin_in_routed(const struct inspection *it, uint32_t number)
{
    assert(number < it->placed->placed.pin_count);
    const struct placed *a = &it->placed->placed, *b = &it->layout->placed;
    struct layout_pin pin = layout_pin(it->placed, number);
    const struct names *names = pin.component == TECH_NONE ? &a->port_names : &a->component_names;
    const struct names *others = pin.component == TECH_NONE ? &b->port_names : &b->component_names;
    const char *name = names_text(names, pin.component == TECH_NONE ? pin.pin : pin.component);
    uint32_t found = names_find(others, name, strlen(name));
    if (found == NAME_NONE)
        return TECH_NONE;
    return pin.component == TECH_NONE
               ? b->first_port + found
               : b->components[found].first_pin + number - a->components[pin.component].first_pin;
}

/* True if a number of a and a number of b, each perhaps none (UINT32_MAX), have one name. */
static bool same_name(const struct names *a, uint32_t p, const struct names *b, uint32_t q)
{
    return p == UINT32_MAX || q == UINT32_MAX ? p == q
                                              : strcmp(names_text(a, p), names_text(b, q)) == 0;
}

/* Each pin must belong to the net of the same name. */
static void check_pins(struct inspection *it)
{
    const struct placed *a = &it->placed->placed, *b = &it->layout->placed;
    char name[128];
    for (uint32_t pin = 0; pin < a->pin_count; pin++) {
        uint32_t other = pin_in_routed(it, pin);
        if (other == TECH_NONE || other >= b->pin_count)
            continue;
        if (!same_name(&a->net_names, a->pin_net[pin], &b->net_names, b->pin_net[other]))
            fault(it, "of another net: pin", layout_pin_name(it->placed, pin, name, sizeof name));
    }
}

static bool same_wire(const struct inspection *it, const struct placed_wire *p,
                      const struct placed_wire *q)
{
    assert(p->kind <= WIRE_RECT && q->kind <= WIRE_RECT);
    if (p->kind != q->kind || p->x0 != q->x0 || p->y0 != q->y0)
        return false;
    if (p->kind == WIRE_VIA)
        return p->orient == q->orient &&
               same_name(&it->placed->tech.via_names, p->via, &it->layout->tech.via_names, q->via);
    return p->x1 == q->x1 && p->y1 == q->y1 && p->layer == q->layer &&
           (p->kind == WIRE_RECT ||
            (p->width == q->width && p->ext0 == q->ext0 && p->ext1 == q->ext1));
}

/* True if special wiring is the same, piece by piece. */
static bool same_special(const struct inspection *it, struct slice in_a, struct slice in_b)
{
    if (in_a.count != in_b.count)
        return false;
    for (uint32_t i = 0; i < in_a.count; i++)
        if (!same_wire(it, &it->placed->placed.special_wires[in_a.first + i],
                       &it->layout->placed.special_wires[in_b.first + i]))
            return false;
    return true;
}

/* True if all wiring of the placed net other than ROUTED is in the routed net. */
static bool keeps_fixed(const struct inspection *it, struct slice in_a, struct slice in_b)
{
    for (uint32_t i = in_a.first; i < in_a.first + in_a.count; i++) {
        const struct placed_wire *wire = &it->placed->placed.wires[i];
        bool found = wire->status == WIRE_ROUTED;
        for (uint32_t k = in_b.first; k < in_b.first + in_b.count && !found; k++)
            found = it->layout->placed.wires[k].status == wire->status &&
                    same_wire(it, wire, &it->layout->placed.wires[k]);
        if (!found)
            return false;
    }
    return true;
}

static void check_nets(struct inspection *it)
{
    const struct placed *a = &it->placed->placed, *b = &it->layout->placed;
    for (uint32_t i = 0; i < a->net_names.count; i++) {
        uint32_t k = match(it, "missing: net", &a->net_names, &b->net_names, i);
        if (k == NAME_NONE)
            continue;
        const struct placed_net *p = &a->nets[i], *q = &b->nets[k];
        const char *name = names_text(&a->net_names, i);
        bool same_rule =
            same_name(&it->placed->tech.rule_names, p->rule, &it->layout->tech.rule_names, q->rule);
        if (p->regular != q->regular || p->special != q->special || p->use != q->use || !same_rule)
            fault(it, "changed: net", name);
        if (p->pins.count != q->pins.count)
            fault(it, "with other pins: net", name);
        if (!same_special(it, p->special_wires, q->special_wires))
            fault(it, "with changed special wiring: net", name);
        if (!keeps_fixed(it, p->wires, q->wires))
            fault(it, "with changed fixed wiring: net", name);
    }
    check_added(it, "added: net", &a->net_names, &b->net_names);
}

/* True if the wires p and q have the same metal and cuts, and all else that rules ask about. */
static bool same_metal(const struct inspection *it, const struct placed_wire *p,
                       const struct placed_wire *q)
{
    if (!same_wire(it, p, q) || p->status != q->status || p->taper != q->taper ||
        wire_rect_count(it->placed, p) != wire_rect_count(it->layout, q))
        return false;
    for (uint32_t i = 0; i < wire_rect_count(it->placed, p); i++) {
        uint16_t a, b;
        if (!rect_equal(wire_rect(it->placed, p, i, &a), wire_rect(it->layout, q, i, &b)) || a != b)
            return false;
    }
    const struct tech_via *via = p->kind == WIRE_VIA ? &it->layout->tech.vias[q->via] : NULL;
    /* A via must touch the layer of its path (wires.c); which one does not matter. */
    return via == NULL || p->layer == q->layer || q->layer == via->bottom || q->layer == via->top;
}

void inspect_copied(struct inspection *it, const struct layout *judged)
{
    const struct placed *a = &judged->placed, *b = &it->layout->placed;
    bool same = a->net_names.count == b->net_names.count;
    for (uint32_t i = 0; i < a->net_names.count && same; i++) {
        const struct slice p = a->nets[i].wires, q = b->nets[i].wires;
        same = same_name(&a->net_names, i, &b->net_names, i) && p.count == q.count;
        for (uint32_t w = 0; w < p.count && same; w++)
            same = same_metal(it, &a->wires[p.first + w], &b->wires[q.first + w]);
    }
    if (!same)
        fault(it, "changed:", "wires");
}

static bool same_tracks(const struct placed *a, const struct placed *b)
{
    if (a->track_count != b->track_count)
        return false;
    for (uint32_t i = 0; i < a->track_count; i++) {
        const struct placed_tracks *p = &a->tracks[i], *q = &b->tracks[i];
        if (p->vertical != q->vertical || p->start != q->start || p->step != q->step ||
            p->count != q->count || p->layers.count != q->layers.count ||
            memcmp(a->track_layers + p->layers.first, b->track_layers + q->layers.first,
                   p->layers.count * sizeof *a->track_layers) != 0)
            return false;
    }
    return true;
}

static bool same_rows(const struct placed *a, const struct placed *b)
{
    if (a->row_count != b->row_count)
        return false;
    for (uint32_t i = 0; i < a->row_count; i++) {
        const struct placed_row *p = &a->rows[i], *q = &b->rows[i];
        if (p->x != q->x || p->y != q->y || p->orient != q->orient || p->count_x != q->count_x ||
            p->count_y != q->count_y || p->step_x != q->step_x || p->step_y != q->step_y)
            return false;
    }
    return true;
}

static bool same_blockages(const struct placed *a, const struct placed *b)
{
    if (a->blockage_count != b->blockage_count)
        return false;
    for (uint32_t i = 0; i < a->blockage_count; i++) {
        const struct placed_blockage *p = &a->blockages[i], *q = &b->blockages[i];
        if (p->layer != q->layer || memcmp(&p->rect, &q->rect, sizeof p->rect) != 0 ||
            p->spacing != q->spacing || p->rule_width != q->rule_width)
            return false;
    }
    return true;
}

void inspect_kept(struct inspection *it)
{
    assert(it->placed != NULL && it->placed->placed.design != NULL);
    const struct placed *a = &it->placed->placed, *b = &it->layout->placed;
    if (strcmp(a->design, b->design) != 0)
        fault(it, "another design:", b->design);
    if (a->dbu != b->dbu || a->scale != b->scale) {
        fault(it, "changed:", "UNITS");
        return; /* no length can be compared */
    }
    if (a->die_count != b->die_count ||
        (a->die_count > 0 && memcmp(a->die, b->die, a->die_count * sizeof *a->die) != 0))
        fault(it, "changed:", "DIEAREA");
    if (!same_rows(a, b))
        fault(it, "changed:", "ROW");
    if (!same_tracks(a, b))
        fault(it, "changed:", "TRACKS");
    if (!same_blockages(a, b))
        fault(it, "changed:", "BLOCKAGES");
    check_components(it);
    check_ports(it);
    check_nets(it);
    check_pins(it);
}
