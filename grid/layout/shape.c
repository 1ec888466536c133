/* shape: collects the shapes kind by kind and drops duplicates by hashing. */
#include "grid/layout/shape.h"

#include "grid/random.h"

struct layout_rect wire_segment_rect(const struct placed_wire *wire)
{
    assert(wire->kind == WIRE_SEGMENT && wire->width > 0);
    assert(wire->x0 == wire->x1 || wire->y0 == wire->y1);
    int32_t half = wire->width / 2, rest = wire->width - half;
    bool vertical = wire->x0 == wire->x1, point = vertical && wire->y0 == wire->y1;
    bool back = wire->x0 > wire->x1 || wire->y0 > wire->y1;
    int32_t low = back ? wire->ext1 : wire->ext0, high = back ? wire->ext0 : wire->ext1;
    if (point) { /* a square at least as large as the wire is wide */
        int32_t ext = low > high ? low : high;
        low = ext > half ? ext : half;
        high = ext > rest ? ext : rest;
    }
    int32_t x0 = back ? wire->x1 : wire->x0, x1 = back ? wire->x0 : wire->x1;
    int32_t y0 = back ? wire->y1 : wire->y0, y1 = back ? wire->y0 : wire->y1;
    return vertical && !point ? (struct layout_rect){x0 - half, y0 - low, x1 + rest, y1 + high}
                              : (struct layout_rect){x0 - low, y0 - half, x1 + high, y1 + rest};
}

uint32_t wire_rect_count(const struct layout *layout, const struct placed_wire *wire)
{
    assert(wire->kind != WIRE_VIA || wire->via < layout->tech.via_names.count);
    return wire->kind == WIRE_VIA ? layout->tech.vias[wire->via].rects.count : 1;
}

struct layout_rect wire_rect(const struct layout *layout, const struct placed_wire *wire,
                             uint32_t i, uint16_t *layer)
{
    assert(i < wire_rect_count(layout, wire));
    *layer = wire->layer;
    if (wire->kind == WIRE_SEGMENT)
        return wire_segment_rect(wire);
    if (wire->kind == WIRE_RECT)
        return (struct layout_rect){wire->x0, wire->y0, wire->x1, wire->y1};
    const struct tech_via_rect *part =
        &layout->tech.via_rects[layout->tech.vias[wire->via].rects.first + i];
    *layer = part->layer;
    return rect_move(rect_orient(part->rect, (enum orient)wire->orient, 0, 0), wire->x0, wire->y0);
}

/* Appends a shape; the array has room for count_shapes of them. */
static void add(struct shapes *shapes, const struct layout *layout, struct shape shape)
{
    assert(shape.layer < layout->tech.layer_names.count);
    if (shape.rect.x0 >= shape.rect.x1 || shape.rect.y0 >= shape.rect.y1 ||
        layout->tech.layers[shape.layer].kind == LAYER_OTHER)
        return;
    assert(shapes->count < shapes->capacity);
    shapes->shapes[shapes->count++] = shape;
}

/* An upper bound of the number of shapes. */
static uint64_t count_shapes(const struct layout *layout)
{
    const struct placed *placed = &layout->placed;
    uint64_t count = (uint64_t)placed->port_shape_count + placed->blockage_count;
    for (uint32_t c = 0; c < placed->component_names.count; c++) {
        const struct cell_macro *macro = &layout->library.macros[placed->components[c].macro];
        count += macro->obs.count;
        for (uint32_t i = macro->pins.first; i < macro->pins.first + macro->pins.count; i++)
            count += layout->library.pins[i].shapes.count;
    }
    for (uint32_t i = 0; i < placed->special_wire_count; i++)
        count += wire_rect_count(layout, &placed->special_wires[i]);
    for (uint32_t i = 0; i < placed->wire_count; i++)
        count += wire_rect_count(layout, &placed->wires[i]);
    return count;
}

/* Adds shapes of a cell at the place of the component. like: gives net, owner and kind. */
static void add_cell_shapes(struct shapes *shapes, const struct layout *layout,
                            const struct placed_component *component, struct slice slice,
                            struct shape like)
{
    const struct cell_macro *macro = &layout->library.macros[component->macro];
    if (component->status == PLACE_UNPLACED)
        return;
    for (uint32_t i = slice.first; i < slice.first + slice.count; i++) {
        const struct cell_shape *shape = &layout->library.shapes[i];
        struct layout_rect rect =
            rect_orient(shape->rect, component->orient, macro->width, macro->height);
        like.rect = rect_move(rect, component->x, component->y);
        like.layer = shape->layer;
        like.except_pg = shape->except_pg;
        like.spacing = shape->spacing;
        like.rule_width = shape->rule_width;
        add(shapes, layout, like);
    }
}

