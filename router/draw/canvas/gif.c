/* gif: keeps all frames as indices into one list of colours, written at the end. */
#include "router/draw/canvas/gif.h"

#ifdef LEEWAY_GIF
#include <gif_lib.h>

/* A frame: the box that changed. */
struct gif_frame {
    uint32_t left, top, width, height;
    unsigned hundredths;
    uint8_t *pixels; /* [height * width], TRANSPARENT where nothing changed */
};

enum { TRANSPARENT = GIF_COLOURS, TABLE = 256 };

struct gif {
    char *path;
    uint32_t width, height;
    uint8_t *shown;         /* [height * width] what is seen after the last frame */
    struct palette palette; /* all colours so far */
    struct gif_frame *frames;
    size_t count, capacity;
};

enum status gif_usable(struct error *error)
{
    (void)error;
    return STATUS_OK;
}

static enum status open_film(struct gif **out, const char *path, const struct canvas *canvas,
                             struct error *error)
{
    const uint32_t width = canvas->width, height = canvas->height;
    if (width > GIF_SIDE_MAX || height > GIF_SIDE_MAX)
        return error_set_at(error, STATUS_BAD_INPUT, path, 0, 0,
                            "a GIF of %u x %u pixels: at most %d a side are written", width, height,
                            GIF_SIDE_MAX);
    struct gif *gif;
    TRY(MEM_NEW(gif, 1, "a film", error));
    *gif = (struct gif){.path = strdup(path), .width = width, .height = height};
    gif->shown = mem_alloc((size_t)width * height, 1, "a film", error);
    if (gif->path == NULL || gif->shown == NULL) {
        gif_close(gif);
        return error_fail(error, "out of memory for a film");
    }
    memset(gif->shown, TRANSPARENT, (size_t)width * height);
    *out = gif;
    return STATUS_OK;
}

/* The film's index of each colour that the canvas uses. */
static void map_colours(struct gif *gif, const struct canvas *canvas, uint8_t *index)
{
    bool used[PALETTE_MAX] = {false};
    for (size_t i = 0; i < (size_t)gif->width * gif->height; i++)
        used[canvas->pixels[i]] = true;
    for (unsigned i = 0; i < PALETTE_MAX; i++) {
        if (!used[i])
            continue;
        struct rgb colour = canvas->palette.colours[i];
        if (gif->palette.count == 0)
            gif->palette.colours[gif->palette.count++] = colour;
        index[i] = gif->palette.count < GIF_COLOURS
                       ? palette_add(&gif->palette, colour)
                       : palette_nearest(&gif->palette, colour, gif->palette.count);
    }
}

/* The box of pixels that differ from what is shown; one pixel where none does. */
static struct gif_frame changed_box(const struct gif *gif, const struct canvas *canvas,
                                    const uint8_t *index)
{
    uint32_t x0 = gif->width, x1 = 0, y0 = gif->height, y1 = 0;
    for (uint32_t y = 0; y < gif->height; y++)
        for (uint32_t x = 0; x < gif->width; x++) {
            size_t at = (size_t)y * gif->width + x;
            if (index[canvas->pixels[at]] == gif->shown[at])
                continue;
            x0 = x < x0 ? x : x0;
            x1 = x > x1 ? x : x1;
            y0 = y < y0 ? y : y0;
            y1 = y;
        }
    if (x0 > x1)
        return (struct gif_frame){0, 0, 1, 1, 0, NULL};
    return (struct gif_frame){x0, y0, x1 - x0 + 1, y1 - y0 + 1, 0, NULL};
}

enum status gif_frame(struct gif **film, const char *path, const struct canvas *canvas,
                      unsigned hundredths, struct error *error)
{
    if (*film == NULL)
        TRY(open_film(film, path, canvas, error));
    struct gif *gif = *film;
    assert(canvas->width == gif->width && canvas->height == gif->height);
    uint8_t index[PALETTE_MAX] = {0};
    map_colours(gif, canvas, index);
    struct gif_frame frame = changed_box(gif, canvas, index);
    frame.hundredths = hundredths;
    TRY(MEM_GROW(gif->frames, gif->capacity, gif->count + 1, "a film", error));
    TRY(MEM_NEW(frame.pixels, (size_t)frame.width * frame.height, "a film", error));
    for (uint32_t y = 0; y < frame.height; y++)
        for (uint32_t x = 0; x < frame.width; x++) {
            size_t at = (size_t)(frame.top + y) * gif->width + frame.left + x;
            uint8_t now = index[canvas->pixels[at]];
            frame.pixels[(size_t)y * frame.width + x] = now == gif->shown[at] ? TRANSPARENT : now;
            gif->shown[at] = now;
        }
    gif->frames[gif->count++] = frame;
    return STATUS_OK;
}

