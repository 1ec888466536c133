/* dial_level: see the header. */
#include "router/wave/dial/dial_level.h"

#include <string.h>

#include "router/wave/dial/dial_build.h"

#if ISA_HAS_VECTORS
#include <immintrin.h>
#endif

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum {
    ROWS = 8,       /* that the inner loops take at once */
    STRIP_WORK = 6, /* what looking at an idle strip counts */
};

/* What a block came to. */
enum { BLOCK_ANY = 1, BLOCK_OPEN = 2, BLOCK_LATE = 4 };

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

/* Where a class's cells of label d come from. */
struct class_at {
    const uint64_t *arrived, *cells; /* [word] arrived at then; of this class */
    const uint64_t *at;              /* [strip] blocks of arrived */
};

/* What all blocks of a level share. */
struct settling {
    struct class_at classes[DIAL_CLASSES];
    uint64_t *labels[DIAL_BITS]; /* planes of the bits that are 1 in the level's code */
    uint32_t label_count;
};

static void find_settling(const struct dial_planes *planes, uint32_t d, struct settling *from)
{
    for (uint32_t class = 0; class < planes->class_count; class ++) {
        uint32_t slot = (d - planes->class_cost[class]) & (planes->arrived_slots - 1);
        from->classes[class].arrived = planes->arrived + slot * planes->words;
        from->classes[class].cells = planes->classes + class * planes->words;
        from->classes[class].at = planes->arrived_at + (size_t)slot * planes->strips;
    }
    from->label_count = 0;
    for (uint32_t code = d % planes->modulus + 1, bit = 0; code >> bit != 0; bit++)
        if ((code >> bit & 1) != 0)
            from->labels[from->label_count++] = planes->label + bit * planes->words;
}

/* True where a target in this strip has label d. */
static bool hits(const struct dial_planes *planes, uint32_t d, uint32_t strip)
{
    const uint64_t *found = found_rows(planes, d, strip);
    const uint64_t *aim = planes->aim + dial_strip(planes, strip);
    for (uint64_t blocks = planes->aimed[strip]; blocks != 0; blocks &= blocks - 1) {
        size_t row = (size_t)__builtin_ctzll(blocks) << planes->block_shift;
        for (size_t end = row + ((size_t)1 << planes->block_shift); row < end; row++)
            if ((found[row] & aim[row]) != 0)
                return true;
    }
    return false;
}

/* Where a strip is entered from: rows of the rings that its own rows are compared with. */
struct sources {
    const uint64_t *across, *west, *east; /* the strip itself and those beside it */
    const uint64_t *along;                /* the strip itself, for steps in y */
    const uint64_t *above, *below;        /* the strips of the other layers */
};

/* Finds the rows of the rings that a strip is entered from at d, but for those beside it. */
ALWAYS_INLINE void find_rows(const struct dial_planes *planes, const struct dial_steps *steps,
                             uint32_t d, uint32_t strip, struct sources *from)
{
    const uint64_t *zero = planes->zero + DIAL_PAD;
    const uint32_t columns = planes->columns, z = strip / columns;
    *from = (struct sources){zero, zero, zero, zero, zero, zero};
    if (steps->x[z] <= d)
        from->across = found_rows(planes, d - steps->x[z], strip);
    if (steps->y[z] <= d)
        from->along = found_rows(planes, d - steps->y[z], strip);
    if (steps->via <= d && z + 1 < planes->layers)
        from->above = found_rows(planes, d - steps->via, strip + columns);
    if (steps->via <= d && z > 0)
        from->below = found_rows(planes, d - steps->via, strip - columns);
}

/* Finds all that a strip is entered from at d; returns the blocks. */
ALWAYS_INLINE uint64_t find_sources(const struct dial_planes *planes,
                                    const struct dial_steps *steps, uint32_t d, uint32_t strip,
                                    struct sources *from)
{
    const uint32_t columns = planes->columns, z = strip / columns, column = strip - z * columns;
    const uint32_t x_cost = steps->x[z], y_cost = steps->y[z];
    uint64_t blocks = 0;
    find_rows(planes, steps, d, strip, from);
    if (x_cost <= d) {
        blocks |= found_at(planes, d - x_cost, strip)->any;
        if (column > 0) {
            from->west = found_rows(planes, d - x_cost, strip - 1);
            blocks |= found_at(planes, d - x_cost, strip - 1)->east;
        }
        if (column + 1 < columns) {
            from->east = found_rows(planes, d - x_cost, strip + 1);
            blocks |= found_at(planes, d - x_cost, strip + 1)->west;
        }
    }
    if (y_cost <= d) {
        const struct dial_edges *edges = found_at(planes, d - y_cost, strip);
        blocks |= edges->any | edges->north << 1 | edges->south >> 1;
    }
    if (steps->via <= d && z + 1 < planes->layers)
        blocks |= found_at(planes, d - steps->via, strip + columns)->any;
    if (steps->via <= d && z > 0)
        blocks |= found_at(planes, d - steps->via, strip - columns)->any;
    return blocks;
}

