/* dial_build: see the header. */
#include "router/wave/dial/dial_build.h"

#include <assert.h>
#include <string.h>

#if ISA_HAS_VECTORS
#include <immintrin.h>
#endif

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Bit i set where bytes[i] is value; three versions. */
typedef uint64_t dial_match(const uint8_t bytes[64], uint8_t value);

ALWAYS_INLINE uint64_t match_plain(const uint8_t bytes[64], uint8_t value)
{
    const uint64_t ones = 0x0101010101010101u, low = 0x7f7f7f7f7f7f7f7fu;
    uint64_t mask = 0;
    for (int i = 0; i < 8; i++) {
        uint64_t word = 0;
        for (int byte = 0; byte < 8; byte++)
            word |= (uint64_t)bytes[8 * i + byte] << 8 * byte;
        word ^= ones * value;
        uint64_t same = ~(((word & low) + low) | word | low) >> 7; /* 1 in each byte that is 0 */
        mask |= same * 0x0102040810204080u >> 56 << 8 * i;
    }
    return mask;
}

/* Costs of n cells from this one on, in bytes; what is above 255 becomes 255. */
ALWAYS_INLINE void read_costs_of(const struct field *field, size_t cell, uint32_t n,
                                 uint8_t costs[64])
{
    const uint32_t *weight = field->grid->weight, *toll = field->toll;
    if (weight == NULL)
        memset(costs, 1, 64);
    for (uint32_t i = 0; weight != NULL && i < n; i++)
        costs[i] = (uint8_t)(weight[cell + i] < 255 ? weight[cell + i] : 255);
    for (uint32_t i = 0; toll != NULL && i < n; i++) {
        uint32_t sum = costs[i] + (toll[cell + i] < 255 ? toll[cell + i] : 255);
        costs[i] = (uint8_t)(sum < 255 ? sum : 255);
    }
}

/* The same; most rows are whole ones, for which the compiler knows the number. */
ALWAYS_INLINE void read_costs(const struct field *field, size_t cell, uint32_t n, uint8_t costs[64])
{
    if (n == 64)
        read_costs_of(field, cell, 64, costs);
    else
        read_costs_of(field, cell, n, costs);
}

/* The class of a cost, made where there is none yet; DIAL_NO_CLASS where there can be none. */
static uint32_t find_class(struct dial_planes *planes, uint32_t cost)
{
    if (planes->class_of[cost] != DIAL_NO_CLASS)
        return planes->class_of[cost];
    if (cost > planes->reach || planes->class_count == DIAL_CLASSES) {
        planes->late_cost = cost < planes->late_cost ? cost : planes->late_cost;
        return DIAL_NO_CLASS;
    }
    planes->class_cost[planes->class_count] = (uint8_t)cost;
    planes->class_of[cost] = (uint8_t)planes->class_count;
    if (planes->narrow) /* where every block is asked for every class */
        memset(planes->classes + planes->class_count * planes->words, 0,
               planes->words * sizeof *planes->classes);
    return planes->class_count++;
}

/* Sorts the open cells of a row into classes. used: the block's classes; first: its first word. */
ALWAYS_INLINE uint16_t sort_row(struct dial_planes *planes, dial_match *match, size_t word,
                                size_t first, size_t cell, uint32_t n, uint16_t used)
{
    uint8_t costs[64];
    read_costs(planes->field, cell, n, costs);
    for (uint64_t left = planes->open[word]; left != 0;) {
        uint8_t cost = costs[__builtin_ctzll(left)];
        uint64_t same = match(costs, cost) & left;
        uint32_t class = find_class(planes, cost);
        left &= ~same;
        if (class == DIAL_NO_CLASS) {
            planes->late[word] |= same;
            continue;
        }
        assert(class < DIAL_CLASSES);
        uint64_t *plane = planes->classes + class * planes->words;
        if ((used >> class & 1) == 0)
            memset(plane + first, 0, sizeof *plane << planes->block_shift);
        used |= (uint16_t)(1u << class);
        plane[word] = same;
    }
    return used;
}

/* Cells of a row that can be entered walking in each direction, as far as walls go. A wall bars
 * both ways, so the cell entered knows. Eight cells at a time: the product moves the lowest bit of
 * byte i to bit 56 + i, and no two bits meet in it. */
static void read_walls(struct dial_planes *planes, size_t word, size_t cell, uint32_t n)
{
    uint64_t barred[DIRECTIONS] = {0};
    for (uint32_t i = 0; i < n; i += 8) {
        uint64_t eight = 0;
        const uint8_t *walls = planes->field->grid->walls + cell + i;
        for (uint32_t k = 0; k < 8 && i + k < n; k++)
            eight |= (uint64_t)walls[k] << 8 * k;
        for (int direction = EAST; eight != 0 && direction < DIRECTIONS; direction++) {
            uint64_t bits = eight >> direction_opposite(direction) & UINT64_C(0x0101010101010101);
            barred[direction] |= bits * UINT64_C(0x0102040810204080) >> 56 << i;
        }
    }
    for (int direction = EAST; direction < DIRECTIONS; direction++)
        planes->walls[(size_t)direction * planes->words + word] = ~barred[direction];
}

