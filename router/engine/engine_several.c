/* engine_several: deals the jobs of a call to the devices, one host thread per device. */
#include "router/engine/engine_several.h"

#include "grid/workers.h"
#include "router/engine/changes.h"
#include "router/engine/devices.h"
#include "router/search/field.h"

enum {
    SAMPLES = 1024, /* jobs sampled to divide a call */
    JOB_CELLS = 64  /* fixed work of a search, in cells of its window */
};

struct several_part {
    struct engine *engine;
    unsigned device;
    struct changes changes; /* since its last search */
    size_t first, end;      /* jobs of this call */
    enum status status;     /* of its last call */
    struct error error;
};

struct several {
    struct engine head; /* must be first */
    const struct field *field;
    struct engine_options options;
    struct several_part *parts; /* [count] devices in use */
    size_t count;
    uint64_t reserve;     /* bit set of unused devices */
    struct workers *pool; /* NULL if opened with one device */
    struct job *jobs;     /* of this call */
    char device[128];
    char lost[ERROR_TEXT_MAX];
};

/* ---- threads and devices -------------------------------------------------------------------- */

/* Calls the body on parts 0 .. count - 1, each in its own thread. */
static void each_part(struct several *several, workers_body *body, size_t count)
{
    if (several->pool != NULL && count > 1)
        workers_run(several->pool, body, several, count, 1);
    else if (count > 0)
        body(several, 0, count);
}

static void open_parts(void *context, size_t first, size_t end)
{
    struct several *several = context;
    for (size_t i = first; i < end; i++) {
        struct several_part *part = &several->parts[i];
        struct engine_options options = several->options;
        options.devices = (struct engine_devices){.list = UINT64_C(1) << part->device};
        part->status = options.each->open(&part->engine, several->field, &options, &part->error);
    }
}

static void search_parts(void *context, size_t first, size_t end)
{
    struct several *several = context;
    for (size_t i = first; i < end; i++) {
        struct several_part *part = &several->parts[i];
        part->status = changes_pass(&part->changes, part->engine, &part->error);
        if (part->status == STATUS_OK)
            part->status = part->engine->ops->expand(part->engine, several->jobs + part->first,
                                                     part->end - part->first, &part->error);
    }
}

static void close_part(struct several *several, struct several_part *part)
{
    several->options.each->close(part->engine);
    changes_destroy(&part->changes);
}

/* ---- failures ------------------------------------------------------------------------------- */

static void note_loss(struct several *several, const struct several_part *part)
{
    const size_t used = strlen(several->lost), left = sizeof several->lost - used;
    snprintf(several->lost + used, left, "%sGPU %u: %.300s", used > 0 ? "; " : "", part->device,
             part->error.text);
}

/* Replaces a failed device from the reserve; false if the reserve is empty. */
static bool replace(struct several *several, struct several_part *part)
{
    while (several->reserve != 0) {
        *part = (struct several_part){.device = devices_first(several->reserve)};
        several->reserve &= several->reserve - 1;
        const size_t index = (size_t)(part - several->parts);
        open_parts(several, index, index + 1);
        if (part->status == STATUS_OK)
            return true;
        note_loss(several, part);
        close_part(several, part);
    }
    return false;
}

/* Removes the failed ones of the first `asked` parts. Returns the number of failures. */
static size_t leave_out(struct several *several, size_t asked)
{
    size_t kept = 0, failed = 0;
    for (size_t i = 0; i < several->count; i++) {
        struct several_part *part = &several->parts[i];
        bool stays = true;
        if (i < asked && part->status != STATUS_OK) {
            failed++;
            note_loss(several, part);
            close_part(several, part);
            stays = replace(several, part);
        }
        if (stays)
            several->parts[kept++] = *part;
    }
    several->count = kept;
    return failed;
}

static enum status none_left(const struct several *several, struct error *error)
{
    return error_fail(error, "no GPU is left: %.700s", several->lost);
}

/* Sets the names of the wave and of the devices: "2 x NVIDIA H200". */
static void describe(struct several *several)
{
    const struct engine *first = several->parts[0].engine;
    several->head.wave = several->count > 0 ? first->wave : "none";
    if (several->count == 1)
        snprintf(several->device, sizeof several->device, "%.100s", first->device);
    else if (several->count > 1)
        snprintf(several->device, sizeof several->device, "%zu x %.100s", several->count,
                 first->device);
}

/* ---- dividing the jobs of a call ------------------------------------------------------------ */

static uint64_t work_of(const struct several *several, const struct job *job)
{
    return JOB_CELLS + box_cells(several->field->grid, job->window);
}

/* The index of sample i of `samples` among `count` jobs; count for i == samples. */
static size_t sampled(size_t i, size_t samples, size_t count)
{
    assert(samples > 0 && i <= samples);
    return i * count / samples;
}

