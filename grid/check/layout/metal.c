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

/* Appends `more` elements of `size` bytes at *from to the *count at *to. */
static enum status join_lists(void **to, uint32_t *count, size_t *room, void **from, uint32_t more,
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

enum status rects_join(struct rects *to, struct rects *from, struct error *error)
{
    return join_lists((void **)&to->at, &to->count, &to->capacity, (void **)&from->at, from->count,
                      sizeof *to->at, error);
}

enum status numbers_join(struct numbers *to, struct numbers *from, struct error *error)
{
    return join_lists((void **)&to->at, &to->count, &to->capacity, (void **)&from->at, from->count,
                      sizeof *to->at, error);
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
               : bins_make(&it->bins[layer], &shapes->rect, sizeof *shapes, &shapes->layer,
                           (uint16_t)layer, it->shapes.count, error);
}

/* Lists what touches a new rectangle of a routing layer, and its pieces; notes how many. */
static enum status find_pieces(struct inspection *it, uint32_t i, struct error *error)
{
    const struct shape *shape = &it->shapes.shapes[i];
    struct inspect_found *found = &it->found;
    const uint32_t numbers = found->numbers.count, pieces = found->pieces.count;
    if (!is_new_metal(it, i))
        return STATUS_OK;
    it->cuts.count = 0;
    struct bins_search search = bins_search(&it->bins[shape->layer], shape->rect, 0);
    for (uint32_t j = 0; bins_next(&search, &j);) {
        const struct shape *other = &it->shapes.shapes[j];
        if (j == i || other->net != shape->net || !rect_touch(other->rect, shape->rect))
            continue;
        TRY(numbers_add(&found->numbers, j, error));
        if (!inspect_is_new(it, j) && rect_overlap(other->rect, shape->rect))
            TRY(rects_add(&it->cuts, other->rect, error));
    }
    TRY(rects_add_rest(&found->pieces, shape->rect, it->cuts.at, it->cuts.count, &it->spare,
                       error));
    it->near_first[i + 1] = found->numbers.count - numbers;
    it->piece_first[i + 1] = found->pieces.count - pieces;
    return STATUS_OK;
}

static enum status join_pieces(struct inspection *it, struct inspect_found *found,
                               struct error *error)
{
    TRY(rects_join(&it->pieces, &found->pieces, error));
    return numbers_join(&it->near, &found->numbers, error);
}

/* Lists the neighbours and pieces of all new rectangles. */
static enum status make_pieces(struct inspection *it, struct error *error)
{
    const uint32_t count = it->shapes.count;
    TRY(MEM_NEW(it->near_first, (size_t)count + 1, "neighbours", error));
    TRY(MEM_NEW(it->piece_first, (size_t)count + 1, "pieces", error));
    const struct inspect_loop loop = {.body = find_pieces, .join = join_pieces, .count = count};
    TRY(inspect_each(it, &loop, error));
    for (uint32_t i = 0; i < count; i++) {
        it->near_first[i + 1] += it->near_first[i];
        it->piece_first[i + 1] += it->piece_first[i];
    }
    assert(it->near_first[count] == it->near.count && it->piece_first[count] == it->pieces.count);
    return STATUS_OK;
}

/* True if two rectangles touch along less than the minimum width, although both are longer. */
static bool is_neck(const struct tech_layer *layer, struct layout_rect a, struct layout_rect b)
{
    int32_t least = layer->min_width;
    least = rect_long(a) < least ? rect_long(a) : least;
    least = rect_long(b) < least ? rect_long(b) : least;
    return rect_run(a, b) < least;
}

static uint32_t join_neighbours(struct inspection *it)
{
    uint32_t touches = 0;
    for (uint32_t i = 0; i < it->shapes.count; i++) {
        const struct shape *shape = &it->shapes.shapes[i];
        if (!is_new_metal(it, i))
            continue;
        for (uint32_t n = it->near_first[i]; n < it->near_first[i + 1]; n++) {
            uint32_t j = it->near.at[n];
            if (inspect_is_new(it, j))
                union_join(it->cluster, i, j);
            else
                touches++;
            it->neck[i] = it->neck[i] || is_neck(inspect_layer(it, shape->layer), shape->rect,
                                                 it->shapes.shapes[j].rect);
        }
    }
    return touches;
}

/* Fills the list of fixed shapes that the members of a cluster touch, sorted, without duplicates.
 */
static void list_touched(struct inspection *it, uint32_t index)
{
    assert(index < it->cluster_count);
    struct lists *touched = &it->touched;
    uint32_t start = touched->first[index], end = start, kept = start;
    for (uint32_t m = it->members.first[index]; m < it->members.first[index + 1]; m++) {
        const uint32_t *near = it->near_first + it->members.at[m];
        for (uint32_t n = near[0]; n < near[1]; n++)
            if (!inspect_is_new(it, it->near.at[n]))
                touched->at[end++] = it->near.at[n];
    }
    qsort(touched->at + start, end - start, sizeof *touched->at, by_uint32);
    for (uint32_t i = start; i < end; i++)
        if (i == start || touched->at[i] != touched->at[kept - 1])
            touched->at[kept++] = touched->at[i];
    touched->first[index + 1] = kept;
}

/* Replaces the cluster of each shape by its head, and lists the clusters and their members. */
static enum status list_clusters(struct inspection *it, struct error *error)
{
    const uint32_t count = it->shapes.count;
    uint32_t heads = 0, *index;
    for (uint32_t i = 0; i < count; i++)
        if (it->cluster[i] != TECH_NONE) {
            it->cluster[i] = union_find(it->cluster, i);
            it->cluster_count += it->cluster[i] == i;
        }
    TRY(MEM_NEW(it->heads, it->cluster_count, "clusters", error));
    TRY(MEM_NEW(index, count, "clusters", error));
    for (uint32_t i = 0; i < count; i++) { /* a head has the lowest number of its cluster */
        if (it->cluster[i] == i) {
            it->heads[heads] = i;
            index[i] = heads++;
        } else {
            index[i] = it->cluster[i] != TECH_NONE ? index[it->cluster[i]] : TECH_NONE;
        }
    }
    assert(heads == it->cluster_count);
    enum status status = group_by(index, sizeof *index, count, heads, &it->members.first,
                                  &it->members.at, "clusters", error);
    free(index);
    return status;
}

static enum status make_clusters(struct inspection *it, struct error *error)
{
    const uint32_t count = it->shapes.count;
    TRY(MEM_NEW(it->cluster, count, "clusters", error));
    TRY(MEM_NEW(it->neck, count, "clusters", error));
    for (uint32_t i = 0; i < count; i++)
        it->cluster[i] = is_new_metal(it, i) ? i : TECH_NONE;
    const uint32_t touches = join_neighbours(it);
    TRY(list_clusters(it, error));
    TRY(MEM_NEW(it->touched.first, (size_t)it->cluster_count + 1, "clusters", error));
    TRY(MEM_NEW(it->touched.at, touches, "clusters", error));
    for (uint32_t c = 0; c < it->cluster_count; c++)
        list_touched(it, c);
    assert(it->touched.first[it->cluster_count] <= touches);
    return STATUS_OK;
}

enum status inspect_metal(struct inspection *it, struct error *error)
{
    assert(it->bins == NULL && it->cluster == NULL);
    TRY(MEM_NEW(it->bins, it->layout->tech.layer_names.count, "bins", error));
    const struct inspect_loop layers = {
        .body = make_layer_bins, .count = it->layout->tech.layer_names.count, .least = 1};
    TRY(inspect_each(it, &layers, error));
    TRY(make_pieces(it, error));
    TRY(make_clusters(it, error));
    MEM_FREE(it->near_first, it->near.at); /* it would be a tenth of the memory at the peak */
    it->near_first = NULL;
    it->near = (struct numbers){0};
    return STATUS_OK;
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