/* Bits x .. x + 63 of a row of the grid, as far as it goes. */
ALWAYS_INLINE uint64_t row_bits(const uint64_t *row, size_t row_words, uint32_t x)
{
    uint64_t bits = row[x / 64] >> x % 64;
    if (x % 64 != 0 && x / 64 + 1 < row_words)
        bits |= row[x / 64 + 1] << (64 - x % 64);
    return bits;
}

static uint32_t distance(uint32_t at, uint32_t low, uint32_t high)
{
    return at < low ? low - at : at > high ? at - high : 0;
}

/* The cells of 64 columns from x on, in a row of the grid, that are in focus: all columns between
 * the boxes and as many beyond as the budget still allows for twice (there and back). */
static uint64_t in_focus(const struct focus *focus, uint32_t x, uint32_t y)
{
    if (focus->budget == FOCUS_EVERYWHERE)
        return ~(uint64_t)0;
    const struct box *a = &focus->from, *b = &focus->to;
    int64_t rest = (int64_t)focus->budget - distance(y, a->y0, a->y1) - distance(y, b->y0, b->y1);
    if (rest < 0)
        return 0;
    int64_t low = a->x0 < b->x0 ? a->x0 : b->x0, high = a->x1 > b->x1 ? a->x1 : b->x1;
    int64_t left = ((int64_t)a->x0 + b->x0 - rest) / 2, right = ((int64_t)a->x1 + b->x1 + rest) / 2;
    left = (left < low ? left : low) - x;
    right = (right > high ? right : high) - x;
    if (left > 63 || right < 0)
        return 0;
    return ~(uint64_t)0 << (left > 0 ? left : 0) & ~(uint64_t)0 >> (right < 63 ? 63 - right : 0);
}

ALWAYS_INLINE void build(struct dial_planes *planes, uint32_t strip, uint32_t block,
                         dial_match *match)
{
    const struct grid *grid = planes->field->grid;
    uint32_t z = strip / planes->columns, x = planes->window.x0 + strip % planes->columns * 64;
    uint32_t n = planes->window.x1 - x < 63 ? planes->window.x1 - x + 1 : 64;
    uint32_t row = block << planes->block_shift, end = row + (1u << planes->block_shift);
    size_t first = dial_strip(planes, strip) + row, bytes = sizeof(uint64_t) << planes->block_shift;
    memset(planes->open + first, 0, bytes);
    memset(planes->late + first, 0, bytes);
    for (uint32_t bit = 0; bit < planes->bits; bit++)
        memset(planes->label + bit * planes->words + first, 0, bytes);
    uint16_t used = 0;
    uint64_t any = 0;
    for (size_t word = first; row < end && row < planes->height; row++, word++) {
        size_t line = (size_t)z * grid->height + planes->window.y0 + row;
        size_t cell = line * grid->width + x;
        uint64_t closed =
            row_bits(planes->field->closed + line * grid->row_words, grid->row_words, x);
        uint64_t open = (~closed | planes->own[word]) & ~(uint64_t)0 >> (64 - n);
        open &= in_focus(&planes->focus, x, planes->window.y0 + row);
        planes->open[word] = open;
        any |= open;
        planes->cells += (uint64_t)__builtin_popcountll(open);
        if (planes->walls != NULL)
            read_walls(planes, word, cell, n);
        if (planes->costs)
            used = sort_row(planes, match, word, first, cell, n, used);
    }
    if (!planes->costs) {
        uint32_t class = find_class(planes, 1);
        assert(class < DIAL_CLASSES);
        used = (uint16_t)(1u << class);
        memcpy(planes->classes + first, planes->open + first, bytes);
    }
    planes->block_classes[(size_t)strip * DIAL_BLOCKS + block] = used;
    planes->built[strip] |= (uint64_t)1 << block;
    if (any == 0)
        planes->spent[strip] |= (uint64_t)1 << block;
}

#if ISA_HAS_VECTORS

ISA_TARGET_AVX2 ALWAYS_INLINE uint64_t match_avx2(const uint8_t bytes[64], uint8_t value)
{
    __m256i wanted = _mm256_set1_epi8((char)value);
    __m256i low = _mm256_loadu_si256((const void *)bytes);
    __m256i high = _mm256_loadu_si256((const void *)(bytes + 32));
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted)) |
           (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanted)) << 32;
}

ISA_TARGET_AVX2 static void build_avx2(struct dial_planes *planes, uint32_t strip, uint32_t block)
{
    build(planes, strip, block, match_avx2);
}

ISA_TARGET_AVX512 ALWAYS_INLINE uint64_t match_avx512(const uint8_t bytes[64], uint8_t value)
{
    return _mm512_cmpeq_epi8_mask(_mm512_loadu_si512((const void *)bytes),
                                  _mm512_set1_epi8((char)value));
}

ISA_TARGET_AVX512 static void build_avx512(struct dial_planes *planes, uint32_t strip,
                                           uint32_t block)
{
    build(planes, strip, block, match_avx512);
}

#endif

static void build_plain(struct dial_planes *planes, uint32_t strip, uint32_t block)
{
    build(planes, strip, block, match_plain);
}

void dial_build(struct dial_planes *planes, uint32_t strip, uint32_t block)
{
#if ISA_HAS_VECTORS
    if (planes->isa == ISA_AVX512) {
        build_avx512(planes, strip, block);
        return;
    }
    if (planes->isa == ISA_AVX2) {
        build_avx2(planes, strip, block);
        return;
    }
#endif
    build_plain(planes, strip, block);
}
