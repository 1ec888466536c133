/* layout_antenna: the antenna ratios of a layout with its wires: for check, explain and records. */
#include <inttypes.h>
#include <stdlib.h>

#include "grid/text/harmless.h"
#include "router/cli/subject/layout/layout_subject.h"

enum { ANTENNA_TEXT_MAX = 400 }; /* bytes of a violation in words, with its NUL */

uint32_t layout_antenna_percent(const struct task *task)
{
    return (uint32_t)options_number(task->options, OPT_ANTENNA_LIMITS, 100);
}

struct antenna_collection {
    struct layout_antennas *to;
    struct error *error;
    enum status status;
};

static void collect(void *context, const struct antenna_violation *violation)
{
    struct antenna_collection *it = context;
    THEN(it->status, MEM_APPEND(it->to->at, it->to->capacity, it->to->count, *violation, "antennas",
                                it->error));
}

void layout_antennas_destroy(struct layout_antennas *antennas)
{
    antenna_verdict_destroy(&antennas->verdict);
    free(antennas->at);
    *antennas = (struct layout_antennas){0};
}

enum status layout_antennas_find(const struct task *task, const struct layout *layout,
                                 struct layout_antennas *antennas, struct error *error)
{
    const uint32_t percent = layout_antenna_percent(task);
    struct antenna_collection it = {antennas, error, STATUS_OK};
    layout_antennas_destroy(antennas);
    if (percent == 0)
        return STATUS_OK;
    TRY(antenna_check(layout, percent, collect, &it, &antennas->verdict, error));
    return it.status;
}

static const char *net_text(const struct layout *layout, const struct antenna_violation *violation,
                            char text[ANTENNA_TEXT_MAX])
{
    char words[ANTENNA_TEXT_MAX - 110];
    snprintf(text, ANTENNA_TEXT_MAX, "antenna: net %.80s: %s",
             names_text(&layout->placed.net_names, violation->net),
             antenna_text(layout, violation, words, sizeof words));
    return text;
}

void layout_antennas_tell(const struct layout *layout, const struct layout_antennas *antennas,
                          subject_fault *fault, void *context)
{
    char text[ANTENNA_TEXT_MAX];
    for (size_t i = 0; i < antennas->count; i++)
        fault(context, 0, net_text(layout, &antennas->at[i], text));
}

void layout_antennas_sum(const struct task *task, const struct layout_antennas *antennas, FILE *out)
{
    const struct antenna_verdict *verdict = &antennas->verdict;
    const uint32_t percent = layout_antenna_percent(task);
    if (!verdict->has_limits)
        return;
    fprintf(out, "antennas: %" PRIu64 " ratios above ", verdict->violations);
    if (percent != 100)
        fprintf(out, "%" PRIu32 " %% of ", percent);
    fprintf(out, "their limit, in %" PRIu32 " of %" PRIu32 " nets with gates",
            verdict->violating_nets, verdict->nets);
    if (verdict->by_pin > 0)
        fprintf(out, "; %" PRIu64 " need a diode", verdict->by_pin);
    fputc('\n', out);
}
