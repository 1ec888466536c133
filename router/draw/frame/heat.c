/* heat: computes the sizes and colours of maps, draws them, and writes their numbers. */
#include "router/draw/frame/heat.h"

enum {
    EMPTY = COLOUR_GREY + PALETTE_GREYS - 1,
    PERCENT_MOST = 999,
};

static const struct rgb OVER = {0xe0, 0x10, 0x40}; /* more than 100 % */

uint32_t heat_across(uint32_t maps)
{
    uint32_t across = 1;
    while (across * across < maps)
        across++;
    return across;
}

enum status heat_create(struct heat *heat, uint32_t maps, uint32_t columns, uint32_t rows,
                        struct error *error)
{
    assert(maps > 0 && columns > 0 && rows > 0);
    *heat =
        (struct heat){.maps = maps, .across = heat_across(maps), .columns = columns, .rows = rows};
    size_t count = (size_t)maps * columns * rows;
    TRY(MEM_NEW(heat->use, count, "a map of congestion", error));
    return MEM_NEW(heat->room, count, "a map of congestion", error);
}

MEM_DESTROY(heat_destroy, heat, it->use, it->room)

static int64_t title_height(const struct heat *heat, const struct frame *frame)
{
    return heat->maps > 1 ? frame_line_height(frame) : 0;
}

/* Pixels between maps: room for the text of a tick. */
static int64_t gap(const struct frame *frame)
{
    return 2 * frame_margin(frame);
}

void heat_measure(const struct heat *heat, struct frame *frame)
{
    assert(heat->across >= 1 && heat->width > 0 && heat->height > 0);
    uint32_t down = (heat->maps + heat->across - 1) / heat->across;
    frame->width = heat->width * heat->across + gap(frame) * (heat->across - 1);
    frame->height =
        (heat->height + title_height(heat, frame)) * down + gap(frame) * (int64_t)(down - 1);
}

struct pixels heat_place(const struct heat *heat, const struct frame *frame, uint32_t map)
{
    assert(map < heat->maps);
    int64_t column = map % heat->across, row = map / heat->across;
    int64_t title = title_height(heat, frame);
    return (struct pixels){frame->left + column * (heat->width + gap(frame)),
                           frame->top + title + row * (heat->height + title + gap(frame)),
                           heat->width, heat->height};
}

void heat_sum(struct heat *heat)
{
    assert(heat->maps > 1);
    size_t tiles = (size_t)heat->rows * heat->columns, last = (heat->maps - 1) * tiles;
    for (size_t i = 0; i < last; i++) {
        heat->use[last + i % tiles] += heat->use[i];
        heat->room[last + i % tiles] += heat->room[i];
    }
}

static unsigned percent_of(uint64_t use, uint64_t room)
{
    if (use == 0)
        return 0;
    const uint64_t percent = room > 0 ? use * 100 / room : PERCENT_MOST;
    return percent < PERCENT_MOST ? (unsigned)percent : PERCENT_MOST;
}

unsigned heat_fullest(const struct heat *heat, uint32_t map)
{
    assert(map < heat->maps);
    size_t first = (size_t)map * heat->rows * heat->columns;
    unsigned fullest = 0;
    for (size_t i = first; i < first + (size_t)heat->rows * heat->columns; i++) {
        const unsigned percent = percent_of(heat->use[i], heat->room[i]);
        fullest = percent > fullest ? percent : fullest;
    }
    return fullest;
}

void heat_steps(struct palette *palette, bool bright, uint8_t steps[HEAT_STEPS])
{
    for (unsigned i = 0; i < HEAT_STEPS; i++) {
        const double at = 0.95 * i / (HEAT_STEPS - 1);
        steps[i] = palette_add(palette, palette_ramp(bright ? 0.05 + at : 0.95 - at));
    }
}

static bool has_over(const struct heat *heat)
{
    for (size_t i = 0; i < (size_t)heat->maps * heat->rows * heat->columns; i++)
        if (heat->use[i] > heat->room[i])
            return true;
    return false;
}

static uint8_t colour_of(const uint8_t steps[HEAT_STEPS], uint8_t over, uint64_t use, uint64_t room)
{
    if (use > room)
        return over;
    if (room == 0)
        return EMPTY;
    const uint64_t step = use * HEAT_STEPS / room;
    return steps[step < HEAT_STEPS ? step : HEAT_STEPS - 1];
}

