/* opens: checks by union-find that the pins of each net are connected, and all wiring to a pin.
 * Nodes:
 *
 *     0 .. pin_count - 1          a pin that needs wiring; its ports are connected in its cell
 *     then `nets` nodes           the power wiring of a net with the pins of its rails
 *     then `shapes` nodes         a new shape
 *
 * A via joins layers where its cuts touch its metal; a cluster joins what it touches. */
#include "grid/check/layout/inspect.h"

struct joints {
    struct inspection *it;
    uint32_t *root; /* [nodes] */
    bool *rail;     /* [pins] the pin belongs to the rails of its net */
    uint32_t pins, nets, nodes;
};

static void join(struct joints *joints, uint32_t a, uint32_t b)
{
    assert(a < joints->nodes && b < joints->nodes);
    union_join(joints->root, a, b);
}

/* The node of a shape that has a net. */
static uint32_t node_of(const struct joints *joints, uint32_t shape)
{
    assert(shape < joints->it->shapes.count);
    const struct inspection *it = joints->it;
    const struct shape *s = &it->shapes.shapes[shape];
    assert(s->net != NET_NONE);
    if (s->kind == SHAPE_WIRE)
        return joints->pins + joints->nets + shape;
    bool pin = (s->kind == SHAPE_PIN || s->kind == SHAPE_PORT);
    return pin && !joints->rail[s->owner] ? s->owner : joints->pins + s->net;
}

static void join_vias(struct joints *joints)
{
    const struct inspection *it = joints->it;
    const struct shape *shapes = it->shapes.shapes;
    uint32_t end = 0;
    for (uint32_t i = it->shapes.first_wire; i < it->shapes.count; i = end) {
        for (end = i + 1; end < it->shapes.count && shapes[end].owner == shapes[i].owner;)
            end++;
        uint32_t first_cut = TECH_NONE;
        for (uint32_t c = i; c < end; c++) {
            if (inspect_layer(it, shapes[c].layer)->kind != LAYER_CUT)
                continue;
            first_cut = first_cut == TECH_NONE ? c : first_cut;
            join(joints, node_of(joints, c), node_of(joints, first_cut));
        }
        for (uint32_t m = i; m < end; m++) /* few, while a via can have very many cuts */
            for (uint32_t c = i;
                 c < end && inspect_layer(it, shapes[m].layer)->kind == LAYER_ROUTING; c++)
                if (inspect_layer(it, shapes[c].layer)->kind == LAYER_CUT &&
                    rect_touch(it->shapes.shapes[m].rect, it->shapes.shapes[c].rect))
                    join(joints, node_of(joints, m), node_of(joints, c));
    }
}

static void join_clusters(struct joints *joints)
{
    const struct inspection *it = joints->it;
    for (uint32_t c = 0; c < it->cluster_count; c++) {
        uint32_t head = node_of(joints, it->heads[c]);
        for (uint32_t m = it->members.first[c]; m < it->members.first[c + 1]; m++)
            join(joints, head, node_of(joints, it->members.at[m]));
        for (uint32_t t = it->touched.first[c]; t < it->touched.first[c + 1]; t++)
            join(joints, head, node_of(joints, it->touched.at[t]));
    }
}

/* Finds fixed shapes of other nodes that touch a pin of their net: pins that abut, rails at ports.
 */
static enum status find_abutting(struct inspection *it, uint32_t i, struct error *error)
{
    const struct joints *joints = it->whole;
    const struct shape *s = &it->shapes.shapes[i];
    if (s->net == NET_NONE || (s->kind != SHAPE_PIN && s->kind != SHAPE_PORT) ||
        inspect_layer(it, s->layer)->kind != LAYER_ROUTING)
        return STATUS_OK;
    const uint32_t node = node_of(joints, i);
    struct bins_search search = bins_search(&it->bins[s->layer], s->rect, 0);
    for (uint32_t j = 0; bins_next(&search, &j);) {
        if (inspect_is_new(it, j) || it->shapes.shapes[j].net != s->net ||
            node_of(joints, j) == node || !rect_touch(s->rect, it->shapes.shapes[j].rect))
            continue;
        TRY(numbers_add(&it->found.numbers, node, error));
        TRY(numbers_add(&it->found.numbers, node_of(joints, j), error));
    }
    return STATUS_OK;
}

