/* checkpoint: writes the state of a schedule, and reads it back if all of it is right. */
#include "router/checkpoint/checkpoint.h"

#include "grid/check/check.h"
#include "router/checkpoint/content.h"

#define PAUSE_MOST 20.0 /* seconds: longest time between checkpoints because they take long */

/* Makes a result of the run's kept nets and of these trees (NULL: none); the rest is
 * ROUTE_INTERRUPTED. */
static enum status make_routes(struct routes *routes, const struct schedule *it,
                               const struct snapshot *trees, struct error *error)
{
    const struct design *design = it->session->design;
    const struct routes *keep = it->session->options->keep;
    enum status status = routes_create(routes, design->nets.net_count, error);
    for (uint32_t net = 0; net < design->nets.net_count && status == STATUS_OK; net++) {
        if (keep != NULL && keep->nets[net].state == ROUTE_ROUTED)
            status = routes_set_wires(routes, design, net, keep->wires + keep->nets[net].first_wire,
                                      keep->nets[net].wire_count, error);
        else
            status = routes_set_unrouted(routes, net, ROUTE_INTERRUPTED, NULL, 0, error);
    }
    return status == STATUS_OK && trees != NULL
               ? snapshot_enter(trees, routes, design, it->nets, it->count, error)
               : status;
}

/* Refuses trees that are not right: each for itself where `alone`, else all together. */
static enum status judge(const struct schedule *it, const struct snapshot *trees, bool alone,
                         struct error *error)
{
    struct routes routes = {0};
    enum status status = make_routes(&routes, it, trees, error);
    routes.alone = alone;
    THEN(status, check_routes(it->session->design, &routes, alone, NULL, NULL, NULL, error));
    routes_destroy(&routes);
    return status == STATUS_UNROUTED ? STATUS_OK : status;
}

/* `done` of a checkpoint: if nets are tried one after the other, those of `rest` without a path.
 * The routed ones are no longer in `rest` when the run resumes. */
static uint32_t count_done(const struct schedule *it)
{
    assert(it->done <= it->count);
    if (it->stage != STAGE_AROUND && it->stage != STAGE_SEQUENTIAL)
        return it->done;
    uint32_t done = 0;
    for (uint32_t i = 0; i < it->done; i++)
        done += it->routes->nets[it->rest[i]].state != ROUTE_ROUTED;
    return done;
}

/* The best legal result so far. */
static enum status best_routes(struct routes *routes, const struct schedule *it,
                               const struct snapshot *now, struct error *error)
{
    if (it->stage == STAGE_IDEAL)
        return make_routes(routes, it, NULL, error);
    enum status status = make_routes(routes, it, schedule_is_open(it) ? &it->kept : now, error);
    routes->alone = it->session->options->alone;
    return status;
}

/* Seconds from one checkpoint to the next: as requested, or ten times what the last one took, if
 * that is longer, up to PAUSE_MOST: a slow disk must not take much of the run's time. */
static double pause_seconds(const struct schedule *it)
{
    double asked = it->session->options->checkpoint_seconds;
    double share = 10 * it->saving < PAUSE_MOST ? 10 * it->saving : PAUSE_MOST;
    return asked <= 0 || asked > share ? asked : share;
}

enum status checkpoint_offer(struct schedule *it, struct error *error)
{
    assert(it->stage < STAGES && it->done <= it->count);
    const struct route_options *options = it->session->options;
    double begun = session_seconds(it->session);
    if (options->checkpoint == NULL || begun - it->saved < pause_seconds(it))
        return STATUS_OK;
    struct codec out = {.error = error};
    struct snapshot now = {0};
    struct routes best = {0};
    uint32_t done = count_done(it);
    out.status = schedule_has_routes(it)
                     ? snapshot_take_routes(&now, it->routes, it->nets, it->count, error)
                     : snapshot_take(&now, &it->plan, error);
    content_state(&out, it, &now, &done);
    if (it->stage == STAGE_EXPLAIN)
        content_reasons(&out, it);
    codec_seal(&out);
    THEN(out.status, best_routes(&best, it, &now, error));
    if (out.status == STATUS_OK) {
        struct route_checkpoint checkpoint = {(uint8_t *)out.words, out.count * sizeof *out.words};
        options->checkpoint(options->context, &best, &checkpoint);
    }
    it->saved = session_seconds(it->session);
    it->saving = it->saved - begun;
    routes_destroy(&best);
    snapshot_destroy(&now);
    free(out.words);
    return out.status;
}

