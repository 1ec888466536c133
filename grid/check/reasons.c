/* reasons: are the reasons that unrouted nets give true?
 *
 *     no-path      with every other net taken away, the pins do not hang together
 *     blocked-by   in the result as it stands the pins do not hang together, and they do once
 *                  the wires and pins of the named nets are taken away
 *
 * Both are questions about connected regions of open cells (regions.h), so no search is
 * needed. Cost: O(cells) for each of the two reasons that occurs, and O(cells of the net's pins
 * and of its blockers) a net.
 */
#include "grid/check/parts.h"
#include "grid/check/regions.h"

#include <assert.h>

static void judge_no_path(struct judge *judge, struct regions *regions)
{
    const struct netlist *nets = &judge->design->nets;
    regions_open_pins(regions, nets, judge->net);
    if (regions_join_pins(regions, nets, judge->net))
        judge_fault(judge, "its reason is no-path, but in the empty design its pins can be joined");
    regions_undo(regions);
}

static void judge_blocked_by(struct judge *judge, struct regions *regions)
{
    const struct netlist *nets = &judge->design->nets;
    const struct route *route = &judge->routes->nets[judge->net];
    const uint32_t *blockers = judge->routes->blockers + route->first_blocker;
    regions_open_pins(regions, nets, judge->net);
    if (regions_join_pins(regions, nets, judge->net)) {
        judge_fault(judge, "its reason is blocked-by, but nothing is in the way of its pins");
    } else {
        for (size_t i = 0; i < route->blocker_count; i++)
            regions_open_net(regions, nets, judge->routes, blockers[i]);
        if (!regions_join_pins(regions, nets, judge->net) && regions->status == STATUS_OK)
            judge_fault(judge,
                        "its pins could not be joined without the nets that it is blocked by");
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
