/* salvage: holds a tree cell by cell, removes cells and branches, and makes wires of the parts. */
#include "router/maze/net/salvage.h"

#include "router/maze/net/connect.h"

enum {
    KIND_PIN = 1,  /* a cell of a pin */
    KIND_STEM = 2, /* joined with its parent by the pin of both, without a wire */
    KIND_LOST = 4,
};

enum status salvage_create(struct salvage *salvage, const struct design *design,
                           struct error *error)
{
    *salvage = (struct salvage){.design = design};
    return MEM_NEW(salvage->place, grid_cells(&design->grid), "places in a tree", error);
}

MEM_DESTROY(salvage_destroy, salvage, it->place, it->cells, it->stack)

/* ---- marking the old tree -------------------------------------------------------------------- */

static void forget(struct salvage *it)
{
    for (uint32_t i = 0; i < it->count; i++)
        it->place[it->cells[i].cell] = 0;
    it->count = it->parts = 0;
}

/* Appends a cell with this parent; false if it is in the tree already. */
static bool hang(struct salvage *it, cell_t cell, uint32_t parent, unsigned kind)
{
    if (it->place[cell] != 0)
        return false;
    const uint32_t i = it->count++;
    it->place[cell] = i + 1;
    it->cells[i] = (struct salvage_cell){.cell = cell,
                                         .parent = parent,
                                         .child = SALVAGE_NONE,
                                         .sibling = SALVAGE_NONE,
                                         .part = SALVAGE_NONE,
                                         .degree = parent != SALVAGE_NONE,
                                         .kind = (uint8_t)kind};
    if (parent == SALVAGE_NONE)
        return true;
    it->cells[i].sibling = it->cells[parent].child;
    it->cells[parent].child = i;
    it->cells[parent].degree++;
    return true;
}

/* Appends the other cells of a pin on all layers, one of which is in the tree. */
static bool hang_pin(struct salvage *it, struct wire pin, uint32_t at)
{
    const size_t plane = (size_t)it->design->grid.width * it->design->grid.height;
    bool whole = true;
    it->cells[at].kind |= KIND_PIN;
    uint32_t last = at;
    for (size_t cell = it->cells[at].cell + plane; cell <= pin.to && whole; cell += plane) {
        whole = hang(it, (cell_t)cell, last, KIND_PIN | KIND_STEM);
        last = it->count - 1;
    }
    last = at;
    for (size_t cell = it->cells[at].cell; cell > pin.from && whole; last = it->count - 1) {
        cell -= plane;
        whole = hang(it, (cell_t)cell, last, KIND_PIN | KIND_STEM);
    }
    return whole;
}

/* Appends the other cells of each pin of the net that holds this cell. */
static bool hang_pins(struct salvage *it, uint32_t at)
{
    const struct netlist *nets = &it->design->nets;
    const struct net *net = &nets->nets[it->net];
    const size_t plane = (size_t)it->design->grid.width * it->design->grid.height;
    const cell_t cell = it->cells[at].cell;
    for (uint32_t i = 0; i < net->pin_count; i++) {
        struct wire pin = pin_wire(&it->design->grid, nets->pins[net->first_pin + i]);
        if (cell >= pin.from && cell <= pin.to && (cell - pin.from) % plane == 0)
            return hang_pin(it, pin, at);
    }
    return true;
}

static size_t cells_at_most(const struct design *design, uint32_t net, const struct wire *wires,
                            size_t count)
{
    size_t cells = (size_t)design->nets.nets[net].pin_count * design->grid.layers + 1;
    for (size_t i = 0; i < count; i++)
        cells += wire_walk(&design->grid, wires[i]).left;
    return cells;
}

/* Appends the cells of a wire but its first; false if that is not in the tree, or another is. */
static bool hang_wire(struct salvage *it, struct wire wire)
{
    struct wire_walk walk = wire_walk(&it->design->grid, wire);
    if (it->place[walk.cell] == 0)
        return false;
    uint32_t last = it->place[walk.cell] - 1;
    for (wire_next(&walk); walk.left > 0; wire_next(&walk)) {
        if (!hang(it, walk.cell, last, 0))
            return false;
        last = it->count - 1;
        if (!hang_pins(it, last))
            return false;
    }
    return true;
}

