/* generator: makes layers with directions, and nets with uniform pins. */
#include "grid/generate/generator.h"

enum {
    VIA_COST = 4,       /* of a via; the weight of a cell is 1 */
    WRONG_WAY_COST = 3, /* of a wrong-way step, in addition to the weight */
    DRAWS = 32,         /* random tries to find a free cell before a linear search */
};

void generator_set_layers(struct generator *generator)
{
    struct grid *grid = &generator->design->grid;
    if (grid->layers < 2)
        return;
    grid->rules.via = VIA_COST;
    grid->rules.wrong_way = WRONG_WAY_COST;
    for (uint32_t z = 0; z < grid->layers; z++) {
        if (z % 2 == 0)
            grid->rules.horizontal |= (uint64_t)1 << z;
        else
            grid->rules.vertical |= (uint64_t)1 << z;
        snprintf(grid->layer[z].name, sizeof grid->layer[z].name, "M%u", z + 1);
    }
}

enum status generator_add_net(struct generator *generator, struct error *error)
{
    assert(generator->design->nets.net_count < generator->options->nets);
    char name[16];
    struct netlist *nets = &generator->design->nets;
    int length = snprintf(name, sizeof name, "n%u", nets->net_count + 1);
    return netlist_add_net(nets, name, (size_t)length, error);
}

enum status generator_add_pin(struct generator *generator, cell_t cell, struct error *error)
{
    return netlist_add_pins(&generator->design->nets, &(struct pin){cell, false}, 1, error);
}

enum status generator_no_room(const struct generator *generator, uint64_t wanted, uint64_t room,
                              struct error *error)
{
    const struct generate_options *options = generator->options;
    return error_refuse(
        error, "%u nets with %" PRIu64 " pins do not fit: %s %u x %u has room for %" PRIu64 " pins",
        options->nets, wanted, generator->kind, options->width, options->height, room);
}

/* Takes a random free cell of layer 1; there must be one. */
static cell_t take_cell(struct generator *generator, uint64_t *taken)
{
    const struct grid *grid = &generator->design->grid;
    uint32_t cells = grid->width * grid->height;
    cell_t cell = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
        cell = random_below(&generator->random, cells);
        if (!grid_plane_get(grid, taken, cell))
            break;
    }
    while (grid_plane_get(grid, taken, cell))
        cell = cell + 1 < cells ? cell + 1 : 0;
    taken[grid_word(grid, cell)] |= grid_bit(grid, cell);
    return cell;
}

enum status generator_uniform_nets(struct generator *generator, struct error *error)
{
    const struct grid *grid = &generator->design->grid;
    const struct netlist *nets = &generator->design->nets;
    assert(nets->net_count <= generator->options->nets);
    uint32_t missing = generator->options->nets - nets->net_count;
    size_t words = grid->height * grid->row_words; /* of layer 1 */
    enum status status = STATUS_FAILED;
    uint64_t wanted = 0, room = 0;
    uint8_t *pins = mem_alloc(missing, sizeof *pins, "numbers of pins", error);
    uint64_t *taken = mem_alloc(words, sizeof *taken, "cells taken", error);
    if (pins == NULL || taken == NULL)
        goto done;
    memcpy(taken, grid->blocked, words * sizeof *taken);
    for (uint32_t i = 0; i < nets->pin_count; i++)
        if (grid_z(grid, nets->pins[i].cell) == 0)
            taken[grid_word(grid, nets->pins[i].cell)] |= grid_bit(grid, nets->pins[i].cell);
    for (size_t i = 0; i < words; i++)
        room += (uint64_t)__builtin_popcountll(~taken[i]);
    for (uint32_t net = 0; net < missing; net++)
        wanted += pins[net] =
            (uint8_t)random_between(&generator->random, 2, generator->options->pins);
    if (wanted > room) {
        status = generator_no_room(generator, wanted, room, error);
        goto done;
    }
    status = STATUS_OK;
    for (uint32_t net = 0; net < missing && status == STATUS_OK; net++) {
        status = generator_add_net(generator, error);
        for (uint32_t pin = 0; pin < pins[net] && status == STATUS_OK; pin++)
            status = generator_add_pin(generator, take_cell(generator, taken), error);
    }
done:
    MEM_FREE(pins, taken);
    return status;
}
