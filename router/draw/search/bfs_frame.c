/* bfs_frame: scale, colours, colour bar and legend of a search's picture. */
#include "router/draw/search/bfs_frame.h"

enum {
    BAR_HEIGHT = 8,  /* pixels, times the text's scale */
    LINE_SHARE = 45, /* percent of the level's colour in its isoline; the rest is white */
};

enum status bfs_frame_fit(struct bfs_frame *frame, uint64_t columns, uint64_t rows,
                          struct error *error)
{
    assert(columns >= 1 && rows >= 1);
    uint64_t side = columns > rows ? columns : rows, most = BFS_SIDE_MAX;
    uint64_t wanted = BFS_SIDE_WANTED;
    frame->scale = frame->picture->scale;
    frame->shrink = 1;
    if (frame->scale > BFS_SCALE_MAX)
        return error_refuse(error, "a scale of %u: 1 to %d pixels per cell are drawn", frame->scale,
                            BFS_SCALE_MAX);
    if (frame->picture->width > 0) { /* margins take a twelfth of it */
        side = columns;
        wanted = most = frame->picture->width * 11 / 12 > 0 ? frame->picture->width * 11 / 12 : 1;
        frame->frame.page = frame->picture->width;
    }
    if (frame->scale == 0) {
        uint64_t scale = wanted / side;
        if (scale < 2 && 2 * side <= most)
            scale = 2;
        frame->scale = scale < 1 ? 1 : scale > BFS_SCALE_SMALL ? BFS_SCALE_SMALL : (uint32_t)scale;
        frame->shrink = (uint32_t)((side + most - 1) / most);
    }
    uint64_t pixels = side * frame->scale / frame->shrink;
    frame->frame.text = frame_text((int64_t)(pixels > 12800 ? 12800 : pixels));
    return STATUS_OK;
}

uint8_t bfs_frame_colour(const struct bfs_frame *frame, uint32_t level, bool line)
{
    const uint32_t last = frame->picture->summary.levels - 1;
    assert(level <= last);
    const uint64_t step = last == 0 ? 0 : (uint64_t)level * (RAMP_COLOURS - 1) / last;
    return line ? frame->lines[step] : frame->ramp[step];
}

/* "breadth-first from 0,0,1: 38 of 38 free cells reached, 12 levels" */
static void subtitle(const struct bfs_frame *frame, char *text, size_t size)
{
    const struct bfs_summary *summary = &frame->picture->summary;
    snprintf(text, size, "breadth-first from %s: %" PRIu64 " of %" PRIu64 " %s reached, %u level%s",
             frame->picture->source, summary->reached, summary->free,
             frame->picture->problem->graph != NULL ? "vertices" : "free cells", summary->levels,
             summary->levels == 1 ? "" : "s");
}

/* The number of isolines per number in the colour bar: the least of 1, 2, 5, 10, ... that fits. */
static uint32_t label_step(const struct bfs_frame *frame)
{
    char text[16];
    uint32_t levels = frame->picture->summary.levels, step = 1;
    snprintf(text, sizeof text, "%u", levels - 1);
    int64_t room = font_width(text, frame->frame.text) + 6 * (int64_t)frame->frame.text;
    while ((uint64_t)step * frame->isoline < levels &&
           (int64_t)((uint64_t)step * frame->isoline * (uint64_t)frame->frame.width / levels) <
               room)
        step = (uint32_t)frame_next_step(step);
    return step;
}

/* Colour of the ramp at x of 0 .. width - 1 pixels. */
static uint8_t ramp_at(const struct bfs_frame *it, int64_t x)
{
    const uint64_t levels = it->picture->summary.levels;
    return bfs_frame_colour(it, (uint32_t)((uint64_t)x * levels / (uint64_t)it->frame.width),
                            false);
}

/* Draws the ramp with its isolines, and the levels below it. */
static void draw_bar(const struct bfs_frame *it, int64_t top)
{
    const struct frame *frame = &it->frame;
    uint32_t levels = it->picture->summary.levels;
    int64_t width = frame->width, height = (int64_t)BAR_HEIGHT * frame->text;
    const uint64_t labelled = (uint64_t)label_step(it) * it->isoline;
    assert(width > 0 && levels > 0 && labelled > 0);
    for (int64_t x = 0, next; x < width; x = next) {
        const uint8_t colour = ramp_at(it, x);
        for (next = x + 1; next < width && ramp_at(it, next) == colour;)
            next++;
        paint_rect(frame->paint, frame->left + x, top, next - x, height, colour);
    }
    for (uint64_t level = 0; level < levels; level += it->isoline) {
        char text[16];
        int64_t x = frame->left + (int64_t)(level * (uint64_t)width / levels);
        paint_rect(frame->paint, x, top, frame->text / 2 + 1, height + 2 * (int64_t)frame->text,
                   COLOUR_INK);
        snprintf(text, sizeof text, "%" PRIu64, level);
        if (level % labelled == 0 && x + font_width(text, frame->text) <= frame->left + width)
            paint_text(frame->paint, x, top + height + 3 * (int64_t)frame->text, text, frame->text,
                       COLOUR_FAINT, false);
    }
    paint_frame(frame->paint, frame->left, top, width, height, 1, COLOUR_FAINT);
}

