/* contact: places thumbnails in columns and averages their pixels in RGB. Averages are rounded to a
 * fixed cube of 6 x 6 x 5 colours and greys, so that each sheet has the same 256 colours. */
#include "router/draw/contact.h"

#include "router/draw/canvas/font.h"
#include "router/draw/canvas/png.h"

enum {
    GAP = 16,                         /* pixels between squares and around the sheet */
    MISSING = 120,                    /* height of the bar for a missing picture in pixels */
    CROSS = 5,                        /* thickness of its cross in pixels */
    TEXT = 2,                         /* scale of captions */
    LINE = TEXT * (FONT_HEIGHT + 2),  /* height of a line of text in pixels */
    CELL_WIDTH = CONTACT_THUMB + GAP, /* width of a column in pixels */
    CAPTION = 2 * LINE + GAP + 12,    /* height of the captions and the gap below, in pixels */
    COLUMNS_MAX = 24,
};

struct sheet {
    struct canvas canvas;
    uint32_t columns;
    int64_t heights[COLUMNS_MAX]; /* filled part of each column */
    int64_t highest;              /* the largest of them */
    uint8_t memo[1 << 15];        /* palette entries by 5 bits of each channel; 0: not known */
};

/* Size of a picture in the sheet, which never enlarges it. */
struct thumb {
    uint32_t width, height;
};

/* Chooses columns so that square pictures give a sheet of about 4 by 3. */
static void lay_out(struct sheet *sheet, size_t count)
{
    uint32_t items = count < CONTACT_ITEMS_MAX ? (uint32_t)count : CONTACT_ITEMS_MAX;
    sheet->columns = 1;
    while (sheet->columns * sheet->columns * 3 < items * 4)
        sheet->columns++;
    if (items > 0 && sheet->columns > items)
        sheet->columns = items;
    assert(sheet->columns <= COLUMNS_MAX);
}

static struct thumb thumb_of(uint32_t width, uint32_t height)
{
    assert(width >= 1 && height >= 1);
    uint32_t longer = width > height ? width : height;
    uint32_t side = longer < CONTACT_THUMB ? longer : CONTACT_THUMB;
    uint32_t w = (uint32_t)((uint64_t)width * side / longer);
    uint32_t h = (uint32_t)((uint64_t)height * side / longer);
    return (struct thumb){w > 0 ? w : 1, h > 0 ? h : 1};
}

/* Height of a picture in the sheet, or of the bar that replaces it. Fails without memory or
 * descriptors, or if the disk fails. */
static enum status height_of(const char *path, uint32_t *height, struct error *error)
{
    uint32_t width, rows;
    struct error unread = {0};
    *height = MISSING;
    const enum status status =
        path != NULL ? pngfile_read(path, &width, &rows, NULL, &unread) : STATUS_BAD_INPUT;
    if (status == STATUS_FAILED)
        return error_set_at(error, STATUS_FAILED, path, 0, 0, "%s", unread.text);
    if (status == STATUS_OK)
        *height = thumb_of(width, rows).height;
    return STATUS_OK;
}

/* Places an item in the leftmost of the shortest columns, without gaps; returns the column. */
static uint32_t place(struct sheet *sheet, uint32_t height, int64_t *top)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < sheet->columns; i++)
        best = sheet->heights[i] < sheet->heights[best] ? i : best;
    *top = GAP + sheet->heights[best];
    sheet->heights[best] += height + CAPTION;
    sheet->highest = sheet->heights[best] > sheet->highest ? sheet->heights[best] : sheet->highest;
    return best;
}

/* Average of the pixels of from_x .. to_x - 1, from_y .. to_y - 1. */
static struct rgb average(const struct rgb *pixels, uint32_t width, uint32_t from_x, uint32_t to_x,
                          uint32_t from_y, uint32_t to_y)
{
    assert(from_x < to_x && from_y < to_y);
    uint64_t r = 0, g = 0, b = 0, n = (uint64_t)(to_x - from_x) * (to_y - from_y);
    for (uint32_t y = from_y; y < to_y; y++)
        for (uint32_t x = from_x; x < to_x; x++) {
            struct rgb pixel = pixels[(size_t)y * width + x];
            r += pixel.r;
            g += pixel.g;
            b += pixel.b;
        }
    return (struct rgb){(uint8_t)((r + n / 2) / n), (uint8_t)((g + n / 2) / n),
                        (uint8_t)((b + n / 2) / n)};
}

/* Nearest palette entry. White stays white. */
static uint8_t quantise(struct sheet *sheet, struct rgb colour)
{
    const struct palette *palette = &sheet->canvas.palette;
    if (colour.r == 255 && colour.g == 255 && colour.b == 255)
        return COLOUR_PAPER;
    uint8_t *known = &sheet->memo[(colour.r >> 3) << 10 | (colour.g >> 3) << 5 | colour.b >> 3];
    if (*known == 0)
        *known = palette_nearest(palette, colour, palette->count);
    return *known;
}

