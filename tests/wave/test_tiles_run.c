/* The inner loops of the tiles wave: every version against a walk over single cells. */
#include "tests/support/wave_cases.h"

#include "router/wave/tiles/tiles_run.h"

enum { LAYERS = 3, WORDS = LAYERS * TILES_STRIDE, PLANE = 3 * 80 };

/* A region with memory of its own. */
struct fixture {
    struct tiles_region region;
    uint64_t open[WORDS], front[TILES_LEVELS + 1][WORDS], exits[DIRECTIONS][WORDS];
};

static size_t row_word(uint32_t z, int row)
{
    return (size_t)z * TILES_STRIDE + TILES_PAD + (size_t)row;
}

static uint64_t random_bits(uint64_t *random, uint32_t percent)
{
    uint64_t bits = 0;
    for (int i = 0; i < 64; i++)
        bits |= (uint64_t)case_chance(random, percent) << i;
    return bits;
}

static void fixture_fill(struct fixture *f, uint32_t layers, bool masked, uint64_t *random)
{
    memset(f, 0, sizeof *f);
    f->region.layers = layers;
    f->region.open = f->open;
    for (int k = 0; k <= TILES_LEVELS; k++)
        f->region.front[k] = f->front[k];
    for (int d = 0; masked && d < DIRECTIONS; d++)
        f->region.exits[d] = f->exits[d];
    uint32_t percent = 50 + case_below(random, 50);
    for (uint32_t z = 0; z < layers; z++)
        for (int r = 0; r < TILES_SIDE; r++) {
            f->front[0][row_word(z, r)] = random_bits(random, 2);
            f->open[row_word(z, r)] = random_bits(random, percent) & ~f->front[0][row_word(z, r)];
            for (int d = 0; d < DIRECTIONS; d++)
                f->exits[d][row_word(z, r)] = random_bits(random, 85);
        }
}

static void fixture_copy(struct fixture *to, const struct fixture *from)
{
    *to = *from;
    to->region.open = to->open;
    for (int k = 0; k <= TILES_LEVELS; k++)
        to->region.front[k] = to->front[k];
    for (int d = 0; from->region.exits[0] != NULL && d < DIRECTIONS; d++)
        to->region.exits[d] = to->exits[d];
}

/* Steps from one cell of a level to its neighbours. */
static void step_cell(struct fixture *f, int k, uint32_t z, int y, int x)
{
    static const int dx[] = {1, -1, 0, 0, 0, 0}, dy[] = {0, 0, 1, -1, 0, 0},
                     dz[] = {0, 0, 0, 0, 1, -1};
    for (int d = 0; d < DIRECTIONS; d++) {
        int to_x = x + dx[d], to_y = y + dy[d], to_z = (int)z + dz[d];
        if (to_x < 0 || to_x >= TILES_SIDE || to_y < 0 || to_y >= TILES_SIDE || to_z < 0 ||
            to_z >= (int)f->region.layers)
            continue;
        if (f->region.exits[0] != NULL && (f->exits[d][row_word(z, y)] >> x & 1) == 0)
            continue;
        size_t word = row_word((uint32_t)to_z, to_y);
        f->front[k + 1][word] |= f->open[word] & (uint64_t)1 << to_x;
    }
}

static void run_cells(struct fixture *f)
{
    for (int k = 0; k < TILES_LEVELS; k++) {
        for (uint32_t z = 0; z < f->region.layers; z++)
            for (int y = 0; y < TILES_SIDE; y++)
                for (int x = 0; x < TILES_SIDE; x++)
                    if ((f->front[k][row_word(z, y)] >> x & 1) != 0)
                        step_cell(f, k, z, y, x);
        for (size_t word = 0; word < WORDS; word++)
            f->open[word] &= ~f->front[k + 1][word];
    }
}

