/* film: keeps versions of each net's wires; draws frames of a GIF, or one page with all. */
#include "router/draw/film/film.h"

#include "router/draw/canvas/gif.h"
#include "router/draw/paint/paint_html.h"

enum {
    FRAME_HUNDREDTHS = 10, /* time of a frame in hundredths of a second */
    LAST_HUNDREDTHS = 300, /* time of the last one */
};

enum status film_open(struct film *film, const struct design *design, struct error *error)
{
    *film = (struct film){.design = design};
    TRY(MEM_NEW(film->now, design->nets.net_count, "a film", error));
    return STATUS_OK;
}

MEM_DESTROY(film_close, film, it->versions, it->now, it->wires, it->steps)

enum status film_net(void *context, uint32_t net, const struct wire *wires, size_t count,
                     struct error *error)
{
    struct film *film = context;
    assert(film->now != NULL && net < film->design->nets.net_count);
    size_t before = film->now[net];
    const struct film_version none = {0}, *old = before > 0 ? &film->versions[before - 1] : &none;
    const bool same = old->count == count && (count == 0 || memcmp(film->wires + old->first, wires,
                                                                   count * sizeof *wires) == 0);
    if (same || film->wire_count + count > FILM_WIRES_MAX)
        return STATUS_OK;
    TRY(MEM_GROW(film->wires, film->wire_capacity, film->wire_count + count + 1, "a film", error));
    TRY(MEM_GROW(film->versions, film->version_capacity, film->version_count + 1, "a film", error));
    if (before > 0)
        film->versions[before - 1].to = (uint32_t)film->step_count - 1;
    if (count > 0)
        memcpy(film->wires + film->wire_count, wires, count * sizeof *wires);
    film->versions[film->version_count++] =
        (struct film_version){net, (uint32_t)film->step_count, UINT32_MAX, film->wire_count, count};
    film->wire_count += count;
    film->now[net] = film->version_count;
    film->changed = true;
    return STATUS_OK;
}

enum status film_step(void *context, const char *phase, uint32_t iteration, struct error *error)
{
    struct film *film = context;
    assert(phase != NULL);
    if (!film->changed)
        return STATUS_OK;
    TRY(MEM_GROW(film->steps, film->step_capacity, film->step_count + 1, "a film", error));
    film->steps[film->step_count++] = (struct film_caption){phase, iteration};
    film->changed = false;
    return STATUS_OK;
}

/* Steps up to the last one of negotiation, in which conflicts fall; all if there is none. */
static uint32_t falling_steps(const struct film *film)
{
    size_t count = film->step_count;
    while (count > 0 && strcmp(film->steps[count - 1].phase, "negotiate") != 0)
        count--;
    return count > 0 ? (uint32_t)count : (uint32_t)film->step_count;
}

/* The steps in which conflicts fall have at least half of the frames. */
static uint32_t frames_of(const struct film *film)
{
    const uint32_t falling = falling_steps(film), steps = (uint32_t)film->step_count;
    const uint32_t most = steps < 2 * falling ? steps : 2 * falling;
    return most < FILM_FRAMES_MAX ? most : FILM_FRAMES_MAX;
}

/* Step `index` of `frames` that are chosen evenly from first .. last. */
static uint32_t spread(uint32_t index, uint32_t frames, uint32_t first, uint32_t last)
{
    assert(index < frames && first <= last);
    return frames < 2 ? last : first + (uint32_t)((uint64_t)index * (last - first) / (frames - 1));
}

static uint32_t step_of(const struct film *film, uint32_t frame)
{
    assert(frame < frames_of(film));
    const uint32_t frames = frames_of(film), falling = falling_steps(film);
    const uint32_t last = (uint32_t)film->step_count - 1;
    uint32_t early = (uint32_t)((uint64_t)frames * falling / (last + 1));
    early = early < (frames + 1) / 2 ? (frames + 1) / 2 : early;
    early = early < falling ? early : falling;
    return frame < early ? spread(frame, early, 0, falling - 1)
                         : spread(frame - early, frames - early, falling, last);
}

