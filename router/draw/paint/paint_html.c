/* paint_html: writes the page's head at once, images as they end, and all other primitives, names
 * and notes at the end. The rest is viewer.css, viewer.html, viewer.js. */
#include "router/draw/paint/paint_html.h"

#include <math.h>

#include "router/draw/canvas/font.h"
#include "grid/text/resource.h"

static_assert(offsetof(struct paint_html, base) == 0, "a paint is its backend's first member");

RESOURCE(viewer_css, "router/draw/paint/viewer.css");
RESOURCE(viewer_html, "router/draw/paint/viewer.html");
RESOURCE(viewer_js, "router/draw/paint/viewer.js");

enum kind { PART, RECT, RECT_AGAIN, DISC, LINE, TEXT, STRIPES, IMAGE, FRAMES };
enum { NOTE_MAX = 1200 }; /* bytes of a net's note */

static struct paint_html *mine(struct paint *paint)
{
    return (struct paint_html *)paint;
}

static void put_byte(struct paint_html *html, uint8_t byte)
{
    if (html->count == html->capacity &&
        mem_grow((void **)&html->bytes, &html->capacity, html->count + 1, 1, "the picture", NULL) !=
            STATUS_OK)
        html->base.failed = true;
    if (!html->base.failed)
        html->bytes[html->count++] = byte;
}

static void put(struct paint_html *html, uint64_t number)
{
    for (; number >= 128; number >>= 7)
        put_byte(html, (uint8_t)(number | 128));
    put_byte(html, (uint8_t)number);
}

static void put_signed(struct paint_html *html, int64_t number)
{
    put(html, (uint64_t)number << 1 ^ (number < 0 ? UINT64_MAX : 0));
}

static void put_kind(struct paint_html *html, enum kind kind)
{
    put_byte(html, (uint8_t)kind);
    html->primitives += kind != PART && kind != FRAMES;
}

/* Parts are numbered: layers, then the others. */
static void part(struct paint *paint, enum paint_part part, uint32_t layer, uint32_t net)
{
    assert(part < PARTS && (part != PART_LAYER || layer < paint->names.layers));
    struct paint_html *html = mine(paint);
    uint32_t layers = paint->names.layers;
    put_kind(html, PART);
    put(html, part == PART_LAYER ? layer : layers + (uint32_t)part);
    put(html, net >= paint->names.nets ? 0 : (uint64_t)net + 1);
}

static void rect(struct paint *paint, struct pixels at, uint8_t colour)
{
    assert(at.width > 0 && at.height > 0); /* paint_rect leaves out what is empty */
    struct paint_html *html = mine(paint);
    bool again = html->colour == colour;
    put_kind(html, again ? RECT_AGAIN : RECT);
    if (!again)
        put(html, colour);
    put_signed(html, at.x - html->x);
    put_signed(html, at.y - html->y);
    put(html, (uint64_t)at.width);
    put(html, (uint64_t)at.height);
    html->x = at.x;
    html->y = at.y;
    html->colour = colour;
}

static void image_end(struct paint *paint)
{
    struct paint_html *html = mine(paint);
    const struct paint_image *it = &html->base.image;
    fprintf(html->base.out, "%s[%" PRId64 ",%" PRId64 ",%" PRIu64 ",%" PRIu64 ",\"",
            html->images++ > 0 ? ",\n" : "", it->x, it->y, (uint64_t)it->columns * it->side,
            (uint64_t)it->rows * it->side);
    embed_write(&html->base);
    fputs("\"]", html->base.out);
    put_kind(html, IMAGE);
}

static void disc(struct paint *paint, int64_t x2, int64_t y2, int64_t radius2, uint8_t colour)
{
    struct paint_html *html = mine(paint);
    put_kind(html, DISC);
    put_signed(html, x2);
    put_signed(html, y2);
    put(html, (uint64_t)radius2);
    put(html, colour);
}

static void line(struct paint *paint, int64_t x0, int64_t y0, int64_t x1, int64_t y1, double thick,
                 double on, double off, uint8_t colour)
{
    struct paint_html *html = mine(paint);
    const int64_t ends[] = {x0, y0, x1, y1};
    const double sizes[] = {thick, on, off};
    put_kind(html, LINE);
    for (int i = 0; i < 4; i++)
        put_signed(html, ends[i]);
    for (int i = 0; i < 3; i++)
        put(html, (uint64_t)lround(sizes[i] * 100));
    put(html, colour);
}

static void text(struct paint *paint, int64_t x, int64_t y, const char *text, unsigned scale,
                 uint8_t colour, bool upward)
{
    struct paint_html *html = mine(paint);
    size_t size = strlen(text);
    put_kind(html, TEXT);
    put_signed(html, x);
    put_signed(html, y);
    put(html, scale);
    put(html, colour);
    put(html, upward);
    put(html, (uint64_t)font_width(text, scale));
    put(html, size);
    for (size_t i = 0; i < size; i++)
        put_byte(html, (uint8_t)text[i]);
}

static void stripes(struct paint *paint, struct pixels at, int64_t thick, int64_t period,
                    int64_t phase, uint8_t colour)
{
    struct paint_html *html = mine(paint);
    put_kind(html, STRIPES);
    put_signed(html, at.x);
    put_signed(html, at.y);
    const int64_t sizes[] = {at.width, at.height, thick, period, phase};
    for (int i = 0; i < 5; i++)
        put(html, (uint64_t)sizes[i]);
    put(html, colour);
}