/* Blocks of a strip from which a target may still be reached within the budget, having spent d. */
ALWAYS_INLINE uint64_t blocks_in_focus(const struct dial_planes *planes,
                                       const struct dial_steps *steps, uint32_t d, uint32_t strip)
{
    const struct focus *focus = &planes->focus;
    const uint64_t all = ~(uint64_t)0 >> (63 - ((planes->height - 1) >> planes->block_shift));
    if (focus->budget == FOCUS_EVERYWHERE)
        return all;
    uint32_t z = strip / planes->columns;
    uint32_t x = planes->window.x0 + (strip - z * planes->columns) * 64;
    int64_t rest = (int64_t)focus->budget - d - focus_gap(x, x + 63, focus->to.x0, focus->to.x1);
    rest -= (int64_t)focus_gap(z, z, focus->low_layer, focus->high_layer) * (steps->via + 1);
    int64_t low = (int64_t)focus->to.y0 - rest - planes->window.y0;
    int64_t high = (int64_t)focus->to.y1 + rest - planes->window.y0;
    if (rest < 0 || high < 0 || low >= planes->height)
        return 0;
    low = low > 0 ? low >> planes->block_shift : 0;
    high = high < planes->height ? high >> planes->block_shift : 63;
    return all & ~(uint64_t)0 << low & ~(uint64_t)0 >> (63 - high);
}

/* ---- narrow windows ------------------------------------------------------------------------- */

/* Blocks first .. last; none where first is above last. */
struct block_range {
    uint32_t first, last;
};

/* The blocks of any layer that the wave finds or arrives at in level d, at most: every step costs 1
 * or more, so it spreads by a row a level, and what is left of the budget must still do for the
 * rest. Each end moves out first and then in, so what a ring holds beyond it is 0 or cannot matter
 * any more: all next to cells found earlier was arrived at then. */
static struct block_range narrow_range(const struct dial_planes *planes, uint32_t d)
{
    const struct focus *focus = &planes->focus;
    const int64_t y0 = planes->window.y0, top = planes->window.y1;
    int64_t low = (int64_t)focus->from.y0 - d - 1, high = (int64_t)focus->from.y1 + d + 1;
    if (focus->budget != FOCUS_EVERYWHERE) {
        int64_t rest = (int64_t)focus->budget - d;
        if (rest < 0)
            return (struct block_range){1, 0};
        low = low > focus->to.y0 - rest ? low : focus->to.y0 - rest;
        high = high < focus->to.y1 + rest ? high : focus->to.y1 + rest;
    }
    low = low > y0 ? low : y0;
    high = high < top ? high : top;
    if (low > high)
        return (struct block_range){1, 0};
    return (struct block_range){(uint32_t)(low - y0) >> DIAL_BLOCK_SHIFT,
                                (uint32_t)(high - y0) >> DIAL_BLOCK_SHIFT};
}

/* Fills what is not yet filled of these blocks, on all layers. */
static void build_range(struct dial_planes *planes, struct block_range range)
{
    uint64_t blocks = ~(uint64_t)0 << range.first & ~(uint64_t)0 >> (63 - range.last);
    for (uint32_t strip = 0; strip < planes->strips; strip++)
        for (uint64_t fresh = blocks & ~planes->built[strip]; fresh != 0; fresh &= fresh - 1)
            dial_build(planes, strip, (uint32_t)__builtin_ctzll(fresh));
}

/* ---- versions ------------------------------------------------------------------------------- */

#define VERSION(name) name##_plain
#define TARGET
#define VECTOR_BYTES 16
#include "router/wave/dial/dial_body.h"

#if ISA_HAS_VECTORS

#define VERSION(name) name##_avx2
#define TARGET        ISA_TARGET_AVX2
#define VECTOR_BYTES  32
#include "router/wave/dial/dial_body.h"

#define VERSION(name) name##_avx512
#define TARGET        ISA_TARGET_AVX512
#define VECTOR_BYTES  64
#include "router/wave/dial/dial_body.h"

#endif

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
