/* paint_svg: an element per primitive; groups and paths are closed when the next one differs. */
#include "router/draw/paint/paint_svg.h"

#include "router/draw/canvas/font.h"

static_assert(offsetof(struct paint_svg, base) == 0, "a paint is its backend's first member");

static struct paint_svg *mine(struct paint *paint)
{
    return (struct paint_svg *)paint;
}

static void put_colour(struct paint_svg *svg, const char *attribute, uint8_t colour)
{
    assert(colour < svg->base.palette.count);
    struct rgb rgb = svg->base.palette.colours[colour];
    fprintf(svg->base.out, " %s=\"#%02x%02x%02x\"", attribute, rgb.r, rgb.g, rgb.b);
}

static void close_path(struct paint_svg *svg)
{
    if (svg->path >= 0)
        fputs("\"/>\n", svg->base.out);
    svg->path = -1;
}

/* Opens a path that is filled with a colour, or with pattern `fill - PALETTE_MAX`. */
static void open_path(struct paint_svg *svg, int fill)
{
    if (svg->path == fill)
        return;
    close_path(svg);
    fputs("<path", svg->base.out);
    if (fill < PALETTE_MAX)
        put_colour(svg, "fill", (uint8_t)fill);
    else
        fprintf(svg->base.out, " fill=\"url(#p%d)\"", fill - PALETTE_MAX);
    fputs(" d=\"", svg->base.out);
    svg->path = fill;
    svg->x = svg->y = 0;
}

static void close_net(struct paint_svg *svg)
{
    close_path(svg);
    if (svg->in_net)
        fputs("</g>\n", svg->base.out);
    svg->in_net = false;
}

static void close_group(struct paint_svg *svg)
{
    close_net(svg);
    if (svg->in_group)
        fputs("</g>\n", svg->base.out);
    svg->in_group = false;
}

static void open_group(struct paint_svg *svg, enum paint_part part, uint32_t layer)
{
    static const char *const NAMES[PARTS] = {"ground", "", "marks", "frame"};
    char name[160];
    snprintf(name, sizeof name, "%s", NAMES[part]);
    if (part == PART_LAYER && svg->base.paint.names.layer != NULL)
        svg->base.paint.names.layer(svg->base.paint.names.context, layer, name, sizeof name);
    fprintf(svg->base.out, "<g class=\"%s\" inkscape:groupmode=\"layer\" inkscape:label=\"",
            part == PART_LAYER ? "layer" : NAMES[part]);
    embed_xml(svg->base.out, name);
    fputs("\">\n", svg->base.out);
    svg->in_group = true;
}

static void part(struct paint *paint, enum paint_part part, uint32_t layer, uint32_t net)
{
    struct paint_svg *svg = mine(paint);
    bool same = svg->in_group && svg->part == part && svg->layer == layer;
    if (same && svg->net == net)
        return;
    if (!same) {
        close_group(svg);
        open_group(svg, part, layer);
    }
    close_net(svg);
    svg->part = part;
    svg->layer = layer;
    svg->net = net;
}

/* Opens the group of a net before its first primitive. */
static void need_net(struct paint_svg *svg)
{
    if (svg->in_net || svg->net >= svg->base.paint.names.nets || svg->base.paint.names.net == NULL)
        return;
    fputs("<g><title>", svg->base.out);
    embed_xml(svg->base.out, svg->base.paint.names.net(svg->base.paint.names.context, svg->net));
    fputs("</title>\n", svg->base.out);
    svg->in_net = true;
}

static enum status begin(struct paint *paint, struct error *error)
{
    struct paint_svg *svg = mine(paint);
    (void)error;
    fprintf(svg->base.out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" "
            "xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
            "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" version=\"1.1\" "
            "width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\">\n<title>",
            paint->width, paint->height, paint->width, paint->height);
    embed_xml(svg->base.out, paint->names.title != NULL ? paint->names.title : "");
    fputs("</title>\n<rect width=\"100%\" height=\"100%\"", svg->base.out);
    put_colour(svg, "fill", COLOUR_PAPER);
    fputs("/>\n", svg->base.out);
    return STATUS_OK;
}

/* Adds a rectangle to the open path, relative to its last one, whose corner is the pen's place. */
static void put_box(struct paint_svg *svg, struct pixels at)
{
    fprintf(svg->base.out, "m%" PRId64 " %" PRId64 "h%" PRId64 "v%" PRId64 "h%" PRId64 "z",
            at.x - svg->x, at.y - svg->y, at.width, at.height, -at.width);
    svg->x = at.x;
    svg->y = at.y;
}

static void rect(struct paint *paint, struct pixels at, uint8_t colour)
{
    struct paint_svg *svg = mine(paint);
    need_net(svg);
    open_path(svg, colour);
    put_box(svg, at);
}