void paint_html_span(struct paint *paint, uint32_t from, uint32_t to)
{
    assert(from <= to);
    put_kind(mine(paint), FRAMES);
    put(mine(paint), from);
    put(mine(paint), to);
}

static void put_file(FILE *out, const char *before, const char *from, const char *to)
{
    assert(from < to);
    fputs(before, out);
    fwrite(from, 1, (size_t)(to - from), out);
}

/* The page up to the list of images. */
static enum status begin(struct paint *paint, struct error *error)
{
    struct paint_html *html = mine(paint);
    (void)error;
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>",
          html->base.out);
    embed_xml(html->base.out, paint->names.title != NULL ? paint->names.title : "leeway");
    put_file(html->base.out, "</title>\n<style>\n", viewer_css, viewer_css_end);
    put_file(html->base.out, "</style></head><body>\n", viewer_html, viewer_html_end);
    fprintf(html->base.out,
            "<script id=\"data\" "
            "type=\"application/json\">\n{\"width\":%u,\"height\":%u,\n\"images\":[",
            paint->width, paint->height);
    return STATUS_OK;
}

static void put_layers(struct paint_html *html)
{
    const struct paint_names *names = &html->base.paint.names;
    char name[160];
    fputs("],\n\"layers\":[", html->base.out);
    for (uint32_t layer = 0; layer < names->layers; layer++) {
        names->layer(names->context, layer, name, sizeof name);
        fputs(layer > 0 ? "," : "", html->base.out);
        embed_json(html->base.out, name);
    }
    fputs("],\n\"colours\":[", html->base.out);
    for (unsigned i = 0; i < html->base.palette.count; i++) {
        struct rgb colour = html->base.palette.colours[i];
        fprintf(html->base.out, "%s\"#%02x%02x%02x\"", i > 0 ? "," : "", colour.r, colour.g,
                colour.b);
    }
}

/* Names, notes and failures, one line each. */
static void put_nets(struct paint_html *html)
{
    const struct paint_names *names = &html->base.paint.names;
    char note[NOTE_MAX];
    for (int notes = 0; notes < 2; notes++) {
        fputs(notes ? "],\n\"notes\":[" : "],\n\"nets\":[", html->base.out);
        for (uint32_t net = 0; net < names->nets; net++) {
            fputs(net > 0 ? "," : "", html->base.out);
            if (notes)
                (void)names->note(names->context, net, note, sizeof note);
            embed_json(html->base.out, notes ? note : names->net(names->context, net));
        }
    }
    fputs("],\n\"failed\":[", html->base.out);
    const char *comma = "";
    for (uint32_t net = 0; net < names->nets; net++)
        if (names->note(names->context, net, note, sizeof note)) {
            fprintf(html->base.out, "%s%u", comma, net);
            comma = ",";
        }
}

/* The axes as lists of numbers, their unit, and the nets in question. */
static void put_place(struct paint_html *html)
{
    const struct paint *paint = &html->base.paint;
    const struct paint_axis *const axes[] = {&paint->x, &paint->y};
    const char *comma = "";
    for (int i = 0; i < 2; i++)
        fprintf(html->base.out,
                "],\n\"%c\":[%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64, "xy"[i],
                axes[i] -> start, axes[i] -> from, axes[i] -> pixels, axes[i] -> per,
                axes[i] -> units);
    fputs("],\n\"unit\":", html->base.out);
    embed_json(html->base.out, paint->x.name != NULL ? paint->x.name : "");
    fputs(",\n\"asked\":[", html->base.out);
    for (uint32_t net = 0; paint->asked != NULL && net < paint->names.nets; net++)
        if (paint->asked[net]) {
            fprintf(html->base.out, "%s%u", comma, net);
            comma = ",";
        }
}

static enum status end(struct paint *paint, struct error *error)
{
    assert(mine(paint)->frames == 0 || mine(paint)->captions != NULL);
    struct paint_html *html = mine(paint);
    put_layers(html);
    put_nets(html);
    put_place(html);
    fprintf(html->base.out, "],\n\"frames\":%u,\"captions\":[", html->frames);
    for (uint32_t i = 0; i < html->frames; i++) {
        fputs(i > 0 ? "," : "", html->base.out);
        embed_json(html->base.out, html->captions[i]);
    }
    fprintf(html->base.out, "],\n\"count\":%zu,\n\"bytes\":\"", html->primitives);
    embed_base64(html->base.out, html->bytes, html->count);
    put_file(html->base.out, "\"}\n</script>\n<script>\n", viewer_js, viewer_js_end);
    fputs("</script></body></html>\n", html->base.out);
    return embed_end(&html->base, error);
}

void paint_html_open(struct paint_html *paint, FILE *out)
{
    static const struct paint_ops OPS = {begin, part, rect, embed_image, embed_cells, image_end,
                                         disc,  line, text, stripes,     end};
    memset(paint, 0, sizeof *paint);
    embed_open(&paint->base, &OPS, out);
    paint->colour = -1;
}

void paint_html_close(struct paint_html *paint)
{
    embed_close(&paint->base);
    free(paint->bytes);
    paint->bytes = NULL;
}
