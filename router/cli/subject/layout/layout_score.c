/* layout_score: measures the wiring of a layout as the contests on detailed routing do:
 * S. Mantik, G. Posser, W.-K. Chow, Y. Ding and W.-H. Liu (ISPD 2018); W.-H. Liu, S. Mantik,
 * W.-K. Chow, Y. Ding, A. Farshidi and G. Posser (ISPD 2019). Lengths count in pitches of the
 * second routing layer:
 *
 *     0.5 wire + 0.5 off-track wire + wrong-way wire + out-of-guide wire
 *     + 2 vias (2019: 4 of one cut, 2 of several) + off-track vias + out-of-guide vias
 *
 * The contests add 500 per fault and per square pitch of shorts; here the checker counts faults
 * separately. A wire across its layer's direction is wrong-way; any other wire is off-track if its
 * centre line is on no track. A via is off-track or out-of-guide if it is on one of its two layers.
 * A net without guides has nothing outside. Rectangles (patches) do not count. */

#include "grid/layout/tracks.h"
#include "grid/text/file/memory_text.h"
#include "grid/text/harmless.h"
#include "router/cli/subject/layout/layout_subject.h"

enum layout_amount {
    AMOUNT_WIRE, /* wire in units */
    AMOUNT_OFF_TRACK_WIRE,
    AMOUNT_WRONG_WAY_WIRE,
    AMOUNT_OUTSIDE_WIRE,
    AMOUNT_VIAS, /* numbers of vias */
    AMOUNT_OFF_TRACK_VIAS,
    AMOUNT_MULTI_CUT_VIAS,
    AMOUNT_OUTSIDE_VIAS,
    LAYOUT_AMOUNTS
};

struct layout_contest {
    int32_t pitch;   /* of the second routing layer, else the only one, in units */
    int64_t *layers; /* [layer_names.count]: wire of a routing layer, vias of a cut layer */
    int64_t amount[LAYOUT_AMOUNTS];
};

/* The guides of one net on a layer; count 0: nothing is outside. */
struct contest_guides {
    const struct guide_box *boxes;
    uint32_t count;
};

static bool holds(const struct contest_guides *of, uint16_t layer, struct layout_rect point)
{
    bool held = of->count == 0;
    for (uint32_t i = 0; i < of->count && !held; i++)
        held = of->boxes[i].layer == layer && rect_holds(of->boxes[i].rect, point);
    return held;
}

/* The length of a straight line outside of all boxes of the layer: from the start, it passes the
 * boxes that hold the place, or goes to the next box. */
static int64_t length_outside(const struct contest_guides *of, uint16_t layer,
                              struct layout_rect line)
{
    const bool vertical = line.x0 == line.x1;
    int32_t *at = vertical ? &line.y0 : &line.x0;
    const int32_t end = vertical ? line.y1 : line.x1;
    int64_t outside = 0;
    while (*at < end && of->count > 0) {
        int32_t held = *at, next = end;
        for (uint32_t i = 0; i < of->count; i++) {
            const struct layout_rect r = of->boxes[i].rect;
            const int32_t from = vertical ? r.y0 : r.x0, to = vertical ? r.y1 : r.x1;
            if (of->boxes[i].layer != layer || !rect_meet(r, line))
                continue;
            if (from <= *at && to > held)
                held = to;
            else if (from > *at && from < next)
                next = from;
        }
        outside += held > *at ? 0 : next - *at;
        *at = held > *at ? held : next;
    }
    return outside;
}

static void add_segment(struct layout_contest *contest, const struct layout *layout,
                        const struct contest_guides *guides, const struct placed_wire *wire)
{
    const struct layout_rect line =
        rect_join((struct layout_rect){wire->x0, wire->y0, wire->x0, wire->y0},
                  (struct layout_rect){wire->x1, wire->y1, wire->x1, wire->y1});
    const bool vertical = line.x0 == line.x1;
    const enum layer_direction direction = layout->tech.layers[wire->layer].direction;
    const int64_t length = rect_long(line);
    contest->layers[wire->layer] += length;
    contest->amount[AMOUNT_WIRE] += length;
    if (direction != DIRECTION_ANY && vertical != (direction == DIRECTION_VERTICAL))
        contest->amount[AMOUNT_WRONG_WAY_WIRE] += length;
    else if (!tracks_have(&layout->placed, wire->layer, vertical, vertical ? line.x0 : line.y0))
        contest->amount[AMOUNT_OFF_TRACK_WIRE] += length;
    contest->amount[AMOUNT_OUTSIDE_WIRE] += length_outside(guides, wire->layer, line);
}

