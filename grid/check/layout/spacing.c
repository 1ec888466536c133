/* spacing: checks shorts, distances to other metal and notches within a net.
 *
 * The members of a cluster are checked against all fixed shapes near them, and against members with
 * higher numbers. If spacing depends on width, members are the maximal rectangles of the polygon of
 * the cluster and its pins, which have the width of merged metal; else they are the routed
 * rectangles. Only the new pieces of a member count. The width of a member is its shorter side; the
 * run length of two is negative if they are corner to corner.
 *
 * Wide metal may need many times the spacing of narrow metal. So only wide members and wide fixed
 * shapes, of which there are few, look for others as far as that.
 */
#include "grid/check/layout/inspect.h"

#include <math.h>

#include "grid/check/layout/required.h"

enum { NARROW_WIDTHS = 3 }; /* metal up to this multiple of the layer's width is narrow */

struct member {
    struct layout_rect rect;
    uint32_t head;         /* of its cluster */
    uint32_t first, count; /* its new pieces, in pieces */
    uint16_t layer;
};

/* The members of a layer. */
struct member_bins {
    struct bins all;
    int32_t narrow;    /* up to this width, in units, metal is narrow */
    int32_t near, far; /* search distances of narrow metal, and of all */
};

/* The members of all layers. */
struct members {
    struct member *at;
    uint32_t count;
    size_t capacity;
    struct rects pieces;
    struct member_bins *bins; /* [layers] */
    int32_t own_reach;        /* the largest SPACING of an obstruction, in units */
};

/* A member and a rectangle that it is checked against. */
struct member_pair {
    uint32_t member;
    struct layout_rect other;
    const struct layout_rect *pieces; /* the parts of `other` that count */
    uint32_t count;
    bool same;      /* `other` is of the same net */
    uint32_t shape; /* a shape of `other`, for its owner */
    int32_t need;   /* required spacing, in units; LENGTH_NONE: by the rules of the layer */
};

/* Notes a member of a cluster whose pieces are those found from number `first` on, unless there are
 * none. */
static enum status find_member(struct inspection *it, uint32_t cluster, struct layout_rect rect,
                               uint32_t first, struct error *error)
{
    struct inspect_found *found = &it->found;
    assert(first <= found->pieces.count && cluster < it->cluster_count);
    if (found->pieces.count == first)
        return STATUS_OK;
    TRY(numbers_add(&found->numbers, it->heads[cluster], error));
    TRY(numbers_add(&found->numbers, found->pieces.count - first, error));
    return rects_add(&found->rects, rect, error);
}

/* Finds the maximal rectangles of the polygon of a cluster with their parts outside fixed metal. */
static enum status find_maximal(struct inspection *it, uint32_t cluster, struct error *error)
{
    struct rects *pieces = &it->found.pieces;
    TRY(inspect_outline(it, cluster, error));
    TRY(polygon_make(&it->polygon, it->outline.at, it->outline.count, error));
    TRY(polygon_maximal(&it->polygon, error));
    for (uint32_t i = 0; i < it->polygon.rect_count; i++) {
        struct layout_rect rect = it->polygon.rects[i];
        uint32_t first = pieces->count, kept = first;
        it->cuts.count = 0;
        for (uint32_t t = it->touched.first[cluster]; t < it->touched.first[cluster + 1]; t++)
            if (rect_overlap(it->shapes.shapes[it->touched.at[t]].rect, rect))
                TRY(rects_add(&it->cuts, it->shapes.shapes[it->touched.at[t]].rect, error));
        TRY(rects_add_rest(pieces, rect, it->cuts.at, it->cuts.count, &it->spare, error));
        for (uint32_t p = first; p < pieces->count; p++)
            if (inspect_takes_part(it, cluster, pieces->at[p], false))
                pieces->at[kept++] = pieces->at[p];
        pieces->count = kept;
        TRY(find_member(it, cluster, rect, first, error));
    }
    return STATUS_OK;
}

