/* lattice: lines, nodes and sites. Counts are in count.c. */
#include "router/detail/lattice/lattice.h"

#include <stdlib.h>
#include <string.h>

int axis_find(const struct axis *axis, int32_t at)
{
    int low = 0;
    int high = axis->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (axis->at[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int by_value(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a;
    int32_t y = *(const int32_t *)b;
    return x < y ? -1 : x > y;
}

/* Sorts and drops doubles and what lies outside low .. high. */
static int tidy(int32_t *at, int count, int32_t low, int32_t high)
{
    int n = 0;
    qsort(at, (size_t)count, sizeof *at, by_value);
    for (int i = 0; i < count; i++) {
        if (at[i] >= low && at[i] <= high && (n == 0 || at[i] != at[n - 1]))
            at[n++] = at[i];
    }
    return n;
}

/* Appends the tracks of a layer along an axis. */
static void tracks(const struct model_layer *layer, bool columns, int32_t *at, int *count)
{
    int n = columns ? layer->x_count : layer->y_count;
    if (n > 0)
        memcpy(at + *count, columns ? layer->x : layer->y, (size_t)n * sizeof *at);
    *count += n;
}

/* The columns (or rows) of a layer: its tracks in its own direction, those of its neighbours
 * across it. */
static enum status make_axis(struct axis *axis, const struct model *model, int l, bool columns,
                             const struct lattice_extra *extra, size_t extras, struct error *error)
{
    const struct model_layer *layer = &model->layers[l];
    size_t room = extras;
    for (int k = int_max(l - 1, 0); k <= l + 1 && k < model->layer_count; k++)
        room += (size_t)(model->layers[k].x_count + model->layers[k].y_count);
    axis->at = mem_alloc(room, sizeof *axis->at, "tracks", error);
    axis->place = mem_alloc(room, sizeof *axis->place, "tracks", error);
    axis->up = mem_alloc(room, sizeof *axis->up, "tracks", error);
    axis->down = mem_alloc(room, sizeof *axis->down, "tracks", error);
    if (!axis->at || !axis->place || !axis->up || !axis->down)
        return STATUS_FAILED;
    int n = 0;
    if (layer->vertical == columns) {
        tracks(layer, columns, axis->at, &n);
    } else {
        for (int k = l - 1; k <= l + 1; k += 2) {
            if (k >= 0 && k < model->layer_count && model->layers[k].vertical == columns)
                tracks(&model->layers[k], columns, axis->at, &n);
        }
        if (n == 0)
            tracks(layer, columns, axis->at, &n);
    }
    for (size_t i = 0; i < extras; i++) {
        if (extra[i].layer == l && extra[i].column == columns)
            axis->at[n++] = extra[i].at;
    }
    axis->count = columns ? tidy(axis->at, n, model->die.x1, model->die.x2)
                          : tidy(axis->at, n, model->die.y1, model->die.y2);
    return STATUS_OK;
}

/* Where the lines of one axis lie on another. */
static void relate(const struct axis *from, const struct axis *to, int *index)
{
    int k = 0;
    for (int i = 0; i < from->count; i++) {
        while (to && k < to->count && to->at[k] < from->at[i])
            k++;
        index[i] = to && k < to->count && to->at[k] == from->at[i] ? k : -1;
    }
}

static int32_t common(int32_t a, int32_t b)
{
    while (b != 0) {
        int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Units of cost: the common divisor of all distances, or more where that is much less than a
 * pitch, so that costs stay small. */
static void choose_scale(struct lattice *lattice)
{
    int32_t divisor = 0;
    int32_t pitch = INT32_MAX;
    for (int l = 0; l < lattice->layer_count; l++) {
        for (int k = 0; k < 2; k++) {
            const struct axis *axis = k ? &lattice->layers[l].y : &lattice->layers[l].x;
            for (int i = 1; i < axis->count; i++)
                divisor = common(axis->at[i] - axis->at[i - 1], divisor);
            if (axis->count > 1 && lattice->layers[l].vertical == !k)
                pitch =
                    int_min(pitch, (axis->at[axis->count - 1] - axis->at[0]) / (axis->count - 1));
        }
    }
    if (divisor <= 0)
        divisor = 1;
    if (pitch == INT32_MAX)
        pitch = divisor;
    lattice->scale = int_max(divisor, pitch / 32);
    lattice->pitch = int_max(pitch / lattice->scale, 1);
    for (int l = 0; l < lattice->layer_count; l++) {
        for (int k = 0; k < 2; k++) {
            struct axis *axis = k ? &lattice->layers[l].y : &lattice->layers[l].x;
            int32_t origin = k ? lattice->model->die.y1 : lattice->model->die.x1;
            for (int i = 0; i < axis->count; i++)
                axis->place[i] = (axis->at[i] - origin + lattice->scale / 2) / lattice->scale;
        }
    }
}

static enum status make_lines(struct lattice *lattice, const struct lattice_extra *extra,
                              size_t extras, struct error *error)
{
    const struct model *model = lattice->model;
    uint64_t nodes = 0;
    for (int l = 0; l < model->layer_count; l++) {
        struct lattice_layer *layer = &lattice->layers[l];
        layer->vertical = model->layers[l].vertical;
        TRY(make_axis(&layer->x, model, l, true, extra, extras, error));
        TRY(make_axis(&layer->y, model, l, false, extra, extras, error));
        if (layer->x.count > LATTICE_LINES_MAX || layer->y.count > LATTICE_LINES_MAX)
            return error_set(error, STATUS_BAD_INPUT,
                             "layer %.60s: over %d lines along one axis cannot be routed on",
                             model->layers[l].name, LATTICE_LINES_MAX);
        layer->base = (uint32_t)nodes;
        layer->step_x = layer->vertical ? layer->y.count : 1;
        layer->step_y = layer->vertical ? 1 : layer->x.count;
        nodes += (uint64_t)layer->x.count * (uint64_t)layer->y.count;
        if (nodes > INT32_MAX)
            return error_set(error, STATUS_BAD_INPUT, "the tracks make over 2^31 crossings");
        for (int c = 0; c < lattice->classes; c++) {
            int32_t width = model_width(model, l, c), half = width / 2;
            layer->wire[c] = (struct box){-half, -half, width - half, width - half};
        }
        for (int e = 0; e < model->layers[l].end_count; e++) {
            layer->end_width = int_max(layer->end_width, model->layers[l].ends[e].width);
            layer->end_space = int_max(layer->end_space, model->layers[l].ends[e].space);
            layer->end_within = int_max(layer->end_within, model->layers[l].ends[e].within);
        }
    }
    if (nodes == 0)
        return error_set(error, STATUS_BAD_INPUT, "the design has no TRACKS to route on");
    lattice->node_count = (uint32_t)nodes;
    for (int l = 0; l < model->layer_count; l++) {
        struct lattice_layer *layer = &lattice->layers[l];
        struct lattice_layer *above = l + 1 < model->layer_count ? layer + 1 : NULL;
        struct lattice_layer *below = l > 0 ? layer - 1 : NULL;
        relate(&layer->x, above ? &above->x : NULL, layer->x.up);
        relate(&layer->y, above ? &above->y : NULL, layer->y.up);
        relate(&layer->x, below ? &below->x : NULL, layer->x.down);
        relate(&layer->y, below ? &below->y : NULL, layer->y.down);
    }
    choose_scale(lattice);
    return STATUS_OK;
}

/* An edge of this length is a line end for one of the layer's rules. */
static bool line_end(const struct model_layer *layer, int32_t length)
{
    for (int e = 0; e < layer->end_count; e++) {
        if (length < layer->ends[e].width)
            return true;
    }
    return false;
}

static void add_kind(struct lattice *lattice, int l, int class, struct box box, int cut,
                     int variant)
{
    const struct model_layer *layer = &lattice->model->layers[l];
    struct kind *kind = &lattice->kinds[l][lattice->kind_count[l]++];
    *kind = (struct kind){.box = box, .class = class, .cut = cut, .variant = variant};
    kind->end_x = line_end(layer, box.y2 - box.y1) && (cut >= 0 || !layer->vertical);
    kind->end_y = line_end(layer, box.x2 - box.x1) && (cut >= 0 || layer->vertical);
}

static int32_t least_step(const struct axis *axis)
{
    int32_t least = INT32_MAX;
    for (int i = 1; i < axis->count; i++)
        least = int_min(least, axis->at[i] - axis->at[i - 1]);
    return least;
}

/* May a via of the cut stand on one of the cut below: by the rule, and by their holes? */
static bool is_stacked(const struct model *model, int c)
{
    bool stacked = model->cuts[c].below_stack;
    for (int v = 0; v < model->via_count && stacked; v++) {
        for (int w = 0; w < model->via_count && stacked; w++) {
            struct box high = model->vias[v].hole;
            struct box low = model->vias[w].hole;
            if (model->vias[v].cut == c && model->vias[w].cut == c - 1)
                stacked = box_holds(high, low) || box_holds(low, high);
        }
    }
    return stacked;
}

/* The space between two kinds of a layer. */
static int32_t space_of(const struct model *model, int l, const struct kind *a,
                        const struct kind *b)
{
    int32_t run_a = a->cut < 0 ? INT32_MAX : box_length(a->box);
    int32_t run_b = b->cut < 0 ? INT32_MAX : box_length(b->box);
    int32_t space =
        model_space(&model->layers[l], box_width(a->box), box_width(b->box), int_min(run_a, run_b));
    return int_max(space, int_max(model_class_space(model, l, a->class),
                                  model_class_space(model, l, b->class)));
}

/* The cuts that the widest metal wants of a via. */
static int most_cuts(const struct model *model, int c)
{
    return int_max(model_cuts(&model->layers[c], INT32_MAX, true),
                   model_cuts(&model->layers[c + 1], INT32_MAX, false));
}

static bool is_in_pins(const struct model_via *via)
{
    return via->in_pins[0] || via->in_pins[1];
}

static int count_in_pins(const struct lattice *lattice, const struct lattice_cut *cut, int class)
{
    int count = 0;
    for (int k = lattice_first_variant(class); k < lattice_end_variant(cut, class); k++)
        count += is_in_pins(&lattice->model->vias[cut->via[k]]);
    return count;
}

/* The variants of each cut: the best vias, the last of them one with enough cuts for wide metal.
 * Vias whose pad has to lie within a pin are half of them at most: they stand at that pin alone. */
static void choose_vias(struct lattice *lattice)
{
    const struct model *model = lattice->model;
    for (int v = 0; v < model->via_count; v++) {
        const struct model_via *via = &model->vias[v];
        struct lattice_cut *cut = &lattice->cuts[via->cut];
        int first = lattice_first_variant(via->class), most = most_cuts(model, via->cut);
        bool enough = false;
        for (int k = first; k < lattice_end_variant(cut, via->class); k++)
            enough = enough || model->vias[cut->via[k]].holes >= most;
        if (is_in_pins(via) && count_in_pins(lattice, cut, via->class) >= LATTICE_VARIANTS / 2)
            continue;
        if (cut->variants[via->class] < LATTICE_VARIANTS)
            cut->via[first + cut->variants[via->class]++] = v;
        else if (!enough && via->holes >= most)
            cut->via[first + LATTICE_VARIANTS - 1] = v;
    }
}

/* The shapes of each layer and the space between every two of them. */
static enum status make_kinds(struct lattice *lattice, struct error *error)
{
    const struct model *model = lattice->model;
    choose_vias(lattice);
    for (int l = 0; l < model->layer_count; l++) {
        for (int class = 0; class < lattice->classes; class ++) {
            add_kind(lattice, l, class, lattice->layers[l].wire[class], -1, 0);
            for (int c = int_max(l - 1, 0); c <= l; c++) {
                const struct lattice_cut *cut = &lattice->cuts[c];
                for (int v = lattice_first_variant(class); v < lattice_end_variant(cut, class); v++)
                    add_kind(lattice, l, class, model->vias[cut->via[v]].pad[c == l ? 0 : 1], c, v);
            }
        }
        int count = lattice->kind_count[l];
        lattice->space[l] =
            mem_alloc((size_t)count * (size_t)count, sizeof *lattice->space[l], "spaces", error);
        if (!lattice->space[l])
            return STATUS_FAILED;
        for (int k = 0; k < count * count; k++)
            lattice->space[l][k] =
                space_of(model, l, &lattice->kinds[l][k / count], &lattice->kinds[l][k % count]);
    }
    return STATUS_OK;
}

/* Holes of each cut, and what is asked of them. */
static void make_cuts(struct lattice *lattice)
{
    const struct model *model = lattice->model;
    for (int c = 0; c + 1 < model->layer_count; c++) {
        struct lattice_cut *cut = &lattice->cuts[c];
        cut->space = model->cuts[c].space;
        cut->below = c > 0 ? model->cuts[c].below : 0;
        cut->below_stack = cut->below == 0 || is_stacked(model, c);
        int32_t longest = 0;
        for (int k = 0; k < lattice->classes; k++) {
            int first = lattice_first_variant(k);
            for (int v = first; v < lattice_end_variant(cut, k); v++)
                cut->hole[k] = v == first ? model->vias[cut->via[v]].hole
                                          : box_join(cut->hole[k], model->vias[cut->via[v]].hole);
            longest = int_max(longest, box_length(cut->hole[k]));
        }
        const struct lattice_layer *layer = &lattice->layers[c];
        bool across =
            cut->below > 0 || (c + 2 < model->layer_count && model->cuts[c + 1].below > 0);
        cut->tight =
            across || int_min(least_step(&layer->x), least_step(&layer->y)) < longest + cut->space;
    }
}

enum status lattice_create(struct lattice *lattice, const struct model *model,
                           const struct lattice_extra *extra, size_t extras, struct error *error)
{
    *lattice = (struct lattice){
        .model = model, .layer_count = model->layer_count, .classes = model->class_count + 1};
    TRY(make_lines(lattice, extra, extras, error));
    TRY(make_kinds(lattice, error));
    make_cuts(lattice);
    for (int k = 0; k < lattice->classes; k++) {
        lattice->cells[k] = mem_alloc(lattice->node_count, sizeof(struct cell), "nodes", error);
        if (!lattice->cells[k])
            return STATUS_FAILED;
    }
    for (int c = 0; c + 1 < model->layer_count; c++) {
        const struct lattice_layer *layer = &lattice->layers[c];
        size_t count = (size_t)layer->x.count * (size_t)layer->y.count;
        for (int v = 0; v < LATTICE_SITES; v++) {
            if (v >= lattice_end_variant(&lattice->cuts[c], lattice_class(v)))
                continue;
            lattice->cuts[c].sites[v] = mem_alloc(count, sizeof(struct site), "via sites", error);
            if (!lattice->cuts[c].sites[v])
                return STATUS_FAILED;
        }
    }
    return STATUS_OK;
}

void lattice_destroy(struct lattice *lattice)
{
    for (int l = 0; l < MODEL_LAYERS_MAX; l++) {
        for (int k = 0; k < 2; k++) {
            struct axis *axis = k ? &lattice->layers[l].y : &lattice->layers[l].x;
            MEM_FREE(axis->at, axis->place, axis->up, axis->down);
        }
        for (int v = 0; v < LATTICE_SITES; v++)
            free(lattice->cuts[l].sites[v]);
        free(lattice->space[l]);
    }
    for (int k = 0; k < MODEL_CLASSES; k++)
        free(lattice->cells[k]);
    *lattice = (struct lattice){0};
}

struct box lattice_wire_box(const struct lattice *lattice, int l, int class, int ix1, int iy1,
                            int ix2, int iy2)
{
    const struct lattice_layer *layer = &lattice->layers[l];
    return box_join(box_shift(layer->wire[class], layer->x.at[ix1], layer->y.at[iy1]),
                    box_shift(layer->wire[class], layer->x.at[ix2], layer->y.at[iy2]));
}

struct box lattice_pad_box(const struct lattice *lattice, int c, int variant, int ix, int iy,
                           int side)
{
    const struct lattice_layer *layer = &lattice->layers[c];
    return box_shift(lattice->model->vias[lattice->cuts[c].via[variant]].pad[side], layer->x.at[ix],
                     layer->y.at[iy]);
}
