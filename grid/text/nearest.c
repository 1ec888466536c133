/* nearest: the restricted Damerau-Levenshtein distance (F. Damerau, "A technique for computer
 * detection and correction of spelling errors", 1964) by dynamic programming over three rows. */
#include "grid/text/nearest.h"

enum {
    LONGEST = 40,  /* letters of a word that is compared */
    FARTHEST = 3,  /* edits of a match */
    BEGINNING = 2, /* letters of a prefix that matches */
    PART = 4,      /* letters of a prefix up to a hyphen that matches before anything else */
};

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* row[i % 3][j]: distance between the first i letters of a and the first j of b. */
static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    assert(a_length <= LONGEST && b_length <= LONGEST);
    unsigned row[3][LONGEST + 1];
    for (size_t j = 0; j <= b_length; j++)
        row[0][j] = (unsigned)j;
    for (size_t i = 1; i <= a_length; i++) {
        unsigned *now = row[i % 3];
        const unsigned *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            int x = lower(a[i - 1]), y = lower(b[j - 1]);
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && y == lower(a[i - 2]))
                now[j] = least(now[j], before[j - 2] + 1);
        }
    }
    return row[a_length % 3][b_length];
}

static bool begins_with(const char *word, const char *text, size_t length)
{
    size_t i = 0;
    while (i < length && word[i] != '\0' && lower(word[i]) == lower(text[i]))
        i++;
    return i == length;
}

const char *nearest_word(const char *text, size_t length, const char *const *words, size_t count)
{
    assert((text != NULL || length == 0) && (words != NULL || count == 0));
    const char *best = NULL;
    unsigned best_distance = FARTHEST + 1;
    for (size_t i = 0; i < count && length <= LONGEST; i++) {
        size_t known = strlen(words[i]);
        if (known > LONGEST)
            continue;
        if (known > length && length >= PART && words[i][length] == '-' &&
            begins_with(words[i], text, length))
            return words[i];
        unsigned d = distance(text, length, words[i], known);
        if (d < best_distance && d <= known / 2 && d < length) {
            best = words[i];
            best_distance = d;
        }
    }
    for (size_t i = 0; i < count && best_distance > 1 && length >= BEGINNING; i++)
        if (begins_with(words[i], text, length))
            return words[i];
    return best;
}

bool nearest_is_close(const char *text, size_t length, const char *word)
{
    const size_t known = strlen(word);
    if (length > LONGEST || known > LONGEST)
        return false;
    const unsigned edits = distance(text, length, word, known);
    return edits < length && edits <= (known < 8 ? 1 : known / 4);
}
