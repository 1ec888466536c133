/* plan: adds and removes trees, counts them in congestion, and searches them. */
#include "router/maze/plan/plan.h"

/* The first margin of a net, in cells: enough for a detour around a few other nets, little enough
 * to keep searches short. */
enum { MARGIN_MIN = 6 };

enum status plan_create(struct plan *plan, struct session *session, const uint32_t *nets,
                        uint32_t count, struct error *error)
{
    assert(session != NULL && (count == 0 || nets != NULL));
    *plan = (struct plan){.session = session, .nets = nets, .count = count};
    TRY(MEM_NEW(plan->trees, count, "trees", error));
    TRY(MEM_NEW(plan->boxes, count, "boxes of nets", error));
    TRY(MEM_NEW(plan->margins, count, "windows of nets", error));
    TRY(MEM_NEW(plan->ideals, count, "costs of nets", error));
    TRY(steiner_create(&plan->steiner, error));
    for (uint32_t rank = 0; rank < count; rank++) {
        const struct box box =
            box_of_pins(&session->design->grid, &session->design->nets, nets[rank]);
        plan->boxes[rank] = box;
        plan->margins[rank] = MARGIN_MIN + (box.x1 - box.x0 + box.y1 - box.y0) / 16;
    }
    return STATUS_OK;
}

enum status plan_open(struct plan *plan, struct error *error)
{
    assert(plan->session != NULL);
    if (plan->open)
        return STATUS_OK;
    TRY(session_open_soft(plan->session, error));
    TRY(congestion_create(&plan->cong, &plan->session->soft.store, error));
    for (uint32_t rank = 0; rank < plan->count; rank++)
        if (plan->trees[rank].present)
            congestion_count(&plan->cong, plan->trees[rank].wires, plan->trees[rank].count, true);
    plan->open = true; /* the price of sharing is 0, so the tolls do not change */
    return STATUS_OK;
}

/* Changes the owner `from` to `to` along the wires (not at their first cells: congestion.h). */
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
    congestion_count(&plan->cong, tree->wires, tree->count, tree->present);
    set_owner(plan, tree, tree->present ? 0 : rank + 1, tree->present ? rank + 1 : 0);
    return searcher_touch_wires(&plan->session->soft, tree->wires, tree->count, error);
}

enum status plan_note_owners(struct plan *plan, struct error *error)
{
    assert(plan->open && plan->owner == NULL);
    TRY(MEM_NEW(plan->owner, grid_cells(plan->cong.grid), "owners of cells", error));
    for (uint32_t rank = 0; rank < plan->count; rank++)
        if (plan->trees[rank].present)
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
    for (uint32_t rank = 0; plan->trees != NULL && rank < plan->count; rank++)
        free(plan->trees[rank].wires);
    congestion_destroy(&plan->cong);
    steiner_destroy(plan->steiner);
    MEM_CLEAR(plan, plan->owner, plan->trees, plan->boxes, plan->margins, plan->ideals);
}

struct box plan_window(const struct plan *plan, uint32_t rank)
{
    assert(rank < plan->count);
    const struct box whole = box_whole(&plan->session->design->grid);
    return box_grow(whole, plan->boxes[rank], plan->margins[rank]);
}

enum status plan_take_out(struct plan *plan, uint32_t rank, struct error *error)
{
    assert(rank < plan->count);
    struct tree *tree = &plan->trees[rank];
    if (!tree->present)
        return STATUS_OK;
    tree->present = false;
    return plan->open ? count_tree(plan, rank, error) : STATUS_OK;
}

enum status plan_put_in(struct plan *plan, uint32_t rank, const struct wire *wires, size_t count,
                        struct error *error)
{
    struct tree *tree = &plan->trees[rank];
    struct route measured = {0};
    assert(rank < plan->count && !tree->present && (count == 0 || wires != NULL));
    routes_measure(&measured, plan->session->design, plan->nets[rank], wires, count);
    TRY(MEM_GROW(tree->wires, tree->capacity, count, "a tree", error));
    if (count > 0 && wires != tree->wires) /* the tree may get its own wires back */
        memcpy(tree->wires, wires, count * sizeof *wires);
    tree->count = count;
    tree->cost = measured.cost;
    tree->present = true;
    return plan->open ? count_tree(plan, rank, error) : STATUS_OK;
}

enum status plan_grow_in(struct plan *plan, struct searcher *searcher, const uint32_t *ranks,
                         const struct box *windows, cost_t guess, uint32_t count,
                         struct growth *growths, struct error *error)
{
    assert(count == 0 || (ranks != NULL && windows != NULL && growths != NULL));
    struct session *session = plan->session;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t net = plan->nets[ranks[i]];
        TRY(connect_begin(&growths[i], session->design, net, error));
        growths[i].guess = guess;
        if (!steiner_suits(session->design, net, windows[i]))
            continue;
        if (session->options->net_searches != NULL)
            session->options->net_searches[net]++;
        session_count_work(session, &growths[i], steiner_work(session->design, net, windows[i]));
        TRY(steiner_grow(plan->steiner, &searcher->store.field, windows[i], &growths[i], error));
    }
    return session_grow(session, searcher, growths, windows, count, error);
}

enum status plan_grow(struct plan *plan, uint32_t rank, cost_t guess, struct growth *growth,
                      struct error *error)
{
    const struct box whole = box_whole(&plan->session->design->grid);
    for (;;) {
        const struct box window = plan_window(plan, rank);
        TRY(plan_grow_in(plan, &plan->session->soft, &rank, &window, guess, 1, growth, error));
        if (growth->outcome != OUTCOME_NONE || box_holds(window, whole))
            return STATUS_OK;
        plan->margins[rank] *= 4;
        guess = 0;
    }
}

/* Updates the tolls of all trees' cells. */
static enum status reprice(struct plan *plan, struct error *error)
{
    struct box dirty = box_empty();
    for (uint32_t rank = 0; rank < plan->count; rank++) {
        const struct tree *tree = &plan->trees[rank];
        if (tree->present)
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

/* Sets the history and the toll of each cell to 0 or the noise. */
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
