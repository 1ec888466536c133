/* from_tech: converts LEF's layers: spacing tables, tracks, cut layers. */
#include "router/detail/model/from_layout.h"

/* The rows of a spacing table, each of `head` numbers and one spacing per column. */
static enum status take_rows(const struct tech_table *table, const int32_t *numbers, uint32_t head,
                             struct model_row **rows, struct error *error)
{
    TRY(MEM_NEW(*rows, table->rows, "model", error));
    for (uint32_t r = 0; r < table->rows; r++, numbers += head + table->columns)
        (*rows)[r] = (struct model_row){numbers[0], head > 1 ? numbers[1] : -1, numbers + head};
    return STATUS_OK;
}

static enum status take_tables(struct model_layer *to, const struct tech *tech,
                               const struct tech_layer *from, struct error *error)
{
    if (from->run_table != TECH_NONE) {
        const struct tech_table *t = &tech->tables[from->run_table];
        to->run_count = t->columns;
        to->row_count = t->rows;
        to->runs = &tech->numbers[t->first];
        TRY(take_rows(t, to->runs + t->columns, 1, &to->rows, error));
    }
    if (from->width_table != TECH_NONE) {
        const struct tech_table *t = &tech->tables[from->width_table];
        assert(t->columns == t->rows);
        to->pair_count = t->rows;
        TRY(take_rows(t, &tech->numbers[t->first], 2, &to->pairs, error));
    }
    return STATUS_OK;
}

/* The coordinates of a layer's tracks along one axis, ascending, each once. */
static enum status take_tracks(const struct placed *placed, uint16_t layer, bool vertical,
                               int32_t **at, uint32_t *count, struct error *error)
{
    size_t room = 0;
    for (uint32_t t = 0; t < placed->track_count; t++)
        room += (size_t)placed->tracks[t].count;
    TRY(MEM_NEW(*at, room, "model", error));
    uint32_t n = 0;
    for (uint32_t t = 0; t < placed->track_count; t++) {
        const struct placed_tracks *tracks = &placed->tracks[t];
        bool ours = false;
        for (uint32_t k = 0; k < tracks->layers.count; k++)
            ours = ours || placed->track_layers[tracks->layers.first + k] == layer;
        for (int32_t i = 0; i < tracks->count && ours && tracks->vertical == vertical; i++) {
            const int64_t place = tracks->start + (int64_t)i * tracks->step;
            (*at)[n++] = place > COORD_MAX ? COORD_MAX : (int32_t)place;
        }
    }
    n = sort_once(*at, n);
    *count = 0;
    for (uint32_t i = 0; i < n; i++)
        if ((*at)[i] % placed->scale == 0)
            (*at)[(*count)++] = (*at)[i];
    return STATUS_OK;
}

static enum status take_layer(const struct layout *layout, uint16_t index, struct model_layer *to,
                              struct error *error)
{
    const struct tech *tech = &layout->tech;
    const struct tech_layer *from = &tech->layers[index];
    assert(from->kind == LAYER_ROUTING);
    to->name = names_text(&tech->layer_names, index);
    to->width = from->width;
    to->minwidth = from->min_width;
    to->space = from->spacing;
    to->area = from->area;
    to->straight = from->rect_only || from->right_way_on_grid;
    to->on_tracks = from->right_way_on_grid;
    to->rectangles = from->rect_only && !from->rect_only_not_pins;
    to->range_count = from->ranges.count;
    to->end_count = from->line_ends.count;
    to->cut_count = from->minimum_cuts.count;
    to->ranges = tech->ranges + from->ranges.first;
    to->ends = tech->line_ends + from->line_ends.first;
    to->cuts = tech->minimum_cuts + from->minimum_cuts.first;
    for (uint32_t i = 0; i < from->enclosed.count; i++) {
        const struct tech_enclosed *rule = &tech->enclosed[from->enclosed.first + i];
        if (rule->width < from->width && rule->area > to->hole) /* LENGTH_NONE is below 0 */
            to->hole = rule->area;
    }
    for (uint32_t i = 0; i < from->steps.count; i++) {
        const struct tech_step *step = &tech->steps[from->steps.first + i];
        if (step->kind == STEP_ANY && step->length_sum < 0 && step->max_edges < 2)
            to->minstep = int_max(to->minstep, step->length);
    }
    TRY(take_tracks(&layout->placed, index, true, &to->x, &to->x_count, error));
    TRY(take_tracks(&layout->placed, index, false, &to->y, &to->y_count, error));
    if (to->width <= 0) /* a layer without WIDTH has no wires */
        to->x_count = to->y_count = 0;
    to->vertical = from->direction == DIRECTION_VERTICAL ||
                   (from->direction == DIRECTION_ANY && to->y_count == 0);
    return take_tables(to, tech, from, error);
}

