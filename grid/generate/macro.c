/* macro: a floorplan of macros, rows of cells and pads, with mostly short nets.
 *
 * The core is cut into slots with channels between them. A slot has a macro, blocked on its lower
 * layers and with pins on its edge, or rows of small cells between rails on layer 1; pads are along
 * the border. A net starts in any slot; 60 % of its other pins are in neighbouring slots, 25 % up
 * to two slots away, the rest anywhere. Half of the nets have two pins (draw_degree). */
#include "grid/generate/generator.h"

enum {
    BORDER = 3,          /* width of the border for pads, in cells */
    SLOT_SIDE = 48,      /* approximate side of a slot, in cells */
    SLOTS_PER_SIDE = 64, /* maximum number of slots along a side */
    ROW_PITCH = 4,       /* distance of rails, in cells */
    SLOT_DRAWS = 16,     /* random tries to find a slot with sites before a linear search */
};

/* A possible place of a pin. */
struct macro_site {
    cell_t cell;
    uint32_t slot;
};

struct floorplan {
    struct generator *generator;
    uint32_t columns, rows;   /* of slots */
    struct macro_site *found; /* in the order of creation */
    size_t found_count, found_capacity;
    uint32_t *sites; /* by slot, in found: [first[slot] .. first[slot] + left[slot]) are unused */
    uint32_t *first; /* [slots + 1] */
    uint32_t *left;  /* [slots] */
};

static uint32_t slots_of(const struct floorplan *plan)
{
    return plan->columns * plan->rows;
}

static enum status add_site(struct floorplan *plan, uint32_t x, uint32_t y, uint32_t z,
                            uint32_t slot, struct error *error)
{
    assert(slot < slots_of(plan));
    TRY(MEM_GROW(plan->found, plan->found_capacity, plan->found_count + 1, "places for pins",
                 error));
    cell_t cell = grid_cell(&plan->generator->design->grid, x, y, z);
    plan->found[plan->found_count++] = (struct macro_site){cell, slot};
    return STATUS_OK;
}

/* Adds sites along one edge of a macro, two to four cells apart, away from the corners. The edge
 * runs along x at y = line, or along y at x = line. */
static enum status add_edge(struct floorplan *plan, bool along_x, uint32_t from, uint32_t to,
                            uint32_t line, uint32_t z, uint32_t slot, struct error *error)
{
    struct random *random = &plan->generator->random;
    for (uint32_t at = from + random_between(random, 1, 2); at < to;
         at += random_between(random, 2, 4))
        TRY(add_site(plan, along_x ? at : line, along_x ? line : at, z, slot, error));
    return STATUS_OK;
}

/* Blocks a macro at a random place of the area and adds sites on its four edges: on layer 1, which
 * is horizontal, at the left and right edge, and on layer 2, if it is blocked, at the others. */
static enum status add_macro(struct floorplan *plan, struct box area, uint32_t slot,
                             struct error *error)
{
    struct grid *grid = &plan->generator->design->grid;
    struct random *random = &plan->generator->random;
    uint32_t width = area.x1 - area.x0 + 1, height = area.y1 - area.y0 + 1;
    uint32_t w = random_between(random, (width * 55 + 99) / 100, width * 90 / 100);
    uint32_t h = random_between(random, (height * 55 + 99) / 100, height * 90 / 100);
    struct box box;
    box.x0 = area.x0 + random_between(random, 0, width - w);
    box.y0 = area.y0 + random_between(random, 0, height - h);
    box.x1 = box.x0 + w - 1;
    box.y1 = box.y0 + h - 1;
    uint32_t blocked = 1 + (grid->layers > 2 ? random_below(random, 2) : 0);
    for (uint32_t z = 0; z < blocked; z++)
        grid_fill_blocked(grid, box, z, true);
    uint32_t upper = blocked > 1 ? 1 : 0;
    TRY(add_edge(plan, false, box.y0, box.y1, box.x0, 0, slot, error));
    TRY(add_edge(plan, false, box.y0, box.y1, box.x1, 0, slot, error));
    TRY(add_edge(plan, true, box.x0, box.x1, box.y0, upper, slot, error));
    return add_edge(plan, true, box.x0, box.x1, box.y1, upper, slot, error);
}

