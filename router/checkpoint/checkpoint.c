/* checkpoint: writes the state of a schedule, and reads it back if all of it is right. The same
 * calls write and read (codec.h):
 *
 *     magic, number of nets, hash of the design, kind of run
 *     stage, its progress, counters, the state of the stage
 *     margins and ideals of the plan (plan.h)
 *     trees, kept trees, history, reasons
 */
#include "router/checkpoint/checkpoint.h"

#include "grid/check/check.h"
#include "router/checkpoint/codec.h"

#define MAGIC      UINT64_C(0x6c65657761790009) /* changes with the layout */
#define PAUSE_MOST 20.0 /* seconds: longest time between checkpoints because they take long */

/* ---- the words ------------------------------------------------------------------------------ */
/* The hash of the nets in their order, of their pins, and of the blocked cells. */
static uint64_t hash_design(const struct schedule *it)
{
    const struct design *design = it->session->design;
    const struct grid *grid = &design->grid;
    uint64_t hash = codec_hash(HASH_START, (uint64_t)grid->width << 32 | grid->height);
    for (size_t i = 0; i < grid_plane_words(grid); i++)
        hash = codec_hash(hash, grid->blocked[i]);
    for (uint32_t i = 0; i < it->count; i++) {
        const struct net *net = &design->nets.nets[it->nets[i]];
        const struct pin *pins = design->nets.pins + net->first_pin;
        hash = codec_hash(hash, (uint64_t)it->nets[i] << 32 | net->pin_count);
        for (uint32_t pin = 0; pin < net->pin_count; pin++)
            hash = codec_hash(hash, (uint64_t)pins[pin].all_layers << 32 | pins[pin].cell);
    }
    return hash;
}

static void head_words(struct codec *codec, struct schedule *it)
{
    const struct route_options *options = it->session->options;
    uint64_t mode = options->alone ? 2 : options->max_iterations > 0;
    codec_same(codec, MAGIC);
    codec_same(codec, it->count);
    codec_same(codec, hash_design(it));
    codec_same(codec, mode | (uint64_t)options->effort << 8);
    uint32_t stage = it->stage;
    codec_u32(codec, &stage, STAGES - 1);
    it->stage = (enum stage)stage;
    codec_check(codec, mode == 1 || stage >= STAGE_SEQUENTIAL);
    codec_u32(codec, &it->iterations, options->max_iterations);
    codec_u32(codec, &it->conflicts, it->count);
    codec_u32(codec, &it->attempts, ROUTE_ITERATIONS_MAX);
    codec_u64(codec, &it->session->work, UINT64_MAX);
    codec_u64(codec, &it->session->searches, UINT64_MAX);
}

static void negotiation_words(struct codec *codec, struct schedule *it)
{
    assert(it->stage == STAGE_NEGOTIATE);
    struct maze_negotiation *n = &it->negotiation;
    struct negotiation *loop = &n->loop;
    codec_u64(codec, &loop->price, (uint64_t)TOLL_MAX << 10);
    codec_u32(codec, &loop->least, UINT32_MAX);
    codec_u32(codec, &loop->stalled, ROUTE_ITERATIONS_MAX);
    codec_u32(codec, &loop->round, ROUTE_ITERATIONS_MAX);
    codec_u32(codec, &loop->left, it->session->options->max_iterations - it->iterations);
    codec_u32(codec, &loop->count, it->count);
    n->count = loop->count;
    codec_u32(codec, &n->next, n->count);
    codec_check(codec, n->next < n->count || n->next == 0); /* else the iteration would be over */
    if (codec->reading)
        THEN(codec->status, MEM_NEW(n->ranks, it->count, "nets in conflict", codec->error));
    for (uint32_t i = 0; i < n->count && codec->status == STATUS_OK; i++) {
        codec_u32(codec, &n->ranks[i], it->count - 1);
        codec_check(codec, i == 0 || n->ranks[i - 1] < n->ranks[i]);
    }
}

