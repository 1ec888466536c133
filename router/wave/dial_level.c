/* dial_level: see the header. */
#include "router/wave/dial_level.h"

#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { ROWS = 8 }; /* that a loop takes at once: one ZMM register, two of AVX2 */

static void clear_blocks(uint64_t *strip, uint64_t blocks, uint32_t shift)
{
    for (; blocks != 0; blocks &= blocks - 1)
        memset(strip + ((size_t)__builtin_ctzll(blocks) << shift), 0, sizeof *strip << shift);
}

static struct dial_edges *found_at(const struct dial_planes *planes, uint32_t d, uint32_t strip)
{
    return &planes->found_at[(d & (planes->found_slots - 1)) * planes->strips + strip];
}

static uint64_t *arrived_at(const struct dial_planes *planes, uint32_t d, uint32_t strip)
{
    return &planes->arrived_at[(d & (planes->arrived_slots - 1)) * planes->strips + strip];
}

/* Row 0 of a strip in the ring. */
static uint64_t *found_rows(const struct dial_planes *planes, uint32_t d, uint32_t strip)
{
    return planes->found + (d & (planes->found_slots - 1)) * planes->words +
           dial_strip(planes, strip);
}

static uint64_t *arrived_rows(const struct dial_planes *planes, uint32_t d, uint32_t strip)
{
    return planes->arrived + (d & (planes->arrived_slots - 1)) * planes->words +
           dial_strip(planes, strip);
}

/* ---- found ---------------------------------------------------------------------------------- */

/* Notes what a block holds in the strip's masks. */
ALWAYS_INLINE void note(struct dial_edges *edges, uint64_t block, uint64_t any, uint64_t first,
                        uint64_t last)
{
    edges->any |= (any != 0 ? block : 0);
    edges->south |= (first != 0 ? block : 0);
    edges->north |= (last != 0 ? block : 0);
    edges->east |= (any >> 63 != 0 ? block : 0);
    edges->west |= ((any & 1) != 0 ? block : 0);
}

/* Gathers 8 rows of label d; returns all of them in one word. */
ALWAYS_INLINE uint64_t settle_rows(struct dial_planes *planes, uint32_t d, uint32_t code,
                                   size_t word, unsigned classes, uint64_t *restrict found)
{
    uint64_t rows[ROWS] = {0};
    for (; classes != 0; classes &= classes - 1) {
        uint32_t class = (uint32_t)__builtin_ctz(classes);
        const uint64_t *plane = planes->classes + class * planes->words + word;
        uint32_t slot = (d - planes->class_cost[class]) & (planes->arrived_slots - 1);
        const uint64_t *arrived = planes->arrived + slot * planes->words + word;
        for (int i = 0; i < ROWS; i++)
            rows[i] |= arrived[i] & plane[i];
    }
    uint64_t any = 0;
    for (int i = 0; i < ROWS; i++) {
        found[i] = rows[i];
        any |= rows[i];
    }
    for (uint32_t bit = 0; any != 0 && code >> bit != 0; bit++) {
        if ((code >> bit & 1) == 0)
            continue;
        uint64_t *restrict label = planes->label + bit * planes->words + word;
        for (int i = 0; i < ROWS; i++)
            label[i] |= rows[i];
    }
    return any;
}

static inline bool hits(const struct dial_planes *planes, size_t word, const uint64_t *found,
                        uint32_t rows)
{
    uint64_t hit = 0;
    for (uint32_t i = 0; i < rows; i++)
        hit |= planes->aim[word + i] & found[i];
    return hit != 0;
}

ALWAYS_INLINE unsigned settle(struct dial_planes *planes, uint32_t d)
{
    const uint32_t shift = planes->block_shift, rows = 1u << shift;
    const uint32_t code = d % planes->modulus + 1;
    unsigned result = 0;
    for (uint32_t strip = 0; strip < planes->strips; strip++) {
        uint64_t blocks = 0, by_class[DIAL_CLASSES];
        for (uint32_t class = 0; class < planes->class_count; class++) {
            uint32_t cost = planes->class_cost[class];
            by_class[class] = cost <= d ? *arrived_at(planes, d - cost, strip) : 0;
            blocks |= by_class[class];
        }
        struct dial_edges *edges = found_at(planes, d, strip), now = {0};
        uint64_t *found = found_rows(planes, d, strip);
        clear_blocks(found, edges->any & ~blocks, shift);
        for (; blocks != 0; blocks &= blocks - 1) {
            uint32_t block = (uint32_t)__builtin_ctzll(blocks);
            size_t row = (size_t)block << shift, word = dial_strip(planes, strip) + row;
            unsigned classes = 0;
            for (uint32_t class = 0; class < planes->class_count; class++)
                classes |= (unsigned)(by_class[class] >> block & 1) << class;
            classes &= planes->block_classes[(size_t)strip * 64 + block];
            uint64_t any = 0;
            for (uint32_t i = 0; i < rows; i += ROWS)
                any |= settle_rows(planes, d, code, word + i, classes, found + row + i);
            note(&now, (uint64_t)1 << block, any, found[row], found[row + rows - 1]);
            if ((planes->aimed[strip] >> block & 1) != 0 && hits(planes, word, found + row, rows))
                result |= LEVEL_HIT;
        }
        *edges = now;
        result |= now.any != 0 ? LEVEL_ALIVE : 0;
    }
    return result;
}

