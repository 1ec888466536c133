/* nearest: which known word did the user mean? For messages about unknown ones. */
#ifndef LEEWAY_ROUTER_CLI_NEAREST_H
#define LEEWAY_ROUTER_CLI_NEAREST_H

#include <stddef.h>

/* The best of the words offered so far; start with {word, NULL, 0}. */
struct nearest {
    const char *word; /* as the user wrote it */
    const char *best; /* nearest of those offered that is near enough, or NULL */
    size_t distance;  /* its distance */
};

/* Offers one more known word. Near enough is a third of the longer word's letters, at least one;
 * the first of equally near ones stays. O(length of one * length of the other), words of up to 63
 * letters; longer ones are never near. */
void nearest_offer(struct nearest *nearest, const char *known);

/* Letters to insert, delete, replace or swap with their neighbour (optimal string alignment;
 * Damerau 1964) that make one word of the other; a large number where one has over 63. */
size_t nearest_distance(const char *a, const char *b);

#endif
