/* reasons: are the reasons that unrouted nets give true?
 *
 *     no-path      with every other net taken away, the pins do not hang together
 *     blocked-by   in the result as it stands the pins do not hang together; they do once the wires
 *                  and pins of the named nets are taken away, and do not with any one of these back
 *
 * All are questions about connected regions of open cells (regions.h), so no search is needed.
 *
 * To ask for each of n names whether it could be spared would take n tests of n - 1 nets each. The
 * names are halved instead: one half is taken away once for all names of the other half, and so on
 * within that, so that each net is taken away log n times.
 *
 * Cost: O(cells) for each of the two reasons that occurs, and a net O(cells of its pins, and of its
 * n blockers times log n).
 */
#include "grid/check/parts.h"
#include "grid/check/regions.h"

static void judge_no_path(struct judge *judge, struct regions *regions)
{
    const struct netlist *nets = &judge->design->nets;
    regions_open_pins(regions, nets, judge->net);
    if (regions_join_pins(regions, nets, judge->net))
        judge_fault(judge, "its reason is no-path, but in the empty design its pins can be joined");
    regions_undo(regions);
}

/* Takes names[first .. end) of the net away and joins what hangs together then; true where its pins
 * do. */
static bool take_away(struct judge *judge, struct regions *regions, const uint32_t *names,
                      size_t first, size_t end)
{
    const struct netlist *nets = &judge->design->nets;
    for (size_t i = first; i < end; i++)
        regions_open_net(regions, nets, judge->routes, names[i]);
    return regions_join_pins(regions, nets, judge->net);
}

/* Reports those of names[first .. end) that could be spared. All others are away. */
static void judge_spared(struct judge *judge, struct regions *regions, const uint32_t *names,
                         size_t first, size_t end)
{
    size_t middle = first + (end - first) / 2;
    struct regions_mark mark = regions_mark(regions);
    if (end - first == 1) {
        if (regions_join_pins(regions, &judge->design->nets, judge->net))
            judge_fault(judge,
                        "is said to be blocked by net %s, which could stay: without the "
                        "others its pins can be joined",
                        netlist_name(&judge->design->nets, names[first]));
        return;
    }
    take_away(judge, regions, names, middle, end);
    judge_spared(judge, regions, names, first, middle);
    regions_undo_to(regions, mark);
    take_away(judge, regions, names, first, middle);
    judge_spared(judge, regions, names, middle, end);
    regions_undo_to(regions, mark);
}

static void judge_blocked_by(struct judge *judge, struct regions *regions)
{
    const struct route *route = &judge->routes->nets[judge->net];
    const uint32_t *names = judge->routes->blockers + route->first_blocker;
    regions_open_pins(regions, &judge->design->nets, judge->net);
    bool joined = take_away(judge, regions, names, 0, 0);
    struct regions_mark pins = regions_mark(regions);
    if (joined) {
        judge_fault(judge, "its reason is blocked-by, but nothing is in the way of its pins");
    } else if (take_away(judge, regions, names, 0, route->blocker_count)) {
        regions_undo_to(regions, pins);
        if (route->blocker_count > 1)
            judge_spared(judge, regions, names, 0, route->blocker_count);
    } else if (regions->status == STATUS_OK) {
        judge_fault(judge, "its pins could not be joined without the nets that it is blocked by");
    }
    regions_undo(regions);
}

/* Judges all nets of one state in the regions of the cells that are open now. */
static void judge_state(struct judge *judge, struct regions *regions, enum route_state state)
{
    const struct routes *routes = judge->routes;
    regions_find(regions);
    for (uint32_t net = 0; net < routes->net_count && regions->status == STATUS_OK; net++) {
        judge->net = net;
        judge->faults_of_net = 0;
        if (routes->nets[net].state != state)
            continue;
        if (state == ROUTE_NO_PATH)
            judge_no_path(judge, regions);
        else
            judge_blocked_by(judge, regions);
    }
}

enum status judge_reasons(struct judge *judge, struct error *error)
{
    const struct routes *routes = judge->routes;
    assert(judge->summary.faults == 0 && routes->net_count == judge->design->nets.net_count);
    size_t count[ROUTE_STATES] = {0};
    for (uint32_t net = 0; net < routes->net_count; net++)
        count[routes->nets[net].state]++;
    if (count[ROUTE_NO_PATH] + count[ROUTE_BLOCKED_BY] == 0)
        return STATUS_OK;
    struct regions regions;
    TRY(judge_make_marks(judge, error));
    TRY(regions_open(&regions, &judge->design->grid, judge->mark, error));
    if (count[ROUTE_NO_PATH] > 0)
        judge_state(judge, &regions, ROUTE_NO_PATH);
    if (count[ROUTE_BLOCKED_BY] > 0) {
        for (uint32_t net = 0; net < routes->net_count; net++)
            regions_close_net(&regions, &judge->design->nets, routes, net);
        judge_state(judge, &regions, ROUTE_BLOCKED_BY);
    }
    enum status status = regions.status;
    regions_close(&regions);
    return status;
}
