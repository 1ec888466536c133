/* plan: adds and removes trees, counts them in congestion, and searches them. */
#include "router/maze/plan/plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Cells around the box of its pins that a net may use at first: enough for a detour around a few
 * others, little enough to keep searches short. */
enum { MARGIN_MIN = 6 };

static void fill_boxes(void *context, size_t first, size_t end)
{
    assert(first <= end);
    struct plan *plan = context;
    const struct design *design = plan->session->design;
    for (size_t rank = first; rank < end; rank++) {
        struct box box = box_of_pins(&design->grid, &design->nets, plan->nets[rank]);
        plan->boxes[rank] = box;
        plan->margins[rank] = MARGIN_MIN + (box.x1 - box.x0 + box.y1 - box.y0) / 16;
    }
}

static void free_trees(void *context, size_t first, size_t end)
{
    struct plan *plan = context;
    for (size_t rank = first; rank < end; rank++)
        free(plan->trees[rank].wires);
}

enum status plan_create(struct plan *plan, struct session *session, const uint32_t *nets,
                        uint32_t count, struct error *error)
{
    assert(session != NULL && (count == 0 || nets != NULL));
    *plan = (struct plan){.session = session, .nets = nets, .count = count};
    TRY(MEM_NEW(plan->trees, count, "trees", error));
    TRY(MEM_NEW(plan->boxes, count, "boxes of nets", error));
    TRY(MEM_NEW(plan->margins, count, "windows of nets", error));
    TRY(MEM_NEW(plan->ideals, count, "costs of nets", error));
    TRY(steiner_threads_create(&plan->steiners, session->workers, error));
    workers_run(session->workers, fill_boxes, plan, count, PLAN_RANGE);
    return STATUS_OK;
}

/* The box of a tree's wires. One starts where another ends, or inside it, or at a pin. */
static struct box box_of_tree(const struct grid *grid, const struct tree *tree)
{
    assert(tree->count > 0);
    struct box box = box_empty();
    cell_t last = CELL_NONE;
    for (size_t i = 0; i < tree->count; i++) {
        struct wire wire = tree->wires[i];
        if (wire.from != last)
            box = box_join(box, box_of_cell(grid, wire.from));
        box = box_join(box, box_of_cell(grid, wire.to));
        last = wire.to;
    }
    return box;
}

enum status plan_open(struct plan *plan, struct error *error)
{
    assert(plan->session != NULL);
    if (plan->open)
        return STATUS_OK;
    TRY(session_open_soft(plan->session, error));
    TRY(congestion_create(&plan->cong, &plan->session->soft.store, error));
    TRY(MEM_NEW(plan->waiting, plan->count, "trees to be counted", error));
    for (uint32_t rank = 0; rank < plan->count; rank++) {
        struct tree *tree = &plan->trees[rank];
        tree->waits = tree->present && tree->count > 0; /* a net of one pin has no wires to count */
        if (tree->waits)
            plan->waiting[plan->waiting_count++] =
                (struct waiting){box_of_tree(plan->cong.grid, tree), rank};
    }
    plan->open = true;
    return STATUS_OK;
}

/* Writes a rank into owner along the wires (all cells but the first of each, see congestion.h),
 * where the cell belongs to `from`. */
static void set_owner(struct plan *plan, const struct tree *tree, uint32_t from, uint32_t to)
{
    assert(from != to);
    const struct grid *grid = plan->cong.grid;
    for (size_t i = 0; i < tree->count && plan->owner != NULL; i++) {
        struct wire_walk walk = wire_walk_rest(grid, tree->wires[i]);
        for (; walk.left > 0; wire_next(&walk))
            if (plan->owner[walk.cell] == from)
                plan->owner[walk.cell] = to;
    }
}

/* Counts a tree if it is present, else stops counting it, and marks its cells as changed. */
static enum status count_tree(struct plan *plan, uint32_t rank, struct error *error)
{
    assert(plan->open && rank < plan->count);
    const struct tree *tree = &plan->trees[rank];
    if (tree->present)
        congestion_add(&plan->cong, tree->wires, tree->count);
    else
        congestion_remove(&plan->cong, tree->wires, tree->count);
    set_owner(plan, tree, tree->present ? 0 : rank + 1, tree->present ? rank + 1 : 0);
    return searcher_touch_wires(&plan->session->soft, tree->wires, tree->count, error);
}

