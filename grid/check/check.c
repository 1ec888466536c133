/* check: goes through a result net by net and gives the verdict; check.h tells what is right.
 *
 * The order matters. All pins are reserved before the first wire is walked, so a wire through the
 * pin of a later net is noticed. Wires are marked as they are walked, so of two nets on one cell
 * the later one gets the fault, which names the earlier. The reasons of unrouted nets are judged
 * last and only in a result that is right so far, because they speak about the wires of others.
 *
 * Of nets routed alone each sees only its own marks: a mark of another net counts as none.
 */
#include "grid/check/judge.h"
#include "grid/check/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* A fault of the result as a whole. */
static void fault_of_result(struct judge *judge, const char *format, ...) PRINTF_LIKE(2, 3);
static void fault_of_result(struct judge *judge, const char *format, ...)
{
    judge->summary.faults++;
    if (judge->on_fault == NULL)
        return;
    char text[ERROR_TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    judge->on_fault(judge->context, 0, text);
}

/* The names that a blocked net gives: they exist, are others, and each stands once. seen has a
 * bit for each net, all 0 before and after. */
static void judge_blockers(struct judge *judge, uint64_t *seen)
{
    const struct netlist *nets = &judge->design->nets;
    const struct route *route = &judge->routes->nets[judge->net];
    const uint32_t *blockers = judge->routes->blockers + route->first_blocker;
    if (route->blocker_count == 0)
        judge_fault(judge, "is blocked, but no net is named that is in the way");
    if (judge->alone && route->blocker_count > 0)
        judge_fault(judge, "was routed alone, so net %s cannot be in the way",
                    blockers[0] < nets->net_count ? netlist_name(nets, blockers[0]) : "?");
    for (size_t i = 0; i < route->blocker_count; i++) {
        uint32_t blocker = blockers[i];
        if (blocker >= nets->net_count)
            judge_fault(judge, "is blocked by net number %" PRIu32 ", which does not exist",
                        blocker);
        else if (blocker == judge->net)
            judge_fault(judge, "is said to be blocked by itself");
        else if (seen[blocker / 64] >> blocker % 64 & 1)
            judge_fault(judge, "names net %s twice among the nets in the way",
                        netlist_name(nets, blocker));
        else
            seen[blocker / 64] |= UINT64_C(1) << blocker % 64;
    }
    for (size_t i = 0; i < route->blocker_count; i++)
        if (blockers[i] < nets->net_count)
            seen[blockers[i] / 64] = 0;
}

static void judge_unrouted(struct judge *judge, uint64_t *seen)
{
    const struct route *route = &judge->routes->nets[judge->net];
    if (route->state >= ROUTE_STATES) {
        judge_fault(judge, "its state is none");
        return;
    }
    if (route->wire_count > 0)
        judge_fault(judge, "is unrouted (%s), but has %zu wires", route_state_name(route->state),
                    route->wire_count);
    if (route->cost != 0 || route->length != 0 || route->vias != 0 || route->bends != 0)
        judge_fault(judge, "is unrouted (%s), but has a cost, length, vias or bends",
                    route_state_name(route->state));
    if (route->state == ROUTE_BLOCKED_BY)
        judge_blockers(judge, seen);
    else if (route->blocker_count > 0)
        judge_fault(judge, "names nets in the way, but its reason is %s",
                    route_state_name(route->state));
}

static enum status judge_nets(struct judge *judge, uint64_t *seen, struct error *error)
{
    uint32_t count = judge->design->nets.net_count;
    bool clean = judge_is_clean(judge);
    if (!clean)
        TRY(judge_make_marks(judge, error));
    for (uint32_t net = 0; net < count && !clean && !judge->alone; net++)
        judge_mark_pins(judge, net);
    for (uint32_t net = 0; net < count; net++) {
        judge->net = net;
        judge->faults_of_net = 0;
        if (judge->routes->nets[net].state == ROUTE_ROUTED) {
            judge->summary.routed++;
            if (judge->alone)
                judge_mark_pins(judge, net);
            if (!clean)
                judge_tree(judge);
        } else {
            judge->summary.unrouted++;
            judge_unrouted(judge, seen);
        }
    }
    return STATUS_OK;
}

enum status check_routes(const struct design *design, const struct routes *routes, bool alone,
                         check_report *on_fault, void *context, struct check_summary *summary,
                         struct error *error)
{
    return check_routes_with(1, design, routes, alone, on_fault, context, summary, error);
}

enum status check_routes_with(unsigned threads, const struct design *design,
                              const struct routes *routes, bool alone, check_report *on_fault,
                              void *context, struct check_summary *summary, struct error *error)
{
    struct judge judge = {.design = design,
                          .routes = routes,
                          .alone = alone,
                          .threads = threads,
                          .on_fault = on_fault,
                          .context = context,
                          .wire = WIRE_NONE};
    uint32_t count = design->nets.net_count;
    uint64_t *seen = mem_alloc(count / 64 + 1, sizeof *seen, "nets in the way", error);
    enum status status = seen != NULL ? STATUS_OK : STATUS_FAILED;
    if (routes->net_count != count)
        fault_of_result(&judge, "the result has %" PRIu32 " nets, the netlist has %" PRIu32,
                        routes->net_count, count);
    if (routes->alone != alone)
        fault_of_result(&judge, routes->alone
                                    ? "the result says that its nets were routed alone, each as "
                                      "if it were the only one, which was not asked for"
                                    : "the result does not say that its nets were routed alone, "
                                      "each as if it were the only one, which was asked for");
    if (status == STATUS_OK && routes->net_count == count)
        status = judge_nets(&judge, seen, error);
    if (status == STATUS_OK && judge.summary.faults == 0)
        status = judge_reasons(&judge, error);
    if (status == STATUS_OK && judge.summary.faults > 0)
        status = STATUS_BAD_INPUT;
    else if (status == STATUS_OK && judge.summary.unrouted > 0)
        status = STATUS_UNROUTED;
    if (summary != NULL)
        *summary = judge.summary;
    MEM_FREE(seen, judge.mark);
    return status;
}
