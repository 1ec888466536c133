/* layout_colours: reads the colours of layers from a .lyp file of KLayout: XML, of which the
 * elements properties and group-members with frame-color, fill-color and name count. */
#include <strings.h>

#include "grid/text/scan_whole.h"
#include "router/draw/layout/layout_scene.h"

enum { DEPTH_MAX = 64 }; /* maximum depth of nested elements */

struct lyp {
    struct scan scan; /* holds the whole text */
    struct layout_scene *scene;
    struct word open[DEPTH_MAX]; /* names of the elements around the place */
    unsigned depth;
    struct word name;  /* of the current entry, or empty */
    struct rgb colour; /* its fill colour, else its frame colour */
    unsigned rank;     /* kind of that colour: 0 none, 1 frame, 2 fill */
    bool any;          /* a layer of the design has a colour */
    char names[300];   /* names of the entries for a message, as far as they fit */
};

static bool is(const struct word *text, const char *name)
{
    return text->length == strlen(name) && strncasecmp(text->text, name, text->length) == 0;
}

static bool is_entry(const struct word *element)
{
    return is(element, "properties") || is(element, "group-members");
}

static void step_to(struct scan *scan, const char *to)
{
    assert(to >= scan->buffer + scan->at && to <= scan->buffer + scan->end);
    for (; scan->buffer + scan->at < to; scan->at++)
        if (scan->buffer[scan->at] == '\n') {
            scan->line++;
            scan->line_at = scan->at + 1;
        }
}

/* Fails at `found`, a piece of the text that has been read. */
static enum status expected(struct lyp *lyp, struct word found, const char *what,
                            struct error *error)
{
    step_to(&lyp->scan, found.text);
    found.offset = lyp->scan.base + lyp->scan.at;
    return scan_expected(&lyp->scan, &found, error, "%s", what);
}

/* Fails at `found`, which is not the end of the innermost element. */
static enum status expected_end(struct lyp *lyp, struct word found, struct error *error)
{
    assert(lyp->depth > 0);
    const struct word *open = &lyp->open[lyp->depth - 1];
    char what[64];
    snprintf(what, sizeof what, "</%.*s>", open->length < 60 ? (int)open->length : 59, open->text);
    return expected(lyp, found, what, error);
}

/* Ends an entry: its colour is that of layers of its name, or of its head before . / or a blank. */
static void take_entry(struct lyp *lyp)
{
    const struct tech *tech = &lyp->scene->layout->tech;
    const struct word name = lyp->name;
    const struct word head = {name.text, name.length > 0 ? strcspn(name.text, "./ \t\r\n<") : 0, 0};
    for (unsigned level = 0; level < tech->level_count && lyp->rank > 0; level++) {
        const char *layer = names_text(&tech->layer_names, tech->levels[level]);
        const unsigned fit = is(&name, layer) ? 2 : is(&head, layer) ? 1 : 0;
        if (fit <= lyp->scene->own[level].fit)
            continue;
        lyp->scene->own[level] = (struct layout_colour){lyp->colour, fit};
        lyp->any = true;
    }
    text_append(lyp->names, sizeof lyp->names, "%s%.*s",
                lyp->names[0] != '\0' && name.length > 0 ? ", " : "",
                name.length > 30 ? 30 : (int)name.length, name.length > 0 ? name.text : "");
    lyp->name.length = 0;
    lyp->rank = 0;
}

static enum status take_text(struct lyp *lyp, struct word text, struct error *error)
{
    static const char BLANKS[] = " \t\r\n";
    for (; text.length > 0 && strchr(BLANKS, *text.text) != NULL; text.length--)
        text.text++;
    while (text.length > 0 && strchr(BLANKS, text.text[text.length - 1]) != NULL)
        text.length--;
    if (lyp->depth == 0 && text.length > 0)
        return expected(lyp, text, "an element <layer-properties>", error);
    if (lyp->depth < 2 || text.length == 0 || !is_entry(&lyp->open[lyp->depth - 2]))
        return STATUS_OK;
    const struct word *element = &lyp->open[lyp->depth - 1];
    const unsigned rank = is(element, "fill-color") ? 2 : is(element, "frame-color") ? 1 : 0;
    if (is(element, "name"))
        lyp->name = text;
    if (rank == 0)
        return STATUS_OK;
    if (text.length != 7 || *text.text != '#' ||
        strspn(text.text + 1, "0123456789abcdefABCDEF") != 6)
        return expected(lyp, text, "a colour as #rrggbb", error);
    const unsigned long value = strtoul(text.text + 1, NULL, 16);
    if (rank > lyp->rank)
        lyp->colour =
            (struct rgb){(uint8_t)(value >> 16), (uint8_t)(value >> 8 & 255), (uint8_t)value};
    lyp->rank = rank > lyp->rank ? rank : lyp->rank;
    return STATUS_OK;
}

