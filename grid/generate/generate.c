/* generate: checks the options, fills in defaults and calls the kind's function, by a table. */
#include "grid/generate/generate.h"

#include "grid/generate/generator.h"

/* One row per kind. layers, pins: values of the options that are 0. */
static const struct {
    const char *name;
    generator_fill *fill;
    uint32_t layers, pins;
} kinds[GENERATE_KINDS] = {
    [GENERATE_OPEN] = {"open", generate_open, 1, 2},
    [GENERATE_RANDOM] = {"random", generate_random, 1, 2},
    [GENERATE_MACRO] = {"macro", generate_macro, 3, 12},
    [GENERATE_MAZE] = {"maze", generate_maze, 1, 2},
    [GENERATE_SERPENTINE] = {"serpentine", generate_serpentine, 1, 2},
    [GENERATE_CHIP] = {"chip", generate_chip, 4, 20},
    [GENERATE_CAPACITY] = {"capacity", generate_capacity, 4, 8},
};

const char *generate_kind_name(unsigned kind)
{
    return kind < GENERATE_KINDS ? kinds[kind].name : NULL;
}

static enum status check_options(const struct generate_options *options, struct error *error)
{
    if (options->nets < 1 || options->nets > NETLIST_NETS_MAX)
        return error_refuse(error, "%u nets: a netlist has 1 to %d of them", options->nets,
                            NETLIST_NETS_MAX);
    if (options->pins < 2 || options->pins > GENERATE_PINS_MAX)
        return error_refuse(error, "at most %u pins a net: the number must lie in 2..%d",
                            options->pins, GENERATE_PINS_MAX);
    if (options->density > GENERATE_DENSITY_MAX)
        return error_refuse(error, "a density of %u %%: it must lie in 0..%d", options->density,
                            GENERATE_DENSITY_MAX);
    return STATUS_OK;
}

enum status generate_design(struct design *design, const struct generate_options *options,
                            struct error *error)
{
    struct generate_options complete = *options;
    memset(design, 0, sizeof *design);
    if (options->kind >= GENERATE_KINDS)
        return error_refuse(error, "no such kind of design: %d", options->kind);
    if (complete.layers == 0)
        complete.layers = kinds[options->kind].layers;
    if (complete.pins == 0)
        complete.pins = kinds[options->kind].pins;
    TRY(check_options(&complete, error));
    TRY(grid_create(&design->grid, complete.width, complete.height, complete.layers, error));
    struct generator generator = {&complete, kinds[options->kind].name, design,
                                  random_seeded(complete.seed)};
    enum status status = kinds[options->kind].fill(&generator, error);
    assert(status != STATUS_OK || design->nets.net_count == complete.nets);
    if (status != STATUS_OK)
        design_destroy(design);
    return status;
}
