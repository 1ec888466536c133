/* price: powers of e, rounded to integers; an exp with 12 correct digits gives the same ones. */
#include "router/global/price.h"

#include <math.h>

enum {
    PARTS = 100,     /* of an exponent of 1/2 */
    WHOLE_BITS = 24, /* log2 of the unit of a power of e ^ (1/2) */
    PART_BITS = 30,  /* the same for e ^ (1/200) */
};

/* exp(i / 200) in units of 2^-24; the product of 36 and 31 bits is taken in two parts. */
static uint64_t power(const uint64_t *whole, const uint64_t *part, uint32_t i)
{
    const uint64_t a = whole[i / PARTS], b = part[i % PARTS];
    return (a >> 16) * b / (1 << 14) + (((a & 0xffff) * b) >> PART_BITS);
}

void price_table_fill(struct price_table *table, uint32_t weight)
{
    uint64_t whole[PRICE_GROWTHS / PARTS + 1], part[PARTS];
    assert(weight <= 1u << 26);
    table->weight = weight;
    for (int i = 0; i <= PRICE_GROWTHS / PARTS; i++)
        whole[i] = (uint64_t)llround(exp((i - PRICE_FLOOR) / 2.0) * (1 << WHOLE_BITS));
    for (int i = 0; i < PARTS; i++)
        part[i] = (uint64_t)llround(exp(i / 200.0) * (1 << PART_BITS));
    for (uint32_t i = 0; i < PRICE_GROWTHS; i++) {
        uint64_t growth = power(whole, part, i + PARTS) - power(whole, part, i);
        uint64_t price = (weight * growth + (1 << (WHOLE_BITS - 1))) >> WHOLE_BITS;
        table->growth[i] = price < PRICE_MAX ? (uint32_t)price : PRICE_MAX;
    }
}
