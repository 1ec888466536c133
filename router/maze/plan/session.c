/* session: opens the searchers, and gives the engine one search of each net at a time. */
#include "router/maze/plan/session.h"

#include "grid/clock.h"

/* Size of the first batch: nets times cells of the grid. */
#define FIRST_BATCH_CELLS (UINT64_C(1) << 28)

enum {
    GOAL_SHARE = 16,       /* a goal-directed search sets about 1 / GOAL_SHARE of the labels */
    BOX_SLACK = 64,        /* maximum number of unchanged columns in a joined box */
    PINS_PER_RANGE = 4096, /* minimum number of pins per thread */
};

static enum status open_engine(struct searcher *searcher, const struct route_options *options,
                               struct error *error)
{
    assert(searcher->engine == NULL);
    struct engine_options engine = options->engine_options;
    enum status status =
        options->engine->open(&searcher->engine, &searcher->store.field, &engine, error);
    if (status != STATUS_BAD_INPUT || searcher->store.field.toll == NULL)
        return status;
    engine.wave = "auto"; /* the wave requested does not support tolls */
    if (error != NULL)
        error_clear(error);
    return options->engine->open(&searcher->engine, &searcher->store.field, &engine, error);
}

static void close_pins(void *context, size_t first, size_t end)
{
    struct searcher *searcher = context;
    field_close_pins(&searcher->store, &searcher->seen.nets, first, end);
}

/* Makes the field, on all threads. */
static enum status make_field(struct searcher *searcher, const struct session *session,
                              struct error *error)
{
    if (session->options->alone)
        return field_create(&searcher->store, &searcher->seen.grid, error);
    TRY(field_begin(&searcher->store, &searcher->seen.grid, error));
    workers_run(session->workers, close_pins, searcher, searcher->seen.nets.pin_count,
                PINS_PER_RANGE);
    field_fix(&searcher->store, &searcher->store);
    return STATUS_OK;
}

static enum status searcher_open(struct searcher *searcher, const struct session *session,
                                 bool toll, struct error *error)
{
    searcher->seen = *session->design;
    TRY(make_field(searcher, session, error));
    if (toll) { /* what is kept is closed in both searchers, and stays closed */
        TRY(field_add_toll(&searcher->store, error));
        field_fix(&searcher->store, &session->hard.store);
    }
    return open_engine(searcher, session->options, error);
}

static void searcher_close(struct searcher *searcher)
{
    if (searcher->engine != NULL)
        searcher->engine->ops->close(searcher->engine);
    field_destroy(&searcher->store);
    free(searcher->dirty);
}

enum status session_open(struct session *session, const struct design *design,
                         const struct route_options *options, struct error *error)
{
    assert(design != NULL && options != NULL);
    *session = (struct session){.design = design, .options = options, .start = clock_seconds()};
    TRY(workers_create(&session->workers, options->engine_options.threads, error));
    return searcher_open(&session->hard, session, false, error);
}

enum status session_open_soft(struct session *session, struct error *error)
{
    assert(session->hard.engine != NULL && session->soft.engine == NULL);
    return searcher_open(&session->soft, session, true, error);
}

enum status session_set_soft_rules(struct session *session, const struct step_rules *rules,
                                   struct error *error)
{
    assert(session->soft.engine != NULL);
    struct searcher *searcher = &session->soft;
    session_note_device(session, searcher);
    searcher->engine->ops->close(searcher->engine);
    searcher->engine = NULL;
    searcher->dirty_count = 0;
    searcher->seen.grid.rules = *rules;
    return open_engine(searcher, session->options, error);
}

static void keep_longer(char *kept, size_t size, const char *text)
{
    assert(text != NULL);
    if (strlen(text) > strlen(kept))
        snprintf(kept, size, "%s", text);
}

void session_note_device(struct session *session, const struct searcher *searcher)
{
    if (searcher->engine == NULL)
        return;
    keep_longer(session->device, sizeof session->device, searcher->engine->device);
    keep_longer(session->lost, sizeof session->lost, searcher->engine->lost);
}

void session_close(struct session *session)
{
    searcher_close(&session->hard);
    searcher_close(&session->soft);
    workers_destroy(session->workers);
    MEM_CLEAR(session, session->jobs, session->which);
}

void session_report(const struct session *session, struct route_progress progress)
{
    assert(progress.phase != NULL && progress.done <= progress.total);
    if (session->options->progress != NULL)
        session->options->progress(session->options->context, &progress);
}

double session_seconds(const struct session *session)
{
    return clock_seconds() - session->start;
}

