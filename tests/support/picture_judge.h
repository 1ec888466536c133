/* picture_judge: the violations that the checker of layouts must find in a drawing of
 * layout_picture.h, computed from its picture unit by unit: shorts, spacing, notches, area, holes,
 * width, rectangles, steps, line ends, opens, floating metal.
 */
#pragma once

#include "tests/support/picture_steps.h"

/* The rules of the layer, in units. Wide spacing applies to shapes wider than `wide`, run spacing
 * to shapes with a parallel run longer than `run`. */
struct rules {
    int width, spacing, same, area, hole;
    int wide, wide_spacing, run, run_spacing;
    bool rectangles;
    int end, end_within, end_spacing, beside, beside_within;
    bool two;
    struct step_rule step; /* length 0: none */
    int unit;              /* of the drawing, in those of the layout */
};

struct tally {
    uint64_t faults[LAYOUT_FAULTS];
    int64_t distance[LAYOUT_FAULTS]; /* sums of the reported distances, in database units */
};

/* ---- between shapes ------------------------------------------------------------------------- */

/* A shape at work: a member, or a fixed rectangle. */
struct part {
    struct layout_rect rect;
    struct picture counts; /* what of it counts */
    int net;
    bool fixed;
};

/* Blockages count as thin: USEMINSPACING is on. */
static inline int narrow(const struct part *part)
{
    int width = part->rect.x1 - part->rect.x0, height = part->rect.y1 - part->rect.y0;
    return part->net < 0 ? 0 : width < height ? width : height;
}

/* How long two rectangles run side by side; 0 or less: they do not. */
static inline int run_of(struct layout_rect a, struct layout_rect b)
{
    int x = (a.x1 < b.x1 ? a.x1 : b.x1) - (a.x0 > b.x0 ? a.x0 : b.x0);
    int y = (a.y1 < b.y1 ? a.y1 : b.y1) - (a.y0 > b.y0 ? a.y0 : b.y0);
    return x > y ? x : y;
}

static inline int asked(const struct rules *rules, const struct part *a, const struct part *b,
                        bool same)
{
    if (rules->run > 0) {
        bool wide = narrow(a) > rules->wide || narrow(b) > rules->wide;
        bool runs = run_of(a->rect, b->rect) > rules->run;
        return wide ? runs ? rules->run_spacing : rules->wide_spacing : rules->spacing;
    }
    int need = same && rules->same > 0 ? rules->same : rules->spacing;
    bool wide = narrow(a) >= rules->wide || narrow(b) >= rules->wide;
    return rules->wide > 0 && wide && rules->wide_spacing > need ? rules->wide_spacing : need;
}

/* The three other units around a corner of r are without metal; (sx, sy): to the outside. */
static inline bool is_outside_corner(const struct picture *net, int x, int y, int sx, int sy)
{
    int in_x = sx > 0 ? x - 1 : x, out_x = sx > 0 ? x : x - 1;
    int in_y = sy > 0 ? y - 1 : y, out_y = sy > 0 ? y : y - 1;
    return !picture_has(net, out_x, in_y) && !picture_has(net, in_x, out_y) &&
           !picture_has(net, out_x, out_y);
}

/* Room between two rectangles of one net that do not meet, which no metal of the net closes. */
static inline bool is_open(const struct picture *net, struct layout_rect p, struct layout_rect q)
{
    int x0 = p.x0 > q.x0 ? p.x0 : q.x0, x1 = p.x1 < q.x1 ? p.x1 : q.x1;
    int y0 = p.y0 > q.y0 ? p.y0 : q.y0, y1 = p.y1 < q.y1 ? p.y1 : q.y1;
    if (x0 == x1 && y0 == y1) {
        int metal = 0;
        for (int i = 0; i < 4; i++)
            metal += picture_has(net, x0 - i % 2, y0 - i / 2);
        return metal <= 2;
    }
    if (x0 >= x1 && y0 >= y1) {
        int sx = p.x1 <= q.x0 ? 1 : -1, sy = p.y1 <= q.y0 ? 1 : -1;
        return is_outside_corner(net, sx > 0 ? p.x1 : p.x0, sy > 0 ? p.y1 : p.y0, sx, sy) &&
               is_outside_corner(net, sx > 0 ? q.x0 : q.x1, sy > 0 ? q.y0 : q.y1, -sx, -sy) &&
               !picture_enters(net, (struct layout_rect){x1, y1, x0, y0});
    }
    for (int y = y0; y < y1; y++)
        if (!picture_enters(net, (struct layout_rect){x1, y, x0, y + 1}))
            return true;
    for (int x = x0; x < x1; x++)
        if (!picture_enters(net, (struct layout_rect){x, y1, x + 1, y0}))
            return true;
    return false;
}