static void image_end(struct paint *paint)
{
    struct paint_svg *svg = mine(paint);
    const struct paint_image *it = &svg->base.image;
    close_path(svg);
    fprintf(svg->base.out,
            "<image x=\"%" PRId64 "\" y=\"%" PRId64 "\" width=\"%" PRIu64 "\" height=\"%" PRIu64
            "\" preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" "
            "image-rendering=\"optimizeSpeed\" xlink:href=\"data:image/png;base64,",
            it->x, it->y, (uint64_t)it->columns * it->side, (uint64_t)it->rows * it->side);
    embed_write(&svg->base);
    fputs("\"/>\n", svg->base.out);
}

static void disc(struct paint *paint, int64_t x2, int64_t y2, int64_t radius2, uint8_t colour)
{
    struct paint_svg *svg = mine(paint);
    need_net(svg);
    close_path(svg);
    fprintf(svg->base.out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"", (double)x2 / 2,
            (double)y2 / 2, (double)radius2 / 2);
    put_colour(svg, "fill", colour);
    fputs("/>\n", svg->base.out);
}

static void line(struct paint *paint, int64_t x0, int64_t y0, int64_t x1, int64_t y1, double thick,
                 double on, double off, uint8_t colour)
{
    struct paint_svg *svg = mine(paint);
    need_net(svg);
    close_path(svg);
    fprintf(svg->base.out,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke-width=\"%.2f\"",
            (double)x0 / 2, (double)y0 / 2, (double)x1 / 2, (double)y1 / 2, thick);
    if (on > 0)
        fprintf(svg->base.out, " stroke-dasharray=\"%.2f %.2f\"", on, off);
    put_colour(svg, "stroke", colour);
    fputs("/>\n", svg->base.out);
}

static void text(struct paint *paint, int64_t x, int64_t y, const char *text, unsigned scale,
                 uint8_t colour, bool upward)
{
    struct paint_svg *svg = mine(paint);
    need_net(svg);
    close_path(svg);
    int64_t base = FONT_ASCENT * (int64_t)scale, width = font_width(text, scale);
    if (width <= 0)
        return;
    if (upward)
        fprintf(svg->base.out, "<text transform=\"translate(%" PRId64 " %" PRId64 ") rotate(-90)\"",
                x + base, y);
    else
        fprintf(svg->base.out, "<text x=\"%" PRId64 "\" y=\"%" PRId64 "\"", x, y + base);
    fprintf(svg->base.out,
            " font-family=\"sans-serif\" font-size=\"%.1f\" textLength=\"%" PRId64
            "\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"",
            (double)base * 1.36, width);
    put_colour(svg, "fill", colour);
    fputc('>', svg->base.out);
    embed_xml(svg->base.out, text);
    fputs("</text>\n", svg->base.out);
}

/* The number of such a pattern, which it defines if it is not known. */
static unsigned pattern_of(struct paint_svg *svg, struct paint_svg_stripes wanted)
{
    const unsigned known = least(svg->pattern_count, PAINT_SVG_PATTERNS);
    for (unsigned i = 0; i < known; i++)
        if (memcmp(&svg->patterns[i], &wanted, sizeof wanted) == 0)
            return svg->numbers[i];
    const unsigned number = svg->pattern_count++, slot = number % PAINT_SVG_PATTERNS;
    svg->patterns[slot] = wanted;
    svg->numbers[slot] = number;
    close_path(svg);
    fprintf(svg->base.out,
            "<pattern id=\"p%u\" patternUnits=\"userSpaceOnUse\" width=\"%" PRId64
            "\" height=\"%" PRId64 "\" patternTransform=\"matrix(1 0 -.5 1 %.1f 0)\"><path"
            " d=\"M0 0h%" PRId64 "v%" PRId64 "h%" PRId64 "z\"",
            number, wanted.period, wanted.period, -(double)wanted.phase2 / 2, wanted.thick,
            wanted.period, -wanted.thick);
    put_colour(svg, "fill", (uint8_t)wanted.colour);
    fputs("/></pattern>\n", svg->base.out);
    return number;
}

static void stripes(struct paint *paint, struct pixels at, int64_t thick, int64_t period,
                    int64_t phase, uint8_t colour)
{
    struct paint_svg *svg = mine(paint);
    const int64_t phase2 = (2 * (phase - at.x) - at.y) % (2 * period);
    need_net(svg);
    const struct paint_svg_stripes wanted = {colour, thick, period,
                                             phase2 < 0 ? phase2 + 2 * period : phase2};
    open_path(svg, PALETTE_MAX + (int)pattern_of(svg, wanted));
    put_box(svg, at);
}

static enum status end(struct paint *paint, struct error *error)
{
    struct paint_svg *svg = mine(paint);
    close_group(svg);
    fputs("</svg>\n", svg->base.out);
    return embed_end(&svg->base, error);
}

void paint_svg_open(struct paint_svg *paint, FILE *out)
{
    static const struct paint_ops OPS = {begin, part, rect, embed_image, embed_cells, image_end,
                                         disc,  line, text, stripes,     end};
    memset(paint, 0, sizeof *paint);
    embed_open(&paint->base, &OPS, out);
    paint->path = -1;
    paint->net = PAINT_NO_NET;
}
