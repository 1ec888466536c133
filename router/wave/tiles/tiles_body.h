/* tiles_body: the inner loops of tiles_run.c, included once per instruction set by isa_each.h. The
 * functions of struct tiles_version are specified in tiles_run.h. */

#define INLINE TARGET static inline __attribute__((always_inline))
#define LANES  (VECTOR_BYTES / 8)
#define vector VERSION(vector)

typedef uint64_t vector __attribute__((vector_size(VECTOR_BYTES), aligned(8), may_alias));

INLINE vector VERSION(get)(const uint64_t *words)
{
    return *(const vector *)words;
}

INLINE void VERSION(put)(uint64_t *words, vector v)
{
    *(vector *)words = v;
}

/* LANES rows of a region, each put together from the words of two columns. */
INLINE vector VERSION(across)(const uint64_t *words, struct tiles_place at)
{
    return VERSION(get)(words) >> at.shift | VERSION(get)(words + at.stride)
                                                 << 1 << (63 - at.shift);
}

TARGET static void VERSION(load)(uint64_t *restrict rows, const uint64_t *restrict plane,
                                 struct tiles_place at)
{
    for (int r = 0; r < TILES_SIDE; r += LANES)
        VERSION(put)(rows + r, VERSION(across)(plane + at.word + r, at));
}

TARGET static void VERSION(load_reached)(uint64_t *restrict rows, uint64_t *restrict open,
                                         const uint64_t *restrict plane0,
                                         const uint64_t *restrict plane1, struct tiles_place at)
{
    for (int r = 0; r < TILES_SIDE; r += LANES) {
        vector reached =
            VERSION(across)(plane0 + at.word + r, at) | VERSION(across)(plane1 + at.word + r, at);
        VERSION(put)(rows + r, reached);
        VERSION(put)(open + r, VERSION(get)(open + r) & ~reached);
    }
}

/* The rows of level k on layer z, from the first row of the core on. */
INLINE const uint64_t *VERSION(core)(const struct tiles_region *region, int k, uint32_t z)
{
    return region->front[k] + (size_t)z * TILES_STRIDE + TILES_PAD + TILES_HALO_Y;
}

/* The lanes combined by OR. */
INLINE uint64_t VERSION(fold)(vector v)
{
    uint64_t all = 0;
    for (int lane = 0; lane < LANES; lane++)
        all |= v[lane];
    return all;
}

/* Writes the codes (tiles_planes.h) of the new cells: 2, 3, 1, 2, 3, 1 for the levels 1 to 6. */
INLINE void VERSION(find)(const struct tiles_region *region, uint32_t z,
                          struct tiles_found *restrict found)
{
    for (int r = 0; r < TILES_CORE_Y; r += LANES) {
        vector code2 = VERSION(get)(VERSION(core)(region, 1, z) + r) |
                       VERSION(get)(VERSION(core)(region, 4, z) + r);
        vector code3 = VERSION(get)(VERSION(core)(region, 2, z) + r) |
                       VERSION(get)(VERSION(core)(region, 5, z) + r);
        vector code1 = VERSION(get)(VERSION(core)(region, 3, z) + r) |
                       VERSION(get)(VERSION(core)(region, 6, z) + r);
        VERSION(put)(found->label[0] + r, (code1 | code3) & TILES_CORE_BITS);
        VERSION(put)(found->label[1] + r, (code2 | code3) & TILES_CORE_BITS);
    }
}

TARGET static void VERSION(sum_up)(const struct tiles_region *region, uint32_t z,
                                   struct tiles_found *restrict found, struct tiles_edge *edge)
{
    const uint64_t *last = VERSION(core)(region, TILES_LEVELS, z);
    const uint64_t *left = region->open + (last - region->front[TILES_LEVELS]);
    vector front = {0}, open = {0};
    VERSION(find)(region, z, found);
    for (int r = 0; r < TILES_CORE_Y; r += LANES) {
        front |= VERSION(get)(last + r);
        open |= VERSION(get)(left + r);
    }
    edge->front |= VERSION(fold)(front) & TILES_CORE_BITS;
    edge->open |= VERSION(fold)(open);
    for (int r = 0; r < TILES_LEVELS; r++) {
        edge->front_south |= last[r] & TILES_CORE_BITS;
        edge->front_north |= last[TILES_CORE_Y - 1 - r] & TILES_CORE_BITS;
        edge->open_south |= left[-1 - r];
        edge->open_north |= left[TILES_CORE_Y + r];
    }
}