/* ---- arrived -------------------------------------------------------------------------------- */

/* Where a strip is entered from: rows of the rings that its own rows are compared with. */
struct sources {
    const uint64_t *across, *west, *east; /* the strip itself and those beside it */
    const uint64_t *along;                /* the strip itself, for steps in y */
    const uint64_t *above, *below;        /* the strips of the other layers */
};

/* Arrives at 8 rows; returns all of them in one word, and adds what stays open and what is late. */
ALWAYS_INLINE uint64_t arrive_rows(const struct dial_planes *planes, const struct sources *from,
                                   size_t row, size_t word, bool wide, bool walled,
                                   uint64_t *restrict arrived, uint64_t *left, uint64_t *late)
{
    const uint64_t *across = from->across + row, *west = from->west + row, *east = from->east + row;
    const uint64_t *along = from->along + row, *above = from->above + row;
    const uint64_t *below = from->below + row, *late_cells = planes->late + word;
    uint64_t *restrict open = planes->open + word;
    uint64_t any = 0, rest = 0, lost = 0;
    for (size_t i = 0; i < ROWS; i++) {
        uint64_t eastward = across[i] << 1, westward = across[i] >> 1;
        if (wide) {
            eastward |= west[i] >> 63;
            westward |= east[i] << 63;
        }
        uint64_t northward = along[i - 1], southward = along[i + 1];
        uint64_t upward = below[i], downward = above[i];
        if (walled) {
            const uint64_t *walls = planes->walls + word;
            eastward &= walls[i + EAST * planes->words];
            westward &= walls[i + WEST * planes->words];
            northward &= walls[i + NORTH * planes->words];
            southward &= walls[i + SOUTH * planes->words];
            upward &= walls[i + UP * planes->words];
            downward &= walls[i + DOWN * planes->words];
        }
        uint64_t free = open[i];
        uint64_t now =
            (eastward | westward | northward | southward | upward | downward) & free;
        arrived[i] = now;
        open[i] = free ^ now;
        any |= now;
        rest |= free ^ now;
        lost |= now & late_cells[i];
    }
    *left |= rest;
    *late |= lost;
    return any;
}

/* Finds where a strip can be entered from at d, and in which blocks. */
ALWAYS_INLINE uint64_t find_sources(const struct dial_planes *planes,
                                    const struct dial_steps *steps, uint32_t d, uint32_t strip,
                                    bool wide, struct sources *from)
{
    const uint64_t *zero = planes->zero + DIAL_PAD;
    const uint32_t columns = planes->columns, z = strip / columns, column = strip - z * columns;
    const uint32_t x_cost = steps->x[z], y_cost = steps->y[z];
    uint64_t blocks = 0;
    *from = (struct sources){zero, zero, zero, zero, zero, zero};
    if (x_cost <= d) {
        from->across = found_rows(planes, d - x_cost, strip);
        blocks |= found_at(planes, d - x_cost, strip)->any;
        if (wide && column > 0) {
            from->west = found_rows(planes, d - x_cost, strip - 1);
            blocks |= found_at(planes, d - x_cost, strip - 1)->east;
        }
        if (wide && column + 1 < columns) {
            from->east = found_rows(planes, d - x_cost, strip + 1);
            blocks |= found_at(planes, d - x_cost, strip + 1)->west;
        }
    }
    if (y_cost <= d) {
        const struct dial_edges *edges = found_at(planes, d - y_cost, strip);
        from->along = found_rows(planes, d - y_cost, strip);
        blocks |= edges->any | edges->north << 1 | edges->south >> 1;
    }
    if (steps->via <= d && z + 1 < planes->layers) {
        from->above = found_rows(planes, d - steps->via, strip + columns);
        blocks |= found_at(planes, d - steps->via, strip + columns)->any;
    }
    if (steps->via <= d && z > 0) {
        from->below = found_rows(planes, d - steps->via, strip - columns);
        blocks |= found_at(planes, d - steps->via, strip - columns)->any;
    }
    return blocks;
}

