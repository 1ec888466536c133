/* bfs_picture: frame, ramp and colour bar of the pictures of a search; what stands inside is drawn
 * by bfs_wave and bfs_spy. */
#include "router/draw/search/bfs_picture.h"

#include <inttypes.h>
#include <stdio.h>

#include "router/draw/search/bfs_parts.h"
#include "router/draw/canvas/font.h"

enum { BAR_HEIGHT = 8, MARGIN = 8 }; /* pixels, times the text's scale */

/* The smallest of 1, 2 or 5 times a power of ten that is at least this. */
static uint32_t round_step(uint32_t least)
{
    static const uint32_t FACTOR[] = {1, 2, 5};
    for (uint64_t power = 1;; power *= 10)
        for (size_t i = 0; i < 3; i++)
            if (power * FACTOR[i] >= least)
                return (uint32_t)(power * FACTOR[i]);
}

enum status bfs_scene_fit(struct bfs_scene *scene, uint64_t columns, uint64_t rows,
                          struct error *error)
{
    uint64_t side = columns > rows ? columns : rows;
    scene->shrink = 1;
    scene->scale = scene->picture->scale;
    if (scene->scale > BFS_SCALE_MAX)
        return error_set(error, STATUS_BAD_INPUT, "a scale of %u: 1 to %d pixels a cell are drawn",
                         scene->scale, BFS_SCALE_MAX);
    if (scene->scale == 0) {
        uint64_t scale = BFS_SIDE_WANTED / side;
        if (scale < 2 && 2 * side <= BFS_SIDE_MAX)
            scale = 2;
        scene->scale = scale < 1 ? 1 : scale > BFS_SCALE_SMALL ? BFS_SCALE_SMALL : (uint32_t)scale;
        scene->shrink = (uint32_t)((side + BFS_SIDE_MAX - 1) / BFS_SIDE_MAX);
    }
    uint64_t pixels = side * scene->scale / scene->shrink;
    scene->text = pixels < 1600 ? 2 : (unsigned)(pixels / 800);
    scene->text = scene->text > 16 ? 16 : scene->text;
    return STATUS_OK;
}

static struct rgb shaded(struct rgb colour, enum bfs_shade shade)
{
    static const int PERCENT[BFS_SHADES] = {100, 86, 55};
    return (struct rgb){(uint8_t)(colour.r * PERCENT[shade] / 100),
                        (uint8_t)(colour.g * PERCENT[shade] / 100),
                        (uint8_t)(colour.b * PERCENT[shade] / 100)};
}

/* The ramp without its darkest end, which is kept for blocked cells. */
static struct rgb ramp_at(unsigned step)
{
    return palette_ramp(0.14 + 0.86 * step / (RAMP_COLOURS - 1));
}

static unsigned ramp_step(const struct bfs_scene *scene, uint32_t level)
{
    uint32_t last = scene->picture->summary.levels - 1;
    return last == 0 ? 0 : (unsigned)((uint64_t)level * (RAMP_COLOURS - 1) / last);
}

uint8_t bfs_scene_colour(const struct bfs_scene *scene, uint32_t level, bool line)
{
    bool band = level / scene->isoline % 2 != 0 && scene->isoline > 1;
    return scene->ramp[line ? BFS_LINE : band ? BFS_BAND : BFS_LIGHT][ramp_step(scene, level)];
}

uint8_t bfs_scene_ink(const struct bfs_scene *scene, uint32_t level)
{
    return ramp_step(scene, level) < RAMP_COLOURS / 2 ? COLOUR_WHITE : COLOUR_INK;
}

/* "breadth-first from 0,0,1: 38 of 38 free cells reached, 12 levels" */
static void subtitle(const struct bfs_picture *picture, char *text, size_t size)
{
    const struct bfs_summary *summary = &picture->summary;
    snprintf(text, size,
             "breadth-first from %s: %" PRIu64 " of %" PRIu64 " %s reached, %" PRIu32 " levels",
             picture->source, summary->reached, summary->free,
             picture->problem->graph != NULL ? "vertices" : "free cells", summary->levels);
}