/* Takes a tag: <name ...>, <name .../>, </name>; text is all of it. */
static enum status take_tag(struct lyp *lyp, struct word text, struct error *error)
{
    const bool ends = text.text[1] == '/';
    struct word name = {text.text + 1 + ends, 0, 0};
    name.length = strcspn(name.text, " \t\r\n/><");
    if (name.length == 0 || name.text[name.length] == '<')
        return expected(lyp, text, "the name of an element and >", error);
    if (lyp->depth == 0 && (ends || strncmp(name.text, "layer-properties", 16) != 0))
        return expected(lyp, text, "an element <layer-properties>", error);
    if (is_entry(&name))
        take_entry(lyp);
    if (ends) {
        const struct word *open = &lyp->open[lyp->depth - 1];
        if (open->length != name.length || memcmp(open->text, name.text, name.length) != 0)
            return expected_end(lyp, text, error);
        lyp->depth--;
    } else if (text.text[text.length - 2] != '/') {
        if (lyp->depth == DEPTH_MAX)
            return expected(lyp, text, "at most 64 elements inside each other", error);
        lyp->open[lyp->depth++] = name;
    }
    return STATUS_OK;
}

static enum status read_all(struct lyp *lyp, struct error *error)
{
    const char *at = lyp->scan.buffer + lyp->scan.at, *const end = lyp->scan.buffer + lyp->scan.end;
    for (; at < end; at = lyp->scan.buffer + lyp->scan.at) {
        struct word text = {at, strcspn(at, "<"), 0};
        if (text.length > 0) {
            TRY(take_text(lyp, text, error));
        } else {
            const bool comment = strncmp(at, "<!--", 4) == 0;
            const char *const last = comment ? strstr(at + 4, "-->") : strchr(at, '>');
            text.length = last == NULL ? 1 : (size_t)(last - at) + (comment ? 3 : 1);
            if (last == NULL)
                return expected(lyp, text, "a tag that ends", error);
            if (at[1] != '!' && at[1] != '?')
                TRY(take_tag(lyp, text, error));
        }
        step_to(&lyp->scan, at + text.length);
    }
    const struct word none = {end, lyp->scan.nul, 0};
    return lyp->depth > 0  ? expected_end(lyp, none, error)
           : lyp->scan.nul ? expected(lyp, none, "a text", error)
                           : STATUS_OK;
}

enum status layout_colours_read(struct layout_scene *scene, struct error *error)
{
    const char *path = scene->base.options->colours;
    const struct tech *tech = &scene->layout->tech;
    struct lyp lyp = {.scene = scene};
    if (path == NULL)
        return STATUS_OK;
    enum status status = scan_open_whole(&lyp.scan, path, 1, error);
    THEN(status, read_all(&lyp, error));
    if (status == STATUS_OK && !lyp.any)
        status = error_set_at(error, STATUS_BAD_INPUT, path, 0, 0,
                              "no routing layer of the design has a colour in this file: the "
                              "design has %.60s to %.60s, the file %s",
                              names_text(&tech->layer_names, tech->levels[0]),
                              names_text(&tech->layer_names, tech->levels[tech->level_count - 1]),
                              lyp.names[0] != '\0' ? lyp.names : "no layers");
    scan_close(&lyp.scan);
    return status;
}

uint8_t layout_colour(const struct layout_scene *scene, unsigned level, uint32_t shade)
{
    assert(level < TECH_LAYERS_MAX);
    if (scene->own[level].fit > 0)
        return palette_own(scene->paint->palette, scene->own[level].colour, shade);
    return shade == LAYOUT_DIM ? palette_dim(level) : palette_wire(level, shade);
}
