/* global_explain: why a net of a tile graph is open; the nets and the cut of an edge. */
#include "grid/text/harmless.h"
#include "router/cli/subject/global/global_subject.h"
#include "router/search/field.h"

/* "3,4,2 - 4,4,2" with layers of the file, from 1. */
static void put_edge(FILE *out, const struct tile_graph *graph, cell_t tile)
{
    const struct grid *grid = &graph->grid;
    const uint32_t z = grid_z(grid, tile);
    const cell_t other = tile + tile_stride(graph, z);
    const uint32_t layer = graph->layer[z].file_layer + 1;
    fprintf(out, "%u,%u,%u - %u,%u,%u", grid_x(grid, tile), grid_y(grid, tile), layer,
            grid_x(grid, other), grid_y(grid, other), layer);
}

static double tracks(int64_t units)
{
    return (double)units / TILE_TRACK;
}

static void put_cut(FILE *out, const struct cut *cut)
{
    fprintf(out,
            "  cut: the border of the tiles %u,%u .. %u,%u has a capacity of %.10g, and nets with "
            "pins on both sides need %.10g",
            cut->box.x0, cut->box.y0, cut->box.x1, cut->box.y1, tracks(cut->capacity),
            tracks(cut->demand));
    if (cut->over > 0)
        fprintf(out,
                ": no result has less than %.10g overflow there; move pins, or give it capacity",
                tracks(cut->over));
    fputc('\n', out);
}

/* Prints the cut that the edge is in; helps: also a remedy against overflow there. */
static enum status print_cut(const struct tile_graph *graph, cell_t edge, bool helps, FILE *out,
                             struct error *error)
{
    struct cuts cuts;
    assert(tile_has_edge(graph, edge));
    enum status status = cuts_create(&cuts, graph, error);
    const struct cut cut = status == STATUS_OK ? cuts_find(&cuts, edge) : (struct cut){0};
    cuts_destroy(&cuts);
    if (status != STATUS_OK)
        return status;
    if (helps && cut.over <= 0) {
        fputs("  no cut through the first one proves overflow: more time or --effort best may "
              "help\n",
              out);
        return STATUS_OK;
    }
    put_cut(out, &cut);
    return STATUS_OK;
}

void global_print_worst(struct task *task, FILE *out)
{
    const struct global_task *it = global_of(task);
    const struct tile_verdict *verdict = &it->check.verdict;
    if (!it->judged || !tile_counts_overflow(&it->graph))
        return;
    for (uint32_t i = 0; i < verdict->worst_count; i++) {
        const struct tile_edge *edge = &verdict->worst[i];
        fputs("over capacity: ", out);
        put_edge(out, &it->graph, edge->tile);
        fprintf(out, ": use %.10g of %.10g\n", tracks(edge->use),
                tracks(it->graph.capacity[edge->tile]));
    }
    if (verdict->edges_over > verdict->worst_count)
        fprintf(out, "over capacity: %" PRIu64 " more edges\n",
                verdict->edges_over - verdict->worst_count);
    if (it->proven > 0)
        put_cut(out, &it->cut);
    else if (verdict->worst_count > 0)
        (void)print_cut(&it->graph, verdict->worst[0].tile, true, out, NULL);
}

/* True if the wire crosses the edge. */
static bool crosses(const struct tile_graph *graph, struct wire wire, cell_t edge)
{
    const uint32_t z = grid_z(&graph->grid, edge), stride = tile_stride(graph, z);
    const uint32_t width = graph->grid.width;
    assert(stride > 0 && width > 0);
    if (stride == 1 && edge / width != wire.from / width) /* NOLINT: a grid has columns */
        return false;
    return wire.from <= edge && edge < wire.to && grid_z(&graph->grid, wire.from) == z &&
           grid_z(&graph->grid, wire.to) == z && (edge - wire.from) % stride == 0;
}

/* X,Y,N: the edges that start at this tile on layer N of the file: two if it has two directions. */
static enum status read_edges(const struct task *task, const char *text, cell_t edge[2],
                              size_t *count, struct error *error)
{
    const struct tile_graph *graph = &global_of(task)->graph;
    const struct grid *grid = &graph->grid;
    uint64_t part[3] = {0, 0, 0};
    const char *at = text;
    bool good = true;
    *count = 0;
    for (int i = 0; i < 3 && good; i++) {
        good = options_digits(at, &at, &part[i]) && *at == (i < 2 ? ',' : '\0');
        at += i < 2;
    }
    for (uint32_t z = 0; good && z < grid->layers; z++) {
        if (graph->layer[z].file_layer + UINT64_C(1) != part[2] || part[0] >= grid->width ||
            part[1] >= grid->height)
            continue;
        edge[*count] = grid_cell(grid, (uint32_t)part[0], (uint32_t)part[1], z);
        *count += tile_has_edge(graph, edge[*count]);
    }
    return *count > 0 ? STATUS_OK
                      : error_refuse(error,
                                     "explain: edge:%.60s: expected edge:X,Y,N, the edge from tile "
                                     "X,Y of layer N in the direction of the layer",
                                     text);
}

