/* guide: see the header. */
#include "router/detail/net/guide.h"

#include <stdlib.h>
#include <string.h>

enum status guide_create(struct guide *guide, const struct lattice *lattice, struct error *error)
{
    *guide = (struct guide){.net = -1};
    if (lattice->model->guides == NULL)
        return STATUS_OK;
    guide->mark = mem_alloc(lattice->node_count, sizeof *guide->mark, "guides", error);
    return guide->mark != NULL ? STATUS_OK : STATUS_FAILED;
}

void guide_destroy(struct guide *guide)
{
    free(guide->mark);
    *guide = (struct guide){0};
}

static void mark_box(struct guide *guide, const struct lattice *lattice, int l, struct box box)
{
    const struct lattice_layer *layer = &lattice->layers[l];
    int x2 = axis_find(&layer->x, box.x2 + 1);
    int y2 = axis_find(&layer->y, box.y2 + 1);
    for (int ix = axis_find(&layer->x, box.x1); ix < x2; ix++)
        for (int iy = axis_find(&layer->y, box.y1); iy < y2; iy++)
            guide->mark[lattice_node(lattice, l, ix, iy)] = guide->turn;
}

void guide_enter(struct guide *guide, const struct lattice *lattice, int net)
{
    const struct model *model = lattice->model;
    if (guide->mark == NULL || guide->net == net)
        return;
    guide->net = net;
    int first = model->net_guides[net];
    int last = model->net_guides[net + 1];
    if (++guide->turns == 0) { /* numbers have run out */
        memset(guide->mark, 0, lattice->node_count * sizeof *guide->mark);
        guide->turns = 1;
    }
    guide->turn = first < last ? guide->turns : 0;
    for (int i = first; i < last; i++)
        mark_box(guide, lattice, model->guides[i].layer,
                 box_grow(model->guides[i].box, GUIDE_MARGIN * lattice->pitch * lattice->scale));
}

struct box guide_window(const struct model *model, int net, struct box box)
{
    for (int i = model->guides != NULL ? model->net_guides[net] : 0;
         model->guides != NULL && i < model->net_guides[net + 1]; i++)
        box = box_join(box, model->guides[i].box);
    return box;
}
