/* penalty: adds to the history cost of nodes and via sites. */
#include "router/detail/mend/penalty.h"

#include "router/detail/lattice/cell.h"

enum { TOLL_MOST = 20000 }; /* largest history cost of a node or site */

void penalty_place(struct lattice *lattice, uint32_t l, struct layout_rect place, int32_t toll)
{
    const struct lattice_layer *layer = &lattice->layers[l];
    assert(toll >= 0 && l < lattice->layer_count);
    struct node_span at = lattice_span(layer, place);
    for (uint32_t ix = at.x0; ix < at.x1; ix++) {
        for (uint32_t iy = at.y0; iy < at.y1; iy++) {
            uint32_t n = lattice_node(lattice, l, ix, iy);
            for (uint32_t class = 0; class < lattice->classes; class ++)
                cell_pay(lattice, &lattice->cells[class][n], toll, TOLL_MOST);
            for (uint32_t v = 0; v < LATTICE_SITES && lattice_is_site(layer, ix, iy); v++)
                if (lattice->cuts[l].sites[v] != NULL)
                    cell_pay(lattice, lattice_site(&lattice->cuts[l], v, lattice_at(layer, ix, iy)),
                             toll, TOLL_MOST);
        }
    }
}

/* Penalises the nodes of a wire at which its metal touches the place; true if there are any. */
static bool penalty_wire(struct lattice *lattice, const struct net_tree_wire *w,
                         struct layout_rect place, int32_t toll)
{
    bool any = false;
    for (uint32_t ix = uint_min(w->ix0, w->ix1); ix <= uint_max(w->ix0, w->ix1); ix++) {
        for (uint32_t iy = uint_min(w->iy0, w->iy1); iy <= uint_max(w->iy0, w->iy1); iy++) {
            if (!rect_meet(lattice_wire_box(lattice, w->layer, w->class, ix, iy, ix, iy), place))
                continue;
            cell_pay(lattice, &lattice->cells[w->class][lattice_node(lattice, w->layer, ix, iy)],
                     toll, TOLL_MOST);
            any = true;
        }
    }
    return any;
}

/* Penalises the site of a via if its metal on the level touches the place. */
static bool penalty_via(struct lattice *lattice, const struct net_tree_via *v, uint32_t level,
                        struct layout_rect place, int32_t toll)
{
    const struct lattice_layer *low = &lattice->layers[v->cut];
    struct lattice_cut *cut = &lattice->cuts[v->cut];
    bool met = level == MODEL_NONE;
    if (level == 2u * v->cut + 1)
        met = rect_meet(
            lattice_hole_box(
                lattice, lattice_hole(lattice, v->cut, lattice_class(v->variant), v->ix, v->iy)),
            place);
    for (uint32_t side = 0; side < 2; side++)
        met = met ||
              (level == 2 * (v->cut + side) &&
               rect_meet(lattice_pad_box(lattice, v->cut, v->variant, v->ix, v->iy, side), place));
    if (met)
        cell_pay(lattice, lattice_site(cut, v->variant, lattice_at(low, v->ix, v->iy)), toll,
                 TOLL_MOST);
    return met;
}

void penalty_judged(struct lattice *lattice, const struct net_tree *tree, uint32_t level,
                    struct layout_rect place, int32_t toll)
{
    bool any = false;
    assert(toll >= 0);
    for (size_t i = 0; i < tree->wire_count; i++) {
        const struct net_tree_wire *w = &tree->wires[i];
        if (level == MODEL_NONE || level == 2u * w->layer)
            any =
                penalty_wire(lattice, w, level == MODEL_NONE ? lattice->model->die : place, toll) ||
                any;
    }
    for (size_t i = 0; i < tree->via_count; i++)
        any = penalty_via(lattice, &tree->vias[i], level, place, toll) || any;
    if (!any && level != MODEL_NONE)
        penalty_judged(lattice, tree, MODEL_NONE, place, toll / 4);
}