/* A blockage that touches pins of the net: they are cut out of it, and the net's metal within
 * `need` of them keeps no distance to the rest. *kind: the fault that remains, or LAYOUT_FAULTS. */
static inline void judge_beside_pin(const struct drawing *drawing, const struct part *metal,
                                    const struct part *blockage, int need, enum layout_fault *kind,
                                    int *square)
{
    struct picture whole = picture_of(blockage->rect), rest = whole, far = metal->counts;
    for (int i = 0; i < drawing->count; i++) {
        struct layout_rect r = drawing->box[i].rect;
        struct picture pin = picture_of(r);
        if (drawing->box[i].net != metal->net || drawing->box[i].kind != BOX_PIN ||
            !picture_meets(&pin, &whole))
            continue;
        rest = picture_without(rest, pin);
        for (int y = 0; y < PICTURE_SIDE; y++)
            for (int x = 0; x < PICTURE_SIDE; x++)
                if (x >= r.x0 - need && x < r.x1 + need && y >= r.y0 - need && y < r.y1 + need)
                    far.row[y] &= ~(UINT32_C(1) << x);
    }
    *square = picture_distance(&far, &rest, need * need);
    *kind = picture_meets(&metal->counts, &rest) ? FAULT_SHORT
            : *square < need * need              ? FAULT_SPACING
                                                 : LAYOUT_FAULTS;
}

static inline void judge_parts(const struct rules *rules, const struct drawing *drawing,
                               const struct part *a, const struct part *b, struct tally *tally)
{
    bool same = a->net == b->net;
    struct picture whole = picture_of(a->rect), other = picture_of(b->rect);
    if (same && picture_meets(&whole, &other))
        return;
    int need = asked(rules, a, b, same),
        square = picture_distance(&a->counts, &b->counts, need * need);
    enum layout_fault kind = same ? FAULT_NOTCH : FAULT_SPACING;
    if (picture_meets(&a->counts, &b->counts))
        kind = FAULT_SHORT;
    else if (square >= need * need)
        return;
    if (a->net < 0 || b->net < 0)
        judge_beside_pin(drawing, a->net < 0 ? b : a, a->net < 0 ? a : b, need, &kind, &square);
    if (kind == LAYOUT_FAULTS)
        return;
    if (kind == FAULT_SHORT) {
        tally->faults[FAULT_SHORT]++;
        return;
    }
    struct picture net = picture_net(drawing, a->net, true, true);
    if (same && !is_open(&net, a->rect, b->rect))
        return;
    tally->faults[kind]++;
    tally->distance[kind] += (int64_t)floor(rules->unit * sqrt(square));
}

/* ---- merged metal --------------------------------------------------------------------------- */

/* A cluster: connected wiring, and the same with the pins that it meets. */
struct cluster {
    int net;
    struct picture wires, all, fresh, pins; /* fresh: of the wires, outside pins */
    bool own[PICTURE_BOXES];                /* boxes of the pins that it meets */
};