static enum status join_abutting(struct inspection *it, struct inspect_found *found,
                                 struct error *error)
{
    (void)it;
    (void)error;
    assert(found->numbers.count % 2 == 0);
    for (uint32_t i = 0; i < found->numbers.count; i += 2)
        join(it->whole, found->numbers.at[i], found->numbers.at[i + 1]);
    return STATUS_OK;
}

/* Reports a net as open if a pin has no metal or is not connected to the first pin. */
static void check_net(struct joints *joints, uint32_t net)
{
    struct inspection *it = joints->it;
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
    it->verdict->nets += wanted > 1;
    if (others == 0)
        return;
    char name[128];
    assert(apart != TECH_NONE && others < wanted);
    it->verdict->open++;
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

/* Finds wiring that is not connected to a pin or power wiring. */
static enum status check_floating(struct joints *joints, struct error *error)
{
    struct inspection *it = joints->it;
    uint32_t base = joints->pins + joints->nets;
    bool *held;
    TRY(MEM_NEW(held, joints->nodes, "parts of nets", error));
    for (uint32_t pin = 0; pin < joints->pins; pin++)
        if (it->shapes.pin_first[pin] < it->shapes.pin_first[pin + 1])
            held[union_find(joints->root, pin)] = true;
    for (uint32_t i = it->shapes.first_special; i < it->shapes.first_wire; i++)
        if (it->shapes.shapes[i].net != NET_NONE)
            held[union_find(joints->root, node_of(joints, i))] = true;
    for (uint32_t i = it->shapes.first_wire; i < it->shapes.count; i++) {
        uint32_t root = union_find(joints->root, base + i);
        if (inspect_layer(it, it->shapes.shapes[i].layer)->kind != LAYER_ROUTING || held[root])
            continue;
        held[root] = true; /* one report for all of it */
        inspect_report(it, FAULT_FLOATING, "%s of %s reaches no pin", shape_place(it, i).text,
                       inspect_net(it, it->shapes.shapes[i].net));
    }
    free(held);
    return STATUS_OK;
}

static enum status join_all(struct joints *joints, struct error *error)
{
    const struct inspect_loop abutting = {.body = find_abutting,
                                          .join = join_abutting,
                                          .whole = joints,
                                          .count = joints->it->shapes.first_wire};
    const uint32_t *net = joints->it->layout->placed.pin_net;
    for (uint32_t i = 0; i < joints->nodes; i++)
        joints->root[i] = i;
    join_vias(joints);
    join_clusters(joints);
    TRY(inspect_each(joints->it, &abutting, error));
    for (uint32_t pin = 0; pin < joints->pins; pin++)
        if (joints->rail[pin])
            join(joints, pin, joints->pins + net[pin]);
    return STATUS_OK;
}

enum status inspect_opens(struct inspection *it, struct error *error)
{
    const struct placed *placed = &it->layout->placed;
    struct joints joints = {.it = it, .pins = placed->pin_count, .nets = placed->net_names.count};
    size_t nodes = (size_t)joints.pins + joints.nets + it->shapes.count;
    if (nodes > UINT32_MAX)
        return error_refuse(
            error, "too many pins, nets and shapes: at most %u together are checked", UINT32_MAX);
    joints.nodes = (uint32_t)nodes;
    enum status status = shapes_find_rails(&it->shapes, it->layout, &joints.rail, error);
    THEN(status, MEM_NEW(joints.root, nodes, "parts of nets", error));
    THEN(status, join_all(&joints, error));
    if (status == STATUS_OK) {
        for (uint32_t net = 0; net < joints.nets; net++)
            if (placed->nets[net].regular)
                check_net(&joints, net);
        status = check_floating(&joints, error);
    }
    MEM_FREE(joints.root, joints.rail);
    return status;
}
