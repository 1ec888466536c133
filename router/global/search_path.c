/* search_path: the path of a search, from its labels. */
#include "router/global/search_state.h"

/* The state before one: the ways in a fixed order, but the last one first; SEARCH_NONE if no label
 * fits. */
static uint32_t state_before(const struct global_search *search, uint32_t state, uint32_t *last)
{
    bool merged = search->planes->load == NULL; /* vias reach the labels of wires */
    uint32_t label = search->tiles[state / 2].label[state & 1], price;
    struct search_place at = place_of(search, state / 2), from, to;
    for (uint32_t turn = 0; turn <= WAYS; turn++) {
        uint32_t way = turn == 0 ? *last : turn - 1; /* from `at` back */
        if (way == WAYS || (!merged && (way >= WAY_DOWN) != (state & 1)) ||
            !search_step(search, at, way, BY_WIRE, &from, &price))
            continue;
        uint32_t tile = tile_of(search, from.x, from.y, from.z);
        const struct search_tile *it = &search->tiles[tile];
        if (it->stamp >> 2 != search->stamp || (it->stamp & ROLE_MASK) == ROLE_TARGET)
            continue;
        for (int by = BY_WIRE; by <= BY_VIA; by++)
            if (it->label[by] != UINT32_MAX &&
                search_step(search, from, way ^ 1, by, &to, &price) &&
                (uint64_t)it->label[by] + price == label) {
                *last = way;
                return 2 * tile + (uint32_t)by;
            }
    }
    return SEARCH_NONE;
}

void global_search_path(struct global_search *search)
{
    uint32_t state = search->end, last = WAYS;
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
        state = state_before(search, state, &last);
    }
}
