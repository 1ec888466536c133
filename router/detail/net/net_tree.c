/* net_tree: grows a tree by one A* search per pin, nearest pin first. */
#include "router/detail/net/growing.h"

enum {
    FAILURES_MOST = 3,   /* failed searches of the whole die before a net is not searched again */
    WINDOW_PITCHES = 24, /* constant part of the margin of a search window, in pitches */
    FRAME_PITCHES = 16,  /* width of a frame, in pitches */
    INSIDE_PITCHES = 32, /* least side of the inside of a frame, in pitches */
    FRAME_CHEAP = 8,     /* width of a frame while conflicts are cheap, in pitches */
    INSIDE_CHEAP = 8,    /* least side of the inside of such a frame, in pitches */
    TAPER_PITCHES = 2,   /* distance from a pin for narrow wires, in pitches; see mark_pins */
    TAPER_SPOTS = 256,   /* maximum number of accesses per pin around which wires may be narrow */
};

enum status grower_create(struct grower *grower, struct lattice *lattice,
                          const struct access *access, struct error *error)
{
    *grower = (struct grower){.lattice = lattice, .access = access};
    assert(access->first != NULL);
    return search_create(&grower->search, lattice, error);
}

void grower_destroy(struct grower *grower)
{
    search_destroy(grower->search);
    MEM_CLEAR(grower, grower->spots, grower->far, grower->from);
}

MEM_DESTROY(net_tree_destroy, net_tree, it->wires, it->vias, it->paths)

static enum status add_wire(struct net_tree *tree, uint32_t class, struct access_spot a,
                            struct access_spot b, struct error *error)
{
    TRY(MEM_GROW(tree->wires, tree->wire_room, tree->wire_count + 1, "wires", error));
    tree->wires[tree->wire_count++] =
        (struct net_tree_wire){a.layer, (uint16_t) class, a.ix, a.iy, b.ix, b.iy};
    return STATUS_OK;
}

static enum status add_via(struct net_tree *tree, struct grower *g, struct access_spot low,
                           uint32_t variant, struct error *error)
{
    TRY(MEM_GROW(tree->vias, tree->via_room, tree->via_count + 1, "vias", error));
    tree->vias[tree->via_count++] =
        (struct net_tree_via){low.layer, (uint16_t)variant, low.ix, low.iy};
    search_mark_hole(g->search, low.layer, lattice_class(variant), low.ix, low.iy, true);
    return STATUS_OK;
}

/* Begins the path to a pin (of the net, from 0) at a spot of the tree. */
static enum status begin_path(struct net_tree *tree, const struct grower *g, uint32_t pin,
                              struct access_spot source, struct error *error)
{
    size_t i = 0;
    while (i < g->spot_count && (g->spots[i].layer != source.layer || g->spots[i].ix != source.ix ||
                                 g->spots[i].iy != source.iy))
        i++;
    assert(i < g->spot_count);
    TRY(MEM_GROW(tree->paths, tree->path_room, tree->path_count + 1, "tree", error));
    tree->paths[tree->path_count++] =
        (struct net_tree_path){tree->wire_count, tree->via_count, pin, g->from[i], false};
    return STATUS_OK;
}

/* Adds the straight runs and vias of a path. */
static enum status add_path(struct net_tree *tree, struct grower *g, uint32_t net,
                            const struct detail_step *path, size_t length, struct error *error)
{
    uint32_t class = model_class_of(g->lattice->model, net);
    for (size_t i = 1; i < length;) {
        uint8_t move = path[i].move;
        if (move >= MOVE_VIA_UP) {
            bool up = move < MOVE_VIA_DOWN;
            TRY(add_via(tree, g, path[up ? i - 1 : i].spot, search_variant(class, move), error));
            i++;
            continue;
        }
        size_t k = i;
        while (k + 1 < length && path[k + 1].move == move)
            k++;
        TRY(add_wire(tree, move > MOVE_NARROW ? 0 : class, path[i - 1].spot, path[k].spot, error));
        i = k + 1;
    }
    return STATUS_OK;
}

/* The inside of the box of a pin and the nearest spot of the tree, `gap` from it; empty if the box
 * is small. */