static bool is_used(const struct tech *tech, uint16_t cut)
{
    for (uint32_t v = 0; v < tech->via_names.count; v++)
        if (tech->vias[v].cut == cut)
            return true;
    return false;
}

/* True if vias have cuts of both classes of the rule. */
static bool is_of_vias(const struct tech *tech, const struct tech_cut_spacing *rule)
{
    bool found[2] = {rule->of[0].width == 0, rule->of[1].width == 0};
    for (uint32_t i = 0; i < 2 * tech->via_rect_count; i++) {
        const struct tech_via_rect *cut = &tech->via_rects[i / 2];
        const struct tech_cut_class *of = &rule->of[i % 2];
        if (cut->layer == rule->layer && rect_narrow(cut->rect) == of->width &&
            rect_long(cut->rect) == of->length)
            found[i % 2] = true;
    }
    return found[0] && found[1];
}

/* Adds the rules of a cut layer. LEF may state spacing to the layer below in either layer. */
static void take_cut(const struct tech *tech, uint16_t cut, struct model_cut *to)
{
    const struct tech_layer *layer = &tech->layers[cut];
    to->space = int_max(to->space, int_max(layer->spacing, layer->same_net_spacing));
    for (uint32_t i = 0; i < tech->cut_spacing_count; i++) {
        const struct tech_cut_spacing *s = &tech->cut_spacings[i];
        if (s->layer == cut && s->other == LAYER_NONE && s->adjacent_cuts == 0 &&
            is_of_vias(tech, s))
            to->space = int_max(to->space, s->spacing);
        uint16_t low = s->layer == cut ? s->other : s->other == cut ? s->layer : LAYER_NONE;
        if (low == LAYER_NONE || layer->level == 0 || tech->layers[low].level != layer->level - 1)
            continue;
        to->below = int_max(to->below, s->spacing);
        to->below_stack = to->below_stack && s->stack;
    }
}

/* Combines all cut layers between two routing layers that vias use, with the strictest rules. */
static void take_cuts(const struct tech *tech, uint16_t low, uint16_t high, struct model_cut *to)
{
    to->below_stack = true;
    for (uint16_t l = 0; l < tech->layer_names.count; l++) {
        const struct tech_layer *layer = &tech->layers[l];
        if (layer->kind == LAYER_CUT && layer->below == low && layer->above == high &&
            is_used(tech, l))
            take_cut(tech, l, to);
    }
}

enum status layout_model_layers(struct layout_model *cm, const struct layout *layout,
                                struct error *error)
{
    const struct tech *tech = &layout->tech;
    struct model *model = &cm->model;
    if (tech->level_count > MODEL_LAYERS_MAX)
        return error_refuse(error, "LEF has %u routing layers; at most %d are routed",
                            tech->level_count, MODEL_LAYERS_MAX);
    if (tech->level_count == 0)
        return error_refuse(error, "LEF has no routing layer");
    model->layer_count = tech->level_count;
    TRY(MEM_NEW(model->layers, tech->level_count, "model", error));
    TRY(MEM_NEW(model->cuts, tech->level_count, "model", error));
    for (uint16_t c = 0; c < tech->layer_names.count; c++)
        if (tech_limits_stack(tech, c)) {
            const uint32_t level = tech->layers[c].level;
            model->stack_low = model->stack_most > 0 ? uint_min(model->stack_low, level) : level;
            model->stack_high = uint_max(model->stack_high, level + 1);
            model->stack_most = (uint32_t)tech->stack_most;
        }
    for (uint32_t l = 0; l < model->layer_count; l++) {
        TRY(take_layer(layout, tech->levels[l], &model->layers[l], error));
        if (l + 1 == model->layer_count)
            break;
        take_cuts(tech, tech->levels[l], tech->levels[l + 1], &model->cuts[l]);
    }
    return STATUS_OK;
}
