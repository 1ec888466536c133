/* layout_colours: reads the colours of layers from a .lyp file of KLayout: XML, of which the
 * elements properties and group-members with frame-color, fill-color and name count; the rest says
 * how KLayout shows shapes.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "grid/text/scan_whole.h"
#include "router/draw/layout/layout_scene.h"

enum {
    DEPTH_MAX = 64,  /* of elements */
    LISTED_MAX = 12, /* names of the file's layers in the message */
};

/* A piece of the text. */
struct lyp_text {
    const char *at;
    size_t length;
};

struct lyp {
    struct scan scan; /* holds the whole text */
    struct layout_scene *scene;
    struct lyp_text open[DEPTH_MAX]; /* names of the elements around the place */
    unsigned depth;
    struct lyp_text name;      /* of the entry, or empty */
    struct rgb colour;         /* its fill, else its frame */
    unsigned rank;             /* of the colour: 0 none, 1 frame, 2 fill */
    uint8_t *ranks;            /* [levels] how well the name of the layer's colour fits */
    unsigned entries, matches; /* entries with a name; those that gave a colour */
    char listed[400];          /* the first names */
};

static bool is(struct lyp_text text, const char *word)
{
    return text.length == strlen(word) && strncasecmp(text.at, word, text.length) == 0;
}

static const char *here(const struct lyp *lyp)
{
    return lyp->scan.buffer + lyp->scan.at;
}

/* Steps to a later place and counts lines. */
static void step_to(struct lyp *lyp, const char *to)
{
    struct scan *scan = &lyp->scan;
    assert(to >= here(lyp) && to <= scan->buffer + scan->end);
    for (; here(lyp) < to; scan->at++)
        if (*here(lyp) == '\n') {
            scan->line++;
            scan->line_at = scan->at + 1;
        }
}

/* Fails at this piece, which is not before the place. */
static enum status expected(struct lyp *lyp, struct lyp_text found, const char *what,
                            struct error *error)
{
    step_to(lyp, found.at);
    const struct word word = {found.at, found.length, lyp->scan.base + lyp->scan.at};
    return scan_expected(&lyp->scan, &word, error, "%s", what);
}

/* Fails at this piece: it is not the end of the innermost element. */
static enum status expected_end(struct lyp *lyp, struct lyp_text found, struct error *error)
{
    assert(lyp->depth > 0);
    const struct lyp_text open = lyp->open[lyp->depth - 1];
    char what[64];
    snprintf(what, sizeof what, "</%.*s>", open.length < 60 ? (int)open.length : 59, open.at);
    return expected(lyp, found, what, error);
}

static struct lyp_text trimmed(struct lyp_text text)
{
    static const char BLANKS[] = " \t\r\n";
    for (; text.length > 0 && strchr(BLANKS, *text.at) != NULL; text.length--)
        text.at++;
    while (text.length > 0 && strchr(BLANKS, text.at[text.length - 1]) != NULL)
        text.length--;
    return text;
}

/* The last part of a name that fits a layer: 2 all of it, 1 what is before a dot, slash or blank,
 * 0 not. */
static uint8_t fits(struct lyp_text name, const char *layer)
{
    const struct lyp_text head = {name.at, strcspn(name.at, "./ \t\r\n<")};
    return is(name, layer) ? 2 : head.length < name.length && is(head, layer) ? 1 : 0;
}

/* Ends an entry: gives its colour to the layers with its name. */
static void take_entry(struct lyp *lyp)
{
    const struct tech *tech = &lyp->scene->layout->tech;
    for (unsigned level = 0; level < tech->level_count && lyp->name.length > 0; level++) {
        const uint8_t fit = fits(lyp->name, names_text(&tech->layer_names, tech->levels[level]));
        if (fit <= lyp->ranks[level] || lyp->rank == 0)
            continue;
        lyp->ranks[level] = fit;
        lyp->matches++;
        lyp->scene->own[level] = (struct layout_colour){lyp->colour, true};
    }
    if (lyp->name.length > 0 && lyp->entries++ < LISTED_MAX)
        text_append(lyp->listed, sizeof lyp->listed, "%s%.*s", lyp->entries > 1 ? ", " : "",
                    lyp->name.length > 30 ? 30 : (int)lyp->name.length, lyp->name.at);
    lyp->name = (struct lyp_text){0};
    lyp->rank = 0;
}

/* Reads #rrggbb; an empty element has no colour. */
static enum status take_colour(struct lyp *lyp, struct lyp_text text, unsigned rank,
                               struct error *error)
{
    unsigned value = 0;
    if (text.length == 0)
        return STATUS_OK;
    for (size_t i = 1; i < text.length && i < 7; i++) {
        static const char DIGITS[] = "0123456789abcdef";
        const char *digit = strchr(
            DIGITS, text.at[i] >= 'A' && text.at[i] <= 'F' ? text.at[i] - 'A' + 'a' : text.at[i]);
        if (digit == NULL || *digit == '\0')
            return expected(lyp, text, "a colour as #rrggbb", error);
        value = value * 16 + (unsigned)(digit - DIGITS);
    }
    if (text.length != 7 || text.at[0] != '#')
        return expected(lyp, text, "a colour as #rrggbb", error);
    if (rank > lyp->rank) {
        lyp->rank = rank;
        lyp->colour =
            (struct rgb){(uint8_t)(value >> 16), (uint8_t)(value >> 8 & 255), (uint8_t)value};
    }
    return STATUS_OK;
}

