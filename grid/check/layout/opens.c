/* opens: checks by union-find that the pins of each net are connected, and all wiring to a pin. All
 * joints are between nodes of one net, so threads share the nets. Nodes:
 *
 *     0 .. pin_count - 1          a pin that needs wiring; its ports are connected in its cell
 *     then `nets` nodes           the power wiring of a net with the pins of its rails
 *     then `shapes` nodes         a new shape
 *
 * A via joins layers where its cuts touch its metal; a cluster joins what it touches. */
#include "grid/check/layout/inspect.h"

enum { PINS_COMPARED = 16 }; /* pins of a net from which the bins find those that abut */

struct joints {
    uint32_t *root; /* [nodes] */
    bool *rail;     /* [pins] the pin belongs to the rails of its net */
    bool *powered;  /* [nets] it has metal of rails */
    bool *held;     /* [nodes] by root: connected to a pin or to power wiring */
    bool *open;     /* [nets] */
    uint32_t pins, nets, nodes;
    const bool *lost; /* [nets] nets without their wires, which alone are looked at; or NULL */
};

static void join(const struct joints *joints, uint32_t a, uint32_t b)
{
    assert(a < joints->nodes && b < joints->nodes);
    union_join(joints->root, a, b);
}

/* The node of a pin. */
static uint32_t node_of_pin(const struct joints *joints, uint32_t pin, uint32_t net)
{
    assert(pin < joints->pins && net < joints->nets);
    return joints->rail[pin] ? joints->pins + net : pin;
}

/* The node of a shape that has a net. */
static uint32_t node_of(const struct inspection *it, uint32_t shape)
{
    const struct joints *joints = it->whole;
    const struct shape *s = &it->shapes.shapes[shape];
    assert(s->net != NET_NONE);
    if (s->kind == SHAPE_WIRE)
        return joints->pins + joints->nets + shape;
    return s->kind == SHAPE_PIN || s->kind == SHAPE_PORT ? node_of_pin(joints, s->owner, s->net)
                                                         : joints->pins + s->net;
}

static void join_vias(const struct inspection *it, uint32_t net)
{
    const struct joints *joints = it->whole;
    const struct shape *shapes = it->shapes.shapes;
    uint32_t end = 0;
    for (uint32_t i = it->shapes.wire_first[net]; i < it->shapes.wire_first[net + 1]; i = end) {
        for (end = i + 1;
             end < it->shapes.wire_first[net + 1] && shapes[end].owner == shapes[i].owner;)
            end++;
        uint32_t first_cut = TECH_NONE;
        for (uint32_t c = i; c < end; c++) {
            if (inspect_layer(it, shapes[c].layer)->kind != LAYER_CUT)
                continue;
            first_cut = first_cut == TECH_NONE ? c : first_cut;
            join(joints, node_of(it, c), node_of(it, first_cut));
        }
        for (uint32_t m = i; m < end; m++) /* few, while a via can have very many cuts */
            for (uint32_t c = i;
                 c < end && inspect_layer(it, shapes[m].layer)->kind == LAYER_ROUTING; c++)
                if (inspect_layer(it, shapes[c].layer)->kind == LAYER_CUT &&
                    rect_touch(it->shapes.shapes[m].rect, it->shapes.shapes[c].rect))
                    join(joints, node_of(it, m), node_of(it, c));
    }
}

static void join_clusters(const struct inspection *it, uint32_t net)
{
    const struct joints *joints = it->whole;
    for (uint32_t c = it->net_heads[net]; c < it->net_heads[net + 1]; c++) {
        uint32_t head = node_of(it, it->heads[c]);
        for (uint32_t m = it->members.first[c]; m < it->members.first[c + 1]; m++)
            join(joints, head, node_of(it, it->members.at[m]));
        for (uint32_t t = it->touched.first[c]; t < it->touched.first[c + 1]; t++)
            join(joints, head, node_of(it, it->touched.at[t]));
    }
}

