/* cell: owners change by compare-and-swap, as several threads mark metal. */
#include "router/detail/lattice/cell.h"

void cell_restrict(const struct lattice *lattice, struct cell *cell, uint32_t way, uint32_t owner)
{
    const uint32_t code = cell_code(owner);
    uint8_t was = (uint8_t)cell_bits(cell);
    assert(owner != LATTICE_FREE && way < 2);
    while ((was >> CELL_OWNER_BITS * way & CELL_CLOSED) == LATTICE_FREE)
        if (__atomic_compare_exchange_n(&cell->bits, &was,
                                        (uint8_t)(was | code << CELL_OWNER_BITS * way), false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            was = (uint8_t)(was | code << CELL_OWNER_BITS * way);
    if (code == CELL_CLOSED || (was >> CELL_OWNER_BITS * way & CELL_CLOSED) != code ||
        cell_notes_add(lattice->notes, cell_key(lattice, cell, way), CELL_NOTES_MOST,
                       (int32_t)owner, owner, true) != owner)
        cell_close(cell, way);
}

void cell_carry(const struct lattice *lattice, struct cell *cell, int32_t by)
{
    const int32_t one = 1 << cell_shift(lattice, cell);
    assert(by == 1 || by == -1); /* a count below 0, or over 8 000, ends the program */
    cell->bits = (uint8_t)((cell->bits + by * (one - CELL_NOTED / 2)) | CELL_NOTED);
    const uint32_t note = cell_notes_add(lattice->notes, cell_key(lattice, cell, CELL_KEY_REST),
                                         CELL_PARTS, by * (1 << CELL_TOLL_BITS), CELL_PARTS, false);
    assert(note < CELL_PARTS);
}

void cell_pay(const struct lattice *lattice, struct cell *cell, int32_t by, uint32_t most)
{
    assert(by >= 0);
    if (by == 0)
        return;
    cell_notes_add(lattice->notes, cell_key(lattice, cell, CELL_KEY_REST), UINT16_MAX, by, most,
                   false);
    cell->bits |= CELL_NOTED;
}