static bool is_entry(struct lyp_text element)
{
    return is(element, "properties") || is(element, "group-members");
}

/* Text between two tags. */
static enum status take_text(struct lyp *lyp, struct lyp_text text, struct error *error)
{
    text = trimmed(text);
    if (lyp->depth == 0 && text.length > 0)
        return expected(lyp, text, "an element <layer-properties>", error);
    if (lyp->depth < 2 || !is_entry(lyp->open[lyp->depth - 2]))
        return STATUS_OK;
    const struct lyp_text element = lyp->open[lyp->depth - 1];
    if (is(element, "name"))
        lyp->name = text;
    else if (is(element, "fill-color"))
        return take_colour(lyp, text, 2, error);
    else if (is(element, "frame-color"))
        return take_colour(lyp, text, 1, error);
    return STATUS_OK;
}

/* A tag: <name ...>, <name .../>, </name>; text is all of it. */
static enum status take_tag(struct lyp *lyp, struct lyp_text text, struct error *error)
{
    const bool ends = text.at[1] == '/';
    struct lyp_text name = {text.at + 1 + ends, 0};
    name.length = strcspn(name.at, " \t\r\n/><");
    if (name.length == 0 || name.at[name.length] == '<')
        return expected(lyp, text, "the name of an element and >", error);
    if (is_entry(name))
        take_entry(lyp);
    if (ends) {
        if (lyp->depth == 0)
            return expected(lyp, text, "an element <layer-properties>", error);
        const struct lyp_text open = lyp->open[lyp->depth - 1];
        if (open.length != name.length || memcmp(open.at, name.at, name.length) != 0)
            return expected_end(lyp, text, error);
        lyp->depth--;
    } else if (text.at[text.length - 2] != '/') {
        if (lyp->depth == 0 && !is(name, "layer-properties") && !is(name, "layer-properties-tabs"))
            return expected(lyp, text, "an element <layer-properties>", error);
        if (lyp->depth == DEPTH_MAX)
            return expected(lyp, text, "at most 64 elements inside each other", error);
        lyp->open[lyp->depth++] = name;
    }
    return STATUS_OK;
}

/* The end of what starts here: a comment, a declaration or a tag; NULL: there is none. */
static const char *end_of(const char *at)
{
    const char *end = strncmp(at, "<!--", 4) == 0 ? strstr(at + 4, "-->") : strchr(at, '>');
    return end == NULL ? NULL : *end == '-' ? end + 3 : end + 1;
}

static enum status read_all(struct lyp *lyp, struct error *error)
{
    const char *const end = lyp->scan.buffer + lyp->scan.end;
    while (here(lyp) < end) {
        const char *at = here(lyp);
        struct lyp_text text = {at, strcspn(at, "<")};
        if (text.length > 0) {
            TRY(take_text(lyp, text, error));
        } else {
            const char *const next = end_of(at);
            text.length = next == NULL ? 1 : (size_t)(next - at);
            if (next == NULL)
                return expected(lyp, text, "a tag that ends", error);
            if (at[1] != '!' && at[1] != '?')
                TRY(take_tag(lyp, text, error));
        }
        step_to(lyp, at + text.length);
    }
    if (lyp->scan.nul)
        return expected(lyp, (struct lyp_text){end, 1}, "a text", error);
    return lyp->depth == 0 ? STATUS_OK : expected_end(lyp, (struct lyp_text){end, 0}, error);
}

enum status layout_colours_read(struct layout_scene *scene, struct error *error)
{
    const char *path = scene->base.options->colours;
    const struct tech *tech = &scene->layout->tech;
    struct lyp lyp = {.scene = scene};
    if (path == NULL)
        return STATUS_OK;
    TRY(MEM_NEW(lyp.ranks, tech->level_count, "colours of layers", error));
    enum status status = scan_open_whole(&lyp.scan, path, error);
    THEN(status, read_all(&lyp, error));
    if (status == STATUS_OK && lyp.matches == 0)
        status = error_set_at(
            error, STATUS_BAD_INPUT, path, 0, 0,
            "no routing layer of the design has a colour in this file: the design "
            "has %.60s to %.60s, the file %.300s%s",
            names_text(&tech->layer_names, tech->levels[0]),
            names_text(&tech->layer_names, tech->levels[tech->level_count - 1]),
            lyp.entries > 0 ? lyp.listed : "no layers", lyp.entries > LISTED_MAX ? ", ..." : "");
    scan_close(&lyp.scan);
    MEM_FREE(lyp.ranks);
    return status;
}

uint8_t layout_colour(const struct layout_scene *scene, unsigned level, uint32_t shade)
{
    assert(level < TECH_LAYERS_MAX);
    if (scene->own[level].known)
        return palette_own(scene->paint->palette, scene->own[level].colour, shade);
    return shade == LAYOUT_DIM ? palette_dim(level) : palette_wire(level, shade);
}