/* Gives each net its wires at a step, which are in film->wires. */
static void set_step(const struct film *film, struct routes *routes, uint32_t step)
{
    assert(step < film->step_count && routes->net_count == film->design->nets.net_count);
    for (uint32_t net = 0; net < routes->net_count; net++)
        routes->nets[net] = (struct route){.state = ROUTE_INTERRUPTED};
    for (size_t i = 0; i < film->version_count; i++) {
        const struct film_version *it = &film->versions[i];
        if (it->from > step || it->to < step || it->count == 0)
            continue;
        struct route *route = &routes->nets[it->net];
        route->state = ROUTE_ROUTED;
        route->first_wire = it->first;
        route->wire_count = it->count;
        routes_measure(route, film->design, it->net, film->wires + it->first, it->count);
    }
}

static enum status find_conflicts(const struct film *film, const struct routes *routes,
                                  bool *shares, uint32_t *count, struct error *error)
{
    const struct grid *grid = &film->design->grid;
    uint32_t *owner;
    TRY(MEM_NEW(owner, grid_cells(grid), "a film", error));
    memset(shares, 0, routes->net_count * sizeof *shares);
    for (uint32_t net = 0; net < routes->net_count; net++)
        for (size_t i = 0; i < routes->nets[net].wire_count; i++) {
            struct wire wire = film->wires[routes->nets[net].first_wire + i];
            for (struct wire_walk walk = wire_walk(grid, wire); walk.left > 0; wire_next(&walk)) {
                uint32_t before = owner[walk.cell];
                if (before != 0 && before != net + 1)
                    shares[net] = shares[before - 1] = true;
                owner[walk.cell] = net + 1;
            }
        }
    *count = 0;
    for (uint32_t net = 0; net < routes->net_count; net++)
        *count += shares[net];
    free(owner);
    return STATUS_OK;
}

static enum status make_caption(const struct film *film, const struct routes *routes, uint32_t step,
                                bool *shares, char *text, struct error *error)
{
    uint32_t conflicts;
    TRY(find_conflicts(film, routes, shares, &conflicts, error));
    uint32_t routed = 0;
    for (uint32_t net = 0; net < routes->net_count; net++)
        routed += routes->nets[net].wire_count > 0;
    snprintf(text, PAINT_CAPTION_MAX, "%s, step %u of %zu: %u nets routed, %u in conflict",
             film->steps[step].phase, step + 1, film->step_count, routed, conflicts);
    return STATUS_OK;
}

static enum status draw_frame(struct gif **gif, const struct film *film,
                              const struct routes *routes, const struct picture_options *options,
                              const char *path, unsigned hundredths, struct error *error)
{
    struct canvas canvas = {0};
    enum status status =
        picture_render(&canvas, picture_of_grid(film->design, routes), options, error);
    THEN(status, gif_frame(gif, path, &canvas, hundredths, error));
    canvas_destroy(&canvas);
    return status;
}

static enum status write_gif(const struct film *film, struct routes *routes, bool *shares,
                             struct picture_options *options, const char *path, struct error *error)
{
    struct gif *gif = NULL;
    char caption[PAINT_CAPTION_MAX];
    enum status status = gif_usable(error);
    uint32_t frames = frames_of(film);
    options->caption = caption;
    if (options->scale == 0 && options->width == 0)
        options->width = FILM_WIDTH;
    for (uint32_t frame = 0; frame < frames && status == STATUS_OK; frame++) {
        uint32_t step = step_of(film, frame);
        set_step(film, routes, step);
        status = make_caption(film, routes, step, shares, caption, error);
        THEN(status, draw_frame(&gif, film, routes, options, path,
                                frame + 1 < frames ? FRAME_HUNDREDTHS : LAST_HUNDREDTHS, error));
    }
    THEN(status, gif_commit(gif, error));
    gif_close(gif);
    options->caption = NULL;
    return status;
}

struct film_spans {
    struct picture_span *spans;
    size_t count, capacity;
    size_t *last; /* [nets] the net's latest, from 1; 0: no wires in the previous frame */
};