static void draw_map(const struct heat *heat, const struct frame *frame, uint32_t map,
                     const uint8_t steps[HEAT_STEPS], uint8_t over)
{
    struct pixels at = heat_place(heat, frame, map);
    for (uint32_t row = 0; row < heat->rows; row++)
        for (uint32_t column = 0; column < heat->columns; column++) {
            int64_t x = column * heat->tile, y = row * heat->tile;
            int64_t width = heat->width - x < heat->tile ? heat->width - x : heat->tile;
            int64_t height = heat->height - y < heat->tile ? heat->height - y : heat->tile;
            paint_rect(frame->paint, at.x + x, at.y + y, width, height,
                       colour_of(steps, over, *heat_at(heat, heat->use, map, column, row),
                                 *heat_at(heat, heat->room, map, column, row)));
        }
}

void heat_draw(const struct heat *heat, const struct frame *frame, heat_name *name,
               const void *context)
{
    uint8_t steps[HEAT_STEPS];
    heat_steps(frame->paint->palette, true, steps);
    const uint8_t over = palette_add(frame->paint->palette, OVER);
    paint_part(frame->paint, PART_GROUND, 0, PAINT_NO_NET);
    for (uint32_t map = 0; map < heat->maps; map++) {
        char text[160] = "", line[160];
        struct pixels at = heat_place(heat, frame, map);
        draw_map(heat, frame, map, steps, over);
        if (heat->maps == 1)
            continue;
        name(context, map, text, sizeof text);
        font_shorten(text, frame->text, heat->width, line, sizeof line);
        paint_text(frame->paint, at.x, at.y - title_height(heat, frame) + 2 * (int64_t)frame->text,
                   line, frame->text, COLOUR_INK, false);
        paint_frame(frame->paint, at.x, at.y, heat->width, heat->height,
                    frame->text / 2 > 0 ? frame->text / 2 : 1, COLOUR_FAINT);
    }
}

/* Width of a box of the scale, with room for two digits. */
static int64_t scale_box(const struct text_flow *flow)
{
    const unsigned size = frame_small_text(flow->frame);
    const int64_t least = font_width("00", size) + 2 * (int64_t)size;
    return least > flow->mark ? least : flow->mark;
}

/* The scale: a box per step with the percentage at which it begins, of a map also 100. */
static void draw_scale(struct text_flow *flow, int64_t x, bool bright)
{
    struct paint *paint = flow->frame->paint;
    const unsigned size = frame_small_text(flow->frame);
    const int64_t box = scale_box(flow);
    uint8_t steps[HEAT_STEPS];
    heat_steps(paint->palette, bright, steps);
    for (unsigned i = 0; i < HEAT_STEPS; i++) {
        char text[16];
        snprintf(text, sizeof text, "%u", i * 100 / HEAT_STEPS);
        paint_rect(paint, x + i * box, flow->y, box, flow->mark, steps[i]);
        paint_text(paint, x + i * box + (box - font_width(text, size)) / 2,
                   flow->y + (flow->mark - FONT_ASCENT * (int64_t)size) / 2, text, size,
                   palette_ink(paint->palette, steps[i]), false);
    }
}

void heat_items(struct text_flow *flow, const char *text, const struct heat *heat)
{
    const int64_t x = flow_item(flow, HEAT_STEPS * scale_box(flow), text);
    if (flow->draws)
        draw_scale(flow, x, heat != NULL);
    if (heat == NULL)
        return;
    if (has_over(heat)) {
        const uint8_t over = flow->draws ? palette_add(flow->frame->paint->palette, OVER) : 0;
        flow_box(flow, over, over, "over 100 %");
    }
    flow_box(flow, EMPTY, EMPTY, "no room: blocked");
}

void heat_write(const struct heat *heat, FILE *out, heat_name *name, const void *context)
{
    fputs("map,column,row,used,room,percent\n", out);
    for (uint32_t map = 0; map < heat->maps; map++) {
        char text[160] = "";
        name(context, map, text, sizeof text);
        for (uint32_t row = heat->rows; row-- > 0;)
            for (uint32_t column = 0; column < heat->columns; column++) {
                const uint64_t use = *heat_at(heat, heat->use, map, column, row);
                const uint64_t room = *heat_at(heat, heat->room, map, column, row);
                fprintf(out, "%s,%u,%u,%" PRIu64 ",%" PRIu64 ",%u\n", text, column,
                        heat->rows - 1 - row, use, room, percent_of(use, room));
            }
    }
}
