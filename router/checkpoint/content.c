/* checkpoint_words: part by part. */
#include "router/checkpoint/content.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC UINT64_C(0x6c65657761790005) /* changes with the layout */

/* ---- what the stages have ------------------------------------------------------------------- */

bool schedule_negotiates(const struct schedule *it)
{
    return it->stage == STAGE_GENTLE || it->stage == STAGE_CROWDED;
}

bool schedule_has_plan(const struct schedule *it)
{
    return it->plan.count > 0 && it->stage != STAGE_EXPLAIN;
}

bool schedule_is_open(const struct schedule *it)
{
    return it->stage >= STAGE_INSERT && it->stage <= STAGE_IMPROVE;
}

bool schedule_has_routes(const struct schedule *it)
{
    return it->stage == STAGE_AROUND || it->stage == STAGE_SEQUENTIAL || it->stage == STAGE_EXPLAIN;
}

bool schedule_keeps_alone(const struct schedule *it)
{
    return it->stage == STAGE_AROUND || it->stage == STAGE_INSERT;
}

bool schedule_has_kept(const struct schedule *it)
{
    return schedule_keeps_alone(it) || schedule_negotiates(it) || it->stage == STAGE_IMPROVE;
}

/* ---- the layout ----------------------------------------------------------------------------- */

