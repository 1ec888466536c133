/* congestion: maps of the share of free room that wires use, by squares: of one layer, of all
 * layers summed, or of each layer and the sum side by side. */
#include <ctype.h>

#include "router/draw/scene/scene.h"

static uint32_t count_maps(const struct scene *scene)
{
    return scene->options->layer == PICTURE_LAYER_EACH && scene->layers > 1 ? scene->layers + 1 : 1;
}

uint32_t congestion_across(const struct scene *scene)
{
    return scene->options->show == SHOW_CONGESTION ? heat_across(count_maps(scene)) : 1;
}

uint32_t congestion_map(const struct scene *scene, uint32_t layer)
{
    assert(layer < scene->layers);
    const uint32_t chosen = scene->options->layer;
    if (chosen == PICTURE_LAYER_EACH)
        return scene->heat.maps > 1 ? layer : 0;
    return chosen == 0 || chosen == layer + 1 ? 0 : UINT32_MAX;
}

/* "at most 63 %: layer 2" */
static void map_name(const void *context, uint32_t map, char *text, size_t room)
{
    const struct scene *scene = context;
    const uint32_t chosen = scene->options->layer;
    const uint32_t layer = chosen == PICTURE_LAYER_EACH ? map : chosen - 1;
    char name[128] = "all layers";
    if (layer < scene->layers)
        scene->ops->layer_name(scene, layer, name, sizeof name);
    snprintf(text, room, "at most %u %%: %s%s", heat_fullest(&scene->heat, map),
             isdigit((unsigned char)name[0]) ? "layer " : "", name);
}

enum status congestion_prepare(struct scene *scene, struct error *error)
{
    struct heat *heat = &scene->heat;
    struct frame *frame = &scene->frame;
    char name[160] = "", tile[64] = "";
    const int64_t side = scene->ops->tile(scene, tile, sizeof tile);
    assert(side >= 1 && scene->options->show == SHOW_CONGESTION);
    TRY(heat_create(heat, count_maps(scene), (uint32_t)((frame->width + side - 1) / side),
                    (uint32_t)((frame->height + side - 1) / side), error));
    heat->tile = side;
    heat->width = frame->width;
    heat->height = frame->height;
    int64_t longer = heat->across * (heat->width > heat->height ? heat->width : heat->height);
    frame->text = frame_text(frame->page > longer ? frame->page : longer);
    heat_measure(heat, frame);
    TRY(scene->ops->count(scene, error));
    if (heat->maps > 1)
        heat_sum(heat);
    else
        map_name(scene, 0, name, sizeof name);

    text_append(scene->remark, sizeof scene->remark, "%s%s%s, by squares of %s",
                scene->remark[0] != '\0' ? "; " : "",
                heat->maps > 1 ? scene->ops->traits->room : name, heat->maps > 1 ? " used" : "",
                tile);
    return STATUS_OK;
}

/* "all" or the layer's number. */
static void map_word(const void *context, uint32_t map, char *text, size_t room)
{
    const struct scene *scene = context;
    const uint32_t chosen = scene->options->layer;
    const uint32_t layer = chosen == PICTURE_LAYER_EACH ? map : chosen - 1;
    snprintf(text, room, "all");
    if (layer < scene->layers)
        snprintf(text, room, "%u", layer + 1);
}

void congestion_draw(const struct scene *scene)
{
    if (scene->options->numbers != NULL)
        heat_write(&scene->heat, scene->options->numbers, map_word, scene);
    heat_draw(&scene->heat, &scene->frame, map_name, scene);
    for (uint32_t map = 0; scene->ops->over_map != NULL && map < scene->heat.maps; map++)
        scene->ops->over_map(scene, map);
}

/* Draws the left axis at the first map of each row, the lower one at the lowest of each column. */
void congestion_axes(struct scene *scene)
{
    const struct heat *heat = &scene->heat;
    const struct frame all = scene->frame;
    for (uint32_t map = 0; map < heat->maps; map++) {
        const struct pixels at = heat_place(heat, &all, map);
        scene->frame.left = at.x;
        scene->frame.top = at.y;
        scene->frame.width = at.width;
        scene->frame.height = at.height;
        axes_draw(scene, map + heat->across >= heat->maps, map % heat->across == 0);
    }
    scene->frame = all;
}
