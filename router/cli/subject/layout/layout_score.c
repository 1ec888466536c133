/* layout_score: the score of a result in the contests, as a line of text and as JSON. */
#include <inttypes.h>
#include <stdlib.h>

#include "grid/text/harmless.h"
#include "router/cli/subject/layout/layout_contest.h"
#include "router/cli/subject/layout/layout_subject.h"

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
            layout_contest_score(contest, 2018), layout_contest_score(contest, 2019));
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

/* Lists the statements that a wire could break and the checker does not judge. */
static void put_not_judged(FILE *out, const struct layout_notes *notes)
{
    const char *before = "";
    fputs(", \"not_judged\": [", out);
    for (uint32_t i = 0; i < notes->texts.count; i++) {
        if (notes->note[i].kind != NOTE_RULE)
            continue;
        fprintf(out, "%s{\"statement\": ", before);
        harmless_json(out, names_text(&notes->texts, i));
        fprintf(out, ", \"count\": %" PRIu32 "}", notes->note[i].count);
        before = ", ";
    }
    fputc(']', out);
}

enum status layout_score_find(struct task *task, FILE *out, struct error *error)
{
    struct layout_task *it = layout_of(task);
    const struct layout *layout = &it->run.routed;
    const struct guides *guides = it->guides.nets != NULL ? &it->guides : NULL;
    struct layout_contest contest;
    size_t size = 0;
    assert(it->run.has_routed && it->score == NULL);
    TRY(layout_contest_make(&contest, layout, &it->run.placed, guides, error));
    FILE *text = open_memstream(&it->score, &size);
    if (text != NULL) {
        put_score(text, layout, &contest, guides != NULL, true);
        put_not_judged(text, &layout->notes);
    }
    if (out != NULL)
        put_score(out, layout, &contest, guides != NULL, false);
    free(contest.layers);
    return text != NULL && fclose(text) == 0
               ? STATUS_OK
               : error_set(error, STATUS_FAILED, "out of memory for the score");
}
