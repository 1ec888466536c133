/* plane: bit planes over a grid, along wires.
 *
 * A plane has a bit a cell, laid out as grid->blocked is (grid.h). A straight wire along x lies in
 * the words of one row, side by side; one along y or through layers has a bit in each of many words
 * that are equally far apart:
 *
 *     along x    word 5 [.....111] word 6 [11111111] word 7 [11......]    3 masks, stride 1
 *     along y    word 5 [.....1..], one row on [.....1..], ...            1 mask, stride row_words
 *
 * A wire is thus a run of words, and each word is visited once. Finding the run takes two
 * divisions; finding the word of every cell by itself takes four divisions a cell.
 */
#pragma once

#include "grid/wire.h"

/* Words `first`, first + stride, ...: count of them; in the first and the last only some bits. */
struct plane_run {
    size_t first, count, stride;
    uint64_t head, body, tail;
};

/* The words of a wire, which must be straight. With `rest` its first cell is left out. */
static inline struct plane_run plane_run_part(const struct grid *grid, struct wire wire, bool rest)
{
    DEBUG_ASSERT(wire_is_straight(grid, wire));
    bool up = wire.from < wire.to;
    cell_t low = up ? wire.from : wire.to, high = up ? wire.to : wire.from;
    cell_t row = low / grid->width, last_row = high / grid->width;
    uint32_t x = low % grid->width, last_x = high % grid->width;
    uint32_t skip_low = rest && up, skip_high = rest && !up;
    if (row == last_row) {
        if (rest && low == high)
            return (struct plane_run){0};
        x += skip_low;
        last_x -= skip_high;
        uint64_t head = ~(uint64_t)0 << x % 64, tail = ~(uint64_t)0 >> (63 - last_x % 64);
        size_t count = last_x / 64 - x / 64 + 1;
        return (struct plane_run){.first = row * grid->row_words + x / 64,
                                  .count = count,
                                  .stride = 1,
                                  .head = count == 1 ? head & tail : head,
                                  .body = ~(uint64_t)0,
                                  .tail = tail};
    }
    uint32_t apart = last_row - row < grid->height ? 1 : grid->height;
    size_t stride = apart * grid->row_words;
    uint64_t bit = (uint64_t)1 << x % 64;
    return (struct plane_run){.first = row * grid->row_words + x / 64 + skip_low * stride,
                              .count = (last_row - row) / apart + 1 - rest,
                              .stride = stride,
                              .head = bit,
                              .body = bit,
                              .tail = bit};
}

static inline struct plane_run plane_run(const struct grid *grid, struct wire wire)
{
    return plane_run_part(grid, wire, false);
}

static inline uint64_t plane_run_mask(const struct plane_run *run, size_t index)
{
    return index == 0 ? run->head : index + 1 == run->count ? run->tail : run->body;
}

/* Sets the bits of a run; true where one was set before. */
static inline bool plane_set(uint64_t *plane, struct plane_run run)
{
    uint64_t met = 0;
    uint64_t *word = plane + run.first;
    for (size_t i = 0; i < run.count; i++, word += run.stride) {
        uint64_t mask = plane_run_mask(&run, i);
        met |= *word & mask;
        *word |= mask;
    }
    return met != 0;
}

/* True where a bit of the run is set in the plane and not in `aside` (NULL: none). */
static inline bool plane_meets(const uint64_t *plane, const uint64_t *aside, struct plane_run run)
{
    size_t at = run.first;
    for (size_t i = 0; i < run.count; i++, at += run.stride) {
        uint64_t met = plane[at] & plane_run_mask(&run, i);
        if (met != 0 && (aside == NULL || (met & ~aside[at]) != 0))
            return true;
    }
    return false;
}