static void improvement_words(struct codec *codec, struct schedule *it)
{
    assert(it->stage == STAGE_IMPROVE);
    struct improvement *m = &it->improvement;
    codec_u32(codec, &m->cycle, ROUTE_ITERATIONS_MAX);
    codec_u32(codec, &m->warm, ROUTE_ITERATIONS_MAX);
    codec_u32(codec, &m->round, ROUTE_ITERATIONS_MAX);
    codec_u32(codec, &m->next, it->count);
    codec_u32(codec, &m->idle, ROUTE_ITERATIONS_MAX);
    codec_u32(codec, &m->quiet, ROUTE_ITERATIONS_MAX);
    codec_u64(codec, &m->work, UINT64_MAX);
    codec_u64(codec, &m->least, UINT64_MAX);
    codec_u64(codec, &m->before, UINT64_MAX);
    codec_check(codec, improve_is_sound(m, it->iterations)); /* else its cycle might not end */
}

static void plan_words(struct codec *codec, struct plan *plan)
{
    assert(plan->margins != NULL && plan->ideals != NULL);
    codec_u32s(codec, plan->margins, plan->count, 4 * GRID_SIDE_MAX);
    for (uint32_t rank = 0; rank < plan->count; rank++) {
        codec_check(codec, plan->margins[rank] > 0);
        codec_u64(codec, &plan->ideals[rank], UINT64_MAX);
    }
}

static void tree_words(struct codec *codec, struct schedule *it, struct snapshot *trees)
{
    size_t total = trees->wire_count;
    uint64_t sum = 0;
    if (codec->reading && codec->status == STATUS_OK)
        codec->status = snapshot_reserve(trees, it->count, 0, codec->error);
    if (codec->status != STATUS_OK)
        return;
    codec_u32s(codec, trees->counts, it->count, UINT32_MAX);
    for (uint32_t rank = 0; rank < it->count; rank++)
        sum += trees->counts[rank] != UINT32_MAX ? trees->counts[rank] : 0;
    codec_count(codec, &total);
    assert(codec->reading || total == sum);
    codec_check(codec, total == sum);
    if (codec->reading && codec->status == STATUS_OK)
        codec->status = snapshot_reserve(trees, it->count, total, codec->error);
    for (size_t i = 0; i < total && codec->status == STATUS_OK; i++) {
        uint64_t word =
            codec->reading ? 0 : (uint64_t)trees->wires[i].from << 32 | trees->wires[i].to;
        codec_u64(codec, &word, UINT64_MAX);
        trees->wires[i] = (struct wire){(cell_t)(word >> 32), (cell_t)word};
        codec_check(codec, trees->wires[i].from != trees->wires[i].to &&
                               wire_is_straight(&it->session->design->grid, trees->wires[i]));
    }
    trees->wire_count = total;
}

/* Cells with a history, in order. Tolls are read along; those of cells in use come with the trees
 * that use them. */
static void history_words(struct codec *codec, struct congestion *cong)
{
    assert(cong->history != NULL && cong->toll != NULL);
    size_t cells = grid_cells(cong->grid), total = 0;
    for (size_t cell = 0; cell < cells; cell++)
        total += cong->history[cell] != 0;
    codec_count(codec, &total);
    for (size_t cell = 0, i = 0; i < total && codec->status == STATUS_OK; i++, cell++) {
        while (!codec->reading && cong->history[cell] == 0)
            cell++;
        uint64_t word = codec->reading ? 0 : (uint64_t)cell << 32 | cong->history[cell];
        codec_u64(codec, &word, UINT64_MAX);
        codec_check(codec, word >> 32 >= cell && word >> 32 < cells && (uint32_t)word <= TOLL_MAX);
        if (codec->status != STATUS_OK)
            return;
        cell = (size_t)(word >> 32);
        if (codec->reading)
            cong->history[cell] = cong->toll[cell] = (uint32_t)word;
        cong->remembers = true;
    }
}

/* Codes the reasons of the unrouted nets that STAGE_EXPLAIN has finished. When reading, called
 * after the trees have been entered in the routes. */
