/* heaviest: which nets matter most, in words: "a blocks 24 of 33, b blocks 3 of 33". */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct net_weight {
    uint32_t net;
    uint64_t weight;
};

/* Sorts nets by falling weight (ties: by number) and appends the first few that have any to a text
 * of `room` bytes. name gives a net's name. format is for the weight and the whole, both uint64_t.
 * O(count log count). */
void heaviest_list(char *text, size_t room, struct net_weight *nets, uint32_t count,
                   const char *(*name)(const void *context, uint32_t net), const void *context,
                   const char *format, uint64_t whole);