enum status salvage_take(struct salvage *it, uint32_t net, const struct wire *wires, size_t count,
                         bool *whole, struct error *error)
{
    const struct netlist *nets = &it->design->nets;
    assert(net < nets->net_count && (count == 0 || wires != NULL));
    forget(it);
    it->net = net;
    const size_t most = cells_at_most(it->design, net, wires, count);
    TRY(MEM_GROW(it->cells, it->cells_capacity, most, "a tree", error));
    TRY(MEM_GROW(it->stack, it->stack_capacity, 2 * most, "a tree", error));
    const struct net *own = &nets->nets[net];
    const struct wire root = pin_wire(&it->design->grid, nets->pins[own->first_pin]);
    *whole = hang(it, root.from, SALVAGE_NONE, KIND_PIN) && hang_pin(it, root, 0);
    for (size_t i = 0; i < count && *whole; i++)
        *whole = hang_wire(it, wires[i]);
    for (uint32_t i = 0; i < own->pin_count && *whole; i++)
        *whole = it->place[nets->pins[own->first_pin + i].cell] != 0;
    if (!*whole)
        forget(it);
    return STATUS_OK;
}

/* ---- parts of the old tree ------------------------------------------------------------------- */

bool salvage_can_lose(const struct salvage *it, uint32_t place)
{
    assert(place < it->count);
    return (it->cells[place].kind & KIND_PIN) == 0;
}

void salvage_lose(struct salvage *it, uint32_t place)
{
    assert(salvage_can_lose(it, place));
    it->cells[place].kind |= KIND_LOST;
}

/* The neighbour of a cell in the tree that follows the neighbour `after` (SALVAGE_NONE: the first):
 * first its parent, then its children; SALVAGE_NONE after the last. */
static uint32_t next_of(const struct salvage *it, uint32_t at, uint32_t after)
{
    if (after == SALVAGE_NONE && it->cells[at].parent != SALVAGE_NONE)
        return it->cells[at].parent;
    return after == SALVAGE_NONE || after == it->cells[at].parent ? it->cells[at].child
                                                                  : it->cells[after].sibling;
}

static bool is_lost(const struct salvage *it, uint32_t at)
{
    return (it->cells[at].kind & KIND_LOST) != 0;
}

/* Removes a cell from the tree, and then the cells that are dangling. */
static void take_off(struct salvage *it, uint32_t at)
{
    uint32_t depth = 0;
    it->stack[depth++] = at;
    while (depth > 0) {
        at = it->stack[--depth];
        it->cells[at].kind |= KIND_LOST;
        for (uint32_t n = next_of(it, at, SALVAGE_NONE); n != SALVAGE_NONE; n = next_of(it, at, n))
            if (!is_lost(it, n) && --it->cells[n].degree < 2 &&
                (it->cells[n].kind & KIND_PIN) == 0) {
                it->cells[n].kind |= KIND_LOST;
                it->stack[depth++] = n;
            }
    }
}

void salvage_part(struct salvage *it)
{
    assert(it->count > 0);
    uint32_t lost = 0;
    for (uint32_t i = 0; i < it->count; i++) /* the second half of the stack: take_off has one */
        if (is_lost(it, i))
            it->stack[it->count + lost++] = i;
    for (uint32_t i = 0; i < lost; i++)
        take_off(it, it->stack[it->count + i]);
    it->parts = 0;
    for (uint32_t i = 0; i < it->count; i++) {
        const uint32_t parent = it->cells[i].parent;
        const bool hangs = parent != SALVAGE_NONE && !is_lost(it, parent);
        it->cells[i].part = is_lost(it, i) ? SALVAGE_NONE
                            : hangs        ? it->cells[parent].part
                                           : it->parts++;
    }
}

cost_t salvage_lost_cost(const struct salvage *it, const uint32_t *toll)
{
    const struct grid *grid = &it->design->grid;
    cost_t cost = 0;
    for (uint32_t i = 1; i < it->count; i++) {
        const uint32_t parent = it->cells[i].parent;
        if ((it->cells[i].kind & KIND_STEM) != 0 || (!is_lost(it, i) && !is_lost(it, parent)))
            continue;
        const cell_t cell = it->cells[i].cell;
        const int direction = grid_direction(grid, it->cells[parent].cell, cell);
        cost += step_extra(&grid->rules, grid_z(grid, cell), AXIS_NONE, direction);
        cost += toll[cell] + (grid->weight != NULL ? grid->weight[cell] : 1);
    }
    return cost;
}

/* ---- wires ----------------------------------------------------------------------------------- */

/* Destination of the wires of a walk. */
struct wire_list {
    struct wire **wires;
    size_t *count, *capacity;
};

