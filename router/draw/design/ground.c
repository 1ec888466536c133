/* ground: what lies below the wires: free and blocked cells, weights, grid lines, walls. */
#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "router/draw/canvas/font.h"
#include "router/draw/design/scene.h"

enum {
    LINES_FROM = 8,    /* pixels a cell from which grid lines are drawn */
    WALLS_FROM = 3,    /* ... walls are edges, not grey cells */
    NUMBERS_FROM = 30, /* ... weights are written into the cells */
    SQUARES = 256,     /* cells that are painted at once */
};

unsigned ground_tint(uint32_t weight, uint32_t weight_max)
{
    assert(weight >= 2 && weight <= weight_max);
    if (weight_max <= 1 + PALETTE_TINTS) /* few weights: a tint each */
        return weight - 2;
    double share = log((double)weight / 2) / log((double)weight_max / 2);
    return (unsigned)(share * (PALETTE_TINTS - 1) + 0.5);
}

/* Blocked cells among width cells of one row of one layer. */
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

/* Grey by the share of blocked cells; a single one shows, too. */
static uint8_t grey(const struct scene *scene, uint64_t blocked, uint64_t cells)
{
    uint64_t level = (blocked * (PALETTE_GREYS - 1) + cells / 2) / cells;
    if (scene->shrink == 1 && blocked < cells) /* some layers are free: keep it light */
        level = level * 5 / 8;
    return (uint8_t)(COLOUR_GREY + (level > 0 ? level : 1));
}

/* Colour of a box of cells that lie under one pixel or make up one cell: grey where some are
 * blocked, else the tint of the heaviest weight. */
static uint8_t ground_colour(const struct scene *scene, struct box box)
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

/* A set of blocked layers at a place. */
static uint64_t blocked_layers(const struct grid *grid, uint32_t x, uint32_t y)
{
    uint64_t set = 0;
    for (uint32_t z = 0; z < grid->layers; z++)
        set |= (uint64_t)grid_is_blocked(grid, grid_cell(grid, x, y, z)) << z;
    return set;
}

void ground_hatch(const struct scene *scene, int64_t left, int64_t top, int64_t size,
                  uint64_t layers)
{
    uint32_t count = scene->design->grid.layers;
    int64_t stripe = scene->scale >= 24 ? scene->scale / 12 : 1;
    int64_t room = stripe * (count < 3 ? 3 : 2), period = room * count;
    int64_t from = left - scene->left + top - scene->top; /* continuous from cell to cell */
    from = (from % period + period) % period;
    for (int64_t y = top; y < top + size; y++)
        for (int64_t x = left; x < left + size; x++) {
            int64_t phase = (x - left + y - top + from) % period;
            uint32_t z = (uint32_t)(phase / room);
            if (phase % room < stripe && (layers >> z & 1) != 0)
                canvas_dot(scene->canvas, x, y, palette_wire(z, 0));
        }
}

static void draw_number(const struct scene *scene, uint32_t weight, int64_t left, int64_t top)
{
    char text[16];
    unsigned size = scene->scale >= 56 ? 2 : 1;
    snprintf(text, sizeof text, "%u", weight);
    int64_t margin = scene->scale / 12;
    if (font_width(text, size) < scene->scale - 2 * margin)
        font_draw(scene->canvas, left + margin,
                  top + (int64_t)scene->scale - margin - FONT_ASCENT * (int64_t)size, text, size,
                  COLOUR_FAINT);
}

/* One cell that has pixels of its own. */
static void draw_cell(const struct scene *scene, uint32_t x, uint32_t y)
{
    const struct grid *grid = &scene->design->grid;
    struct box box = {x, y, x, y};
    int64_t left = view_x(scene, x), top = view_y(scene, y), scale = scene->scale;
    uint8_t colour = ground_colour(scene, box);
    bool free = colour == COLOUR_GREY || colour >= COLOUR_TINT;
    bool solid = colour == COLOUR_GREY + PALETTE_GREYS - 1;
    canvas_rect(scene->canvas, left, top, scale, scale, colour);
    if (scale >= LINES_FROM && !solid) {
        canvas_rect(scene->canvas, left, top, scale, 1, COLOUR_LINE);
        canvas_rect(scene->canvas, left, top, 1, scale, COLOUR_LINE);
    }
    if (!free && !solid && scale >= GROUND_HATCH_FROM)
        ground_hatch(scene, left, top, scale, blocked_layers(grid, x, y));
    if (free && colour >= COLOUR_TINT && scale >= NUMBERS_FROM)
        draw_number(scene, heaviest(grid, box), left, top);
}

/* A wall of a cell against its east or north neighbour: ink where all layers have it, else the
 * lowest such layer's dark shade. */
