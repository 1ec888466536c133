/* nearest: see the header for the contract. */
#include "router/cli/nearest.h"

#include <string.h>

enum { WORD_MAX = 63 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* row[j] holds the distance of a's first i letters and b's first j; two rows before it are kept,
 * because a swap looks back by two. */
size_t nearest_distance(const char *a, const char *b)
{
    size_t row[3][WORD_MAX + 1];
    size_t m = strlen(a), n = strlen(b);
    if (m > WORD_MAX || n > WORD_MAX)
        return (size_t)2 * WORD_MAX + 2;
    for (size_t j = 0; j <= n; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= m; i++) {
        size_t *now = row[i % 3], *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t change = before[j - 1] + (a[i - 1] != b[j - 1]);
            now[j] = least(change, least(before[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], earlier[j - 2] + 1);
        }
    }
    return row[m % 3][n];
}

void nearest_offer(struct nearest *nearest, const char *known)
{
    size_t letters = strlen(nearest->word), others = strlen(known);
    size_t longer = letters > others ? letters : others;
    size_t limit = longer / 3 > 1 ? longer / 3 : 1;
    size_t distance = nearest_distance(nearest->word, known);
    if (distance > limit || (nearest->best != NULL && distance >= nearest->distance))
        return;
    nearest->best = known;
    nearest->distance = distance;
}
