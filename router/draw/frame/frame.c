/* frame: computes the places of header, body and legend, and draws header, ticks and legend. */
#include "router/draw/frame/frame.h"

enum {
    NARROWEST = 260,       /* least width of the picture in pixels, times the text's scale */
    WIDEST_TEXT = 480,     /* the same: width up to which it grows for `wish` */
    PIXELS_PER_TEXT = 800, /* pixels of the body's longer side per step of the text's scale */
};

unsigned frame_text(int64_t longer)
{
    return longer < 500                            ? 1
           : longer < (int64_t)2 * PIXELS_PER_TEXT ? 2
                                                   : (unsigned)(longer / PIXELS_PER_TEXT);
}

int64_t frame_line_height(const struct frame *frame)
{
    return (int64_t)frame->text * (FONT_HEIGHT + 5);
}

int64_t frame_margin(const struct frame *frame)
{
    return (int64_t)frame->text * 8;
}

static unsigned title_text(const struct frame *frame)
{
    return frame->text + (frame->text + 1) / 2;
}

struct pixels frame_measure(struct frame *frame, const char *wish, unsigned lines,
                            int64_t axis_width, int64_t axis_height,
                            int64_t (*legend)(const void *context, int64_t right),
                            const void *context)
{
    assert(frame->width > 0 && frame->height > 0 && frame->text >= 1);
    if (frame->bare) {
        frame->left = frame->top = 0;
        return (struct pixels){0, 0, frame->width, frame->height};
    }
    int64_t least = font_width(wish, frame->text) + 2 * frame_margin(frame);
    int64_t low = NARROWEST * (int64_t)frame->text, high = WIDEST_TEXT * (int64_t)frame->text;
    least = least < low ? low : least > high ? high : least;
    int64_t needed = frame->width + 2 * frame_margin(frame) + axis_width;
    int64_t width = frame->page > 0 ? frame->page : least;
    width = width < needed ? needed : width;
    frame->left = (width - frame->width + axis_width) / 2;
    frame->top = frame_margin(frame) + (int64_t)title_text(frame) * (FONT_HEIGHT + 2) +
                 (int64_t)frame->text * (lines * (FONT_HEIGHT + 3) + 4);
    int64_t items = legend(context, width - frame_margin(frame));
    return (struct pixels){
        0, 0, width, frame->top + frame->height + axis_height + items + frame_margin(frame) / 2};
}

void frame_close(const struct frame *frame)
{
    struct paint *paint = frame->paint;
    int64_t thick = frame->text / 2 > 0 ? frame->text / 2 : 1;
    int64_t right = frame->left + frame->width, bottom = frame->top + frame->height;
    paint_rect(paint, 0, 0, paint->width, frame->top, COLOUR_PAPER);
    paint_rect(paint, 0, bottom, paint->width, paint->height - bottom, COLOUR_PAPER);
    paint_rect(paint, 0, frame->top, frame->left, frame->height, COLOUR_PAPER);
    paint_rect(paint, right, frame->top, paint->width - right, frame->height, COLOUR_PAPER);
    paint_frame(paint, frame->left - thick, frame->top - thick, frame->width + 2 * thick,
                frame->height + 2 * thick, thick, COLOUR_FAINT);
}

void frame_line(const struct frame *frame, int64_t y, const char *text, unsigned size,
                uint8_t colour)
{
    assert(size >= 1);
    char line[512];
    font_shorten(text, size, (int64_t)frame->paint->width - 2 * frame_margin(frame), line,
                 sizeof line);
    if (line[0] != '\0')
        paint_text(frame->paint, frame_margin(frame), y, line, size, colour, false);
}