static void put_reasons(struct codec *codec, struct schedule *it)
{
    assert(it->stage == STAGE_EXPLAIN && it->done <= it->count);
    struct routes *routes = it->routes;
    uint32_t most = it->session->design->nets.net_count - 1;
    for (uint32_t i = 0; i < it->done && codec->status == STATUS_OK; i++) {
        const struct route *route = &routes->nets[it->nets[i]];
        uint32_t state = route->state;
        size_t count = route->blocker_count, first = route->first_blocker;
        if (state == ROUTE_ROUTED)
            continue;
        codec_u32(codec, &state, ROUTE_BLOCKED_BY);
        codec_check(codec, state != ROUTE_ROUTED);
        codec_count(codec, &count);
        codec_check(codec, (state == ROUTE_BLOCKED_BY) == (count > 0));
        uint32_t *blockers = mem_alloc(count, sizeof *blockers, "nets in the way", codec->error);
        if (blockers == NULL)
            codec->status = STATUS_FAILED;
        if (!codec->reading && count > 0 && blockers != NULL)
            memcpy(blockers, routes->blockers + first, count * sizeof *blockers);
        codec_u32s(codec, blockers, blockers != NULL ? count : 0, most);
        if (codec->reading && codec->status == STATUS_OK)
            codec->status = routes_set_unrouted(routes, it->nets[i], (enum route_state)state,
                                                blockers, count, codec->error);
        free(blockers);
    }
}

/* Codes everything except the reasons. now: the trees; *done: nets that the stage has finished. */
static void put_state(struct codec *codec, struct schedule *it, struct snapshot *now,
                      uint32_t *done)
{
    assert(it->plan.count == 0 || it->plan.count == it->count);
    head_words(codec, it);
    codec_u32(codec, done, it->count);
    if (it->stage == STAGE_NEGOTIATE)
        negotiation_words(codec, it);
    if (it->stage == STAGE_IMPROVE)
        improvement_words(codec, it);
    if (schedule_has_plan(it))
        plan_words(codec, &it->plan);
    if (codec->reading && codec->status == STATUS_OK && schedule_is_open(it))
        codec->status = plan_open(&it->plan, codec->error);
    tree_words(codec, it, now);
    if (schedule_is_open(it))
        tree_words(codec, it, &it->kept);
    if (it->stage == STAGE_NEGOTIATE && codec->status == STATUS_OK)
        history_words(codec, &it->plan.cong);
}

/* ---- judging, writing, reading -------------------------------------------------------------- */

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
    THEN(status, check_routes(1, it->session->design, &routes, alone, NULL, NULL, NULL, error));
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
    put_state(&out, it, &now, &done);
    if (it->stage == STAGE_EXPLAIN)
        put_reasons(&out, it);
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
    const bool alone =
        session->options->alone || it->stage == STAGE_IDEAL || it->stage == STAGE_NEGOTIATE;
    TRY(judge(it, now, alone, error));
    if (schedule_is_open(it)) {
        TRY(judge(it, &it->kept, false, error));
        snapshot_weigh(&it->kept, &it->plan);
    }
    if (schedule_has_plan(it))
        TRY(snapshot_restore(now, &it->plan, error));
    if (schedule_is_open(it))
        TRY(searcher_touch(&session->soft, box_whole(&session->design->grid), error));
    return schedule_has_routes(it) ? enter(it, now, error) : STATUS_OK;
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
    const enum status status = check_routes(1, session->design, it->routes, session->options->alone,
                                            NULL, NULL, NULL, error);
    set_unexplained(it, ROUTE_BLOCKED_BY);
    return status == STATUS_UNROUTED ? STATUS_OK : status;
}

enum status checkpoint_read(struct schedule *it, const struct route_checkpoint *checkpoint,
                            struct error *error)
{
    struct codec in;
    struct snapshot now = {0};
    TRY(codec_open(&in, checkpoint->bytes, checkpoint->size, error));
    put_state(&in, it, &now, &it->done);
    THEN(in.status, restore(it, &now, error));
    if (it->stage == STAGE_EXPLAIN)
        put_reasons(&in, it);
    codec_end(&in);
    if (it->stage == STAGE_EXPLAIN && in.status == STATUS_OK)
        in.status = judge_reasons_read(it, error);
    snapshot_destroy(&now);
    return codec_close(&in);
}
