/* asked: two passes over the metal, casings first, so that branches are not cut. */
#include "router/draw/scene/scene.h"

enum {
    WIRE_LEAST = 2,    /* least width of the wires in pixels, times the text's scale, plus 1 */
    RING_RADIUS = 6,   /* least radius of a pin's ring in pixels, times the text's scale */
    RINGS_MOST = 256,  /* maximum number of rings in a picture */
    NAMES_MOST = 24,   /* maximum number of names of pins in a picture */
    TITLE_NAMES = 160, /* maximum length of the title's list of names, in bytes */
};

/* True if the picture is asked about all unrouted nets. */
static bool asks_open(const struct picture_options *options)
{
    return options->show == SHOW_FAILURES && options->subject == NULL &&
           options->highlight_count == 0;
}

static void choose(struct scene *scene)
{
    const struct picture_options *options = scene->options;
    const uint32_t one =
        options->subject != NULL ? scene->ops->find_net(scene, options->subject) : UINT32_MAX;
    for (uint32_t net = 0; net < scene->nets; net++) {
        if (one != UINT32_MAX)
            scene->asked[net] = net == one;
        else if (options->highlight_count > 0)
            scene->asked[net] = scene->named[net];
        else
            scene->asked[net] = scene_is_open(scene, net);
        scene->asked_count += scene->asked[net];
    }
}

static void write_heading(struct scene *scene)
{
    const char *title = scene->title != NULL ? scene->title : "";
    const bool all = scene->asked_count <= ASKED_NAMED;
    char names[TITLE_NAMES] = "";
    uint32_t listed = 0;
    for (uint32_t net = 0; net < scene->nets && listed < ASKED_NAMED; net++)
        if (scene->asked[net])
            text_append(names, sizeof names, "%s%.40s", listed++ > 0 ? ", " : "",
                        scene->ops->net_name(scene, net));
    snprintf(scene->heading, sizeof scene->heading, "%.200s: %snet%s %s", title,
             asks_open(scene->options) ? "unrouted " : "", scene->asked_count == 1 ? "" : "s",
             names);
    if (!all)
        text_append(scene->heading, sizeof scene->heading, " and %u more",
                    scene->asked_count - ASKED_NAMED);
    scene->title = scene->heading;
}

enum status asked_prepare(struct scene *scene, struct error *error)
{
    const struct picture_options *options = scene->options;
    const bool film = options->conflict != NULL || options->spans != NULL;
    const bool asks = options->subject != NULL || options->highlight_count > 0 ||
                      (asks_open(options) && scene->open_count > 0);
    const bool map = options->show == SHOW_CONGESTION && scene->ops->over_map == NULL;
    if (!asks || film || options->bare || map)
        return STATUS_OK;
    TRY(MEM_NEW(scene->asked, scene->nets, "nets of the picture", error));
    choose(scene);
    if (scene->asked_count > 0)
        write_heading(scene);
    return STATUS_OK;
}

/* The points of a net's pins in half pixels, allocated; *count of them. */
static struct scene_point *points_of(const struct scene *scene, uint32_t net, uint32_t *count,
                                     struct error *error)
{
    const uint32_t most = scene->ops->pins(scene, net, NULL);
    struct scene_point *at = mem_alloc(most > 0 ? most : 1, sizeof *at, "pins of a net", error);
    *count = at != NULL && most > 0 ? scene->ops->pins(scene, net, at) : 0;
    for (uint32_t i = 0; i < *count && scene->ops->place != NULL; i++)
        at[i] = scene->ops->place(scene, at[i]);
    return at;
}

static bool is_shown(const struct scene *scene, struct scene_point at)
{
    const struct frame *frame = &scene->frame;
    return at.x >= 2 * frame->left && at.x < 2 * (frame->left + frame->width) &&
           at.y >= 2 * frame->top && at.y < 2 * (frame->top + frame->height);
}

static void draw_line(const void *context, struct scene_point a, struct scene_point b)
{
    const struct scene *scene = context;
    const double thick = scene->frame.text + 1.0;
    paint_line(scene->frame.paint, a.x, a.y, b.x, b.y, thick + 2, 0, 0, COLOUR_PIN);
    paint_line(scene->frame.paint, a.x, a.y, b.x, b.y, thick, 4 * thick, 2 * thick, COLOUR_ASKED);
}

static int64_t ring_radius(const struct scene *scene)
{
    const int64_t least = RING_RADIUS * (int64_t)scene->frame.text;
    const int64_t around = scene->pin_reach + 2 * (int64_t)scene->frame.text;
    return around > least ? around : least;
}

static void draw_ring(const struct scene *scene, struct scene_point at)
{
    const int64_t text = scene->frame.text, radius = ring_radius(scene);
    paint_ring(scene->frame.paint, at.x / 2, at.y / 2, radius, (double)text + 2, COLOUR_PIN);
    paint_ring(scene->frame.paint, at.x / 2, at.y / 2, radius, (double)text, COLOUR_ASKED);
}

/* Rings left to draw, and the places of names. */
struct asked_marks {
    uint32_t rings, count;
    struct pixels names[NAMES_MOST];
};