/* True if a shape touches one of another pin of its net. */
static bool touches_pin(const struct inspection *it, const struct shape *s)
{
    const struct placed *placed = &it->layout->placed;
    const struct slice pins = placed->nets[s->net].pins;
    for (uint32_t i = pins.first; i < pins.first + pins.count; i++) {
        const uint32_t *first = &it->shapes.pin_first[placed->net_pins[i]];
        for (uint32_t k = first[0]; k < first[1] && placed->net_pins[i] != s->owner; k++)
            if (rect_touch(s->rect, it->shapes.shapes[k].rect))
                return true;
    }
    return false;
}

/* Joins a shape of a pin with fixed shapes of its net that touch it: pins that abut, rails. */
static void join_abutting(const struct inspection *it, uint32_t i)
{
    const struct shape *s = &it->shapes.shapes[i];
    const struct placed_net *net = &it->layout->placed.nets[s->net];
    if (inspect_layer(it, s->layer)->kind != LAYER_ROUTING ||
        (!net->special && net->pins.count < PINS_COMPARED && !touches_pin(it, s)))
        return; /* nothing else of the net is fixed */
    struct bins_search search = bins_search(&it->bins[s->layer], s->rect, 0);
    for (uint32_t j = 0; bins_next(&search, &j);)
        if (!inspect_is_new(it, j) && it->shapes.shapes[j].net == s->net &&
            rect_touch(s->rect, it->shapes.shapes[j].rect))
            join(it->whole, node_of(it, i), node_of(it, j));
}

/* Joins what is connected in a net. */
static void join_net(const struct inspection *it, uint32_t net)
{
    const struct joints *joints = it->whole;
    const struct placed *placed = &it->layout->placed;
    const struct slice pins = placed->nets[net].pins;
    const uint32_t power = joints->pins + net, base = joints->pins + joints->nets;
    joints->root[power] = power;
    for (uint32_t i = pins.first; i < pins.first + pins.count; i++) {
        assert(placed->pin_net[placed->net_pins[i]] == net);
        joints->root[placed->net_pins[i]] = placed->net_pins[i];
    }
    for (uint32_t i = it->shapes.wire_first[net]; i < it->shapes.wire_first[net + 1]; i++)
        joints->root[base + i] = base + i;
    if (joints->lost == NULL) {
        join_vias(it, net);
        join_clusters(it, net);
    }
    for (uint32_t i = pins.first; i < pins.first + pins.count; i++) {
        const uint32_t pin = placed->net_pins[i];
        for (uint32_t s = it->shapes.pin_first[pin];
             s < it->shapes.pin_first[pin + 1] && !joints->rail[pin]; s++)
            join_abutting(it, s);
    }
}

/* Reports a net as open if a pin has no metal or is not connected to the first pin. */
static void check_net(struct inspection *it, uint32_t net)
{
    const struct joints *joints = it->whole;
    const struct placed *placed = &it->layout->placed;
    struct slice pins = placed->nets[net].pins;
    uint32_t first = TECH_NONE, wanted = 0, apart = TECH_NONE, others = 0;
    if (placed->nets[net].special) {
        first = union_find(joints->root, joints->pins + net);
        wanted++;
    }
    for (uint32_t i = pins.first; i < pins.first + pins.count; i++) {
        uint32_t pin = placed->net_pins[i];
        if (joints->rail[pin])
            continue;
        uint32_t root = union_find(joints->root, pin);
        wanted++;
        first = first == TECH_NONE ? root : first;
        if (root != first) {
            apart = apart == TECH_NONE ? pin : apart;
            others++;
        }
    }
    it->verdict->nets += wanted > 1 && joints->lost == NULL;
    joints->open[net] = others > 0;
    if (others == 0)
        return;
    char name[128];
    assert(apart != TECH_NONE && others < wanted);
    it->at = (struct layout_violation){.net = net, .layer = LAYER_NONE};
    const uint32_t bare = shapes_bare_pin(&it->shapes, it->layout, joints->rail, net);
    layout_pin_name(it->layout, bare != NET_NONE ? bare : apart, name, sizeof name);
    if (bare != NET_NONE)
        inspect_report(it, FAULT_OPEN, "net %s: pin %s has no placed metal on a routing layer",
                       inspect_net(it, net), name);
    else
        inspect_report(it, FAULT_OPEN,
                       "net %s: %u of %u pins are not connected to the first, for example %s",
                       inspect_net(it, net), others, wanted, name);
}

