/* need: estimates the memory of a run from its nodes, via sites, shapes and pins.
 *
 * Arrays of nodes are larger than what they take: pages that nothing touches are not there. So a
 * layer counts by the strips of the die that hold metal or nets.
 */
#include "router/detail/lattice/lattice.h"

/* Measured (../NOTES.md). */
enum {
    PROGRAM_BYTES = 4800000, /* the program and the libraries */
    SHAPE_BYTES = 120,       /* per fixed shape: layout, model, index */
    PIN_BYTES = 2000,        /* per pin: trees, wires, owners, the checker */
    SEARCH_BYTES = 10,       /* per node of a thread's searches: labels, flags and queue */
    SEARCH_NODES = 1 << 20,  /* of them, at most */
    SEARCH_ABOVE = 2,        /* layers above those of pins that searches touch */
    WIRE_PITCHES = 24,       /* around a net's pins, in which it is searched for */
    STRIPS_MOST = 256,       /* strips across the die, at most */
    PAGE_BYTES = 2 << 20,    /* a large page: takes memory if a byte in it is touched */
    /* Of a sparse lattice: */
    MARK_PITCHES = 6,  /* around a fixed shape, in which nodes are marked */
    MARK_BYTES = 40,   /* per marked node: cells and via sites */
    STEP_BYTES = 1700, /* per pitch of a net's least length: nodes beside its wires and searches */
    LINE_BYTES = 20,   /* per line */
};

/* Above the layers of fixed metal and SEARCH_ABOVE layers above the pins, nodes are not touched:
 * they take no memory. */
static uint32_t layers_in_use(const struct model *model)
{
    uint32_t used = 0;
    for (uint32_t s = 0; s < model->shape_count; s++) {
        const bool pin = model->shapes[s].pin != MODEL_NONE;
        used = uint_max(used, model->shapes[s].level / 2 + 1 + (pin ? SEARCH_ABOVE : 0));
    }
    return uint_min(used, model->layer_count);
}

/* Strips across the die, of a large page or more on each layer: how many there are, how many metal
 * touches, fixed or of a net, and how many searches do. */
struct strips {
    uint32_t count, metal, search;
};

/* Marks the strips from y0 to y1, none if y0 > y1, and counts the new ones. */
static void mark_strips(bool *marked, uint32_t count, uint32_t *total, const struct model *model,
                        int64_t y0, int64_t y1)
{
    const int64_t side = (int64_t)rect_height(model->die) + 1, low = model->die.y0, most = count;
    int64_t first = (y0 - low) * most / side, last = (y1 - low) * most / side;
    for (first = first > 0 ? first : 0; first <= last && first < most; first++) {
        *total += !marked[first];
        marked[first] = true;
    }
}

/* The box of the shapes of a net's pins. */
static struct layout_rect pins_box(const struct model *model, uint32_t net)
{
    struct layout_rect box = RECT_EMPTY;
    const uint32_t end = model->pin_shapes[model->net_pins[net + 1]];
    for (uint32_t s = model->pin_shapes[model->net_pins[net]]; s < end; s++)
        box = rect_join(box, model->shapes[s].box);
    return box;
}

static struct strips find_strips(const struct lattice *lattice)
{
    const struct model *model = lattice->model;
    const uint64_t pages =
        (uint64_t)lattice->node_count * sizeof(struct cell) / model->layer_count / PAGE_BYTES;
    const int64_t margin = (int64_t)WIRE_PITCHES * lattice->pitch * lattice->scale;
    bool metal[STRIPS_MOST] = {0}, search[STRIPS_MOST] = {0};
    struct strips it = {.count = pages < STRIPS_MOST ? (uint32_t)pages + 1 : STRIPS_MOST};
    for (uint32_t s = 0; s < model->shape_count; s++)
        mark_strips(metal, it.count, &it.metal, model, model->shapes[s].box.y0,
                    model->shapes[s].box.y1);
    for (uint32_t net = 0; net < model->net_count; net++) {
        const struct layout_rect box = pins_box(model, net);
        mark_strips(metal, it.count, &it.metal, model, box.y0, box.y1);
        mark_strips(search, it.count, &it.search, model, box.y0 - margin, box.y1 + margin);
    }
    assert(it.metal <= it.count && it.search <= it.count);
    return it;
}

