/* survey: finds the contents of a picture of a grid for its legend, before anything is drawn. */
#include "router/draw/grid/grid_scene.h"

/* Compares the layers' bit planes word by word. */
static void survey_blocked(struct grid_scene *scene)
{
    const struct grid *grid = &scene->design->grid;
    size_t plane = (size_t)grid->height * grid->row_words;
    for (size_t word = 0; word < plane; word++) {
        uint64_t any = 0, all = ~(uint64_t)0;
        for (uint32_t z = 0; z < grid->layers; z++) {
            any |= grid->blocked[z * plane + word];
            all &= grid->blocked[z * plane + word];
        }
        uint64_t inside = ~(uint64_t)0;
        if (word % grid->row_words == grid->row_words - 1 && grid->width % 64 != 0)
            inside >>= 64 - grid->width % 64;
        scene->survey.blocked |= (all & inside) != 0;
        scene->survey.partly_blocked |= (any & ~all & inside) != 0;
    }
}

/* The number of cells of a run from `from` to `to` that are within low .. high. */
static uint64_t clipped(uint32_t from, uint32_t to, uint32_t low, uint32_t high)
{
    uint32_t first = larger(least(from, to), low), last = least(larger(from, to), high);
    return first <= last ? (uint64_t)last - first + 1 : 0;
}

static uint64_t visible_cells(const struct grid_scene *scene)
{
    const struct grid *grid = &scene->design->grid;
    const struct box *box = &scene->box;
    uint64_t cells = 0;
    for (uint32_t net = 0; net < scene->routes->net_count; net++) {
        const struct route *route = &scene->routes->nets[net];
        for (size_t i = 0; i < route->wire_count; i++) {
            struct wire w = scene->routes->wires[route->first_wire + i];
            if (grid_z(grid, w.from) == grid_z(grid, w.to))
                cells += clipped(grid_x(grid, w.from), grid_x(grid, w.to), box->x0, box->x1) *
                         clipped(grid_y(grid, w.from), grid_y(grid, w.to), box->y0, box->y1);
        }
    }
    return cells;
}

/* Sets boost: on a large picture a few wires of one pixel get a shadow below all wires. It is as
 * wide as possible, but covers at most a tenth of the body and leaves a pixel between cells. */
static void choose_boost(struct grid_scene *scene)
{
    if (scene->base.frame.bare || scene->routes == NULL || scene->lanes[0].width > 1)
        return;
    uint64_t pixels = visible_cells(scene) * scene->scale / scene->shrink;
    uint64_t area = (uint64_t)scene->base.frame.width * (uint64_t)scene->base.frame.height;
    uint32_t most = scene->scale > 2 ? (scene->scale - 2) / 2 : scene->base.frame.text / 2;
    while (scene->boost < most && pixels * (2 * (uint64_t)scene->boost + 3) < area / 10)
        scene->boost++;
}

void grid_survey(struct grid_scene *scene)
{
    const struct grid *grid = &scene->design->grid;
    struct survey *survey = &scene->survey;
    survey_blocked(scene);
    survey->pins = scene->design->nets.pin_count > 0;
    survey->weight_max = 1;
    if (grid->weight != NULL)
        for (size_t cell = 0; cell < grid_cells(grid); cell++)
            survey->weight_max = larger(survey->weight_max, grid->weight[cell]);
    if (scene->routes == NULL)
        return;
    assert(scene->routes->net_count == scene->design->nets.net_count);
    for (uint32_t net = 0; net < scene->routes->net_count; net++)
        survey->vias |= scene->routes->nets[net].vias > 0;
    choose_boost(scene);
}
