/* cmd_explain: `leeway explain NETLIST [ROUTES] NET [-o PICTURE]`: why a net is unrouted or long.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "grid/format/design_file.h"
#include "grid/format/routes_file.h"
#include "grid/text/harmless.h"
#include "router/cli/cli.h"
#include "router/cli/command/cmd_layout.h"
#include "router/cli/run/layout/layout_task.h"
#include "router/cli/run/deliver.h"
#include "router/cli/run/task_outputs.h"
#include "router/draw/scene/picture.h"
#include "router/draw/frame/frame.h"
#include "router/maze/net/explain.h"

enum { NAMES_MAX = 12 };

/* What is known about the net. */
struct reasons {
    const struct design *design;
    const struct routes *routes; /* or NULL */
    bool given;                  /* the routes were read from a file */
    uint32_t net;
    struct box box;     /* of its pins */
    uint32_t *blockers; /* nets in its way */
    size_t blocker_count;
};

static enum status find_net(struct reasons *it, const char *name, const char *file,
                            struct error *error)
{
    const struct netlist *nets = &it->design->nets;
    it->net = netlist_find(nets, name);
    if (it->net != UINT32_MAX)
        return STATUS_OK;
    const char **known;
    TRY(MEM_NEW(known, nets->net_count, "names of nets", error));
    for (uint32_t net = 0; net < nets->net_count; net++)
        known[net] = netlist_name(nets, net);
    enum status status = task_unknown_net("explain", name, file, known, nets->net_count, error);
    free(known);
    return status;
}

static void find_box(struct reasons *it)
{
    assert(it->net < it->design->nets.net_count);
    const struct grid *grid = &it->design->grid;
    const struct net *net = &it->design->nets.nets[it->net];
    it->box = (struct box){UINT32_MAX, UINT32_MAX, 0, 0};
    for (uint32_t i = 0; i < net->pin_count; i++) {
        cell_t cell = it->design->nets.pins[net->first_pin + i].cell;
        uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell);
        it->box.x0 = x < it->box.x0 ? x : it->box.x0;
        it->box.x1 = x > it->box.x1 ? x : it->box.x1;
        it->box.y0 = y < it->box.y0 ? y : it->box.y0;
        it->box.y1 = y > it->box.y1 ? y : it->box.y1;
    }
}

/* "a, b and 3 more" */
static void print_names(FILE *out, const struct reasons *it)
{
    assert(it->blocker_count == 0 || it->blockers != NULL);
    for (size_t i = 0; i < it->blocker_count && i < NAMES_MAX; i++) {
        fputs(i > 0 ? ", " : "", out);
        harmless_print(out, netlist_name(&it->design->nets, it->blockers[i]));
    }
    if (it->blocker_count > NAMES_MAX)
        fprintf(out, " and %zu more", it->blocker_count - NAMES_MAX);
}

/* Why a net without wires has none, as the design and the other nets' wires stand. */
static enum status explain_missing(FILE *out, struct reasons *it, struct error *error)
{
    struct explain *explain = NULL;
    const uint32_t *blockers = NULL;
    size_t count = 0;
    TRY(explain_create(&explain, it->design, it->routes, error));
    enum route_state state = explain_net(explain, it->net, &blockers, &count);
    enum status status = STATUS_OK;
    it->blockers = mem_alloc(count + 1, sizeof *it->blockers, "names of nets", error);
    if (it->blockers == NULL)
        status = STATUS_FAILED;
    for (size_t i = 0; status == STATUS_OK && i < count; i++)
        it->blockers[it->blocker_count++] = blockers[i];
    if (status == STATUS_OK && state == ROUTE_NO_PATH) {
        fputs(
            "  unrouted: its pins cannot be joined even if no other net were there; blocked cells, "
            "walls or strict layers close one of them in\n",
            out);
    } else if (status == STATUS_OK && state == ROUTE_BLOCKED_BY) {
        fprintf(out, "  unrouted: %zu net%s in its way: ", count, count == 1 ? " is" : "s are");
        print_names(out, it);
        fputs(count == 1
                  ? "\n  once it is moved there is a way\n"
                  : "\n  once all are moved there is a way, as long as one stays there is none\n",
              out);
    } else if (status == STATUS_OK) {
        fputs(it->given ? "  unrouted, but nothing is in its way: the run ended before (route "
                          "--keep completes "
                          "it)\n"
                        : "  no result is given; in the grid without other nets there is a way\n",
              out);
    }
    explain_destroy(explain);
    return status;
}

/* The nets whose wires take most cells of the box. */
static enum status find_crowd(struct reasons *it, struct error *error)
{
    const struct grid *grid = &it->design->grid;
    const struct routes *routes = it->routes;
    uint64_t *cells = mem_alloc(routes->net_count, sizeof *cells, "names of nets", error);
    it->blockers = mem_alloc(NAMES_MAX, sizeof *it->blockers, "names of nets", error);
    if (cells == NULL || it->blockers == NULL) {
        free(cells);
        return STATUS_FAILED;
    }
    memset(cells, 0, routes->net_count * sizeof *cells);
    for (uint32_t net = 0; net < routes->net_count; net++)
        for (size_t i = 0; net != it->net && i < routes->nets[net].wire_count; i++) {
            struct wire wire = routes->wires[routes->nets[net].first_wire + i];
            for (struct wire_walk walk = wire_walk(grid, wire); walk.left > 0; wire_next(&walk)) {
                uint32_t x = grid_x(grid, walk.cell), y = grid_y(grid, walk.cell);
                cells[net] +=
                    x >= it->box.x0 && x <= it->box.x1 && y >= it->box.y0 && y <= it->box.y1;
            }
        }
    while (it->blocker_count < NAMES_MAX / 2) {
        uint32_t most = 0;
        for (uint32_t net = 1; net < routes->net_count; net++)
            most = cells[net] > cells[most] ? net : most;
        if (cells[most] == 0)
            break;
        it->blockers[it->blocker_count++] = most;
        cells[most] = 0;
    }
    free(cells);
    return STATUS_OK;
}

