/* lattice: chooses the variants of vias, and tabulates the spacing between all kinds of shape. */
#include "router/detail/lattice/cell.h"

/* True if an edge of this length is a line end for one of the layer's rules. */
static bool line_end(const struct model_layer *layer, int32_t length)
{
    for (uint32_t e = 0; e < layer->end_count; e++)
        if (length < layer->ends[e].width)
            return true;
    return false;
}

static void add_kind(struct lattice *lattice, uint32_t l, uint32_t class, struct layout_rect box,
                     uint32_t cut, uint32_t variant)
{
    const struct model_layer *layer = &lattice->model->layers[l];
    assert(lattice->kind_count[l] < LATTICE_KINDS);
    lattice->layers[l].reach = int_max(lattice->layers[l].reach, rect_narrow(box));
    struct kind *kind = &lattice->kinds[l][lattice->kind_count[l]++];
    *kind = (struct kind){.box = box, .class = class, .cut = cut, .variant = variant, .alike = 1};
    const struct model_via *vias = lattice->model->vias;
    for (struct kind *k = lattice->kinds[l]; k < kind && cut != MODEL_NONE; k++)
        if (k->alike != 0 && k->cut == cut && k->class == class && rect_equal(k->box, box) &&
            vias[lattice->cuts[cut].via[k->variant]].holes ==
                vias[lattice->cuts[cut].via[variant]].holes) {
            k->alike |= 1u << (variant - k->variant);
            kind->alike = 0;
        }
    kind->end_x = line_end(layer, rect_height(box)) && (cut != MODEL_NONE || !layer->vertical);
    kind->end_y = line_end(layer, rect_width(box)) && (cut != MODEL_NONE || layer->vertical);
}

static int32_t least_step(const struct lattice_axis *axis)
{
    int32_t least = INT32_MAX;
    for (uint32_t i = 1; i < axis->count; i++)
        least = int_min(least, axis->at[i] - axis->at[i - 1]);
    return least;
}

/* True if a via may be above one of the cut layer below: the rule allows it, and one hole covers
 * the other. */
static bool is_stacked(const struct model *model, uint32_t c)
{
    bool stacked = model->cuts[c].below_stack;
    for (uint32_t v = 0; v < model->via_count && stacked; v++) {
        for (uint32_t w = 0; w < model->via_count && stacked; w++) {
            struct layout_rect high = model->vias[v].hole, low = model->vias[w].hole;
            if (model->vias[v].cut == c && model->vias[w].cut == c - 1)
                stacked = rect_holds(high, low) || rect_holds(low, high);
        }
    }
    return stacked;
}

/* The space between two kinds of a layer. */
static int32_t space_of(const struct model *model, uint32_t l, const struct kind *a,
                        const struct kind *b)
{
    int32_t run_a = a->cut == MODEL_NONE ? INT32_MAX : rect_long(a->box);
    int32_t run_b = b->cut == MODEL_NONE ? INT32_MAX : rect_long(b->box);
    int32_t space = model_space(&model->layers[l], rect_narrow(a->box), rect_narrow(b->box),
                                int_min(run_a, run_b));
    return int_max(space, int_max(model_class_space(model, l, a->class),
                                  model_class_space(model, l, b->class)));
}

static bool is_in_pins(const struct model_via *via)
{
    return via->in_pins[0] || via->in_pins[1];
}

/* Chooses the best vias as variants of each cut layer; one of them has enough cuts for wide metal,
 * if there is one. At most half are vias for use within pins only. */
