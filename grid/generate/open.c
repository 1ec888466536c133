/* open: the open grid, and the grid with cells blocked at random. */
#include "grid/generate/generator.h"

/* Blocks cells with the given density: compares 16 random bits per cell with a threshold. */
static void block_at_random(struct generator *generator)
{
    struct grid *grid = &generator->design->grid;
    uint64_t threshold = ((uint64_t)generator->options->density << 16) / 100;
    size_t words = grid_plane_words(grid);
    assert(generator->options->density <= GENERATE_DENSITY_MAX);
    for (size_t word = 0; word < words; word++) {
        uint64_t bits = 0, draw = 0;
        for (int bit = 0; bit < 64; bit++, draw >>= 16) {
            if (bit % 4 == 0)
                draw = random_next(&generator->random);
            bits |= (uint64_t)((draw & 0xffff) < threshold) << bit;
        }
        grid->blocked[word] |= bits;
    }
}

enum status generate_open(struct generator *generator, struct error *error)
{
    generator_set_layers(generator);
    return generator_uniform_nets(generator, error);
}

enum status generate_random(struct generator *generator, struct error *error)
{
    generator_set_layers(generator);
    block_at_random(generator);
    return generator_uniform_nets(generator, error);
}
