/* png: libpng writes the chunks and reads files; rows are filtered and deflated here. Its writer
 * reports a failure by a callback that must not return, so its calls run under setjmp, and all that
 * is freed after the jump is in a struct of the caller. */
#include "router/draw/canvas/png.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <unistd.h>
#include <zlib.h>

#include "grid/text/file/stream.h"

/* The state of writing one file. */
struct png_session {
    png_structp png;
    png_infop info;
    FILE *stream;
    z_stream deflate; /* deflateEnd accepts a zeroed one */
    uint8_t *rows;    /* two rows (pack_row), then a chunk */
    uint32_t width, height;
    const char *path;
    struct error *error;
};

static void on_error(png_structp png, png_const_charp text)
{
    struct png_session *session = png_get_error_ptr(png);
    error_set_at(session->error, STATUS_FAILED, session->path, 0, 0, "PNG: %s", text);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text)
{
    (void)png; /* a warning changes no pixel */
    (void)text;
}

/* Replaces libpng's own function, whose message lacks the reason. */
static void on_write(png_structp png, png_bytep bytes, size_t size)
{
    struct png_session *session = png_get_io_ptr(png);
    if (fwrite(bytes, 1, size, session->stream) == size)
        return;
    error_set_at(session->error, STATUS_FAILED, session->path, 0, 0, "cannot write: %s",
                 strerror(errno));
    png_longjmp(png, 1);
}

static void on_flush(png_structp png)
{
    (void)png; /* the stream is flushed when the output is committed */
}

/* The colours that an image uses, in their old order, and their new indices. */
struct used_colours {
    struct rgb colours[PALETTE_MAX];
    unsigned count;
    uint8_t index[PALETTE_MAX];
};

enum {
    WORD = 8,             /* pixels compared at once */
    SMALL_AREA = 4000000, /* pixels up to which zlib level 3 is used; 1 above */
    CHUNK = 1 << 16,      /* size of a chunk in bytes */
    FILTER_NONE = 0,      /* first byte of a row: the row follows */
    FILTER_UP = 2,        /* first byte of a row: the row minus the one above follows */
    WINDOW_BITS = 15,
    MEMORY_LEVEL = 8, /* zlib's usual ones */
};

/* True if the word of pixels that starts here equals that of the row above. */
static bool is_as_above(const uint8_t *pixels, uint32_t width)
{
    uint64_t here, above;
    memcpy(&here, pixels, WORD);
    memcpy(&above, pixels - width, WORD);
    return here == above;
}

/* Finds the colours in use: up to 16 of them need half the bytes. O(pixels). */
static void find_used(struct used_colours *used, const struct canvas *canvas)
{
    const uint32_t width = canvas->width;
    bool seen[PALETTE_MAX] = {false};
    for (uint32_t y = 0; y < canvas->height; y++) {
        const uint8_t *row = canvas->pixels + (size_t)y * width;
        uint32_t x = 0;
        if (y > 0 && memcmp(row, row - width, width) == 0)
            continue;
        for (; x + WORD <= width; x += WORD)
            if (y == 0 || !is_as_above(row + x, width))
                for (uint32_t i = 0; i < WORD; i++)
                    seen[row[x + i]] = true;
        for (; x < width; x++)
            seen[row[x]] = true;
    }
    used->count = 0;
    for (unsigned i = 0; i < PALETTE_MAX; i++)
        if (seen[i]) {
            assert(i < canvas->palette.count);
            const struct rgb *colour = &canvas->palette.colours[i];
            unsigned k = 0; /* paper and white are equal */
            while (k < used->count && memcmp(&used->colours[k], colour, sizeof *colour) != 0)
                k++;
            used->index[i] = (uint8_t)k;
            used->colours[k] = *colour;
            used->count += k == used->count;
        }
}

static uint8_t pack_two(const uint8_t *pixels, const uint8_t *index)
{
    return (uint8_t)(index[pixels[0]] << 4 | index[pixels[1]]);
}

/* Packs a row of new indices, at depth 4 the left pixel into the high half of a byte: `packed`
 * becomes this row, `up` its difference to the row above. Returns the changed words. */
static uint32_t pack_row(uint8_t *packed, uint8_t *up, const uint8_t *pixels, uint32_t width,
                         int depth, bool first, const uint8_t *index)
{
    assert(depth == 4 || depth == 8);
    const uint32_t word = depth == 8 ? WORD : WORD / 2; /* bytes of WORD pixels */
    uint32_t x = 0, at = 0, changed = 0;
    for (; x + WORD <= width; x += WORD, at += word) {
        uint8_t now[WORD];
        memset(up + at, 0, word);
        if (!first && is_as_above(pixels + x, width))
            continue;
        changed++;
        for (uint32_t i = 0; i < word; i++)
            now[i] =
                depth == 8 ? index[pixels[x + i]] : pack_two(pixels + x + (size_t)2 * i, index);
        for (uint32_t i = 0; i < word; i++)
            up[at + i] = (uint8_t)(now[i] - packed[at + i]);
        memcpy(packed + at, now, word);
    }
    for (; x < width; x += WORD / word, at++) {
        uint8_t now = index[pixels[x]];
        if (depth == 4 && x + 1 < width)
            now = pack_two(pixels + x, index);
        else if (depth == 4)
            now = (uint8_t)(now << 4);
        up[at] = (uint8_t)(now - packed[at]);
        packed[at] = now;
    }
    return changed;
}

