/* hop: finds the edge at which a piece of metal is cut, and a path that joins both sides. A piece
 * is a part of the graph below a level; sums over what is behind an edge are made from its end. */
#include "router/detail/antenna/hop.h"

#include <stdlib.h>
#include <string.h>

#include "router/detail/pathfinder.h"

enum {
    CUTS_MAX = 24,       /* cuts of one net for one violation */
    WINDOW_PITCHES = 24, /* margin of a search around the piece, in pitches */
};

/* The violation in terms of the graph. The ratio of a piece is about amount * per / gate. */
struct hop_task {
    const struct antenna_violation *violation;
    uint32_t level; /* routing layer of the metal to cut */
    bool of_cuts;   /* the amount is a number of vias, else a length */
    int64_t amount; /* of the piece in violation */
    int64_t gate;   /* its gate area */
};

void hop_destroy(struct hop *hop)
{
    hop_graph_destroy(&hop->graph);
    MEM_FREE(hop->amount, hop->gate, hop->diffusion, hop->gates);
    *hop = (struct hop){0};
}

/* ---- amounts -------------------------------------------------------------------------------- */

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

static enum status make_room(struct hop *hop, struct error *error)
{
    const size_t nodes = hop_graph_nodes(&hop->graph);
    if (nodes <= hop->room)
        return STATUS_OK;
    MEM_FREE(hop->amount, hop->gate, hop->diffusion, hop->gates);
    hop->amount = hop->gate = hop->diffusion = NULL;
    hop->gates = NULL;
    hop->room = 2 * nodes;
    TRY(MEM_NEW(hop->amount, hop->room, "antennas", error));
    TRY(MEM_NEW(hop->gate, hop->room, "antennas", error));
    TRY(MEM_NEW(hop->diffusion, hop->room, "antennas", error));
    return MEM_NEW(hop->gates, hop->room, "antennas", error);
}

/* The amount at a node itself: vias of the layer that stand on it. */
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

/* Finds the piece of a pin, and the sums behind each of its nodes: at the pin those of the piece.
 */
static void sum_piece(struct hop *hop, const struct hop_task *task, uint32_t pin)
{
    struct hop_graph *graph = &hop->graph;
    assert(pin < graph->pins && hop->room >= hop_graph_nodes(graph));
    hop_graph_reach(graph, pin, task->level);
    for (uint32_t i = 0; i < graph->reached; i++) {
        const uint32_t node = graph->order[i];
        const bool is_pin = node < graph->pins;
        hop->amount[node] = node_amount(graph, task, node);
        hop->gate[node] = is_pin ? pin_area(hop, task, node, ANTENNA_GATE) : 0;
        hop->diffusion[node] = is_pin ? pin_area(hop, task, node, ANTENNA_DIFFUSION) : 0;
        hop->gates[node] = hop->gate[node] > 0;
    }
    for (uint32_t i = graph->reached; i-- > 1;) {
        const uint32_t node = graph->order[i];
        const struct hop_edge *edge = &graph->edges[graph->via[node]];
        const uint32_t before = edge->a == node ? edge->b : edge->a;
        hop->amount[before] += hop->amount[node];
        if (!task->of_cuts && is_cut_edge(task, edge))
            hop->amount[before] += edge->length;
        hop->gate[before] += hop->gate[node];
        hop->diffusion[before] += hop->diffusion[node];
        hop->gates[before] += hop->gates[node];
    }
}

/* True if a piece with these sums keeps `share` percent of its limit, by the estimate. */
static bool is_fine(const struct hop *hop, const struct hop_task *task, int64_t amount,
                    int64_t gate, int64_t diffusion, uint32_t share)
{
    const struct antenna_violation *v = task->violation;
    const struct tech *tech = &hop->layout->tech;
    const struct antenna_rule rule = antenna_rule_of(tech, v->layer, v->oxide);
    bool diff;
    assert(task->amount > 0 && task->gate > 0);
    if (gate == 0 || amount <= 0)
        return true;
    const int64_t limit = antenna_limit_of(tech, &rule, v->kind, diffusion, &diff);
    if (limit == 0)
        return true;
    const antenna_wide ratio = (antenna_wide)v->ratio * amount / task->amount * task->gate / gate;
    return ratio <= (antenna_wide)limit * hop->percent / 100 * share / 100;
}

