/* Tests of bfs_picture: the colours of cells and matrix entries where they must be, the same bytes
 * for the same labels, limits. */
#include "router/draw/search/bfs_picture.h"

#include <unistd.h>

#include "router/draw/search/bfs_frame.h"
#include "router/draw/canvas/font.h"
#include "router/draw/canvas/png.h"
#include "tests/support/random_graphs.h"
#include "tests/support/temporary.h"

enum { MARK = FONT_HEIGHT }; /* pixels of a mark of the key of a small picture */

static char path[TEMPORARY_SIZE];

struct image {
    uint32_t width, height;
    struct rgb *pixels;
};

static struct image draw(const struct bfs_problem *problem, uint32_t scale)
{
    struct image image = {0};
    struct error error = {0};
    uint32_t *labels = malloc(bfs_vertex_count(problem) * sizeof *labels);
    assert_non_null(labels);
    assert_int_equal(bfs_sequential(problem, labels, NULL), STATUS_OK);
    struct bfs_picture picture = {.problem = problem,
                                  .labels = labels,
                                  .summary = bfs_summarise(problem, labels),
                                  .title = "test",
                                  .source = "here",
                                  .target = BFS_NO_TARGET,
                                  .scale = scale};
    if (bfs_picture_draw(&picture, path, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    assert_int_equal(pngfile_read(path, &image.width, &image.height, &image.pixels, NULL),
                     STATUS_OK);
    free(labels);
    return image;
}

static unsigned count_colour(const struct image *image, struct rgb colour)
{
    unsigned count = 0;
    for (size_t i = 0; i < (size_t)image->width * image->height; i++)
        count += memcmp(&image->pixels[i], &colour, sizeof colour) == 0;
    return count;
}

static struct rgb role(unsigned colour)
{
    static struct palette palette;
    static palette_memo memo[4];
    palette_init(&palette, memo);
    return palette.colours[colour];
}

/* 4 x 3 cells of 20 pixels, two of them blocked, one walled in by them. */
static void test_wave(void **state)
{
    (void)state;
    struct grid grid;
    assert_int_equal(grid_create(&grid, 4, 3, 1, NULL), STATUS_OK);
    grid_set_blocked(&grid, grid_cell(&grid, 2, 0, 0), true);
    grid_set_blocked(&grid, grid_cell(&grid, 3, 1, 0), true);
    struct bfs_problem problem = {.grid = &grid};
    struct image image = draw(&problem, 20);
    assert_int_equal(count_colour(&image, role(COLOUR_GREY + PALETTE_GREYS - 1)),
                     2 * 20 * 20 + MARK * MARK);
    assert_int_equal(count_colour(&image, role(COLOUR_GREY)), 20 * 20 + (MARK - 2) * (MARK - 2));
    free(image.pixels);
    grid_destroy(&grid);
}

static void test_spy(void **state)
{
    (void)state;
    const uint32_t from[] = {0, 0, 3}, to[] = {1, 2, 3};
    struct csr_graph graph;
    assert_int_equal(csr_graph_build(&graph, 4, from, to, 3, false, NULL), STATUS_OK);
    struct bfs_problem problem = {.graph = &graph};
    struct image image = draw(&problem, 5);
    assert_int_equal(count_colour(&image, role(COLOUR_UNROUTED)),
                     5 * 5 + (MARK - 2) * (MARK - 2)); /* 3 is not reached */
    assert_int_equal(count_colour(&image, role(COLOUR_PIN)), 13 * 5 * 5 + MARK * MARK);
    free(image.pixels);
    csr_graph_destroy(&graph);
}

/* Of two entries that share a pixel the one of the lower level is visible. */
static void test_spy_shared_pixels(void **state)
{
    (void)state;
    const uint32_t from[] = {0, 1}, to[] = {1, 0};
    struct image images[2];
    for (size_t edges = 1; edges <= 2; edges++) {
        struct csr_graph graph;
        assert_int_equal(csr_graph_build(&graph, BFS_SIDE_MAX + 1, from, to, edges, false, NULL),
                         STATUS_OK);
        struct bfs_problem problem = {.graph = &graph};
        images[edges - 1] = draw(&problem, 0);
        csr_graph_destroy(&graph);
    }
    assert_int_equal(images[0].width, images[1].width);
    assert_int_equal(images[0].height, images[1].height);
    assert_memory_equal(images[0].pixels, images[1].pixels,
                        (size_t)images[0].width * images[0].height * sizeof(struct rgb));
    free(images[0].pixels);
    free(images[1].pixels);
}

static int brightness(const struct image *image, size_t at)
{
    return image->pixels[at].r + image->pixels[at].g + image->pixels[at].b;
}

/* A corridor of 60 levels has an isoline every 5 cells: 11 of them, on the row of the source, each
 * brighter than the cells beside it. */
static void test_isolines(void **state)
{
    (void)state;
    enum { CELLS = 60, SCALE = 5, STEP = 5, BRIGHTER = 60 };
    struct grid grid;
    assert_int_equal(grid_create(&grid, CELLS, 1, 1, NULL), STATUS_OK);
    struct bfs_problem problem = {.grid = &grid};
    struct image image = draw(&problem, SCALE);
    struct rgb ring = role(COLOUR_UNROUTED);
    size_t pixels = (size_t)image.width * image.height, first = 0;
    while (first < pixels && memcmp(&image.pixels[first], &ring, sizeof ring) != 0)
        first++;
    size_t end = first; /* of the ring's left edge, downward */
    while (end < pixels && memcmp(&image.pixels[end], &ring, sizeof ring) == 0)
        end += image.width;
    const size_t row = (first / image.width + end / image.width) / 2 * image.width;
    const size_t begin = row + first % image.width + (size_t)4 * SCALE; /* behind the ring */
    size_t lines = 0, before = 0;
    for (size_t at = begin; at + 1 < row + image.width && lines < (CELLS - 1) / STEP; at++) {
        if (brightness(&image, at) < brightness(&image, at - 1) + BRIGHTER ||
            brightness(&image, at) < brightness(&image, at + 1) + BRIGHTER)
            continue;
        assert_true(lines == 0 || at == before + (size_t)STEP * SCALE);
        before = at;
        lines++;
    }
    assert_int_equal(lines, (CELLS - 1) / STEP);
    free(image.pixels);
    grid_destroy(&grid);
}

/* Below the bar of 30 levels there is not room for every second one, only for every fourth: labels
 * are as far from each other as the first two, but for what digits differ in width. */
static void test_labels_are_even(void **state)
{
    (void)state;
    enum { CELLS = 30, SCALE = 8, ROWS = FONT_HEIGHT, GAP = 4, ABOVE_END = 32 };
    struct grid grid;
    assert_int_equal(grid_create(&grid, CELLS, 1, 1, NULL), STATUS_OK);
    struct bfs_problem problem = {.grid = &grid};
    struct image image = draw(&problem, SCALE);
    struct rgb faint = role(COLOUR_FAINT);
    size_t labels = 0, start = 0, first_step = 0, last = 0;
    for (size_t x = 0; x < image.width; x++) {
        bool any = false;
        for (size_t row = 0; row < ROWS; row++)
            any |= memcmp(&image.pixels[(image.height - ABOVE_END + row) * image.width + x], &faint,
                          sizeof faint) == 0;
        if (!any)
            continue;
        if (labels == 0 || x - last > GAP) {
            size_t step = x - start;
            if (labels == 1)
                first_step = step;
            assert_true(labels < 2 || (step + GAP > first_step && step < first_step + GAP));
            start = x;
            labels++;
        }
        last = x;
    }
    assert_int_equal(labels, 8); /* 0, 4, .. 28: every second one would be too close */
    assert_in_range(first_step, 4 * SCALE - 2, 4 * SCALE + 2); /* ink of different digits */
    free(image.pixels);
    grid_destroy(&grid);
}

/* Every size draws: one cell, layers, cells that share pixels. The same labels, the same bytes. */
static void test_sizes(void **state)
{
    (void)state;
    static const uint32_t sizes[][3] = {{1, 1, 1}, {3, 2, 5}, {700, 2, 1}, {5000, 3, 2}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct grid grid;
        assert_int_equal(grid_create(&grid, sizes[i][0], sizes[i][1], sizes[i][2], NULL),
                         STATUS_OK);
        struct bfs_problem problem = {.grid = &grid};
        struct image one = draw(&problem, 0), two = draw(&problem, 0);
        assert_int_equal(one.width, two.width);
        assert_int_equal(one.height, two.height);
        assert_memory_equal(one.pixels, two.pixels,
                            (size_t)one.width * one.height * sizeof *one.pixels);
        assert_true(one.width < 6000 && one.height < 6000);
        free(one.pixels);
        free(two.pixels);
        grid_destroy(&grid);
    }
}

static void test_limits(void **state)
{
    (void)state;
    struct grid grid;
    struct error error = {0};
    assert_int_equal(grid_create(&grid, 2000, 2000, 1, NULL), STATUS_OK);
    struct bfs_problem problem = {.grid = &grid};
    uint32_t *labels = calloc(grid_cells(&grid), sizeof *labels);
    struct bfs_picture picture = {.problem = &problem,
                                  .labels = labels,
                                  .summary = {.levels = 1},
                                  .title = "",
                                  .source = "",
                                  .target = BFS_NO_TARGET};
    picture.scale = 257;
    assert_int_equal(bfs_picture_draw(&picture, path, &error), STATUS_BAD_INPUT);
    error_clear(&error);
    picture.scale = 256;
    assert_int_equal(bfs_picture_draw(&picture, path, &error), STATUS_BAD_INPUT);
    free(labels);
    grid_destroy(&grid);
}

int main(void)
{
    random_start(1);
    if (!temporary_file(path, ".png"))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wave),
        cmocka_unit_test(test_spy),
        cmocka_unit_test(test_spy_shared_pixels),
        cmocka_unit_test(test_isolines),
        cmocka_unit_test(test_labels_are_even),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_limits),
    };
    int failed = cmocka_run_group_tests_name("bfs_picture", tests, NULL, NULL);
    remove(path);
    return failed;
}