/* Of the nets in their order, their pins, and where the grid is blocked. */
static uint64_t hash_design(const struct schedule *it)
{
    const struct design *design = it->session->design;
    const struct grid *grid = &design->grid;
    uint64_t hash = codec_hash(WORDS_HASH, (uint64_t)grid->width << 32 | grid->height);
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

static void head_words(struct codec *words, struct schedule *it)
{
    const struct route_options *options = it->session->options;
    uint64_t mode = options->alone ? 2 : options->max_iterations > 0;
    codec_same(words, MAGIC);
    codec_same(words, it->count);
    codec_same(words, hash_design(it));
    codec_same(words, mode);
    uint32_t stage = it->stage;
    words_u32(words, &stage, STAGES - 1);
    it->stage = (enum stage)stage;
    codec_check(words, mode == 1 || stage >= STAGE_SEQUENTIAL);
    words_u32(words, &it->iterations, options->max_iterations);
    words_u32(words, &it->conflicts, it->count);
    words_u32(words, &it->sought, it->count);
    words_u32(words, &it->crowded, it->count);
    words_u64(words, &it->session->work, UINT64_MAX);
    words_u64(words, &it->session->searches, UINT64_MAX);
}

static void negotiation_words(struct codec *words, struct schedule *it)
{
    struct negotiation *n = &it->negotiation;
    words_u64(words, &n->present, (uint64_t)TOLL_MAX << 10);
    words_u32(words, &n->least, UINT32_MAX);
    words_u32(words, &n->stalled, ROUTE_ITERATIONS_MAX);
    words_u32(words, &n->left, it->session->options->max_iterations - it->iterations);
    words_u32(words, &n->count, it->count);
    words_u32(words, &n->next, n->count);
    if (words->reading && words->status == STATUS_OK) {
        n->ranks = mem_alloc(it->count, sizeof *n->ranks, "nets in conflict", words->error);
        words->status = n->ranks != NULL ? STATUS_OK : STATUS_FAILED;
    }
    for (uint32_t i = 0; i < n->count && words->status == STATUS_OK; i++) {
        words_u32(words, &n->ranks[i], it->count - 1);
        codec_check(words, i == 0 || n->ranks[i - 1] < n->ranks[i]);
    }
}

static void insertion_words(struct codec *words, struct schedule *it)
{
    struct insertion *n = &it->insertion;
    words_u32(words, &n->left, it->session->options->max_iterations - it->iterations);
    words_u32(words, &n->toll, TOLL_MAX);
    words_u32(words, &n->idle, ROUTE_ITERATIONS_MAX);
    words_u32(words, &n->inserted, it->count);
    words_u32(words, &n->next, it->count);
}

static void improvement_words(struct codec *words, struct schedule *it)
{
    struct improvement *m = &it->improvement;
    words_u32(words, &m->cycle, ROUTE_ITERATIONS_MAX);
    words_u32(words, &m->warm, ROUTE_ITERATIONS_MAX);
    words_u32(words, &m->round, 2 * ROUTE_ITERATIONS_MAX);
    words_u32(words, &m->next, it->count);
    words_u64(words, &m->chains, UINT64_MAX);
    words_u64(words, &m->before, UINT64_MAX);
}

static void plan_words(struct codec *words, struct plan *plan)
{
    words_u32s(words, plan->margins, plan->count, 4 * GRID_SIDE_MAX);
    for (uint32_t rank = 0; rank < plan->count; rank++) {
        codec_check(words, plan->margins[rank] > 0);
        words_u64(words, &plan->ideals[rank], UINT64_MAX);
    }
}

/* True where the wire's ends lie in the grid and differ in one coordinate. */
static bool is_wire(const struct grid *grid, struct wire wire)
{
    if (wire.from >= grid_cells(grid) || wire.to >= grid_cells(grid))
        return false;
    int differ = (grid_x(grid, wire.from) != grid_x(grid, wire.to)) +
                 (grid_y(grid, wire.from) != grid_y(grid, wire.to)) +
                 (grid_z(grid, wire.from) != grid_z(grid, wire.to));
    return differ == 1;
}

static void tree_words(struct codec *words, struct schedule *it, struct snapshot *trees)
{
    size_t total = trees->wire_count;
    uint64_t sum = 0;
    if (words->reading && words->status == STATUS_OK)
        words->status = snapshot_reserve(trees, it->count, 0, words->error);
    if (words->status != STATUS_OK)
        return;
    words_u32s(words, trees->counts, it->count, UINT32_MAX);
    for (uint32_t rank = 0; rank < it->count; rank++)
        sum += trees->counts[rank] != UINT32_MAX ? trees->counts[rank] : 0;
    codec_count(words, &total);
    codec_check(words, total == sum);
    if (words->reading && words->status == STATUS_OK)
        words->status = snapshot_reserve(trees, it->count, total, words->error);
    for (size_t i = 0; i < total && words->status == STATUS_OK; i++) {
        uint64_t word =
            words->reading ? 0 : (uint64_t)trees->wires[i].from << 32 | trees->wires[i].to;
        words_u64(words, &word, UINT64_MAX);
        trees->wires[i] = (struct wire){(cell_t)(word >> 32), (cell_t)word};
        codec_check(words, is_wire(&it->session->design->grid, trees->wires[i]));
    }
    trees->wire_count = total;
}

/* Cells with a history, in order. Tolls are read along; those of cells in use come with the trees
 * that use them. */
static void history_words(struct codec *words, struct congestion *cong)
{
    size_t cells = grid_cells(cong->grid), total = 0;
    for (size_t cell = 0; cell < cells; cell++)
        total += cong->history[cell] != 0;
    codec_count(words, &total);
    for (size_t cell = 0, i = 0; i < total && words->status == STATUS_OK; i++, cell++) {
        while (!words->reading && cong->history[cell] == 0)
            cell++;
        uint64_t word = words->reading ? 0 : (uint64_t)cell << 32 | cong->history[cell];
        words_u64(words, &word, UINT64_MAX);
        codec_check(words, word >> 32 >= cell && word >> 32 < cells && (uint32_t)word <= TOLL_MAX);
        if (words->status != STATUS_OK)
            return;
        cell = (size_t)(word >> 32);
        if (words->reading)
            cong->history[cell] = cong->toll[cell] = (uint32_t)word;
        cong->remembers = true;
    }
}

void schedule_reason_words(struct codec *words, struct schedule *it)
{
    struct routes *routes = it->routes;
    uint32_t most = it->session->design->nets.net_count - 1;
    for (uint32_t i = 0; i < it->done && words->status == STATUS_OK; i++) {
        const struct route *route = &routes->nets[it->nets[i]];
        uint32_t state = route->state;
        size_t count = route->blocker_count, first = route->first_blocker;
        if (state == ROUTE_ROUTED)
            continue;
        words_u32(words, &state, ROUTE_BLOCKED_BY);
        codec_check(words, state != ROUTE_ROUTED);
        codec_count(words, &count);
        codec_check(words, state == ROUTE_BLOCKED_BY || count == 0);
        uint32_t *blockers = mem_alloc(count, sizeof *blockers, "nets in the way", words->error);
        if (blockers == NULL)
            words->status = STATUS_FAILED;
        if (!words->reading && count > 0 && blockers != NULL)
            memcpy(blockers, routes->blockers + first, count * sizeof *blockers);
        words_u32s(words, blockers, blockers != NULL ? count : 0, most);
        if (words->reading && words->status == STATUS_OK)
            words->status = routes_set_unrouted(routes, it->nets[i], (enum route_state)state,
                                                blockers, count, words->error);
        free(blockers);
    }
}

void schedule_words(struct codec *words, struct schedule *it, struct snapshot *now, uint32_t *done)
{
    head_words(words, it);
    words_u32(words, done, it->count);
    if (it->stage == STAGE_INSERT || it->stage == STAGE_INSERT_AGAIN)
        insertion_words(words, it);
    if (schedule_negotiates(it))
        negotiation_words(words, it);
    if (it->stage == STAGE_IMPROVE)
        improvement_words(words, it);
    if (schedule_has_plan(it))
        plan_words(words, &it->plan);
    if (words->reading && words->status == STATUS_OK && schedule_is_open(it))
        words->status = plan_open(&it->plan, words->error);
    tree_words(words, it, now);
    if (schedule_has_kept(it))
        tree_words(words, it, &it->kept);
    if (schedule_negotiates(it) && words->status == STATUS_OK)
        history_words(words, &it->plan.cong);
}
