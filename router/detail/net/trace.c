/* trace: follows the moves of labels back to a source. */
#include "router/detail/net/search_state.h"

/* The node before `spot`, to which `move` led. */
static struct access_spot before(const struct lattice *lattice, struct access_spot spot,
                                 uint32_t move)
{
    const struct lattice_layer *layer = &lattice->layers[spot.layer];
    switch (move > MOVE_DOWN && move < MOVE_VIA_UP ? move - MOVE_NARROW : move) {
    case MOVE_RIGHT:
        spot.ix--;
        return spot;
    case MOVE_LEFT:
        spot.ix++;
        return spot;
    case MOVE_UP:
        spot.iy--;
        return spot;
    case MOVE_DOWN:
        spot.iy++;
        return spot;
    default:
        break;
    }
    bool up = move < MOVE_VIA_DOWN;
    return (struct access_spot){(uint16_t)(up ? spot.layer - 1 : spot.layer + 1),
                                (uint16_t)(up ? layer->x.down : layer->x.up)[spot.ix],
                                (uint16_t)(up ? layer->y.down : layer->y.up)[spot.iy]};
}

uint32_t search_variant(uint32_t class, uint32_t move)
{
    assert(move >= MOVE_VIA_UP && move < MOVE_END);
    uint32_t number = move - (move < MOVE_VIA_DOWN ? MOVE_VIA_UP : MOVE_VIA_DOWN);
    return number < LATTICE_VARIANTS ? lattice_first_variant(class) + number
                                     : number - LATTICE_VARIANTS;
}

bool search_hole_near(const struct detail_search *s, uint32_t cut, struct access_spot spot)
{
    const struct lattice *lattice = s->lattice;
    const struct lattice_cut *c = &lattice->cuts[cut];
    const struct lattice_layer *layer = &lattice->layers[spot.layer];
    const struct lattice_cut *above = &lattice->cuts[cut + 1];
    int32_t x = layer->x.at[spot.ix], y = layer->y.at[spot.iy];
    int32_t far = rect_long(c->hole[s->class]) + int_max(c->space, c->below);
    if (cut + 2 < lattice->layer_count)
        far = int_max(far, rect_long(above->hole[s->class]) + above->below);
    for (uint32_t i = 0; i < LOOK_BACK; i++) {
        uint32_t move =
            search_label(s, lattice_node(lattice, spot.layer, spot.ix, spot.iy))->from & MOVE_MASK;
        if (move == MOVE_SOURCE)
            return false;
        layer = &lattice->layers[spot.layer];
        int32_t at_x = layer->x.at[spot.ix], at_y = layer->y.at[spot.iy];
        if (at_x - x > far || x - at_x > far || at_y - y > far || y - at_y > far)
            return false;
        uint32_t of = move < MOVE_VIA_DOWN ? spot.layer - 1u : spot.layer;
        if (move >= MOVE_VIA_UP && of + 1 >= cut && of <= cut + 1 &&
            (of != cut || at_x != x || at_y != y) &&
            lattice_holes_near(lattice, (struct hole){cut, s->class, x, y},
                               (struct hole){of, s->class, at_x, at_y}))
            return true;
        spot = before(lattice, spot, move);
    }
    return false;
}

bool search_is_single(const struct detail_search *s, uint32_t cut, uint32_t move)
{
    const uint32_t via = s->lattice->cuts[cut].via[search_variant(s->class, move)];
    return s->lattice->model->vias[via].holes == 1;
}

bool search_stack_full(const struct detail_search *s, uint32_t cut, struct access_spot spot)
{
    const struct model *model = s->lattice->model;
    uint32_t count = 0;
    if (cut < model->stack_low || cut >= model->stack_high)
        return false;
    while (count < model->stack_most) {
        const uint32_t node = lattice_node(s->lattice, spot.layer, spot.ix, spot.iy);
        const uint32_t move = search_label(s, node)->from & MOVE_MASK;
        const uint32_t of = move < MOVE_VIA_DOWN ? spot.layer - 1u : spot.layer;
        if (move == MOVE_SOURCE)
            return count + (search_flags(s, node) & NODE_VIA ? 1 : 0) >= model->stack_most;
        if (move < MOVE_VIA_UP || of < model->stack_low || of >= model->stack_high ||
            !search_is_single(s, of, move))
            return false;
        count++;
        spot = before(s->lattice, spot, move);
    }
    return true;
}

enum status search_trace(struct detail_search *s, struct access_spot spot, size_t *length,
                         struct error *error)
{
    size_t n = 0;
    for (;;) {
        TRY(MEM_GROW(s->path, s->path_room, n + 1, "path", error));
        assert(n < s->lattice->node_count);
        uint32_t move =
            search_label(s, lattice_node(s->lattice, spot.layer, spot.ix, spot.iy))->from &
            MOVE_MASK;
        s->path[n++] = (struct detail_step){spot, (uint8_t)move};
        if (move == MOVE_SOURCE)
            break;
        spot = before(s->lattice, spot, move);
    }
    for (size_t i = 0; i < n / 2; i++) {
        struct detail_step swap = s->path[i];
        s->path[i] = s->path[n - 1 - i];
        s->path[n - 1 - i] = swap;
    }
    *length = n;
    return STATUS_OK;
}