static void draw_title(struct bfs_scene *scene)
{
    int64_t margin = (int64_t)MARGIN * scene->text, y = margin;
    int64_t room = (int64_t)scene->canvas.width - 2 * margin;
    unsigned large = scene->text + (scene->text + 1) / 2;
    char text[512];
    snprintf(text, sizeof text, "%s", scene->picture->title);
    text[font_fit(text, large, room)] = '\0';
    font_draw(&scene->canvas, margin, y, text, large, COLOUR_INK);
    y += (int64_t)large * (FONT_HEIGHT + 2);
    subtitle(scene->picture, text, sizeof text);
    font_draw(&scene->canvas, margin, y, text, scene->text, COLOUR_INK);
}

/* Every which isoline's level is written: the least step, 1, 2, 5, 10, ..., with room for all. */
static uint32_t label_step(const struct bfs_scene *scene)
{
    char text[16];
    uint32_t levels = scene->picture->summary.levels, step = 1;
    snprintf(text, sizeof text, "%" PRIu32, levels - 1);
    int64_t room = font_width(text, scene->text) + 6 * (int64_t)scene->text;
    while ((uint64_t)step * scene->isoline < levels &&
           (int64_t)((uint64_t)step * scene->isoline * (uint64_t)scene->width / levels) < room)
        step = round_step(step + 1);
    return step;
}

/* The ramp with its isolines, and levels below it. */
static void draw_bar(struct bfs_scene *scene, int64_t top)
{
    uint32_t levels = scene->picture->summary.levels;
    int64_t width = scene->width, height = (int64_t)BAR_HEIGHT * scene->text;
    const uint64_t labelled = (uint64_t)label_step(scene) * scene->isoline;
    for (int64_t x = 0; x < width; x++) {
        uint32_t level = (uint32_t)((uint64_t)x * levels / (uint64_t)width);
        canvas_rect(&scene->canvas, scene->left + x, top, 1, height,
                    bfs_scene_colour(scene, level, false));
    }
    for (uint64_t level = 0; level < levels; level += scene->isoline) {
        char text[16];
        int64_t x = scene->left + (int64_t)(level * (uint64_t)width / levels);
        canvas_rect(&scene->canvas, x, top, scene->text / 2 + 1, height + 2 * (int64_t)scene->text,
                    COLOUR_INK);
        snprintf(text, sizeof text, "%" PRIu64, level);
        if (level % labelled == 0 && x + font_width(text, scene->text) <= scene->left + width)
            font_draw(&scene->canvas, x, top + height + 3 * (int64_t)scene->text, text, scene->text,
                      COLOUR_FAINT);
    }
    canvas_frame(&scene->canvas, scene->left, top, width, height, 1, COLOUR_FAINT);
}

enum status bfs_scene_open(struct bfs_scene *scene, struct error *error)
{
    char line[512];
    subtitle(scene->picture, line, sizeof line);
    int64_t text = scene->text, margin = MARGIN * text, least = font_width(line, scene->text);
    int64_t width = (scene->width < least ? least : scene->width) + 2 * margin;
    int64_t header =
        margin + (text + (text + 1) / 2) * (FONT_HEIGHT + 2) + text * (FONT_HEIGHT + 6);
    int64_t footer = margin + text * (BAR_HEIGHT + FONT_HEIGHT + 6);
    scene->left = (width - scene->width) / 2;
    scene->top = header;
    enum status status =
        canvas_create(&scene->canvas, (uint64_t)width,
                      (uint64_t)(header + scene->height + margin / 2 + footer), error);
    if (status != STATUS_OK)
        return status;
    for (unsigned i = 0; i < RAMP_COLOURS; i++) {
        for (int shade = 0; shade < BFS_SHADES; shade++)
            scene->ramp[shade][i] =
                palette_add(&scene->canvas.palette, shaded(ramp_at(i), (enum bfs_shade)shade));
    }
    scene->isoline = round_step((scene->picture->summary.levels + 24) / 25);
    draw_title(scene);
    draw_bar(scene, scene->top + scene->height + margin);
    return STATUS_OK;
}

enum status bfs_picture_draw(const struct bfs_picture *picture, const char *path,
                             struct error *error)
{
    struct bfs_scene scene = {.picture = picture};
    enum status status = picture->problem->graph != NULL ? bfs_draw_spy(&scene, error)
                                                         : bfs_draw_wave(&scene, error);
    if (status == STATUS_OK)
        status = canvas_write(&scene.canvas, path, error);
    canvas_destroy(&scene.canvas);
    return status;
}