static bool put_extensions(GifFileType *file, const struct gif *gif, const struct gif_frame *frame)
{
    GraphicsControlBlock control = {.DisposalMode = DISPOSE_DO_NOT,
                                    .DelayTime = (int)frame->hundredths,
                                    .TransparentColor = TRANSPARENT};
    GifByteType bytes[4], loop[3] = {1, 0, 0};
    if (frame == gif->frames && gif->count > 1 &&
        (EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) != GIF_OK ||
         EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") != GIF_OK ||
         EGifPutExtensionBlock(file, sizeof loop, loop) != GIF_OK ||
         EGifPutExtensionTrailer(file) != GIF_OK))
        return false;
    size_t size = EGifGCBToExtension(&control, bytes);
    return EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, (int)size, bytes) == GIF_OK;
}

static bool put_frames(GifFileType *file, const struct gif *gif)
{
    GifColorType colours[TABLE] = {{0}};
    for (unsigned i = 0; i < gif->palette.count && i < TABLE; i++)
        colours[i] = (GifColorType){gif->palette.colours[i].r, gif->palette.colours[i].g,
                                    gif->palette.colours[i].b};
    ColorMapObject *map = GifMakeMapObject(TABLE, colours);
    EGifSetGifVersion(file, true);
    bool good = map != NULL &&
                EGifPutScreenDesc(file, (int)gif->width, (int)gif->height, 8, 0, map) == GIF_OK;
    for (size_t i = 0; good && i < gif->count; i++) {
        const struct gif_frame *frame = &gif->frames[i];
        good = put_extensions(file, gif, frame) &&
               EGifPutImageDesc(file, (int)frame->left, (int)frame->top, (int)frame->width,
                                (int)frame->height, false, NULL) == GIF_OK;
        for (uint32_t y = 0; good && y < frame->height; y++)
            good = EGifPutLine(file, frame->pixels + (size_t)y * frame->width, (int)frame->width) ==
                   GIF_OK;
    }
    GifFreeMapObject(map);
    return good;
}

static int write_bytes(GifFileType *file, const GifByteType *bytes, int size)
{
    return (int)fwrite(bytes, 1, (size_t)size, file->UserData);
}

enum status gif_commit(struct gif *gif, struct error *error)
{
    assert(gif != NULL && gif->count > 0 && gif->palette.count <= GIF_COLOURS);
    struct output output = {0};
    int reason = 0;
    TRY(canvas_output(&output, gif->path, error));
    enum status status = STATUS_OK;
    GifFileType *file = EGifOpen(output.stream, write_bytes, &reason);
    bool good = file != NULL && put_frames(file, gif);
    good = file != NULL && EGifCloseFile(file, &reason) == GIF_OK && good;
    if (!good)
        status = error_set_at(error, STATUS_FAILED, gif->path, 0, 0, "cannot write the GIF");
    return output_end(&output, status, error);
}

void gif_close(struct gif *gif)
{
    if (gif == NULL)
        return;
    for (size_t i = 0; i < gif->count; i++)
        free(gif->frames[i].pixels);
    MEM_FREE(gif->frames, gif->shown, gif->path, gif);
}

#else

enum status gif_usable(struct error *error)
{
    return error_refuse(error, "GIFs cannot be written: this leeway was built without giflib "
                               "(install libgif-dev and build again)");
}

enum status gif_frame(struct gif **gif, const char *path, const struct canvas *canvas,
                      unsigned hundredths, struct error *error)
{
    (void)gif, (void)path, (void)canvas, (void)hundredths;
    return gif_usable(error);
}

enum status gif_commit(struct gif *gif, struct error *error)
{
    (void)gif;
    return gif_usable(error);
}

void gif_close(struct gif *gif)
{
    (void)gif;
}

#endif

enum status gif_write(const char *path, const struct canvas *canvas, struct error *error)
{
    struct gif *gif = NULL;
    enum status status = gif_frame(&gif, path, canvas, 0, error);
    THEN(status, gif_commit(gif, error));
    gif_close(gif);
    return status;
}