/* True if a wire of the tree has a cell in the box. */
static bool tree_meets(const struct grid *grid, const struct tree *tree, struct box box)
{
    for (size_t i = 0; i < tree->count; i++)
        if (box_meet(box_of_wire(grid, tree->wires[i]), box))
            return true;
    return false;
}

enum status plan_count(struct plan *plan, struct box box, struct error *error)
{
    assert(box.x0 <= box.x1 && box.y0 <= box.y1);
    assert(plan->waiting_count <= plan->count);
    const struct grid *grid = plan->cong.grid;
    for (uint32_t i = 0; i < plan->waiting_count;) {
        struct tree *tree = &plan->trees[plan->waiting[i].rank];
        if (!box_meet(plan->waiting[i].box, box) || (tree->waits && !tree_meets(grid, tree, box))) {
            i++;
            continue;
        }
        if (tree->waits)
            TRY(count_tree(plan, plan->waiting[i].rank, error));
        tree->waits = false;
        plan->waiting[i] = plan->waiting[--plan->waiting_count];
    }
    return STATUS_OK;
}

enum status plan_count_all(struct plan *plan, struct error *error)
{
    assert(plan->open);
    return plan_count(plan, box_whole(plan->cong.grid), error);
}

enum status plan_note_owners(struct plan *plan, struct error *error)
{
    assert(plan->open && plan->owner == NULL);
    TRY(MEM_NEW(plan->owner, grid_cells(plan->cong.grid), "owners of cells", error));
    for (uint32_t rank = 0; rank < plan->count; rank++)
        if (plan->trees[rank].present && !plan->trees[rank].waits)
            set_owner(plan, &plan->trees[rank], 0, rank + 1);
    return STATUS_OK;
}

void plan_drop_owners(struct plan *plan)
{
    free(plan->owner);
    plan->owner = NULL;
}

void plan_destroy(struct plan *plan)
{
    if (plan->trees != NULL)
        workers_run(plan->session->workers, free_trees, plan, plan->count, PLAN_RANGE);
    MEM_FREE(plan->trees, plan->boxes, plan->margins, plan->ideals, plan->waiting);
    plan_drop_owners(plan);
    congestion_destroy(&plan->cong);
    steiner_threads_destroy(plan->steiners);
    free(plan->trees_for);
    *plan = (struct plan){0};
}

struct box plan_window(const struct plan *plan, uint32_t rank)
{
    assert(rank < plan->count);
    return box_grow(&plan->session->design->grid, plan->boxes[rank], plan->margins[rank]);
}

enum status plan_take_out(struct plan *plan, uint32_t rank, struct error *error)
{
    assert(rank < plan->count);
    struct tree *tree = &plan->trees[rank];
    if (!tree->present)
        return STATUS_OK;
    bool counted = plan->open && !tree->waits;
    tree->present = tree->waits = false;
    return counted ? count_tree(plan, rank, error) : STATUS_OK;
}

enum status plan_put_in_measured(struct plan *plan, uint32_t rank, const struct wire *wires,
                                 size_t count, const struct route *measured, struct error *error)
{
    struct tree *tree = &plan->trees[rank];
    assert(!tree->present && (count == 0 || wires != NULL));
    TRY(mem_grow((void **)&tree->wires, &tree->capacity, count, sizeof *wires, "a tree", error));
    if (count > 0 && wires != tree->wires) /* else they are there already */
        memcpy(tree->wires, wires, count * sizeof *wires);
    tree->count = count;
    tree->cost = measured->cost;
    tree->length = (uint32_t)measured->length;
    tree->vias = (uint32_t)measured->vias;
    tree->bends = (uint32_t)measured->bends;
    tree->present = true;
    return plan->open ? count_tree(plan, rank, error) : STATUS_OK;
}

enum status plan_put_in(struct plan *plan, uint32_t rank, const struct wire *wires, size_t count,
                        struct error *error)
{
    assert(rank < plan->count);
    struct route measured = {0};
    routes_measure(&measured, plan->session->design, plan->nets[rank], wires, count);
    return plan_put_in_measured(plan, rank, wires, count, &measured, error);
}

