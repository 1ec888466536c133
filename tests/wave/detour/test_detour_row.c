/* Each version of the row sweep against a flood of single bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "router/wave/detour/detour_row.h"
#include "tests/support/splitmix.h"

enum { WORDS_MAX = 80, PLANE = WORDS_MAX + 2 * DETOUR_LANES };

static uint64_t random_state;

/* A word of about density / 8 ones. */
static uint64_t random_word(unsigned density)
{
    uint64_t a = splitmix(&random_state), b = splitmix(&random_state), c = splitmix(&random_state);
    switch (density) {
    case 0:
        return 0;
    case 1:
        return a & b & c;
    case 4:
        return a;
    case 7:
        return a | b | c;
    default:
        return ~(uint64_t)0;
    }
}

struct planes {
    uint64_t open[PLANE], reached[PLANE], in[2][PLANE], label[2][PLANE];
};

static bool get(const uint64_t *plane, size_t bit)
{
    return (plane[bit / 64] >> bit % 64 & 1) != 0;
}

/* The definition: seeds are open cells beside an input cell; they flood upwards through open ones.
 */
static void flood(struct planes *p, uint32_t words)
{
    uint64_t found[PLANE] = {0};
    bool flows = false;
    for (size_t bit = 0; bit < (size_t)words * 64; bit++) {
        bool seed = get(p->reached, bit + 1) || get(p->in[0], bit) || get(p->in[1], bit);
        flows = get(p->open, bit) && (flows || seed);
        if (flows)
            found[bit / 64] |= (uint64_t)1 << bit % 64;
    }
    for (uint32_t word = 0; word < words; word++) {
        p->open[word] &= ~found[word];
        p->reached[word] = found[word];
        p->label[0][word] |= found[word];
        p->label[1][word] |= found[word];
    }
}

static uint64_t groups_with_bits(const uint64_t *plane, uint32_t words, uint32_t shift)
{
    uint64_t mask = 0;
    for (uint32_t word = 0; word < words; word++)
        mask |= (uint64_t)(plane[word] != 0) << (word >> shift);
    return mask;
}

static void fill(struct planes *p, uint32_t words)
{
    static const unsigned densities[] = {0, 1, 4, 7, 8};
    memset(p, 0, sizeof *p);
    unsigned open = densities[1 + splitmix(&random_state) % 4];
    for (uint32_t word = 0; word < words; word++) {
        p->open[word] = random_word(
            splitmix(&random_state) % 4 == 0 ? densities[splitmix(&random_state) % 5] : open);
        bool sparse = splitmix(&random_state) % 4 != 0;
        p->reached[word] = sparse ? 0 : random_word(1);
        p->in[0][word] = splitmix(&random_state) % 8 != 0 ? 0 : random_word(1);
        p->in[1][word] = splitmix(&random_state) % 8 != 0
                             ? 0
                             : random_word(densities[splitmix(&random_state) % 3]);
        p->label[0][word] = splitmix(&random_state);
    }
}

static void test_versions(void **state)
{
    (void)state;
    random_state = splitmix_seed(77);
    static struct planes start, expected, got;
    for (int i = 0; i < 20000; i++) {
        uint32_t words = 1 + (uint32_t)(splitmix(&random_state) % (i % 4 == 0 ? WORDS_MAX : 20));
        uint32_t shift =
            words > 64 ? 1 + (uint32_t)(splitmix(&random_state) % 5) : (uint32_t)(i % 3);
        fill(&start, words);
        expected = start;
        flood(&expected, words);
        uint64_t before = groups_with_bits(start.reached, words, shift);
        for (enum isa isa = ISA_PLAIN; isa <= isa_best(); isa++) {
            got = start;
            struct detour_row row = {.open = got.open,
                                     .reached = got.reached,
                                     .in = {got.in[0], got.in[1]},
                                     .label = {got.label[0], got.label[1]},
                                     .words = words,
                                     .group_shift = shift};
            row.touched = before | before >> 1 | groups_with_bits(got.in[0], words, shift) |
                          groups_with_bits(got.in[1], words, shift);
            uint64_t mask = detour_version(isa)(&row);
            assert_memory_equal(&got, &expected, sizeof got);
            assert_true(mask == groups_with_bits(got.reached, words, shift));
            uint64_t cells = 0;
            for (uint32_t word = 0; word < words; word++)
                cells += (uint64_t)__builtin_popcountll(got.reached[word]);
            assert_int_equal(row.gained, cells);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_versions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