enum session_state session_state(const struct session *session)
{
    const volatile sig_atomic_t *stop = session->options->engine_options.stop;
    if (stop_raised(stop))
        return SESSION_STOPPED;
    if (session->options->time_limit > 0 &&
        session_seconds(session) >= session->options->time_limit)
        return SESSION_TIME_IS_UP;
    return SESSION_GOES_ON;
}

uint32_t session_first_batch(const struct session *session)
{
    uint64_t batch = FIRST_BATCH_CELLS / grid_cells(&session->design->grid);
    return batch < 1 ? 1 : batch < UINT32_MAX ? (uint32_t)batch : UINT32_MAX;
}

uint32_t session_next_batch(const struct session *session, uint32_t batch, uint32_t most,
                            double begun)
{
    assert(batch >= 1 && most >= 1);
    double seconds = session_seconds(session) - begun;
    if (seconds > SESSION_BATCH_SECONDS)
        return batch > 1 ? batch / 2 : 1;
    if (seconds > SESSION_BATCH_SECONDS / 3)
        return batch;
    return batch < most / 2 ? 2 * batch : most;
}

enum status searcher_touch(struct searcher *searcher, struct box box, struct error *error)
{
    return box_is_empty(box) ? STATUS_OK
                             : MEM_APPEND(searcher->dirty, searcher->dirty_capacity,
                                          searcher->dirty_count, box, "changed boxes", error);
}

enum status searcher_touch_wires(struct searcher *searcher, const struct wire *wires, size_t count,
                                 struct error *error)
{
    assert(count == 0 || wires != NULL);
    struct box box = box_empty();
    for (size_t i = 0; i < count; i++) {
        struct box next = box_of_wire(searcher->store.field.grid, wires[i]),
                   both = box_join(box, next);
        if (i > 0 && box_columns(both) > box_columns(box) + box_columns(next) + BOX_SLACK) {
            TRY(searcher_touch(searcher, box, error));
            both = next;
        }
        box = both;
    }
    return searcher_touch(searcher, box, error);
}

/* Reports to the searcher's engine what changed, and searches. */
static enum status expand(struct session *session, struct searcher *searcher, struct job *jobs,
                          size_t count, struct error *error)
{
    assert(searcher->engine != NULL && (count == 0 || jobs != NULL));
    const struct engine_ops *ops = searcher->engine->ops;
    if (searcher->dirty_count > 0)
        TRY(ops->update(searcher->engine, searcher->dirty, searcher->dirty_count, error));
    searcher->dirty_count = 0;
    session->searches += count;
    return ops->expand(searcher->engine, jobs, count, error);
}

/* Makes a job for every growth that is neither complete nor has failed; which[job] = growth. */
static size_t gather_jobs(const struct session *session, const struct growth *growths,
                          const struct box *windows, size_t count, struct job *jobs, size_t *which)
{
    assert(count == 0 || growths != NULL);
    size_t open = 0;
    for (size_t i = 0; i < count; i++) {
        if (connect_is_done(&growths[i]) || growths[i].outcome != OUTCOME_FOUND)
            continue;
        struct box window = windows != NULL ? windows[i] : box_whole(&session->design->grid);
        which[open] = i;
        jobs[open++] = connect_job(&growths[i], window);
    }
    return open;
}

static enum status take_paths(struct session *session, struct growth *growths, size_t count,
                              struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        const struct job *job = &session->jobs[i];
        struct growth *growth = &growths[session->which[i]];
        session_count_work(session, growth,
                           box_cells(&session->design->grid, job->window) / GOAL_SHARE);
        growth->outcome = job->outcome;
        if (job->outcome == OUTCOME_FOUND)
            TRY(connect_take(growth, job, error));
    }
    return STATUS_OK;
}

enum status session_grow(struct session *session, struct searcher *searcher, struct growth *growths,
                         const struct box *windows, size_t count, struct error *error)
{
    assert(searcher->engine != NULL && (count == 0 || growths != NULL));
    enum status status = MEM_GROW(session->jobs, session->jobs_capacity, count, "jobs", error);
    THEN(status, MEM_GROW(session->which, session->which_capacity, count, "jobs", error));
    size_t open;
    while (status == STATUS_OK && (open = gather_jobs(session, growths, windows, count,
                                                      session->jobs, session->which)) > 0) {
        if (session_state(session) != SESSION_GOES_ON) {
            for (size_t i = 0; i < open; i++)
                growths[session->which[i]].outcome = OUTCOME_STOPPED;
            break;
        }
        status = expand(session, searcher, session->jobs, open, error);
        for (size_t i = 0; session->options->net_searches != NULL && i < open; i++)
            session->options->net_searches[growths[session->which[i]].net]++;
        THEN(status, take_paths(session, growths, open, error));
    }
    return status;
}
