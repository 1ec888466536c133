/* grid_explain: why a net of a grid is unrouted, and which nets crowd the box around its pins. */
#include "router/cli/subject/grid/grid_subject.h"
#include "router/maze/net/explain.h"

static void print_missing(FILE *out, const struct task *task, const struct explanation *it,
                          enum route_state state)
{
    const size_t count = it->named_count + it->more;
    if (state == ROUTE_NO_PATH) {
        fputs("  unrouted: its pins cannot be joined even without other nets; blocked cells, walls "
              "or strict layers enclose one of them\n",
              out);
    } else if (state != ROUTE_BLOCKED_BY) {
        fputs(it->given
                  ? "  unrouted, but nothing is in its way: the run ended first (route --keep "
                    "completes it)\n"
                  : "  no result is given; in the grid without other nets there is a path\n",
              out);
    } else {
        fprintf(out, "  unrouted: %zu net%s in its way: ", count, count == 1 ? " is" : "s are");
        explanation_print(task, it, "", "", out);
        fputs(count == 1 ? "  without it there is a path\n"
                         : "  without all of them there is a path, with any one of them none\n",
              out);
    }
}

enum status grid_task_explain(struct task *task, struct explanation *it, FILE *out,
                              struct error *error)
{
    struct grid_task *grid = grid_of(task);
    assert(it->net < grid->design.nets.net_count && it->named_count == 0);
    struct explain *explain = NULL;
    const uint32_t *blockers = NULL;
    size_t count = 0;
    if (!grid->has_routes)
        TRY(routes_create(&grid->routes, grid->design.nets.net_count, error));
    grid->has_routes = true;
    if (grid->routes.nets[it->net].state == ROUTE_ROUTED)
        return STATUS_OK;
    it->done = true;
    TRY(explain_create(&explain, &grid->design, &grid->routes, error));
    const enum route_state state = explain_net(explain, it->net, &blockers, &count);
    it->named_count = count < EXPLAINED_NAMES ? count : EXPLAINED_NAMES;
    it->more = count - it->named_count;
    if (it->named_count > 0)
        memcpy(it->named, blockers, it->named_count * sizeof *blockers);
    print_missing(out, task, it, state);
    explain_destroy(explain);
    return STATUS_OK;
}

enum status grid_task_crowd(struct task *task, uint32_t net, uint64_t *amount, struct error *error)
{
    const struct grid_task *it = grid_of(task);
    (void)error;
    assert(it->has_routes);
    explain_crowd(&it->design, &it->routes, net, amount);
    return STATUS_OK;
}

/* Crops the picture to the pins' box with some cells around it. */
void grid_task_focus(struct task *task, const struct explanation *it,
                     struct picture_options *picture)
{
    const struct grid *grid = &grid_of(task)->design.grid;
    const struct box box = box_of_pins(grid, &grid_of(task)->design.nets, it->net);
    assert(box.x1 < grid->width && box.y1 < grid->height);
    picture->has_crop = true;
    picture->crop = box_grow(box_whole(grid), box, 4 + (box.x1 - box.x0 + box.y1 - box.y0) / 4);
}
