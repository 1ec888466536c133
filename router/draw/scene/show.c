/* show: pictures that answer a question (picture.h): which nets are unrouted and which block them,
 * which are longer than necessary, which differ between two results. Sets what is highlighted, the
 * colours of nets, and the remark above the picture. */
#include "router/draw/scene/scene.h"

enum { NAMED = 6 }; /* nets that the remark names at most */

static int by_weight(const void *a, const void *b)
{
    const struct scene_rank *x = a, *y = b;
    return by_numbers((int64_t[]){-(int64_t)x->weight, x->net},
                      (int64_t[]){-(int64_t)y->weight, y->net}, 2);
}

/* Sorts the nets by falling weight; names the first of them: "a blocks 24 of 33, b blocks 3 of 33",
 * or without a verb "a +60 %, b +5 %". */
static void list_heaviest(struct scene *scene, struct scene_rank *ranks, const char *verb,
                          uint32_t whole)
{
    qsort(ranks, scene->nets, sizeof *ranks, by_weight);
    for (uint32_t i = 0; i < scene->nets && i < NAMED && ranks[i].weight > 0; i++) {
        text_append(scene->remark, sizeof scene->remark, "%s%.40s", i > 0 ? ", " : "",
                    scene->ops->net_name(scene, ranks[i].net));
        if (verb != NULL)
            text_append(scene->remark, sizeof scene->remark, " %s %" PRIu64 " of %u", verb,
                        ranks[i].weight, whole);
        else
            text_append(scene->remark, sizeof scene->remark, " +%" PRIu64 " %%", ranks[i].weight);
    }
}

static enum status choose_failures(struct scene *scene, struct scene_rank *ranks,
                                   struct error *error)
{
    const struct scene_traits *traits = scene->ops->traits;
    uint32_t count = 0;
    assert(scene->highlighted != NULL && scene->open_count <= scene->nets);
    TRY(scene->ops->blockers(scene, ranks, &count, error));
    for (uint32_t net = 0; net < scene->nets; net++)
        scene->highlighted[net] |= scene_is_open(scene, net) || ranks[net].weight > 0;
    if (scene->open_count == 0)
        text_append(scene->remark, sizeof scene->remark, "all nets are routed");
    list_heaviest(scene, ranks, traits->in_the_way, count);
    if (scene->open_count > 0 && scene->remark[0] == '\0' && traits->no_blocker != NULL)
        text_append(scene->remark, sizeof scene->remark, "%s", traits->no_blocker);
    return STATUS_OK;
}

/* Gives each net a step of the scale, which becomes a colour in show_draw. */
static void choose_detours(struct scene *scene, struct scene_rank *ranks)
{
    for (uint32_t net = 0; net < scene->nets; net++) {
        uint64_t least = 0, length = 0;
        scene->ops->lengths(scene, net, &length, &least);
        const uint64_t percent = length > least && least > 0 ? length * 100 / least - 100 : 0;
        const uint64_t step = percent * (HEAT_STEPS - 1) / 100;
        ranks[net].weight = percent;
        scene->colour[net] = (uint8_t)(step < HEAT_STEPS ? step : HEAT_STEPS - 1);
    }
    list_heaviest(scene, ranks, NULL, 0);
    if (scene->remark[0] == '\0')
        text_append(scene->remark, sizeof scene->remark, "no net is longer than necessary");
}

/* The title: "alu.net: length 140 to 132 (-8), vias 12 to 14 (+2)", from this to the other. */
static void write_difference(struct scene *scene)
{
    const char *unit = scene->ops->axis(scene, false).name;
    double from = 0, to = 0;
    uint64_t vias = 0, other = 0;
    scene->ops->totals(scene, false, &from, &vias);
    scene->ops->totals(scene, true, &to, &other);
    snprintf(scene->heading, sizeof scene->heading,
             "%.200s: length %.*f to %.*f%s%s (%+.*f), vias %" PRIu64 " to %" PRIu64 " (%+lld)",
             scene->title != NULL ? scene->title : "", unit != NULL, from, unit != NULL, to,
             unit != NULL ? " " : "", unit != NULL ? unit : "", unit != NULL, to - from, vias,
             other, (long long)other - (long long)vias);
    scene->title = scene->heading;
}

static void choose_different(struct scene *scene)
{
    assert(scene->highlighted != NULL && scene->options->other != NULL);
    uint32_t count = 0;
    char names[256] = "";
    for (uint32_t net = 0; net < scene->nets; net++) {
        if (!scene->ops->differs(scene, net))
            continue;
        scene->highlighted[net] = true;
        if (count++ < NAMED)
            text_append(names, sizeof names, "%s%.40s", count > 1 ? ", " : ": ",
                        scene->ops->net_name(scene, net));
    }
    text_append(scene->remark, sizeof scene->remark, "%u of %u nets differ%s", count, scene->wanted,
                names);
    if (count > NAMED)
        text_append(scene->remark, sizeof scene->remark, " and %u more", count - NAMED);
    write_difference(scene);
}

enum status show_prepare(struct scene *scene, struct error *error)
{
    const enum picture_show show = scene->options->show;
    if (show == SHOW_ROUTES)
        return STATUS_OK;
    if (show == SHOW_CONGESTION)
        return congestion_prepare(scene, error);
    if (show != SHOW_DETOURS && scene->highlighted == NULL)
        TRY(MEM_NEW(scene->highlighted, scene->nets, "nets of the picture", error));
    TRY(MEM_NEW(scene->colour, scene->nets, "nets of the picture", error));
    struct scene_rank *ranks;
    TRY(MEM_NEW(ranks, scene->nets, "nets of the picture", error));
    for (uint32_t net = 0; net < scene->nets; net++)
        ranks[net].net = net;
    enum status status = STATUS_OK;
    if (show == SHOW_FAILURES)
        status = choose_failures(scene, ranks, error);
    else if (show == SHOW_DETOURS)
        choose_detours(scene, ranks);
    else
        choose_different(scene);
    free(ranks);
    return status;
}

enum status show_draw(struct scene *scene, struct error *error)
{
    enum status status = STATUS_OK;
    if (scene->options->show == SHOW_DETOURS) {
        uint8_t steps[HEAT_STEPS];
        assert(scene->colour != NULL);
        heat_steps(scene->frame.paint->palette, false, steps);
        for (uint32_t net = 0; net < scene->nets; net++)
            scene->colour[net] = steps[scene->colour[net]];
    } else if (scene->options->show == SHOW_DIFF) {
        status = scene->ops->draw_other(scene, error);
        free(scene->colour); /* the wires of this result have their layers' colours */
        scene->colour = NULL;
    }
    return status;
}

void show_items(struct text_flow *flow, const struct scene *scene)
{
    switch (scene->options->show) {
    case SHOW_CONGESTION:
        heat_items(flow, scene->ops->traits->used, &scene->heat);
        break;
    case SHOW_DETOURS:
        heat_items(flow, "percent above the least length; 90 and more", NULL);
        break;
    case SHOW_DIFF:
        flow_box(flow, COLOUR_FAINT, COLOUR_FAINT, "wires of the other result");
        break;
    default:
        break;
    }
}