static void choose_vias(struct lattice *lattice)
{
    const struct model *model = lattice->model;
    for (uint32_t v = 0; v < model->via_count; v++) {
        const struct model_via *via = &model->vias[v];
        assert(via->cut + 1 < model->layer_count && via->class < lattice->classes);
        struct lattice_cut *cut = &lattice->cuts[via->cut];
        const struct model_layer *low = &model->layers[via->cut];
        uint32_t first = lattice_first_variant(via->class);
        uint32_t most =
            uint_max(model_cuts(low, INT32_MAX, true), model_cuts(low + 1, INT32_MAX, false));
        uint32_t in_pins = 0;
        bool enough = false;
        for (uint32_t k = first; k < lattice_end_variant(cut, via->class); k++) {
            enough = enough || model->vias[cut->via[k]].holes >= most;
            in_pins += is_in_pins(&model->vias[cut->via[k]]);
        }
        if (is_in_pins(via) && in_pins >= LATTICE_VARIANTS / 2)
            continue;
        if (cut->variants[via->class] < LATTICE_VARIANTS)
            cut->via[first + cut->variants[via->class]++] = v;
        else if (!enough && via->holes >= most)
            cut->via[first + LATTICE_VARIANTS - 1] = v;
    }
}

/* Lists the kinds of shape of each layer, and the spacing between each two of them. */
static enum status make_kinds(struct lattice *lattice, struct error *error)
{
    const struct model *model = lattice->model;
    choose_vias(lattice);
    for (uint32_t l = 0; l < model->layer_count; l++) {
        for (uint32_t class = 0; class < lattice->classes; class ++) {
            add_kind(lattice, l, class, lattice->layers[l].wire[class], MODEL_NONE, 0);
            for (uint32_t c = l > 0 ? l - 1 : 0; c <= l; c++) {
                const struct lattice_cut *cut = &lattice->cuts[c];
                for (uint32_t v = lattice_first_variant(class); v < lattice_end_variant(cut, class);
                     v++)
                    add_kind(lattice, l, class, model->vias[cut->via[v]].pad[c == l ? 0 : 1], c, v);
            }
        }
        uint32_t count = lattice->kind_count[l];
        TRY(MEM_NEW(lattice->space[l], (size_t)count * count, "spaces", error));
        for (uint32_t k = 0; k < count * count; k++)
            lattice->space[l][k] =
                space_of(model, l, &lattice->kinds[l][k / count], &lattice->kinds[l][k % count]);
    }
    return STATUS_OK;
}

/* Fills in the largest spacing between metal of a net; until then, reach is the width of kinds. */
static void make_reach(struct lattice *lattice)
{
    const struct model *model = lattice->model;
    for (uint32_t s = 0; s < model->shape_count; s++) {
        const struct model_shape *shape = &model->shapes[s];
        int32_t *width = &lattice->layers[shape->level / 2].reach;
        if (model_is_net(shape->net) && shape->level % 2 == 0)
            *width = int_max(*width, model_rule_width(model, shape));
    }
    for (uint32_t l = 0; l < model->layer_count; l++)
        lattice->layers[l].reach = model_reach(&model->layers[l], lattice->layers[l].reach);
}

