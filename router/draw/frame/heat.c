/* heat: computes the tiles of a congestion map, their counts and their colours. */
#include "router/draw/frame/heat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTY = COLOUR_GREY + PALETTE_GREYS - 1 };

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
    heat->use = mem_alloc(count, sizeof *heat->use, "a map of congestion", error);
    heat->room = mem_alloc(count, sizeof *heat->room, "a map of congestion", error);
    return heat->use != NULL && heat->room != NULL ? STATUS_OK : STATUS_FAILED;
}

void heat_destroy(struct heat *heat)
{
    MEM_FREE(heat->use, heat->room);
    *heat = (struct heat){0};
}

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

/* Room of a tile, at least its use: pins may be on blocked cells. */
static uint64_t room_of(uint64_t use, uint64_t room)
{
    return room < use ? use : room;
}

unsigned heat_fullest(const struct heat *heat, uint32_t map)
{
    assert(map < heat->maps);
    size_t first = (size_t)map * heat->rows * heat->columns;
    uint64_t fullest = 0;
    for (size_t i = first; i < first + (size_t)heat->rows * heat->columns; i++) {
        uint64_t room = room_of(heat->use[i], heat->room[i]);
        uint64_t percent = room > 0 ? heat->use[i] * 100 / room : 0;
        fullest = percent > fullest ? percent : fullest;
    }
    return (unsigned)fullest;
}

unsigned heat_top(const struct heat *heat)
{
    static const unsigned TOPS[] = {10, 20, 50};
    unsigned fullest = 0;
    for (uint32_t map = 0; map < heat->maps; map++) {
        unsigned own = heat_fullest(heat, map);
        fullest = own > fullest ? own : fullest;
    }
    for (size_t i = 0; i < sizeof TOPS / sizeof *TOPS; i++)
        if (fullest <= TOPS[i])
            return TOPS[i];
    return 100;
}

void heat_steps(struct palette *palette, uint8_t steps[HEAT_STEPS])
{
    for (unsigned i = 0; i < HEAT_STEPS; i++)
        steps[i] = palette_add(palette, palette_ramp(0.95 - 0.95 * i / (HEAT_STEPS - 1)));
}

static uint8_t colour_of(const uint8_t steps[HEAT_STEPS], uint64_t use, uint64_t room, unsigned top)
{
    room = room_of(use, room);
    if (room == 0)
        return EMPTY;
    uint64_t step = use * HEAT_STEPS * 100 / (room * top + 1);
    return steps[step < HEAT_STEPS ? step : HEAT_STEPS - 1];
}

static void draw_map(const struct heat *heat, const struct frame *frame, uint32_t map,
                     const uint8_t steps[HEAT_STEPS], unsigned top)
{
    struct pixels at = heat_place(heat, frame, map);
    for (uint32_t row = 0; row < heat->rows; row++)
        for (uint32_t column = 0; column < heat->columns; column++) {
            int64_t x = column * heat->tile, y = row * heat->tile;
            int64_t width = heat->width - x < heat->tile ? heat->width - x : heat->tile;
            int64_t height = heat->height - y < heat->tile ? heat->height - y : heat->tile;
            paint_rect(frame->paint, at.x + x, at.y + y, width, height,
                       colour_of(steps, *heat_at(heat, heat->use, map, column, row),
                                 *heat_at(heat, heat->room, map, column, row), top));
        }
}

void heat_draw(const struct heat *heat, const struct frame *frame,
               void (*name)(const void *context, uint32_t map, char *text, size_t room),
               const void *context)
{
    uint8_t steps[HEAT_STEPS];
    const unsigned top = heat_top(heat);
    heat_steps(frame->paint->palette, steps);
    paint_part(frame->paint, PART_GROUND, 0, PAINT_NO_NET);
    for (uint32_t map = 0; map < heat->maps; map++) {
        char text[160] = "", line[160];
        struct pixels at = heat_place(heat, frame, map);
        draw_map(heat, frame, map, steps, top);
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

void heat_items(struct text_flow *flow, const char *text, bool empty)
{
    struct paint *paint = flow->frame->paint;
    uint8_t steps[HEAT_STEPS];
    int64_t x = flow_item(flow, HEAT_STEPS * flow->mark, text);
    if (flow->draws)
        heat_steps(paint->palette, steps);
    for (unsigned i = 0; flow->draws && i < HEAT_STEPS; i++)
        paint_rect(paint, x + (int64_t)i * flow->mark, flow->y, flow->mark, flow->mark, steps[i]);
    if (empty)
        flow_box(flow, EMPTY, EMPTY, "no room: blocked");
}