/* ---- the place of a cut --------------------------------------------------------------------- */

/* The edge of the piece of sum_piece at which a cut leaves the most gates in a side that is fine,
 * and as much of the layer as possible in it; TECH_NONE: no cut helps. *far_side: the fine side is
 * the one away from the pin. */
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
        const int64_t length = task->of_cuts ? 0 : edge->length;
        const int64_t near = hop->amount[pin] - hop->amount[node] - length;
        const int64_t gate = hop->gate[pin] - hop->gate[node];
        const int64_t diffusion = hop->diffusion[pin] - hop->diffusion[node];
        const bool near_fine = is_fine(hop, task, near, gate, diffusion, share);
        const bool far_fine =
            is_fine(hop, task, hop->amount[node], hop->gate[node], hop->diffusion[node], share);
        const uint32_t near_gates = near_fine ? hop->gates[pin] - hop->gates[node] : 0;
        const uint32_t far_gates = far_fine ? hop->gates[node] : 0;
        const bool is_far = far_gates > 0 && (near_gates == 0 || hop->amount[node] > near);
        const int64_t amount = is_far ? hop->amount[node] : near;
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

/* ---- joining -------------------------------------------------------------------------------- */

/* Lists the spots of a part of the graph, and the accesses of its pins: all, or those above a
 * level. */
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

/* Marks (or clears) the holes of the net's vias, which new vias must keep away from. */
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

/* How two parts are joined. */
struct hop_way {
    uint32_t no_wires;           /* a bit per layer */
    uint32_t lowest_a, lowest_b; /* layers from which on the path may begin and end */
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
            TRY(hop_graph_make(&hop->graph, hop->grower, hop->graph.net, tree, error));
            TRY(make_room(hop, error));
            sum_piece(hop, task, pin);
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

/* Changes the piece of a pin. *changed: the tree is another one. */
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
    hop->graph.net = net;
    TRY(hop_graph_make(&hop->graph, hop->grower, net, tree, error));
    TRY(make_room(hop, error));
    uint32_t pin = 0;
    while (pin < hop->graph.pins &&
           hop->model->pin_of[model->net_pins[net] + pin] != violation->pin)
        pin++;
    if (pin == hop->graph.pins)
        return STATUS_OK;
    sum_piece(hop, &task, pin);
    task.amount = hop->amount[pin];
    task.gate = hop->gate[pin];
    /* The gates of the piece, one after the other, until each is in a fine piece. */
    bool *wanted;
    if (task.amount <= 0 || task.gate <= 0)
        return STATUS_OK;
    TRY(MEM_NEW(wanted, hop->graph.pins, "antennas", error));
    for (uint32_t p = 0; p < hop->graph.pins; p++)
        wanted[p] = hop->graph.via[p] != HOP_FAR && pin_area(hop, &task, p, ANTENNA_GATE) > 0;
    enum status status = STATUS_OK;
    uint32_t cuts = 0;
    for (uint32_t p = 0; p < hop->graph.pins && status == STATUS_OK; p++)
        while (wanted[p] && status == STATUS_OK) {
            bool cut = false;
            sum_piece(hop, &task, p);
            wanted[p] = !is_fine(hop, &task, hop->amount[p], hop->gate[p], hop->diffusion[p], 100);
            if (!wanted[p])
                break;
            if (cuts++ < CUTS_MAX)
                status = change_piece(hop, &task, p, tree, &cut, error);
            wanted[p] = cut && hop->share > 0; /* a piece is moved once */
            *changed |= cut;
            THEN(status, hop_graph_make(&hop->graph, hop->grower, net, tree, error));
            THEN(status, make_room(hop, error));
        }
    free(wanted);
    return status;
}
