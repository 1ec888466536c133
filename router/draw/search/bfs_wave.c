/* bfs_wave: the wave over a grid, cell by cell; see bfs_picture.h.
 *
 * An isoline runs between two neighbouring cells whose levels lie on different sides of a multiple
 * of the step. Cells of 3 pixels and more have it as a line on their edge; smaller ones are drawn
 * dark as a whole when they are the first beyond it. Where several cells share a pixel, the lowest
 * level among them counts, since a level's neighbours differ by little.
 */
#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "router/draw/search/bfs_frame.h"
#include "router/draw/canvas/font.h"

enum { LINES_FROM = 3, NUMBERS_FROM = 14, BLOCKED = COLOUR_GREY + PALETTE_GREYS - 1 };

/* The layers' panels, in rows of `columns`. */
struct panels {
    uint32_t columns, rows;
    int64_t width, height, gap; /* pixels of one, and between two */
};

static uint32_t level_at(const struct bfs_frame *frame, uint32_t x, uint32_t y, uint32_t z)
{
    const struct grid *grid = frame->problem->grid;
    return frame->labels[grid_cell(grid, x, y, z)];
}

/* The lowest level in a square of cells that share a pixel; *all_blocked where no cell is free. */
static uint32_t level_of(const struct bfs_frame *frame, uint32_t x, uint32_t y, uint32_t z,
                         bool *all_blocked)
{
    const struct grid *grid = frame->problem->grid;
    uint32_t lowest = BFS_UNREACHED;
    *all_blocked = true;
    for (uint32_t row = y; row < y + frame->shrink && row < grid->height; row++) {
        for (uint32_t column = x; column < x + frame->shrink && column < grid->width; column++) {
            uint32_t level = level_at(frame, column, row, z);
            *all_blocked = *all_blocked && grid_is_blocked(grid, grid_cell(grid, column, row, z));
            lowest = level < lowest ? level : lowest;
        }
    }
    return lowest;
}

/* True where an isoline runs between this level and the neighbour in x and y steps. */
static bool isoline_between(const struct bfs_frame *frame, uint32_t level, int64_t x, int64_t y,
                            uint32_t z)
{
    const struct grid *grid = frame->problem->grid;
    if (frame->isoline == 1 || x < 0 || y < 0 || x >= grid->width || y >= grid->height)
        return false; /* a line around every cell would tell nothing */
    bool blocked;
    uint32_t other = level_of(frame, (uint32_t)x, (uint32_t)y, z, &blocked);
    return other != BFS_UNREACHED && other / frame->isoline < level / frame->isoline;
}

static void draw_number(struct bfs_frame *frame, int64_t left, int64_t top, uint32_t level)
{
    char text[16];
    unsigned size = frame->scale >= 34 ? 2 : 1;
    snprintf(text, sizeof text, "%u", level);
    int64_t width = font_width(text, size), scale = frame->scale;
    if (width + 2 <= scale)
        font_draw(&frame->canvas, left + (scale - width) / 2,
                  top + (scale - FONT_ASCENT * (int64_t)size) / 2, text, size,
                  bfs_frame_ink(frame, level));
}

static void draw_cell(struct bfs_frame *frame, int64_t left, int64_t top, uint32_t x, uint32_t y,
                      uint32_t z)
{
    int64_t scale = frame->scale, step = frame->shrink;
    bool all_blocked;
    uint32_t level = level_of(frame, x, y, z, &all_blocked);
    if (level == BFS_UNREACHED) {
        canvas_rect(&frame->canvas, left, top, scale, scale,
                    all_blocked ? (uint8_t)BLOCKED : (uint8_t)COLOUR_GREY);
        return;
    }
    bool west = isoline_between(frame, level, (int64_t)x - step, y, z);
    bool east = isoline_between(frame, level, (int64_t)x + step, y, z);
    bool south = isoline_between(frame, level, x, (int64_t)y - step, z);
    bool north = isoline_between(frame, level, x, (int64_t)y + step, z);
    bool lines = scale >= LINES_FROM, any = west || east || south || north;
    canvas_rect(&frame->canvas, left, top, scale, scale,
                bfs_frame_colour(frame, level, any && !lines));
    int64_t thick = scale >= 12 ? scale / 12 + 1 : 1;
    if (lines && west)
        canvas_rect(&frame->canvas, left, top, thick, scale, COLOUR_INK);
    if (lines && east)
        canvas_rect(&frame->canvas, left + scale - thick, top, thick, scale, COLOUR_INK);
    if (lines && south)
        canvas_rect(&frame->canvas, left, top + scale - thick, scale, thick, COLOUR_INK);
    if (lines && north)
        canvas_rect(&frame->canvas, left, top, scale, thick, COLOUR_INK);
    if (scale >= NUMBERS_FROM)
        draw_number(frame, left, top, level);
}