void frame_header(const struct frame *frame, const char *title, const char *const *lines,
                  unsigned count)
{
    static const uint8_t COLOURS[] = {COLOUR_INK, COLOUR_FAINT, COLOUR_UNROUTED};
    int64_t y = frame_margin(frame);
    const int64_t room = (int64_t)frame->paint->width - 2 * frame_margin(frame);
    const bool fits = font_width(title, title_text(frame)) <= room;
    frame_line(frame, y, title, fits ? title_text(frame) : frame->text, COLOUR_INK);
    y += (int64_t)title_text(frame) * (FONT_HEIGHT + 2);
    for (unsigned i = 0; i < count; i++, y += (int64_t)frame->text * (FONT_HEIGHT + 3))
        frame_line(frame, y, lines[i], frame->text, COLOURS[i < 2 ? i : 2]);
}

int64_t frame_next_step(int64_t step)
{
    int64_t digit = step;
    assert(step >= 1);
    while (digit >= 10)
        digit /= 10;
    return digit == 2 ? step / 2 * 5 : step * 2;
}

unsigned frame_small_text(const struct frame *frame)
{
    return frame->text > 3 ? frame->text - 1 : frame->text;
}

int64_t frame_axis_width(const struct frame *frame, const char *longest)
{
    return font_width(longest, frame_small_text(frame)) + 4 * (int64_t)frame->text;
}

int64_t frame_axis_height(const struct frame *frame)
{
    return (int64_t)frame_small_text(frame) * FONT_HEIGHT + 7 * (int64_t)frame->text;
}

void frame_tick_x(const struct frame *frame, int64_t x, const char *text, const char *unit)
{
    unsigned size = frame_small_text(frame);
    int64_t tick = 2 * (int64_t)frame->text, bottom = frame->top + frame->height;
    char line[40];
    snprintf(line, sizeof line, unit != NULL ? "%s %s" : "%s%s", text, unit != NULL ? unit : "");
    const int64_t left = x - font_width(text, size) / 2;
    const int64_t most = (int64_t)frame->paint->width - font_width(line, size);
    paint_rect(frame->paint, x, bottom + 1, 1 + frame->text / 3, tick, COLOUR_FAINT);
    paint_text(frame->paint, left < most ? left : most, bottom + tick + 1 + (int64_t)size, line,
               size, COLOUR_FAINT, false);
}

void frame_tick_y(const struct frame *frame, int64_t y, const char *text)
{
    unsigned size = frame_small_text(frame);
    int64_t tick = 2 * (int64_t)frame->text;
    paint_rect(frame->paint, frame->left - tick, y, tick, 1 + frame->text / 3, COLOUR_FAINT);
    paint_text(frame->paint, frame->left - tick - 1 - (int64_t)size - font_width(text, size),
               y - FONT_ASCENT * (int64_t)size / 2, text, size, COLOUR_FAINT, false);
}

struct text_flow flow_start(const struct frame *frame, int64_t right, int64_t top, bool draws)
{
    int64_t left = frame_margin(frame);
    return (struct text_flow){
        frame, draws, left, right, left, top, (int64_t)frame->text * FONT_HEIGHT};
}

int64_t flow_item(struct text_flow *flow, int64_t mark, const char *text)
{
    assert(mark >= 0);
    unsigned size = flow->frame->text;
    char line[160];
    int64_t gap = mark > 0 ? 3 * (int64_t)size : 0;
    font_shorten(text, size, flow->right - flow->left - mark - gap, line, sizeof line);
    int64_t width = mark + gap + font_width(line, size);
    if (flow->x > flow->left && flow->x + width > flow->right) {
        flow->x = flow->left;
        flow->y += frame_line_height(flow->frame);
    }
    int64_t at = flow->x;
    if (flow->draws)
        paint_text(flow->frame->paint, at + mark + gap, flow->y + (int64_t)size, line, size,
                   COLOUR_INK, false);
    flow->x += width + 10 * (int64_t)size;
    return at;
}

int64_t flow_box(struct text_flow *flow, uint8_t colour, uint8_t rim, const char *text)
{
    int64_t x = flow_item(flow, flow->mark, text), thick = (flow->frame->text + 1) / 2;
    if (!flow->draws)
        return x;
    paint_rect(flow->frame->paint, x, flow->y, flow->mark, flow->mark, colour);
    paint_frame(flow->frame->paint, x, flow->y, flow->mark, flow->mark, thick, rim);
    return x;
}
