/* ground: draws what is below the wires: free and blocked cells, weights, grid lines, walls. */
#include <math.h>

#include "router/draw/grid/grid_scene.h"

enum {
    LINES_FROM = 8,    /* least pixels per cell with grid lines */
    NO_VIAS_FROM = 12, /* least pixels per cell with walls between layers */
    NUMBERS_FROM = 30, /* least pixels per cell with weights as numbers */
    SQUARES = 1024,    /* cells painted at once */
};

/* Tint of a weight above 1: 0 .. PALETTE_TINTS - 1, by the logarithm. */
static unsigned ground_tint(uint32_t weight, uint32_t weight_max)
{
    assert(weight >= 2 && weight <= weight_max);
    if (weight_max <= 1 + PALETTE_TINTS) /* one tint per weight */
        return weight - 2;
    double share = log((double)weight / 2) / log((double)weight_max / 2);
    return (unsigned)(share * (PALETTE_TINTS - 1) + 0.5);
}

static uint32_t count_row(const struct grid *grid, uint32_t x, uint32_t y, uint32_t z,
                          uint32_t width)
{
    assert(x + width <= grid->width && y < grid->height && z < grid->layers);
    const uint64_t *row = grid->blocked + ((size_t)z * grid->height + y) * grid->row_words;
    uint32_t count = 0;
    for (uint32_t end = x + width; x < end;) {
        uint32_t take = 64 - x % 64 < end - x ? 64 - x % 64 : end - x;
        uint64_t bits = row[x / 64] >> x % 64;
        if (take < 64)
            bits &= ((uint64_t)1 << take) - 1;
        count += (uint32_t)__builtin_popcountll(bits);
        x += take;
    }
    return count;
}

static uint32_t heaviest(const struct grid *grid, struct box box)
{
    uint32_t most = 1;
    if (grid->weight == NULL)
        return most;
    for (uint32_t z = 0; z < grid->layers; z++)
        for (uint32_t y = box.y0; y <= box.y1; y++)
            for (uint32_t x = box.x0; x <= box.x1; x++) {
                uint32_t weight = grid->weight[grid_cell(grid, x, y, z)];
                most = weight > most ? weight : most;
            }
    return most;
}

/* Grey by the share of blocked cells, at least the lightest but one. */
static uint8_t grey(const struct grid_scene *scene, uint64_t blocked, uint64_t cells)
{
    uint64_t level = (blocked * (PALETTE_GREYS - 1) + cells / 2) / cells;
    if (scene->shrink == 1 && blocked < cells) /* light: some layers are free */
        level = level * 5 / 8;
    return (uint8_t)(COLOUR_GREY + (level > 0 ? level : 1));
}

/* Colour of the cells under one pixel, or of one cell on all layers: grey if some are blocked,
 * otherwise the tint of the heaviest weight. */
static uint8_t ground_colour(const struct grid_scene *scene, struct box box)
{
    const struct grid *grid = &scene->design->grid;
    uint32_t width = box.x1 - box.x0 + 1;
    assert(grid->layers > 0);
    uint64_t blocked = 0, cells = (uint64_t)width * (box.y1 - box.y0 + 1) * grid->layers;
    for (uint32_t z = 0; z < grid->layers; z++)
        for (uint32_t y = box.y0; y <= box.y1; y++)
            blocked += count_row(grid, box.x0, y, z, width);
    if (blocked > 0)
        return grey(scene, blocked, cells);
    uint32_t weight = heaviest(grid, box);
    if (weight <= 1)
        return COLOUR_GREY;
    return (uint8_t)(COLOUR_TINT + ground_tint(weight, scene->survey.weight_max));
}

void ground_hatch(const struct grid_scene *scene, int64_t left, int64_t top, int64_t size,
                  uint64_t layers)
{
    uint32_t count = scene->design->grid.layers;
    assert(count > 0);
    int64_t parts = count < 3 ? 3 : 2, stripe = size >= 24 ? size / 12 : 1;
    if (stripe == 1 && 2 * parts * count <= size)
        stripe = 2;
    int64_t room = stripe * parts, period = room * count;
    int64_t from = left - scene->base.frame.left + (top - scene->base.frame.top) / 2;
    if (period <= size) { /* whole periods per cell: equal cells have equal pixels */
        int64_t across = size / period;
        period = size / across;
        room = period / count;
        from = (top - scene->base.frame.top) / size % 2 * across % 2 * (period / 2) - size * 3 / 4;
    }
    for (uint32_t z = 0; z < count; z++)
        if ((layers >> z & 1) != 0)
            paint_stripes(scene->paint, (struct pixels){left, top, size, size}, stripe, period,
                          ((from - z * room) % period + period) % period, palette_wire(z, 0));
}

