/* reasons: checks the reasons of unrouted nets (check.h) with connected regions of open cells.
 *
 * Whether each of n blockers is needed would take n tests that remove n - 1 nets each. Halving the
 * list removes each net log n times instead: one half is removed once for all nets of the other
 * half, and so on within that. O(cells) for each of the two reasons, plus O(cells of the pins and
 * of n blockers times log n) per net. */
#include "grid/check/checker.h"
#include "grid/check/regions.h"

static void check_no_path(struct checker *check, struct regions *regions)
{
    const struct netlist *nets = &check->design->nets;
    regions_open_pins(regions, nets, check->net);
    if (regions_join_pins(regions, nets, check->net))
        checker_report(check,
                       "its reason is no-path, but in the empty design its pins can be joined");
    regions_undo(regions, (struct regions_mark){0});
}

/* Removes the nets names[first .. end); true if the pins of the net are connected then. */
static bool remove_nets(struct checker *check, struct regions *regions, const uint32_t *names,
                        size_t first, size_t end)
{
    const struct netlist *nets = &check->design->nets;
    for (size_t i = first; i < end; i++)
        regions_open_net(regions, nets, check->routes, names[i]);
    return regions_join_pins(regions, nets, check->net);
}

/* Reports the nets of names[first .. end) that could stay. All other blockers are removed. */
static void check_spared(struct checker *check, struct regions *regions, const uint32_t *names,
                         size_t first, size_t end)
{
    assert(first < end);
    size_t middle = first + (end - first) / 2;
    struct regions_mark mark = regions_mark(regions);
    if (end - first == 1) {
        if (regions_join_pins(regions, &check->design->nets, check->net))
            checker_report(check,
                           "names net %s, which is not in the way: without the others its "
                           "pins can be joined",
                           netlist_name(&check->design->nets, names[first]));
        return;
    }
    remove_nets(check, regions, names, middle, end);
    check_spared(check, regions, names, first, middle);
    regions_undo(regions, mark);
    remove_nets(check, regions, names, first, middle);
    check_spared(check, regions, names, middle, end);
    regions_undo(regions, mark);
}

static void check_blocked_by(struct checker *check, struct regions *regions)
{
    const struct route *route = &check->routes->nets[check->net];
    const uint32_t *names = check->routes->blockers + route->first_blocker;
    regions_open_pins(regions, &check->design->nets, check->net);
    bool joined = remove_nets(check, regions, names, 0, 0);
    struct regions_mark pins = regions_mark(regions);
    if (joined) {
        checker_report(check, "its reason is blocked-by, but nothing is in the way of its pins");
    } else if (remove_nets(check, regions, names, 0, route->blocker_count)) {
        regions_undo(regions, pins);
        if (route->blocker_count > 1)
            check_spared(check, regions, names, 0, route->blocker_count);
    } else if (regions->status == STATUS_OK) {
        checker_report(check,
                       "its pins could not be joined without the nets that it is blocked by");
    }
    regions_undo(regions, (struct regions_mark){0});
}

/* Checks all nets of one state, with the regions of the cells that are open now. */
static void check_state(struct checker *check, struct regions *regions, enum route_state state)
{
    const struct routes *routes = check->routes;
    regions_find(regions);
    for (uint32_t net = 0; net < routes->net_count && regions->status == STATUS_OK; net++) {
        check->net = net;
        check->faults_of_net = 0;
        if (routes->nets[net].state != state)
            continue;
        if (state == ROUTE_NO_PATH)
            check_no_path(check, regions);
        else
            check_blocked_by(check, regions);
    }
}

enum status checker_reasons(struct checker *check, struct error *error)
{
    const struct routes *routes = check->routes;
    assert(check->summary.faults == 0 && routes->net_count == check->design->nets.net_count);
    size_t count[ROUTE_STATES] = {0};
    for (uint32_t net = 0; net < routes->net_count; net++)
        count[routes->nets[net].state]++;
    if (count[ROUTE_NO_PATH] + count[ROUTE_BLOCKED_BY] == 0)
        return STATUS_OK;
    struct regions regions;
    TRY(checker_make_marks(check, error));
    TRY(regions_init(&regions, &check->design->grid, check->mark, error));
    if (count[ROUTE_NO_PATH] > 0)
        check_state(check, &regions, ROUTE_NO_PATH);
    if (count[ROUTE_BLOCKED_BY] > 0) {
        for (uint32_t net = 0; net < routes->net_count; net++)
            regions_close_net(&regions, &check->design->nets, routes, net);
        check_state(check, &regions, ROUTE_BLOCKED_BY);
    }
    enum status status = regions.status;
    regions_destroy(&regions);
    return status;
}