static void add_via(struct layout_contest *contest, const struct layout *layout,
                    const struct contest_guides *guides, const struct placed_wire *wire)
{
    const struct tech_via *via = &layout->tech.vias[wire->via];
    const uint16_t metal[] = {via->bottom, via->top};
    const struct layout_rect at = {wire->x0, wire->y0, wire->x0, wire->y0};
    bool off = false, outside = false;
    for (int side = 0; side < 2; side++) {
        if (metal[side] == LAYER_NONE)
            continue;
        const bool vertical = layout->tech.layers[metal[side]].direction == DIRECTION_VERTICAL;
        off = off || !tracks_have(&layout->placed, metal[side], vertical, vertical ? at.x0 : at.y0);
        outside = outside || !holds(guides, metal[side], at);
    }
    if (via->cut != LAYER_NONE)
        contest->layers[via->cut]++;
    contest->amount[AMOUNT_VIAS]++;
    contest->amount[AMOUNT_MULTI_CUT_VIAS] += tech_via_cuts(&layout->tech, wire->via) > 1;
    contest->amount[AMOUNT_OFF_TRACK_VIAS] += off;
    contest->amount[AMOUNT_OUTSIDE_VIAS] += outside;
}

/* The pitch in which lengths count; the least distance of tracks if LEF states no PITCH. */
static int32_t pitch_of(const struct layout *layout)
{
    const struct tech *tech = &layout->tech;
    assert(tech->level_count > 0);
    const struct tech_layer *layer = &tech->layers[tech->levels[tech->level_count > 1]];
    const int32_t pitch = layer->direction == DIRECTION_VERTICAL ? layer->pitch_x : layer->pitch_y;
    return pitch > 0 ? pitch : placed_least_pitch(&layout->placed);
}

/* Measures the wiring of NETS. guides: of `placed`, whose nets have the same names, or NULL. */
static enum status measure(struct layout_contest *contest, const struct layout *layout,
                           const struct layout *placed, const struct guides *guides,
                           struct error *error)
{
    const struct placed *routed = &layout->placed;
    *contest = (struct layout_contest){.pitch = pitch_of(layout)};
    TRY(MEM_NEW(contest->layers, layout->tech.layer_names.count, "layers", error));
    for (uint32_t net = 0; net < routed->net_names.count; net++) {
        const struct slice wires = routed->nets[net].wires;
        const char *name = names_text(&routed->net_names, net);
        uint32_t there = NAME_NONE;
        if (guides != NULL)
            there = names_find(&placed->placed.net_names, name, strlen(name));
        const struct slice boxes = there != NAME_NONE ? guides->nets[there] : (struct slice){0};
        const struct contest_guides of = {boxes.count > 0 ? guides->boxes + boxes.first : NULL,
                                          boxes.count};
        for (uint32_t i = wires.first; i < wires.first + wires.count; i++) {
            const struct placed_wire *wire = &routed->wires[i];
            if (wire->kind == WIRE_SEGMENT)
                add_segment(contest, layout, &of, wire);
            else if (wire->kind == WIRE_VIA)
                add_via(contest, layout, &of, wire);
        }
    }
    return STATUS_OK;
}

static double score_of(const struct layout_contest *contest, int year)
{
    /* Twice the weights of the amounts. */
    static const int WEIGHT[LAYOUT_AMOUNTS] = {1, 1, 2, 2, 4, 2, 0, 2};
    double twice = 0;
    assert(contest->pitch > 0 && (year == 2018 || year == 2019));
    for (int a = 0; a < LAYOUT_AMOUNTS; a++)
        twice += WEIGHT[a] * (double)contest->amount[a] / (a < AMOUNT_VIAS ? contest->pitch : 1);
    if (year == 2019)
        twice +=
            4 * (double)(contest->amount[AMOUNT_VIAS] - contest->amount[AMOUNT_MULTI_CUT_VIAS]);
    return twice / 2;
}

static const char *const NAMES[LAYOUT_AMOUNTS] = {
    "wire", "off-track wire", "wrong-way wire", "out-of-guide wire",
    "vias", "off-track vias", "multi-cut vias", "out-of-guide vias"};

