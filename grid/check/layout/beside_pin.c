/* beside_pin: obstructions and blockages that touch a pin.
 *
 * LEF does not define what an obstruction means that abuts or covers a pin. Memories have such
 * obstructions on three sides of each pin, and flows put blockages over whole macros. The pin wins:
 *
 *     #####          #  obstruction, p  pin
 *     pppp#          -  wire of the pin's net: as near to the obstruction as the pin is
 *  ---pppp#
 *     #####
 *
 * For the pin's net, the pin is cut out of each obstruction that it touches. The net's metal must
 * not overlap or abut the rest, and keeps the spacing to it only where it is farther from the pin
 * than that spacing, measured along x and y. */
#include "grid/check/layout/inspect.h"

static bool is_pin_of(const struct inspection *it, uint32_t shape, uint32_t net)
{
    const struct shape *s = &it->shapes.shapes[shape];
    assert(net != NET_NONE);
    return s->net == net && (s->kind == SHAPE_PIN || s->kind == SHAPE_PORT);
}

bool inspect_is_obstruction(const struct inspection *it, uint32_t shape)
{
    assert(shape < it->shapes.count);
    const uint8_t kind = it->shapes.shapes[shape].kind;
    return kind == SHAPE_OBS || kind == SHAPE_BLOCKAGE;
}

/* Lists the pins of the net near the box that touch the obstruction. */
static enum status list_pins(const struct inspection *it, uint32_t net, uint32_t obstruction,
                             struct layout_rect box, int32_t reach, struct rects *pins,
                             struct error *error)
{
    const struct shape *o = &it->shapes.shapes[obstruction];
    struct bins_search search = bins_search(&it->bins[o->layer], box, reach);
    for (uint32_t i = 0; bins_next(&search, &i);)
        if (is_pin_of(it, i, net) && rect_touch(it->shapes.shapes[i].rect, o->rect))
            TRY(rects_add(pins, it->shapes.shapes[i].rect, error));
    return STATUS_OK;
}

/* Lists the parts of rect outside the pins grown by `by`. */
static enum status list_rest(struct rects *rest, struct layout_rect rect, const struct rects *pins,
                             int32_t by, struct error *error)
{
    struct rects grown = {0}, spare = {0};
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < pins->count && status == STATUS_OK; i++)
        status = rects_add(&grown, rect_grow(pins->at[i], by), error);
    rest->count = 0;
    THEN(status, rects_add_rest(rest, rect, grown.at, grown.count, &spare, error));
    MEM_FREE(grown.at, spare.at);
    return status;
}

/* Finds a short of the pieces with the rest of the obstruction. */
static bool find_short(const struct rects *rest, struct beside_pin *pair)
{
    for (uint32_t i = 0; i < pair->count; i++)
        for (uint32_t k = 0; k < rest->count; k++)
            if (rect_touch(pair->pieces[i], rest->at[k])) {
                pair->fault = FAULT_SHORT;
                pair->at = pair->pieces[i];
                pair->other = rest->at[k];
                pair->square = 0;
                return true;
            }
    return false;
}

/* Finds the smallest distance below `need` from `far`, parts of the pieces, to the rest. */
static void find_nearest(const struct rects *rest, const struct rects *far, struct beside_pin *pair)
{
    pair->square = (int64_t)pair->need * pair->need;
    for (uint32_t i = 0; i < far->count; i++)
        for (uint32_t k = 0; k < rest->count; k++) {
            const int64_t square = rect_square(far->at[i], rest->at[k]);
            if (square >= pair->square)
                continue;
            pair->fault = FAULT_SPACING;
            pair->at = far->at[i];
            pair->other = rest->at[k];
            pair->square = square;
        }
}

enum status inspect_beside_pin(const struct inspection *it, struct beside_pin *pair,
                               struct error *error)
{
    assert(inspect_is_obstruction(it, pair->obstruction) && pair->count > 0 && pair->need >= 0);
    struct rects pins = {0}, rest = {0}, far = {0};
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < pair->count && status == STATUS_OK; i++)
        status =
            list_pins(it, pair->net, pair->obstruction, pair->pieces[i], pair->need, &pins, error);
    if (status != STATUS_OK || pins.count == 0)
        goto done;
    pair->fault = LAYOUT_FAULTS;
    status = list_rest(&rest, it->shapes.shapes[pair->obstruction].rect, &pins, 0, error);
    if (status != STATUS_OK || find_short(&rest, pair))
        goto done;
    struct beside_pin nearest = *pair;
    for (uint32_t i = 0; i < pair->count && status == STATUS_OK; i++) {
        status = list_rest(&far, pair->pieces[i], &pins, pair->need, error);
        nearest.fault = LAYOUT_FAULTS;
        if (status == STATUS_OK)
            find_nearest(&rest, &far, &nearest);
        if (nearest.fault != LAYOUT_FAULTS &&
            (pair->fault == LAYOUT_FAULTS || nearest.square < pair->square))
            *pair = nearest;
    }
done:
    MEM_FREE(pins.at, rest.at, far.at);
    return status;
}