static struct layout_rect inside_of(const struct grower *g, uint32_t pin, int32_t gap, bool cheap)
{
    const int32_t pitch = g->lattice->pitch * g->lattice->scale;
    const int32_t width = (cheap ? FRAME_CHEAP : FRAME_PITCHES) * pitch;
    const int32_t least = 2 * width + (cheap ? INSIDE_CHEAP : INSIDE_PITCHES) * pitch;
    const struct layout_rect to = net_tree_pin(g->lattice, g->access, pin);
    struct layout_rect box = to;
    int64_t nearest = INT64_MAX;
    assert(to.x0 <= to.x1 && g->spot_count > 0);
    if (gap + rect_width(to) + rect_height(to) <= 2 * least)
        return (struct layout_rect){0};
    for (size_t i = 0; i < g->spot_count; i++) {
        const struct access_spot spot = g->spots[i];
        const struct layout_rect at = lattice_point(g->lattice, spot.layer, spot.ix, spot.iy);
        const int64_t far =
            (int64_t)int_max(rect_gap_x(at, to), 0) + int_max(rect_gap_y(at, to), 0);
        if (far < nearest) {
            nearest = far;
            box = rect_join(at, to);
        }
    }
    return rect_narrow(box) > least ? rect_grow(box, -width) : (struct layout_rect){0};
}

/* Searches for a path from the tree to one pin. */
static enum status connect(struct grower *g, const struct costs *costs, uint32_t net, uint32_t pin,
                           const struct layout_rect *window, const struct detail_step **path,
                           size_t *length, struct error *error)
{
    const struct access *access = g->access;
    struct detail_job job = {.net = net,
                             .sources = g->spots,
                             .source_count = g->spot_count,
                             .targets = &access->spots[access->first[pin]],
                             .target_count = access->first[pin + 1] - access->first[pin]};
    job.window = window != NULL
                     ? *window
                     : net_tree_window(g->lattice,
                                       rect_join(access_box(g->lattice, g->spots, g->spot_count),
                                                 net_tree_pin(g->lattice, g->access, pin)),
                                       INT32_MAX);
    if (costs->frame && window != NULL)
        job.inside =
            inside_of(g, pin, g->far[pin - g->lattice->model->net_pins[net]], costs->cheap);
    TRY(search_path(g->search, costs, &job, path, length, error));
    if (*length > 0 || window != NULL)
        return STATUS_OK;
    job.window = g->lattice->model->die;
    return search_path(g->search, costs, &job, path, length, error);
}

static enum status grow(struct net_tree *tree, struct grower *g, const struct costs *costs,
                        uint32_t net, const struct layout_rect *window, struct layout_rect *pins,
                        struct error *error)
{
    const struct model *model = g->lattice->model;
    uint32_t first = model->net_pins[net], count = model->net_pins[net + 1] - first;
    for (uint32_t p = 0; p < count; p++) {
        pins[p] = net_tree_pin(g->lattice, g->access, first + p);
        g->far[p] = INT32_MAX;
        if (g->access->first[first + p] == g->access->first[first + p + 1])
            return STATUS_OK;
    }
    TRY(growing_pin(g, net, first, NET_TREE_ROOT, pins, error));
    TRY(net_keep(tree, g, net, pins, error));
    for (size_t k = 1 + tree->path_count; k < count; k++) {
        uint32_t next = MODEL_NONE;
        for (uint32_t p = 0; p < count; p++)
            if (g->far[p] >= 0 && (next == MODEL_NONE || g->far[p] < g->far[next]))
                next = p;
        const struct detail_step *path;
        size_t length;
        TRY(connect(g, costs, net, first + next, window, &path, &length, error));
        if (length == 0) {
            if (window == NULL && !costs->strict && model_class_of(model, net) == 0)
                tree->failures++;
            return STATUS_OK;
        }
        TRY(begin_path(tree, g, next, path[0].spot, error));
        TRY(add_path(tree, g, net, path, length, error));
        uint32_t from = (uint32_t)tree->path_count - 1;
        for (size_t i = 1; i < length; i++)
            TRY(growing_spot(g, path[i].spot, from, count, pins, error));
        TRY(growing_pin(g, net, first + next, from, pins, error));
    }
    tree->complete = true;
    return STATUS_OK;
}

/* Marks the nodes near accesses of pins at which wires of a nondefault rule may be narrow (TAPER:
 * within TAPER_PITCHES plus the rule's width and spacing), or on layers other than those to which a
 * net is limited. */