static void write_header(struct png_session *session, int depth, const struct rgb *colours,
                         unsigned colour_count)
{
    assert(colour_count >= 1 && colour_count <= PALETTE_MAX);
    png_color palette[PALETTE_MAX];
    for (unsigned i = 0; i < colour_count; i++)
        palette[i] = (png_color){colours[i].r, colours[i].g, colours[i].b};
    png_set_IHDR(session->png, session->info, session->width, session->height, depth,
                 PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(session->png, session->info, palette, (int)colour_count);
    png_write_info(session->png, session->info);
}

/* Deflates the stream's input and writes full chunks; with `end` the last one, too. */
static void put_bytes(struct png_session *session, uint8_t *chunk, bool end)
{
    z_stream *it = &session->deflate;
    for (bool more = true; more;) {
        const int got = deflate(it, end ? Z_FINISH : Z_NO_FLUSH);
        assert(got == Z_OK || got == Z_STREAM_END || got == Z_BUF_ERROR);
        more = end ? got != Z_STREAM_END : it->avail_in > 0 || it->avail_out == 0;
        if (it->avail_out > 0 && !(end && got == Z_STREAM_END))
            continue;
        if (it->avail_out < CHUNK)
            png_write_chunk(session->png, (png_const_bytep) "IDAT", chunk, CHUNK - it->avail_out);
        it->next_out = chunk;
        it->avail_out = CHUNK;
    }
}

/* Filters the rows, faster than libpng, since most words equal those of the row above. A row with
 * few such words is not filtered: rows farther up resemble it more. */
static void write_rows(struct png_session *session, const uint8_t *pixels, int depth,
                       const uint8_t *index)
{
    const uint32_t width = session->width, bytes = depth == 8 ? width : (width + 1) / 2;
    uint8_t *packed = session->rows, *up = packed + 1 + width, *chunk = up + 1 + width;
    packed[0] = FILTER_NONE;
    up[0] = FILTER_UP;
    session->deflate.next_out = chunk;
    session->deflate.avail_out = CHUNK;
    for (uint32_t y = 0; y < session->height; y++) {
        const uint8_t *row = pixels + (size_t)y * width;
        uint32_t changed = 0;
        if (y > 0 && memcmp(row, row - width, width) == 0)
            memset(up + 1, 0, bytes);
        else
            changed = pack_row(packed + 1, up + 1, row, width, depth, y == 0, index);
        session->deflate.next_in = 3 * changed > 2 * (width / WORD) ? packed : up;
        session->deflate.avail_in = bytes + 1;
        put_bytes(session, chunk, false);
    }
    put_bytes(session, chunk, true);
}

static enum status write_image(struct png_session *session, const uint8_t *pixels,
                               const struct used_colours *used)
{
    const int depth = used->count <= 16 ? 4 : 8;
    const uint64_t area = (uint64_t)session->width * session->height;
    session->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, session, on_error, on_warning);
    if (session->png != NULL)
        session->info = png_create_info_struct(session->png);
    if (session->info == NULL ||
        deflateInit2(&session->deflate, area <= SMALL_AREA ? 3 : 1, Z_DEFLATED, WINDOW_BITS,
                     MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        return error_set(session->error, STATUS_FAILED, "out of memory for the PNG writer");
    if (setjmp(png_jmpbuf(session->png)) != 0)
        return STATUS_FAILED;
    png_set_write_fn(session->png, session, on_write, on_flush);
    write_header(session, depth, used->colours, used->count);
    write_rows(session, pixels, depth, used->index);
    png_write_chunk(session->png, (png_const_bytep) "IEND", NULL, 0);
    return STATUS_OK;
}

enum status pngfile_write(FILE *stream, const char *path, const struct canvas *canvas,
                          struct error *error)
{
    assert(canvas->pixels != NULL && canvas->width >= 1 && canvas->height >= 1);
    struct png_session session = {.path = path,
                                  .width = canvas->width,
                                  .height = canvas->height,
                                  .stream = stream,
                                  .error = error};
    struct used_colours used;
    find_used(&used, canvas);
    TRY(MEM_NEW(session.rows, 2 * (size_t)canvas->width + 2 + CHUNK, "rows of a picture", error));
    enum status status = write_image(&session, canvas->pixels, &used);
    deflateEnd(&session.deflate);
    png_destroy_write_struct(&session.png, &session.info);
    free(session.rows);
    return status;
}

enum status pngfile_read(const char *path, uint32_t *width, uint32_t *height, struct rgb **pixels,
                         struct error *error)
{
    static_assert(sizeof(struct rgb) == 3, "a row of struct rgb is a row of an RGB image");
    png_image image = {.version = PNG_IMAGE_VERSION};
    struct rgb *made = NULL;
    if (pixels != NULL)
        *pixels = NULL;
    errno = 0;
    FILE *stream = stream_read(path);
    bool read = stream != NULL && png_image_begin_read_from_stdio(&image, stream) != 0;
    *width = image.width;
    *height = image.height;
    if (read && pixels != NULL) {
        image.format = PNG_FORMAT_RGB;
        if ((uint64_t)*width * *height <= PNGFILE_AREA_MAX)
            made = mem_alloc((size_t)*width * *height, sizeof *made, "a picture", error);
        read = made != NULL && png_image_finish_read(&image, NULL, made, 0, NULL) != 0;
        *pixels = read ? made : NULL;
    }
    const char *why = image.message[0] != '\0' ? image.message : strerror(errno);
    const bool lack = errno == ENOMEM || errno == EMFILE || errno == ENFILE || errno == EIO;
    if (!read)
        error_set_at(error, lack ? STATUS_FAILED : STATUS_BAD_INPUT, path, 0, 0,
                     "cannot read the PNG: %s", why);
    png_image_free(&image);
    if (stream != NULL)
        fclose(stream);
    if (!read)
        free(made);
    return read ? STATUS_OK : lack ? STATUS_FAILED : STATUS_BAD_INPUT;
}