static enum status add(const struct wire_list *list, cell_t from, cell_t to, struct error *error)
{
    return MEM_APPEND(*list->wires, *list->capacity, *list->count, ((struct wire){from, to}),
                      "wires of a net", error);
}

/* True if two adjacent cells of the tree are connected by a pin. */
static bool is_stem(const struct salvage *it, uint32_t a, uint32_t b)
{
    return (it->cells[it->cells[a].parent == b ? a : b].kind & KIND_STEM) != 0;
}

/* Pushes the neighbours of a cell in the tree except `from` and the one straight on, which is
 * returned (SALVAGE_NONE if there is none). */
static uint32_t branch(struct salvage *it, uint32_t at, uint32_t from, bool straight,
                       uint32_t *depth)
{
    uint32_t on = SALVAGE_NONE;
    for (uint32_t n = next_of(it, at, SALVAGE_NONE); n != SALVAGE_NONE; n = next_of(it, at, n)) {
        if (n == from || is_lost(it, n))
            continue;
        if (straight && !is_stem(it, at, n) &&
            it->cells[n].cell - it->cells[at].cell == it->cells[at].cell - it->cells[from].cell) {
            on = n;
            continue;
        }
        it->stack[(*depth)++] = at;
        it->stack[(*depth)++] = n;
    }
    return on;
}

/* Writes the wires of the part that holds `start`, away from `start`. */
static enum status walk_part(struct salvage *it, uint32_t start, const struct wire_list *list,
                             struct error *error)
{
    uint32_t depth = 0;
    (void)branch(it, start, SALVAGE_NONE, false, &depth);
    while (depth > 0) {
        uint32_t at = it->stack[--depth], from = it->stack[--depth];
        const cell_t begin = it->cells[from].cell;
        if (is_stem(it, from, at)) {
            (void)branch(it, at, from, false, &depth);
            continue;
        }
        for (uint32_t on; (on = branch(it, at, from, true, &depth)) != SALVAGE_NONE; at = on)
            from = at;
        TRY(add(list, begin, it->cells[at].cell, error));
    }
    return STATUS_OK;
}

/* Writes the wires of the pins in the part. */
static enum status add_pins(const struct salvage *it, uint32_t part, const struct wire_list *list,
                            struct error *error)
{
    const struct netlist *nets = &it->design->nets;
    const struct net *net = &nets->nets[it->net];
    for (uint32_t i = 0; i < net->pin_count; i++) {
        const struct pin pin = nets->pins[net->first_pin + i];
        const struct wire wire = pin_wire(&it->design->grid, pin);
        if (it->cells[it->place[pin.cell] - 1].part == part)
            TRY(add(list, wire.from, wire.to, error));
    }
    return STATUS_OK;
}

/* ---- joining the parts ----------------------------------------------------------------------- */

enum status salvage_begin(struct salvage *it, struct growth *growth, struct error *error)
{
    assert(it->parts >= 1 && it->cells[0].part == 0);
    const struct wire_list targets = {&growth->targets, &growth->target_count,
                                      &growth->targets_capacity};
    growth->joined_count = growth->target_count = 0;
    growth->salvage = it;
    TRY(salvage_join(it, growth, it->cells[0].cell, error));
    uint32_t part = 1;
    for (uint32_t i = 1; i < it->count; i++)
        if (it->cells[i].part == part) {
            TRY(walk_part(it, i, &targets, error));
            TRY(add_pins(it, part++, &targets, error));
        }
    return STATUS_OK;
}

enum status salvage_join(struct salvage *it, struct growth *growth, cell_t cell,
                         struct error *error)
{
    assert(it->place[cell] != 0);
    const uint32_t start = it->place[cell] - 1, part = it->cells[start].part;
    const struct wire_list wires = {&growth->wires, &growth->wire_count, &growth->wires_capacity},
                           joined = {&growth->joined, &growth->joined_count,
                                     &growth->joined_capacity};
    const size_t first = growth->wire_count;
    TRY(walk_part(it, start, &wires, error));
    TRY(add_pins(it, part, &joined, error));
    for (size_t i = first; i < growth->wire_count; i++)
        TRY(add(&joined, growth->wires[i].from, growth->wires[i].to, error));
    size_t left = 0;
    for (size_t i = 0; i < growth->target_count; i++)
        if (it->cells[it->place[growth->targets[i].from] - 1].part != part)
            growth->targets[left++] = growth->targets[i];
    growth->target_count = left;
    return STATUS_OK;
}