static inline struct cluster cluster_of(const struct drawing *drawing, int net,
                                        struct picture wires)
{
    struct cluster cluster = {.net = net, .wires = wires, .all = wires, .fresh = wires};
    for (int i = 0; i < drawing->count; i++) {
        struct picture pin = picture_of(drawing->box[i].rect);
        if (drawing->box[i].net != net || drawing->box[i].kind != BOX_PIN ||
            !picture_meets(&pin, &wires))
            continue;
        cluster.pins = picture_with(cluster.pins, pin);
        cluster.all = picture_with(cluster.all, pin);
        cluster.fresh = picture_without(cluster.fresh, pin);
        for (int k = 0; k < drawing->count && drawing->box[k].kind == BOX_PIN; k++) {
            struct picture other = picture_of(drawing->box[k].rect);
            if (drawing->box[k].pin != drawing->box[i].pin)
                continue;
            cluster.own[k] = true;
            if (picture_meets(&pin, &other))
                cluster.all = picture_with(cluster.all, other);
        }
    }
    return cluster;
}

static inline void judge_holes(const struct rules *rules, const struct cluster *cluster,
                               struct tally *tally)
{
    struct picture rest = {0}, part;
    for (int y = 0; y < PICTURE_SIDE; y++)
        rest.row[y] = ~cluster->all.row[y] & ((UINT32_C(1) << PICTURE_SIDE) - 1);
    while (picture_next(&rest, true, &part)) {
        struct layout_rect box = {PICTURE_SIDE, PICTURE_SIDE, 0, 0};
        for (int y = 0; y < PICTURE_SIDE; y++)
            for (int x = 0; x < PICTURE_SIDE; x++)
                if (picture_has(&part, x, y))
                    box = (struct layout_rect){x < box.x0 ? x : box.x0, y < box.y0 ? y : box.y0,
                                               x >= box.x1 ? x + 1 : box.x1, y + 1};
        struct picture hole = picture_of(box);
        if (!picture_has(&part, 0, 0) && picture_area(part) < rules->hole &&
            picture_meets(&hole, &cluster->fresh))
            tally->faults[FAULT_AREA]++;
    }
}

/* True if some new metal is not covered by a square of the minimum width. */
static inline bool is_thin(const struct rules *rules, const struct cluster *cluster)
{
    struct picture thin = cluster->fresh;
    for (int y = 0; y + rules->width <= PICTURE_SIDE; y++)
        for (int x = 0; x + rules->width <= PICTURE_SIDE; x++) {
            struct layout_rect square = {x, y, x + rules->width, y + rules->width};
            if (picture_covers(&cluster->all, square))
                thin = picture_without(thin, picture_of(square));
        }
    return picture_area(thin) > 0;
}

/* True for an inside corner whose only unit without metal is at (-sx, -sy). */
static inline bool is_inside_corner(const struct picture *all, int x, int y, int sx, int sy)
{
    int to_x = sx > 0 ? x : x - 1, to_y = sy > 0 ? y : y - 1;
    return picture_has(all, to_x, to_y) && picture_has(all, to_x - sx, to_y) &&
           picture_has(all, to_x, to_y - sy) && !picture_has(all, to_x - sx, to_y - sy);
}

/* Two inside corners face each other across metal, nearer than the width. */
static inline bool has_neck(const struct rules *rules, const struct cluster *cluster)
{
    const struct picture *all = &cluster->all;
    int width = rules->width;
    for (int y = 1; y < PICTURE_SIDE; y++)
        for (int x = 1; x < PICTURE_SIDE; x++)
            for (int v = y + 1; v < y + width; v++)
                for (int u = x - width; u < x + width; u++) {
                    int sx = u > x ? 1 : -1, near = (u - x) * (u - x) + (v - y) * (v - y);
                    struct layout_rect box = {u > x ? x : u, y, u > x ? u : x, v};
                    if (u == x || near >= width * width || !is_inside_corner(all, x, y, sx, 1) ||
                        !is_inside_corner(all, u, v, -sx, -1) || !picture_covers(all, box))
                        continue;
                    struct picture between = picture_of(box);
                    if (picture_meets(&between, &cluster->fresh))
                        return true;
                }
    return false;
}