enum status plan_grow_in(struct plan *plan, struct searcher *searcher, const uint32_t *ranks,
                         const struct box *windows, cost_t guess, uint32_t count,
                         struct growth *growths, struct error *error)
{
    assert(count == 0 || (ranks != NULL && windows != NULL && growths != NULL));
    struct session *session = plan->session;
    uint32_t trees = 0;
    TRY(MEM_GROW(plan->trees_for, plan->trees_for_capacity, count, "a batch of nets", error));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t net = plan->nets[ranks[i]];
        TRY(connect_begin(&growths[i], session->design, net, error));
        growths[i].guess = guess;
        if (!steiner_suits(session->design, net, windows[i]))
            continue;
        if (session->options->net_searches != NULL)
            session->options->net_searches[net]++;
        session_count_work(session, &growths[i], steiner_work(session->design, net, windows[i]));
        plan->trees_for[trees++] = i;
    }
    TRY(steiner_threads_grow(plan->steiners, &searcher->store.field, windows, growths,
                             plan->trees_for, trees, error));
    return session_grow(session, searcher, growths, windows, count, error);
}

enum status plan_grow(struct plan *plan, uint32_t rank, cost_t guess, struct growth *growth,
                      struct error *error)
{
    const struct box whole = box_whole(&plan->session->design->grid);
    for (;;) {
        const struct box window = plan_window(plan, rank);
        TRY(plan_count(plan, window, error));
        TRY(plan_grow_in(plan, &plan->session->soft, &rank, &window, guess, 1, growth, error));
        if (growth->outcome != OUTCOME_NONE || box_holds(window, whole))
            return STATUS_OK;
        plan->margins[rank] *= 4;
        guess = 0;
    }
}

/* Updates the tolls of all counted trees' cells. */
static enum status reprice(struct plan *plan, struct error *error)
{
    struct box dirty = box_empty();
    for (uint32_t rank = 0; rank < plan->count; rank++) {
        const struct tree *tree = &plan->trees[rank];
        if (tree->present && !tree->waits)
            congestion_reprice(&plan->cong, tree->wires, tree->count, &dirty);
    }
    return searcher_touch(&plan->session->soft, dirty, error);
}

enum status plan_set_present(struct plan *plan, uint32_t present, struct error *error)
{
    assert(plan->open && present <= TOLL_MAX);
    uint32_t before = plan->cong.present;
    plan->cong.present = present < TOLL_MAX ? present : TOLL_MAX;
    return plan->cong.present != before ? reprice(plan, error) : STATUS_OK;
}

bool plan_in_conflict(const struct plan *plan, uint32_t rank)
{
    const struct tree *tree = &plan->trees[rank];
    assert(!tree->waits);
    return tree->present && congestion_shared(&plan->cong, tree->wires, tree->count) > 0;
}

cost_t plan_cost(const struct plan *plan)
{
    cost_t cost = 0;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        cost += plan->trees[rank].present ? plan->trees[rank].cost : 0;
    return cost;
}

uint32_t plan_routed(const struct plan *plan)
{
    uint32_t routed = 0;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        routed += plan->trees[rank].present;
    return routed;
}

/* Makes every cell's history 0 or the noise, and its toll the same. */
static void make_history(struct congestion *cong, uint64_t seed, uint32_t one_in)
{
    size_t cells = grid_cells(cong->grid);
    for (size_t cell = 0; cell < cells; cell++) {
        uint64_t hash = (seed + cell) * 0x9e3779b97f4a7c15u;
        hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
        cong->history[cell] = one_in > 0 && (hash >> 32) % one_in == 0;
        cong->toll[cell] = cong->history[cell];
    }
    cong->remembers = one_in > 0;
}

enum status plan_forget(struct plan *plan, uint64_t seed, uint32_t one_in, uint32_t present,
                        struct error *error)
{
    assert(plan->open && present <= TOLL_MAX);
    struct congestion *cong = &plan->cong;
    if (one_in == 0 && !cong->remembers)
        return plan_set_present(plan, present, error);
    make_history(cong, seed, one_in);
    cong->present = present < TOLL_MAX ? present : TOLL_MAX;
    TRY(searcher_touch(&plan->session->soft, box_whole(cong->grid), error));
    return reprice(plan, error);
}