static void mark_pins(struct grower *g, uint32_t net, bool set)
{
    const struct lattice *lattice = g->lattice;
    const struct model *model = lattice->model;
    uint32_t class = model_class_of(model, net);
    const bool jogs = model_no_wires(model, net) != 0;
    for (uint32_t p = model->net_pins[net]; p < model->net_pins[net + 1]; p++) {
        for (uint32_t i = g->access->first[p]; i < g->access->first[p + 1]; i++) {
            struct access_spot spot = g->access->spots[i];
            int32_t reach = TAPER_PITCHES * lattice->pitch * lattice->scale +
                            model_width(model, spot.layer, class) +
                            model_class_space(model, spot.layer, class);
            search_mark_pin(g->search, jogs || spot.layer == 0 ? 0 : spot.layer - 1u,
                            jogs ? lattice->layer_count - 1
                                 : uint_min(spot.layer + 2u, lattice->layer_count - 1),
                            rect_grow(lattice_point(lattice, spot.layer, spot.ix, spot.iy),
                                      jogs ? model->jog : reach),
                            set);
            if (i - g->access->first[p] > TAPER_SPOTS)
                break;
        }
    }
}

enum status net_tree_grow(struct net_tree *tree, struct grower *g, const struct costs *costs,
                          uint32_t net, const struct layout_rect *window, struct error *error)
{
    const struct model *model = g->lattice->model;
    size_t count = model->net_pins[net + 1] - model->net_pins[net];
    struct layout_rect *pins;
    TRY(MEM_GROW(g->far, g->far_room, count, "pins", error));
    TRY(MEM_NEW(pins, count, "pins", error));
    if (!tree->complete || !costs->keep)
        net_tree_empty(tree);
    tree->complete = false;
    g->spot_count = 0;
    search_leave(g->search);
    const bool marks = model_class_of(model, net) > 0 || model_no_wires(model, net) != 0;
    if (marks)
        mark_pins(g, net, true);
    const bool closed = tree->failures >= FAILURES_MOST && !costs->strict;
    enum status status =
        count < 2 || closed ? STATUS_OK : grow(tree, g, costs, net, window, pins, error);
    if (count < 2)
        tree->complete = true;
    if (marks)
        mark_pins(g, net, false);
    for (size_t i = 0; i < tree->via_count; i++) {
        const struct net_tree_via *via = &tree->vias[i];
        search_mark_hole(g->search, via->cut, lattice_class(via->variant), via->ix, via->iy, false);
    }
    /* A search does not check for conflicts at its sources. */
    if (costs->strict && tree->complete && net_tree_conflicts(tree, g->lattice, 0) > 0)
        tree->complete = false;
    if (!tree->complete)
        net_tree_empty(tree);
    free(pins);
    return status;
}

struct layout_rect net_tree_window(const struct lattice *lattice, struct layout_rect box,
                                   int32_t quarter_most)
{
    assert(box.x0 <= box.x1 && quarter_most > 0);
    return rect_grow(box, int_min((box.x1 - box.x0 + box.y1 - box.y0) / 4, quarter_most) +
                              WINDOW_PITCHES * lattice->pitch * lattice->scale);
}

struct layout_rect net_tree_piece(const struct net_tree *tree, const struct lattice *lattice,
                                  size_t i)
{
    assert(i < tree->wire_count + tree->via_count);
    if (i >= tree->wire_count) {
        const struct net_tree_via *v = &tree->vias[i - tree->wire_count];
        return lattice_point(lattice, v->cut, v->ix, v->iy);
    }
    const struct net_tree_wire *w = &tree->wires[i];
    return rect_join(lattice_point(lattice, w->layer, w->ix0, w->iy0),
                     lattice_point(lattice, w->layer, w->ix1, w->iy1));
}

struct layout_rect net_tree_extent(const struct net_tree *tree, const struct lattice *lattice)
{
    struct layout_rect box = RECT_EMPTY;
    for (size_t i = 0; i < tree->wire_count + tree->via_count; i++)
        box = rect_join(box, net_tree_piece(tree, lattice, i));
    return box;
}

struct layout_rect net_tree_pin(const struct lattice *lattice, const struct access *access,
                                uint32_t pin)
{
    assert(pin < lattice->model->pin_count);
    return access_box(lattice, access->spots + access->first[pin],
                      access->first[pin + 1] - access->first[pin]);
}

struct layout_rect net_tree_pins(const struct lattice *lattice, const struct access *access,
                                 uint32_t net)
{
    assert(net < lattice->model->net_count);
    const uint32_t *pins = lattice->model->net_pins;
    uint32_t first = access->first[pins[net]], end = access->first[pins[net + 1]];
    return access_box(lattice, access->spots + first, end - first);
}
