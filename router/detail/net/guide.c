/* guide: marks the squares of one net's guides at a time. */
#include "router/detail/net/guide.h"

static size_t squares(const struct lattice *lattice)
{
    return lattice->node_count / GUIDE_NODES + 1;
}

enum status guide_create(struct guide *guide, const struct lattice *lattice, struct error *error)
{
    *guide = (struct guide){.net = MODEL_NONE};
    if (lattice->model->guides == NULL)
        return STATUS_OK;
    guide->mark = pages_make(squares(lattice), sizeof *guide->mark, true, "guides", error);
    return guide->mark != NULL ? STATUS_OK : STATUS_FAILED;
}

void guide_destroy(struct guide *guide)
{
    pages_free(guide->mark, true);
    *guide = (struct guide){0};
}

void guide_enter(struct guide *guide, const struct lattice *lattice, uint32_t net)
{
    const struct model *model = lattice->model;
    assert(net < model->net_count);
    if (guide->mark == NULL || guide->net == net)
        return;
    guide->net = net;
    uint32_t first = model->net_guides[net], last = model->net_guides[net + 1];
    if (++guide->turns == 0) { /* overflow */
        pages_clear(guide->mark, squares(lattice), sizeof *guide->mark, true);
        guide->turns = 1;
    }
    guide->turn = first < last ? guide->turns : 0;
    for (uint32_t i = first; i < last; i++) {
        const uint32_t l = model->guides[i].layer;
        assert(l < lattice->layer_count);
        const struct node_span at = lattice_span(
            &lattice->layers[l],
            rect_grow(model->guides[i].box, GUIDE_MARGIN * lattice->pitch * lattice->scale));
        for (uint32_t ix = at.x0 / LATTICE_TILE * LATTICE_TILE; ix < at.x1; ix += LATTICE_TILE)
            for (uint32_t iy = at.y0 / LATTICE_TILE * LATTICE_TILE; iy < at.y1; iy += LATTICE_TILE)
                guide->mark[lattice_node(lattice, l, ix, iy) / GUIDE_NODES] = guide->turn;
    }
}

struct layout_rect guide_window(const struct model *model, uint32_t net, struct layout_rect box)
{
    if (model->guides == NULL)
        return box;
    for (uint32_t i = model->net_guides[net]; i < model->net_guides[net + 1]; i++)
        box = rect_join(box, model->guides[i].box);
    return box;
}