/* Divides the jobs into `used` parts of about equal work, at least one job each. */
static void deal(struct several *several, size_t count, size_t used)
{
    const size_t samples = count < SAMPLES ? count : SAMPLES;
    uint64_t total = 0, sum = 0;
    assert(used >= 1 && used <= several->count && used <= count);
    for (size_t i = 0; i < samples; i++)
        total += work_of(several, &several->jobs[sampled(i, samples, count)]);
    for (size_t i = 0, k = 0; k < used; k++) {
        const uint64_t wanted = total / used * (k + 1);
        while (i < samples && sum < wanted)
            sum += work_of(several, &several->jobs[sampled(i++, samples, count)]);
        struct several_part *part = &several->parts[k];
        part->first = k > 0 ? several->parts[k - 1].end : 0;
        part->end = k + 1 < used ? sampled(i, samples, count) : count;
        if (part->end <= part->first)
            part->end = part->first + 1;
        if (part->end > count - (used - k - 1))
            part->end = count - (used - k - 1);
    }
}

static enum status several_expand(struct engine *base, struct job *jobs, size_t count,
                                  struct error *error)
{
    struct several *several = (struct several *)base;
    several->jobs = jobs;
    while (several->count > 0) {
        const size_t used = count < several->count ? count : several->count;
        if (used > 0)
            deal(several, count, used);
        each_part(several, search_parts, used);
        if (leave_out(several, used) == 0)
            return STATUS_OK;
        describe(several);
    }
    return none_left(several, error);
}

static enum status several_update(struct engine *base, const struct box *dirty, size_t count,
                                  struct error *error)
{
    struct several *several = (struct several *)base;
    for (size_t i = 0; i < several->count; i++)
        TRY(changes_note(&several->parts[i].changes, dirty, count, error));
    return STATUS_OK;
}

/* ---- from open to close --------------------------------------------------------------------- */

static void several_close(struct engine *base)
{
    struct several *several = (struct several *)base;
    if (several == NULL)
        return;
    for (size_t i = 0; i < several->count; i++)
        close_part(several, &several->parts[i]);
    workers_destroy(several->pool);
    MEM_FREE(several->parts, several);
}

/* Opens all parts. STATUS_BAD_INPUT (an unsupported wave) is no failure of a device. */
static enum status prepare(struct several *several, uint64_t own, struct error *error)
{
    const unsigned count = devices_count(own);
    TRY(MEM_NEW(several->parts, count, "devices", error));
    if (count > 1)
        TRY(workers_create(&several->pool, count, error));
    several->options.threads /= count;
    if (several->options.threads == 0)
        several->options.threads = 1;
    for (; own != 0; own &= own - 1)
        several->parts[several->count++].device = devices_first(own);
    each_part(several, open_parts, several->count);
    for (size_t i = 0; i < several->count; i++)
        if (several->parts[i].status == STATUS_BAD_INPUT)
            return error_refuse(error, "%s", several->parts[i].error.text);
    (void)leave_out(several, several->count);
    if (several->count == 0)
        return none_left(several, error);
    describe(several);
    return STATUS_OK;
}

static enum status several_open(struct engine **base, const struct field *field,
                                const struct engine_options *options, struct error *error)
{
    uint64_t own = 0, reserve = 0;
    *base = NULL;
    assert(options->each != NULL);
    devices_choose(&options->devices, &own, &reserve);
    if (own == 0)
        return error_fail(error, "none of the GPUs asked for is usable");
    struct several *several;
    TRY(MEM_NEW(several, 1, "engine", error));
    several->head = (struct engine){&engine_several, "none", several->device, several->lost};
    several->field = field;
    several->options = *options;
    several->reserve = reserve;
    enum status status = prepare(several, own, error);
    if (status != STATUS_OK) {
        several_close(&several->head);
        return status;
    }
    *base = &several->head;
    return STATUS_OK;
}

/* ---- the table of the engine ---------------------------------------------------------------- */

static void several_peak_bytes(const struct engine *base, size_t *host, size_t *device)
{
    const struct several *several = (const struct several *)base;
    *host = sizeof *several;
    *device = 0;
    for (size_t i = 0; i < several->count; i++) {
        const struct several_part *part = &several->parts[i];
        size_t host_part = 0, device_part = 0;
        several->options.each->peak_bytes(part->engine, &host_part, &device_part);
        *host += host_part + sizeof *part + changes_bytes(&part->changes);
        *device += device_part;
    }
}

/* The estimate of one device with an equal share of the jobs. */
static double several_estimate(const struct field *field, unsigned features,
                               const struct engine_options *options, const struct job *jobs,
                               size_t count)
{
    uint64_t own = 0, reserve = 0;
    devices_choose(&options->devices, &own, &reserve);
    const size_t devices = own != 0 ? devices_count(own) : 1;
    return options->each->estimate(field, features, options, jobs, (count + devices - 1) / devices);
}

const struct engine_ops engine_several = {
    .name = "gpu",
    .open = several_open,
    .update = several_update,
    .expand = several_expand,
    .peak_bytes = several_peak_bytes,
    .close = several_close,
    .estimate = several_estimate,
};

const struct engine_ops *engine_several_of(const struct engine_ops *each,
                                           struct engine_options *options)
{
    if (!devices_asked(&options->devices) || each->devices == NULL)
        return each;
    options->each = each;
    options->devices.usable = each->devices();
    return &engine_several;
}
