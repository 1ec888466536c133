/* hop: finds the edge at which a piece of metal is cut, and a path that joins both sides. A piece
 * is a part of the graph that is connected by edges up to a level. Sums over the part behind an
 * edge, seen from the pin, are made from the leaves. */
#include "router/detail/antenna/hop.h"

#include "router/detail/pathfinder.h"

enum {
    CUTS_MAX = 24,       /* maximum number of cuts of one net for one violation */
    WINDOW_PITCHES = 24, /* margin of a search around the piece, in pitches */
};

/* The violation in terms of the graph. */
struct hop_task {
    const struct antenna_violation *violation;
    uint32_t level;       /* routing layer of the metal to cut */
    bool of_cuts;         /* the amount is a number of vias, else a length */
    struct hop_sum whole; /* of the piece in violation */
};

void hop_destroy(struct hop *hop)
{
    hop_graph_destroy(&hop->graph);
    MEM_CLEAR(hop, hop->sums);
}

static int64_t pin_area(const struct hop *hop, const struct hop_task *task, uint32_t pin,
                        enum antenna_part part)
{
    const uint32_t first = hop->model->model.net_pins[hop->graph.net];
    const uint32_t number = hop->model->pin_of[first + pin];
    assert(pin < hop->graph.pins);
    return number == NET_NONE ? 0
                              : antenna_pin_area(hop->layout, number, part, task->violation->oxide,
                                                 task->violation->layer);
}

/* The amount at a node itself: the number of vias on it. */
static int64_t node_amount(const struct hop_graph *graph, const struct hop_task *task,
                           uint32_t node)
{
    int64_t count = 0;
    for (uint32_t k = graph->first[node]; k < graph->first[node + 1] && task->of_cuts; k++) {
        const struct hop_edge *edge = &graph->edges[graph->at[k]];
        count += !edge->gone && edge->kind == HOP_VIA && edge->a == node &&
                 edge->level == task->level + 1;
    }
    return count;
}

static bool is_cut_edge(const struct hop_task *task, const struct hop_edge *edge)
{
    return edge->kind == HOP_WIRE && edge->level == task->level;
}

static struct hop_sum sum_less(struct hop_sum a, struct hop_sum b)
{
    return (struct hop_sum){a.amount - b.amount, a.gate - b.gate, a.diffusion - b.diffusion,
                            a.gates - b.gates};
}

/* Makes the graph of the tree, and the sums behind each node of a pin's piece; the sum of the pin
 * is that of the whole piece. */
static enum status sum_piece(struct hop *hop, const struct hop_task *task, uint32_t pin,
                             const struct net_tree *tree, struct error *error)
{
    struct hop_graph *graph = &hop->graph;
    TRY(hop_graph_make(graph, hop->grower, graph->net, tree, error));
    TRY(MEM_GROW(hop->sums, hop->room, hop_graph_nodes(graph), "antennas", error));
    assert(pin < graph->pins);
    hop_graph_reach(graph, pin, task->level);
    for (uint32_t i = 0; i < graph->reached; i++) {
        const uint32_t node = graph->order[i];
        const bool is_pin = node < graph->pins;
        struct hop_sum *sum = &hop->sums[node];
        *sum = (struct hop_sum){.amount = node_amount(graph, task, node)};
        if (is_pin) {
            sum->gate = pin_area(hop, task, node, ANTENNA_GATE);
            sum->diffusion = pin_area(hop, task, node, ANTENNA_DIFFUSION);
            sum->gates = sum->gate > 0;
        }
    }
    for (uint32_t i = graph->reached; i-- > 1;) {
        const uint32_t node = graph->order[i];
        const struct hop_edge *edge = &graph->edges[graph->via[node]];
        struct hop_sum *before = &hop->sums[edge->a == node ? edge->b : edge->a];
        before->amount += hop->sums[node].amount;
        before->amount += !task->of_cuts && is_cut_edge(task, edge) ? edge->length : 0;
        before->gate += hop->sums[node].gate;
        before->diffusion += hop->sums[node].diffusion;
        before->gates += hop->sums[node].gates;
    }
    return STATUS_OK;
}

