/* judge: see the header for the contract. */
#include "grid/check/judge.h"

#include <inttypes.h>
#include <stdio.h>

struct cell_text cell_text(const struct grid *grid, cell_t cell)
{
    struct cell_text text;
    if (cell < grid_cells(grid))
        place_text(grid, cell, text.text);
    else
        snprintf(text.text, sizeof text.text, "cell number %" PRIu32, cell);
    return text;
}

/* The line of the wire being judged, or of its net. */
static uint64_t line_of(const struct judge *judge)
{
    const struct routes *routes = judge->routes;
    if (judge->wire != WIRE_NONE && routes->wire_lines != NULL)
        return routes->wire_lines[judge->wire];
    return routes->net_lines != NULL ? routes->net_lines[judge->net] : 0;
}

void judge_fault(struct judge *judge, const char *format, ...)
{
    assert(judge->net < judge->design->nets.net_count);
    judge->summary.faults++;
    if (judge->on_fault == NULL || ++judge->faults_of_net > CHECK_FAULTS_A_NET)
        return;
    char what[ERROR_TEXT_MAX], text[ERROR_TEXT_MAX + NET_NAME_MAX + 16];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    snprintf(text, sizeof text, "net %s: %s", netlist_name(&judge->design->nets, judge->net), what);
    judge->on_fault(judge->context, line_of(judge), text);
}

bool judge_step_allowed(const struct grid *grid, cell_t cell, int direction)
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

enum status judge_make_marks(struct judge *judge, struct error *error)
{
    if (judge->mark == NULL)
        judge->mark = mem_alloc(grid_cells(&judge->design->grid), sizeof *judge->mark,
                                "check's marks", error);
    return judge->mark != NULL ? STATUS_OK : STATUS_FAILED;
}

void judge_mark_pins(struct judge *judge, uint32_t net)
{
    const struct grid *grid = &judge->design->grid;
    const struct net *n = &judge->design->nets.nets[net];
    size_t plane = (size_t)grid->width * grid->height;
    assert(judge->mark != NULL && net < MARK_NET);
    for (uint32_t i = 0; i < n->pin_count; i++) {
        struct pin pin = judge->design->nets.pins[n->first_pin + i];
        assert(pin.cell < (pin.all_layers ? plane : grid_cells(grid)));
        if (!pin.all_layers)
            judge->mark[pin.cell] = MARK_PIN | (net + 1);
        for (uint32_t z = 0; pin.all_layers && z < grid->layers; z++)
            judge->mark[pin.cell + z * plane] = MARK_PIN | MARK_STAR | (net + 1);
    }
}