/* Enters the trees in routes as sequential.h did, and closes them; lists the nets without one. */
static enum status enter(struct schedule *it, const struct snapshot *now, struct error *error)
{
    assert(it->rest != NULL && it->rest_count == 0);
    struct session *session = it->session;
    enum status status =
        snapshot_enter(now, it->routes, session->design, it->nets, it->count, error);
    struct box dirty = box_empty();
    if (!session->options->alone)
        field_close(&session->hard.store, now->wires, now->wire_count, &dirty);
    THEN(status, searcher_touch(&session->hard, dirty, error));
    for (uint32_t rank = 0; rank < it->count; rank++)
        if (now->counts[rank] == UINT32_MAX)
            it->rest[it->rest_count++] = it->nets[rank];
    uint32_t tried = it->stage == STAGE_EXPLAIN ? it->rest_count : it->done;
    if (tried > it->rest_count)
        return STATUS_BAD_INPUT;
    for (uint32_t i = 0; i < tried && status == STATUS_OK; i++)
        status = routes_set_unrouted(it->routes, it->rest[i], ROUTE_BLOCKED_BY, NULL, 0, error);
    return status;
}

/* Makes the plan, or the result, what the trees say. */
static enum status restore(struct schedule *it, const struct snapshot *now, struct error *error)
{
    struct session *session = it->session;
    enum status status = judge(
        it, now,
        session->options->alone || it->stage == STAGE_IDEAL || it->stage == STAGE_NEGOTIATE, error);
    if (status == STATUS_OK && schedule_is_open(it))
        status = judge(it, &it->kept, false, error);
    if (status != STATUS_OK)
        return status;
    if (schedule_is_open(it))
        snapshot_weigh(&it->kept, &it->plan);
    if (schedule_has_plan(it))
        status = snapshot_restore(now, &it->plan, error);
    if (schedule_is_open(it) && status == STATUS_OK)
        status = searcher_touch(&session->soft, box_whole(&session->design->grid), error);
    return schedule_has_routes(it) && status == STATUS_OK ? enter(it, now, error) : status;
}

/* Sets the state of the nets without wires that have no reason yet. */
static void set_unexplained(const struct schedule *it, enum route_state state)
{
    for (uint32_t i = it->done; i < it->count; i++) {
        struct route *route = &it->routes->nets[it->nets[i]];
        if (route->state != ROUTE_ROUTED)
            route->state = state;
    }
}

/* Refuses reasons that are not true. */
static enum status judge_reasons_read(const struct schedule *it, struct error *error)
{
    const struct session *session = it->session;
    set_unexplained(it, ROUTE_INTERRUPTED);
    const enum status status =
        check_routes(session->design, it->routes, session->options->alone, NULL, NULL, NULL, error);
    set_unexplained(it, ROUTE_BLOCKED_BY);
    return status == STATUS_UNROUTED ? STATUS_OK : status;
}

enum status checkpoint_read(struct schedule *it, const struct route_checkpoint *checkpoint,
                            struct error *error)
{
    struct codec in;
    struct snapshot now = {0};
    TRY(codec_open(&in, checkpoint->bytes, checkpoint->size, error));
    content_state(&in, it, &now, &it->done);
    THEN(in.status, restore(it, &now, error));
    if (it->stage == STAGE_EXPLAIN)
        content_reasons(&in, it);
    codec_end(&in);
    if (it->stage == STAGE_EXPLAIN && in.status == STATUS_OK)
        in.status = judge_reasons_read(it, error);
    snapshot_destroy(&now);
    return codec_close(&in);
}
