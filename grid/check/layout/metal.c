/* metal: makes the shapes, bins, pieces and clusters of inspect.h, and the outlines of clusters. */
#include "grid/check/layout/inspect.h"

enum status rects_add(struct rects *rects, struct layout_rect rect, struct error *error)
{
    assert(rect.x0 < rect.x1 && rect.y0 < rect.y1);
    TRY(MEM_GROW(rects->at, rects->capacity, (size_t)rects->count + 1, "rectangles", error));
    rects->at[rects->count++] = rect;
    return STATUS_OK;
}

/* Appends the parts of r outside c, which overlaps it: at most four rectangles. */
static enum status add_outside(struct rects *to, struct layout_rect r, struct layout_rect c,
                               struct error *error)
{
    assert(rect_overlap(r, c));
    int32_t low = r.y0 > c.y0 ? r.y0 : c.y0, high = r.y1 < c.y1 ? r.y1 : c.y1;
    if (c.y0 > r.y0)
        TRY(rects_add(to, (struct layout_rect){r.x0, r.y0, r.x1, c.y0}, error));
    if (c.y1 < r.y1)
        TRY(rects_add(to, (struct layout_rect){r.x0, c.y1, r.x1, r.y1}, error));
    if (c.x0 > r.x0)
        TRY(rects_add(to, (struct layout_rect){r.x0, low, c.x0, high}, error));
    if (c.x1 < r.x1)
        TRY(rects_add(to, (struct layout_rect){c.x1, low, r.x1, high}, error));
    return STATUS_OK;
}

enum status rects_add_rest(struct rects *to, struct layout_rect rect,
                           const struct layout_rect *cuts, uint32_t count, struct rects *spare,
                           struct error *error)
{
    assert(to != spare);
    uint32_t start = to->count;
    TRY(rects_add(to, rect, error));
    for (uint32_t i = 0; i < count && to->count > start; i++) {
        spare->count = 0;
        for (uint32_t j = start; j < to->count; j++)
            TRY(rects_add(spare, to->at[j], error));
        to->count = start;
        for (uint32_t j = 0; j < spare->count; j++)
            if (rect_overlap(spare->at[j], cuts[i]))
                TRY(add_outside(to, spare->at[j], cuts[i], error));
            else
                TRY(rects_add(to, spare->at[j], error));
    }
    return STATUS_OK;
}

enum status numbers_add(struct numbers *numbers, uint32_t number, struct error *error)
{
    assert(numbers->count < UINT32_MAX);
    return MEM_APPEND(numbers->at, numbers->capacity, numbers->count, number, "lists", error);
}

enum status inspect_join(void **to, uint32_t *count, size_t *room, void **from, uint32_t more,
                         size_t size, struct error *error)
{
    assert(to != from && more <= UINT32_MAX - *count);
    if (*count == 0) { /* takes them over */
        void *const empty = *to;
        *to = *from;
        *room = more;
        *from = empty;
    } else if (more > 0) {
        TRY(mem_grow(to, room, (size_t)*count + more, size, "lists", error));
        memcpy((char *)*to + *count * size, *from, more * size);
    }
    *count += more;
    return STATUS_OK;
}

/* True for a new rectangle on a routing layer, of which pieces and clusters are made. */
static bool is_new_metal(const struct inspection *it, uint32_t shape)
{
    return inspect_is_new(it, shape) &&
           inspect_layer(it, it->shapes.shapes[shape].layer)->kind == LAYER_ROUTING;
}

static enum status make_layer_bins(struct inspection *it, uint32_t layer, struct error *error)
{
    const struct shape *shapes = it->shapes.shapes;
    return it->layout->tech.layers[layer].kind == LAYER_OTHER
               ? STATUS_OK
               : bins_make(&it->bins[layer], &shapes->rect, sizeof *shapes, it->whole,
                           sizeof(uint16_t), (uint16_t)layer, it->shapes.count, error);
}

/* True if two rectangles touch along less than the minimum width, although both are longer. */
static bool is_neck(const struct tech_layer *layer, struct layout_rect a, struct layout_rect b)
{
    int32_t least = layer->min_width;
    least = rect_long(a) < least ? rect_long(a) : least;
    least = rect_long(b) < least ? rect_long(b) : least;
    return rect_run(a, b) < least;
}

/* Lists the pieces of a new rectangle, and joins its cluster with those of new ones that touch it.
 * Notes the fixed ones in it->pairs. */