/* Prints the scores and amounts, and the layers that have wire or vias. */
static void put_score(FILE *out, const struct layout *layout, const struct layout_contest *contest,
                      bool guided, bool json)
{
    fprintf(out,
            json ? "\"score\": {\"ispd2018\": %.2f, \"ispd2019\": %.2f"
                 : "score without faults: %.1f (ISPD 2018), %.1f (ISPD 2019)",
            score_of(contest, 2018), score_of(contest, 2019));
    for (int a = 0; a < LAYOUT_AMOUNTS; a++) {
        const double amount = (double)contest->amount[a];
        if (!guided && (a == AMOUNT_OUTSIDE_WIRE || a == AMOUNT_OUTSIDE_VIAS))
            continue;
        fputs(json ? ", \"" : ", ", out);
        for (const char *c = NAMES[a]; *c != '\0'; c++)
            fputc(json && (*c == '-' || *c == ' ') ? '_' : *c, out);
        fprintf(out, a < AMOUNT_VIAS ? "%s %.2f" : "%s %.0f", json ? "\":" : "",
                a < AMOUNT_VIAS ? amount / contest->pitch : amount);
    }
    fprintf(out, json ? ", \"pitch_um\": %.4f, \"layers\": [" : "; pitch %.4f um\nlayers: ",
            (double)contest->pitch / layout->tech.units_per_micron);
    const char *before = "";
    for (uint32_t l = 0; l < layout->tech.layer_names.count; l++) {
        const bool wire = layout->tech.layers[l].kind == LAYER_ROUTING;
        if (contest->layers[l] == 0)
            continue;
        fprintf(out, json ? "%s{\"layer\": " : "%s", before);
        (json ? harmless_json : harmless_print)(out, names_text(&layout->tech.layer_names, l));
        if (wire)
            fprintf(out, json ? ", \"length_um\": %.4f}" : " %.1f um",
                    (double)contest->layers[l] / layout->tech.units_per_micron);
        else
            fprintf(out, json ? ", \"vias\": %" PRId64 "}" : " %" PRId64, contest->layers[l]);
        before = ", ";
    }
    fputs(json ? "]}" : "\n", out);
}

/* Lists the statements that a wire could violate and the checker does not judge. */
static void put_not_judged(FILE *out, const struct layout_notes *notes)
{
    const char *before = "";
    fputs(", \"not_judged\": [", out);
    for (uint32_t i = 0; i < notes->texts.count; i++) {
        if (notes->note[i].kind != NOTE_RULE)
            continue;
        fprintf(out, "%s{\"statement\": ", before);
        harmless_json(out, names_text(&notes->texts, i));
        fprintf(out, ", \"count\": %u}", notes->note[i].count);
        before = ", ";
    }
    fputc(']', out);
}

static void put_plan(FILE *out, const struct layout_task *it)
{
    const struct layout_plan *plan = &it->plan;
    if (plan->made)
        fprintf(out,
                ", \"plan\": {\"tiles\": [%u, %u], \"overflow\": %.2f, \"worst\": %.2f, "
                "\"edges_over\": %" PRIu64 ", \"proven_overflow\": %.2f, \"seconds\": %.6f}",
                plan->across, plan->down, plan->verdict.overflow, plan->verdict.most_over,
                plan->verdict.edges_over, plan->proven, plan->seconds);
}

enum status layout_score_find(struct task *task, FILE *out, struct error *error)
{
    struct layout_task *it = layout_of(task);
    const struct layout *layout = &it->run.routed;
    const struct guides *guides = it->guides.nets != NULL ? &it->guides : NULL;
    struct layout_contest contest;
    struct memory_text text;
    assert(it->run.has_routed && it->score == NULL);
    TRY(memory_text_open(&text, "the score", error));
    enum status status = measure(&contest, layout, &it->run.placed, guides, error);
    if (status == STATUS_OK) {
        put_score(text.out, layout, &contest, guides != NULL, true);
        put_not_judged(text.out, &layout->notes);
        put_plan(text.out, it);
    }
    if (status == STATUS_OK && out != NULL)
        put_score(out, layout, &contest, guides != NULL, false);
    free(contest.layers);
    status = memory_text_end(&text, status, error);
    it->score = text.text;
    return status;
}