/* Adds rows of small cells: rails on layer 1 and sites between them. A single layer gets no rails,
 * which would block it. */
static enum status add_rows(struct floorplan *plan, struct box area, uint32_t slot,
                            struct error *error)
{
    struct grid *grid = &plan->generator->design->grid;
    struct random *random = &plan->generator->random;
    for (uint32_t y = area.y0; y + ROW_PITCH / 2 <= area.y1; y += ROW_PITCH) {
        if (grid->layers > 1)
            grid_fill_blocked(grid, (struct box){area.x0, y, area.x1, y}, 0, true);
        for (uint32_t x = area.x0 + random_below(random, 3); x <= area.x1;
             x += random_between(random, 2, 4))
            TRY(add_site(plan, x, y + ROW_PITCH / 2, 0, slot, error));
    }
    return STATUS_OK;
}

/* The cells from..to along a side that slot i of `count` covers, without its channel. */
static void slot_range(uint32_t side, uint32_t count, uint32_t i, uint32_t *from, uint32_t *to)
{
    uint32_t core = side - 2 * BORDER;
    uint32_t low = BORDER + core * i / count, high = BORDER + core * (i + 1) / count;
    uint32_t channel = (high - low) / 12 + 1;
    *from = low + channel;
    *to = high - 1 - channel;
    assert(*from + 2 <= *to);
}

static enum status fill_slots(struct floorplan *plan, struct error *error)
{
    const struct grid *grid = &plan->generator->design->grid;
    for (uint32_t slot = 0; slot < slots_of(plan); slot++) {
        struct box area;
        slot_range(grid->width, plan->columns, slot % plan->columns, &area.x0, &area.x1);
        slot_range(grid->height, plan->rows, slot / plan->columns, &area.y0, &area.y1);
        TRY(random_chance(&plan->generator->random, 50) ? add_macro(plan, area, slot, error)
                                                        : add_rows(plan, area, slot, error));
    }
    return STATUS_OK;
}

/* The slot of a coordinate along a side. */
static uint32_t slot_at(uint32_t coordinate, uint32_t side, uint32_t count)
{
    assert(coordinate < side && count > 0);
    return (uint32_t)((uint64_t)coordinate * count / side);
}

/* Adds pads on layer 1 along the four sides. */
static enum status add_pads(struct floorplan *plan, struct error *error)
{
    const struct grid *grid = &plan->generator->design->grid;
    struct random *random = &plan->generator->random;
    uint32_t top = (plan->rows - 1) * plan->columns, right = plan->columns - 1;
    for (uint32_t x = BORDER; x + BORDER < grid->width; x += random_between(random, 4, 8)) {
        uint32_t column = slot_at(x, grid->width, plan->columns);
        TRY(add_site(plan, x, 0, 0, column, error));
        TRY(add_site(plan, x, grid->height - 1, 0, top + column, error));
    }
    for (uint32_t y = BORDER; y + BORDER < grid->height; y += random_between(random, 4, 8)) {
        uint32_t row = slot_at(y, grid->height, plan->rows) * plan->columns;
        TRY(add_site(plan, 0, y, 0, row, error));
        TRY(add_site(plan, grid->width - 1, y, 0, row + right, error));
    }
    return STATUS_OK;
}

/* Sorts the sites by slot. */
static enum status sort_sites(struct floorplan *plan, struct error *error)
{
    uint32_t slots = slots_of(plan);
    TRY(group_by(&plan->found->slot, sizeof *plan->found, (uint32_t)plan->found_count, slots,
                 &plan->first, &plan->sites, "places for pins", error));
    TRY(MEM_NEW(plan->left, slots, "slots", error));
    for (uint32_t slot = 0; slot < slots; slot++)
        plan->left[slot] = plan->first[slot + 1] - plan->first[slot];
    return STATUS_OK;
}

/* A random number of pins, at most limit. As in netlists, most nets are small, a few are large. */
static uint32_t draw_degree(struct random *random, uint32_t limit)
{
    uint32_t odds = random_below(random, 100), degree;
    if (odds < 50)
        degree = 2;
    else if (odds < 72)
        degree = 3;
    else if (odds < 84)
        degree = 4;
    else if (odds < 95)
        degree = random_between(random, 5, 8);
    else
        degree = random_between(random, 9, limit > 9 ? limit : 9);
    return degree < limit ? degree : limit;
}