static void draw_number(const struct grid_scene *scene, uint32_t weight, int64_t left, int64_t top)
{
    char text[16];
    unsigned size = scene->scale >= 56 ? 2 : 1;
    snprintf(text, sizeof text, "%u", weight);
    int64_t margin = scene->scale / 12;
    if (font_width(text, size) < scene->scale - 2 * margin)
        paint_text(scene->paint, left + margin,
                   top + (int64_t)scene->scale - margin - FONT_ASCENT * (int64_t)size, text, size,
                   COLOUR_INK, false);
}

/* Lines between the cells of a row, but not around cells that are blocked on all layers. */
static void draw_lines(const struct grid_scene *scene, uint32_t y, uint32_t column,
                       const uint8_t *colours, uint32_t columns)
{
    const uint8_t solid = COLOUR_GREY + PALETTE_GREYS - 1;
    int64_t top = view_y(scene, y), scale = scene->scale;
    for (uint32_t i = 0; i < columns;) {
        uint32_t end = i;
        while (end < columns && colours[end] != solid)
            end++;
        int64_t left = view_x(scene, scene->box.x0 + column + i);
        paint_rect(scene->paint, left, top, (end - i) * scale, 1, COLOUR_LINE);
        for (; i < end; i++, left += scale)
            paint_rect(scene->paint, left, top, 1, scale, COLOUR_LINE);
        i += end < columns;
    }
}

/* Hatches the cells of a row that are blocked on some layers, layer by layer. */
static void hatch_row(const struct grid_scene *scene, uint32_t y, uint32_t column,
                      const uint8_t *colours, uint32_t columns)
{
    const struct grid *grid = &scene->design->grid;
    for (uint32_t z = 0; z < grid->layers; z++)
        for (uint32_t i = 0; i < columns; i++) {
            const uint32_t x = scene->box.x0 + column + i;
            if (colours[i] > COLOUR_GREY && colours[i] < COLOUR_GREY + PALETTE_GREYS - 1 &&
                grid_is_blocked(grid, grid_cell(grid, x, y, z)))
                ground_hatch(scene, view_x(scene, x), view_y(scene, y), scene->scale,
                             UINT64_C(1) << z);
        }
}

static void draw_details(const struct grid_scene *scene, uint32_t y, uint32_t column,
                         const uint8_t *colours, uint32_t columns)
{
    if (scene->scale >= LINES_FROM)
        draw_lines(scene, y, column, colours, columns);
    if (scene->scale >= GROUND_HATCH_FROM)
        hatch_row(scene, y, column, colours, columns);
    for (uint32_t i = 0; i < columns && scene->scale >= NUMBERS_FROM; i++) {
        const uint32_t x = scene->box.x0 + column + i;
        if (colours[i] >= COLOUR_TINT)
            draw_number(scene, heaviest(&scene->design->grid, (struct box){x, y, x, y}),
                        view_x(scene, x), view_y(scene, y));
    }
}

static const int WALL_DIRECTIONS[] = {UP, EAST, NORTH};

/* The number of layers on which a cell has a wall in this direction, and the lowest of them. */
static uint32_t count_walls(const struct grid *grid, uint32_t x, uint32_t y, int direction,
                            uint32_t *lowest)
{
    uint32_t count = 0;
    *lowest = 0;
    for (uint32_t z = grid->layers; z-- > 0;)
        if (grid_has_wall(grid, grid_cell(grid, x, y, z), direction)) {
            count++;
            *lowest = z;
        }
    return count;
}

void ground_walls(const struct grid_scene *scene, bool kinds[WALL_KINDS])
{
    const struct grid *grid = &scene->design->grid;
    if (grid->walls == NULL || scene->shrink > 1)
        return;
    for (size_t i = 0; i < sizeof WALL_DIRECTIONS / sizeof *WALL_DIRECTIONS; i++)
        for (uint32_t y = scene->box.y0; y <= scene->box.y1; y++)
            for (uint32_t x = scene->box.x0; x <= scene->box.x1; x++) {
                uint32_t lowest, count = count_walls(grid, x, y, WALL_DIRECTIONS[i], &lowest);
                enum wall_kind kind = scene->scale < GROUND_WALLS_FROM ? WALL_CELL
                                      : WALL_DIRECTIONS[i] == UP       ? WALL_VIA
                                      : count == grid->layers          ? WALL_ALL
                                                                       : WALL_SOME;
                kinds[kind] |= count > 0 && (kind != WALL_VIA || scene->scale >= NO_VIAS_FROM);
            }
}

