/* engine_pair: see the header. */
#include "router/engine/engine_pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid/clock.h"
#include "router/engine/changes.h"
#include "router/search/field.h"

#define PACE_STEP   (1.0 / 16)
#define PACE_FORGET (1.0 / 4096) /* a call of the other engine */
#define PACE_MAX    64.0

struct pair_part {
    const struct engine_ops *ops;
    struct engine *engine;  /* NULL until it is opened */
    struct changes changes; /* since it last searched */
    double pace;            /* seconds that it takes, for each that was estimated */
};

struct pair {
    struct engine head; /* must be first */
    const struct field *field;
    struct engine_options options;
    unsigned features; /* of the field */
    struct pair_part home, away;
    double missed;     /* seconds that the engine away would have saved, had it been open */
    bool lost;         /* it failed: the one at home is alone */
    struct error loss; /* why */
    char wave[64], device[128];
};

/* ---- one of the two ------------------------------------------------------------------------- */

/* Hands an engine's error on, if there is one, with its name. */
static enum status part_end(const struct pair_part *part, enum status status,
                            const struct error *inner, struct error *error)
{
    return status == STATUS_OK
               ? STATUS_OK
               : error_set(error, status, "%s: %.600s", part->ops->name, inner->text);
}

static enum status part_open(struct pair *pair, struct pair_part *part, struct error *error)
{
    struct error inner = {0};
    enum status status = part->ops->open(&part->engine, pair->field, &pair->options, &inner);
    return part_end(part, status, &inner, error);
}

/* An engine that is not open needs no boxes: it reads the field when it is opened. */
static enum status part_note(struct pair_part *part, const struct box *dirty, size_t count,
                             struct error *error)
{
    assert(count == 0 || dirty != NULL);
    return part->engine != NULL ? changes_note(&part->changes, dirty, count, error) : STATUS_OK;
}

static double part_estimate(const struct pair *pair, const struct pair_part *part,
                            const struct job *jobs, size_t count)
{
    return part->pace *
           part->ops->estimate(pair->field, pair->features, &pair->options, jobs, count);
}

static void part_learn(struct pair_part *part, double estimated, double took)
{
    assert(part->pace >= 1 / PACE_MAX && part->pace <= PACE_MAX);
    part->pace *= took > estimated ? 1 + PACE_STEP : 1 / (1 + PACE_STEP);
    part->pace = part->pace > PACE_MAX       ? PACE_MAX
                 : part->pace < 1 / PACE_MAX ? 1 / PACE_MAX
                                             : part->pace;
}

static enum status part_search(struct pair_part *part, struct job *jobs, size_t count,
                               double estimated, struct error *error)
{
    assert(estimated >= 0);
    struct error inner = {0};
    double start = clock_seconds();
    assert(part->engine != NULL);
    enum status status = changes_tell(&part->changes, part->engine, &inner);
    THEN(status, part->ops->expand(part->engine, jobs, count, &inner));
    part_learn(part, estimated, clock_seconds() - start);
    return part_end(part, status, &inner, error);
}

static void part_close(struct pair_part *part)
{
    part->ops->close(part->engine);
    changes_destroy(&part->changes);
}

/* ---- both ----------------------------------------------------------------------------------- */

/* Writes what the summary shows of the two. */
static void describe(struct pair *pair)
{
    const struct pair_part *home = &pair->home, *away = &pair->away;
    bool both = away->engine != NULL;
    snprintf(pair->wave, sizeof pair->wave, "%s%s%s", both ? away->ops->wave(away->engine) : "",
             both ? "+" : "", home->ops->wave(home->engine));
    snprintf(pair->device, sizeof pair->device, "%s%s%s%s%.70s",
             both ? away->ops->device(away->engine) : "", both ? "+" : "",
             home->ops->device(home->engine), pair->lost ? "; without " : "",
             pair->lost ? pair->loss.text : "");
}

static void lose_away(struct pair *pair)
{
    pair->lost = true;
    describe(pair);
}

/* Opens the engine away where it has missed enough; true where it is open. */
static bool away_is_ready(struct pair *pair, double saves)
{
    struct pair_part *away = &pair->away;
    pair->missed += saves;
    if (away->engine == NULL &&
        pair->missed >= away->ops->estimate(pair->field, pair->features, &pair->options, NULL, 0)) {
        if (part_open(pair, away, &pair->loss) == STATUS_OK)
            describe(pair);
        else
            lose_away(pair);
    }
    return away->engine != NULL;
}