/* Fills in the holes of each cut layer and their spacing. */
static void make_cuts(struct lattice *lattice)
{
    const struct model *model = lattice->model;
    for (uint32_t c = 0; c + 1 < model->layer_count; c++) {
        struct lattice_cut *cut = &lattice->cuts[c];
        cut->space = model->cuts[c].space;
        cut->below = c > 0 ? model->cuts[c].below : 0;
        cut->below_stack = cut->below == 0 || is_stacked(model, c);
        int32_t longest = 0;
        for (uint32_t k = 0; k < lattice->classes; k++) {
            uint32_t first = lattice_first_variant(k);
            for (uint32_t v = first; v < lattice_end_variant(cut, k); v++)
                cut->hole[k] = v == first ? model->vias[cut->via[v]].hole
                                          : rect_join(cut->hole[k], model->vias[cut->via[v]].hole);
            longest = int_max(longest, rect_long(cut->hole[k]));
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
    assert(model->layer_count <= MODEL_LAYERS_MAX && model->class_count < MODEL_CLASSES);
    assert(extras == 0 || extra != NULL);
    *lattice = (struct lattice){.model = model,
                                .layer_count = model->layer_count,
                                .last = model->layer_count - 1,
                                .classes = model->class_count + 1};
    TRY(lines_make(lattice, extra, extras, error));
    TRY(make_kinds(lattice, error));
    make_cuts(lattice);
    make_reach(lattice);
    return STATUS_OK;
}

enum status lattice_make_nodes(struct lattice *lattice, struct error *error)
{
    size_t count = (size_t)lattice->node_count * lattice->classes;
    assert(lattice->node_count > 0 && lattice->all == NULL);
    for (uint32_t c = 0; c + 1 < lattice->layer_count; c++) {
        struct lattice_cut *cut = &lattice->cuts[c];
        for (uint32_t k = 0; k < lattice->classes; k++)
            cut->stride += cut->variants[k];
        count += (size_t)lattice->layers[c].sites * cut->stride;
    }
    if (lattice->model->net_count >= CELL_NOTES_MOST ||
        count >= (UINT64_C(1) << CELL_NOTES_KEY_BITS) / CELL_KEYS)
        return error_refuse(error, "over 2^28 nets, or 2^34 wires and via sites");
    lattice->all = pages_make(count, sizeof *lattice->all, lattice->small_pages, "nodes", error);
    if (lattice->all == NULL)
        return STATUS_FAILED;
    struct cell *next = lattice->all;
    for (uint32_t k = 0; k < lattice->classes; k++, next += lattice->node_count)
        lattice->cells[k] = next;
    lattice->sites = next;
    for (uint32_t c = 0; c + 1 < lattice->layer_count; c++) {
        struct lattice_cut *cut = &lattice->cuts[c];
        uint32_t slot = 0;
        for (uint32_t v = 0; v < LATTICE_SITES; v++)
            if (v < lattice_end_variant(cut, lattice_class(v)))
                cut->sites[v] = next + slot++;
        assert(slot == cut->stride);
        next += (size_t)lattice->layers[c].sites * cut->stride;
    }
    return MEM_NEW(lattice->notes, 1, "notes", error);
}

enum status lattice_check(const struct lattice *lattice, struct error *error)
{
    return lattice->notes->failed ? error_fail(error, "out of memory (notes)") : STATUS_OK;
}

void lattice_drop_nodes(struct lattice *lattice)
{
    pages_free(lattice->all, lattice->small_pages);
    cell_notes_destroy(lattice->notes);
    free(lattice->notes);
    lattice->all = NULL;
    lattice->notes = NULL;
}

void lattice_destroy(struct lattice *lattice)
{
    for (uint32_t l = 0; l < MODEL_LAYERS_MAX; l++) {
        for (uint32_t k = 0; k < 2; k++) {
            struct lattice_axis *axis = k ? &lattice->layers[l].y : &lattice->layers[l].x;
            MEM_FREE(axis->at, axis->place, axis->up, axis->down, axis->part, axis->site,
                     axis->pad);
        }
        free(lattice->space[l]);
    }
    lattice_drop_nodes(lattice);
    *lattice = (struct lattice){0};
}

struct layout_rect lattice_wire_box(const struct lattice *lattice, uint32_t l, uint32_t class,
                                    uint32_t ix0, uint32_t iy0, uint32_t ix1, uint32_t iy1)
{
    const struct lattice_layer *layer = &lattice->layers[l];
    return rect_join(rect_move(layer->wire[class], layer->x.at[ix0], layer->y.at[iy0]),
                     rect_move(layer->wire[class], layer->x.at[ix1], layer->y.at[iy1]));
}

struct layout_rect lattice_pad_box(const struct lattice *lattice, uint32_t c, uint32_t variant,
                                   uint32_t ix, uint32_t iy, uint32_t side)
{
    const struct lattice_layer *layer = &lattice->layers[c];
    return rect_move(lattice->model->vias[lattice->cuts[c].via[variant]].pad[side], layer->x.at[ix],
                     layer->y.at[iy]);
}
