/* hole: finds small holes in metal (MINENCLOSEDAREA) by flood fill.
 *
 * The lines through all edges near a box divide its surroundings into fields. Empty fields that are
 * not connected to the border of the surroundings are a hole.
 *
 *     . . . . .
 *     . # # # .      #  metal
 *     . # o # .      .  connected to the border
 *     . # # # .      o  hole: the bounding box of its fields is the patch
 */
#include "router/detail/mend/patch.h"

enum {
    PIECES_LEAST = 4, /* rectangles that can enclose a hole */
    PIECES_MOST = 64, /* rectangles that are examined */
    LINES_MOST = 2 * PIECES_MOST + 2,
    FIELDS_MOST = (LINES_MOST - 1) * (LINES_MOST - 1),
};

enum hole_field { FIELD_EMPTY, FIELD_METAL, FIELD_SEEN };

struct hole_fields {
    int32_t x[LINES_MOST], y[LINES_MOST];
    uint32_t columns, rows;
    uint8_t field[FIELDS_MOST];
    uint32_t list[FIELDS_MOST]; /* queue of the flood fill */
};

static void make_fields(struct hole_fields *f, const struct own_metal *own,
                        struct layout_rect around)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i <= own->count; i++) {
        struct layout_rect b = i < own->count ? own->box[i] : around;
        f->x[n] = int_max(b.x0, around.x0);
        f->y[n++] = int_max(b.y0, around.y0);
        f->x[n] = int_min(b.x1, around.x1);
        f->y[n++] = int_min(b.y1, around.y1);
    }
    assert(n <= LINES_MOST);
    f->columns = sort_once(f->x, n) - 1;
    f->rows = sort_once(f->y, n) - 1;
    assert(f->rows * f->columns <= FIELDS_MOST);
    for (uint32_t r = 0; r < f->rows; r++) {
        for (uint32_t c = 0; c < f->columns; c++) {
            struct layout_rect field = {f->x[c], f->y[r], f->x[c + 1], f->y[r + 1]};
            bool metal = false;
            for (uint32_t i = 0; i < own->count && !metal; i++)
                metal = rect_overlap(own->box[i], field);
            f->field[r * f->columns + c] = metal ? FIELD_METAL : FIELD_EMPTY;
        }
    }
}

/* Lists the empty fields connected to `start` in f->list; returns their number, or 0 if they reach
 * the border. *area: their total area. */
static uint32_t empty_place(struct hole_fields *f, uint32_t start, int64_t *area)
{
    uint32_t count = 0;
    bool out = false;
    assert(f->field[start] == FIELD_EMPTY);
    *area = 0;
    f->list[count++] = start;
    f->field[start] = FIELD_SEEN;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t c = f->list[i] % f->columns, r = f->list[i] / f->columns;
        *area += (int64_t)(f->x[c + 1] - f->x[c]) * (f->y[r + 1] - f->y[r]);
        const uint32_t next[4][2] = {
            {c - 1, r}, {c + 1, r}, {c, r - 1}, {c, r + 1}}; /* wraps at 0 */
        for (uint32_t d = 0; d < 4; d++) {
            if (next[d][0] >= f->columns || next[d][1] >= f->rows) {
                out = true;
                continue;
            }
            uint32_t at = next[d][1] * f->columns + next[d][0];
            if (f->field[at] != FIELD_EMPTY)
                continue;
            f->field[at] = FIELD_SEEN;
            f->list[count++] = at;
        }
    }
    return out ? 0 : count;
}

/* Fills the hole whose fields are f->list[0 .. count). */
static enum status fill(struct mender *m, struct hole_fields *f, uint32_t count,
                        const struct own_metal *own)
{
    struct layout_rect hull = RECT_EMPTY;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t c = f->list[i] % f->columns, r = f->list[i] / f->columns;
        hull = rect_join(hull, (struct layout_rect){f->x[c], f->y[r], f->x[c + 1], f->y[r + 1]});
    }
    bool routed = false, done = false; /* a hole within pins only is not filled */
    for (uint32_t i = 0; i < own->count && !routed; i++)
        routed = !own->fixed[i] && rect_touch(own->box[i], hull);
    if (!routed)
        return STATUS_OK;
    TRY(mend_patch(m, own->layer, hull, &done));
    return done ? STATUS_OK : mend_fault(m, own->layer, MEND_HOLE, hull);
}

enum status mend_holes(struct mender *m, uint32_t layer, struct layout_rect box)
{
    const struct model_layer *rule = &m->lattice->model->layers[layer];
    struct own_metal own = {.count = 0};
    if (rule->hole <= 0)
        return STATUS_OK;
    /* A hole has the width of the spacing, or half of it in a pin, which limits its length. */
    int32_t space = int_max(rule->space > 0 ? rule->space : model_space(rule, 0, 0, 0), 1);
    int64_t reach = 2 * rule->hole / space + space;
    const int64_t most = 64LL * model_reach(rule, INT32_MAX);
    reach = reach < most ? reach : most;
    reach = reach < COORD_MAX ? reach : COORD_MAX;
    mend_look_around(m, &own, layer, box, (int32_t)reach);
    if (own.count < PIECES_LEAST || own.count > PIECES_MOST)
        return STATUS_OK;
    struct hole_fields *f;
    TRY(MEM_NEW(f, 1, "fields", m->error));
    make_fields(f, &own, rect_grow(box, (int32_t)reach));
    enum status status = STATUS_OK;
    for (uint32_t at = 0; at < f->rows * f->columns && status == STATUS_OK; at++) {
        int64_t area;
        if (f->field[at] != FIELD_EMPTY)
            continue;
        uint32_t count = empty_place(f, at, &area);
        if (count > 0 && area < rule->hole)
            status = fill(m, f, count, &own);
    }
    free(f);
    return status;
}