static void add_pins(struct shapes *shapes, const struct layout *layout)
{
    const struct placed *placed = &layout->placed;
    for (uint32_t c = 0; c < placed->component_names.count; c++) {
        const struct placed_component *component = &placed->components[c];
        struct slice pins = layout->library.macros[component->macro].pins;
        assert(component->first_pin + pins.count <= placed->first_port);
        for (uint32_t i = 0; i < pins.count; i++) {
            uint32_t pin = component->first_pin + i;
            struct shape like = {.net = placed->pin_net[pin], .owner = pin, .kind = SHAPE_PIN};
            shapes->pin_first[pin] = shapes->count;
            add_cell_shapes(shapes, layout, component, layout->library.pins[pins.first + i].shapes,
                            like);
        }
    }
    for (uint32_t p = 0; p < placed->port_names.count; p++) {
        uint32_t pin = placed->first_port + p;
        struct slice slice = placed->ports[p].shapes;
        shapes->pin_first[pin] = shapes->count;
        for (uint32_t i = slice.first; i < slice.first + slice.count; i++) {
            const struct cell_shape *shape = &placed->port_shapes[i];
            add(shapes, layout,
                (struct shape){.rect = shape->rect,
                               .net = placed->pin_net[pin],
                               .owner = pin,
                               .layer = shape->layer,
                               .kind = SHAPE_PORT,
                               .spacing = shape->spacing,
                               .rule_width = shape->rule_width});
        }
    }
    shapes->pin_first[placed->pin_count] = shapes->count;
}

static void add_obstructions(struct shapes *shapes, const struct layout *layout)
{
    const struct placed *placed = &layout->placed;
    shapes->first_obs = shapes->count;
    for (uint32_t c = 0; c < placed->component_names.count; c++) {
        const struct placed_component *component = &placed->components[c];
        struct shape like = {.net = NET_NONE, .owner = c, .kind = SHAPE_OBS};
        add_cell_shapes(shapes, layout, component, layout->library.macros[component->macro].obs,
                        like);
    }
    shapes->first_blockage = shapes->count;
    for (uint32_t i = 0; i < placed->blockage_count; i++) {
        const struct placed_blockage *blockage = &placed->blockages[i];
        if (blockage->layer == LAYER_NONE || blockage->fills || blockage->slots)
            continue;
        add(shapes, layout,
            (struct shape){.rect = blockage->rect,
                           .net = NET_NONE,
                           .owner = i,
                           .layer = blockage->layer,
                           .kind = blockage->metal ? SHAPE_FILL : SHAPE_BLOCKAGE,
                           .except_pg = blockage->except_pg,
                           .spacing = blockage->spacing,
                           .rule_width = blockage->rule_width});
    }
}

/* True if both are the same obstruction for rules and pictures. */
static bool is_double(const struct shape *a, const struct shape *b)
{
    return rect_equal(a->rect, b->rect) && a->layer == b->layer && a->kind == b->kind &&
           a->except_pg == b->except_pg && a->spacing == b->spacing &&
           a->rule_width == b->rule_width && (a->kind != SHAPE_OBS || a->owner == b->owner);
}

static uint64_t hash_of(const struct shape *shape)
{
    const struct layout_rect r = shape->rect;
    uint64_t low = (uint64_t)(uint32_t)r.x0 << 32 | (uint32_t)r.y0;
    uint64_t high = (uint64_t)(uint32_t)r.x1 << 32 | (uint32_t)r.y1;
    uint64_t rest =
        shape->kind != SHAPE_OBS ? shape->layer : (uint64_t)shape->owner << 16 | shape->layer;
    return random_hash(random_hash(random_hash(low) ^ high) ^ rest);
}

/* Keeps the first of equal obstructions and blockages, so that a file with many equal ones does not
 * make later work quadratic. An open-addressing hash table of shape numbers plus 1. */
static enum status drop_doubles(struct shapes *shapes, struct error *error)
{
    uint32_t first = shapes->first_obs, blockages = shapes->first_blockage, kept = first;
    size_t slots = 16;
    while (slots < 2 * (size_t)(shapes->count - first))
        slots *= 2;
    uint32_t *table;
    TRY(MEM_NEW(table, slots, "obstructions", error));
    for (uint32_t i = first; i < shapes->count; i++) {
        const struct shape shape = shapes->shapes[i];
        size_t at = hash_of(&shape) & (slots - 1);
        if (i == blockages)
            shapes->first_blockage = kept;
        while (table[at] != 0 && !is_double(&shapes->shapes[table[at] - 1], &shape))
            at = (at + 1) & (slots - 1);
        if (table[at] != 0)
            continue;
        shapes->shapes[kept++] = shape;
        table[at] = kept;
    }
    if (blockages == shapes->count)
        shapes->first_blockage = kept;
    shapes->count = kept;
    free(table);
    return STATUS_OK;
}

