/* bfs_frame: see the header. */
#include "router/draw/search/bfs_frame.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

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

enum status bfs_frame_fit(struct bfs_frame *frame, uint64_t columns, uint64_t rows,
                          struct error *error)
{
    assert(columns >= 1 && rows >= 1);
    uint64_t side = columns > rows ? columns : rows;
    frame->shrink = 1;
    if (frame->scale > BFS_SCALE_MAX)
        return error_set(error, STATUS_BAD_INPUT, "a scale of %u: 1 to %d pixels a cell are drawn",
                         frame->scale, BFS_SCALE_MAX);
    if (frame->scale == 0) {
        uint64_t scale = BFS_SIDE_WANTED / side;
        if (scale < 2 && 2 * side <= BFS_SIDE_MAX)
            scale = 2;
        frame->scale = scale < 1 ? 1 : scale > BFS_SCALE_SMALL ? BFS_SCALE_SMALL : (uint32_t)scale;
        frame->shrink = (uint32_t)((side + BFS_SIDE_MAX - 1) / BFS_SIDE_MAX);
    }
    uint64_t pixels = side * frame->scale / frame->shrink;
    frame->text = pixels < 1600 ? 2 : (unsigned)(pixels / 800);
    frame->text = frame->text > 16 ? 16 : frame->text;
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

static unsigned ramp_step(const struct bfs_frame *frame, uint32_t level)
{
    assert(level < frame->summary.levels);
    uint32_t last = frame->summary.levels - 1;
    return last == 0 ? 0 : (unsigned)((uint64_t)level * (RAMP_COLOURS - 1) / last);
}

uint8_t bfs_frame_colour(const struct bfs_frame *frame, uint32_t level, bool line)
{
    bool band = level / frame->isoline % 2 != 0 && frame->isoline > 1;
    return frame->ramp[line ? BFS_LINE : band ? BFS_BAND : BFS_LIGHT][ramp_step(frame, level)];
}

uint8_t bfs_frame_ink(const struct bfs_frame *frame, uint32_t level)
{
    return ramp_step(frame, level) < RAMP_COLOURS / 2 ? COLOUR_WHITE : COLOUR_INK;
}

/* "breadth-first from 0,0,1: 38 of 38 free cells reached, 12 levels" */
static void subtitle(const struct bfs_frame *frame, char *text, size_t size)
{
    const struct bfs_summary *summary = &frame->summary;
    snprintf(text, size,
             "breadth-first from %s: %" PRIu64 " of %" PRIu64 " %s reached, %" PRIu32 " levels",
             frame->source, summary->reached, summary->free,
             frame->problem->graph != NULL ? "vertices" : "free cells", summary->levels);
}

static void draw_title(struct bfs_frame *frame)
{
    int64_t margin = (int64_t)MARGIN * frame->text, y = margin;
    int64_t room = (int64_t)frame->canvas.width - 2 * margin;
    unsigned large = frame->text + (frame->text + 1) / 2;
    char text[512];
    snprintf(text, sizeof text, "%s", frame->title);
    text[font_fit(text, large, room)] = '\0';
    font_draw(&frame->canvas, margin, y, text, large, COLOUR_INK);
    y += (int64_t)large * (FONT_HEIGHT + 2);
    subtitle(frame, text, sizeof text);
    font_draw(&frame->canvas, margin, y, text, frame->text, COLOUR_INK);
}

/* Every which isoline's level is written: the least step, 1, 2, 5, 10, ..., with room for all. */
static uint32_t label_step(const struct bfs_frame *frame)
{
    char text[16];
    uint32_t levels = frame->summary.levels, step = 1;
    snprintf(text, sizeof text, "%" PRIu32, levels - 1);
    int64_t room = font_width(text, frame->text) + 6 * (int64_t)frame->text;
    while ((uint64_t)step * frame->isoline < levels &&
           (int64_t)((uint64_t)step * frame->isoline * (uint64_t)frame->width / levels) < room)
        step = round_step(step + 1);
    return step;
}

/* The ramp with its isolines, and levels below it. */
static void draw_bar(struct bfs_frame *frame, int64_t top)
{
    uint32_t levels = frame->summary.levels;
    int64_t width = frame->width, height = (int64_t)BAR_HEIGHT * frame->text;
    const uint64_t labelled = (uint64_t)label_step(frame) * frame->isoline;
    for (int64_t x = 0; x < width; x++) {
        uint32_t level = (uint32_t)((uint64_t)x * levels / (uint64_t)width);
        canvas_rect(&frame->canvas, frame->left + x, top, 1, height,
                    bfs_frame_colour(frame, level, false));
    }
    for (uint64_t level = 0; level < levels; level += frame->isoline) {
        char text[16];
        int64_t x = frame->left + (int64_t)(level * (uint64_t)width / levels);
        canvas_rect(&frame->canvas, x, top, frame->text / 2 + 1, height + 2 * (int64_t)frame->text,
                    COLOUR_INK);
        snprintf(text, sizeof text, "%" PRIu64, level);
        if (level % labelled == 0 && x + font_width(text, frame->text) <= frame->left + width)
            font_draw(&frame->canvas, x, top + height + 3 * (int64_t)frame->text, text, frame->text,
                      COLOUR_FAINT);
    }
    canvas_frame(&frame->canvas, frame->left, top, width, height, 1, COLOUR_FAINT);
}

enum status bfs_frame_open(struct bfs_frame *frame, struct error *error)
{
    assert(frame->width > 0 && frame->height > 0 && frame->summary.levels >= 1);
    char line[512];
    subtitle(frame, line, sizeof line);
    int64_t text = frame->text, margin = MARGIN * text, least = font_width(line, frame->text);
    int64_t width = (frame->width < least ? least : frame->width) + 2 * margin;
    int64_t header =
        margin + (text + (text + 1) / 2) * (FONT_HEIGHT + 2) + text * (FONT_HEIGHT + 6);
    int64_t footer = margin + text * (BAR_HEIGHT + FONT_HEIGHT + 6);
    frame->left = (width - frame->width) / 2;
    frame->top = header;
    TRY(canvas_create(&frame->canvas, (uint64_t)width,
                      (uint64_t)(header + frame->height + margin / 2 + footer), error));
    for (unsigned i = 0; i < RAMP_COLOURS; i++) {
        for (int shade = 0; shade < BFS_SHADES; shade++)
            frame->ramp[shade][i] =
                palette_add(&frame->canvas.palette, shaded(ramp_at(i), (enum bfs_shade)shade));
    }
    frame->isoline = round_step((frame->summary.levels + 24) / 25);
    draw_title(frame);
    draw_bar(frame, frame->top + frame->height + margin);
    return STATUS_OK;
}
