/* mazelike: samples cells of the window and sums up their open neighbours. */
#include "router/search/mazelike.h"

#include "grid/random.h"

enum {
    DRAWS_FIRST = 32, /* samples, open or closed, before the first decision */
    DRAWS_MOST = 256, /* samples in all */
    WAYS_MAZE = 215,  /* largest sum of the degrees of 100 open cells in a maze */
    WAYS_FIRST = 45   /* allowance at the first decision, in degrees per 100 open cells */
};

static uint32_t count_ways(const struct grid *grid, const uint64_t *closed,
                           const struct box *window, cell_t cell)
{
    DEBUG_ASSERT(cell < grid_cells(grid));
    uint32_t ways = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        if (!grid_step_exists(grid, cell, direction))
            continue;
        cell_t next = grid_neighbour(grid, cell, direction);
        ways += !grid_plane_get(grid, closed, next) && box_has(grid, *window, next);
    }
    return ways;
}

bool mazelike_window(const struct grid *grid, const uint64_t *closed, const struct box *window)
{
    assert(window->x0 <= window->x1 && window->x1 < grid->width);
    assert(window->y0 <= window->y1 && window->y1 < grid->height);
    struct random random = random_seeded(1);
    uint32_t width = window->x1 - window->x0 + 1, height = window->y1 - window->y0 + 1;
    uint32_t open = 0, ways = 0;
    for (int i = 0; i < DRAWS_MOST; i++) {
        if (i == DRAWS_FIRST && ways * 100 > open * (WAYS_MAZE + WAYS_FIRST))
            return false;
        uint32_t x = window->x0 + random_below(&random, width);
        uint32_t y = window->y0 + random_below(&random, height);
        cell_t cell = grid_cell(grid, x, y, random_below(&random, grid->layers));
        if (grid_plane_get(grid, closed, cell))
            continue;
        open++;
        ways += count_ways(grid, closed, window, cell);
    }
    return open > 0 && ways * 100 <= open * WAYS_MAZE;
}