/* A random coordinate with a distance of at most `reach` from `at`, in 0 .. count - 1. */
static uint32_t draw_near(struct random *random, uint32_t at, uint32_t reach, uint32_t count)
{
    assert(at < count);
    uint32_t low = at > reach ? at - reach : 0;
    uint32_t high = at + reach < count ? at + reach : count - 1;
    return random_between(random, low, high);
}

/* A random slot with unused sites, near the slot `near`; UINT32_MAX: anywhere. */
static uint32_t draw_slot(struct floorplan *plan, uint32_t near)
{
    struct random *random = &plan->generator->random;
    uint32_t slot = 0, odds = random_below(random, 100);
    uint32_t reach = near == UINT32_MAX || odds >= 85 ? SLOTS_PER_SIDE : odds >= 60 ? 2 : 1;
    uint32_t x = near == UINT32_MAX ? 0 : near % plan->columns;
    uint32_t y = near == UINT32_MAX ? 0 : near / plan->columns;
    for (int draw = 0; draw < SLOT_DRAWS; draw++) {
        slot = draw_near(random, y, reach, plan->rows) * plan->columns +
               draw_near(random, x, reach, plan->columns);
        if (plan->left[slot] > 0)
            return slot;
    }
    while (plan->left[slot] == 0)
        slot = slot + 1 < slots_of(plan) ? slot + 1 : 0;
    return slot;
}

/* Removes a random site from a slot. */
static cell_t take_site(struct floorplan *plan, uint32_t slot)
{
    assert(plan->left[slot] > 0);
    uint32_t *sites = plan->sites + plan->first[slot];
    uint32_t i = random_below(&plan->generator->random, plan->left[slot]);
    cell_t cell = plan->found[sites[i]].cell;
    sites[i] = sites[--plan->left[slot]];
    return cell;
}

static enum status add_nets(struct floorplan *plan, struct error *error)
{
    struct generator *generator = plan->generator;
    uint32_t nets = generator->options->nets;
    uint64_t wanted = 0;
    uint8_t *degree;
    TRY(MEM_NEW(degree, nets, "numbers of pins", error));
    for (uint32_t net = 0; net < nets; net++)
        wanted += degree[net] = (uint8_t)draw_degree(&generator->random, generator->options->pins);
    enum status status = wanted <= plan->found_count
                             ? STATUS_OK
                             : generator_no_room(generator, wanted, plan->found_count, error);
    for (uint32_t net = 0; net < nets && status == STATUS_OK; net++) {
        uint32_t slot = draw_slot(plan, UINT32_MAX);
        status = generator_add_net(generator, error);
        for (uint32_t pin = 0; pin < degree[net] && status == STATUS_OK; pin++)
            status = generator_add_pin(
                generator, take_site(plan, pin == 0 ? slot : draw_slot(plan, slot)), error);
    }
    free(degree);
    return status;
}

static uint32_t slots_along(uint32_t side)
{
    assert(side >= GENERATE_MACRO_LEAST);
    uint32_t count = side / SLOT_SIDE;
    return count < 2 ? 2 : count > SLOTS_PER_SIDE ? SLOTS_PER_SIDE : count;
}

enum status generate_macro(struct generator *generator, struct error *error)
{
    const struct grid *grid = &generator->design->grid;
    generator_set_layers(generator);
    if (grid->width < GENERATE_MACRO_LEAST || grid->height < GENERATE_MACRO_LEAST)
        return error_refuse(error, "a floorplan of %u x %u: it takes at least %d x %d", grid->width,
                            grid->height, GENERATE_MACRO_LEAST, GENERATE_MACRO_LEAST);
    struct floorplan plan = {.generator = generator,
                             .columns = slots_along(grid->width),
                             .rows = slots_along(grid->height)};
    enum status status = fill_slots(&plan, error);
    THEN(status, add_pads(&plan, error));
    THEN(status, sort_sites(&plan, error));
    THEN(status, add_nets(&plan, error));
    MEM_FREE(plan.found, plan.sites, plan.first, plan.left);
    return status;
}