/* The walls of a cell against its east and north neighbour, where there is room for them. */
static void draw_walls(struct bfs_frame *frame, int64_t left, int64_t top, cell_t cell)
{
    const struct grid *grid = frame->problem->grid;
    int64_t scale = frame->scale, thick = scale / 6 + 1;
    if (grid_has_wall(grid, cell, EAST))
        canvas_rect(&frame->canvas, left + scale - thick / 2, top, thick, scale, BLOCKED);
    if (grid_has_wall(grid, cell, NORTH))
        canvas_rect(&frame->canvas, left, top - thick / 2, scale, thick, BLOCKED);
}

/* A ring around the source. */
static void mark_source(struct bfs_frame *frame, int64_t left, int64_t top)
{
    int64_t scale = frame->scale, arm = scale > 8 * (int64_t)frame->text ? 0 : 4 * frame->text;
    canvas_frame(&frame->canvas, left - arm, top - arm, scale + 2 * arm, scale + 2 * arm,
                 frame->text, COLOUR_UNROUTED);
}

static void draw_panel(struct bfs_frame *frame, const struct panels *panels, uint32_t z)
{
    const struct grid *grid = frame->problem->grid;
    int64_t left = frame->left + (int64_t)(z % panels->columns) * (panels->width + panels->gap);
    int64_t top = frame->top + (int64_t)(z / panels->columns) * (panels->height + panels->gap);
    uint32_t source = frame->problem->source;
    int64_t bottom = top + panels->height;
    const uint32_t shrink = frame->shrink;
    assert(grid->width > 0 && grid->height > 0 && shrink > 0);
    for (uint32_t y = 0; y < grid->height; y += shrink)
        for (uint32_t x = 0; x < grid->width; x += shrink)
            draw_cell(frame, left + (int64_t)(x / shrink) * frame->scale,
                      bottom - (int64_t)(y / shrink + 1) * frame->scale, x, y, z);
    for (cell_t cell = 0;
         frame->scale >= LINES_FROM && grid->walls != NULL && cell < grid_cells(grid); cell++)
        if (grid_z(grid, cell) == z)
            draw_walls(frame, left + (int64_t)grid_x(grid, cell) * frame->scale,
                       bottom - (int64_t)(grid_y(grid, cell) + 1) * frame->scale, cell);
    canvas_frame(&frame->canvas, left - 1, top - 1, panels->width + 2, panels->height + 2, 1,
                 COLOUR_FAINT);
    if (grid->layers > 1) {
        char text[32];
        snprintf(text, sizeof text, "layer %u", z + 1);
        font_draw(&frame->canvas, left, top - (FONT_HEIGHT + 2) * (int64_t)frame->text, text,
                  frame->text, COLOUR_FAINT);
    }
    if (grid_z(grid, source) == z)
        mark_source(frame, left + (int64_t)(grid_x(grid, source) / shrink) * frame->scale,
                    bottom - (int64_t)(grid_y(grid, source) / shrink + 1) * frame->scale);
}

enum status bfs_draw_wave(struct bfs_frame *frame, struct error *error)
{
    assert(frame->problem->source < grid_cells(frame->problem->grid));
    const struct grid *grid = frame->problem->grid;
    double aspect = (double)grid->layers * grid->height / grid->width;
    struct panels panels = {.columns = (uint32_t)ceil(sqrt(aspect))};
    panels.columns = panels.columns > grid->layers ? grid->layers : panels.columns;
    panels.rows = (grid->layers + panels.columns - 1) / panels.columns;
    TRY(bfs_frame_fit(frame, (uint64_t)panels.columns * grid->width,
                      (uint64_t)panels.rows * grid->height, error));
    int64_t caption = grid->layers > 1 ? (FONT_HEIGHT + 6) * (int64_t)frame->text : 0;
    panels.width = bfs_frame_pixels(frame, grid->width);
    panels.height = bfs_frame_pixels(frame, grid->height);
    panels.gap = caption;
    frame->width = panels.columns * (panels.width + caption) - caption;
    frame->height = panels.rows * (panels.height + caption);
    TRY(bfs_frame_open(frame, error));
    frame->top += caption;
    for (uint32_t z = 0; z < grid->layers; z++)
        draw_panel(frame, &panels, z);
    return STATUS_OK;
}
