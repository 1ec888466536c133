/* fit: chooses the scale of a grid, and the lanes of its layers inside a cell. */
#include "router/draw/grid/grid_scene.h"

enum {
    SMALL_SIDE = 1100, /* side in pixels of a square with the area of a small picture */
    ROOMY_SIDE = 2400, /* longest side in pixels up to which cells grow */
    NESTED_FROM = 3,   /* least pixels per cell with nested lanes */
    CELL_MAX = 64,     /* largest chosen scale in pixels per cell, unless nesting needs more */
};

/* Wire widths of the lowest and the uppermost layer, in percent of a cell: usual; many layers. */
static const uint32_t WIDTHS[][2] = {{70, 24}, {84, 5}};

/* Nests lanes inside a cell of `scale` pixels; false if widths would not differ by 2 pixels. */
static bool nest_lanes(struct lane *lanes, uint32_t layers, uint32_t scale,
                       const uint32_t widths[2])
{
    uint32_t widest = layers == 1 ? scale * 44 / 100 : scale * widths[0] / 100;
    widest -= widest > 0 && (scale - widest) % 2; /* centred */
    uint32_t narrowest = larger(scale * widths[1] / 100, 1), step = 0;
    if (widest < 1 || widest > scale)
        return false;
    if (layers > 1 && widest > narrowest)
        step = least((widest - narrowest) / (layers - 1), larger(scale * 20 / 100, 2)) / 2 * 2;
    if (layers > 1 && step < 2)
        return false;
    for (uint32_t z = 0; z < layers; z++) {
        uint32_t width = widest - z * step;
        assert(width >= 1 && width <= scale);
        lanes[z] = (struct lane){(scale - width) / 2, width};
    }
    return true;
}

static void choose_lanes(struct grid_scene *scene)
{
    uint32_t layers = scene->design->grid.layers, scale = scene->scale;
    scene->apart = true;
    scene->nested = scale >= NESTED_FROM && (nest_lanes(scene->lanes, layers, scale, WIDTHS[0]) ||
                                             nest_lanes(scene->lanes, layers, scale, WIDTHS[1]));
    if (scene->nested)
        return;
    uint32_t room = scale > 1 ? scale - 1 : 1; /* one pixel between neighbouring cells */
    uint32_t width = larger(room / layers, 1);
    scene->apart = layers * width <= room && layers <= scale;
    for (uint32_t z = 0; z < layers; z++)
        scene->lanes[z] = (struct lane){least(z * width, room - width), width};
}

/* The least scale with which the lanes of this number of layers nest. */
static uint32_t nesting_scale(uint32_t layers)
{
    struct lane lanes[GRID_LAYERS_MAX];
    for (size_t i = 0; i < sizeof WIDTHS / sizeof *WIDTHS; i++)
        for (uint32_t scale = NESTED_FROM; scale <= (i > 0 ? PICTURE_SCALE_MAX : CELL_MAX); scale++)
            if (nest_lanes(lanes, layers, scale, WIDTHS[i]))
                return scale;
    return PICTURE_SCALE_MAX;
}

/* The scale, in pixels per cell, at which a grid has the area of a small picture; 0: too large. */
static uint32_t blown_up(uint64_t columns, uint64_t rows)
{
    const uint64_t longer = columns > rows ? columns : rows;
    uint64_t scale = SMALL_SIDE / longer;
    while ((scale + 1) * longer <= ROOMY_SIDE &&
           (scale + 1) * (scale + 1) * columns * rows <= (uint64_t)SMALL_SIDE * SMALL_SIDE)
        scale++;
    return (uint32_t)scale;
}

/* Sets scale and shrink: small grids get large cells; larger ones enough pixels per cell to keep
 * the layers apart; in the largest, cells share pixels. cells: on the side that `fit` limits, in
 * pixels (0: no limit); other: on the other side. */
static void choose_scale(struct grid_scene *scene, uint32_t cells, uint32_t other, uint32_t fit)
{
    uint32_t limit = fit > 0 ? fit : PICTURE_SIDE_MAX;
    uint32_t layers = scene->design->grid.layers;
    uint32_t wanted = fit > 0 ? 1 : layers > 1 ? layers + 1 : 2;
    uint32_t roomy = fit > 0 || layers == 1 ? 1 : least(2 * layers + 1, ROOMY_SIDE / cells);
    uint32_t most = larger(CELL_MAX, nesting_scale(layers));
    uint32_t scale = larger(fit > 0 ? fit / cells : blown_up(cells, other), larger(wanted, roomy));
    scale = larger(scale, least(nesting_scale(layers), ROOMY_SIDE / cells));
    scene->scale = larger(1, least(least(scale, limit / cells), most));
    scene->shrink = (cells + limit - 1) / limit;
}

/* Pixels for the chosen side of the body: options->fit, or the width without its margins, divided
 * by the number of maps side by side; 0: no limit. */
static uint32_t fit_of(struct grid_scene *scene, const struct picture_options *options)
{
    uint32_t across = congestion_across(&scene->base);
    if (options->width == 0)
        return across == 1 ? options->fit : (options->fit > 0 ? options->fit : ROOMY_SIDE) / across;
    scene->base.frame.text = frame_text(options->width);
    int64_t margin = frame_margin(&scene->base.frame);
    int64_t around = options->bare ? 0 : 2 * margin * across + axes_width(&scene->base);
    return options->width > around + across ? (uint32_t)(options->width - around) / across : 1;
}

enum status grid_fit(struct grid_scene *scene, struct error *error)
{
    const struct picture_options *options = scene->base.options;
    assert(scene->box.x0 <= scene->box.x1 && scene->box.x1 < scene->design->grid.width);
    assert(scene->box.y0 <= scene->box.y1 && scene->box.y1 < scene->design->grid.height);
    uint32_t columns = scene->box.x1 - scene->box.x0 + 1;
    uint32_t rows = scene->box.y1 - scene->box.y0 + 1;
    if (options->scale > PICTURE_SCALE_MAX)
        return error_refuse(error, "a scale of %u: 1 to %d pixels per cell are drawn",
                            options->scale, PICTURE_SCALE_MAX);
    scene->scale = options->scale;
    scene->shrink = 1;
    if (options->scale == 0)
        choose_scale(scene, options->width > 0 ? columns : larger(columns, rows),
                     least(columns, rows), fit_of(scene, options));
    struct frame *frame = &scene->base.frame;
    frame->width = (int64_t)((columns + scene->shrink - 1) / scene->shrink) * scene->scale;
    frame->height = (int64_t)((rows + scene->shrink - 1) / scene->shrink) * scene->scale;
    int64_t longer = frame->width > frame->height ? frame->width : frame->height;
    frame->text = frame_text(options->width > longer ? options->width : longer);
    frame->page = options->width;
    assert(scene->scale >= 1 && scene->shrink >= 1 && (scene->scale == 1 || scene->shrink == 1));
    choose_lanes(scene);
    return STATUS_OK;
}
