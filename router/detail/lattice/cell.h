/* cell: what may be at a node (wires of a class) or at a via site (a variant), in 8 bits:
 *
 *     bits 0-1, 2-3   owners of two steps (lattice.h), or of a via: 0 any net; 3 no net; 1 and 2 a
 *                     net of this color, which the notes (cell_notes.h) name
 *     bits 4-6, 2-6   of a node, of a via site: the count of shapes that metal here would be too
 *                     near to; with bit 7, what the notes do not have of it
 *     bit 7           the notes have the history cost, and how many times 4 (node) or 16 (via site)
 *                     is to be added to the count
 *
 * The color of net n is n % CELL_COLORS, so a net needs notes only at places of its own color. */
#pragma once

#include "router/detail/lattice/lattice.h"
#include "router/detail/lattice/cell_notes.h"

enum {
    CELL_OWNER_BITS = 2, /* bits of an owner's color */
    CELL_CLOSED = 3,
    CELL_NODE_SHIFT = 2 * CELL_OWNER_BITS, /* bits below the count of a node */
    CELL_SITE_SHIFT = CELL_OWNER_BITS,     /* bits below the count of a via site */
    CELL_COLORS = 2,                       /* colors of nets: 1 and 2; 0: no owner */
    CELL_NOTED = 1 << 7,                   /* bit 7 */
    CELL_TOLL_BITS = 16,                   /* bits of the history cost in the number of the notes */
    CELL_PARTS = 4095 << CELL_TOLL_BITS,   /* the other bits: times that 4 or 16 is added */
    /* Keys in the notes: one for each of two owners, and one for count and history cost. */
    CELL_KEYS = 3,
    CELL_KEY_REST = 2,
};

static inline uint64_t cell_key(const struct lattice *lattice, const struct cell *cell,
                                uint32_t kind)
{
    return (uint64_t)(cell - lattice->all) * CELL_KEYS + kind;
}

/* The bits below the count. */
static inline uint32_t cell_shift(const struct lattice *lattice, const struct cell *cell)
{
    return cell < lattice->sites ? CELL_NODE_SHIFT : CELL_SITE_SHIFT;
}

static inline uint32_t cell_bits(const struct cell *cell)
{
    return __atomic_load_n(&cell->bits, __ATOMIC_RELAXED);
}

/* The two bits of an owner. */
static inline uint32_t cell_code(uint32_t owner)
{
    return owner == LATTICE_FREE || owner == LATTICE_CLOSED ? owner & CELL_CLOSED
                                                            : 1 + (owner - 1) % CELL_COLORS;
}

static inline bool cell_is_closed(const struct cell *cell, uint32_t way)
{
    return (cell_bits(cell) >> CELL_OWNER_BITS * way & CELL_CLOSED) == CELL_CLOSED;
}

/* The owner of a step (way 0: to the next column, 1: row) or via (0). No thread may change owners
 * meanwhile, here and below. */
static inline uint32_t cell_own(const struct lattice *lattice, const struct cell *cell,
                                uint32_t way)
{
    const uint32_t code = cell_bits(cell) >> CELL_OWNER_BITS * way & CELL_CLOSED;
    return code == LATTICE_FREE  ? LATTICE_FREE
           : code == CELL_CLOSED ? LATTICE_CLOSED
                                 : cell_notes_read(lattice->notes, cell_key(lattice, cell, way));
}

/* True if the owner `me` (net + 1) may use the step or via. */
static inline bool cell_is_open(const struct lattice *lattice, const struct cell *cell,
                                uint32_t way, uint32_t me)
{
    const uint32_t code = cell->bits >> CELL_OWNER_BITS * way & CELL_CLOSED;
    return code == LATTICE_FREE ||
           (code != CELL_CLOSED && code == cell_code(me) &&
            cell_notes_read(lattice->notes, cell_key(lattice, cell, way)) == me);
}

/* The same for a step on a layer (way 0: to the next column, 1: row), and for a via. */
static inline bool cell_step_is_open(const struct lattice *lattice, uint32_t layer,
                                     const struct cell *cell, uint32_t way, uint32_t me)
{
    return !lattice->layers[layer].shut[way] && cell_is_open(lattice, cell, way, me);
}

static inline bool cell_via_is_open(const struct lattice *lattice, uint32_t cut, uint32_t variant,
                                    uint32_t at, uint32_t me)
{
    return cut < lattice->last &&
           cell_is_open(lattice, lattice_site(&lattice->cuts[cut], variant, at), 0, me);
}

/* Closes a step or via for all nets; any thread may. */
static inline void cell_close(struct cell *cell, uint32_t way)
{
    __atomic_fetch_or(&cell->bits, (uint8_t)(CELL_CLOSED << CELL_OWNER_BITS * way),
                      __ATOMIC_RELAXED);
}

/* Marks sites as wanted while owners are marked: bit 7 is free then. */
static inline void cell_want(struct cell *site, bool wanted)
{
    set_flag(&site->bits, CELL_NOTED, wanted);
}

static inline bool cell_is_wanted(const struct cell *site)
{
    return (cell_bits(site) & CELL_NOTED) != 0;
}

/* Reserves a step or via for an owner; a second owner closes it. Any thread may; the result does
 * not depend on their order. */
void cell_restrict(const struct lattice *lattice, struct cell *cell, uint32_t way, uint32_t owner);

/* The count and the history cost. Here and below, threads may change other cells meanwhile. */
struct cell_costs {
    int32_t count, toll;
};

/* shift: cell_shift, CELL_NODE_SHIFT or CELL_SITE_SHIFT. */
static inline struct cell_costs cell_costs_at(const struct lattice *lattice,
                                              const struct cell *cell, uint32_t shift)
{
    struct cell_costs costs = {(cell->bits & ~CELL_NOTED) >> shift, 0};
    if (cell->bits & CELL_NOTED) {
        const uint32_t note =
            cell_notes_read(lattice->notes, cell_key(lattice, cell, CELL_KEY_REST));
        costs.count += (int32_t)(note >> CELL_TOLL_BITS) * (CELL_NOTED / 2 >> shift);
        costs.toll = note & UINT16_MAX;
    }
    return costs;
}

static inline struct cell_costs cell_costs(const struct lattice *lattice, const struct cell *cell)
{
    return cell_costs_at(lattice, cell, cell_shift(lattice, cell));
}

static inline uint32_t cell_count(const struct lattice *lattice, const struct cell *cell)
{
    return (uint32_t)cell_costs(lattice, cell).count;
}

/* Adds 1 or -1 to the count, by cell_carry if the bits have no room; shift: cell_shift. */
void cell_carry(const struct lattice *lattice, struct cell *cell, int32_t by);
static inline void cell_add(const struct lattice *lattice, struct cell *cell, uint32_t shift,
                            int32_t by)
{
    if ((cell->bits & ~CELL_NOTED) >> shift == (by > 0 ? (CELL_NOTED - 1) >> shift : 0))
        cell_carry(lattice, cell, by);
    else
        cell->bits = (uint8_t)(cell->bits + by * (1 << shift));
}

/* Adds to the history cost, up to `most`, which is at most UINT16_MAX. */
void cell_pay(const struct lattice *lattice, struct cell *cell, int32_t by, uint32_t most);
