/* checker: reports faults, marks the cells of pins, and states which steps and wires are legal. */
#include "grid/check/checker.h"

struct cell_text cell_text(const struct grid *grid, cell_t cell)
{
    struct cell_text text;
    if (cell < grid_cells(grid))
        place_text(grid, cell, text.text);
    else
        snprintf(text.text, sizeof text.text, "cell number %u", cell);
    return text;
}

/* The line of the current wire, or of its net. */
static uint64_t line_of(const struct checker *check)
{
    const struct routes *routes = check->routes;
    if (check->wire != WIRE_NONE && routes->wire_lines != NULL)
        return routes->wire_lines[check->wire];
    return check->net != UINT32_MAX && routes->net_lines != NULL ? routes->net_lines[check->net]
                                                                 : 0;
}

void checker_report(struct checker *check, const char *format, ...)
{
    char text[ERROR_TEXT_MAX + NET_NAME_MAX + 16], *what = text;
    assert(check->net < check->design->nets.net_count || check->net == UINT32_MAX);
    check->summary.faults++;
    if (check->on_fault == NULL || ++check->faults_of_net > CHECK_FAULTS_PER_NET)
        return;
    if (check->net != UINT32_MAX)
        what +=
            snprintf(text, sizeof text, "net %s: ", netlist_name(&check->design->nets, check->net));
    FORMAT_ARGS(what, ERROR_TEXT_MAX);
    check->on_fault(check->context, line_of(check), text);
}

bool checker_leg(const struct grid *grid, struct wire wire, struct leg *leg)
{
    if (wire.from >= grid_cells(grid) || wire.to >= grid_cells(grid))
        return false;
    uint32_t row = wire.from / grid->width, last_row = wire.to / grid->width;
    uint32_t x = wire.from % grid->width, last_x = wire.to % grid->width;
    uint32_t z = row / grid->height, last_z = last_row / grid->height;
    uint32_t rows = row < last_row ? last_row - row : row - last_row;
    *leg = (struct leg){.z = z};
    if (rows == 0) {
        leg->direction = x < last_x ? EAST : WEST;
        leg->steps = x < last_x ? last_x - x : x - last_x;
        return x != last_x;
    }
    bool up = row < last_row;
    leg->direction = z == last_z ? (up ? NORTH : SOUTH) : (up ? UP : DOWN);
    leg->steps = z == last_z ? rows : rows / grid->height;
    return x == last_x && (z == last_z || rows % grid->height == 0);
}

cost_t checker_extra(const struct grid *grid, uint32_t z, int direction)
{
    assert(z < grid->layers);
    if (direction == UP || direction == DOWN)
        return grid->rules.via;
    bool along_x = direction == EAST || direction == WEST;
    uint64_t across = along_x ? grid->rules.vertical : grid->rules.horizontal;
    return (across >> z & 1) != 0 ? grid->rules.wrong_way : 0;
}

bool checker_step_allowed(const struct grid *grid, cell_t cell, int direction)
{
    DEBUG_ASSERT(cell < grid_cells(grid) && direction >= 0 && direction < DIRECTIONS);
    if (grid->walls != NULL && (grid->walls[cell] & 1u << direction) != 0)
        return false;
    uint64_t layer = UINT64_C(1) << grid_z(grid, cell);
    if ((grid->rules.strict & layer) == 0)
        return true;
    bool along_x = direction == EAST || direction == WEST;
    bool along_y = direction == NORTH || direction == SOUTH;
    return !(along_y && (grid->rules.horizontal & layer) != 0) &&
           !(along_x && (grid->rules.vertical & layer) != 0);
}

enum status checker_make_marks(struct checker *check, struct error *error)
{
    if (check->mark == NULL)
        check->mark = mem_alloc(grid_cells(&check->design->grid), sizeof *check->mark,
                                "check's marks", error);
    return check->mark != NULL ? STATUS_OK : STATUS_FAILED;
}

void checker_mark_pins(struct checker *check, uint32_t net)
{
    const struct grid *grid = &check->design->grid;
    const struct net *n = &check->design->nets.nets[net];
    size_t plane = (size_t)grid->width * grid->height;
    assert(check->mark != NULL && net < MARK_NET);
    for (uint32_t i = 0; i < n->pin_count; i++) {
        struct pin pin = check->design->nets.pins[n->first_pin + i];
        assert(pin.cell < (pin.all_layers ? plane : grid_cells(grid)));
        if (!pin.all_layers)
            check->mark[pin.cell] = MARK_PIN | (net + 1);
        for (uint32_t z = 0; pin.all_layers && z < grid->layers; z++)
            check->mark[pin.cell + z * plane] = MARK_PIN | MARK_STAR | (net + 1);
    }
}
