/* detour_row: see the header. */
#include "router/wave/detour_row.h"

/* Adds with carry in and out; the compiler makes it one instruction. */
static inline uint64_t add_carry(uint64_t a, uint64_t b, uint64_t *carry)
{
    uint64_t sum, total;
    uint64_t over = __builtin_add_overflow(a, b, &sum);
    over |= __builtin_add_overflow(sum, *carry, &total);
    *carry = over;
    return total;
}

uint64_t detour_sweep_plain(struct detour_row *row)
{
    uint64_t *open = row->open, *reached = row->reached;
    const uint64_t *in0 = row->in[0], *in1 = row->in[1];
    uint64_t mask = 0, touched = row->touched, carry = 0;
    while (touched != 0) {
        uint32_t group = (uint32_t)__builtin_ctzll(touched);
        uint32_t word = group << row->group_shift, end = word + (1u << row->group_shift);
        uint64_t any = 0;
        touched &= touched - 1;
        for (end = end < row->words ? end : row->words; word < end; word++) {
            uint64_t free = open[word];
            uint64_t seeds =
                (reached[word] >> 1 | reached[word + 1] << 63 | in0[word] | in1[word]) & free;
            uint64_t sum = add_carry(free, seeds, &carry);
            uint64_t found = ((sum ^ free) & free) | seeds;
            reached[word] = found;
            any |= found;
            if (found == 0)
                continue;
            open[word] = free & ~found;
            row->gained += (uint64_t)__builtin_popcountll(found);
            if (row->label[0] != NULL)
                row->label[0][word] |= found;
            if (row->label[1] != NULL)
                row->label[1][word] |= found;
        }
        row->work += 1u << row->group_shift;
        mask |= (uint64_t)(any != 0) << group;
        if (carry != 0 && word < row->words && (open[word] & 1) != 0)
            touched |= (uint64_t)2 << group;
        else
            carry = 0;
    }
    return mask;
}