static enum status explain_length(FILE *out, struct reasons *it, uint64_t least,
                                  struct error *error)
{
    const struct route *route = &it->routes->nets[it->net];
    fprintf(out,
            "  routed: cost %" PRIu64 ", length %" PRIu64 ", vias %" PRIu64 ", bends %" PRIu64 "\n",
            (uint64_t)design_shown_cost(it->design, it->net, route->cost), route->length,
            route->vias, route->bends);
    if (route->length <= least) {
        fputs("  no tree is shorter\n", out);
        return STATUS_OK;
    }
    fprintf(out, "  %" PRIu64 " steps longer than the half perimeter of its pins' box\n",
            route->length - least);
    if (it->design->nets.nets[it->net].pin_count > 3)
        fputs("  (with more than three pins even the shortest tree may be)\n", out);
    TRY(find_crowd(it, error));
    if (it->blocker_count == 0) {
        fputs(
            "  no other net has wires in that box: blocked cells, walls, weights or directions of "
            "layers make the detour\n",
            out);
        return STATUS_OK;
    }
    fputs("  most cells of that box are taken by: ", out);
    print_names(out, it);
    fputc('\n', out);
    return STATUS_OK;
}

static enum status tell(FILE *out, struct reasons *it, struct error *error)
{
    const struct box *box = &it->box;
    uint64_t least = (uint64_t)(box->x1 - box->x0) + (box->y1 - box->y0);
    uint32_t pins = it->design->nets.nets[it->net].pin_count;
    harmless_line(out, "net %s: %" PRIu32 " pin%s in %u,%u .. %u,%u, at least %" PRIu64 " steps",
                  netlist_name(&it->design->nets, it->net), pins, pins == 1 ? "" : "s", box->x0,
                  box->y0, box->x1, box->y1, least);
    if (it->routes->nets[it->net].state == ROUTE_ROUTED)
        return explain_length(out, it, least, error);
    return explain_missing(out, it, error);
}

/* The net and those in its way strong, with some room around its pins. */
static enum status draw(const struct reasons *it, const struct options *options, const char *path,
                        struct error *error)
{
    const char *names[NAMES_MAX + 1] = {netlist_name(&it->design->nets, it->net)};
    const struct grid *grid = &it->design->grid;
    struct picture_options picture;
    size_t count = 1;
    char caption[ERROR_TEXT_MAX] = "";
    uint32_t room = 4 + (it->box.x1 - it->box.x0 + it->box.y1 - it->box.y0) / 4;
    task_picture_options(options, &picture);
    for (size_t i = 0; i < it->blocker_count && count <= NAMES_MAX; i++)
        names[count++] = netlist_name(&it->design->nets, it->blockers[i]);
    const bool routed = it->routes->nets[it->net].state == ROUTE_ROUTED;
    text_append(caption, sizeof caption, "net %.60s%s", names[0],
                it->blocker_count == 0 ? ""
                : routed               ? "; most of its box is taken by: "
                                       : "; in its way: ");
    for (size_t i = 1; i < count; i++)
        text_append(caption, sizeof caption, "%s%.40s", i > 1 ? ", " : "", names[i]);
    picture.caption = caption;
    picture.subject = names[0];
    picture.highlight = names;
    picture.highlight_count = count;
    picture.has_crop = true;
    picture.crop = (struct box){
        it->box.x0 > room ? it->box.x0 - room : 0,
        it->box.y0 > room ? it->box.y0 - room : 0,
        grid->width - 1 - it->box.x1 < room ? grid->width - 1 : it->box.x1 + room,
        grid->height - 1 - it->box.y1 < room ? grid->height - 1 : it->box.y1 + room,
    };
    return picture_draw(picture_of_grid(it->design, it->routes), &picture, path, error);
}

enum status cmd_explain(const struct cli *cli, const struct options *options, struct error *error)
{
    const char *netlist = options->operand[0];
    const char *file = options->operand_count > 2 ? options->operand[1] : NULL;
    const char *path = options_text(options, OPT_PICTURE, NULL);
    if (layout_task_is(netlist, options))
        return cmd_explain_layout(cli, options, error);
    struct design design = {0};
    struct routes routes = {0};
    struct reasons reasons = {.design = &design, .routes = &routes, .given = file != NULL};
    enum status status = design_read(&design, netlist, error);
    const char *const inputs[] = {netlist, design.grid_path, file};
    if (status == STATUS_OK && path != NULL)
        status = deliver_check_picture(path, NULL, inputs, 3, error);
    THEN(status, find_net(&reasons, options->operand[options->operand_count - 1], netlist, error));
    THEN(status, file != NULL ? routes_read(&routes, &design, file, error)
                              : routes_create(&routes, design.nets.net_count, error));
    FILE *out = path != NULL && strcmp(path, "-") == 0 ? cli->notes : cli->talk;
    if (status == STATUS_OK) {
        find_box(&reasons);
        status = tell(out, &reasons, error);
    }
    if (status == STATUS_OK && !deliver_is_none(path))
        status = draw(&reasons, options, path, error);
    free(reasons.blockers);
    routes_destroy(&routes);
    design_destroy(&design);
    return status;
}