ALWAYS_INLINE unsigned arrive(struct dial_planes *planes, const struct dial_steps *steps,
                              uint32_t d, bool wide, bool walled)
{
    const uint32_t shift = planes->block_shift, rows = 1u << shift;
    const uint64_t all = ~(uint64_t)0 >> (63 - ((planes->rows - 1) >> shift));
    unsigned result = 0;
    for (uint32_t strip = 0; strip < planes->strips; strip++) {
        struct sources from;
        uint64_t blocks = find_sources(planes, steps, d, strip, wide, &from) & all;
        for (uint64_t fresh = blocks & ~planes->built[strip]; fresh != 0; fresh &= fresh - 1)
            dial_build(planes, strip, (uint32_t)__builtin_ctzll(fresh));
        blocks &= ~planes->spent[strip];
        uint64_t *at = arrived_at(planes, d, strip), now = 0, late = 0;
        uint64_t *arrived = arrived_rows(planes, d, strip);
        clear_blocks(arrived, *at & ~blocks, shift);
        for (; blocks != 0; blocks &= blocks - 1) {
            uint32_t block = (uint32_t)__builtin_ctzll(blocks);
            size_t row = (size_t)block << shift, word = dial_strip(planes, strip) + row;
            uint64_t any = 0, left = 0;
            for (uint32_t i = 0; i < rows; i += ROWS)
                any |= arrive_rows(planes, &from, row + i, word + i, wide, walled,
                                   arrived + row + i, &left, &late);
            now |= (any != 0 ? (uint64_t)1 : 0) << block;
            planes->spent[strip] |= (left == 0 ? (uint64_t)1 : 0) << block;
        }
        *at = now;
        result |= now != 0 ? LEVEL_ALIVE : 0;
        result |= late != 0 ? LEVEL_LATE : 0;
    }
    return result;
}

ALWAYS_INLINE unsigned arrive_any(struct dial_planes *planes, const struct dial_steps *steps,
                                  uint32_t d)
{
    if (planes->walls != NULL)
        return arrive(planes, steps, d, true, true);
    if (planes->columns > 1)
        return arrive(planes, steps, d, true, false);
    return arrive(planes, steps, d, false, false);
}

/* ---- versions ------------------------------------------------------------------------------- */

#if ISA_HAS_VECTORS

ISA_TARGET_AVX2 static unsigned settle_avx2(struct dial_planes *planes, uint32_t d)
{
    return settle(planes, d);
}

ISA_TARGET_AVX2 static unsigned arrive_avx2(struct dial_planes *planes,
                                            const struct dial_steps *steps, uint32_t d)
{
    return arrive_any(planes, steps, d);
}

ISA_TARGET_AVX512 static unsigned settle_avx512(struct dial_planes *planes, uint32_t d)
{
    return settle(planes, d);
}

ISA_TARGET_AVX512 static unsigned arrive_avx512(struct dial_planes *planes,
                                                const struct dial_steps *steps, uint32_t d)
{
    return arrive_any(planes, steps, d);
}

#endif

static unsigned settle_plain(struct dial_planes *planes, uint32_t d)
{
    return settle(planes, d);
}

static unsigned arrive_plain(struct dial_planes *planes, const struct dial_steps *steps, uint32_t d)
{
    return arrive_any(planes, steps, d);
}

unsigned dial_settle(struct dial_planes *planes, uint32_t d)
{
#if ISA_HAS_VECTORS
    if (planes->isa == ISA_AVX512)
        return settle_avx512(planes, d);
    if (planes->isa == ISA_AVX2)
        return settle_avx2(planes, d);
#endif
    return settle_plain(planes, d);
}

unsigned dial_arrive(struct dial_planes *planes, const struct dial_steps *steps, uint32_t d)
{
#if ISA_HAS_VECTORS
    if (planes->isa == ISA_AVX512)
        return arrive_avx512(planes, steps, d);
    if (planes->isa == ISA_AVX2)
        return arrive_avx2(planes, steps, d);
#endif
    return arrive_plain(planes, steps, d);
}
