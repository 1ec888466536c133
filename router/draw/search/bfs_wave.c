/* bfs_wave: the levels of a grid, cell by cell. An isoline separates two neighbouring cells whose
 * levels are on different sides of a multiple of the step: a thin light line on the edge of cells
 * of 3 pixels and more; smaller cells just beyond it are light. Walls are dark and thick. Of cells
 * that share a pixel the lowest level counts, since neighbours differ by little. */
#include <math.h>

#include "router/draw/search/bfs_frame.h"

enum { LINES_FROM = 3, NUMBERS_FROM = 14, BLOCKED = COLOUR_GREY + PALETTE_GREYS - 1 };

/* The layers' panels, in rows of `columns`. */
struct panels {
    uint32_t columns, rows;
    int64_t width, height, gap; /* of a panel in pixels; gap: between two */
};

static uint32_t level_at(const struct bfs_frame *it, uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t level = it->picture->labels[grid_cell(it->picture->problem->grid, x, y, z)];
    return it->picture->unfinished && level > it->picture->upto ? BFS_UNREACHED : level;
}

/* The lowest level in a square of cells that share a pixel; *all_blocked: no cell is free. */
static uint32_t level_of(const struct bfs_frame *it, uint32_t x, uint32_t y, uint32_t z,
                         bool *all_blocked)
{
    const struct grid *grid = it->picture->problem->grid;
    uint32_t lowest = BFS_UNREACHED;
    *all_blocked = true;
    for (uint32_t row = y; row < y + it->shrink && row < grid->height; row++) {
        for (uint32_t column = x; column < x + it->shrink && column < grid->width; column++) {
            uint32_t level = level_at(it, column, row, z);
            *all_blocked = *all_blocked && grid_is_blocked(grid, grid_cell(grid, column, row, z));
            lowest = level < lowest ? level : lowest;
        }
    }
    return lowest;
}

/* True where an isoline runs between this level and the neighbour in x and y steps. */
static bool isoline_between(const struct bfs_frame *it, uint32_t level, int64_t x, int64_t y,
                            uint32_t z)
{
    const struct grid *grid = it->picture->problem->grid;
    if (it->isoline == 1 || x < 0 || y < 0 || x >= grid->width || y >= grid->height)
        return false; /* no lines around every cell */
    bool blocked;
    uint32_t other = level_of(it, (uint32_t)x, (uint32_t)y, z, &blocked);
    return other != BFS_UNREACHED && other / it->isoline < level / it->isoline;
}

static void draw_number(const struct bfs_frame *it, struct pixels at, uint32_t level,
                        uint8_t ground)
{
    char text[16];
    unsigned size = it->scale >= 34 ? 2 : 1;
    snprintf(text, sizeof text, "%u", level);
    int64_t width = font_width(text, size);
    if (width + 2 <= at.width)
        paint_text(it->frame.paint, at.x + (at.width - width) / 2,
                   at.y + (at.height - FONT_ASCENT * (int64_t)size) / 2, text, size,
                   palette_ink(it->frame.paint->palette, ground), false);
}

static void draw_cell(const struct bfs_frame *it, struct pixels at, uint32_t x, uint32_t y,
                      uint32_t z)
{
    int64_t scale = it->scale, step = it->shrink;
    bool all_blocked;
    uint32_t level = level_of(it, x, y, z, &all_blocked);
    if (level == BFS_UNREACHED) {
        paint_rect(it->frame.paint, at.x, at.y, scale, scale,
                   all_blocked ? (uint8_t)BLOCKED : (uint8_t)COLOUR_GREY);
        return;
    }
    static const int DX[] = {-1, 1, 0, 0}, DY[] = {0, 0, -1, 1}; /* west, east, south, north */
    bool line[4], any = false;
    for (int i = 0; i < 4; i++) {
        line[i] = isoline_between(it, level, x + DX[i] * step, y + DY[i] * step, z);
        any |= line[i];
    }
    paint_rect(it->frame.paint, at.x, at.y, scale, scale,
               bfs_frame_colour(it, level, any && scale < LINES_FROM));
    const int64_t thick = scale / 24 + 1;
    for (int i = 0; i < 4 && scale >= LINES_FROM; i++)
        if (line[i])
            paint_rect(it->frame.paint, at.x + (DX[i] > 0 ? scale - thick : 0),
                       at.y + (DY[i] < 0 ? scale - thick : 0), DX[i] != 0 ? thick : scale,
                       DY[i] != 0 ? thick : scale, bfs_frame_colour(it, level, true));
    if (scale >= NUMBERS_FROM)
        draw_number(it, at, level, bfs_frame_colour(it, level, false));
}

