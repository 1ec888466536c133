/* dear: tolls. */
#include "router/detail/mend/dear.h"

enum { TOLL_MOST = 20000 };

static void pay(uint16_t *toll, int more)
{
    *toll = (uint16_t)int_min(*toll + more, TOLL_MOST);
}

void dear_place(struct lattice *lattice, int l, struct box place, int toll)
{
    const struct lattice_layer *layer = &lattice->layers[l];
    int x1 = axis_find(&layer->x, place.x1);
    int x2 = axis_find(&layer->x, place.x2 + 1);
    int y1 = axis_find(&layer->y, place.y1);
    int y2 = axis_find(&layer->y, place.y2 + 1);
    for (int ix = x1; ix < x2; ix++) {
        for (int iy = y1; iy < y2; iy++) {
            uint32_t n = lattice_node(lattice, l, ix, iy);
            for (int class = 0; class < lattice->classes; class ++)
                pay(&lattice->cells[class][n].toll, toll);
            for (int v = 0; v < LATTICE_SITES; v++)
                if (lattice->cuts[l].sites[v])
                    pay(&lattice->cuts[l].sites[v][n - layer->base].toll, toll);
        }
    }
}

static bool meets(struct box a, struct box b)
{
    return box_gap_x(a, b) <= 0 && box_gap_y(a, b) <= 0;
}

/* The nodes of a wire at which its metal meets the place. */
static bool dear_wire(struct lattice *lattice, const struct net_tree_wire *w, struct box place,
                      int toll)
{
    bool any = false;
    for (int ix = int_min(w->ix1, w->ix2); ix <= int_max(w->ix1, w->ix2); ix++) {
        for (int iy = int_min(w->iy1, w->iy2); iy <= int_max(w->iy1, w->iy2); iy++) {
            if (!meets(lattice_wire_box(lattice, w->layer, w->class, ix, iy, ix, iy), place))
                continue;
            pay(&lattice->cells[w->class][lattice_node(lattice, w->layer, ix, iy)].toll, toll);
            any = true;
        }
    }
    return any;
}

static bool dear_via(struct lattice *lattice, const struct net_tree_via *v, int level,
                     struct box place, int toll)
{
    const struct lattice_layer *low = &lattice->layers[v->cut];
    struct lattice_cut *cut = &lattice->cuts[v->cut];
    bool met = level < 0;
    if (level == 2 * v->cut + 1)
        met = meets(
            box_shift(cut->hole[lattice_class(v->variant)], low->x.at[v->ix], low->y.at[v->iy]),
            place);
    for (int side = 0; side < 2; side++)
        met =
            met || (level == 2 * (v->cut + side) &&
                    meets(lattice_pad_box(lattice, v->cut, v->variant, v->ix, v->iy, side), place));
    if (met)
        pay(&cut->sites[v->variant][lattice_place(low, v->ix, v->iy)].toll, toll);
    return met;
}

void dear_judged(struct lattice *lattice, const struct net_tree *tree, int level, struct box place,
                 int toll)
{
    bool any = false;
    for (size_t i = 0; i < tree->wire_count; i++) {
        const struct net_tree_wire *w = &tree->wires[i];
        if (level < 0 || level == 2 * w->layer)
            any = dear_wire(lattice, w, level < 0 ? lattice->model->die : place, toll) || any;
    }
    for (size_t i = 0; i < tree->via_count; i++)
        any = dear_via(lattice, &tree->vias[i], level, place, toll) || any;
    if (!any && level >= 0)
        dear_judged(lattice, tree, -1, place, toll / 4);
}
