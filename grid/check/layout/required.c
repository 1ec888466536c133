/* required: looks spacings up in the ranges and tables of a layer. */
#include "grid/check/layout/required.h"

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* PARALLELRUNLENGTH: the row by the wider shape, the column by the common run length. */
static int32_t run_table(const struct tech *tech, const struct tech_table *table, int32_t width,
                         int32_t run)
{
    assert(!table->two_widths && table->rows > 0 && table->columns > 0);
    const int32_t *numbers = tech->numbers + table->first;
    const int32_t *rows = numbers + table->columns;
    uint32_t row = 0, column = 0;
    size_t stride = (size_t)table->columns + 1;
    for (uint32_t i = 0; i < table->rows; i++)
        if (width > rows[i * stride])
            row = i;
    for (uint32_t i = 0; i < table->columns; i++)
        if (run > numbers[i])
            column = i;
    return rows[row * stride + 1 + column];
}

/* The row of a TWOWIDTHS table for a width. A row: width, run length (or LENGTH_NONE), spacings. */
static uint32_t width_row(const int32_t *rows, const struct tech_table *table, int32_t width,
                          int32_t run)
{
    uint32_t row = 0;
    size_t stride = (size_t)table->columns + 2;
    for (uint32_t i = 0; i < table->rows; i++) {
        const int32_t *r = rows + i * stride;
        if (width > r[0] && (r[1] == LENGTH_NONE || run > r[1]))
            row = i;
    }
    return row;
}

static int32_t width_table(const struct tech *tech, const struct tech_table *table, int32_t w1,
                           int32_t w2, int32_t run)
{
    assert(table->two_widths && table->rows > 0 && table->rows == table->columns);
    const int32_t *rows = tech->numbers + table->first;
    uint32_t stride = table->columns + 2;
    uint32_t a = width_row(rows, table, w1, run), b = width_row(rows, table, w2, run);
    return larger(rows[a * stride + 2 + b], rows[b * stride + 2 + a]);
}

/* RANGE: one shape has a width of the range, and the other one of the second RANGE. */
static bool is_in_range(const struct tech_range *range, int32_t w1, int32_t w2)
{
    bool first = range->lo <= w1 && w1 <= range->hi && range->other_lo <= w2;
    bool second = range->lo <= w2 && w2 <= range->hi && range->other_lo <= w1;
    return (first && w2 <= range->other_hi) || (second && w1 <= range->other_hi);
}

int32_t required_spacing(const struct tech *tech, uint16_t layer, int32_t w1, int32_t w2,
                         int32_t run, bool same_net)
{
    assert(layer < tech->layer_names.count && w1 >= 0 && w2 >= 0);
    const struct tech_layer *l = &tech->layers[layer];
    bool own = same_net && l->same_net_spacing != LENGTH_NONE && !l->same_net_pg_only;
    int32_t wide = larger(w1, w2), need = own ? l->same_net_spacing : l->spacing;
    for (uint32_t i = l->ranges.first; i < l->ranges.first + l->ranges.count; i++)
        if (is_in_range(&tech->ranges[i], w1, w2))
            need = larger(need, tech->ranges[i].spacing);
    if (l->run_table != TECH_NONE)
        need = larger(need, run_table(tech, &tech->tables[l->run_table], wide, run));
    if (l->width_table != TECH_NONE)
        need = larger(need, width_table(tech, &tech->tables[l->width_table], w1, w2, run));
    return need;
}

/* The largest spacing of a table for metal up to a width. */
static int32_t table_most(const struct tech *tech, const struct tech_table *table, int32_t width)
{
    assert(table->first < tech->number_count);
    uint32_t lead = table->two_widths ? 2 : 1;
    const int32_t *rows = tech->numbers + table->first + (table->two_widths ? 0 : table->columns);
    int32_t most = 0;
    for (uint32_t i = 0; i < table->rows; i++)
        for (uint32_t k = 0;
             k < table->columns && width >= rows[(size_t)i * (table->columns + lead)]; k++)
            most = larger(most, rows[(size_t)i * (table->columns + lead) + lead + k]);
    return most;
}

int32_t required_reach(const struct tech *tech, uint16_t layer, int32_t width)
{
    assert(layer < tech->layer_names.count);
    const struct tech_layer *l = &tech->layers[layer];
    int32_t most = larger(l->spacing, l->same_net_spacing);
    for (uint32_t i = l->ranges.first; i < l->ranges.first + l->ranges.count; i++)
        if (tech->ranges[i].lo <= width)
            most = larger(most, tech->ranges[i].spacing);
    for (uint32_t i = l->line_ends.first; i < l->line_ends.first + l->line_ends.count; i++)
        most = larger(most, tech->line_ends[i].spacing);
    if (l->run_table != TECH_NONE)
        most = larger(most, table_most(tech, &tech->tables[l->run_table], width));
    if (l->width_table != TECH_NONE)
        most = larger(most, table_most(tech, &tech->tables[l->width_table], width));
    return most;
}

bool required_depends_on_width(const struct tech *tech, uint16_t layer)
{
    assert(layer < tech->layer_names.count);
    const struct tech_layer *l = &tech->layers[layer];
    return l->ranges.count > 0 ||
           (l->run_table != TECH_NONE && tech->tables[l->run_table].rows > 1) ||
           (l->width_table != TECH_NONE && tech->tables[l->width_table].rows > 1);
}