TARGET static void VERSION(add)(uint64_t *restrict plane, const uint64_t *restrict rows,
                                struct tiles_place at)
{
    uint64_t *low = plane + at.word + TILES_HALO_Y, *high = low + at.stride;
    for (int r = 0; r < TILES_CORE_Y; r += LANES) {
        vector bits = VERSION(get)(rows + r);
        VERSION(put)(low + r, VERSION(get)(low + r) | bits << at.shift);
        VERSION(put)(high + r, VERSION(get)(high + r) | bits >> 1 >> (63 - at.shift));
    }
}

/* The arrays that a level of one layer reads and writes, from their first rows on. below, above: of
 * the neighbouring layers, or zeros. */
struct VERSION(layer) {
    const uint64_t *front, *below, *above;
    uint64_t *open, *next;
    const uint64_t *exits[DIRECTIONS]; /* if masked; UP: of the layer below, DOWN: above */
};

/* The cells of `front` from which a step in one direction is possible. */
INLINE vector VERSION(leave)(const uint64_t *front, const uint64_t *exits, int masked)
{
    vector f = VERSION(get)(front);
    if (masked)
        f &= VERSION(get)(exits);
    return f;
}

INLINE void VERSION(level)(struct VERSION(layer) at, int masked, int flat)
{
    for (int r = 0; r < TILES_SIDE; r += LANES) {
        vector v = VERSION(leave)(at.front + r, at.exits[EAST] + r, masked) << 1 |
                   VERSION(leave)(at.front + r, at.exits[WEST] + r, masked) >> 1 |
                   VERSION(leave)(at.front + r - 1, at.exits[NORTH] + r - 1, masked) |
                   VERSION(leave)(at.front + r + 1, at.exits[SOUTH] + r + 1, masked);
        if (!flat)
            v |= VERSION(leave)(at.below + r, at.exits[UP] + r, masked) |
                 VERSION(leave)(at.above + r, at.exits[DOWN] + r, masked);
        vector open = VERSION(get)(at.open + r);
        VERSION(put)(at.next + r, v & open);
        VERSION(put)(at.open + r, open & ~v);
    }
}

/* The arrays of level k on layer z. */
INLINE struct VERSION(layer) VERSION(layer_of)(const struct tiles_region *region, int k, uint32_t z)
{
    static const uint64_t zero[TILES_SIDE];
    const size_t first = (size_t)z * TILES_STRIDE + TILES_PAD;
    struct VERSION(layer) at = {.front = region->front[k - 1] + first,
                                .below = zero,
                                .above = zero,
                                .open = region->open + first,
                                .next = region->front[k] + first};
    for (int d = 0; d < DIRECTIONS; d++)
        at.exits[d] = region->exits[d] != NULL ? region->exits[d] + first : at.front;
    if (z > 0) {
        at.below = at.front - TILES_STRIDE;
        at.exits[UP] -= TILES_STRIDE;
    }
    if (z + 1 < region->layers) {
        at.above = at.front + TILES_STRIDE;
        at.exits[DOWN] += TILES_STRIDE;
    }
    return at;
}

TARGET static void VERSION(run)(const struct tiles_region *region)
{
    const int masked = region->exits[0] != NULL, flat = region->layers == 1;
    for (int k = 1; k <= TILES_LEVELS; k++)
        for (uint32_t z = 0; z < region->layers; z++) {
            struct VERSION(layer) at = VERSION(layer_of)(region, k, z);
            if (masked)
                VERSION(level)(at, 1, 0);
            else if (flat)
                VERSION(level)(at, 0, 1);
            else
                VERSION(level)(at, 0, 0);
        }
}

#undef INLINE
#undef LANES
#undef vector