static enum status pair_expand(struct engine *base, struct job *jobs, size_t count,
                               struct error *error)
{
    assert(count == 0 || jobs != NULL);
    struct pair *pair = (struct pair *)base;
    struct pair_part *home = &pair->home, *away = &pair->away;
    double here = part_estimate(pair, home, jobs, count);
    double there = pair->lost ? here : part_estimate(pair, away, jobs, count);
    if (there < here && away_is_ready(pair, here - there)) {
        home->pace += (1 - home->pace) * PACE_FORGET;
        if (part_search(away, jobs, count, there, &pair->loss) == STATUS_OK)
            return STATUS_OK;
        lose_away(pair);
    }
    away->pace += (1 - away->pace) * PACE_FORGET;
    return part_search(home, jobs, count, here, error);
}

static enum status pair_update(struct engine *base, const struct box *dirty, size_t count,
                               struct error *error)
{
    assert(count == 0 || dirty != NULL);
    struct pair *pair = (struct pair *)base;
    enum status status = part_note(&pair->home, dirty, count, error);
    return status == STATUS_OK && !pair->lost ? part_note(&pair->away, dirty, count, error)
                                              : status;
}

static void pair_close(struct engine *base)
{
    struct pair *pair = (struct pair *)base;
    if (pair == NULL)
        return;
    part_close(&pair->away);
    part_close(&pair->home);
    free(pair);
}

static enum status pair_open(struct engine **base, const struct field *field,
                             const struct engine_options *options, struct error *error)
{
    *base = NULL;
    assert(options->home != NULL && options->away != NULL);
    assert(options->home->estimate != NULL && options->away->estimate != NULL);
    struct pair *pair;
    TRY(MEM_NEW(pair, 1, "engine", error));
    pair->head.ops = engine_pair();
    pair->field = field;
    pair->options = *options;
    pair->features = field_features(field);
    pair->home = (struct pair_part){.ops = options->home, .pace = 1};
    pair->away = (struct pair_part){.ops = options->away, .pace = 1};
    bool named = options->wave != NULL && strcmp(options->wave, "auto") != 0;
    enum status status = part_open(pair, &pair->home, error);
    if (status == STATUS_OK && named)
        status = part_open(pair, &pair->away, error);
    if (status != STATUS_OK) {
        pair_close(&pair->head);
        return status;
    }
    describe(pair);
    *base = &pair->head;
    return STATUS_OK;
}

/* ---- the table ------------------------------------------------------------------------------ */

static const char *pair_unusable(void)
{
    return NULL; /* the caller has asked both engines */
}

/* That of the engine at home, which gets the small searches. More jobs at once would gain time on
 * the engine away, but cost as much at home, where some of them would be searched in vain. */
static size_t pair_appetite(const struct engine *base)
{
    const struct pair_part *home = &((const struct pair *)base)->home;
    return home->ops->appetite(home->engine);
}

static const char *pair_wave(const struct engine *base)
{
    return ((const struct pair *)base)->wave;
}

static const char *pair_device(const struct engine *base)
{
    return ((const struct pair *)base)->device;
}

static const char *pair_lost(const struct engine *base)
{
    const struct pair *pair = (const struct pair *)base;
    const struct pair_part *away = &pair->away;
    if (pair->lost)
        return pair->loss.text;
    return away->engine != NULL && away->ops->lost != NULL ? away->ops->lost(away->engine) : "";
}

static void pair_peak_bytes(const struct engine *base, size_t *host, size_t *device)
{
    const struct pair *pair = (const struct pair *)base;
    const struct pair_part *part[] = {&pair->home, &pair->away};
    *host = sizeof *pair;
    *device = 0;
    for (int i = 0; i < 2; i++) {
        size_t host_part = 0, device_part = 0;
        if (part[i]->engine != NULL)
            part[i]->ops->peak_bytes(part[i]->engine, &host_part, &device_part);
        *host += host_part + changes_bytes(&part[i]->changes);
        *device += device_part;
    }
}

const struct engine_ops *engine_pair(void)
{
    static const struct engine_ops ops = {
        .name = "gpu+cpu",
        .unusable = pair_unusable,
        .open = pair_open,
        .update = pair_update,
        .expand = pair_expand,
        .appetite = pair_appetite,
        .wave = pair_wave,
        .device = pair_device,
        .peak_bytes = pair_peak_bytes,
        .close = pair_close,
        .lost = pair_lost,
    };
    return &ops;
}
