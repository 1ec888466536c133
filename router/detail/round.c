/* round: lists the nets that are not clean, deals them into slices, and takes their turns. */
#include "router/detail/round.h"

#include "router/detail/lattice/cell.h"
#include "router/detail/net/guide.h"
#include "router/detail/net/refine_tree.h"
#include "router/negotiate/steps.h"

enum {
    BIN_PITCHES = 32,  /* side of a bin, in pitches */
    QUARTER_MOST = 32, /* in a round, maximum of `quarter_most` (net_tree_window), in pitches */
    LONG_PITCHES = 64, /* half perimeter of the pins of the shortest long net, in pitches */
    ROOM_PART = 512,   /* a slice has room in a bin for one net per ROOM_PART nets of the round */
    ROOM_MOST = 4,     /* maximum of that room, in nets */
    LONG_PART = 1536,  /* it has room for one of the longest nets per LONG_PART nets of the round */
    LONG_ROOM = 8,     /* minimum of that room in the first round, in nets */
    NETS_PER_RANGE = 64, /* minimum number of nets that a thread examines at a time */
    WAIT_NETS = 4096,    /* nets of the smallest layout whose long nets wait */
    LONG = 1 << 30,      /* added to slices of long nets */
};

/* The largest distance between nodes of two shapes of a layer that can be in conflict. */
static int32_t farthest(const struct lattice *lattice, uint32_t l)
{
    assert(l < lattice->layer_count);
    const uint32_t kinds = lattice->kind_count[l];
    int32_t longest = 0, most,
            space = int_max(lattice->layers[l].end_space, lattice->layers[l].end_within);
    for (uint32_t k = 0; k < kinds; k++)
        longest = int_max(longest, rect_long(lattice->kinds[l][k].box));
    for (uint32_t k = 0; k < kinds * kinds; k++)
        space = int_max(space, lattice->space[l][k]);
    most = space + 2 * longest;
    for (uint32_t c = l > 0 ? l - 1 : 0; c <= l && c + 1 < lattice->layer_count; c++)
        for (uint32_t k = 0; k < lattice->classes; k++)
            most = int_max(most, int_max(lattice->cuts[c].space, lattice->cuts[c].below) +
                                     2 * rect_long(lattice->cuts[c].hole[k]));
    return most;
}

int32_t round_reach(const struct lattice *lattice, uint32_t l)
{
    /* Half would suffice, because both nets have this reach. With more, fewer nets of crowded
     * generated layouts stayed open when nets of a batch did not avoid each other. */
    return farthest(lattice, l) * 3 / 4;
}

struct layout_rect round_window(const struct lattice *lattice, const struct access *access,
                                uint32_t net, bool in_round)
{
    const int32_t pitch = lattice->pitch * lattice->scale;
    assert(net < lattice->model->net_count);
    struct layout_rect pins = net_tree_pins(lattice, access, net);
    if (pins.x0 > pins.x1)
        return pins;
    return net_tree_window(lattice, guide_window(lattice->model, net, pins),
                           in_round ? QUARTER_MOST * pitch : INT32_MAX);
}

enum status round_create(struct round *r, struct pathfinder *all, struct error *error)
{
    const struct lattice *lattice = all->lattice;
    const struct model *model = lattice->model;
    const size_t nets = model->net_count;
    assert(all->threads > 0 && all->count <= model->net_count);
    *r = (struct round){.all = all};
    for (uint32_t l = 0; l < lattice->layer_count; l++) {
        r->reach = int_max(r->reach, 2 * round_reach(lattice, l));
        r->half[l] = farthest(lattice, l) / 2 + 1;
        r->half_most = int_max(r->half_most, r->half[l]);
    }
    r->bin_size =
        int_max(BIN_PITCHES * lattice->pitch * lattice->scale, rect_long(model->die) / 1024 + 1);
    TRY(MEM_NEW(r->clean, nets, "windows", error));
    TRY(MEM_NEW(r->listed, nets, "windows", error));
    TRY(MEM_NEW(r->turns, nets, "windows", error));
    TRY(groups_create(&r->groups, (uint32_t)(rect_width(model->die) / r->bin_size) + 1,
                      (uint32_t)(rect_height(model->die) / r->bin_size) + 1, all->count,
                      all->threads, error));
    return MEM_NEW(r->changed, (size_t)r->groups.across * r->groups.down, "windows", error);
}

void round_destroy(struct round *r)
{
    groups_destroy(&r->groups);
    MEM_CLEAR(r, r->clean, r->listed, r->turns, r->changed);
}

static uint32_t bin(int32_t at, int32_t size, uint32_t count)
{
    return at < 0 ? 0 : uint_min((uint32_t)(at / size), count - 1);
}