static enum status find_pieces(struct inspection *it, uint32_t i, struct error *error)
{
    const struct shape *shape = &it->shapes.shapes[i];
    struct rects *pieces = &it->found.pieces;
    const uint32_t before = pieces->count;
    it->cuts.count = 0;
    struct bins_search search = bins_search(&it->bins[shape->layer], shape->rect, 0);
    for (uint32_t j = 0; bins_next(&search, &j);) {
        const struct shape *other = &it->shapes.shapes[j];
        if (j == i || other->net != shape->net || !rect_touch(other->rect, shape->rect))
            continue;
        it->neck[i] =
            it->neck[i] || is_neck(inspect_layer(it, shape->layer), shape->rect, other->rect);
        if (inspect_is_new(it, j)) {
            union_join(it->cluster, i, j);
            continue;
        }
        TRY(MEM_APPEND(it->pairs.at, it->pairs.capacity, it->pairs.count, (uint64_t)i << 32 | j,
                       "lists", error));
        if (rect_overlap(other->rect, shape->rect))
            TRY(rects_add(&it->cuts, other->rect, error));
    }
    TRY(rects_add_rest(pieces, shape->rect, it->cuts.at, it->cuts.count, &it->spare, error));
    it->piece_first[i + 1] = pieces->count - before;
    return STATUS_OK;
}

/* The counts of make_clusters. */
struct clustering {
    uint32_t *rects;      /* [nets + 1]: new rectangles of each net; later: of all before it */
    uint32_t *members;    /* by head: rectangles of the cluster; later: where the next one goes */
    uint32_t *touched;    /* by head: fixed shapes that the cluster touches */
    struct numbers fixed; /* these, cluster by cluster */
};

/* Lists the fixed shapes that the clusters of a net touch, cluster by cluster, ascending. */
static enum status find_touched(struct inspection *it, struct error *error)
{
    const struct clustering *counts = it->whole;
    uint64_t *pairs = it->pairs.at;
    for (uint32_t p = 0; p < it->pairs.count; p++)
        pairs[p] = (uint64_t)it->cluster[pairs[p] >> 32] << 32 | (uint32_t)pairs[p];
    if (it->pairs.count > 0)
        qsort(pairs, it->pairs.count, sizeof *pairs, by_uint64);
    for (uint32_t p = 0; p < it->pairs.count; p++) {
        if (p > 0 && pairs[p] == pairs[p - 1])
            continue;
        counts->touched[pairs[p] >> 32]++;
        TRY(numbers_add(&it->found.numbers, (uint32_t)pairs[p], error));
    }
    return STATUS_OK;
}

/* Finds the pieces and clusters of a net. The lowest number of a cluster is its head. */
static enum status find_clusters(struct inspection *it, uint32_t net, struct error *error)
{
    const struct clustering *counts = it->whole;
    const uint32_t first = it->shapes.wire_first[net], end = it->shapes.wire_first[net + 1];
    it->pairs.count = 0;
    for (uint32_t i = first; i < end; i++)
        it->cluster[i] = is_new_metal(it, i) ? i : TECH_NONE;
    for (uint32_t i = first; i < end; i++)
        if (it->cluster[i] != TECH_NONE)
            TRY(find_pieces(it, i, error));
    for (uint32_t i = first; i < end; i++)
        if (it->cluster[i] != TECH_NONE) {
            it->cluster[i] = union_find(it->cluster, i);
            it->net_heads[net + 1] += it->cluster[i] == i;
            counts->rects[net + 1]++;
            counts->members[it->cluster[i]]++;
        }
    return find_touched(it, error);
}

static enum status join_found(struct inspection *it, struct inspect_found *found,
                              struct error *error)
{
    struct clustering *counts = it->whole;
    TRY(INSPECT_JOIN(&it->pieces, &found->pieces, error));
    return INSPECT_JOIN(&counts->fixed, &found->numbers, error);
}

/* Lists the clusters of a net and their members. */
static enum status list_clusters(struct inspection *it, uint32_t net, struct error *error)
{
    const struct clustering *counts = it->whole;
    const uint32_t first = it->shapes.wire_first[net], end = it->shapes.wire_first[net + 1];
    uint32_t c = it->net_heads[net], at = counts->rects[net];
    (void)error;
    for (uint32_t i = first; i < end; i++) {
        if (it->cluster[i] != i)
            continue;
        const uint32_t members = counts->members[i];
        counts->members[i] = at;
        at += members;
        it->heads[c++] = i;
        it->members.first[c] = at;
        it->touched.first[c] = counts->touched[i];
    }
    assert(c == it->net_heads[net + 1] && at == counts->rects[net + 1]);
    for (uint32_t i = first; i < end; i++)
        if (it->cluster[i] != TECH_NONE)
            it->members.at[counts->members[it->cluster[i]]++] = i;
    return STATUS_OK;
}

/* Adds to each number the sum of those before it. */
static void sum_up(uint32_t *at, size_t count)
{
    for (size_t i = 1; i < count; i++)
        at[i] += at[i - 1];
}