static inline bool is_rectangle(const struct picture *all)
{
    struct layout_rect box = {PICTURE_SIDE, PICTURE_SIDE, 0, 0};
    for (int y = 0; y < PICTURE_SIDE; y++)
        for (int x = 0; x < PICTURE_SIDE; x++)
            if (picture_has(all, x, y))
                box = (struct layout_rect){x < box.x0 ? x : box.x0, y < box.y0 ? y : box.y0,
                                           x >= box.x1 ? x + 1 : box.x1, y + 1};
    return picture_covers(all, box);
}

/* ---- line ends ------------------------------------------------------------------------------ */

/* The picture turned by a quarter: (x, y) becomes (SIDE - 1 - y, x). */
static inline struct picture turned(struct picture picture)
{
    struct picture result = {0};
    for (int y = 0; y < PICTURE_SIDE; y++)
        for (int x = 0; x < PICTURE_SIDE; x++)
            if (picture_has(&picture, x, y))
                result.row[x] |= UINT32_C(1) << (PICTURE_SIDE - 1 - y);
    return result;
}

/* Line ends with the metal below their edge. */
static inline void judge_ends(const struct rules *rules, struct picture all, struct picture fresh,
                              struct picture others, struct tally *tally)
{
    for (int y = 1; y < PICTURE_SIDE; y++)
        for (int x = 1; x < PICTURE_SIDE; x++) {
            int end = x;
            while (picture_has(&all, end, y - 1) && !picture_has(&all, end, y))
                end++;
            if (end == x || picture_has(&all, x - 1, y - 1) || picture_has(&all, end, y - 1) ||
                end - x >= rules->end ||
                !picture_enters(&fresh, (struct layout_rect){x - 1, y - 1, end + 1, y + 1}))
                continue;
            int low = y - rules->beside_within, high = y + rules->end_within;
            bool west =
                picture_enters(&others, (struct layout_rect){x - rules->beside, low, x, high});
            bool east =
                picture_enters(&others, (struct layout_rect){end, low, end + rules->beside, high});
            if (rules->beside > 0 && !(rules->two ? west && east : west || east))
                continue;
            if (picture_enters(&others, (struct layout_rect){x - rules->end_within, y,
                                                             end + rules->end_within,
                                                             y + rules->end_spacing}))
                tally->faults[FAULT_LINE_END]++;
        }
}

static inline void judge_line_ends(const struct rules *rules, const struct drawing *drawing,
                                   const struct cluster *cluster, struct tally *tally)
{
    struct picture all = cluster->all, fresh = cluster->fresh, others = {0};
    for (int i = 0; i < drawing->count; i++) {
        struct picture box = picture_of(drawing->box[i].rect);
        bool own = drawing->box[i].net == cluster->net && picture_meets(&box, &cluster->wires);
        others = own || cluster->own[i] ? others : picture_with(others, box);
    }
    for (int i = 0; i < 4; i++) {
        judge_ends(rules, all, fresh, others, tally);
        all = turned(all);
        fresh = turned(fresh);
        others = turned(others);
    }
}

/* ---- the judge ------------------------------------------------------------------------------ */

enum { PARTS_MAX = 400 };
static struct part parts[PARTS_MAX];
static int part_count;

static inline void add_part(struct layout_rect rect, struct picture counts, int net, bool fixed)
{
    assert_true(part_count < PARTS_MAX);
    if (picture_area(counts) > 0)
        parts[part_count++] = (struct part){rect, counts, net, fixed};
}

