/* need: estimates the memory of a run from its cells, shapes and pins.
 *
 * Of cells on small pages (lattice.h), those near fixed shapes, wires and searches take memory. */
#include "router/detail/lattice/lattice.h"

/* All numbers were measured (../NOTES.md). */
enum {
    PROGRAM_BYTES = 4800000, /* the program and the libraries */
    SHAPE_BYTES = 120,       /* per fixed shape: layout, model, index */
    PIN_BYTES = 2000,        /* per pin: trees, wires, owners, the checker */
    SEARCH_BYTES = 10,       /* per node of a thread's searches: labels, flags and queue */
    SEARCH_NODES = 1 << 20,  /* maximum number of such nodes */
    SEARCH_ABOVE = 2,        /* layers above those of pins that searches touch */
    /* On small pages: */
    WIRE_PITCHES = 24, /* added for each pin to a net's least length */
    MARK_PITCHES = 6,  /* around a fixed shape, in which cells are marked */
    MARK_BYTES = 40,   /* per marked node: cells of a node and its via sites */
    STEP_BYTES = 1200, /* per pitch of a net's least length: cells beside its wires and searches */
    LINE_BYTES = 28,   /* per line */
};

/* The number of layers whose cells are touched: up to the highest with fixed metal, and
 * SEARCH_ABOVE above the pins. */
static uint32_t layers_in_use(const struct model *model)
{
    uint32_t used = 0;
    for (uint32_t s = 0; s < model->shape_count; s++) {
        const bool pin = model->shapes[s].pin != MODEL_NONE;
        used = uint_max(used, model->shapes[s].level / 2 + 1 + (pin ? SEARCH_ABOVE : 0));
    }
    return uint_min(used, model->layer_count);
}

/* The nodes at which a fixed shape is marked: all but the middle of a large obstruction. */
static uint64_t marked_nodes(const struct lattice *lattice, const struct model_shape *shape)
{
    const int32_t pitch = lattice->pitch * lattice->scale;
    const uint64_t marked = MARK_PITCHES;
    const uint64_t x = (uint64_t)(rect_width(shape->box) / pitch) + 2 * marked;
    const uint64_t y = (uint64_t)(rect_height(shape->box) / pitch) + 2 * marked;
    const uint64_t inner_x = x > 8 * marked ? x - 8 * marked : 0;
    const uint64_t inner_y = y > 8 * marked ? y - 8 * marked : 0;
    return x * y - (shape->net == MODEL_OBSTRUCTION ? inner_x * inner_y : 0);
}

/* Bytes of cells near fixed shapes, and near the wires and searches of nets. */
static uint64_t touched_cells(const struct lattice *lattice)
{
    const struct model *model = lattice->model;
    const uint64_t pitch = (uint64_t)lattice->pitch * (uint64_t)lattice->scale;
    uint64_t marks = 0, steps = 0;
    assert(pitch > 0);
    for (uint32_t s = 0; s < model->shape_count; s++)
        marks += marked_nodes(lattice, &model->shapes[s]);
    for (uint32_t net = 0; net < model->net_count; net++) {
        struct layout_rect box = RECT_EMPTY; /* of the net's pins */
        const uint32_t *pins = &model->net_pins[net];
        for (uint32_t s = model->pin_shapes[pins[0]]; s < model->pin_shapes[pins[1]]; s++)
            box = rect_join(box, model->shapes[s].box);
        steps += WIRE_PITCHES * (uint64_t)(pins[1] - pins[0]);
        if (box.x0 <= box.x1)
            steps += ((uint64_t)rect_width(box) + (uint64_t)rect_height(box)) / pitch;
    }
    return marks * MARK_BYTES + steps * STEP_BYTES;
}

uint64_t lattice_need(const struct lattice *lattice, unsigned threads)
{
    const struct model *model = lattice->model;
    const uint32_t used = layers_in_use(model);
    const uint64_t guides = model->guides != NULL ? threads * sizeof(uint32_t) : 0;
    uint64_t cells = 0, lines = 0;
    assert(lattice->node_count > 0 && threads > 0);
    for (uint32_t l = 0; l < model->layer_count; l++) {
        const struct lattice_layer *layer = &lattice->layers[l];
        uint32_t variants = 0;
        for (uint32_t k = 0; k < lattice->classes; k++)
            variants += lattice->cuts[l].variants[k];
        if (l < used)
            cells +=
                ((uint64_t)layer->nodes * lattice->classes + (uint64_t)layer->sites * variants) *
                    sizeof(struct cell) +
                layer->nodes / (LATTICE_TILE * LATTICE_TILE) * guides;
        lines += (uint64_t)layer->x.count + layer->y.count;
    }
    const uint64_t touched = lattice->small_pages ? touched_cells(lattice) : cells;
    return PROGRAM_BYTES + (uint64_t)model->shape_count * SHAPE_BYTES +
           (uint64_t)model->pin_count * PIN_BYTES + lines * LINE_BYTES +
           (uint64_t)threads * SEARCH_BYTES * uint_min(lattice->node_count, SEARCH_NODES) +
           (touched < cells ? touched : cells);
}
