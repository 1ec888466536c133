/* dial_body: the inner loops of dial_level, once for every instruction set. No include guard.
 *
 * Before including it define
 *     VERSION(name)  the function's name in this version
 *     TARGET         its target attribute, or nothing
 *     VECTOR_BYTES   16, 32 or 64: of the registers to use
 *
 * A `rows` is 8 words: one row of 64 cells each, in 1, 2 or 4 registers.
 */

#define INLINE TARGET static inline __attribute__((always_inline))
#define LANES  (VECTOR_BYTES / 8)
#define PARTS  (ROWS / LANES)
#define vector VERSION(vector)
#define rows   VERSION(rows)

typedef uint64_t vector __attribute__((vector_size(VECTOR_BYTES), aligned(8), may_alias));

struct rows {
    vector part[PARTS];
};

#define EACH(part) for (int part = 0; part < PARTS; part++)

INLINE struct rows VERSION(load)(const uint64_t *words)
{
    struct rows r;
    EACH(i)
    r.part[i] = *(const vector *)(words + i * LANES);
    return r;
}

INLINE void VERSION(store)(uint64_t *words, struct rows r)
{
    EACH(i)
    *(vector *)(words + i * LANES) = r.part[i];
}

INLINE struct rows VERSION(or)(struct rows a, struct rows b)
{
    EACH(i)
    a.part[i] |= b.part[i];
    return a;
}

INLINE struct rows VERSION (and)(struct rows a, struct rows b)
{
    EACH(i)
    a.part[i] &= b.part[i];
    return a;
}

INLINE struct rows VERSION(and_not)(struct rows a, struct rows b)
{
    EACH(i)
    a.part[i] &= ~b.part[i];
    return a;
}

INLINE struct rows VERSION(up)(struct rows a, int bits)
{
    EACH(i)
    a.part[i] <<= bits;
    return a;
}

INLINE struct rows VERSION(down)(struct rows a, int bits)
{
    EACH(i)
    a.part[i] >>= bits;
    return a;
}

/* Bit i set where row i has any of these bits. */
INLINE unsigned VERSION(test)(struct rows a, uint64_t bits)
{
    unsigned mask = 0;
#if VECTOR_BYTES == 64
    mask = _mm512_test_epi64_mask((__m512i)a.part[0], _mm512_set1_epi64((long long)bits));
#elif VECTOR_BYTES == 32
    __m256i wanted = _mm256_set1_epi64x((long long)bits), zero = _mm256_setzero_si256();
    EACH(i)
    {
        __m256i none = _mm256_cmpeq_epi64(_mm256_and_si256((__m256i)a.part[i], wanted), zero);
        mask |= (~(unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(none)) & 15) << 4 * i;
    }
#else
    EACH(i)
    for (int lane = 0; lane < LANES; lane++)
        mask |= (unsigned)((a.part[i][lane] & bits) != 0) << (i * LANES + lane);
#endif
    return mask;
}

/* ---- found ---------------------------------------------------------------------------------- */

/* Gathers 8 rows of label d, writes and labels them. Where a class has nothing the ring is 0, so
 * no bit of a mask is asked. */
INLINE struct rows VERSION(settle_rows)(const struct settling *from, unsigned classes, size_t word,
                                        uint64_t *found)
{
    struct rows now = {0};
    for (; classes != 0; classes &= classes - 1) {
        const struct class_at *class = &from->classes[__builtin_ctz(classes)];
        now = VERSION(or)(now, VERSION(and)(VERSION(load)(class->arrived + word),
                                            VERSION(load)(class->cells + word)));
    }
    VERSION(store)(found, now);
    for (uint32_t i = 0; i < from->label_count; i++) {
        uint64_t *label = from->labels[i] + word;
        VERSION(store)(label, VERSION(or)(VERSION(load)(label), now));
    }
    return now;
}

/* Settles a block and notes what it holds. */
INLINE void VERSION(settle_block)(const struct settling *from, unsigned classes, size_t word,
                                  uint64_t *found, uint32_t height, uint32_t block,
                                  struct dial_edges *edges)
{
    unsigned any = 0, first = 0, last = 0, east = 0, west = 0;
    for (uint32_t row = 0; row < height; row += ROWS) {
        struct rows now = VERSION(settle_rows)(from, classes, word + row, found + row);
        last = VERSION(test)(now, ~(uint64_t)0);
        first = row == 0 ? last : first;
        any |= last;
        east |= VERSION(test)(now, (uint64_t)1 << 63);
        west |= VERSION(test)(now, 1);
    }
    edges->any |= (uint64_t)(any != 0) << block;
    edges->south |= (uint64_t)(first & 1) << block;
    edges->north |= (uint64_t)(last >> (ROWS - 1)) << block;
    edges->east |= (uint64_t)(east != 0) << block;
    edges->west |= (uint64_t)(west != 0) << block;
}

