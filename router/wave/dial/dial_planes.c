/* dial_planes: see the header. */
#include "router/wave/dial/dial_planes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_WORDS = 8 };

/* Hands out consecutive pieces of an arena, each on a cache line of its own; with a NULL base it
 * only counts. */
struct arena {
    uint64_t *base;
    size_t used;
};

static void *take(struct arena *arena, size_t words)
{
    uint64_t *piece = arena->base != NULL ? arena->base + arena->used : NULL;
    arena->used += (words + LINE_WORDS - 1) / LINE_WORDS * LINE_WORDS;
    return piece;
}

static uint64_t *on_a_line(uint64_t *words)
{
    uintptr_t skew = (uintptr_t)words / sizeof *words % LINE_WORDS;
    return words != NULL && skew > 0 ? words + (LINE_WORDS - skew) : words;
}

/* Lays out all that is 0 between searches. Returns the words it takes. */
static size_t place_clean(struct dial_planes *planes, uint64_t *base)
{
    struct arena arena = {base, 0};
    size_t edges = planes->strips * (sizeof(struct dial_edges) / sizeof(uint64_t));
    planes->zero = take(&arena, planes->stride);
    planes->own = take(&arena, planes->words);
    planes->aim = take(&arena, planes->words);
    planes->aimed = take(&arena, planes->strips);
    planes->found_at = take(&arena, planes->found_slots * edges);
    planes->arrived_at = take(&arena, planes->arrived_slots * (size_t)planes->strips);
    planes->found = take(&arena, planes->found_slots * planes->words);
    planes->arrived = take(&arena, planes->arrived_slots * planes->words);
    return arena.used;
}

static size_t place_dirty(struct dial_planes *planes, uint64_t *base)
{
    struct arena arena = {base, 0};
    planes->built = take(&arena, planes->strips);
    planes->spent = take(&arena, planes->strips);
    planes->block_classes =
        take(&arena, planes->strips * (size_t)DIAL_BLOCKS * sizeof(uint16_t) / sizeof(uint64_t));
    planes->open = take(&arena, planes->words);
    planes->late = take(&arena, planes->words);
    planes->label = take(&arena, planes->bits * planes->words);
    planes->walls =
        take(&arena, planes->field->grid->walls != NULL ? DIRECTIONS * planes->words : 0);
    planes->walls = planes->field->grid->walls != NULL ? planes->walls : NULL;
    planes->classes = take(&arena, (planes->costs ? DIAL_CLASSES : 1) * planes->words);
    return arena.used;
}

/* Makes an arena of at least this many words, all 0 where it is new. */
static enum status make_room(uint64_t **arena, size_t *capacity, size_t words, struct error *error)
{
    if (words <= *capacity)
        return STATUS_OK;
    free(*arena);
    *capacity = 0;
    *arena = mem_alloc(words + words / 2 + LINE_WORDS, sizeof **arena, "bit planes", error);
    if (*arena == NULL)
        return STATUS_FAILED;
    *capacity = words + words / 2;
    return STATUS_OK;
}

static uint32_t slots_for(uint32_t delay)
{
    uint32_t slots = 2;
    while (slots <= delay)
        slots *= 2;
    return slots;
}

enum status dial_lay_out(struct dial_planes *planes, const struct box *window, uint32_t reach,
                         uint32_t extra, struct error *error)
{
    const struct field *field = planes->field;
    planes->costs = field->grid->weight != NULL || field->toll != NULL;
    planes->window = *window;
    planes->layers = field->grid->layers;
    planes->height = window->y1 - window->y0 + 1;
    planes->columns = (window->x1 - window->x0) / 64 + 1;
    planes->strips = planes->layers * planes->columns;
    for (planes->block_shift = DIAL_BLOCK_SHIFT;
         (planes->height - 1) >> planes->block_shift >= DIAL_BLOCKS;)
        planes->block_shift++;
    planes->narrow = planes->columns == 1 && planes->block_shift == DIAL_BLOCK_SHIFT;
    size_t blocks = ((planes->height - 1) >> planes->block_shift) + 1;
    planes->stride = (blocks << planes->block_shift) + (size_t)2 * DIAL_PAD;
    planes->words = planes->strips * planes->stride;
    planes->reach = planes->costs ? reach : 1;
    planes->arrived_slots = slots_for(planes->reach);
    planes->found_slots = slots_for(extra);
    for (planes->bits = 2; (1u << planes->bits) - 1 < 2 * (planes->reach + extra) + 1;)
        planes->bits++;
    assert(planes->bits <= DIAL_BITS);
    planes->modulus = (1u << planes->bits) - 1;
    if (make_room(&planes->clean, &planes->clean_capacity, place_clean(planes, NULL), error) !=
            STATUS_OK ||
        make_room(&planes->dirty, &planes->dirty_capacity, place_dirty(planes, NULL), error) !=
            STATUS_OK)
        return STATUS_FAILED;
    place_clean(planes, on_a_line(planes->clean));
    place_dirty(planes, on_a_line(planes->dirty));
    memset(planes->built, 0, planes->strips * sizeof *planes->built);
    memset(planes->spent, 0, planes->strips * sizeof *planes->spent);
    memset(planes->class_of, DIAL_NO_CLASS, sizeof planes->class_of);
    planes->class_count = 0;
    planes->work = planes->cells = 0;
    planes->late_cost = UINT32_MAX;
    return STATUS_OK;
}

static void clear_blocks(const struct dial_planes *planes, uint64_t *words, uint64_t blocks)
{
    for (; blocks != 0; blocks &= blocks - 1)
        memset(words + ((size_t)__builtin_ctzll(blocks) << planes->block_shift), 0,
               sizeof *words << planes->block_shift);
}

void dial_clear(struct dial_planes *planes)
{
    if (planes->narrow) { /* the rings are neighbours in memory */
        size_t words = (planes->found_slots + (size_t)planes->arrived_slots) * planes->words;
        memset(planes->found, 0, words * sizeof *planes->found);
        memset(planes->found_at, 0, planes->strips * sizeof *planes->found_at); /* of sources */
        return;
    }
    for (uint32_t slot = 0; slot < planes->found_slots; slot++)
        for (uint32_t strip = 0; strip < planes->strips; strip++) {
            struct dial_edges *edges = &planes->found_at[slot * planes->strips + strip];
            clear_blocks(planes, planes->found + slot * planes->words + dial_strip(planes, strip),
                         edges->any);
            *edges = (struct dial_edges){0};
        }
    for (uint32_t slot = 0; slot < planes->arrived_slots; slot++)
        for (uint32_t strip = 0; strip < planes->strips; strip++) {
            uint64_t *blocks = &planes->arrived_at[slot * planes->strips + strip];
            clear_blocks(planes, planes->arrived + slot * planes->words + dial_strip(planes, strip),
                         *blocks);
            *blocks = 0;
        }
}

void dial_planes_destroy(struct dial_planes *planes)
{
    free(planes->clean);
    free(planes->dirty);
    *planes = (struct dial_planes){0};
}