/* Takes the rectangles of a cluster unchanged. */
static enum status find_unchanged(struct inspection *it, uint32_t cluster, struct error *error)
{
    for (uint32_t m = it->members.first[cluster]; m < it->members.first[cluster + 1]; m++) {
        uint32_t shape = it->members.at[m], first = it->found.pieces.count;
        for (uint32_t p = it->piece_first[shape]; p < it->piece_first[shape + 1]; p++)
            TRY(rects_add(&it->found.pieces, it->pieces.at[p], error));
        TRY(find_member(it, cluster, it->shapes.shapes[shape].rect, first, error));
    }
    return STATUS_OK;
}

static uint16_t layer_of(const struct inspection *it, uint32_t shape)
{
    assert(shape < it->shapes.count);
    return it->shapes.shapes[shape].layer;
}

/* The largest SPACING of an obstruction, which can exceed the rules of the layer. */
static int32_t own_reach(const struct inspection *it)
{
    int32_t most = 0;
    for (uint32_t i = 0; i < it->shapes.count; i++)
        if (it->shapes.shapes[i].spacing > most)
            most = it->shapes.shapes[i].spacing;
    return most;
}

/* True if a fixed shape may need more spacing than narrow metal. */
static bool is_wide(const struct shape *shape, int32_t narrow)
{
    return rect_narrow(shape->rect) > narrow || shape->rule_width > narrow ||
           shape->spacing != LENGTH_NONE;
}

static enum status find_members(struct inspection *it, uint32_t c, struct error *error)
{
    const bool single = it->members.first[c + 1] - it->members.first[c] == 1 &&
                        it->touched.first[c + 1] == it->touched.first[c];
    return !single && required_depends_on_width(&it->layout->tech, layer_of(it, it->heads[c]))
               ? find_maximal(it, c, error)
               : find_unchanged(it, c, error);
}

static enum status join_members(struct inspection *it, struct inspect_found *found,
                                struct error *error)
{
    struct members *members = it->whole;
    uint32_t first = members->pieces.count;
    assert(found->numbers.count == 2 * found->rects.count);
    TRY(MEM_GROW(members->at, members->capacity, (size_t)members->count + found->rects.count,
                 "members", error));
    for (uint32_t i = 0; i < found->rects.count; i++) {
        const uint32_t head = found->numbers.at[2 * (size_t)i];
        const uint32_t count = found->numbers.at[2 * (size_t)i + 1];
        members->at[members->count++] =
            (struct member){found->rects.at[i], head, first, count, layer_of(it, head)};
        first += count;
    }
    return INSPECT_JOIN(&members->pieces, &found->pieces, error);
}

static enum status make_member_bins(struct inspection *it, uint32_t layer, struct error *error)
{
    const struct tech_layer *rules = &it->layout->tech.layers[layer];
    struct members *members = it->whole;
    struct member_bins *bins = &members->bins[layer];
    if (rules->kind != LAYER_ROUTING)
        return STATUS_OK;
    bins->narrow = NARROW_WIDTHS * rules->width;
    bins->near = required_reach(&it->layout->tech, (uint16_t)layer, bins->narrow);
    bins->far = required_reach(&it->layout->tech, (uint16_t)layer, INT32_MAX);
    bins->far = bins->far > members->own_reach ? bins->far : members->own_reach;
    if (members->count == 0)
        return STATUS_OK;
    return bins_make(&bins->all, &members->at->rect, sizeof *members->at, &members->at->layer,
                     sizeof *members->at, (uint16_t)layer, members->count, error);
}

static enum status make_members(struct inspection *it, struct members *members, struct error *error)
{
    const uint32_t layers = it->layout->tech.layer_names.count;
    const struct inspect_loop clusters = {
        .body = find_members, .join = join_members, .whole = members, .count = it->cluster_count};
    const struct inspect_loop bins = {
        .body = make_member_bins, .whole = members, .count = layers, .least = 1};
    TRY(inspect_each(it, &clusters, error));
    TRY(MEM_NEW(members->bins, layers, "bins", error));
    members->own_reach = own_reach(it);
    return inspect_each(it, &bins, error);
}