/* True if a piece with this sum keeps `share` percent of its limit. Estimates the ratio as
 * proportional to the amount divided by the area of gates. */
static bool is_fine(const struct hop *hop, const struct hop_task *task, struct hop_sum sum,
                    uint32_t share)
{
    const struct antenna_violation *v = task->violation;
    const struct tech *tech = &hop->layout->tech;
    const struct antenna_rule rule = antenna_rule_of(tech, v->layer, v->oxide);
    bool diff;
    assert(task->whole.amount > 0 && task->whole.gate > 0);
    if (sum.gate == 0 || sum.amount <= 0)
        return true;
    const int64_t limit = antenna_limit_of(tech, &rule, v->kind, sum.diffusion, &diff);
    const antenna_wide ratio =
        (antenna_wide)v->ratio * sum.amount / task->whole.amount * task->whole.gate / sum.gate;
    return limit == 0 || ratio <= (antenna_wide)limit * hop->percent / 100 * share / 100;
}

/* The edge of the piece of sum_piece at which a cut leaves one side that keeps its limit, with the
 * most gates, then with the most of the layer; TECH_NONE: no cut helps. *far_side: that side is the
 * one away from the pin. */
static uint32_t choose_edge(const struct hop *hop, const struct hop_task *task, uint32_t pin,
                            uint32_t share, bool *far_side)
{
    const struct hop_graph *graph = &hop->graph;
    uint32_t best = TECH_NONE, best_gates = 0;
    assert(graph->reached > 0 && graph->order[0] == pin);
    int64_t best_amount = -1;
    for (uint32_t i = 1; i < graph->reached; i++) {
        const uint32_t node = graph->order[i];
        const struct hop_edge *edge = &graph->edges[graph->via[node]];
        if (!is_cut_edge(task, edge))
            continue;
        const struct hop_sum far = hop->sums[node];
        struct hop_sum near = sum_less(hop->sums[pin], far);
        near.amount -= task->of_cuts ? 0 : edge->length;
        const uint32_t near_gates = is_fine(hop, task, near, share) ? near.gates : 0;
        const uint32_t far_gates = is_fine(hop, task, far, share) ? far.gates : 0;
        const bool is_far = far_gates > 0 && (near_gates == 0 || far.amount > near.amount);
        const int64_t amount = is_far ? far.amount : near.amount;
        if (near_gates + far_gates > best_gates ||
            (near_gates + far_gates == best_gates && best_gates > 0 && amount > best_amount)) {
            best = graph->via[node];
            best_gates = near_gates + far_gates;
            best_amount = amount;
            *far_side = is_far;
        }
    }
    return best;
}

/* Lists the spots of a part of the graph, and the accesses of its pins, perhaps above a level. */
static enum status list_part(struct hop *hop, uint32_t from, uint32_t lowest,
                             struct access_spot **spots, size_t *count, struct error *error)
{
    struct hop_graph *graph = &hop->graph;
    const struct access *access = graph->access;
    const uint32_t first = hop->model->model.net_pins[graph->net];
    size_t room = 0;
    *count = 0;
    hop_graph_reach(graph, from, UINT32_MAX);
    for (uint32_t i = 0; i < graph->reached; i++) {
        const uint32_t node = graph->order[i];
        const bool is_pin = node < graph->pins;
        const uint32_t begin = is_pin ? access->first[first + node] : node - graph->pins;
        const uint32_t end = is_pin ? access->first[first + node + 1] : begin + 1;
        for (uint32_t s = begin; s < end; s++) {
            const struct access_spot spot = (is_pin ? access->spots : graph->spots)[s];
            if (spot.layer >= lowest)
                TRY(MEM_APPEND(*spots, room, *count, spot, "antennas", error));
        }
    }
    return STATUS_OK;
}

