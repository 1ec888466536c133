/* metal: a linked list per bin, of the shapes that overlap it. */
#include "router/detail/lattice/metal.h"

enum {
    BIN_PITCHES = 12, /* side of a bin, in pitches */
    BINS_MOST = 2048, /* maximum number of bins along the longer side of the die */
};

static uint32_t clamp(int32_t at, uint32_t most)
{
    return at < 0 ? 0 : uint_min((uint32_t)at, most);
}

/* The bins that a box touches: out[0] .. out[2] are columns, out[1] .. out[3] rows. */
static void bins(const struct metal *m, struct layout_rect box, uint32_t out[4])
{
    out[0] = clamp((box.x0 - m->area.x0) / m->size, m->columns - 1);
    out[1] = clamp((box.y0 - m->area.y0) / m->size, m->rows - 1);
    out[2] = clamp((box.x1 - m->area.x0) / m->size, m->columns - 1);
    out[3] = clamp((box.y1 - m->area.y0) / m->size, m->rows - 1);
}

static size_t bin_at(const struct metal *m, uint32_t layer, uint32_t column, uint32_t row)
{
    return ((size_t)layer * m->rows + row) * m->columns + column;
}

/* Adds a piece to the lists of its bins. */
static enum status link_piece(struct metal *m, uint32_t layer, struct layout_rect box, size_t piece,
                              struct error *error)
{
    uint32_t b[4];
    bins(m, box, b);
    size_t more = (size_t)(b[2] - b[0] + 1) * (b[3] - b[1] + 1);
    assert(layer < m->lattice->layer_count && piece <= UINT32_MAX);
    assert(m->link_count + more <= INT32_MAX);
    TRY(MEM_GROW(m->links, m->link_room, m->link_count + more, "metal", error));
    for (uint32_t row = b[1]; row <= b[3]; row++) {
        for (uint32_t column = b[0]; column <= b[2]; column++) {
            int32_t *head = &m->heads[bin_at(m, layer, column, row)];
            m->links[m->link_count] = (struct metal_link){(uint32_t)piece, *head};
            *head = (int32_t)++m->link_count;
        }
    }
    return STATUS_OK;
}

enum status metal_add(struct metal *m, uint32_t layer, struct layout_rect box, uint32_t net,
                      struct error *error)
{
    assert(model_is_net(net));
    TRY(MEM_GROW(m->rects, m->room, m->count + 1, "metal", error));
    m->rects[m->count] = (struct metal_rect){box, net};
    return link_piece(m, layer, box, m->lattice->model->shape_count + m->count++, error);
}

enum status metal_create(struct metal *m, const struct lattice *lattice, struct error *error)
{
    const struct model *model = lattice->model;
    assert(lattice->scale > 0 && lattice->pitch > 0);
    *m = (struct metal){.lattice = lattice, .area = model->die};
    int32_t side = rect_long(model->die);
    m->size = int_max(BIN_PITCHES * lattice->pitch * lattice->scale, side / BINS_MOST + 1);
    assert((uint64_t)BINS_MOST * BINS_MOST * MODEL_LAYERS_MAX <= UINT32_MAX);
    m->columns = (uint32_t)(rect_width(model->die) / m->size) + 1;
    m->rows = (uint32_t)(rect_height(model->die) / m->size) + 1;
    m->heads =
        pages_make(bin_at(m, lattice->layer_count, 0, 0), sizeof *m->heads, true, "metal", error);
    if (m->heads == NULL)
        return STATUS_FAILED;
    for (uint32_t s = 0; s < model->shape_count; s++) {
        const struct model_shape *shape = &model->shapes[s];
        m->more_fixed |= shape->pin == MODEL_NONE && model_is_net(shape->net);
        if (shape->level % 2 == 0)
            TRY(link_piece(m, shape->level / 2, shape->box, s, error));
    }
    return STATUS_OK;
}

void metal_destroy(struct metal *m)
{
    pages_free(m->heads, true);
    MEM_CLEAR(m, m->rects, m->links);
}

bool metal_near(const struct metal *m, uint32_t layer, struct layout_rect box, int32_t reach,
                metal_visit *visit, void *context)
{
    const struct model *model = m->lattice->model;
    assert(layer < m->lattice->layer_count && reach >= 0);
    struct layout_rect around = rect_grow(box, reach);
    uint32_t b[4];
    bins(m, around, b);
    for (uint32_t row = b[1]; row <= b[3]; row++) {
        for (uint32_t column = b[0]; column <= b[2]; column++) {
            for (int32_t k = m->heads[bin_at(m, layer, column, row)]; k > 0;
                 k = m->links[k - 1].next) {
                const uint32_t number = m->links[k - 1].piece;
                struct metal_piece piece = {.space = -1, .shape = MODEL_NONE};
                if (number < model->shape_count) {
                    const struct model_shape *shape = &model->shapes[number];
                    if (!rect_meet(shape->box, around))
                        continue;
                    piece = (struct metal_piece){shape->box, shape->net, shape->space,
                                                 model_rule_width(model, shape), number};
                } else {
                    const struct metal_rect *rect = &m->rects[number - model->shape_count];
                    if (!rect_meet(rect->box, around))
                        continue;
                    piece.box = rect->box;
                    piece.net = rect->net;
                    piece.width = rect_narrow(rect->box);
                }
                if (!visit(context, &piece))
                    return false;
            }
        }
    }
    return true;
}