static void destroy_members(struct inspection *it, struct members *members)
{
    for (uint32_t layer = 0; members->bins != NULL && layer < it->layout->tech.layer_names.count;
         layer++)
        bins_destroy(&members->bins[layer].all);
    MEM_FREE(members->bins, members->pieces.at, members->at);
}

static void report_pair(struct inspection *it, const struct member_pair *pair, uint32_t head,
                        const struct beside_pin *found)
{
    uint16_t layer = layer_of(it, head);
    const char *net = inspect_net(it, it->shapes.shapes[head].net);
    struct rect_text there = rect_text(it, layer, found->other);
    struct rect_text where = fault_place(it, it->shapes.shapes[head].net, layer, found->at);
    if (found->fault == FAULT_SHORT)
        inspect_report(it, FAULT_SHORT, "%s: %s meets %s, %s", where.text, net,
                       owner_text(it, pair->shape).text, there.text);
    else
        inspect_report(it, found->fault, "%s: %s is %s from %s, %s; at least %s is required",
                       where.text, net, length_text(it, (int64_t)sqrt((double)found->square)).text,
                       pair->same ? "itself" : owner_text(it, pair->shape).text, there.text,
                       length_text(it, pair->need).text);
}

/* Finds a short or the smallest distance below pair->need between the pieces of both sides. */
static void find_worst(const struct inspection *it, const struct member_pair *pair, uint16_t layer,
                       struct beside_pin *found)
{
    found->square = (int64_t)pair->need * pair->need;
    for (uint32_t i = 0; i < found->count; i++)
        for (uint32_t k = 0; k < pair->count; k++) {
            struct layout_rect p = found->pieces[i], q = pair->pieces[k];
            const bool meets = rect_touch(p, q);
            const int64_t square = rect_square(p, q);
            assert(!meets || !pair->same); /* check_pair skips rectangles of one net that touch */
            if (!meets && (square >= found->square ||
                           (pair->same && !inspect_open_gap(it, layer, found->net, p, q))))
                continue;
            found->fault = meets ? FAULT_SHORT : pair->same ? FAULT_NOTCH : FAULT_SPACING;
            found->square = square;
            found->at = p;
            found->other = q;
            if (meets)
                return;
        }
}

/* Reports a short or the smallest distance between the pieces of both sides, if that is too small.
 * width: of the other side, as the rules see it, in units. */
static enum status check_pair(struct inspection *it, const struct members *members,
                              struct member_pair *pair, int32_t width, struct error *error)
{
    assert(pair->member < members->count && pair->count > 0);
    const struct member *member = &members->at[pair->member];
    uint16_t layer = member->layer;
    struct layout_rect rect = members->at[pair->member].rect;
    if (pair->same && rect_touch(rect, pair->other))
        return STATUS_OK;
    if (pair->need == LENGTH_NONE)
        pair->need = required_spacing(&it->layout->tech, layer, rect_narrow(rect), width,
                                      rect_run(rect, pair->other), pair->same);
    struct beside_pin found = {.net = it->shapes.shapes[member->head].net,
                               .obstruction = pair->shape,
                               .pieces = members->pieces.at + member->first,
                               .count = member->count,
                               .need = pair->need,
                               .fault = LAYOUT_FAULTS};
    find_worst(it, pair, layer, &found);
    if (found.fault != LAYOUT_FAULTS && found.net != NET_NONE &&
        inspect_is_obstruction(it, pair->shape))
        TRY(inspect_beside_pin(it, &found, error));
    if (found.fault != LAYOUT_FAULTS)
        report_pair(it, pair, member->head, &found);
    return STATUS_OK;
}