INLINE unsigned VERSION(settle_as)(struct dial_planes *planes, uint32_t d, bool tall)
{
    const uint32_t shift = tall ? planes->block_shift : DIAL_BLOCK_SHIFT;
    struct settling from;
    find_settling(planes, d, &from);
    unsigned result = 0;
    for (uint32_t strip = 0; strip < planes->strips; strip++) {
        uint64_t blocks = 0;
        for (uint32_t class = 0; class < planes->class_count; class ++)
            blocks |= from.classes[class].at[strip];
        struct dial_edges *edges = found_at(planes, d, strip), now = {0};
        uint64_t *found = found_rows(planes, d, strip);
        const uint16_t *classes = planes->block_classes + (size_t)strip * DIAL_BLOCKS;
        clear_blocks(found, edges->any & ~blocks, shift);
        for (; blocks != 0; blocks &= blocks - 1) {
            uint32_t block = (uint32_t)__builtin_ctzll(blocks);
            size_t row = (size_t)block << shift, word = dial_strip(planes, strip) + row;
            VERSION(settle_block)
            (&from, classes[block], word, found + row, 1u << shift, block, &now);
        }
        *edges = now;
        result |= now.any != 0 ? LEVEL_ALIVE : 0;
        if ((now.any & planes->aimed[strip]) != 0 && hits(planes, d, strip))
            result |= LEVEL_HIT;
    }
    return result;
}

/* ---- arrived -------------------------------------------------------------------------------- */

INLINE struct rows VERSION(behind_wall)(const struct dial_planes *planes, struct rows r,
                                        size_t word, int direction)
{
    const uint64_t *open = planes->walls + (size_t)direction * planes->words + word;
    return VERSION(and)(r, VERSION(load)(open));
}

/* The cells that 8 rows can be entered at. */
INLINE struct rows VERSION(enter_rows)(const struct dial_planes *planes, const struct sources *from,
                                       size_t row, size_t word, bool wide, bool walled)
{
    struct rows across = VERSION(load)(from->across + row);
    struct rows moves[DIRECTIONS] = {
        [EAST] = VERSION(up)(across, 1),
        [WEST] = VERSION(down)(across, 1),
        [NORTH] = VERSION(load)(from->along + row - 1),
        [SOUTH] = VERSION(load)(from->along + row + 1),
        [UP] = VERSION(load)(from->below + row),
        [DOWN] = VERSION(load)(from->above + row),
    };
    if (wide) {
        struct rows west = VERSION(load)(from->west + row), east = VERSION(load)(from->east + row);
        moves[EAST] = VERSION(or)(moves[EAST], VERSION(down)(west, 63));
        moves[WEST] = VERSION(or)(moves[WEST], VERSION(up)(east, 63));
    }
    for (int direction = 0; walled && direction < DIRECTIONS; direction++)
        moves[direction] = VERSION(behind_wall)(planes, moves[direction], word, direction);
    struct rows x = VERSION(or)(moves[EAST], moves[WEST]);
    struct rows y = VERSION(or)(moves[NORTH], moves[SOUTH]);
    struct rows z = VERSION(or)(moves[UP], moves[DOWN]);
    return VERSION(or)(VERSION(or)(x, y), z);
}

INLINE unsigned VERSION(arrive_block)(const struct dial_planes *planes, const struct sources *from,
                                      size_t row, size_t word, uint32_t height, bool walled,
                                      uint64_t *arrived)
{
    struct rows any = {0}, rest = {0}, late = {0};
    for (uint32_t i = 0; i < height; i += ROWS) {
        struct rows open = VERSION(load)(planes->open + word + i);
        struct rows now = VERSION(enter_rows)(planes, from, row + i, word + i, true, walled);
        now = VERSION(and)(now, open);
        open = VERSION(and_not)(open, now);
        VERSION(store)(arrived + i, now);
        VERSION(store)(planes->open + word + i, open);
        any = VERSION(or)(any, now);
        rest = VERSION(or)(rest, open);
        if (planes->late_cost != UINT32_MAX)
            late = VERSION(or)(late, VERSION(and)(now, VERSION(load)(planes->late + word + i)));
    }
    return (VERSION(test)(any, ~(uint64_t)0) != 0 ? BLOCK_ANY : 0) |
           (VERSION(test)(rest, ~(uint64_t)0) != 0 ? BLOCK_OPEN : 0) |
           (VERSION(test)(late, ~(uint64_t)0) != 0 ? BLOCK_LATE : 0);
}

