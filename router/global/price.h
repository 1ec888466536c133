/* price: what one more wire on an edge costs, in integers.
 *
 * Rules of 2024: the judge adds weight * exp((use - capacity) / 2) per edge, or weight *
 * exp(3 / 2 * use) where the capacity is 0 and the use is not (ISPD 2024 contest, evaluator). The
 * price is the exact growth of that sum. Above PRICE_KNEE wires too many it is a straight
 * line: the exponential itself would leave no bits for the length of a detour. The powers of e come
 * from a table of integers, so every machine computes the same price.
 *
 * Other rules: a step costs PRICE_STEP, and each track that the edge lacks then costs `penalty`.
 */
#pragma once

#include "grid/base.h"

enum {
    PRICE_UNIT = 64,        /* price of 1 in the judge's cost (2024) */
    PRICE_STEP = 64,        /* price of a step (other rules) */
    PRICE_KNEE = 10,        /* tracks above capacity from which the price is linear */
    PRICE_FLOOR = 24,       /* tracks below capacity from which use costs nothing */
    PRICE_MAX = 1 << 24,    /* of an edge */
    PRICE_CLOSED = 1 << 26, /* no edge, or one of a layer that is not used */
    PRICE_GROWTHS = (PRICE_KNEE + PRICE_FLOOR) * 100, /* hundredths of a track */
};

/* Prices of a layer under the rules of 2024, without the length. */
struct price_table {
    uint32_t growth[PRICE_GROWTHS]; /* by use - capacity + PRICE_FLOOR, in hundredths */
    uint32_t knee_slope;            /* per track above PRICE_KNEE */
    uint32_t blocked[8];            /* capacity 0, by whole tracks of use */
    uint32_t blocked_slope;
};

/* Fills the table for an overflow weight, in units of 1 / PRICE_UNIT. */
void price_table_fill(struct price_table *table, uint32_t weight);

/* exp(hundredths / 200) * 2^24; hundredths from -2400 to 1699. */
uint64_t price_power(int32_t hundredths);

/* The price of one more track; use and capacity in hundredths. */
static inline uint32_t price_growth(const struct price_table *table, int32_t use, int32_t capacity)
{
    if (capacity == 0) {
        uint32_t tracks = (uint32_t)use / 100;
        uint64_t price = tracks < 8
                             ? table->blocked[tracks]
                             : table->blocked[7] + (uint64_t)table->blocked_slope * (tracks - 7);
        return price < PRICE_MAX ? (uint32_t)price : PRICE_MAX;
    }
    int64_t at = (int64_t)use - capacity + PRICE_FLOOR * 100;
    if (at < 0)
        return 0;
    if (at < PRICE_GROWTHS)
        return table->growth[at];
    uint64_t price = table->growth[PRICE_GROWTHS - 1] +
                     (uint64_t)table->knee_slope * (uint64_t)(at - PRICE_GROWTHS + 1) / 100;
    return price < PRICE_MAX ? (uint32_t)price : PRICE_MAX;
}

/* The price of `demand` more at `penalty` per missing track; demand, use, capacity in one unit. */
static inline uint32_t price_missing(int32_t use, int32_t capacity, int32_t demand,
                                     uint32_t penalty)
{
    int64_t missing = (int64_t)use + demand - capacity;
    if (missing <= 0)
        return 0;
    uint64_t price = ((uint64_t)missing * penalty + (uint64_t)demand - 1) / (uint64_t)demand;
    return price < PRICE_MAX ? (uint32_t)price : PRICE_MAX;
}