static enum status make_clusters(struct inspection *it, struct clustering *counts,
                                 struct error *error)
{
    const uint32_t count = it->shapes.count, nets = it->layout->placed.net_names.count;
    const struct inspect_loop find = {
        .body = find_clusters, .join = join_found, .whole = counts, .count = nets};
    const struct inspect_loop list = {.body = list_clusters, .whole = counts, .count = nets};
    TRY(MEM_NEW(it->piece_first, (size_t)count + 1, "pieces", error));
    TRY(MEM_NEW(it->cluster, count, "clusters", error));
    TRY(MEM_NEW(it->neck, count, "clusters", error));
    TRY(MEM_NEW(it->net_heads, (size_t)nets + 1, "clusters", error));
    TRY(MEM_NEW(counts->rects, (size_t)nets + 1, "clusters", error));
    TRY(MEM_NEW(counts->members, count, "clusters", error));
    TRY(MEM_NEW(counts->touched, count, "clusters", error));
    TRY(inspect_each(it, &find, error));
    sum_up(it->net_heads, (size_t)nets + 1);
    sum_up(counts->rects, (size_t)nets + 1);
    sum_up(it->piece_first + it->shapes.first_wire, (size_t)count - it->shapes.first_wire + 1);
    it->cluster_count = it->net_heads[nets];
    TRY(MEM_NEW(it->heads, it->cluster_count, "clusters", error));
    TRY(MEM_NEW(it->members.first, (size_t)it->cluster_count + 1, "clusters", error));
    TRY(MEM_NEW(it->members.at, counts->rects[nets], "clusters", error));
    TRY(MEM_NEW(it->touched.first, (size_t)it->cluster_count + 1, "clusters", error));
    TRY(inspect_each(it, &list, error));
    sum_up(it->touched.first, (size_t)it->cluster_count + 1);
    assert(it->piece_first[count] == it->pieces.count);
    assert(it->touched.first[it->cluster_count] == counts->fixed.count);
    return STATUS_OK;
}

enum status inspect_metal(struct inspection *it, struct error *error)
{
    assert(it->bins == NULL && it->cluster == NULL);
    TRY(MEM_NEW(it->bins, it->layout->tech.layer_names.count, "bins", error));
    struct clustering counts = {0};
    uint16_t *layer; /* of each shape; a compact copy, because it is read once per layer */
    TRY(MEM_NEW(layer, it->shapes.count, "bins", error));
    for (uint32_t i = 0; i < it->shapes.count; i++)
        layer[i] = it->shapes.shapes[i].layer;
    const struct inspect_loop layers = {.body = make_layer_bins,
                                        .whole = layer,
                                        .count = it->layout->tech.layer_names.count,
                                        .least = 1};
    enum status status = inspect_each(it, &layers, error);
    free(layer);
    THEN(status, make_clusters(it, &counts, error));
    it->touched.at = counts.fixed.at;
    MEM_FREE(counts.rects, counts.members, counts.touched);
    return status;
}

/* Appends the shapes of a pin on its layer that are connected to the shape `touched`. */
static enum status add_pin(struct inspection *it, uint32_t touched, struct error *error)
{
    assert(it->shapes.shapes[touched].owner < it->layout->placed.pin_count);
    const struct shape *shapes = it->shapes.shapes;
    uint32_t pin = shapes[touched].owner, start = it->outline.count;
    TRY(rects_add(&it->outline, it->shapes.shapes[touched].rect, error));
    for (uint32_t at = start; at < it->outline.count; at++)
        for (uint32_t i = it->shapes.pin_first[pin]; i < it->shapes.pin_first[pin + 1]; i++) {
            bool known = shapes[i].layer != shapes[touched].layer ||
                         !rect_touch(it->outline.at[at], it->shapes.shapes[i].rect);
            for (uint32_t k = start; k < it->outline.count && !known; k++)
                known = rect_equal(it->outline.at[k], it->shapes.shapes[i].rect);
            if (!known)
                TRY(rects_add(&it->outline, it->shapes.shapes[i].rect, error));
        }
    return STATUS_OK;
}

enum status inspect_outline(struct inspection *it, uint32_t cluster, struct error *error)
{
    assert(cluster < it->cluster_count);
    it->outline.count = 0;
    for (uint32_t m = it->members.first[cluster]; m < it->members.first[cluster + 1]; m++)
        TRY(rects_add(&it->outline, it->shapes.shapes[it->members.at[m]].rect, error));
    for (uint32_t t = it->touched.first[cluster]; t < it->touched.first[cluster + 1]; t++) {
        const struct shape *shape = &it->shapes.shapes[it->touched.at[t]];
        bool of_pin = shape->kind == SHAPE_PIN || shape->kind == SHAPE_PORT;
        TRY(of_pin ? add_pin(it, it->touched.at[t], error)
                   : rects_add(&it->outline, shape->rect, error));
    }
    assert(it->outline.count > 0); /* every cluster has members */
    return STATUS_OK;
}

bool inspect_takes_part(const struct inspection *it, uint32_t cluster, struct layout_rect box,
                        bool touch)
{
    assert(cluster < it->cluster_count && box.x0 <= box.x1 && box.y0 <= box.y1);
    for (uint32_t m = it->members.first[cluster]; m < it->members.first[cluster + 1]; m++) {
        uint32_t shape = it->members.at[m];
        for (uint32_t p = it->piece_first[shape]; p < it->piece_first[shape + 1]; p++)
            if (rect_overlap(it->pieces.at[p], box) || (touch && rect_touch(it->pieces.at[p], box)))
                return true;
    }
    return false;
}