/* Checks a member against a fixed shape. */
static enum status check_fixed(struct inspection *it, const struct members *members, uint32_t i,
                               uint32_t j, int32_t reach, struct error *error)
{
    const struct shape *fixed = &it->shapes.shapes[j];
    assert(members->at != NULL);
    uint32_t head = members->at[i].head, net = it->shapes.shapes[head].net;
    int32_t width = rect_narrow(fixed->rect);
    assert(!inspect_is_new(it, j) && fixed->layer == layer_of(it, head));
    if ((fixed->spacing == LENGTH_NONE && (rect_gap_x(members->at[i].rect, fixed->rect) > reach ||
                                           rect_gap_y(members->at[i].rect, fixed->rect) > reach)) ||
        (fixed->except_pg && use_is_power(it->layout->placed.nets[net].use)))
        return STATUS_OK;
    if (fixed->rule_width != LENGTH_NONE)
        width = fixed->rule_width;
    else if (inspect_is_obstruction(it, j) && it->layout->tech.obs_min_spacing)
        width = 0;
    bool same = net != NET_NONE && fixed->net == net;
    struct member_pair pair = {i, fixed->rect, &fixed->rect, 1, same, j, fixed->spacing};
    return check_pair(it, members, &pair, width, error);
}

/* Checks a member against a member with a higher number. */
static enum status check_members(struct inspection *it, const struct members *members, uint32_t i,
                                 uint32_t j, struct error *error)
{
    assert(i < j && j < members->count);
    const struct member *other = &members->at[j];
    struct layout_rect rect = members->at[j].rect;
    uint32_t head = members->at[i].head;
    assert(members->at[i].layer == other->layer);
    bool same = it->shapes.shapes[head].net == it->shapes.shapes[other->head].net;
    struct member_pair pair = {
        i, rect, members->pieces.at + other->first, other->count, same, other->head, LENGTH_NONE};
    return check_pair(it, members, &pair, rect_narrow(rect), error);
}

/* Checks a member against the fixed shapes near it that are not wide, and against members. */
static enum status check_member(struct inspection *it, uint32_t i, struct error *error)
{
    const struct members *members = it->whole;
    const uint16_t layer = members->at[i].layer;
    const struct member_bins *bins = &members->bins[layer];
    const struct layout_rect rect = members->at[i].rect;
    const bool narrow = rect_narrow(rect) <= bins->narrow;
    const int32_t reach = narrow ? bins->near : bins->far;
    uint32_t j = 0;
    struct bins_search search = bins_search(&it->bins[layer], rect, reach);
    while (bins_next(&search, &j))
        if (!inspect_is_new(it, j) && !is_wide(&it->shapes.shapes[j], bins->narrow))
            TRY(check_fixed(it, members, i, j, bins->far, error));
    search = bins_search(&bins->all, rect, reach);
    while (bins_next(&search, &j)) {
        const bool also = rect_narrow(members->at[j].rect) <= bins->narrow;
        if (narrow == also ? j > i : also) /* else j finds i */
            TRY(check_members(it, members, i < j ? i : j, i < j ? j : i, error));
    }
    return STATUS_OK;
}

/* Checks the members near a fixed shape, if it is wide. */
static enum status check_wide(struct inspection *it, uint32_t j, struct error *error)
{
    const struct members *members = it->whole;
    const struct shape *shape = &it->shapes.shapes[j];
    const struct member_bins *bins = &members->bins[shape->layer];
    if (inspect_layer(it, shape->layer)->kind != LAYER_ROUTING || !is_wide(shape, bins->narrow))
        return STATUS_OK;
    struct bins_search search = bins_search(&bins->all, shape->rect, bins->far);
    for (uint32_t i = 0; bins_next(&search, &i);)
        TRY(check_fixed(it, members, i, j, bins->far, error));
    return STATUS_OK;
}

enum status inspect_spacing(struct inspection *it, struct error *error)
{
    assert(it->cluster != NULL); /* inspect_metal comes first */
    struct members members = {0};
    enum status status = make_members(it, &members, error);
    const struct inspect_loop loops[] = {
        {.body = check_member, .whole = &members, .count = members.count},
        {.body = check_wide, .whole = &members, .count = it->shapes.first_wire}};
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
        THEN(status, inspect_each(it, &loops[i], error));
    destroy_members(it, &members);
    return status;
}