static void add_wires(struct shapes *shapes, const struct layout *layout, enum shape_kind kind)
{
    const struct placed *placed = &layout->placed;
    bool special = kind == SHAPE_SPECIAL;
    const struct placed_wire *wires = special ? placed->special_wires : placed->wires;
    for (uint32_t n = 0; n < placed->net_names.count; n++) {
        struct slice slice = special ? placed->nets[n].special_wires : placed->nets[n].wires;
        shapes->wire_first[n] = shapes->count;
        for (uint32_t w = slice.first; w < slice.first + slice.count; w++)
            for (uint32_t i = 0; i < wire_rect_count(layout, &wires[w]); i++) {
                struct shape shape = {.net = n,
                                      .owner = w,
                                      .kind = (uint8_t)kind,
                                      .spacing = LENGTH_NONE,
                                      .rule_width = LENGTH_NONE};
                shape.rect = wire_rect(layout, &wires[w], i, &shape.layer);
                add(shapes, layout, shape);
            }
    }
    shapes->wire_first[placed->net_names.count] = shapes->count;
}

enum status shapes_make(struct shapes *shapes, const struct layout *layout, struct error *error)
{
    assert(layout->placed.pin_net != NULL || layout->placed.pin_count == 0);
    memset(shapes, 0, sizeof *shapes);
    uint64_t most = count_shapes(layout);
    if (most > UINT32_MAX)
        return error_refuse(error, "too many shapes: at most %u are supported", UINT32_MAX);
    shapes->capacity = (size_t)most;
    enum status status = MEM_NEW(shapes->shapes, shapes->capacity, "shapes", error);
    THEN(status, MEM_NEW(shapes->pin_first, (size_t)layout->placed.pin_count + 1, "pins", error));
    THEN(status,
         MEM_NEW(shapes->wire_first, (size_t)layout->placed.net_names.count + 1, "nets", error));
    if (status == STATUS_OK) {
        add_pins(shapes, layout);
        add_obstructions(shapes, layout);
        status = drop_doubles(shapes, error);
    }
    if (status != STATUS_OK) {
        shapes_destroy(shapes);
        return status;
    }
    shapes->first_special = shapes->count;
    add_wires(shapes, layout, SHAPE_SPECIAL);
    shapes->first_wire = shapes->count;
    add_wires(shapes, layout, SHAPE_WIRE);
    return STATUS_OK;
}

bool shapes_has_metal(const struct shapes *shapes, const struct layout *layout, uint32_t pin)
{
    assert(pin < layout->placed.pin_count);
    for (uint32_t s = shapes->pin_first[pin]; s < shapes->pin_first[pin + 1]; s++)
        if (layout->tech.layers[shapes->shapes[s].layer].kind == LAYER_ROUTING)
            return true;
    return false;
}

enum status shapes_find_rails(const struct shapes *shapes, const struct layout *layout, bool **rail,
                              struct error *error)
{
    const struct placed *placed = &layout->placed;
    bool *has_rail = NULL;
    enum status status = MEM_NEW(*rail, placed->pin_count, "pins", error);
    THEN(status, MEM_NEW(has_rail, placed->net_names.count, "pins", error));
    if (status != STATUS_OK) {
        MEM_FREE(*rail, has_rail);
        *rail = NULL;
        return status;
    }
    for (uint32_t pin = 0; pin < placed->pin_count; pin++)
        (*rail)[pin] =
            placed->pin_net[pin] != NET_NONE && placed->nets[placed->pin_net[pin]].special;
    for (uint32_t i = 0; i < placed->net_pin_count; i++)
        (*rail)[placed->net_pins[i]] = false;
    for (uint32_t pin = 0; pin < placed->pin_count; pin++)
        if ((*rail)[pin] && shapes_has_metal(shapes, layout, pin))
            has_rail[placed->pin_net[pin]] = true;
    for (uint32_t i = 0; i < placed->net_pin_count; i++) {
        const uint32_t pin = placed->net_pins[i], n = placed->pin_net[pin];
        assert(n < placed->net_names.count);
        const struct placed_net *net = &placed->nets[n];
        (*rail)[pin] = net->special && net->special_wires.count == 0 && !has_rail[n] &&
                       use_is_power(layout_pin_use(layout, pin));
    }
    free(has_rail);
    return STATUS_OK;
}

uint32_t shapes_bare_pin(const struct shapes *shapes, const struct layout *layout, const bool *rail,
                         uint32_t net)
{
    const struct placed *placed = &layout->placed;
    const struct slice pins = placed->nets[net].pins;
    assert(net < placed->net_names.count && pins.first + pins.count <= placed->net_pin_count);
    for (uint32_t i = pins.first; i < pins.first + pins.count; i++)
        if (!rail[placed->net_pins[i]] && !shapes_has_metal(shapes, layout, placed->net_pins[i]))
            return placed->net_pins[i];
    return NET_NONE;
}

MEM_DESTROY(shapes_destroy, shapes, it->shapes, it->pin_first, it->wire_first)