/* The bins up to `reach` from a box; that of row and column 0 for an empty one. */
static struct box bins_about(const struct round *r, struct layout_rect box, int32_t reach)
{
    const struct layout_rect die = r->all->lattice->model->die;
    if (box.x0 > box.x1)
        return (struct box){0, 0, 0, 0};
    box = rect_grow(box, reach);
    return (struct box){bin(box.x0 - die.x0, r->bin_size, r->groups.across),
                        bin(box.y0 - die.y0, r->bin_size, r->groups.down),
                        bin(box.x1 - die.x0, r->bin_size, r->groups.across),
                        bin(box.y1 - die.y0, r->bin_size, r->groups.down)};
}

/* Marks the bins about the wires and vias of a net as changed, or returns true if one of them has
 * changed since the net was clean. */
static bool visit_bins(const struct round *r, uint32_t net, bool mark)
{
    const struct net_tree *tree = &r->all->trees[net];
    for (size_t i = 0; i < tree->wire_count + tree->via_count; i++) {
        const bool is_wire = i < tree->wire_count;
        const uint32_t l = is_wire ? tree->wires[i].layer : tree->vias[i - tree->wire_count].cut;
        const struct box b = bins_about(r, net_tree_piece(tree, r->all->lattice, i),
                                        int_max(r->half[l], is_wire ? 0 : r->half[l + 1]));
        for (uint32_t y = b.y0; y <= b.y1; y++)
            for (uint32_t x = b.x0; x <= b.x1; x++) {
                uint32_t *changed = &r->changed[(size_t)y * r->groups.across + x];
                if (mark)
                    *changed = r->number;
                else if (*changed >= r->clean[net])
                    return true;
            }
    }
    return false;
}

/* True if the net had no conflict and no bin of its tree has changed since. */
static bool is_still_clean(const struct round *r, uint32_t net)
{
    return r->all->trees[net].complete && r->clean[net] > 0 && !visit_bins(r, net, false);
}

/* Takes a tree in conflict out; its nodes in conflict gain history cost. */
static void leave(struct round *r, uint32_t net)
{
    struct net_tree *tree = &r->all->trees[net];
    net_tree_count(tree, r->all->lattice, -1);
    net_tree_conflicts(tree, r->all->lattice, r->toll);
    visit_bins(r, net, true);
}

/* In the second round conflicts cost what they did in the first: long nets, whose searches take
 * most of the time, keep their trees until they cost more. */
static bool waits(const struct round *r, const struct round_turn *turn)
{
    return r->number == 2 && r->all->count >= WAIT_NETS && r->costs.cheap &&
           turn->key >> 32 >= LONG;
}

static void put(struct round *r, uint32_t net)
{
    net_tree_count(&r->all->trees[net], r->all->lattice, 1);
    visit_bins(r, net, true);
    r->clean[net] = 0;
}

static bool is_over(void *context)
{
    const struct round *r = context;
    return !r->drops && (pathfinder_is_over(r->all) || atomic_load(&r->failed));
}

/* Takes a step of a net. If the run has to end, its old tree comes back. */
static void take_step(void *context, uint32_t index, enum turn_step step, unsigned thread)
{
    struct round *r = context;
    struct round_turn *turn = &r->turns[index];
    struct net_tree *tree = &r->all->trees[turn->net];
    const bool over = is_over(r);
    assert(index < r->turn_count && thread < r->all->threads);
    if (r->drops) {
        turn->taken = turn->taken || (step == TURN_CHOOSE && tree->complete &&
                                      net_tree_in_conflict(tree, r->all->lattice));
        if (turn->taken && tree->complete)
            net_tree_rip_up(tree, r->all->lattice);
    } else if (step == TURN_CHOOSE) {
        turn->taken =
            !over && !r->refines &&
            (!tree->complete || (!waits(r, turn) && net_tree_in_conflict(tree, r->all->lattice)));
        turn->out = turn->taken;
        if (turn->taken && tree->complete)
            leave(r, turn->net);
    } else if (step == TURN_SEARCH && (turn->taken || r->refines) && !over) {
        struct grower *grower = &r->all->growers[thread];
        const struct layout_rect window =
            round_window(r->all->lattice, grower->access, turn->net, true);
        if ((r->refines ? refine_tree : net_tree_grow)(tree, grower, &r->costs, turn->net, &window,
                                                       NULL) != STATUS_OK)
            atomic_store(&r->failed, true);
    } else if (step == TURN_PUT && turn->taken) {
        put(r, turn->net);
        turn->out = false;
    }
}

/* Lists the nets that are in conflict when the round begins. */
static void look_at(void *context, size_t first, size_t end)
{
    struct round *r = context;
    for (size_t i = first; i < end; i++) {
        const uint32_t net = r->all->order[i];
        const struct net_tree *tree = &r->all->trees[net];
        r->listed[i] = r->refines && tree->complete && refine_may_gain(tree, r->all->lattice);
        if (r->refines || is_still_clean(r, net))
            continue;
        if (tree->complete && !net_tree_in_conflict(tree, r->all->lattice))
            r->clean[net] = r->number;
        else
            r->listed[i] = true;
    }
}