static void draw_wall(const struct scene *scene, uint32_t x, uint32_t y, int direction)
{
    const struct grid *grid = &scene->design->grid;
    uint32_t count = 0, lowest = 0;
    for (uint32_t z = grid->layers; z-- > 0;)
        if (grid_has_wall(grid, grid_cell(grid, x, y, z), direction)) {
            count++;
            lowest = z;
        }
    if (count == 0)
        return;
    int64_t left = view_x(scene, x), top = view_y(scene, y), scale = scene->scale;
    if (scale < WALLS_FROM) {
        canvas_rect(scene->canvas, left, top, scale, scale, COLOUR_GREY + 3);
        return;
    }
    uint8_t colour = count == grid->layers ? COLOUR_INK : palette_wire(lowest, 1);
    int64_t thick = scale >= 24 ? scale / 8 : scale >= 8 ? 3 : 1, half = thick / 2;
    if (direction == EAST)
        canvas_rect(scene->canvas, left + scale - half, top - half, thick, scale + thick, colour);
    else if (direction == NORTH)
        canvas_rect(scene->canvas, left - half, top - half, scale + thick, thick, colour);
    else if (scale >= 12) /* no via here: a short bar in the cell's upper left corner */
        canvas_rect(scene->canvas, left + scale / 8, top + scale / 8, scale / 3, (thick + 1) / 2,
                    colour);
}

static void draw_walls(const struct scene *scene)
{
    static const int DIRECTION[] = {UP, EAST, NORTH};
    for (size_t i = 0; i < sizeof DIRECTION / sizeof *DIRECTION; i++)
        for (uint32_t y = scene->box.y0; y <= scene->box.y1; y++)
            for (uint32_t x = scene->box.x0; x <= scene->box.x1; x++)
                draw_wall(scene, x, y, DIRECTION[i]);
}

/* Many cells a pixel. */
static void draw_shrunk(const struct scene *scene)
{
    assert(scene->shrink > 1 && scene->scale == 1);
    uint32_t step = scene->shrink;
    struct box all = scene->box;
    for (int64_t row = 0; row < scene->height; row++)
        for (int64_t column = 0; column < scene->width; column++) {
            uint32_t x = all.x0 + (uint32_t)column * step, y = all.y1 - (uint32_t)row * step;
            struct box box = {x, y - all.y0 < step - 1 ? all.y0 : y - (step - 1),
                              all.x1 - x < step - 1 ? all.x1 : x + step - 1, y};
            canvas_dot(scene->canvas, scene->left + column, scene->top + row,
                       ground_colour(scene, box));
        }
}

/* Cells that are squares of one colour, some at a time; without weights, that are free or blocked.
 */
static void draw_squares(const struct scene *scene, uint32_t x, uint32_t y, uint32_t count)
{
    assert(count >= 1 && count <= SQUARES);
    const struct grid *grid = &scene->design->grid;
    size_t layer = (size_t)grid->height * grid->row_words;
    const uint64_t *row = grid->blocked + y * grid->row_words;
    uint8_t colours[SQUARES];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t blocked = 0;
        for (uint32_t z = 0; z < grid->layers; z++)
            blocked += (uint32_t)(row[z * layer + (x + i) / 64] >> (x + i) % 64 & 1);
        colours[i] = blocked > 0 ? grey(scene, blocked, grid->layers) : COLOUR_GREY;
    }
    canvas_squares(scene->canvas, view_x(scene, x), view_y(scene, y), scene->scale, colours, count);
}

static void draw_cells(const struct scene *scene)
{
    const struct box *box = &scene->box;
    bool plain = scene->scale < GROUND_HATCH_FROM && scene->design->grid.weight == NULL;
    for (uint32_t y = box->y0; y <= box->y1; y++)
        for (uint32_t x = box->x0; x <= box->x1;) {
            uint32_t left = box->x1 - x + 1, count = !plain ? 1 : left < SQUARES ? left : SQUARES;
            if (plain)
                draw_squares(scene, x, y, count);
            else
                draw_cell(scene, x, y);
            x += count;
        }
}

void ground_draw(const struct scene *scene)
{
    if (scene->shrink > 1) {
        draw_shrunk(scene);
        return;
    }
    draw_cells(scene);
    if (scene->survey.walls)
        draw_walls(scene);
    if (scene->scale >= LINES_FROM) { /* close the frame on the right and below */
        canvas_rect(scene->canvas, scene->left + scene->width, scene->top, 1, scene->height + 1,
                    COLOUR_LINE);
        canvas_rect(scene->canvas, scene->left, scene->top + scene->height, scene->width + 1, 1,
                    COLOUR_LINE);
    }
}