/* The nodes at which a fixed shape is marked: all but the middle of a large obstruction. */
static uint64_t marked_nodes(const struct lattice *lattice, const struct model_shape *shape)
{
    const int32_t pitch = lattice->pitch * lattice->scale;
    const uint64_t x = (uint64_t)(rect_width(shape->box) / pitch) + 2 * MARK_PITCHES;
    const uint64_t y = (uint64_t)(rect_height(shape->box) / pitch) + 2 * MARK_PITCHES;
    const uint64_t inner_x = x > 8 * MARK_PITCHES ? x - 8 * MARK_PITCHES : 0;
    const uint64_t inner_y = y > 8 * MARK_PITCHES ? y - 8 * MARK_PITCHES : 0;
    return x * y - (shape->net == MODEL_OBSTRUCTION ? inner_x * inner_y : 0);
}

/* Bytes of a sparse lattice: what is touched near fixed shapes, and by the wires and searches of
 * nets. */
static uint64_t sparse_need(const struct lattice *lattice, unsigned threads)
{
    const struct model *model = lattice->model;
    const uint64_t pitch = (uint64_t)(lattice->pitch * lattice->scale);
    uint64_t marks = 0, steps = 0, lines = 0;
    assert(lattice->sparse && pitch > 0);
    for (uint32_t s = 0; s < model->shape_count; s++)
        marks += marked_nodes(lattice, &model->shapes[s]);
    for (uint32_t net = 0; net < model->net_count; net++) {
        const struct layout_rect box = pins_box(model, net);
        steps += WIRE_PITCHES * (uint64_t)(model->net_pins[net + 1] - model->net_pins[net]);
        if (box.x0 <= box.x1)
            steps += ((uint64_t)rect_width(box) + (uint64_t)rect_height(box)) / pitch;
    }
    for (uint32_t l = 0; l < model->layer_count; l++)
        lines += (uint64_t)lattice->layers[l].x.count + lattice->layers[l].y.count;
    return marks * MARK_BYTES + steps * STEP_BYTES * (threads + 3) / 4 + lines * LINE_BYTES;
}

uint64_t lattice_need(const struct lattice *lattice, unsigned threads)
{
    const struct model *model = lattice->model;
    const struct strips strips = find_strips(lattice);
    assert(lattice->node_count > 0 && threads > 0);
    uint64_t need = PROGRAM_BYTES + (uint64_t)model->shape_count * SHAPE_BYTES +
                    (uint64_t)model->pin_count * PIN_BYTES;
    if (lattice->sparse)
        return need + sparse_need(lattice, threads);
    need += (uint64_t)threads * SEARCH_BYTES * uint_min(lattice->node_count, SEARCH_NODES);
    const uint32_t used = layers_in_use(model);
    for (uint32_t l = 0; l < model->layer_count; l++) {
        const bool closed = model->layers[l].straight || model->die_count > 1;
        const uint64_t part = (uint64_t)lattice->layers[l].nodes / strips.count + 1;
        uint32_t variants = 0;
        for (uint32_t k = 0; k < lattice->classes; k++)
            variants += lattice->cuts[l].variants[k];
        if (l < used || closed)
            need += part * lattice->classes * sizeof(struct cell) *
                    (closed ? strips.count : strips.metal);
        if (l < used && model->guides != NULL)
            need += part * sizeof(uint32_t) * strips.search * threads;
        if (l < used || model->die_count > 1)
            need += ((uint64_t)lattice->layers[l].sites / strips.count + 1) * variants *
                    sizeof(struct cell) * (model->die_count > 1 ? strips.count : strips.metal);
    }
    return need;
}