/* Deals a net of a round of `count` into a slice that has room for it in each bin. A longer net
 * finds more room, because long nets meet in few places. */
static uint32_t slice_of(const struct round *r, uint32_t position, uint32_t count)
{
    const uint32_t most = uint_max(count / LONG_PART, r->number == 1 ? LONG_ROOM : 0);
    uint32_t room = uint_min(uint_max(count / ROOM_PART, 1), ROOM_MOST);
    const struct lattice *lattice = r->all->lattice;
    const struct layout_rect pins =
        net_tree_pins(lattice, r->all->growers[0].access, r->all->order[position]);
    const int32_t longs = pins.x0 > pins.x1 ? 0
                                            : (pins.x1 - pins.x0 + pins.y1 - pins.y0) /
                                                  (LONG_PITCHES * lattice->pitch * lattice->scale);
    if (longs == 0)
        return position;
    if (most > room)
        room = uint_min(1 + (room - 1) * (uint32_t)longs, most);
    const struct box b = bins_about(r, pins, r->reach);
    uint32_t slice = 0;
    for (uint32_t y = b.y0; y <= b.y1; y++)
        for (uint32_t x = b.x0; x <= b.x1; x++) {
            const struct group_bin *bin = &r->groups.bins[(size_t)y * r->groups.across + x];
            slice = uint_max(slice, bin->slice + (bin->links >= room));
        }
    for (uint32_t y = b.y0; y <= b.y1; y++)
        for (uint32_t x = b.x0; x <= b.x1; x++) {
            struct group_bin *bin = &r->groups.bins[(size_t)y * r->groups.across + x];
            bin->links = bin->slice == slice ? bin->links + 1 : 1;
            bin->slice = slice;
        }
    return LONG | slice;
}

/* Makes the turns and units of the listed nets. */
static void make_turns(struct round *r)
{
    const struct pathfinder *all = r->all;
    uint32_t count = 0;
    assert(all->count < LONG);
    for (uint32_t i = 0; i < all->count; i++)
        count += r->listed[i];
    memset(r->groups.bins, 0, (size_t)r->groups.across * r->groups.down * sizeof *r->groups.bins);
    r->turn_count = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const uint64_t slice = !r->listed[i] ? 0
                               : r->drops    ? all->count - i
                               : r->refines  ? i
                                             : slice_of(r, i, count);
        if (r->listed[i])
            r->turns[r->turn_count++] =
                (struct round_turn){slice << 32 | i, all->order[i], false, false};
    }
    if (count > 0)
        qsort(r->turns, count, sizeof *r->turns, by_uint64); /* by key */
    for (uint32_t i = 0; i < count; i++) {
        const struct round_turn *turn = &r->turns[i];
        const uint32_t slice = (uint32_t)(turn->key >> 32);
        struct layout_rect box = net_tree_extent(&all->trees[turn->net], all->lattice);
        if (!r->drops)
            box =
                rect_join(round_window(all->lattice, all->growers[0].access, turn->net, true), box);
        r->groups.units[i] = (struct group_unit){.window = bins_about(r, box, r->half_most),
                                                 .slice = slice,
                                                 .first = i,
                                                 .count = 1,
                                                 .whole = slice < LONG};
    }
    r->groups.unit_count = count;
}

enum status round_run(struct round *r, const struct costs *costs, int32_t toll, size_t *left,
                      struct error *error)
{
    struct pathfinder *all = r->all;
    assert(toll >= 0 && r->changed != NULL);
    r->drops = costs == NULL;
    r->refines = costs != NULL && costs->strict;
    if (costs != NULL)
        r->costs = *costs;
    r->toll = toll;
    r->number++;
    *left = 0;
    workers_run(all->workers, look_at, r, all->count, NETS_PER_RANGE);
    make_turns(r);
    TRY(groups_make(&r->groups, all->workers, error));
    steps_run(&(struct steps){.groups = &r->groups,
                              .take = take_step,
                              .context = r,
                              .shared = true,
                              .is_over = is_over},
              all->workers);
    for (uint32_t i = 0; i < r->turn_count; i++)
        if (r->turns[i].out) /* the round has ended early */
            put(r, r->turns[i].net);
    cell_notes_tidy(all->lattice->notes);
    if (atomic_load(&r->failed))
        return error_set(error, STATUS_FAILED, "out of memory for searches");
    for (uint32_t i = 0; i < r->turn_count && (r->drops || !pathfinder_is_over(all)); i++) {
        const uint32_t net = r->turns[i].net;
        *left += r->turns[i].taken || (!r->drops && waits(r, &r->turns[i]));
        if (!r->turns[i].taken || r->drops || all->trees[net].complete)
            continue;
        TRY(net_tree_grow(&all->trees[net], &all->growers[0], &r->costs, net, NULL, error));
        put(r, net);
    }
    return STATUS_OK;
}