/* Marks (or clears) the holes of the net's vias, to which new vias keep their distance. */
static void mark_holes(const struct hop *hop, bool set)
{
    for (uint32_t e = 0; e < hop->graph.edge_count; e++) {
        const struct hop_edge *edge = &hop->graph.edges[e];
        if (edge->gone || edge->kind != HOP_VIA)
            continue;
        const struct access_spot low = hop_graph_spot(&hop->graph, edge->a);
        search_mark_hole(hop->grower->search, low.layer, lattice_class(edge->variant), low.ix,
                         low.iy, set);
    }
}

/* Limits of the path that joins two parts. */
struct hop_way {
    uint32_t no_wires;           /* a bit per layer that it must not use for wires */
    uint32_t lowest_a, lowest_b; /* lowest layers on which it may begin and end */
};

/* Joins the parts of two nodes. *joined: there is a path. */
static enum status join_parts(struct hop *hop, const struct hop_way *way, uint32_t a, uint32_t b,
                              bool *joined, struct error *error)
{
    struct lattice *lattice = hop->grower->lattice;
    const struct costs costs = pathfinder_costs(lattice, 0, true);
    struct access_spot *sources = NULL, *targets = NULL;
    const struct detail_step *path = NULL;
    struct detail_job job = {.net = hop->graph.net, .no_wires = way->no_wires};
    size_t length = 0;
    enum status status = list_part(hop, a, way->lowest_a, &sources, &job.source_count, error);
    THEN(status, list_part(hop, b, way->lowest_b, &targets, &job.target_count, error));
    *joined = false;
    if (status == STATUS_OK && hop->graph.via[a] == HOP_FAR && job.source_count > 0 &&
        job.target_count > 0) {
        job.sources = sources;
        job.targets = targets;
        job.window = rect_grow(rect_join(access_box(lattice, sources, job.source_count),
                                         access_box(lattice, targets, job.target_count)),
                               WINDOW_PITCHES * lattice->pitch * lattice->scale);
        search_leave(hop->grower->search);
        mark_holes(hop, true);
        status = search_path(hop->grower->search, &costs, &job, &path, &length, error);
        mark_holes(hop, false);
        if (status == STATUS_OK && length > 1) {
            *joined = true;
            status = hop_graph_join(&hop->graph, path, length, error);
        }
    }
    MEM_FREE(sources, targets);
    return status;
}

/* Writes the graph as a tree, and replaces *best by it if it has no conflict and fewer vias. */
static enum status offer(const struct hop *hop, struct net_tree *best, struct error *error)
{
    struct net_tree tree = {0};
    enum status status = hop_graph_write(&hop->graph, &tree, error);
    tree.complete = true;
    if (status == STATUS_OK && net_tree_conflicts(&tree, hop->grower->lattice, 0) == 0 &&
        (!best->complete || tree.via_count < best->via_count)) {
        const struct net_tree worse = *best;
        *best = tree;
        tree = worse;
    }
    net_tree_destroy(&tree);
    return status;
}

/* Cuts the piece of a pin once and joins both sides above the level: from anywhere, or only from
 * wires above the level, whose vias to it may then go. Makes the best tree, if there is one. */
static enum status cut_piece(struct hop *hop, const struct hop_task *task, uint32_t pin,
                             const struct net_tree *tree, struct net_tree *best,
                             struct error *error)
{
    const uint32_t above = task->level + 1, below = (UINT32_C(2) << task->level) - 1;
    for (uint32_t share = hop->share; share > 0 && !best->complete; share /= 2)
        for (uint32_t choice = 0; choice < 4; choice++) {
            const struct hop_way way = {below, choice & 1 ? above : 0, choice & 2 ? above : 0};
            bool far_side = false, joined = false;
            TRY(sum_piece(hop, task, pin, tree, error));
            const uint32_t chosen = choose_edge(hop, task, pin, share, &far_side);
            if (chosen == TECH_NONE)
                return STATUS_OK;
            struct hop_edge *edge = &hop->graph.edges[chosen];
            const bool a_is_far = hop->graph.via[edge->a] == chosen;
            edge->gone = true;
            TRY(join_parts(hop, &way, a_is_far == far_side ? edge->a : edge->b,
                           a_is_far == far_side ? edge->b : edge->a, &joined, error));
            if (joined)
                TRY(offer(hop, best, error));
        }
    return STATUS_OK;
}

