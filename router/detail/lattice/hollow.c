/* hollow: examines the metal around the middle on the layer and its neighbours. */
#include "router/detail/lattice/hollow.h"

enum {
    HOLLOW_PITCHES = 64, /* minimum width of an obstruction with a middle, in pitches */
    HOLLOW_LOOKS = 8192, /* maximum number of pieces of metal that are examined */
};

/* The state of examining one layer. */
struct hollow_look {
    struct layout_rect inner;
    int32_t margin;
    uint32_t looks; /* pieces seen */
    bool net;       /* metal of a net, or too many pieces to look at */
    bool covered;   /* an obstruction whose middle covers `inner` */
};

static bool look_at_metal(void *context, const struct metal_piece *piece)
{
    struct hollow_look *look = context;
    look->net = model_is_net(piece->net) || ++look->looks > HOLLOW_LOOKS;
    look->covered =
        look->covered || (piece->net == MODEL_OBSTRUCTION &&
                          rect_holds(rect_grow(piece->box, -look->margin), look->inner));
    return !look->net;
}

static struct hollow_look look_about(const struct metal *metal, uint32_t l,
                                     struct layout_rect inner, int32_t margin)
{
    struct hollow_look look = {.inner = inner, .margin = margin};
    metal_near(metal, l, inner, margin / 2, look_at_metal, &look);
    return look;
}

void hollow_find(struct hollow *hollow, const struct metal *metal, const struct model_shape *shape,
                 int32_t margin)
{
    const struct lattice *lattice = metal->lattice;
    const uint32_t l = shape->level / 2;
    *hollow = (struct hollow){.inner = {0, 0, 0, 0}};
    assert(margin >= 0 && l < lattice->layer_count);
    if (shape->net != MODEL_OBSTRUCTION || shape->level % 2 != 0 ||
        rect_narrow(shape->box) / HOLLOW_PITCHES < lattice->pitch * lattice->scale ||
        rect_narrow(shape->box) / 4 < margin)
        return;
    const struct layout_rect inner = rect_grow(shape->box, -margin);
    if (look_about(metal, l, inner, margin).net)
        return;
    hollow->inner = inner;
    for (uint32_t side = 0; side < 2; side++) {
        const uint32_t to = side ? l + 1 : l - 1;
        if (to >= lattice->layer_count) /* also below layer 0 */
            continue;
        const struct hollow_look look = look_about(metal, to, inner, margin);
        hollow->layer[side] = look.covered && !look.net;
    }
}