static void print_nets(const struct global_task *it, cell_t edge, FILE *out)
{
    uint32_t nets = 0;
    assert(it->has_routes);
    for (uint32_t net = 0; net < it->graph.net_count; net++) {
        const struct tile_route *route = &it->routes.nets[net];
        bool found = false;
        for (uint32_t i = 0; i < route->wire_count && !found; i++)
            found = crosses(&it->graph, it->routes.wires[route->first_wire + i], edge);
        if (!found)
            continue;
        fputs(nets++ == 0 ? "  nets: " : " ", out);
        harmless_print(out, tile_net_name(&it->graph, net));
    }
    fputs(nets > 0 ? "\n" : "  no net\n", out);
}

enum status global_task_place(struct task *task, const char *text, FILE *out, struct error *error)
{
    struct global_task *it = global_of(task);
    const struct tile_graph *graph = &it->graph;
    cell_t edge[2];
    size_t count;
    TRY(read_edges(task, text, edge, &count, error));
    if (it->has_routes && global_judge(task, error) == STATUS_FAILED)
        return STATUS_FAILED;
    for (size_t i = 0; i < count; i++) {
        const int32_t room = graph->capacity[edge[i]];
        fputs("edge ", out);
        put_edge(out, graph, edge[i]);
        fprintf(out, ": capacity %.10g", tracks(room));
        if (it->has_routes) {
            const int32_t use = it->check.use[edge[i]];
            fprintf(out, ", use %.10g%s\n", tracks(use),
                    use > room    ? ", over capacity"
                    : use == room ? ", full"
                                  : "");
            print_nets(it, edge[i], out);
        } else {
            fputs(", no result is given\n", out);
        }
        TRY(print_cut(graph, edge[i], false, out, error));
    }
    return STATUS_OK;
}

enum status global_task_explain(struct task *task, struct explanation *it, FILE *out,
                                struct error *error)
{
    struct global_task *global = global_of(task);
    char why[ERROR_TEXT_MAX / 2];
    assert(it->net < global->graph.net_count);
    if (global->graph.nets[it->net].idle)
        fputs("  it needs no wire\n", out);
    it->done = !it->facts.routed || global->graph.nets[it->net].idle;
    if (!global->has_routes) {
        fputs("  no result is given\n", out);
    } else if (!it->facts.routed) {
        TRY(tile_check_why(&global->graph, &global->routes, it->net, why, sizeof why, error));
        harmless_line(out, "  open: %s", why);
    }
    return STATUS_OK;
}

enum status global_task_crowd(struct task *task, uint32_t net, uint64_t *amount,
                              struct error *error)
{
    const struct global_task *it = global_of(task);
    const struct grid *grid = &it->graph.grid;
    struct net_record facts;
    TRY(global_task_net(task, net, &facts, error));
    const struct box box = {(uint32_t)facts.pin_box[0], (uint32_t)facts.pin_box[1],
                            (uint32_t)facts.pin_box[2], (uint32_t)facts.pin_box[3]};
    for (uint32_t other = 0; it->has_routes && other < it->routes.net_count; other++)
        for (uint32_t i = 0; other != net && i < it->routes.nets[other].wire_count; i++) {
            const struct wire wire = it->routes.wires[it->routes.nets[other].first_wire + i];
            if (wire_shape(grid, wire).direction >= UP)
                continue;
            for (struct wire_walk walk = wire_walk(grid, wire); walk.left > 0; wire_next(&walk))
                amount[other] += box_has(grid, box, walk.cell);
        }
    return STATUS_OK;
}

void global_task_focus(struct task *task, const struct explanation *it,
                       struct picture_options *picture)
{
    const struct grid *grid = &global_of(task)->graph.grid;
    const int64_t *pins = it->facts.pin_box;
    assert(pins[0] >= 0 && pins[2] < grid->width && pins[3] < grid->height);
    const struct box box = {(uint32_t)pins[0], (uint32_t)pins[1], (uint32_t)pins[2],
                            (uint32_t)pins[3]};
    picture->has_crop = true;
    picture->crop = box_grow(box_whole(grid), box, 4 + (box.x1 - box.x0 + box.y1 - box.y0) / 4);
}
