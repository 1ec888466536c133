/* engine_pair: compares estimate * pace of both engines; opens the device when that pays. */
#include "router/engine/engine_pair.h"

#include "grid/clock.h"
#include "router/engine/changes.h"

#define PACE_STEP   (1.0 / 16)   /* relative change of the pace per call */
#define PACE_FORGET (1.0 / 4096) /* share by which the pace returns to 1 per call of the other */
#define PACE_MAX    64.0         /* the pace stays within 1 / PACE_MAX .. PACE_MAX */

struct pair_part {
    const struct engine_ops *ops;
    struct engine *engine;  /* NULL until it is opened */
    struct changes changes; /* since its last search */
    double pace;            /* measured time over estimated time */
};

struct pair {
    struct engine head; /* must be first */
    const struct field *field;
    struct engine_options options;
    unsigned features; /* of the field */
    struct pair_part host, accelerator;
    double missed;     /* seconds that an open device would have saved */
    bool lost;         /* the device failed */
    struct error loss; /* the reason */
    char wave[64], device[128];
};

/* ---- one engine ----------------------------------------------------------------------------- */

/* Adds the engine's name to its error, if there is one. */
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

/* A closed engine needs no boxes: it reads the whole field when it is opened. */
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
    enum status status = changes_pass(&part->changes, part->engine, &inner);
    THEN(status, part->ops->expand(part->engine, jobs, count, &inner));
    part_learn(part, estimated, clock_seconds() - start);
    return part_end(part, status, &inner, error);
}

static void part_close(struct pair_part *part)
{
    part->ops->close(part->engine);
    changes_destroy(&part->changes);
}

/* ---- both engines --------------------------------------------------------------------------- */

/* Updates the texts of the head. */
static void describe(struct pair *pair)
{
    const struct engine *host = pair->host.engine, *accelerator = pair->accelerator.engine;
    const bool both = accelerator != NULL;
    snprintf(pair->wave, sizeof pair->wave, "%s%s%s", both ? accelerator->wave : "",
             both ? "+" : "", host->wave);
    snprintf(pair->device, sizeof pair->device, "%s%s%s%s%.70s", both ? accelerator->device : "",
             both ? "+" : "", host->device, pair->lost ? "; without " : "",
             pair->lost ? pair->loss.text : "");
    pair->head.lost = pair->lost ? pair->loss.text : both ? accelerator->lost : "";
}

static void lose_accelerator(struct pair *pair)
{
    pair->lost = true;
    describe(pair);
}

/* Opens the device if the missed time has reached its opening time; true if it is open. */
static bool accelerator_is_open(struct pair *pair, double saves)
{
    struct pair_part *accelerator = &pair->accelerator;
    pair->missed += saves;
    if (accelerator->engine == NULL &&
        pair->missed >=
            accelerator->ops->estimate(pair->field, pair->features, &pair->options, NULL, 0)) {
        if (part_open(pair, accelerator, &pair->loss) == STATUS_OK)
            describe(pair);
        else
            lose_accelerator(pair);
    }
    return accelerator->engine != NULL;
}

static enum status pair_expand(struct engine *base, struct job *jobs, size_t count,
                               struct error *error)
{
    assert(count == 0 || jobs != NULL);
    struct pair *pair = (struct pair *)base;
    struct pair_part *host = &pair->host, *accelerator = &pair->accelerator;
    double here = part_estimate(pair, host, jobs, count);
    double there = pair->lost ? here : part_estimate(pair, accelerator, jobs, count);
    if (there < here && accelerator_is_open(pair, here - there)) {
        host->pace += (1 - host->pace) * PACE_FORGET;
        if (part_search(accelerator, jobs, count, there, &pair->loss) == STATUS_OK)
            return STATUS_OK;
        lose_accelerator(pair);
    }
    accelerator->pace += (1 - accelerator->pace) * PACE_FORGET;
    return part_search(host, jobs, count, here, error);
}

static enum status pair_update(struct engine *base, const struct box *dirty, size_t count,
                               struct error *error)
{
    assert(count == 0 || dirty != NULL);
    struct pair *pair = (struct pair *)base;
    enum status status = part_note(&pair->host, dirty, count, error);
    return status == STATUS_OK && !pair->lost ? part_note(&pair->accelerator, dirty, count, error)
                                              : status;
}

static void pair_close(struct engine *base)
{
    struct pair *pair = (struct pair *)base;
    if (pair == NULL)
        return;
    part_close(&pair->accelerator);
    part_close(&pair->host);
    free(pair);
}

static enum status pair_open(struct engine **base, const struct field *field,
                             const struct engine_options *options, struct error *error)
{
    *base = NULL;
    assert(options->host != NULL && options->accelerator != NULL);
    assert(options->host->estimate != NULL && options->accelerator->estimate != NULL);
    struct pair *pair;
    TRY(MEM_NEW(pair, 1, "engine", error));
    pair->head = (struct engine){&engine_pair, pair->wave, pair->device, ""};
    pair->field = field;
    pair->options = *options;
    pair->features = field_features(field);
    pair->host = (struct pair_part){.ops = options->host, .pace = 1};
    pair->accelerator = (struct pair_part){.ops = options->accelerator, .pace = 1};
    bool named = options->wave != NULL && strcmp(options->wave, "auto") != 0;
    enum status status = part_open(pair, &pair->host, error);
    if (status == STATUS_OK && named)
        status = part_open(pair, &pair->accelerator, error);
    if (status != STATUS_OK) {
        pair_close(&pair->head);
        return status;
    }
    describe(pair);
    *base = &pair->head;
    return STATUS_OK;
}

/* ---- the table of the engine ---------------------------------------------------------------- */

static void pair_peak_bytes(const struct engine *base, size_t *host, size_t *device)
{
    const struct pair *pair = (const struct pair *)base;
    const struct pair_part *part[] = {&pair->host, &pair->accelerator};
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

const struct engine_ops engine_pair = {
    .name = "gpu+cpu",
    .open = pair_open,
    .update = pair_update,
    .expand = pair_expand,
    .peak_bytes = pair_peak_bytes,
    .close = pair_close,
};