/* The walls of a cell against its east and north neighbour, where there is room for them. */
static void draw_walls(const struct bfs_frame *it, struct pixels at, cell_t cell)
{
    const struct grid *grid = it->picture->problem->grid;
    int64_t scale = it->scale, thick = scale / 6 + 1;
    if (grid_has_wall(grid, cell, EAST))
        paint_rect(it->frame.paint, at.x + scale - thick / 2, at.y, thick, scale, BLOCKED);
    if (grid_has_wall(grid, cell, NORTH))
        paint_rect(it->frame.paint, at.x, at.y - thick / 2, scale, thick, BLOCKED);
}

static struct pixels panel_of(const struct bfs_frame *it, const struct panels *panels, uint32_t z)
{
    return (struct pixels){
        it->frame.left + (int64_t)(z % panels->columns) * (panels->width + panels->gap),
        it->frame.top + (int64_t)(z / panels->columns) * (panels->height + panels->gap),
        panels->width, panels->height};
}

static struct pixels square_of(const struct bfs_frame *it, const struct panels *panels, cell_t cell)
{
    const struct grid *grid = it->picture->problem->grid;
    assert(cell < grid_cells(grid));
    const struct pixels in = panel_of(it, panels, grid_z(grid, cell));
    return (struct pixels){in.x + (int64_t)(grid_x(grid, cell) / it->shrink) * it->scale,
                           in.y + in.height -
                               (int64_t)(grid_y(grid, cell) / it->shrink + 1) * it->scale,
                           it->scale, it->scale};
}

static void mark_source(const struct bfs_frame *it, struct pixels at)
{
    int64_t text = it->frame.text, arm = it->scale > 8 * text ? 0 : 4 * text;
    int64_t side = it->scale + 2 * arm, rim = (text + 1) / 2;
    paint_frame(it->frame.paint, at.x - arm - rim, at.y - arm - rim, side + 2 * rim, side + 2 * rim,
                text + 2 * rim, COLOUR_WHITE);
    paint_frame(it->frame.paint, at.x - arm, at.y - arm, side, side, text, COLOUR_UNROUTED);
}

static void draw_panel(const struct bfs_frame *it, const struct panels *panels, uint32_t z)
{
    const struct grid *grid = it->picture->problem->grid;
    const bool walls = it->scale >= LINES_FROM && grid->walls != NULL;
    const struct pixels at = panel_of(it, panels, z);
    assert(grid->width > 0 && grid->height > 0 && it->shrink > 0);
    for (int pass = 0; pass < (walls ? 2 : 1); pass++)
        for (uint32_t y = 0; y < grid->height; y += it->shrink)
            for (uint32_t x = 0; x < grid->width; x += it->shrink) {
                const cell_t cell = grid_cell(grid, x, y, z);
                if (pass == 0)
                    draw_cell(it, square_of(it, panels, cell), x, y, z);
                else
                    draw_walls(it, square_of(it, panels, cell), cell);
            }
    paint_frame(it->frame.paint, at.x - 1, at.y - 1, at.width + 2, at.height + 2, 1, COLOUR_FAINT);
    if (grid->layers > 1) {
        char text[32];
        snprintf(text, sizeof text, "layer %u", z + 1);
        paint_text(it->frame.paint, at.x, at.y - (FONT_HEIGHT + 2) * (int64_t)it->frame.text, text,
                   it->frame.text, COLOUR_FAINT, false);
    }
    if (grid_z(grid, it->picture->problem->source) == z)
        mark_source(it, square_of(it, panels, it->picture->problem->source));
}

