/* hollow: examines the metal around the middle on the layer and its neighbours. */
#include "router/detail/lattice/hollow.h"

enum {
    HOLLOW_PITCHES = 64, /* minimum length of metal with a middle, in pitches */
    HOLLOW_LOOKS = 8192, /* maximum number of pieces of metal that are examined */
    HOLLOW_PARTS = 64,   /* maximum number of parts of a middle that are not covered yet */
};

/* The state of examining one layer. */
struct hollow_look {
    uint32_t looks; /* pieces seen */
    bool net;       /* metal of a net, or too many pieces or parts to look at */
    uint32_t count; /* parts of the middle that no metal covers */
    struct layout_rect part[HOLLOW_PARTS];
};

static bool look_at_metal(void *context, const struct metal_piece *piece)
{
    struct hollow_look *look = context;
    look->net = model_is_net(piece->net) || ++look->looks > HOLLOW_LOOKS;
    for (uint32_t i = look->count; i-- > 0 && !look->net;) {
        struct layout_rect rest[4];
        const uint32_t rests = rect_minus(look->part[i], &piece->box, 1, rest, 4);
        look->net = look->count + rests > HOLLOW_PARTS;
        if (look->net)
            return false;
        look->part[i] = look->part[--look->count];
        for (uint32_t k = 0; k < rests; k++)
            look->part[look->count++] = rest[k];
    }
    return !look->net;
}

/* True if metal of no net covers the middle on a layer, and there is none of a net near it. */
static bool is_covered(const struct metal *metal, uint32_t l, struct layout_rect inner,
                       int32_t margin)
{
    struct hollow_look look = {.count = 1, .part = {inner}};
    metal_near(metal, l, inner, margin / 2, look_at_metal, &look);
    return look.count == 0 && !look.net;
}

void hollow_find(struct hollow *hollow, const struct metal *metal, const struct model_shape *shape,
                 int32_t margin)
{
    const struct lattice *lattice = metal->lattice;
    const uint32_t l = shape->level / 2;
    const int32_t dx = rect_width(shape->box) / 4 >= margin ? -margin : margin / 2;
    const int32_t dy = rect_height(shape->box) / 4 >= margin ? -margin : margin / 2;
    *hollow = (struct hollow){.inner = {0, 0, 0, 0}};
    assert(margin >= 0 && l < lattice->layer_count);
    if (model_is_net(shape->net) || shape->level % 2 != 0 || (dx > 0 && dy > 0) ||
        rect_long(shape->box) / HOLLOW_PITCHES < lattice->pitch * lattice->scale)
        return;
    const struct layout_rect b = shape->box;
    const struct layout_rect inner = {b.x0 - dx, b.y0 - dy, b.x1 + dx, b.y1 + dy};
    if (!is_covered(metal, l, inner, margin))
        return;
    hollow->inner = inner;
    for (uint32_t side = 0; side < 2; side++) {
        const uint32_t to = side ? l + 1 : l - 1;
        if (to < lattice->layer_count) /* not below layer 0 */
            hollow->layer[side] = is_covered(metal, to, inner, margin);
    }
}
