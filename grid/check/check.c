/* check: checks a result net by net and returns the verdict.
 *
 * All pins are marked before the first wire is walked, so that a wire through the pin of a later
 * net is found; of two nets on one cell the later one gets the fault. The reasons of unrouted nets
 * depend on the wires of others, so they are checked last and only if everything else is right.
 * With `alone` a net ignores the marks of other nets. */
#include "grid/check/checker.h"

void check_keep_first(void *first, uint64_t line, const char *text)
{
    char *kept = first;
    (void)line;
    if (kept[0] == '\0')
        snprintf(kept, ERROR_TEXT_MAX, "%s", text);
}

/* Checks the list of blockers of check->net: existing nets, not the net itself, none twice. seen: a
 * bit per net, all 0 before and after. */
static void check_blockers(struct checker *check, uint64_t *seen)
{
    const struct netlist *nets = &check->design->nets;
    const struct route *route = &check->routes->nets[check->net];
    const uint32_t *blockers = check->routes->blockers + route->first_blocker;
    assert(route->first_blocker + route->blocker_count <= check->routes->blocker_count);
    if (route->blocker_count == 0)
        checker_report(check, "is blocked, but no net is named that is in the way");
    if (check->alone && route->blocker_count > 0)
        checker_report(check, "was routed alone, so net %s cannot be in the way",
                       blockers[0] < nets->net_count ? netlist_name(nets, blockers[0]) : "?");
    for (size_t i = 0; i < route->blocker_count; i++) {
        uint32_t blocker = blockers[i];
        if (blocker >= nets->net_count)
            checker_report(check, "is blocked by net number %u, which does not exist", blocker);
        else if (blocker == check->net)
            checker_report(check, "lists itself among the nets in the way");
        else if (seen[blocker / 64] >> blocker % 64 & 1)
            checker_report(check, "names net %s twice among the nets in the way",
                           netlist_name(nets, blocker));
        else
            seen[blocker / 64] |= UINT64_C(1) << blocker % 64;
    }
    for (size_t i = 0; i < route->blocker_count; i++)
        if (blockers[i] < nets->net_count)
            seen[blockers[i] / 64] = 0;
}

static void check_unrouted(struct checker *check, uint64_t *seen)
{
    const struct route *route = &check->routes->nets[check->net];
    if (route->state >= ROUTE_STATES) {
        checker_report(check, "has an invalid state");
        return;
    }
    if (route->wire_count > 0)
        checker_report(check, "is unrouted (%s), but has %zu wires", route_state_name(route->state),
                       route->wire_count);
    if (route->cost != 0 || route->length != 0 || route->vias != 0 || route->bends != 0)
        checker_report(check, "is unrouted (%s), but has a cost, length, vias or bends",
                       route_state_name(route->state));
    if (route->state == ROUTE_BLOCKED_BY)
        check_blockers(check, seen);
    else if (route->blocker_count > 0)
        checker_report(check, "names nets in the way, but its reason is %s",
                       route_state_name(route->state));
}

static enum status check_nets(struct checker *check, uint64_t *seen, struct error *error)
{
    uint32_t count = check->design->nets.net_count;
    bool clean = checker_is_clean(check);
    if (!clean)
        TRY(checker_make_marks(check, error));
    for (uint32_t net = 0; net < count && !clean && !check->alone; net++)
        checker_mark_pins(check, net);
    for (uint32_t net = 0; net < count; net++) {
        check->net = net;
        check->faults_of_net = 0;
        if (check->routes->nets[net].state == ROUTE_ROUTED) {
            check->summary.routed++;
            if (check->alone)
                checker_mark_pins(check, net);
            if (!clean)
                checker_tree(check);
        } else {
            check->summary.unrouted++;
            check_unrouted(check, seen);
        }
    }
    assert(check->summary.routed + check->summary.unrouted == count);
    return STATUS_OK;
}

enum status check_routes(unsigned threads, const struct design *design, const struct routes *routes,
                         bool alone, check_report *on_fault, void *context,
                         struct check_summary *summary, struct error *error)
{
    struct checker check = {.design = design,
                            .routes = routes,
                            .alone = alone,
                            .threads = threads,
                            .on_fault = on_fault,
                            .context = context,
                            .net = UINT32_MAX,
                            .wire = WIRE_NONE};
    uint32_t count = design->nets.net_count;
    uint64_t *seen = mem_alloc(count / 64 + 1, sizeof *seen, "nets in the way", error);
    enum status status = seen != NULL ? STATUS_OK : STATUS_FAILED;
    if (routes->net_count != count)
        checker_report(&check, "the result has %u nets, the netlist has %u", routes->net_count,
                       count);
    if (routes->alone != alone)
        checker_report(&check, routes->alone
                                   ? "the result says that its nets were routed alone, each as "
                                     "if it were the only one, which was not asked for"
                                   : "the result does not say that its nets were routed alone, "
                                     "each as if it were the only one, which was asked for");
    if (status == STATUS_OK && routes->net_count == count)
        status = check_nets(&check, seen, error);
    if (status == STATUS_OK && check.summary.faults == 0)
        status = checker_reasons(&check, error);
    if (status == STATUS_OK && check.summary.faults > 0)
        status = STATUS_BAD_INPUT;
    else if (status == STATUS_OK && check.summary.unrouted > 0)
        status = STATUS_UNROUTED;
    if (summary != NULL)
        *summary = check.summary;
    MEM_FREE(seen, check.mark);
    return status;
}