/* The *count cells of a shortest path from the target to the source, which the caller frees: each
 * the first neighbour that is one level lower. NULL if it is not reached. */
static enum status shortest_way(const struct bfs_picture *picture, cell_t **way, uint32_t *count,
                                struct error *error)
{
    const struct grid *grid = picture->problem->grid;
    const uint32_t *labels = picture->labels;
    cell_t cell = picture->target;
    *way = NULL;
    *count = 0;
    if (cell == BFS_NO_TARGET || labels[cell] == BFS_UNREACHED)
        return STATUS_OK;
    TRY(MEM_NEW(*way, (size_t)labels[cell] + 1, "a path", error));
    (*way)[(*count)++] = cell;
    while (labels[cell] > 0) {
        cell_t next = CELL_NONE;
        for (int direction = EAST; direction < DIRECTIONS && next == CELL_NONE; direction++) {
            cell_t other = grid_neighbour(grid, cell, direction);
            if (other != CELL_NONE && labels[other] == labels[cell] - 1 &&
                grid_step_exists(grid, other, grid_direction(grid, other, cell)))
                next = other;
        }
        assert(next != CELL_NONE);
        cell = next;
        (*way)[(*count)++] = cell;
    }
    return STATUS_OK;
}

/* Draws the path as a square in each cell's middle, joined to the next one in the same layer. */
static void draw_squares(const struct bfs_frame *it, const struct panels *panels, const cell_t *way,
                         uint32_t count, int64_t thick, uint8_t colour)
{
    const struct grid *grid = it->picture->problem->grid;
    int64_t x_before = 0, y_before = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct pixels at = square_of(it, panels, way[i]);
        const int64_t x = at.x + at.width / 2, y = at.y + at.height / 2;
        bool joined = i > 0 && grid_z(grid, way[i]) == grid_z(grid, way[i - 1]);
        int64_t from_x = joined && x_before < x ? x_before : x;
        int64_t from_y = joined && y_before < y ? y_before : y;
        int64_t to_x = joined && x_before > x ? x_before : x;
        int64_t to_y = joined && y_before > y ? y_before : y;
        paint_rect(it->frame.paint, from_x - thick / 2, from_y - thick / 2, to_x - from_x + thick,
                   to_y - from_y + thick, colour);
        x_before = x;
        y_before = y;
    }
}

/* The path, with a white rim; in cells with numbers as wide as these, which are drawn on it. */
static enum status draw_way(const struct bfs_frame *it, const struct panels *panels,
                            struct error *error)
{
    cell_t *way = NULL;
    uint32_t count = 0;
    TRY(shortest_way(it->picture, &way, &count, error));
    if (it->picture->unfinished)
        count = it->picture->traced < count ? it->picture->traced : count;
    const bool numbers = it->scale >= NUMBERS_FROM;
    const int64_t thick = numbers           ? it->scale * 2 / 3
                          : it->scale >= 12 ? it->scale / 6
                                            : it->frame.text / 2 + 1;
    paint_part(it->frame.paint, PART_MARKS, 0, PAINT_NO_NET);
    draw_squares(it, panels, way, count, thick + (thick < 6 ? 2 : 2 * (thick / 6)), COLOUR_WHITE);
    draw_squares(it, panels, way, count, thick, COLOUR_UNROUTED);
    for (uint32_t i = 0; i < count && numbers; i++)
        draw_number(it, square_of(it, panels, way[i]), it->picture->labels[way[i]],
                    COLOUR_UNROUTED);
    free(way);
    return STATUS_OK;
}