INLINE unsigned VERSION(arrive_as)(struct dial_planes *planes, const struct dial_steps *steps,
                                   uint32_t d, bool walled, bool tall)
{
    const uint32_t shift = tall ? planes->block_shift : DIAL_BLOCK_SHIFT;
    unsigned result = 0, came = 0;
    for (uint32_t strip = 0; strip < planes->strips; strip++) {
        struct sources from;
        uint64_t blocks = find_sources(planes, steps, d, strip, &from);
        blocks &= blocks_in_focus(planes, steps, d, strip);
        for (uint64_t fresh = blocks & ~planes->built[strip]; fresh != 0; fresh &= fresh - 1)
            dial_build(planes, strip, (uint32_t)__builtin_ctzll(fresh));
        blocks &= ~planes->spent[strip];
        planes->work +=
            STRIP_WORK + 2 * (uint64_t)__builtin_popcountll(blocks) * (1u << shift) / ROWS;
        uint64_t *at = arrived_at(planes, d, strip), now = 0, spent = 0;
        uint64_t *arrived = arrived_rows(planes, d, strip);
        clear_blocks(arrived, *at & ~blocks, shift);
        for (; blocks != 0; blocks &= blocks - 1) {
            uint32_t block = (uint32_t)__builtin_ctzll(blocks);
            size_t row = (size_t)block << shift, word = dial_strip(planes, strip) + row;
            unsigned here =
                VERSION(arrive_block)(planes, &from, row, word, 1u << shift, walled, arrived + row);
            now |= (uint64_t)(here & BLOCK_ANY) << block;
            spent |= (uint64_t)(~here >> 1 & 1) << block;
            came |= here;
        }
        *at = now;
        planes->spent[strip] |= spent;
        result |= now != 0 ? LEVEL_ALIVE : 0;
    }
    return result | ((came & BLOCK_LATE) != 0 ? LEVEL_LATE : 0);
}

/* ---- narrow windows ------------------------------------------------------------------------- */

/* One strip a layer: all blocks that the wave may have come to, without asking which hold cells. */

INLINE unsigned VERSION(settle_narrow)(struct dial_planes *planes, uint32_t d)
{
    const struct block_range range = narrow_range(planes, d);
    const unsigned classes = (1u << planes->class_count) - 1;
    struct settling from;
    struct rows any = {0};
    unsigned result = 0;
    if (range.first > range.last)
        return 0;
    find_settling(planes, d, &from);
    for (uint32_t strip = 0; strip < planes->strips; strip++) {
        uint64_t *found = found_rows(planes, d, strip);
        size_t word = dial_strip(planes, strip);
        for (size_t row = range.first * ROWS; row <= range.last * ROWS; row += ROWS)
            any = VERSION(or)(any, VERSION(settle_rows)(&from, classes, word + row, found + row));
        if (planes->aimed[strip] != 0 && hits(planes, d, strip))
            result = LEVEL_HIT;
    }
    return result | (VERSION(test)(any, ~(uint64_t)0) != 0 ? LEVEL_ALIVE : 0);
}

INLINE unsigned VERSION(arrive_narrow)(struct dial_planes *planes, const struct dial_steps *steps,
                                       uint32_t d, bool walled)
{
    const struct block_range range = narrow_range(planes, d);
    struct rows any = {0}, late = {0};
    if (range.first > range.last)
        return 0;
    build_range(planes, range);
    planes->work += 2 * (uint64_t)(range.last - range.first + 1) * planes->strips;
    for (uint32_t strip = 0; strip < planes->strips; strip++) {
        struct sources from;
        find_rows(planes, steps, d, strip, &from);
        uint64_t *arrived = arrived_rows(planes, d, strip);
        size_t word = dial_strip(planes, strip);
        for (size_t row = range.first * ROWS; row <= range.last * ROWS; row += ROWS) {
            struct rows open = VERSION(load)(planes->open + word + row);
            struct rows now = VERSION(enter_rows)(planes, &from, row, word + row, false, walled);
            now = VERSION(and)(now, open);
            VERSION(store)(arrived + row, now);
            VERSION(store)(planes->open + word + row, VERSION(and_not)(open, now));
            any = VERSION(or)(any, now);
            if (planes->late_cost != UINT32_MAX)
                late =
                    VERSION(or)(late, VERSION(and)(now, VERSION(load)(planes->late + word + row)));
        }
    }
    return (VERSION(test)(any, ~(uint64_t)0) != 0 ? LEVEL_ALIVE : 0) |
           (VERSION(test)(late, ~(uint64_t)0) != 0 ? LEVEL_LATE : 0);
}

/* ---- entries -------------------------------------------------------------------------------- */

TARGET static unsigned VERSION(settle)(struct dial_planes *planes, uint32_t d)
{
    if (planes->narrow)
        return VERSION(settle_narrow)(planes, d);
    return VERSION(settle_as)(planes, d, planes->block_shift > DIAL_BLOCK_SHIFT);
}

TARGET static unsigned VERSION(arrive)(struct dial_planes *planes, const struct dial_steps *steps,
                                       uint32_t d)
{
    const bool walled = planes->walls != NULL, tall = planes->block_shift > DIAL_BLOCK_SHIFT;
    if (planes->narrow && walled)
        return VERSION(arrive_narrow)(planes, steps, d, true);
    if (planes->narrow)
        return VERSION(arrive_narrow)(planes, steps, d, false);
    if (walled || tall)
        return VERSION(arrive_as)(planes, steps, d, walled, tall);
    return VERSION(arrive_as)(planes, steps, d, false, false);
}

#undef INLINE
#undef LANES
#undef PARTS
#undef EACH
#undef vector
#undef rows
#undef VERSION
#undef TARGET
#undef VECTOR_BYTES