/* The sums over a layer, row by row. */
static void check_sums(const struct fixture *f, const struct tiles_version *version)
{
    struct tiles_edge edge = {0}, expected = {0};
    for (uint32_t z = 0; z < f->region.layers; z++) {
        struct tiles_found found;
        version->sum_up(&f->region, z, &found, &edge);
        for (int r = 0; r < TILES_CORE_Y; r++) {
            const bool south = r < TILES_LEVELS, north = r >= TILES_CORE_Y - TILES_LEVELS;
            uint64_t label[2] = {0}, last = 0;
            for (int k = 1; k <= TILES_LEVELS; k++) {
                last = f->front[k][row_word(z, r + TILES_HALO_Y)] & TILES_CORE_BITS;
                label[0] |= ((k % 3 + 1) & 1) != 0 ? last : 0;
                label[1] |= ((k % 3 + 1) & 2) != 0 ? last : 0;
            }
            assert_true(found.label[0][r] == label[0] && found.label[1][r] == label[1]);
            expected.front |= last;
            expected.front_south |= south ? last : 0;
            expected.front_north |= north ? last : 0;
            expected.open |= f->open[row_word(z, r + TILES_HALO_Y)];
            expected.open_south |=
                north ? f->open[row_word(z, r + TILES_HALO_Y - TILES_CORE_Y)] : 0;
            expected.open_north |=
                south ? f->open[row_word(z, r + TILES_HALO_Y + TILES_CORE_Y)] : 0;
        }
    }
    assert_memory_equal(&edge, &expected, sizeof edge);
}

static void test_levels(void **state)
{
    (void)state;
    static struct fixture start, expected, got;
    uint64_t random = case_seed();
    for (int i = 0; i < 60; i++) {
        fixture_fill(&start, 1 + (uint32_t)i % LAYERS, i % 2 == 1, &random);
        fixture_copy(&expected, &start);
        run_cells(&expected);
        for (int isa = ISA_PLAIN; isa <= (int)isa_best(); isa++) {
            const struct tiles_version *version = tiles_version((enum isa)isa);
            fixture_copy(&got, &start);
            version->run(&got.region);
            assert_memory_equal(got.front, expected.front, sizeof got.front);
            assert_memory_equal(got.open, expected.open, sizeof got.open);
            check_sums(&got, version);
        }
    }
}

static bool bit_at(const uint64_t *plane, struct tiles_place at, int row, int bit)
{
    size_t x = at.shift + (size_t)bit;
    return (plane[at.word + x / 64 * at.stride + (size_t)row] >> x % 64 & 1) != 0;
}

/* Copies to and from planes, at every shift. */
static void test_copies(void **state)
{
    (void)state;
    uint64_t random = case_seed() + 1, planes[2][PLANE], rows[TILES_SIDE], open[TILES_SIDE];
    for (int isa = ISA_PLAIN; isa <= (int)isa_best(); isa++)
        for (uint32_t shift = 0; shift < 64; shift++) {
            const struct tiles_version *version = tiles_version((enum isa)isa);
            struct tiles_place at = {.word = 3, .stride = 80, .shift = shift};
            for (int w = 0; w < PLANE; w++)
                planes[0][w] = random_bits(&random, 30), planes[1][w] = random_bits(&random, 30);
            version->load(rows, planes[0], at);
            for (int r = 0; r < TILES_SIDE; r++)
                for (int x = 0; x < 64; x++)
                    assert_int_equal(rows[r] >> x & 1, bit_at(planes[0], at, r, x));
            memset(open, 0xff, sizeof open);
            version->load_reached(rows, open, planes[0], planes[1], at);
            for (int r = 0; r < TILES_SIDE; r++)
                for (int x = 0; x < 64; x++)
                    assert_int_equal(rows[r] >> x & 1,
                                     bit_at(planes[0], at, r, x) || bit_at(planes[1], at, r, x));
            for (int r = 0; r < TILES_SIDE; r++)
                assert_true(open[r] == ~rows[r]);
            for (int r = 0; r < TILES_CORE_Y; r++)
                rows[r] = random_bits(&random, 50) & TILES_CORE_BITS;
            memcpy(planes[1], planes[0], sizeof planes[0]);
            version->add(planes[1], rows, at);
            for (int r = 0; r < TILES_SIDE; r++)
                for (int x = 0; x < 64; x++) {
                    int core = r - TILES_HALO_Y;
                    bool added = core >= 0 && core < TILES_CORE_Y && (rows[core] >> x & 1) != 0;
                    assert_int_equal(bit_at(planes[1], at, r, x),
                                     added || bit_at(planes[0], at, r, x));
                }
            at.word = 0;
            assert_memory_equal(planes[0], planes[1], 3 * sizeof planes[0][0]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
