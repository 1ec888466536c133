/* search_path: the path of a search, from its labels. */
#include "router/global/search_state.h"

/* True if the way to a state with this label may come from `from`; *by: how that was reached. */
static bool comes_from(struct global_search *search, uint32_t tile, uint32_t label,
                       uint64_t price_by_wire, uint64_t price_by_via, int *by)
{
    const struct search_tile *it = &search->tiles[tile];
    if (it->stamp >> 2 != search->stamp || (it->stamp & ROLE_MASK) == ROLE_TARGET)
        return false;
    for (*by = BY_WIRE; *by <= BY_VIA; (*by)++) {
        uint32_t before = it->label[*by];
        if (before != UINT32_MAX &&
            before + (*by == BY_WIRE ? price_by_wire : price_by_via) == label)
            return true;
    }
    return false;
}

/* The state before one: 6 directions in a fixed order, the last one first. */
static uint32_t state_before(struct global_search *search, uint32_t state, uint32_t *direction)
{
    const struct planes *planes = search->planes;
    uint32_t tile = state / 2, label = search->tiles[tile].label[state & 1];
    struct search_place at = place_of(search, tile);
    bool vias_merge = planes->load == NULL;
    for (uint32_t turn = 0; turn <= 6; turn++) {
        uint32_t way = turn == 0 ? *direction : turn - 1;
        if (way == 6)
            continue;
        struct search_place from = at;
        uint32_t *axis = way / 2 == 0 ? &from.x : way / 2 == 1 ? &from.y : &from.z;
        uint32_t low = way / 2 == 0 ? search->window.x0 : way / 2 == 1 ? search->window.y0 : 0;
        uint32_t high = way / 2 == 0   ? search->window.x1
                        : way / 2 == 1 ? search->window.y1
                                       : planes->layers - 1;
        if (way % 2 == 0 ? *axis == low : *axis == high)
            continue;
        *axis = way % 2 == 0 ? *axis - 1 : *axis + 1;
        uint32_t other = tile_of(search, from.x, from.y, from.z);
        uint64_t by_wire, by_via;
        if (way / 2 == 2) {
            if (!vias_merge && (state & 1) == BY_WIRE)
                continue;
            uint32_t z = from.z < at.z ? from.z : at.z;
            by_wire = via_price(search, from, z, BY_WIRE);
            by_via = via_price(search, from, z, BY_VIA);
        } else {
            const struct planes_layer *layer = &planes->layer[at.z];
            if ((state & 1) == BY_VIA || layer->closed || (layer->axis == AXIS_Y) != (way / 2 == 1))
                continue;
            struct search_place low_end = way % 2 == 0 ? from : at;
            by_wire = by_via = edge_price(search, low_end, way % 2 == 0 ? other : tile);
        }
        int by;
        if (comes_from(search, other, label, by_wire, by_via, &by)) {
            *direction = way;
            return 2 * other + (uint32_t)by;
        }
    }
    return SEARCH_NONE;
}

void global_search_path(struct global_search *search)
{
    uint32_t state = search->end, direction = 6;
    search->step_count = 0;
    for (;;) {
        assert(state != SEARCH_NONE);
        struct search_place at = place_of(search, state / 2);
        if (!GLOBAL_GROW(search, steps, search->step_count + 1))
            return;
        search->steps[search->step_count++] =
            (struct search_step){(uint16_t)at.x, (uint16_t)at.y, (uint8_t)at.z};
        if ((search->tiles[state / 2].stamp & ROLE_MASK) == ROLE_SOURCE)
            return;
        state = state_before(search, state, &direction);
    }
}
