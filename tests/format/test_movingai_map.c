/* test_movingai_map: movingai_map. Wrong maps are in tests/bad. Random maps are compared with a
 * breadth-first search over their characters. */
#include "tests/support/read_files.h"
#include "tests/support/texts.h"

#include <ctype.h>

enum { SIDE = 9, TRIALS = 400 };

/* A map as text: tiles and, of octile-corner, heights of corners. The top row is the first. */
struct chart {
    int width, height; /* of the characters */
    bool corners;
    char tile[SIDE][SIDE + 1], level[SIDE][SIDE + 1];
};

static uint64_t state_of_random;

static int below(uint32_t n)
{
    return (int)splitmix_below(&state_of_random, n);
}

static void test_map(void **state)
{
    (void)state;
    static const char *const heads[] = {"type octile\nheight 3\nwidth 5\nmap\n",
                                        "type octile\r\nwidth 5\r\nheight 3\r\nmap\r\n",
                                        "# c\ntype octile-corner\nheight 3\n\nwidth 5\nmap\n"};
    for (size_t i = 0; i < 3; i++) {
        struct grid grid;
        char text[128];
        snprintf(text, sizeof text, "%s.@OTG\nSW...\n....@\n\n", heads[i]);
        text_write("a.map", text);
        assert_int_equal(grid_file_read(&grid, "a.map", NULL), STATUS_OK);
        assert(grid.width > 0); /* the analyser does not know that the reader refuses 0 */
        static const char *const rows[] = {".###.", ".....", "....#"};
        for (uint32_t y = 0; y < 3; y++)
            for (uint32_t x = 0; x < 5; x++)
                assert_int_equal(grid_is_blocked(&grid, grid_cell(&grid, x, y, 0)),
                                 rows[2 - y][x] == '#');
        static const int walls[DIRECTIONS] = {[EAST] = 1, [WEST] = 1, [SOUTH] = 1};
        for (int d = 0; d < DIRECTIONS; d++)
            assert_int_equal(grid_has_wall(&grid, grid_cell(&grid, 1, 1, 0), d), walls[d]);
        assert_int_equal(grid.layers, 1);
        assert_null(grid.weight);
        grid_destroy(&grid);
    }
    struct grid dry;
    text_write("a.map", "type octile\nheight 2\nwidth 2\nmap\nGS\n.@\n");
    assert_int_equal(grid_file_read(&dry, "a.map", NULL), STATUS_OK);
    assert_null(dry.walls);
    grid_destroy(&dry);
}

static void make_chart(struct chart *chart)
{
    memset(chart, 0, sizeof *chart);
    chart->corners = below(2) == 1;
    chart->width = 2 + below(SIDE - 1);
    chart->height = 2 + below(SIDE - 1);
    const char *letters = chart->corners ? "..GgGgSswwWW@OoTt" : "...GGGSSWWWW@OT";
    for (int y = 0; y < chart->height; y++)
        for (int x = 0; x < chart->width; x++) {
            chart->tile[y][x] = letters[below((uint32_t)strlen(letters))];
            chart->level[y][x] = "22222223"[below(8)];
        }
    FILE *file = fopen("r.map", "w");
    assert_non_null(file);
    fprintf(file, "type octile%s\nheight %d\nwidth %d\nmap\n", chart->corners ? "-corner" : "",
            chart->height, chart->width);
    for (int y = 0; y < chart->height && chart->corners; y++)
        fprintf(file, "%s\n", chart->level[y]);
    for (int y = 0; y < chart->height; y++)
        fprintf(file, "%s\n", chart->tile[y]);
    fclose(file);
}

/* 'b' blocked, 'w' water, 'l' land */
static char kind_of(const struct chart *chart, int x, int y)
{
    const int c = toupper(chart->tile[y][x]);
    return c == '@' || c == 'O' || c == 'T' ? 'b' : c == 'W' ? 'w' : 'l';
}