/* The largest rectangles inside a cluster, with what of them is new. */
static inline void add_largest(const struct cluster *cluster)
{
    const struct picture *all = &cluster->all;
    for (int y = 0; y < PICTURE_SIDE; y++) {
        uint32_t columns = all->row[y]; /* those that are metal from y to v */
        for (int v = y + 1; v <= PICTURE_SIDE && columns != 0; columns &= row_of(all, v++)) {
            uint32_t below = row_of(all, y - 1), above = row_of(all, v);
            for (int x = 0, u; x < PICTURE_SIDE; x = u + 1) {
                uint32_t run = 0;
                for (u = x; u < PICTURE_SIDE && (columns >> u & 1) != 0; u++)
                    run |= UINT32_C(1) << u;
                struct layout_rect r = {x, y, u, v};
                if (run != 0 && (run & ~below) != 0 && (run & ~above) != 0)
                    add_part(r, picture_without(picture_of(r), cluster->pins), cluster->net, false);
            }
        }
    }
}

static inline void judge_cluster(const struct rules *rules, const struct drawing *drawing,
                                 const struct cluster *cluster, struct tally *tally)
{
    if (picture_area(cluster->fresh) == 0)
        return;
    tally->faults[FAULT_AREA] += picture_area(cluster->all) < rules->area;
    tally->faults[FAULT_WIDTH] += is_thin(rules, cluster);
    tally->faults[FAULT_WIDTH] += has_neck(rules, cluster);
    tally->faults[FAULT_SHAPE] += rules->rectangles && !is_rectangle(&cluster->all);
    if (rules->hole > 0)
        judge_holes(rules, cluster, tally);
    if (rules->step.length > 0)
        tally->faults[FAULT_STEP] += count_steps(&rules->step, &cluster->all, &cluster->fresh);
    if (rules->end > 0)
        judge_line_ends(rules, drawing, cluster, tally);
}

/* Unconnected pins and floating metal. The boxes of a pin are connected. */
static inline void judge_opens(const struct drawing *drawing, int net, struct tally *tally)
{
    struct picture rest = picture_net(drawing, net, true, true), part;
    struct picture pins = picture_net(drawing, net, true, false);
    int held = 0;
    while (picture_next(&rest, false, &part)) {
        const struct drawing_box *box = drawing->box;
        for (int i = 0; i + 1 < drawing->count; i++) {
            bool one = picture_has(&part, box[i].rect.x0, box[i].rect.y0) && box[i].net == net;
            bool two =
                picture_has(&part, box[i + 1].rect.x0, box[i + 1].rect.y0) && box[i + 1].net == net;
            if (box[i + 1].kind != BOX_PIN || box[i].pin != box[i + 1].pin || one == two)
                continue;
            struct layout_rect r = box[one ? i + 1 : i].rect;
            struct picture more = picture_part(&rest, r.x0, r.y0, false);
            part = picture_with(part, more);
            rest = picture_without(rest, more);
            i = -1; /* again from the start */
        }
        bool pin = picture_area(picture_without(part, pins)) < picture_area(part);
        held += pin;
        tally->faults[FAULT_FLOATING] += !pin;
    }
    tally->faults[FAULT_OPEN] += held > 1;
}

static inline void judge_picture(const struct rules *rules, const struct drawing *drawing,
                                 struct tally *tally)
{
    *tally = (struct tally){0};
    part_count = 0;
    for (int i = 0; i < drawing->count; i++) {
        const struct drawing_box *box = &drawing->box[i];
        struct picture all = picture_of(box->rect);
        struct picture pins = picture_net(drawing, box->net, true, false);
        if (box->kind != BOX_WIRE)
            add_part(box->rect, all, box->net, true);
        else if (rules->wide == 0)
            add_part(box->rect, picture_without(all, pins), box->net, false);
    }
    for (int net = 0; net < PICTURE_NETS; net++) {
        struct picture rest = picture_net(drawing, net, false, true), wires;
        while (picture_next(&rest, false, &wires)) {
            struct cluster cluster = cluster_of(drawing, net, wires);
            judge_cluster(rules, drawing, &cluster, tally);
            if (rules->wide > 0)
                add_largest(&cluster);
        }
        judge_opens(drawing, net, tally);
    }
    for (int i = 0; i < part_count; i++)
        for (int k = 0; k < i; k++)
            if (!(parts[i].fixed && parts[k].fixed))
                judge_parts(rules, drawing, &parts[i], &parts[k], tally);
}
