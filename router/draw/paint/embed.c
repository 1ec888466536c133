/* embed: collects an image in memory and encodes it; escapes texts character by character. */
#include "router/draw/paint/embed.h"

#include "grid/text/harmless.h"

void embed_open(struct embed_paint *embed, const struct paint_ops *ops, FILE *out)
{
    palette_init(&embed->palette, NULL);
    embed->paint = (struct paint){.ops = ops, .palette = &embed->palette};
    embed->out = out;
}

void embed_image(struct paint *paint, const struct paint_image *image)
{
    struct embed_paint *embed = (struct embed_paint *)paint;
    assert(embed->pixels == NULL);
    embed->image = *image;
    embed->pixels = mem_alloc((size_t)image->columns * image->rows, 1, "the picture", NULL);
    embed->failed |= embed->pixels == NULL;
}

void embed_cells(struct paint *paint, uint32_t row, uint32_t column, const uint8_t *colours,
                 uint32_t count)
{
    struct embed_paint *embed = (struct embed_paint *)paint;
    assert(row < embed->image.rows && column + count <= embed->image.columns);
    if (embed->pixels != NULL)
        memcpy(embed->pixels + (size_t)row * embed->image.columns + column, colours, count);
}

enum status embed_end(const struct embed_paint *embed, struct error *error)
{
    return !embed->failed ? STATUS_OK : error_fail(error, "out of memory for the picture");
}

void embed_write(struct embed_paint *embed)
{
    const struct canvas canvas = {.width = embed->image.columns,
                                  .height = embed->image.rows,
                                  .pixels = embed->pixels,
                                  .palette = embed->palette};
    uint8_t *bytes = NULL;
    size_t size = 0;
    struct error error = {0};
    if (embed->pixels == NULL || canvas_encode(&canvas, &bytes, &size, &error) != STATUS_OK)
        embed->failed = true;
    else
        embed_base64(embed->out, bytes, size);
    free(bytes);
    embed_close(embed);
}

void embed_close(struct embed_paint *embed)
{
    free(embed->pixels);
    embed->pixels = NULL;
}

void embed_base64(FILE *out, const uint8_t *bytes, size_t count)
{
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        size_t left = count - i;
        uint32_t word = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                        (left > 2 ? bytes[i + 2] : 0);
        char text[4] = {DIGITS[word >> 18], DIGITS[word >> 12 & 63],
                        left > 1 ? DIGITS[word >> 6 & 63] : '=',
                        left > 2 ? DIGITS[word & 63] : '='};
        fwrite(text, 1, sizeof text, out);
    }
}

/* Writes a text; each character of `marks` is replaced by a reference. */
static void write_text(FILE *out, const char *text, const char *marks,
                       const char *const *references)
{
    for (size_t left = strlen(text), length; left > 0; text += length, left -= length) {
        bool fine = false;
        length = harmless_step(text, left, &fine);
        const char *mark = length == 1 ? strchr(marks, *text) : NULL;
        if (!fine)
            fputs("\xef\xbf\xbd", out);
        else if (mark != NULL)
            fputs(references[mark - marks], out);
        else
            fwrite(text, 1, length, out);
    }
}

void embed_xml(FILE *out, const char *text)
{
    static const char *const REFERENCES[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    write_text(out, text, "&<>\"'", REFERENCES);
}

void embed_json(FILE *out, const char *text)
{
    static const char *const REFERENCES[] = {"\\u0026", "\\u003c", "\\u003e", "\\\"", "\\\\"};
    fputc('"', out);
    write_text(out, text, "&<>\"\\", REFERENCES);
    fputc('"', out);
}