static void draw_thumb(struct sheet *sheet, int64_t left, int64_t top, const struct rgb *pixels,
                       uint32_t width, uint32_t height)
{
    struct canvas *canvas = &sheet->canvas;
    struct thumb size = thumb_of(width, height);
    uint32_t w = size.width, h = size.height;
    left += (CONTACT_THUMB - w) / 2;
    canvas_rect(canvas, left - 1, top - 1, w + 2, h + 2, COLOUR_LINE); /* its rim remains */
    for (uint32_t y = 0; y < h; y++) {
        uint32_t y0 = (uint32_t)((uint64_t)y * height / h);
        uint32_t y1 = (uint32_t)(((uint64_t)y + 1) * height / h);
        for (uint32_t x = 0; x < w; x++) {
            uint32_t x0 = (uint32_t)((uint64_t)x * width / w);
            uint32_t x1 = (uint32_t)(((uint64_t)x + 1) * width / w);
            struct rgb colour = average(pixels, width, x0, x1, y0, y1);
            canvas_rect(canvas, left + x, top + y, 1, 1, quantise(sheet, colour));
        }
    }
}

/* The bar for a missing picture, in the colour of failures, with a cross. */
static void draw_missing(struct canvas *canvas, int64_t left, int64_t top, int64_t height)
{
    int64_t x2 = 2 * left + CONTACT_THUMB, y2 = 2 * top + height, arm = 2 * height / 3;
    arm = arm < MISSING * 2 / 3 ? arm : MISSING * 2 / 3;
    canvas_rect(canvas, left, top, CONTACT_THUMB, height, COLOUR_UNROUTED);
    canvas_line(canvas, x2 - arm, y2 - arm, x2 + arm, y2 + arm, CROSS, 0, 0, COLOUR_WHITE);
    canvas_line(canvas, x2 - arm, y2 + arm, x2 + arm, y2 - arm, CROSS, 0, 0, COLOUR_WHITE);
}

static void draw_caption(struct canvas *canvas, int64_t left, int64_t top, const char *text,
                         uint8_t colour)
{
    char line[256];
    font_shorten(text != NULL ? text : "", TEXT, CONTACT_THUMB, line, sizeof line);
    font_draw(canvas, left, top, line, TEXT, colour, false);
}

static enum status draw_item(struct sheet *sheet, uint32_t room, const struct contact_item *item,
                             struct error *error)
{
    int64_t top, left = GAP + (int64_t)place(sheet, room, &top) * CELL_WIDTH;
    struct rgb *pixels = NULL;
    uint32_t width, height;
    struct error unread = {0};
    enum status status = STATUS_BAD_INPUT;
    if (item->picture != NULL)
        status = pngfile_read(item->picture, &width, &height, &pixels, &unread);
    if (status == STATUS_FAILED) /* no memory */
        return error_fail(error, "%s", unread.text);
    if (status == STATUS_OK && thumb_of(width, height).height > room)
        status = STATUS_BAD_INPUT; /* the file has changed */
    if (status != STATUS_OK && item->needed) {
        free(pixels);
        return error_set_at(error, STATUS_FAILED, item->picture, 0, 0, "cannot read the picture");
    }
    if (status == STATUS_OK)
        draw_thumb(sheet, left, top, pixels, width, height);
    else
        draw_missing(&sheet->canvas, left, top, room);
    free(pixels);
    const bool missing = status != STATUS_OK;
    draw_caption(&sheet->canvas, left, top + room + 6, item->caption,
                 missing ? COLOUR_UNROUTED : COLOUR_INK);
    draw_caption(&sheet->canvas, left, top + room + 6 + LINE, item->detail,
                 missing ? COLOUR_UNROUTED : COLOUR_FAINT);
    return STATUS_OK;
}

static void add_cube(struct palette *palette)
{
    for (int r = 0; r < 6; r++)
        for (int g = 0; g < 6; g++)
            for (int b = 0; b < 5; b++)
                palette_add(palette, (struct rgb){(uint8_t)(r * 51), (uint8_t)(g * 51),
                                                  (uint8_t)(b * 255 / 4)});
    for (int grey = 8; grey < 256; grey += 16)
        palette_add(palette, (struct rgb){(uint8_t)grey, (uint8_t)grey, (uint8_t)grey});
}

enum status contact_write(const char *path, const struct contact_item *items, size_t count,
                          struct error *error)
{
    assert(items != NULL || count == 0);
    struct sheet sheet = {0};
    uint32_t shown = count < CONTACT_ITEMS_MAX ? (uint32_t)count : CONTACT_ITEMS_MAX;
    uint32_t room[CONTACT_ITEMS_MAX];
    int64_t top;
    lay_out(&sheet, count);
    for (uint32_t i = 0; i < shown; i++) {
        TRY(height_of(items[i].picture, &room[i], error));
        place(&sheet, room[i], &top);
    }
    int64_t bottom = GAP + sheet.highest + (shown < count ? LINE : 0);
    memset(sheet.heights, 0, sizeof sheet.heights);
    enum status status = canvas_create(&sheet.canvas, (uint64_t)sheet.columns * CELL_WIDTH + GAP,
                                       (uint64_t)bottom, error);
    if (status == STATUS_OK)
        add_cube(&sheet.canvas.palette);
    for (uint32_t i = 0; status == STATUS_OK && i < shown; i++)
        status = draw_item(&sheet, room[i], &items[i], error);
    if (status == STATUS_OK && shown < count) {
        char text[64];
        snprintf(text, sizeof text, "and %zu more", count - shown);
        font_draw(&sheet.canvas, GAP, bottom - LINE - 4, text, TEXT, COLOUR_FAINT, false);
    }
    THEN(status, canvas_write(&sheet.canvas, path, error));
    canvas_destroy(&sheet.canvas);
    return status;
}
