/* inspect: writes places and owners as text; counts and reports faults. */
#include "grid/check/layout/inspect.h"

#include <stdio.h>

static const char *const fault_names[LAYOUT_FAULTS] = {
    [FAULT_KEPT] = "kept",         [FAULT_UNKNOWN] = "unknown",   [FAULT_OPEN] = "open",
    [FAULT_FLOATING] = "floating", [FAULT_SHORT] = "short",       [FAULT_SPACING] = "spacing",
    [FAULT_NOTCH] = "notch",       [FAULT_LINE_END] = "line-end", [FAULT_CUT] = "cut",
    [FAULT_AREA] = "area",         [FAULT_WIDTH] = "width",       [FAULT_STEP] = "step",
    [FAULT_CUTS] = "cuts",         [FAULT_SHAPE] = "shape",       [FAULT_GRID] = "grid",
    [FAULT_DIE] = "die",           [FAULT_LAYERS] = "layers",
};

const char *layout_fault_name(enum layout_fault kind)
{
    assert(kind < LAYOUT_FAULTS);
    return fault_names[kind];
}

struct length_text length_text(const struct inspection *it, int64_t length)
{
    assert(it->layout->tech.units_per_micron > 0);
    struct length_text text;
    snprintf(text.text, sizeof text.text, "%.4f",
             (double)length / it->layout->tech.units_per_micron);
    return text;
}

struct rect_text rect_text(const struct inspection *it, uint16_t layer, struct layout_rect rect)
{
    assert(layer == LAYER_NONE || layer < it->layout->tech.layer_names.count);
    struct rect_text text;
    snprintf(text.text, sizeof text.text, "%.40s (%s %s)-(%s %s)",
             layer == LAYER_NONE ? "" : names_text(&it->layout->tech.layer_names, layer),
             length_text(it, rect.x0).text, length_text(it, rect.y0).text,
             length_text(it, rect.x1).text, length_text(it, rect.y1).text);
    return text;
}

/* Also sets the place of the next report. */
struct rect_text fault_place(struct inspection *it, uint32_t net, uint16_t layer,
                             struct layout_rect rect)
{
    it->at = (struct layout_violation){.net = net, .layer = layer, .place = rect};
    return rect_text(it, layer, rect);
}

struct rect_text shape_place(struct inspection *it, uint32_t shape)
{
    assert(shape < it->shapes.count);
    const struct shape *s = &it->shapes.shapes[shape];
    return fault_place(it, s->net, s->layer, s->rect);
}

struct owner_text owner_text(const struct inspection *it, uint32_t shape)
{
    assert(shape < it->shapes.count);
    const struct shape *s = &it->shapes.shapes[shape];
    struct owner_text text;
    char pin[80];
    if (s->kind == SHAPE_PIN || s->kind == SHAPE_PORT)
        snprintf(text.text, sizeof text.text, "%.70s (%s)", inspect_net(it, s->net),
                 layout_pin_name(it->layout, s->owner, pin, sizeof pin));
    else if (s->kind == SHAPE_OBS)
        snprintf(text.text, sizeof text.text, "an obstruction of %.70s",
                 names_text(&it->layout->placed.component_names, s->owner));
    else if (s->kind == SHAPE_BLOCKAGE)
        snprintf(text.text, sizeof text.text, "a blockage");
    else if (s->kind == SHAPE_FILL)
        snprintf(text.text, sizeof text.text, "a fill");
    else
        snprintf(text.text, sizeof text.text, "%.70s", inspect_net(it, s->net));
    return text;
}

bool inspect_may_report(struct inspection *it, enum layout_fault kind)
{
    return kind == FAULT_OPEN || ++it->reported[kind] <= it->how.most || it->how.most == 0;
}

void inspect_report(struct inspection *it, enum layout_fault kind, const char *format, ...)
{
    char text[ERROR_TEXT_MAX + 16];
    assert(kind < LAYOUT_FAULTS);
    it->verdict->faults[kind]++;
    struct layout_violation fault = it->at;
    it->at = (struct layout_violation){.net = NET_NONE, .layer = LAYER_NONE};
    if (it->how.report == NULL || !inspect_may_report(it, kind))
        return;
    char *what = text + snprintf(text, sizeof text, "%s: ", fault_names[kind]);
    FORMAT_ARGS(what, ERROR_TEXT_MAX);
    fault.kind = kind;
    fault.text = text;
    it->how.report(it->how.context, &fault);
}
