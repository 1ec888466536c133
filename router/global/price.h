/* price: what one more wire on an edge costs, in integers.
 *
 * Rules of 2024: the evaluator of the ISPD 2024 contest adds weight * exp((use - capacity) / 2) per
 * edge, or weight * exp(3 / 2 * use) if the capacity is 0 and the use is not. The price is the
 * exact growth of that sum. From PRICE_KNEE tracks above the capacity on it grows linearly:
 * exponential prices would leave no bits for the length of a detour. The powers of e are rounded to
 * integers, so every machine computes the same price.
 *
 * Other rules: a step costs PRICE_STEP, and each track that the edge lacks then costs `penalty`. */
#pragma once

#include "grid/base.h"

enum {
    PRICE_UNIT = 64,        /* price of 1 in the evaluator's cost (2024) */
    PRICE_STEP = 64,        /* price of a step (other rules) */
    PRICE_KNEE = 10,        /* tracks above capacity from which the price is linear */
    PRICE_FLOOR = 24,       /* tracks below capacity from which use costs nothing */
    PRICE_MAX = 1 << 24,    /* highest price of an edge */
    PRICE_CLOSED = 1 << 26, /* there is no edge, or its layer is closed */
    PRICE_BLOCKED = 351732, /* (exp(3/2) - 1) / (exp(1/2) - 1) * 2^16: growth at capacity 0 */
    PRICE_HALF = 28693, /* (exp(1/4) - 1) / (exp(1/2) - 1) * 2^16: half a track of a whole one */
    PRICE_GROWTHS = (PRICE_KNEE + PRICE_FLOOR) * 100, /* entries: one per hundredth of a track */
};

/* Prices of a layer under the rules of 2024, without the length. */
struct price_table {
    uint32_t weight;
    uint32_t growth[PRICE_GROWTHS]; /* by use - capacity + PRICE_FLOOR, in hundredths */
};

/* Fills the table for an overflow weight, in units of 1 / PRICE_UNIT. */
void price_table_fill(struct price_table *table, uint32_t weight);

/* The price of one more track; use and capacity in hundredths. Where the capacity is 0, the
 * exponent is three times as large, and the first track pays the step from 0 to exp(3 / 2). */
ALSO_ON_DEVICE static inline uint32_t price_growth(const struct price_table *table, int32_t use,
                                                   int32_t capacity)
{
    const bool blocked = capacity == 0;
    const uint64_t last =
        table->growth[PRICE_GROWTHS - 1]; /* half of it per track above the knee */
    int64_t at = (blocked ? 3 * (int64_t)use : (int64_t)use - capacity) + PRICE_FLOOR * 100;
    uint64_t price = at < 0               ? 0
                     : at < PRICE_GROWTHS ? table->growth[at]
                                          : last + last * (uint64_t)(at - PRICE_GROWTHS + 1) / 200;
    if (blocked)
        price = (price * PRICE_BLOCKED >> 16) + (use == 0 ? table->weight : 0);
    return (uint32_t)(price < PRICE_MAX ? price : (uint64_t)PRICE_MAX);
}

/* The price of `demand` more at `penalty` per missing track; demand, use, capacity in one unit. */
ALSO_ON_DEVICE static inline uint32_t price_missing(int32_t use, int32_t capacity, int32_t demand,
                                                    uint32_t penalty)
{
    int64_t missing = (int64_t)use + demand - capacity;
    if (missing <= 0 || demand == 0) /* wires of width 0 take nothing */
        return 0;
    uint64_t price = ((uint64_t)missing * penalty + (uint64_t)demand - 1) / (uint64_t)demand;
    return (uint32_t)(price < PRICE_MAX ? price : (uint64_t)PRICE_MAX);
}

/* The price of an edge: that of its length, `step`, and of `demand` more. table: rules of 2024,
 * else NULL. */
ALSO_ON_DEVICE static inline uint32_t price_edge(const struct price_table *table, uint32_t step,
                                                 int32_t use, int32_t capacity, uint32_t demand,
                                                 uint32_t penalty)
{
    return step + (table != NULL ? price_growth(table, use, capacity)
                                 : price_missing(use, capacity, (int32_t)demand, penalty));
}

/* The price of the half tracks that a via takes of the edges before and after its tile, whose
 * prices without their lengths are the arguments; at an end of the track it takes a whole one. */
ALSO_ON_DEVICE static inline uint32_t price_halves(uint64_t before, uint64_t after, bool at_end)
{
    return (uint32_t)(at_end ? before + after : (before + after) * PRICE_HALF >> 16);
}