static enum status connect_net(struct inspection *it, uint32_t net, struct error *error)
{
    const struct joints *joints = it->whole;
    (void)error;
    if (joints->lost != NULL && !joints->lost[net])
        return STATUS_OK;
    join_net(it, net);
    if (it->layout->placed.nets[net].regular)
        check_net(it, net);
    return STATUS_OK;
}

/* Finds wiring that is not connected to a pin or power wiring. */
static enum status check_floating(struct inspection *it, uint32_t net, struct error *error)
{
    const struct joints *joints = it->whole;
    const struct placed *placed = &it->layout->placed;
    const struct slice pins = placed->nets[net].pins;
    (void)error;
    if (joints->powered[net])
        joints->held[union_find(joints->root, joints->pins + net)] = true;
    for (uint32_t i = pins.first; i < pins.first + pins.count; i++) {
        const uint32_t pin = placed->net_pins[i];
        if (it->shapes.pin_first[pin] < it->shapes.pin_first[pin + 1])
            joints->held[union_find(joints->root, node_of_pin(joints, pin, net))] = true;
    }
    for (uint32_t i = it->shapes.wire_first[net]; i < it->shapes.wire_first[net + 1]; i++) {
        uint32_t root = union_find(joints->root, joints->pins + joints->nets + i);
        if (inspect_layer(it, it->shapes.shapes[i].layer)->kind != LAYER_ROUTING ||
            joints->held[root])
            continue;
        joints->held[root] = true; /* one report for all of it */
        inspect_report(it, FAULT_FLOATING, "%s of %s reaches no pin", shape_place(it, i).text,
                       inspect_net(it, net));
    }
    return STATUS_OK;
}

static enum status make_joints(struct inspection *it, struct joints *joints, struct error *error)
{
    const struct placed *placed = &it->layout->placed;
    TRY(shapes_find_rails(&it->shapes, it->layout, &joints->rail, error));
    TRY(MEM_NEW(joints->root, joints->nodes, "parts of nets", error));
    TRY(MEM_NEW(joints->held, joints->nodes, "parts of nets", error));
    TRY(MEM_NEW(joints->powered, joints->nets, "parts of nets", error));
    TRY(MEM_NEW(joints->open, joints->nets, "parts of nets", error));
    for (uint32_t pin = 0; pin < joints->pins; pin++) {
        joints->root[pin] = pin;
        if (joints->rail[pin] && it->shapes.pin_first[pin] < it->shapes.pin_first[pin + 1])
            joints->powered[placed->pin_net[pin]] = true;
    }
    for (uint32_t i = it->shapes.first_special; i < it->shapes.first_wire; i++)
        if (it->shapes.shapes[i].net != NET_NONE)
            joints->powered[it->shapes.shapes[i].net] = true;
    return STATUS_OK;
}

static enum status connect_all(struct inspection *it, struct joints *joints, struct error *error)
{
    const struct inspect_loop connect = {
        .body = connect_net, .whole = joints, .count = joints->nets};
    const struct inspect_loop floating = {
        .body = check_floating, .whole = joints, .count = joints->nets};
    TRY(make_joints(it, joints, error));
    TRY(inspect_each(it, &connect, error));
    TRY(inspect_each(it, &floating, error));
    joints->lost = it->lost = it->how.lose != NULL ? it->how.lose(it->how.context) : NULL;
    if (joints->lost != NULL)
        TRY(inspect_each(it, &connect, error));
    for (uint32_t net = 0; net < joints->nets; net++)
        it->verdict->open += joints->open[net];
    it->verdict->faults[FAULT_OPEN] = it->verdict->open;
    return STATUS_OK;
}

enum status inspect_opens(struct inspection *it, struct error *error)
{
    const struct placed *placed = &it->layout->placed;
    struct joints joints = {.pins = placed->pin_count, .nets = placed->net_names.count};
    size_t nodes = (size_t)joints.pins + joints.nets + it->shapes.count;
    if (nodes > UINT32_MAX)
        return error_refuse(
            error, "too many pins, nets and shapes: at most %u together are checked", UINT32_MAX);
    joints.nodes = (uint32_t)nodes;
    const enum status status = connect_all(it, &joints, error);
    MEM_FREE(joints.root, joints.rail, joints.held, joints.powered, joints.open);
    return status;
}