/* Height of the tile at x, y above the corner cx, cy of the chart. */
static char level_at(const struct chart *chart, int x, int y, int cx, int cy)
{
    return islower(chart->tile[y][x]) ? chart->level[cy][cx] : chart->level[y][x];
}

static bool leads(const struct chart *chart, int x, int y, int to_x, int to_y)
{
    if (kind_of(chart, to_x, to_y) == 'b' || kind_of(chart, x, y) != kind_of(chart, to_x, to_y))
        return false;
    const int cx = x > to_x ? x : to_x, cy = y > to_y ? y : to_y; /* the corners of their border */
    const int ex = cx + (y != to_y), ey = cy + (x != to_x);
    return !chart->corners ||
           (level_at(chart, x, y, cx, cy) == level_at(chart, to_x, to_y, cx, cy) &&
            level_at(chart, x, y, ex, ey) == level_at(chart, to_x, to_y, ex, ey));
}

/* Distances from a tile, -1 where unreached, by relaxing until nothing changes. */
static void spread(const struct chart *chart, int width, int height, int distance[SIDE][SIDE])
{
    static const int step[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (bool changed = true; changed;) {
        changed = false;
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                for (int d = 0; d < 4 && distance[y][x] >= 0; d++) {
                    const int u = x + step[d][0], v = y + step[d][1];
                    if (u < 0 || v < 0 || u >= width || v >= height || !leads(chart, x, y, u, v) ||
                        (distance[v][u] >= 0 && distance[v][u] <= distance[y][x] + 1))
                        continue;
                    distance[v][u] = distance[y][x] + 1;
                    changed = true;
                }
    }
}

/* The same over a grid. */
static void spread_grid(const struct grid *grid, int *distance)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (cell_t cell = 0; cell < grid_cells(grid); cell++)
            for (int d = 0; d < DIRECTIONS && distance[cell] >= 0; d++) {
                const cell_t next = grid_neighbour(grid, cell, d);
                if (next == CELL_NONE || grid_has_wall(grid, cell, d) ||
                    grid_is_blocked(grid, next) ||
                    (distance[next] >= 0 && distance[next] <= distance[cell] + 1))
                    continue;
                distance[next] = distance[cell] + 1;
                changed = true;
            }
    }
}

static void test_random_maps(void **state)
{
    (void)state;
    state_of_random = splitmix_seed(97);
    for (int trial = 0; trial < TRIALS; trial++) {
        struct chart chart;
        struct grid grid;
        int expected[SIDE][SIDE], found[SIDE * SIDE];
        make_chart(&chart);
        const int width = chart.width - chart.corners, height = chart.height - chart.corners;
        assert_int_equal(grid_file_read(&grid, "r.map", NULL), STATUS_OK);
        assert(grid.width > 0); /* as above */
        assert_int_equal(grid.width, width);
        assert_int_equal(grid.height, height);
        assert_null(grid.weight);
        memset(expected, -1, sizeof expected);
        memset(found, -1, sizeof found);
        const int x = below((uint32_t)width), y = below((uint32_t)height);
        if (kind_of(&chart, x, y) != 'b') {
            expected[y][x] = found[(height - 1 - y) * width + x] = 0;
            spread(&chart, width, height, expected);
            spread_grid(&grid, found);
            for (int v = 0; v < height; v++)
                for (int u = 0; u < width; u++)
                    assert_int_equal(found[(height - 1 - v) * width + u], expected[v][u]);
        }
        for (int v = 0; v < height; v++)
            for (int u = 0; u < width; u++)
                assert_int_equal(grid_is_blocked(&grid, grid_cell(&grid, (uint32_t)u,
                                                                  (uint32_t)(height - 1 - v), 0)),
                                 kind_of(&chart, u, v) == 'b');
        grid_destroy(&grid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_map),
                                       cmocka_unit_test(test_random_maps)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