static enum status add_frame(struct film_spans *it, const struct routes *routes, const bool *shares,
                             uint32_t frame, struct error *error)
{
    for (uint32_t net = 0; net < routes->net_count; net++) {
        const struct route *route = &routes->nets[net];
        struct picture_span *last = it->last[net] > 0 ? &it->spans[it->last[net] - 1] : NULL;
        if (last != NULL && last->first == route->first_wire && last->count == route->wire_count &&
            last->conflict == shares[net]) {
            last->to = frame;
            continue;
        }
        it->last[net] = 0;
        if (route->wire_count == 0)
            continue;
        TRY(MEM_GROW(it->spans, it->capacity, it->count + 1, "a film", error));
        it->spans[it->count++] = (struct picture_span){
            net, frame, frame, route->first_wire, route->wire_count, shares[net]};
        it->last[net] = it->count;
    }
    return STATUS_OK;
}

static enum status add_frames(struct film_spans *it, const struct film *film, struct routes *routes,
                              bool *shares, char (*captions)[PAINT_CAPTION_MAX],
                              struct error *error)
{
    TRY(MEM_NEW(it->last, routes->net_count, "a film", error));
    TRY(MEM_GROW(it->spans, it->capacity, 1, "a film", error)); /* not NULL: this is a film */
    for (uint32_t frame = 0; frame < frames_of(film); frame++) {
        const uint32_t step = step_of(film, frame);
        set_step(film, routes, step);
        TRY(make_caption(film, routes, step, shares, captions[frame], error));
        TRY(add_frame(it, routes, shares, frame, error));
    }
    return STATUS_OK;
}

/* Writes one page: the picture of the last step, with the wires of all steps as spans. */
static enum status write_page(const struct film *film, struct routes *routes,
                              const struct picture_options *options, FILE *stream,
                              const struct film_spans *spans,
                              const char (*captions)[PAINT_CAPTION_MAX], struct error *error)
{
    struct paint_html paint;
    struct picture_options still = *options;
    set_step(film, routes, (uint32_t)film->step_count - 1);
    paint_html_open(&paint, stream);
    paint.frames = frames_of(film);
    paint.captions = captions;
    still.spans = spans->spans;
    still.span_count = spans->count;
    still.span_start = paint_html_span;
    enum status status =
        picture_paint(&paint.base.paint, picture_of_grid(film->design, routes), &still, error);
    paint_html_close(&paint);
    return status;
}

static enum status write_html(const struct film *film, struct routes *routes, bool *shares,
                              const struct picture_options *options, const char *path,
                              struct error *error)
{
    struct output output = {0};
    struct film_spans spans = {0};
    char(*captions)[PAINT_CAPTION_MAX] =
        mem_alloc(FILM_FRAMES_MAX, PAINT_CAPTION_MAX, "a film", error);
    enum status status = captions != NULL ? STATUS_OK : STATUS_FAILED;
    THEN(status, add_frames(&spans, film, routes, shares, captions, error));
    THEN(status, output_open(&output, path, error));
    THEN(status, write_page(film, routes, options, output.stream, &spans,
                            (const char(*)[PAINT_CAPTION_MAX])captions, error));
    status = output_end(&output, status, error);
    MEM_FREE(captions, spans.spans, spans.last);
    return status;
}

enum status film_check(const char *path, enum paint_format *format, struct error *error)
{
    (void)paint_format_of(path, NULL, format, NULL); /* PAINT_PNG for an unknown suffix */
    if (*format == PAINT_GIF)
        return gif_usable(error);
    return *format == PAINT_HTML
               ? STATUS_OK
               : error_refuse(error, "%.300s: a film is a .gif or an .html", path);
}

enum status film_write(const struct film *film, const struct picture_options *options,
                       const char *path, struct error *error)
{
    enum paint_format format;
    struct picture_options mine = *options;
    struct routes routes = {0};
    assert(film->design != NULL && film->now != NULL);
    TRY(film_check(path, &format, error));
    if (film->step_count == 0)
        return error_fail(error, "%.300s: no step to show", path);
    bool *shares;
    TRY(MEM_NEW(shares, film->design->nets.net_count, "a film", error));
    enum status status = routes_create(&routes, film->design->nets.net_count, error);
    routes.wires = film->wires; /* borrowed: nothing below adds wires */
    mine.conflict = shares;
    mine.show = SHOW_ROUTES;
    THEN(status, format == PAINT_GIF ? write_gif(film, &routes, shares, &mine, path, error)
                                     : write_html(film, &routes, shares, &mine, path, error));
    routes.wires = NULL;
    routes_destroy(&routes);
    free(shares);
    return status;
}