/* Takes all wires of the level out of the piece, and joins the pins by wires of other layers. */
static enum status move_piece(struct hop *hop, const struct hop_task *task, uint32_t pin,
                              const struct net_tree *tree, struct net_tree *best,
                              struct error *error)
{
    struct hop_graph *graph = &hop->graph;
    const struct hop_way way = {UINT32_C(1) << task->level, 0, 0};
    TRY(hop_graph_make(graph, hop->grower, graph->net, tree, error));
    hop_graph_reach(graph, pin, task->level);
    for (uint32_t e = 0; e < graph->edge_count; e++)
        graph->edges[e].gone =
            is_cut_edge(task, &graph->edges[e]) && graph->via[graph->edges[e].a] != HOP_FAR;
    bool joined = true;
    for (uint32_t joins = 0; joined && joins < graph->pins; joins++) {
        uint32_t other = 0;
        TRY(hop_graph_relink(graph, error));
        hop_graph_reach(graph, pin, UINT32_MAX);
        while (other < graph->pins && graph->via[other] != HOP_FAR)
            other++;
        if (other == graph->pins)
            return offer(hop, best, error);
        TRY(join_parts(hop, &way, other, pin, &joined, error));
    }
    return STATUS_OK;
}

/* Cuts or moves the piece of a pin. *changed: the tree has changed. */
static enum status change_piece(struct hop *hop, const struct hop_task *task, uint32_t pin,
                                struct net_tree *tree, bool *changed, struct error *error)
{
    struct net_tree best = {0};
    enum status status = hop->share > 0 ? cut_piece(hop, task, pin, tree, &best, error)
                                        : move_piece(hop, task, pin, tree, &best, error);
    *changed = status == STATUS_OK && best.complete;
    if (*changed) {
        net_tree_destroy(tree);
        *tree = best;
    } else {
        net_tree_destroy(&best);
    }
    return status;
}

enum status hop_net(struct hop *hop, struct net_tree *tree, uint32_t net,
                    const struct antenna_violation *violation, bool *changed, struct error *error)
{
    const struct tech_layer *layer = &hop->layout->tech.layers[violation->layer];
    const struct model *model = &hop->model->model;
    struct hop_task task = {
        .violation = violation, .level = layer->level, .of_cuts = layer->kind == LAYER_CUT};
    assert(tree->complete && net < model->net_count);
    if (layer->level == LAYER_NONE || (layer->level + 1u >= model->layer_count && hop->share > 0))
        return STATUS_OK;
    const uint32_t *pin_of = hop->model->pin_of + model->net_pins[net];
    const uint32_t pins = model->net_pins[net + 1] - model->net_pins[net];
    uint32_t pin = 0, cuts = 0;
    while (pin < pins && pin_of[pin] != violation->pin)
        pin++;
    if (pin == pins)
        return STATUS_OK;
    hop->graph.net = net;
    TRY(sum_piece(hop, &task, pin, tree, error));
    task.whole = hop->sums[pin];
    if (task.whole.amount <= 0 || task.whole.gate <= 0)
        return STATUS_OK;
    /* Changes pieces, gate by gate, until each gate is in a piece that keeps its limit. */
    bool *wanted;
    TRY(MEM_NEW(wanted, pins, "antennas", error));
    for (uint32_t p = 0; p < pins; p++)
        wanted[p] = hop->graph.via[p] != HOP_FAR && pin_area(hop, &task, p, ANTENNA_GATE) > 0;
    enum status status = STATUS_OK;
    for (uint32_t p = 0; p < pins && status == STATUS_OK; p++)
        while (wanted[p] && status == STATUS_OK) {
            bool cut = false;
            status = sum_piece(hop, &task, p, tree, error);
            if (status != STATUS_OK || is_fine(hop, &task, hop->sums[p], 100))
                break;
            if (cuts++ < CUTS_MAX)
                status = change_piece(hop, &task, p, tree, &cut, error);
            wanted[p] = cut && hop->share > 0; /* a piece is moved once */
            *changed |= cut;
        }
    free(wanted);
    return status;
}