/* A wall of a cell: ink if all layers have it, else the dark shade of the lowest such layer. */
static void draw_wall(const struct grid_scene *scene, uint32_t x, uint32_t y, int direction)
{
    const struct grid *grid = &scene->design->grid;
    uint32_t lowest, count = count_walls(grid, x, y, direction, &lowest);
    if (count == 0)
        return;
    int64_t left = view_x(scene, x), top = view_y(scene, y), scale = scene->scale;
    if (scale < GROUND_WALLS_FROM) {
        paint_rect(scene->paint, left, top, scale, scale, COLOUR_GREY + 3);
        return;
    }
    uint8_t colour = count == grid->layers ? COLOUR_INK : palette_wire(lowest, 1);
    int64_t thick = scale >= 24 ? scale / 8 : scale >= 8 ? 3 : 1, half = thick / 2;
    if (direction == EAST)
        paint_rect(scene->paint, left + scale - half, top - half, thick, scale + thick, colour);
    else if (direction == NORTH)
        paint_rect(scene->paint, left - half, top - half, scale + thick, thick, colour);
    else if (scale >= NO_VIAS_FROM) /* a short bar in the cell's upper left corner */
        paint_rect(scene->paint, left + scale / 8, top + scale / 8, scale / 3, (thick + 1) / 2,
                   colour);
}

static void draw_walls(const struct grid_scene *scene)
{
    for (size_t i = 0; i < sizeof WALL_DIRECTIONS / sizeof *WALL_DIRECTIONS; i++)
        for (uint32_t y = scene->box.y0; y <= scene->box.y1; y++)
            for (uint32_t x = scene->box.x0; x <= scene->box.x1; x++)
                draw_wall(scene, x, y, WALL_DIRECTIONS[i]);
}

/* The cells under the square of this row and column of the image. */
static struct box box_at(const struct grid_scene *scene, uint32_t row, uint32_t column)
{
    struct box all = scene->box;
    uint32_t step = scene->shrink, x = all.x0 + column * step, y = all.y1 - row * step;
    return (struct box){x, y - all.y0 < step - 1 ? all.y0 : y - (step - 1),
                        all.x1 - x < step - 1 ? all.x1 : x + step - 1, y};
}

/* The colours of `count` squares of a row. Without weights, counting blocked layers is enough. */
static void row_colours(const struct grid_scene *scene, uint32_t row, uint32_t column,
                        uint32_t count, uint8_t *colours)
{
    const struct grid *grid = &scene->design->grid;
    if (scene->shrink > 1 || grid->weight != NULL) {
        for (uint32_t i = 0; i < count; i++)
            colours[i] = ground_colour(scene, box_at(scene, row, column + i));
        return;
    }
    size_t layer = (size_t)grid->height * grid->row_words;
    const uint64_t *words = grid->blocked + (scene->box.y1 - row) * grid->row_words;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t blocked = 0, x = scene->box.x0 + column + i;
        for (uint32_t z = 0; z < grid->layers; z++)
            blocked += (uint32_t)(words[z * layer + x / 64] >> x % 64 & 1);
        colours[i] = blocked > 0 ? grey(scene, blocked, grid->layers) : COLOUR_GREY;
    }
}

static void draw_cells(const struct grid_scene *scene)
{
    struct paint *paint = scene->paint;
    uint32_t columns = (uint32_t)(scene->base.frame.width / scene->scale);
    uint32_t rows = (uint32_t)(scene->base.frame.height / scene->scale);
    paint_image(paint, &(struct paint_image){scene->base.frame.left, scene->base.frame.top,
                                             scene->scale, columns, rows});
    for (int pass = 0; pass < 2; pass++) { /* squares, then details on them */
        for (uint32_t row = 0; row < rows; row++)
            for (uint32_t column = 0; column < columns; column += SQUARES) {
                uint8_t colours[SQUARES];
                uint32_t left = columns - column, count = left < SQUARES ? left : SQUARES;
                row_colours(scene, row, column, count, colours);
                if (pass == 0)
                    paint_cells(paint, row, column, colours, count);
                else
                    draw_details(scene, scene->box.y1 - row, column, colours, count);
            }
        if (pass == 0)
            paint_image_end(paint);
        if (scene->scale < GROUND_HATCH_FROM)
            return;
    }
}

void ground_draw(const struct grid_scene *scene)
{
    struct paint *paint = scene->paint;
    paint_part(paint, PART_GROUND, 0, PAINT_NO_NET);
    draw_cells(scene);
    if (scene->design->grid.walls != NULL && scene->shrink == 1)
        draw_walls(scene);
    if (scene->scale >= LINES_FROM) { /* the last lines on the right and below */
        paint_rect(paint, scene->base.frame.left + scene->base.frame.width, scene->base.frame.top,
                   1, scene->base.frame.height + 1, COLOUR_LINE);
        paint_rect(paint, scene->base.frame.left, scene->base.frame.top + scene->base.frame.height,
                   scene->base.frame.width + 1, 1, COLOUR_LINE);
    }
}