/* The legend's items for cells without a level. */
static int64_t flow_key(const struct bfs_frame *it, int64_t right, int64_t top, bool draws)
{
    struct text_flow flow = flow_start(&it->frame, right, top, draws);
    struct paint *paint = it->frame.paint;
    const struct bfs_picture *picture = it->picture;
    bool graph = picture->problem->graph != NULL;
    int64_t thick = it->frame.text, x;
    x = flow_item(&flow, graph ? 0 : flow.mark, graph ? "entry i j: level of i" : "source");
    if (!graph && draws)
        paint_frame(paint, x, flow.y, flow.mark, flow.mark, thick, COLOUR_UNROUTED);
    if (graph)
        flow_box(&flow, COLOUR_PIN, COLOUR_PIN, "no entry");
    if (picture->target != BFS_NO_TARGET) {
        x = flow_item(&flow, flow.mark, "target");
        if (draws)
            paint_ring(paint, x + flow.mark / 2, flow.y + flow.mark / 2, flow.mark / 2,
                       (double)thick, COLOUR_UNROUTED);
        const bool reached = picture->labels[picture->target] != BFS_UNREACHED;
        x = flow_item(&flow, reached ? 2 * flow.mark : 0,
                      reached ? "shortest path" : "(no path to the target)");
        if (draws && reached)
            paint_rect(paint, x, flow.y + flow.mark / 2 - thick, 2 * flow.mark, 2 * thick,
                       COLOUR_UNROUTED);
    }
    if (!graph && it->isoline > 1) {
        char text[64];
        const uint8_t colour = bfs_frame_colour(it, 0, false), line = bfs_frame_colour(it, 0, true);
        snprintf(text, sizeof text, "line: every %u levels", it->isoline);
        x = flow_item(&flow, 2 * flow.mark, text);
        if (draws) {
            paint_rect(paint, x, flow.y, 2 * flow.mark, flow.mark, colour);
            paint_rect(paint, x + flow.mark, flow.y, (thick + 1) / 2, flow.mark, line);
        }
    }
    if (!graph && picture->problem->grid->walls != NULL) {
        x = flow_item(&flow, flow.mark, "wall");
        if (draws)
            paint_rect(paint, x + flow.mark / 2, flow.y, 2 * thick, flow.mark,
                       COLOUR_GREY + PALETTE_GREYS - 1);
    }
    if (it->blocked)
        flow_box(&flow, COLOUR_GREY + PALETTE_GREYS - 1, COLOUR_GREY + PALETTE_GREYS - 1,
                 "blocked");
    if (it->unreached)
        flow_box(&flow, graph ? COLOUR_UNROUTED : COLOUR_GREY, COLOUR_FAINT, "not reached");
    return flow.y - top + frame_line_height(&it->frame);
}

static int64_t bar_height(const struct bfs_frame *it)
{
    return (int64_t)it->frame.text * (BAR_HEIGHT + FONT_HEIGHT + 8);
}

static int64_t legend_height(const void *context, int64_t right)
{
    const struct bfs_frame *it = context;
    return bar_height(it) + flow_key(it, right, 0, false);
}

enum status bfs_frame_open(struct bfs_frame *frame, int64_t axis_width, int64_t axis_height,
                           struct error *error)
{
    assert(frame->frame.width > 0 && frame->frame.height > 0);
    char line[512];
    subtitle(frame, line, sizeof line);
    struct pixels size =
        frame_measure(&frame->frame, line, 1, axis_width, axis_height, legend_height, frame);
    TRY(paint_begin(frame->frame.paint, (uint64_t)size.width, (uint64_t)size.height, error));
    struct palette *palette = frame->frame.paint->palette;
    for (unsigned i = 0; i < RAMP_COLOURS; i++) {
        struct rgb colour =
            palette_ramp(frame->darkest + (1 - frame->darkest) * i / (RAMP_COLOURS - 1));
        struct rgb light = {(uint8_t)(255 - (255 - colour.r) * LINE_SHARE / 100),
                            (uint8_t)(255 - (255 - colour.g) * LINE_SHARE / 100),
                            (uint8_t)(255 - (255 - colour.b) * LINE_SHARE / 100)};
        frame->ramp[i] = palette_add(palette, colour);
        frame->lines[i] = palette_add(palette, light);
    }
    for (frame->isoline = 1; frame->isoline < (frame->picture->summary.levels + 24) / 25;)
        frame->isoline = (uint32_t)frame_next_step(frame->isoline);
    return STATUS_OK;
}

enum status bfs_frame_close(struct bfs_frame *it, int64_t axis_height, struct error *error)
{
    const struct frame *frame = &it->frame;
    char text[512];
    const char *const lines[] = {text};
    paint_part(frame->paint, PART_FRAME, 0, PAINT_NO_NET);
    subtitle(it, text, sizeof text);
    frame_header(frame, it->picture->title, lines, 1);
    int64_t top = frame->top + frame->height + axis_height + 2 * (int64_t)frame->text;
    draw_bar(it, top);
    flow_key(it, (int64_t)frame->paint->width - frame_margin(frame), top + bar_height(it), true);
    return paint_end(frame->paint, error);
}