static void mark_target(const struct bfs_frame *it, const struct panels *panels)
{
    if (it->picture->target == BFS_NO_TARGET)
        return;
    const struct pixels at = square_of(it, panels, it->picture->target);
    const int64_t x = at.x + at.width / 2, y = at.y + at.height / 2;
    const int64_t least = 4 * (int64_t)it->frame.text;
    const int64_t radius = it->scale / 2 > least ? it->scale / 2 : least;
    paint_ring(it->frame.paint, x, y, radius, (double)it->frame.text + 2, COLOUR_WHITE);
    paint_ring(it->frame.paint, x, y, radius, (double)it->frame.text, COLOUR_UNROUTED);
}

/* Coordinates of the lowest row and the first column of panels. */
static void draw_axes(const struct bfs_frame *it, const struct panels *panels)
{
    const struct grid *grid = it->picture->problem->grid;
    const uint32_t sides[] = {grid->width, grid->height};
    for (int axis = 0; axis < 2; axis++) {
        int64_t step = 1, apart = 30 * (int64_t)frame_small_text(&it->frame);
        while (step * it->scale / it->shrink < apart)
            step = frame_next_step(step);
        for (uint32_t at = 0; at < sides[axis]; at += (uint32_t)step) {
            char text[16];
            int64_t pixel = (int64_t)(at / it->shrink) * it->scale + it->scale / 2;
            snprintf(text, sizeof text, "%u", at);
            if (axis == 0)
                frame_tick_x(&it->frame, it->frame.left + pixel, text, NULL);
            else
                frame_tick_y(&it->frame, it->frame.top + panels->height - 1 - pixel, text);
        }
    }
}

static void find_key(struct bfs_frame *it)
{
    const struct grid *grid = it->picture->problem->grid;
    for (cell_t cell = 0; cell < grid_cells(grid); cell++)
        if (it->picture->labels[cell] == BFS_UNREACHED) {
            it->blocked |= grid_is_blocked(grid, cell);
            it->unreached |= !grid_is_blocked(grid, cell);
        }
    it->unreached |= it->picture->unfinished;
}

enum status bfs_draw_wave(struct bfs_frame *it, struct error *error)
{
    assert(it->picture->problem->source < grid_cells(it->picture->problem->grid));
    const struct grid *grid = it->picture->problem->grid;
    struct frame *frame = &it->frame;
    char text[16];
    double aspect = (double)grid->layers * grid->height / grid->width;
    struct panels panels = {.columns = (uint32_t)ceil(sqrt(aspect))};
    panels.columns = panels.columns > grid->layers ? grid->layers : panels.columns;
    panels.rows = (grid->layers + panels.columns - 1) / panels.columns;
    TRY(bfs_frame_fit(it, (uint64_t)panels.columns * grid->width,
                      (uint64_t)panels.rows * grid->height, error));
    int64_t caption = grid->layers > 1 ? (FONT_HEIGHT + 6) * (int64_t)frame->text : 0;
    panels.width = bfs_frame_pixels(it, grid->width);
    panels.height = bfs_frame_pixels(it, grid->height);
    panels.gap = caption;
    frame->width = panels.columns * (panels.width + caption) - caption;
    frame->height = panels.rows * (panels.height + caption) - caption;
    find_key(it);
    snprintf(text, sizeof text, "%u", grid->height - 1);
    int64_t axis = frame_axis_height(frame);
    TRY(bfs_frame_open(it, frame_axis_width(frame, text), axis + caption, error));
    frame->top += caption;
    paint_part(frame->paint, PART_GROUND, 0, PAINT_NO_NET);
    for (uint32_t z = 0; z < grid->layers; z++)
        draw_panel(it, &panels, z);
    TRY(draw_way(it, &panels, error));
    mark_target(it, &panels);
    draw_axes(it, &panels);
    return bfs_frame_close(it, axis, error);
}
