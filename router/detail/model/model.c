/* model: evaluates the spacing rules of LEF. */
#include "router/detail/model/model.h"

#include "grid/layout/rect.h"

int32_t model_step(const struct model *model)
{
    int32_t grid = int_max(model->grid, 1), unit = int_max(model->unit, 1);
    int64_t step = (int64_t)(grid / common_divisor(grid, unit)) * unit;
    return step < MODEL_STEP_MAX ? (int32_t)step : MODEL_STEP_MAX;
}

/* The last row that applies to a width and run length, else the first. */
static uint32_t row_of(const struct model_row *rows, uint32_t count, int32_t width, int32_t run)
{
    uint32_t row = 0;
    for (uint32_t i = 0; i < count; i++)
        if (width > rows[i].width && (rows[i].run < 0 || run > rows[i].run))
            row = i;
    return row;
}

/* The largest spacing of a table for metal up to a width. */
static int32_t largest(const struct model_row *rows, uint32_t count, uint32_t columns,
                       int32_t width)
{
    int32_t most = 0;
    for (uint32_t i = 0; i < count && (i == 0 || width > rows[i].width); i++)
        for (uint32_t k = 0; k < columns; k++)
            most = int_max(most, rows[i].space[k]);
    return most;
}

int32_t model_space(const struct model_layer *layer, int32_t width0, int32_t width1, int32_t run)
{
    assert(width0 >= 0 && width1 >= 0);
    int32_t width = int_max(width0, width1), space = layer->space;
    for (uint32_t i = 0; i < layer->range_count; i++) {
        const struct tech_range *range = &layer->ranges[i];
        if (range->lo <= width && width <= range->hi)
            space = int_max(space, range->spacing);
    }
    if (layer->row_count > 0 && layer->run_count > 0) {
        const int32_t *row = layer->rows[row_of(layer->rows, layer->row_count, width, run)].space;
        space = int_max(space, row[0]);
        for (uint32_t i = 1; i < layer->run_count; i++)
            if (run > layer->runs[i])
                space = int_max(space, row[i]);
    }
    if (layer->pair_count > 0) {
        uint32_t a = row_of(layer->pairs, layer->pair_count, width0, run);
        uint32_t b = row_of(layer->pairs, layer->pair_count, width1, run);
        space = int_max(space, int_max(layer->pairs[a].space[b], layer->pairs[b].space[a]));
    }
    return space;
}

uint32_t model_cuts(const struct model_layer *layer, int32_t width, bool above)
{
    uint32_t cuts = 1;
    for (uint32_t i = 0; i < layer->cut_count; i++) {
        const struct tech_minimum_cut *rule = &layer->cuts[i];
        if (rule->length == LENGTH_NONE && width > rule->width &&
            (above ? rule->from_above : rule->from_below))
            cuts = uint_max(cuts, (uint32_t)rule->cuts);
    }
    return cuts;
}

int32_t model_reach(const struct model_layer *layer, int32_t width)
{
    int32_t most = layer->space;
    for (uint32_t i = 0; i < layer->range_count; i++)
        if (layer->ranges[i].lo <= width)
            most = int_max(most, layer->ranges[i].spacing);
    for (uint32_t i = 0; i < layer->end_count; i++)
        most = int_max(most, layer->ends[i].spacing);
    most = int_max(most, largest(layer->pairs, layer->pair_count, layer->pair_count, width));
    return int_max(most, largest(layer->rows, layer->row_count, layer->run_count, width));
}
