/* layout_names: names of cells, masters, pins and nets inside their shapes; hidden cells. */
#include "grid/text/pattern.h"
#include "router/draw/layout/layout_scene.h"

enum {
    NAME_LEAST = 10,  /* least height of letters of pins, nets and masters in pixels */
    NAME_SHARE = 4,   /* a cell's name is at most this fraction of the cell's height */
    WIRE_SHARE = 3,   /* a wire with a name is at least this many times as long as the name */
    MASTER_SHARE = 8, /* a master's name likewise */
};

struct layout_rect layout_cell_rect(const struct layout *layout, uint32_t component)
{
    assert(component < layout->placed.component_names.count);
    const struct placed_component *c = &layout->placed.components[component];
    const struct cell_macro *macro = &layout->library.macros[c->macro];
    struct layout_rect box = rect_orient((struct layout_rect){0, 0, macro->width, macro->height},
                                         c->orient, macro->width, macro->height);
    return rect_move(box, c->x, c->y);
}

/* True for fillers, taps and end caps: cells of CLASS CORE with only power pins. */
static bool is_filler(const struct library *library, const struct cell_macro *macro)
{
    for (uint32_t p = macro->pins.first; p < macro->pins.first + macro->pins.count; p++)
        if (library->pins[p].use != USE_POWER && library->pins[p].use != USE_GROUND)
            return false;
    return macro->core;
}

static bool matches(const struct layout *layout, uint32_t component, const char *pattern)
{
    const uint32_t macro = layout->placed.components[component].macro;
    return pattern_matches(pattern, names_text(&layout->placed.component_names, component)) ||
           pattern_matches(pattern, names_text(&layout->library.macro_names, macro));
}

bool layout_hides(const struct layout_scene *scene, uint32_t component)
{
    const struct picture_options *options = scene->base.options;
    const struct layout *layout = scene->layout;
    if (component >= layout->placed.component_names.count)
        return false; /* I/O pins have no cell */
    bool fillers = true;
    for (size_t i = 0; i < options->hide_count; i++) {
        if (matches(layout, component, options->hide[i]))
            return true;
        fillers &= strcmp(options->hide[i], "none") != 0;
    }
    const uint32_t macro = layout->placed.components[component].macro;
    return fillers && is_filler(&layout->library, &layout->library.macros[macro]);
}

enum status layout_hide_check(const struct layout_scene *scene, struct error *error)
{
    const struct picture_options *options = scene->base.options;
    for (size_t i = 0; i < options->hide_count; i++) {
        bool any = strcmp(options->hide[i], "none") == 0;
        for (uint32_t c = 0; c < scene->layout->placed.component_names.count && !any; c++)
            any = matches(scene->layout, c, options->hide[i]);
        if (!any)
            return error_refuse(error, "no cell or master matches '%.200s': nothing to hide",
                                options->hide[i]);
    }
    return STATUS_OK;
}

/* The largest size of letters up to `most` in which the name fits into width pixels; 0: none. */
static unsigned size_for(const char *name, int64_t width, unsigned most)
{
    while (most > 0 && font_width(name, most) + 4 * (int64_t)most > width)
        most--;
    return most;
}

static void write_on_cell(const struct layout_scene *scene, struct pixels at, const char *name,
                          unsigned size)
{
    const int64_t width = font_width(name, size), height = (int64_t)size * FONT_HEIGHT;
    const int64_t x = at.x + (at.width - width) / 2, y = at.y + (at.height - height) / 2;
    paint_rect(scene->paint, x - size, y - size, width + 2 * (int64_t)size, height + size,
               COLOUR_GREY + 1);
    paint_text(scene->paint, x, y, name, size, COLOUR_INK, false);
}

void layout_name_cells(const struct layout_scene *scene)
{
    const struct placed *placed = &scene->layout->placed;
    const struct names *masters = &scene->layout->library.macro_names;
    const struct frame *frame = &scene->base.frame;
    for (uint32_t c = 0; c < placed->component_names.count; c++) {
        struct pixels at = layout_view_rect(scene, layout_cell_rect(scene->layout, c));
        const unsigned most = (unsigned)(at.height / ((int64_t)NAME_SHARE * FONT_HEIGHT));
        const unsigned least = (unsigned)(at.height / ((int64_t)MASTER_SHARE * FONT_HEIGHT));
        const char *name = names_text(&placed->component_names, c);
        const char *master = names_text(masters, placed->components[c].macro);
        if (placed->components[c].status == PLACE_UNPLACED || layout_hides(scene, c) ||
            at.x + at.width < frame->left || at.x > frame->left + frame->width ||
            at.y + at.height < frame->top || at.y > frame->top + frame->height)
            continue;
        const unsigned size = size_for(name, at.width, most < frame->text ? most : frame->text);
        if (size > 0)
            write_on_cell(scene, at, name, size);
        const unsigned small = size_for(master, at.width, least < size ? least : size);
        if (size == 0 || small * FONT_ASCENT < NAME_LEAST)
            continue;
        at.y += ((int64_t)(size + small) * FONT_HEIGHT) / 2 + 2 * (int64_t)small;
        write_on_cell(scene, at, master, small);
    }
}

void layout_name_metal(const struct layout_scene *scene, const struct shape *shape,
                       struct pixels at, uint8_t colour)
{
    const bool upward = at.height > at.width, wire = shape->kind == SHAPE_WIRE;
    const int64_t thick = upward ? at.width : at.height, along = upward ? at.height : at.width;
    unsigned size = (unsigned)((thick - 2) / FONT_ASCENT);
    char text[96];
    const char *name = text;
    if (thick < NAME_LEAST + 2 || (wire && shape->net == NET_NONE))
        return;
    size = size < scene->base.frame.text ? size : scene->base.frame.text;
    if (wire)
        name = names_text(&scene->layout->placed.net_names, shape->net);
    else if (shape->kind == SHAPE_PIN || shape->kind == SHAPE_PORT)
        layout_pin_name(scene->layout, shape->owner, text, sizeof text);
    else
        return;
    /* A pin is named without its cell, whose name is beside it. */
    if (!wire && strrchr(name, '/') != NULL)
        name = shape->kind == SHAPE_PIN ? strrchr(name, '/') + 1 : text;
    size = size_for(name, wire ? along / WIRE_SHARE : along, size);
    if (size * FONT_ASCENT < NAME_LEAST)
        return;
    const int64_t width = font_width(name, size);
    const int64_t inset = (thick - (int64_t)FONT_ASCENT * size) / 2, before = (along - width) / 2;
    const uint8_t ink = palette_ink(scene->paint->palette, colour);
    paint_text(scene->paint, at.x + (upward ? inset : before),
               at.y + (upward ? along - before : inset), name, size, ink, upward);
}