static bool overlaps(struct pixels a, struct pixels b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

/* The place of a name beside the ring at `at`: the first of four that is in the body and free of
 * other names and of the rings of these pins. False if there is none. */
static bool find_place(const struct scene *scene, const struct asked_marks *marks,
                       const struct scene_point *pins, uint32_t count, struct scene_point at,
                       struct pixels *place)
{
    const struct frame *frame = &scene->frame;
    const int64_t text = frame->text, radius = ring_radius(scene);
    for (int k = 0; k < 4; k++) {
        place->x = at.x / 2 + (k % 2 == 0 ? radius + text : -radius - text - place->width);
        place->y = at.y / 2 + (k < 2 ? -place->height : 0);
        bool fits = place->x >= frame->left && place->y >= frame->top &&
                    place->x + place->width <= frame->left + frame->width &&
                    place->y + place->height <= frame->top + frame->height;
        for (uint32_t i = 0; i < marks->count && fits; i++)
            fits = !overlaps(marks->names[i], *place);
        for (uint32_t i = 0; i < count && fits; i++)
            fits = !overlaps((struct pixels){pins[i].x / 2 - radius, pins[i].y / 2 - radius,
                                             2 * radius, 2 * radius},
                             *place);
        if (fits)
            return true;
    }
    return false;
}

/* Names the pins of one of few nets in question. Other nets have their name at one of their pins.
 */
static void draw_names(const struct scene *scene, uint32_t net, const struct scene_point *at,
                       uint32_t count, struct asked_marks *marks)
{
    const bool few = scene->asked[net] && scene->asked_count <= ASKED_NAMED && count <= NAMES_MOST;
    const int64_t text = scene->frame.text;
    struct paint *paint = scene->frame.paint;
    char name[96];
    for (uint32_t i = 0; i < count && marks->count < NAMES_MOST; i++) {
        snprintf(name, sizeof name, "%.90s", scene->ops->net_name(scene, net));
        if (few)
            scene->ops->pin_name(scene, net, i, name, sizeof name);
        struct pixels place = {0, 0, font_width(name, scene->frame.text) + 2 * text,
                               (FONT_HEIGHT + 1) * text};
        if (name[0] == '\0' || !is_shown(scene, at[i]) ||
            !find_place(scene, marks, at, count, at[i], &place))
            continue;
        marks->names[marks->count++] = place;
        paint_rect(paint, place.x, place.y, place.width, place.height, COLOUR_WHITE);
        paint_text(paint, place.x + text, place.y + text, name, scene->frame.text, COLOUR_INK,
                   false);
        if (!few)
            return;
    }
}

enum asked_step { STEP_OTHERS, STEP_FLIGHTS, STEP_RINGS, STEP_NAMES };

/* Draws one step (rings, wires, names, ...) of one net. */
static enum status draw_marks(const struct scene *scene, uint32_t net, enum asked_step step,
                              struct asked_marks *marks, struct error *error)
{
    uint32_t count;
    struct scene_point *at = points_of(scene, net, &count, error);
    enum status status = STATUS_OK;
    if (at == NULL)
        return STATUS_FAILED;
    paint_part(scene->frame.paint, PART_MARKS, 0, net);
    if (step == STEP_FLIGHTS && scene_is_open(scene, net))
        status = flight_tree(at, count, draw_line, scene, error);
    for (uint32_t i = 0; step == STEP_RINGS && i < count && marks->rings > 0; i++)
        if (is_shown(scene, at[i])) {
            draw_ring(scene, at[i]);
            marks->rings--;
        }
    if (step == STEP_OTHERS || step == STEP_NAMES)
        draw_names(scene, net, at, count, marks);
    free(at);
    return status;
}

static enum status draw_step(const struct scene *scene, enum asked_step step,
                             struct asked_marks *marks, struct error *error)
{
    const bool others = step == STEP_OTHERS && scene->options->subject != NULL;
    for (uint32_t net = 0; net < scene->nets; net++)
        if (scene->asked[net] ? step != STEP_OTHERS : others && scene_is_highlighted(scene, net))
            TRY(draw_marks(scene, net, step, marks, error));
    return STATUS_OK;
}

/* Draws rings and the names of nets in the way below the wires, so that these stay whole, and names
 * of pins above everything. */
enum status asked_draw(const struct scene *scene, struct error *error)
{
    struct asked_marks marks = {.rings = RINGS_MOST};
    const int64_t text = scene->frame.text, least = WIRE_LEAST * text + 1;
    if (scene->asked_count == 0 || scene->ops->metal == NULL)
        return STATUS_OK;
    assert(scene->asked != NULL);
    TRY(draw_step(scene, STEP_OTHERS, &marks, error));
    TRY(draw_step(scene, STEP_FLIGHTS, &marks, error));
    scene->ops->metal(scene, least, text, COLOUR_PIN);
    TRY(draw_step(scene, STEP_RINGS, &marks, error));
    scene->ops->metal(scene, least, 0, COLOUR_ASKED);
    return draw_step(scene, STEP_NAMES, &marks, error);
}

void asked_item(struct text_flow *flow, const struct scene *scene)
{
    if (scene->asked_count > 0)
        flow_box(flow, COLOUR_ASKED, COLOUR_PIN,
                 asks_open(scene->options) ? "unrouted net, its pins in rings"
                                           : "the net in question, its pins in rings");
}
